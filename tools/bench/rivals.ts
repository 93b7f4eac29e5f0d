// Compares this client and these docs with others. People run it by hand; the guides have its figures, with their date.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { CommandError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { startChromium } from "../../test/browser/chromium.js";
import { type Operation, operationsOf, readContract } from "../contract/model.js";
import { buildSite } from "../docs/build.js";
import { serveFolder } from "../docs/static-server.js";
import { bundle, exportsOf, gzippedBytes, projectFolder, rivalsFolder } from "./bundle.js";
import { OPENAPI_FETCH, THIS_CLIENT, timesOfFirst } from "./call.js";
import { median } from "./figure.js";

const CLIENTS = ["@hey-api/openapi-ts@0.95.0", "typescript@5.9.3", "ky@1.14.0", "stripe@23.1.0"];
/** Other docs, each set up as its own guide shows first. They are complete bundles: with dependencies, they weigh 1.5 GB. */
const DOCS: readonly OtherDocs[] = [
  {
    name: "Scalar",
    release: "@scalar/api-reference@1.46.4",
    body: `<div id="app"></div><script src="/dist/browser/standalone.js"></script>
      <script>Scalar.createApiReference("#app", { url: "/openapi.json", withDefaultFonts: false })</script>`,
    link: ({ tags, method, path }) => `#tag/${tags[0]?.toLowerCase()}/${method}${path}`,
  },
  {
    name: "Swagger UI",
    release: "swagger-ui-dist@5.35.0",
    body: `<link rel="stylesheet" href="/swagger-ui.css"><div id="app"></div><script src="/swagger-ui-bundle.js"></script>
      <script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#app", deepLinking: true })</script>`,
    link: ({ tags }) => `#/${tags[0]}/${OPERATION}`,
  },
  {
    name: "RapiDoc",
    release: "rapidoc@9.3.8",
    body: `<script type="module" src="/dist/rapidoc-min.js"></script>
      <rapi-doc spec-url="/openapi.json" load-fonts="false" render-style="read"></rapi-doc>`,
    link: ({ method, path }) => `#${method.toLowerCase()}-${path.replaceAll(/[{}]/g, "-")}`,
  },
];
/** Lighthouse's slow 4G, in ms and bytes per second, on a CPU four times slower. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000, cpu: 4 };
const VISITS = 3;
/** For how long a page is watched, in ms: by then, all of them are still. */
const WATCHED = 20_000;
/** An operation in the middle of the page, so that what is above it can push it away. */
const OPERATION = "getWebhook";

/** Docs of the same contract by another tool. */
interface OtherDocs {
  readonly name: string;
  /** The package and its version. */
  readonly release: string;
  readonly body: string;
  /** Fragment of the deep link to an operation. */
  link(operation: Operation): string;
}

async function main(): Promise<number> {
  const heyApi = installClients();
  await compareSizes(heyApi);
  await compareCalls(heyApi);
  await compareDocs();
  return 0;
}

/** Installs the other clients and generates those that are generated; returns the folder of hey-api's. */
function installClients(): string {
  mkdirSync(rivalsFolder, { recursive: true });
  writeFileSync(join(rivalsFolder, "package.json"), '{ "private": true, "type": "module" }\n');
  npm("install", "--no-audit", "--no-fund", "--ignore-scripts", ...CLIENTS);
  const heyApi = join(rivalsFolder, "hey-api");
  const generator = join(rivalsFolder, "node_modules/.bin/openapi-ts");
  const flags = ["--input=openapi.yaml", `--output=${heyApi}`, "--client=@hey-api/client-fetch"];
  execFileSync(generator, flags, { cwd: projectFolder, stdio: ["ignore", "ignore", "inherit"] });
  return heyApi;
}

/** Runs npm in the folder of the rivals; returns what it prints. */
function npm(...args: string[]): string {
  try {
    return execFileSync("npm", args, { cwd: rivalsFolder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  } catch {
    throw new CommandError(`npm ${args[0]} failed. We are compared with packages from the registry: try again online.`);
  }
}

async function compareSizes(heyApi: string): Promise<void> {
  const redocly = join(rivalsFolder, "redocly.ts");
  const generate = ["redocly", "generate-client", "service", `--output=${redocly}`];
  execFileSync("npx", generate, { cwd: projectFolder, stdio: ["ignore", "ignore", "inherit"] });
  const clients = {
    "plain openapi-fetch": 'export { default } from "openapi-fetch"',
    "hey-api's generated client": exportsOf(heyApi),
    "**this client**": exportsOf("./src/client/index.ts"),
    "Redocly's generated client": exportsOf(redocly),
    "Stripe's SDK": 'export { default } from "stripe"',
  };
  const rows: [string, string][] = [];
  for (const [name, code] of Object.entries(clients)) rows.push([name, kilobytes(gzippedBytes(await bundle(code)))]);
  print(["Client", "kB gzipped"], rows);
}

async function compareCalls(heyApi: string): Promise<void> {
  const callers = {
    "bare `fetch` and `json()`": `
      export default ({ baseUrl, path, id, headers, fetch }) => {
        const url = baseUrl + path.replace("{id}", id);
        return async () => (await (await fetch(url, { headers })).json()).webhook;
      };`,
    "**this client**, which always has a time limit": THIS_CLIENT,
    "plain openapi-fetch": OPENAPI_FETCH,
    "openapi-fetch with a time limit": OPENAPI_FETCH.replace(
      "{ path: { id } }",
      "{ path: { id } }, signal: AbortSignal.timeout(30_000)",
    ),
    "hey-api's generated client": `
      import { getWebhook } from ${JSON.stringify(heyApi)};
      import { client } from ${JSON.stringify(`${heyApi}/client.gen.ts`)};
      export default ({ baseUrl, id, headers, fetch }) => {
        client.setConfig({ baseUrl, headers, fetch });
        return async () => (await getWebhook({ path: { id } })).data.webhook;
      };`,
    "ky under openapi-fetch": OPENAPI_FETCH.replace("import", 'import ky from "ky"; import').replace(
      "headers, fetch });",
      "headers, fetch: ky.create({ fetch }) });",
    ),
  };
  const times = await timesOfFirst(callers);
  const rows = Object.keys(callers).map((name, index): [string, string] => [name, (times[index] ?? 0).toFixed(2)]);
  print(["Call through", "times bare fetch"], rows);
}

async function compareDocs(): Promise<void> {
  const operations = operationsOf(await readContract(projectFolder));
  const operation = operations.find(({ operationId }) => operationId === OPERATION);
  if (!operation) throw new Error(`The contract has no operation ${OPERATION}.`);
  // The first sentence, up to its first code or line break.
  const [sentence = ""] = operation.description.split(/[`.\n]/);
  const rows: [string, ...string[]][] = [];
  const browser = await startChromium();
  for (const { name, folder, link } of await pagesOf(operation)) {
    await using host = await serveFolder(folder);
    const visits: Visit[] = [];
    for (let round = 0; round < VISITS; round++) visits.push(await visit(browser, `${host.url}/${link}`, sentence));
    const seconds = median(visits.map(({ inView }) => inView)) / 1000;
    rows.push([name, kilobytes(median(visits.map(({ bytes }) => bytes))), `${seconds.toFixed(1)} s`]);
  }
  await browser.close();
  print(["The docs", "kB gzipped", "in view for good, slow 4G"], rows);
}

/** Our pages and those of others, each with the folder that a host serves, and its deep link to an operation. */
async function pagesOf(operation: Operation): Promise<{ name: string; folder: string; link: string }[]> {
  const site = await buildSite(projectFolder);
  const contract = readFileSync(join(site, "openapi.json"), "utf8");
  const ours = ["reference.html", "index.html"].map((name) => {
    return { name: `**\`${name}\`**`, folder: site, link: `${name}#/${operation.tags[0]}/${OPERATION}`.toLowerCase() };
  });
  const others = DOCS.map(({ name, release, body, link }) => {
    const folder = unpack(release, { "index.html": html(body), "openapi.json": contract });
    return { name, folder, link: link(operation) };
  });
  return [...ours, ...others];
}

function html(body: string): string {
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';
  return `<!doctype html><html lang="en"><head>${head}<title>Docs</title></head><body>${body}</body></html>`;
}

/** Downloads a package without its dependencies, and adds files to it; returns its folder. */
function unpack(release: string, files: Readonly<Record<string, string>>): string {
  const folder = join(rivalsFolder, "docs", release);
  mkdirSync(folder, { recursive: true });
  const [tarball] = npm("pack", release, "--silent", "--ignore-scripts").trim().split("\n").slice(-1);
  execFileSync("tar", ["-xzf", join(rivalsFolder, String(tarball)), "-C", folder, "--strip-components=1"]);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** What a reader had to wait for. */
interface Visit {
  /** Bytes of all responses, as the host sent them. */
  readonly bytes: number;
  /** When the sentence came into view and stayed there, in ms; infinite if it did not. */
  readonly inView: number;
}

/** Visits a page with an empty cache, and watches it. */
async function visit(browser: Browser, url: string, sentence: string): Promise<Visit> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const devTools = await context.newCDPSession(tab);
  const { cpu, ...network } = SLOW;
  await devTools.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  const sizes: Promise<{ responseBodySize: number }>[] = [];
  tab.on("requestfinished", (request) => sizes.push(request.sizes()));
  const start = performance.now();
  await tab.goto(url, { waitUntil: "commit" });
  let inView = Number.POSITIVE_INFINITY;
  while (performance.now() - start < WATCHED) {
    const isInView = await tab
      .getByText(sentence)
      .evaluateAll((all) =>
        all
          .map((element) => element.getBoundingClientRect())
          .some(({ top, bottom, height }) => height > 0 && bottom > 0 && top < innerHeight),
      );
    inView = isInView ? Math.min(inView, performance.now() - start) : Number.POSITIVE_INFINITY;
    await setTimeout(100);
  }
  const bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  await context.close();
  return { bytes, inView };
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

/** Prints a table in Markdown, as the guides have it. */
function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  process.stdout.write(`${[head, rule, ...rows].map(line).join("")}\n`);
}

await runCommand(
  { name: "npm run rivals", about: "Compares the client and the docs with others, which it downloads.", options: {} },
  main,
);
