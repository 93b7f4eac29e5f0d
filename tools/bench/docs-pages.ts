import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../src/cli/command-error.js";
import { benchFolder } from "./bundle.js";

/** A page that shows a contract. */
export interface DocsPage {
  /** What it is called in the table. */
  name: string;
  /** Its files by their paths; `/` is the page. */
  files: Record<string, Buffer>;
  /** Fragment of the deep link to the operation that is measured. */
  link: string;
}

/** An operation to link to, and its contract. */
export interface Target {
  operationId: string;
  tag: string;
  method: string;
  path: string;
  /** The contract as JSON. */
  contract: string;
}

/**
 * Other pages for the same contract, each set up as its own guide shows first, with everything on one host.
 *
 * @throws CommandError when npm cannot download one.
 */
export function otherPages({ operationId, tag, method, path, contract }: Target): DocsPage[] {
  const openapi = { "/openapi.json": Buffer.from(contract) };
  const page = (head: string, body: string) => ({
    "/": Buffer.from(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Docs</title>${head}</head><body>${body}</body></html>`,
    ),
  });
  return [
    {
      name: "Scalar",
      files: {
        ...openapi,
        ...page(
          "",
          '<div id="app"></div><script src="/scalar.js"></script><script>Scalar.createApiReference("#app", { url: "/openapi.json", withDefaultFonts: false })</script>',
        ),
        "/scalar.js": fileOf("@scalar/api-reference", "dist/browser/standalone.js"),
      },
      link: `#tag/${tag.toLowerCase()}/${method}${path}`,
    },
    {
      name: "Elements, without callbacks",
      files: {
        // It stops with an error at a callback.
        "/openapi.json": Buffer.from(withoutCallbacks(contract)),
        ...page(
          '<script src="/elements.js"></script><link rel="stylesheet" href="/elements.css">',
          '<elements-api apiDescriptionUrl="/openapi.json" router="hash"></elements-api>',
        ),
        "/elements.js": fileOf("@stoplight/elements", "web-components.min.js"),
        "/elements.css": fileOf("@stoplight/elements", "styles.min.css"),
      },
      link: `#/operations/${operationId}`,
    },
    {
      name: "Swagger UI",
      files: {
        ...openapi,
        ...page(
          '<link rel="stylesheet" href="/swagger-ui.css">',
          '<div id="app"></div><script src="/swagger-ui.js"></script><script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#app", deepLinking: true })</script>',
        ),
        "/swagger-ui.js": fileOf("swagger-ui-dist", "swagger-ui-bundle.js"),
        "/swagger-ui.css": fileOf("swagger-ui-dist", "swagger-ui.css"),
      },
      link: `#/${tag}/${operationId}`,
    },
    {
      name: "RapiDoc",
      files: {
        ...openapi,
        ...page(
          '<script type="module" src="/rapidoc.js"></script>',
          '<rapi-doc spec-url="/openapi.json" load-fonts="false" render-style="read"></rapi-doc>',
        ),
        "/rapidoc.js": fileOf("rapidoc", "dist/rapidoc-min.js"),
      },
      link: `#${method.toLowerCase()}-${path.replaceAll(/[{}]/g, "-")}`,
    },
  ];
}

function withoutCallbacks(contract: string): string {
  return JSON.stringify(JSON.parse(contract), (key, value) => (key === "callbacks" ? undefined : value));
}

/**
 * A file of a published package. Each of these is a complete bundle, so the package is unpacked without its
 * dependencies: with them, the four weigh 1.5 GB.
 */
function fileOf(name: string, path: string): Buffer {
  const { documentation } = JSON.parse(readFileSync(join(benchFolder, "package.json"), "utf8"));
  const release = `${name}@${documentation[name]}`;
  const folder = join(benchFolder, "node_modules/.documentation", release);
  if (!existsSync(join(folder, "package"))) {
    mkdirSync(folder, { recursive: true });
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    try {
      const [tarball] = run("npm", "pack", release, "--silent", "--ignore-scripts").trim().split("\n").slice(-1);
      run("tar", "-xzf", String(tarball));
    } catch {
      throw new CommandError(`${release} cannot be downloaded. The docs are compared with it: try again online.`);
    }
  }
  return readFileSync(join(folder, "package", path));
}
