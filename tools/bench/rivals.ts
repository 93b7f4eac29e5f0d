// Compares this client and these docs with others. People run it by hand; the guides have its figures, with their date.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Browser } from "playwright-core";
import { CommandError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { startChromium } from "../../test/browser/chromium.js";
import { operationsOf, readContract } from "../contract/model.js";
import { buildSite } from "../docs/build.js";
import { serveFiles } from "../docs/static-server.js";
import { bundle, exportsOf, gzippedBytes, projectFolder, rivalsFolder } from "./bundle.js";
import { OPENAPI_FETCH, THIS_CLIENT, timesOfFirst } from "./call.js";
import { median } from "./figure.js";

const CLIENTS = ["@hey-api/openapi-ts@0.95.0", "typescript@5.9.3", "ky@1.14.0", "stripe@23.1.0"];
/** Other docs, each set up as its own guide shows first. They are complete bundles: with dependencies, they weigh 1.5 GB. */
const DOCS: readonly OtherDocs[] = [
  {
    name: "Scalar",
    release: "@scalar/api-reference@1.46.4",
    files: ["dist/browser/standalone.js"],
    body: `<div id="app"></div><script src="/standalone.js"></script>
      <script>Scalar.createApiReference("#app", { url: "/openapi.json", withDefaultFonts: false })</script>`,
    link: ({ tag, method, path }) => `#tag/${tag.toLowerCase()}/${method}${path}`,
  },
  {
    // It stops with an error at a callback.
    name: "Elements, without callbacks",
    release: "@stoplight/elements@9.0.25",
    files: ["web-components.min.js", "styles.min.css"],
    body: `<script src="/web-components.min.js"></script><link rel="stylesheet" href="/styles.min.css">
      <elements-api apiDescriptionUrl="/openapi.json" router="hash"></elements-api>`,
    link: () => `#/operations/${OPERATION}`,
  },
  {
    name: "Swagger UI",
    release: "swagger-ui-dist@5.35.0",
    files: ["swagger-ui-bundle.js", "swagger-ui.css"],
    body: `<link rel="stylesheet" href="/swagger-ui.css"><div id="app"></div><script src="/swagger-ui-bundle.js"></script>
      <script>SwaggerUIBundle({ url: "/openapi.json", dom_id: "#app", deepLinking: true })</script>`,
    link: ({ tag }) => `#/${tag}/${OPERATION}`,
  },
  {
    name: "RapiDoc",
    release: "rapidoc@9.3.8",
    files: ["dist/rapidoc-min.js"],
    body: `<script type="module" src="/rapidoc-min.js"></script>
      <rapi-doc spec-url="/openapi.json" load-fonts="false" render-style="read"></rapi-doc>`,
    link: ({ method, path }) => `#${method.toLowerCase()}-${path.replaceAll(/[{}]/g, "-")}`,
  },
];
/** Lighthouse's slow 4G, on a CPU four times slower. */
const SLOW = { latency: 150, kbits: 1_600, cpu: 4 };
const VISITS = 3;
/** For how long an operation has to stay in view, and when to give up, in ms. */
const STILL = 3_000;
const PATIENCE = 40_000;
/** An operation in the middle of the page, so that what is above it can push it away. */
const OPERATION = "getWebhook";

/** Docs of the same contract by another tool. */
interface OtherDocs {
  readonly name: string;
  /** The package and its version. */
  readonly release: string;
  /** Its files that the page loads. */
  readonly files: readonly string[];
  readonly body: string;
  /** Fragment of the deep link to an operation. */
  link(operation: { tag: string; method: string; path: string }): string;
}

/** A page that shows the contract. */
interface Page {
  readonly name: string;
  /** Its files by their paths; `/index.html` is the page. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** Fragment of the deep link to the operation. */
  readonly link: string;
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
  const { method, path, tags, description } = operation;
  // The first sentence, up to its first code or line break.
  const [sentence = description] = description.split(/[`.\n]/);
  const rows: [string, ...string[]][] = [];
  const browser = await startChromium();
  for (const page of await pagesFor({ tag: String(tags[0]), method, path })) {
    const times: number[] = [];
    for (let round = 0; round < VISITS; round++) times.push(await visit(browser, page, sentence));
    const size = Object.values(page.files).reduce((sum, file) => sum + gzippedBytes(file), 0);
    rows.push([page.name, kilobytes(size), `${(median(times) / 1000).toFixed(1)} s`]);
  }
  await browser.close();
  print(["The docs", "kB gzipped", "in view for good, slow 4G"], rows);
}

/** Our pages and those of others, each with all its files on one host. */
async function pagesFor(operation: { tag: string; method: string; path: string }): Promise<Page[]> {
  const site = await buildSite(projectFolder);
  const contract = readFileSync(join(site, "openapi.json"), "utf8");
  const ours = ["reference.html", "index.html"].map((name) => ({
    name: `**\`${name}\`**`,
    files: { "/index.html": readFileSync(join(site, name)) },
    link: `#/${operation.tag}/${OPERATION}`.toLowerCase(),
  }));
  const others = DOCS.map(({ name, release, files, body, link }) => {
    const folder = unpack(release);
    const shown = name.includes("without callbacks") ? withoutCallbacks(contract) : contract;
    const loaded = files.map((file) => [`/${basename(file)}`, readFileSync(join(folder, file))] as const);
    return {
      name,
      files: { "/index.html": html(body), "/openapi.json": shown, ...Object.fromEntries(loaded) },
      link: link(operation),
    };
  });
  return [...ours, ...others];
}

function withoutCallbacks(contract: string): string {
  return JSON.stringify(JSON.parse(contract), (key, value) => (key === "callbacks" ? undefined : value));
}

function html(body: string): string {
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';
  return `<!doctype html><html lang="en"><head>${head}<title>Docs</title></head><body>${body}</body></html>`;
}

/** Downloads a package without its dependencies, if it is not there yet; returns its folder. */
function unpack(release: string): string {
  const folder = join(rivalsFolder, "docs", release);
  if (!existsSync(join(folder, "package"))) {
    mkdirSync(folder, { recursive: true });
    const [tarball] = npm("pack", release, "--silent", "--ignore-scripts").trim().split("\n").slice(-1);
    execFileSync("tar", ["-xzf", join(rivalsFolder, String(tarball)), "-C", folder]);
  }
  return join(folder, "package");
}

/**
 * Visits the deep link of a page, with an empty cache. Returns when its sentence came into view and stayed there, in ms;
 * infinite if it did not.
 */
async function visit(browser: Browser, { files, link }: Page, sentence: string): Promise<number> {
  await using host = await serveFiles(async (path) => {
    const file = files[path];
    if (file === undefined) throw new Error(`There is no ${path}`);
    return Buffer.from(file);
  });
  const context = await browser.newContext();
  const tab = await context.newPage();
  const devTools = await context.newCDPSession(tab);
  await devTools.send("Network.enable");
  const { latency, kbits, cpu } = SLOW;
  const bytesPerSecond = (kbits * 1000) / 8;
  const speed = { latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond / 2 };
  await devTools.send("Network.emulateNetworkConditions", { offline: false, ...speed });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  // tsx wraps functions in a helper that keeps their names, which the page lacks.
  await tab.addInitScript("globalThis.__name = (value) => value");
  await tab.addInitScript(watch, sentence);
  await tab.goto(`${host.url}/${link}`, { timeout: PATIENCE });
  await tab.waitForLoadState("networkidle", { timeout: PATIENCE });
  const isSettled = ([loaded, still]: readonly [number, number]) =>
    performance.now() > Math.max(loaded, globalThis.inViewSince ?? Number.POSITIVE_INFINITY) + still;
  const loaded = await tab.evaluate(() => performance.now());
  await tab.waitForFunction(isSettled, [loaded, STILL] as const, { timeout: PATIENCE }).catch(() => undefined);
  const since = await tab.evaluate(() => globalThis.inViewSince);
  await context.close();
  return since ?? Number.POSITIVE_INFINITY;
}

declare global {
  /** Since when the sentence has been in view, in the page that is measured. */
  var inViewSince: number | undefined;
}

/** Runs in the page: records since when the sentence has been in view. Some pages have it in a shadow root. */
function watch(sentence: string): void {
  const isInView = (root: Node): boolean => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.shadowRoot && isInView(node.shadowRoot)) return true;
      } else if (node.nodeValue?.includes(sentence)) {
        const range = document.createRange();
        range.selectNode(node);
        const { top, bottom, height } = range.getBoundingClientRect();
        if (height > 0 && bottom > 0 && top < innerHeight) return true;
      }
    }
    return false;
  };
  setInterval(() => {
    if (!isInView(document)) globalThis.inViewSince = undefined;
    else globalThis.inViewSince ??= performance.now();
  }, 50);
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
