import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { operations, responseExamples } from "../../generated/contract.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { GUIDES } from "../docs/pages.js";
import { chapter, commands } from "../readme/readme.js";
import { projectFolder, run } from "../servers/command.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { type Installation, install, pack, type Tarball } from "../servers/installation.js";
import { installPackages } from "../servers/packages.js";

const { topic } = responseExamples.createWebhook.webhook;
const suiteFolder = fileURLToPath(new URL(".", import.meta.url));
const bin = join(suiteFolder, "node_modules/.bin");
const INSTALL = "npm install ../service-admin-api/*.tgz";
let packed: Tarball;
let installed: Installation;

beforeAll(async () => {
  installPackages(suiteFolder);
  packed = await pack();
  // As the README says it: the shell finds the tarball in the clone.
  installed = await install(INSTALL.replace("npm install ../service-admin-api", dirname(packed.file)));
});

afterAll(async () => {
  await installed.remove();
  await packed.remove();
});

describe("the tarball", () => {
  test("is installed by the command of the README", () => {
    expect(commands()).toContain(INSTALL);
  });

  test("holds what a user needs and nothing else", () => {
    const outside = packed.files.filter((file) => !/^dist\/(src|generated)\/[\w/.-]+\.(js|d\.ts)$/.test(file));
    const guides = GUIDES.map((name) => `guides/${name}.md`);
    const texts = ["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"];
    const others = [...texts, ...guides, "openapi.yaml", "package.json"];
    expect(outside.sort()).toEqual(others);
    const modules = ["dist/src/client/index.js", "dist/src/client/index.d.ts", "dist/generated/openapi-types.d.ts"];
    expect(packed.files).toEqual(expect.arrayContaining(modules));
  });

  test("holds every file that its texts link to", async () => {
    const texts = packed.files.filter((file) => file.endsWith(".md"));
    const links = await Promise.all(
      texts.map(async (file) => {
        const text = await readFile(join(projectFolder, file), "utf8");
        return [...text.matchAll(/\]\((?!http|#)([^)#\s]+)/g)].map(([, link = ""]) => join(dirname(file), link));
      }),
    );
    expect(packed.files).toEqual(expect.arrayContaining(links.flat()));
  });

  test("gets no warning from publint", async () => {
    const { code, output } = await run(`${bin}/publint ${packed.file} --strict`);
    expect(code, output).toBe(0);
  });

  test("has the right types for every kind of import; Node.js loads its ES modules with require, too", async () => {
    const explained = "--exclude-entrypoints ./openapi.yaml ./package.json --ignore-rules cjs-resolves-to-esm";
    const { code, output } = await run(`${bin}/attw ${packed.file} ${explained}`);
    expect(code, output).toBe(0);
  });
});

describe("the installed package", () => {
  test("has the schemas and the contract as entries", async () => {
    await installed.write(
      "entries.js",
      `import { webhookCreateInput } from "service-admin-api/schemas";
      console.log(typeof webhookCreateInput);
      console.log(import.meta.resolve("service-admin-api/openapi.yaml"));`,
    );
    const [types, contract = ""] = (await installed.run("node entries.js")).stdout.split("\n");
    expect(types).toBe("object");
    expect(await readFile(new URL(contract), "utf8")).toBe(await readFile(join(projectFolder, "openapi.yaml"), "utf8"));
  });

  test("is required by CommonJS that TypeScript has compiled", async () => {
    await installed.write(
      "required.cts",
      `import { createServiceClient } from "service-admin-api";
      import { createSandbox } from "service-admin-api/sandbox";
      export type { startSandbox } from "service-admin-api/sandbox/server";
      const { fetch } = createSandbox({ seed: 2 });
      const service = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch });
      service.webhooks.list().then(({ pagination }) => console.log(pagination.total));`,
    );
    const tsc = join(projectFolder, "node_modules/.bin/tsc");
    const { output } = await installed.run(`${tsc} required.cts --strict --module nodenext && node required.cjs`);
    expect(output).toBe("2\n");
  });

  test("verifies a service without any other package, and takes a mock for what it is", async () => {
    await using sandbox = await startSandbox({ port: 0 });
    const verify = (server: string) =>
      installed.run(`SERVICE_ACCESS_TOKEN=any node_modules/.bin/service-admin-verify --server ${server}`);
    const ofSandbox = await verify(sandbox.url);
    expect(ofSandbox.output).toContain("ℹ fail 0");
    expect(ofSandbox.code).toBe(0);
    const ofMock = await verify(inject("mockUrl"));
    expect(ofMock.output).toContain("this looks like a mock: it forgets what it is sent");
    expect(ofMock.code).toBe(3);
  });

  test("lets a program end immediately after an abort: no timer and no connection is left", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "60" }));
    await installed.write(
      "abort.js",
      `import { createServiceClient } from "service-admin-api";
      const controller = new AbortController();
      const onTry = () => setImmediate(() => controller.abort());
      const options = { baseUrl: "${server.url}", accessToken: "<ACCESS_TOKEN>", timeout: 100_000, onTry };
      const service = createServiceClient(options);
      await service.webhooks.list({}, { signal: controller.signal }).catch((error) => console.log(error.name));`,
    );
    const { output } = await installed.run("node abort.js");
    expect(output).toBe("AbortError\n");
    expect(server.arrivals).toHaveLength(1);
  });
});

describe("a bundle of the installed package", () => {
  const tool = (name: string) => join(projectFolder, "node_modules/.bin", name);
  const bundlers = {
    esbuild: (platform: string, folder: string) =>
      `${tool("esbuild")} blocked.js --bundle --format=esm --platform=${platform} --outfile=${folder}/blocked.js`,
    vite: (platform: string, folder: string) =>
      `${tool("vite")} build --outDir ${folder} ${platform === "node" ? "--ssr blocked.js" : ""}`,
  };

  beforeAll(async () => {
    await installed.write(
      "blocked.js",
      `import { createServiceClient } from "service-admin-api";
      // A port that fetch blocks.
      const { webhooks } = createServiceClient({ baseUrl: "http://127.0.0.1:1", maxRetries: 0 });
      await webhooks.get(1).catch(({ maybeSent }) => console.log({ maybeSent }));`,
    );
    await installed.write(
      "vite.config.js",
      `export default {
        build: { lib: { entry: "blocked.js", fileName: "blocked", formats: ["es"] } },
        ssr: { noExternal: true },
      };`,
    );
  });

  test.each(Object.entries(bundlers))(
    "by %s knows that nothing was sent if it is for Node.js, but not if it is for browsers",
    async (bundler, bundle) => {
      const outputOf = async (platform: string) => {
        const folder = join(bundler, platform);
        return (await installed.run(`${bundle(platform, folder)} && node ${folder}/blocked.js`)).output;
      };
      expect(await outputOf("node")).toContain("{ maybeSent: false }");
      expect(await outputOf("browser")).toContain("{ maybeSent: true }");
    },
  );
});

describe("the types of the installed package", () => {
  test("have names in the declarations of a library that pnpm has installed it for", async () => {
    const library = await install(packed.file, "pnpm");
    try {
      await library.write(
        "library.ts",
        `import { createServiceClient } from "service-admin-api";
        import { webhookCreateInput } from "service-admin-api/schemas";
        const service = createServiceClient({ baseUrl: "https://service.example" });
        export const list = () => service.http.GET("${operations.listWebhooks.path}", { signal: undefined });
        export const one = (id: number) => service.http.GET("${operations.getWebhook.path}", { params: { path: { id } } });
        export const { webhooks, http } = service;
        export const { GET, request, use } = http;
        export const validate = (value: unknown) => webhookCreateInput["~standard"].validate(value);
        export const get = () => service.webhooks.get(1).withResponse();`,
      );
      const flags = "--declaration --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom";
      for (const [module, resolution] of [
        ["nodenext", "nodenext"],
        ["commonjs", "node10"],
      ]) {
        const kind = `--module ${module} --moduleResolution ${resolution}`;
        const { code, output } = await library.run(
          `${projectFolder}/node_modules/.bin/tsc library.ts ${flags} ${kind}`,
        );
        expect(code, output).toBe(0);
        // A package that only pnpm's own folder has would be `any` for everybody else.
        expect((await library.run("cat library.d.ts")).stdout).not.toContain(".pnpm");
      }
    } finally {
      await library.remove();
    }
  });

  // What the types say is tested in test/client/types.test-d.ts.
  const consumer = `
    import { createServiceClient, nextPage, ServiceError, ServiceStatusError, type Webhook } from "service-admin-api";
    import { type StandardSchema, webhookCreateInput } from "service-admin-api/schemas";
    export type {
      AccessToken, Call, CallOptions, DeletionResult, Delivery, List, OAuth, operations, Pagination, paths,
      WebhookCreateInput, WebhookDeliverInput, WebhookListQuery, WebhookPage, WebhookUpdateInput,
    } from "service-admin-api";
    const options = { baseUrl: new URL("https://service.example"), accessToken: async () => "<ACCESS_TOKEN>" };
    const { webhooks, http } = createServiceClient({ ...options, fetch: (url, init) => fetch(url, init) });
    export async function use(): Promise<Webhook[]> {
      const page = nextPage(await webhooks.list({ limit: 5, page: undefined }, { signal: AbortSignal.timeout(1000) }));
      const all: Webhook[] = [];
      for await (const webhook of webhooks.list({ page })) all.push(webhook);
      return all;
    }
    export const isMissing = (error: unknown) => error instanceof ServiceStatusError && error.status === 404;
    export const isLate = (error: unknown) => error instanceof ServiceError && error.name === "ServiceTimeoutError";
    export const checked = webhookCreateInput["~standard"].validate({ topic: "a/b" });
    export const schema: StandardSchema<{ topic: string; address: string }> = webhookCreateInput;
    export const withoutToken = createServiceClient({ baseUrl: "/", accessToken: undefined, headers: undefined });
    http.use({ onRequest: ({ request }) => request.headers.set("X-Trace", "1") });
    export async function raw(): Promise<string | undefined> {
      const { data, error } = await http.GET("${operations.listWebhooks.path}", { params: { query: { limit: undefined } } });
      if (error) throw error;
      return data.webhooks[0]?.topic;
    }
    webhooks.create({ topic: "${topic}", address: "https://c.example", format: undefined, secret: undefined });
    // @ts-expect-error: no such format
    webhooks.create({ topic: "${topic}", address: "https://c.example", format: "csv" });
  `;

  const compilers = new Map([
    ["5.4", join(suiteFolder, "node_modules/typescript-5.4")],
    ["5.7", join(suiteFolder, "node_modules/typescript-5.7")],
    ["5.8", join(suiteFolder, "node_modules/typescript-5.8")],
    ["5.9", join(projectFolder, "node_modules/typescript")],
    ["6.0", join(suiteFolder, "node_modules/typescript-6")],
    ["7.0", join(suiteFolder, "node_modules/typescript-7")],
  ]);
  const versions = [...compilers.keys()];
  const compile = (version: string, flags: string) =>
    installed.run(`node ${compilers.get(version)}/bin/tsc --noEmit --strict --target es2022 --lib es2022,dom ${flags}`);

  test.each(["5.9", "6.0", "7.0"])("are valid in TypeScript %s, without skipLibCheck", async (version) => {
    await installed.write("consumer.ts", consumer);
    const flags = "--exactOptionalPropertyTypes --skipLibCheck false --skipDefaultLibCheck --module nodenext";
    const { code, output } = await compile(version, `${flags} consumer.ts`);
    expect(code, output).toBe(0);
  });

  const entries = `
    export { createServiceClient, type Webhook } from "service-admin-api";
    export { webhookCreateInput } from "service-admin-api/schemas";
    export { createSandbox } from "service-admin-api/sandbox";
    export type { startSandbox } from "service-admin-api/sandbox/server";
  `;
  // A row of the guide: settings, and since which version they work in a project of either type.
  const table = chapter("guides/recipes.md", "CommonJS, and settings of TypeScript");
  const cells = [...table.matchAll(/^\| (`module.+) \| (.+) \| (.+) \|$/gm)].flatMap(
    ([, settings = "", commonjs = "", esm = ""]) => [
      { settings, type: "commonjs", since: commonjs },
      { settings, type: "module", since: esm },
    ],
  );
  const cases = cells
    .filter(({ since }) => since !== "–")
    .flatMap((cell) => {
      const first = versions.indexOf(cell.since);
      const tried = new Set([versions[first - 1], versions[first], "7.0"]);
      return versions
        .filter((version) => tried.has(version))
        .map((version) => ({ ...cell, version, works: first >= 0 && versions.indexOf(version) >= first }));
    });

  test.each(cases)(
    "are found with $settings in a project of type $type, in TypeScript $version: $works",
    async ({ settings, type, version, works }) => {
      await installed.write(`${type}/package.json`, JSON.stringify({ type }));
      await installed.write(`${type}/entries.ts`, entries);
      const flags = [...settings.matchAll(/`(\w+): (\w+)`/g)].map(([, name, value]) => `--${name} ${value}`);
      const { code, output } = await compile(version, `${flags.join(" ")} ${type}/entries.ts`);
      expect(code === 0, output).toBe(works);
    },
  );
});

test("a resolver that does not read exports finds the root of the package", async () => {
  const { default: resolve } = await import(join(suiteFolder, "node_modules/resolve/index.js"));
  const found = resolve.sync("service-admin-api", { basedir: installed.folder });
  expect(found).toBe(join(installed.folder, "node_modules/service-admin-api/dist/src/client/index.js"));
});
