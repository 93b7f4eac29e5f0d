import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { GUIDES } from "../docs/guides.js";
import { example } from "../readme/readme.js";
import { projectFolder, run } from "../servers/command.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { installPackages } from "../servers/packages.js";
import { type Installation, install } from "./installation.js";

const suiteFolder = fileURLToPath(new URL(".", import.meta.url));
const bin = join(suiteFolder, "node_modules/.bin");
let installed: Installation;

beforeAll(async () => {
  installPackages(suiteFolder);
  installed = await install();
});

afterAll(() => installed.remove());

describe("the tarball", () => {
  test("holds what a user needs and nothing else", () => {
    const outside = installed.files.filter((file) => !/^dist\/(src|generated)\/[\w/.-]+\.(js|d\.ts)$/.test(file));
    const guides = GUIDES.map((name) => `guides/${name}.md`);
    const texts = ["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"];
    const others = [...texts, ...guides, "openapi.yaml", "package.json"];
    expect(outside.sort()).toEqual(others);
    const modules = ["dist/src/client/index.js", "dist/src/client/index.d.ts", "dist/generated/schema.d.ts"];
    expect(installed.files).toEqual(expect.arrayContaining(modules));
  });

  test("holds every file that its texts link to", async () => {
    const texts = installed.files.filter((file) => file.endsWith(".md"));
    const links = await Promise.all(
      texts.map(async (file) => {
        const text = await readFile(join(projectFolder, file), "utf8");
        return [...text.matchAll(/\]\((?!http|#)([^)#\s]+)/g)].map(([, link = ""]) => join(dirname(file), link));
      }),
    );
    expect(installed.files).toEqual(expect.arrayContaining(links.flat()));
  });

  test("gets no warning from publint", async () => {
    const { code, output } = await run(`${bin}/publint ${installed.tarball} --strict`);
    expect(code, output).toBe(0);
  });

  test("has the right types for every kind of import", async () => {
    const { code, output } = await run(
      `${bin}/attw ${installed.tarball} --profile esm-only --exclude-entrypoints ./openapi.yaml ./package.json`,
    );
    expect(code, output).toBe(0);
  }, 120_000);
});

describe("the installed package", () => {
  test("works from plain JavaScript", async () => {
    await installed.write(
      "call.js",
      `import { createServiceClient, ServiceStatusError } from "service-admin-api";
      const service = createServiceClient({ baseUrl: "${inject("mockUrl")}", accessToken: "<ACCESS_TOKEN>" });
      const { id } = await service.webhooks.get(1001);
      const refused = await service.webhooks.create({}).catch((error) => error);
      console.log(id, refused instanceof ServiceStatusError, refused.name, refused.status);`,
    );
    const { code, output } = await installed.run("node call.js");
    expect(output).toBe("1001 true ServiceStatusError 422\n");
    expect(code).toBe(0);
  });

  test.each(["http", "schemas"])("has the entry %s", async (entry) => {
    await installed.write(
      `${entry}.js`,
      `console.log(Object.keys(await import("service-admin-api/${entry}")).join());`,
    );
    const { output } = await installed.run(`node ${entry}.js`);
    expect(output).toBe(
      entry === "http" ? "createHttpClient\n" : "webhookCreateInput,webhookDeliverInput,webhookUpdateInput\n",
    );
  });

  test("contains the contract", async () => {
    await installed.write("contract.js", 'console.log(import.meta.resolve("service-admin-api/openapi.yaml"));');
    const { stdout } = await installed.run("node contract.js");
    const source = await readFile(join(projectFolder, "openapi.yaml"), "utf8");
    expect(await readFile(new URL(stdout.trim()), "utf8")).toBe(source);
  });

  test("verifies a service without any other package", async () => {
    const { code, output } = await installed.run(
      `SERVICE_ACCESS_TOKEN=any node_modules/.bin/service-admin-verify --server ${inject("mockUrl")} --stateless`,
    );
    expect(output).toContain("6 steps: no breaches.");
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
      await service.webhooks.get(1001, { signal: controller.signal }).catch((error) => console.log(error.name));`,
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
}, 120_000);

describe("the types of the installed package", () => {
  const consumer = `
    import {
      type AccessToken, type Call, type CallOptions, createServiceClient, type DeletionResult, type Delivery,
      type List, nextPage, type OAuth, type operations, type Pagination, type paths, ServiceError, ServiceStatusError, type Webhook, type WebhookCreateInput,
      type WebhookDeliverInput, type WebhookListQuery, type WebhookPage, type WebhookUpdateInput,
    } from "service-admin-api";
    import { createHttpClient } from "service-admin-api/http";
    import { type StandardSchema, webhookCreateInput } from "service-admin-api/schemas";
    const accessToken: AccessToken = async () => "<ACCESS_TOKEN>";
    const service = createServiceClient({ baseUrl: "https://service.example", accessToken });
    const input: WebhookCreateInput & WebhookUpdateInput & WebhookDeliverInput = { topic: "a/b", address: "https://c.example" };
    const query: WebhookListQuery = { limit: 5, page: undefined };
    const schema: StandardSchema<WebhookCreateInput> = webhookCreateInput;
    export const after = (page: WebhookPage): number | undefined => nextPage(page);
    export const checked = schema["~standard"].validate({ ...input, format: undefined });
    export const raw = createHttpClient({ baseUrl: new URL("https://service.example"), accessToken }).GET("/api/admin/26.0/webhooks");
    const options: CallOptions = { signal: AbortSignal.timeout(1000), timeout: 5, maxRetries: 1, headers: { A: "b" } };
    export async function use(): Promise<[OAuth, Webhook, DeletionResult, Pagination]> {
      const page: WebhookPage = await service.webhooks.list(query, options);
      const list: List<WebhookPage, Webhook> = service.webhooks.list();
      for await (const webhook of list) webhook.created_at.slice(0, 10);
      for await (const { webhooks } of list.pages()) for (const webhook of webhooks) webhook.format satisfies "json" | "xml";
      const call: Call<Webhook> = service.webhooks.get(1);
      (await call.withResponse()).response.headers.get("x-request-id");
      try {
        return [
          await service.oauth.exchangeAccessToken(options),
          await service.webhooks.create(input, options),
          await service.webhooks.delete(1, options),
          page.pagination,
        ];
      } catch (error) {
        if (error instanceof ServiceStatusError) throw new Error(String(error.status satisfies number));
        if (error instanceof ServiceError && error.name === "ServiceTimeoutError") throw error;
        throw error;
      }
    }
    export type Id = operations["getWebhook"]["parameters"]["path"]["id"];
    export const receive = ({ mediaType, payload }: Delivery): unknown => (mediaType === "application/json" ? payload : 0);
    export type Path = paths["/api/admin/26.0/webhooks"]["get"];
    // @ts-expect-error: no such format
    service.webhooks.create({ ...input, format: "csv" });
  `;

  const resolutions = [
    ["bundler", "esnext"],
    ["node16", "node16"],
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
        `node ${compiler}/bin/tsc --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false --skipDefaultLibCheck --target es2022 --lib es2022,dom,dom.iterable --module ${module} --moduleResolution ${resolution} consumer.ts`,
      );
      expect(code, output).toBe(0);
    },
    120_000,
  );
});
