import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { GUIDES } from "../docs/pages.js";
import { commands, example } from "../readme/readme.js";
import { projectFolder, run } from "../servers/command.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { type Installation, install, pack, type Tarball } from "../servers/installation.js";
import { installPackages } from "../servers/packages.js";

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
    const modules = ["dist/src/client/index.js", "dist/src/client/index.d.ts", "dist/generated/schema.d.ts"];
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

  test("has the right types for every kind of import", async () => {
    const { code, output } = await run(
      `${bin}/attw ${packed.file} --profile esm-only --exclude-entrypoints ./openapi.yaml ./package.json`,
    );
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

  test("verifies a service without any other package", async () => {
    const { code, output } = await installed.run(
      `SERVICE_ACCESS_TOKEN=any node_modules/.bin/service-admin-verify --server ${inject("mockUrl")} --stateless`,
    );
    expect(output).toContain("ℹ fail 0");
    expect(code).toBe(0);
  });

  test("lets a program end immediately after an abort: no timer and no connection is left", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "60" }));
    await installed.write(
      "abort.js",
      `import { createServiceClient } from "service-admin-api";
      const service = createServiceClient({ baseUrl: "${server.url}", accessToken: "<ACCESS_TOKEN>", timeout: 100_000 });
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 200);
      await service.webhooks.list({}, { signal: controller.signal }).catch((error) => console.log(error.name));`,
    );
    const { output } = await installed.run("node abort.js");
    expect(output).toBe("AbortError\n");
    expect(server.arrivals).toHaveLength(1);
  });
});

test("the installed package works in Jest, which loads CommonJS, with the settings of the guide to the client", async () => {
  const settings = example("jest.config.cjs");
  // Jest and the plugin are in the folder of this suite, next to the project that has the package.
  const plugin = join(suiteFolder, "node_modules/@babel/plugin-transform-modules-commonjs");
  await installed.write(
    "jest.config.cjs",
    settings.replace('"@babel/plugin-transform-modules-commonjs"', `"${plugin}"`),
  );
  await installed.write(
    "call.test.cjs",
    `const { createServiceClient } = require("service-admin-api");
    test("a call returns what the contract describes", async () => {
      const service = createServiceClient({ baseUrl: "${inject("mockUrl")}", accessToken: "<ACCESS_TOKEN>" });
      expect(await service.webhooks.get(1001)).toHaveProperty("id", 1001);
    });`,
  );
  const { code, output } = await installed.run(`node ${bin}/jest --ci --testMatch "**/call.test.cjs"`);
  expect(code, output).toBe(0);
});

describe("the types of the installed package", () => {
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
      const { data, error } = await http.GET("/api/admin/26.0/webhooks", { params: { query: { limit: undefined } } });
      if (error) throw error;
      return data.webhooks[0]?.topic;
    }
    webhooks.create({ topic: "a/b", address: "https://c.example", format: undefined, secret: undefined });
    // @ts-expect-error: no such format
    webhooks.create({ topic: "a/b", address: "https://c.example", format: "csv" });
  `;

  const resolutions = [
    ["bundler", "esnext"],
    ["nodenext", "nodenext"],
  ];
  const compilers = [
    ["5.9", join(projectFolder, "node_modules/typescript")],
    ["6", join(suiteFolder, "node_modules/typescript-6")],
    ["7", join(suiteFolder, "node_modules/typescript-7")],
  ];
  const cases = compilers.flatMap(([version = "", compiler = ""]) =>
    resolutions.map(([resolution = "", module = ""]) => ({ version, compiler, resolution, module })),
  );

  beforeAll(() => installed.write("consumer.ts", consumer));

  test.each(cases)(
    "are valid in TypeScript $version under moduleResolution $resolution, without skipLibCheck",
    async (one) => {
      const { compiler, module, resolution } = one;
      const { code, output } = await installed.run(
        `node ${compiler}/bin/tsc --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false --skipDefaultLibCheck --target es2022 --lib es2022,dom --module ${module} --moduleResolution ${resolution} consumer.ts`,
      );
      expect(code, output).toBe(0);
    },
  );
});
