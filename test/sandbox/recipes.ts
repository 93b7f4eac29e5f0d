import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { example } from "../readme/readme.js";
import { run, start } from "../servers/command.js";
import { type Installation, install, ownModules } from "../servers/installation.js";
import { freePort } from "../servers/port.js";
import { pack, type Tarball } from "../servers/tarball.js";

const TOKEN = { "X-Service-Access-Token": "<ACCESS_TOKEN>" };

/** The packages that the recipes use, each with the `node_modules` that it is in: those of this project. */
export const OWN_PACKAGES = Object.fromEntries(
  ["vite", "vitest", "msw", "@playwright/test", "@types/node", "typescript"].map((name) => [name, ownModules]),
);

/** What the recipes run with. */
export interface Surroundings {
  /** Packages, each with the `node_modules` that it is in. */
  readonly packages: Readonly<Record<string, string>>;
  /** Folder of the Node.js that runs them; by default the one that runs the tests. */
  readonly node?: string;
}

/** Returns the guide's code for a file, with another port. */
export function recipe(file: string, port: number): string {
  return example(file).replaceAll("4010", String(port)).replace("npx service-admin-sandbox", `$& --port ${port}`);
}

/** Tests the recipes of the guide to the sandbox, with the installed package. */
export function testRecipes(title: string, prepare: () => Surroundings): void {
  describe(title, () => {
    let user: Installation;
    let packed: Tarball;
    let node: string | undefined;
    const onNode = () => (node === undefined ? "" : `PATH="${node}:$PATH" `);

    beforeAll(async () => {
      const surroundings = prepare();
      ({ node } = surroundings);
      packed = await pack();
      user = await install(packed.file, "npm", surroundings.packages);
    });

    afterAll(async () => {
      await user.remove();
      await packed.remove();
    });

    /** Runs tests of the user's with Vitest, all of which are to pass. */
    async function passes(file: string, settings = "") {
      const config = file.replace(".test.ts", ".config.js");
      await user.write(config, `export default { test: { include: ["${file}"], ${settings} } };`);
      const { code, output } = await run(`${onNode()}npx vitest run --config ${config}`, user.folder);
      expect(output).toContain("1 passed");
      expect(code, output).toBe(0);
    }

    test("with Vitest in process, and a simulated failure", async () => {
      await user.write("in-process.ts", example("in-process.ts"));
      for (const file of ["failure.test.ts", "deliveries.test.ts"]) {
        await user.write(file, example(file));
        await passes(file);
      }
    });

    test("with MSW in Node", async () => {
      await user.write("msw-node.ts", example("msw-node.ts"));
      await user.write(
        "msw.test.ts",
        `import { createServiceClient } from "service-admin-api";
        import { expect, test } from "vitest";
        import { sandbox, server } from "./msw-node.js";
        test("list, create, edit, delete, a failure, a delivery", async () => {
          server.listen({ onUnhandledRequest: "error" });
          const { webhooks } = createServiceClient({ baseUrl: "http://service.example", accessToken: "any" });
          const orders = { topic: "orders/create", address: "https://front-end.example/" };
          const { id } = await webhooks.create(orders);
          expect(await webhooks.update({ ...orders, format: "xml" })).toMatchObject({ id, format: "xml" });
          expect((await webhooks.list()).webhooks).toEqual(sandbox.webhooks);
          expect(await webhooks.delete(id)).toHaveProperty("success", true);
          sandbox.simulate({ operation: "listWebhooks", status: 500 });
          await expect(webhooks.list({}, { maxRetries: 0 })).rejects.toMatchObject({ status: 500 });
          await webhooks.deliver(orders);
          expect(sandbox.deliveries).toMatchObject([orders]);
          server.close();
        });`,
      );
      await passes("msw.test.ts");
    });

    test("as far as its types go", async () => {
      const files = [
        ...[
          "in-process.ts",
          "failure.test.ts",
          "deliveries.test.ts",
          "msw.ts",
          "msw-node.ts",
          "sandbox-route.ts",
          "playwright.config.ts",
          "list.spec.ts",
          "refused-fields.ts",
        ],
        ...["vitest.setup.ts", "vite.config.ts", "vite-middleware.config.ts"],
      ];
      for (const file of files) await user.write(`types/${file.replace(".spec", "")}`, example(file));
      const flags = "--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node";
      const { code, output } = await run(`${onNode()}npx tsc ${flags} types/*.ts`, user.folder);
      expect(code, output).toBe(0);
    });

    test("with a form that shows what was refused", async () => {
      const port = await freePort();
      const sandbox = start(`${onNode()}npx service-admin-sandbox --port ${port}`, user.folder);
      await sandbox.printed("is listening on");
      await user.write("refused-fields.mjs", recipe("refused-fields.ts", port));
      const { output } = await run(`${onNode()}node refused-fields.mjs`, user.folder);
      expect(output).toBe("topic must look like orders/create\n");
      await sandbox.close();
    });

    test("as a middleware of Vite's dev server", async () => {
      const port = await freePort();
      await user.write("vite-middleware.config.ts", example("vite-middleware.config.ts"));
      const command = `${onNode()}npx vite --config vite-middleware.config.ts --port ${port} --host 127.0.0.1 --strictPort`;
      const vite = start(command, user.folder);
      await vite.printed("Local:");
      const answer = await fetch(`http://127.0.0.1:${port}/api/admin/26.0/webhooks`, { headers: TOKEN });
      expect(await answer.json()).toHaveProperty("pagination.total", 25);
      await vite.close();
    });

    test("as Vitest's globalSetup", async () => {
      await user.write("vitest.setup.ts", recipe("vitest.setup.ts", 0));
      await user.write(
        "front-end.test.ts",
        `import { createServiceClient } from "service-admin-api";
        import { expect, inject, test } from "vitest";
        test("lists the seed", async () => {
          const service = createServiceClient({ baseUrl: inject("serviceUrl"), accessToken: "any" });
          expect((await service.webhooks.list()).pagination.total).toBe(25);
        });`,
      );
      await passes("front-end.test.ts", 'globalSetup: "./vitest.setup.ts"');
    });

    test("as Playwright's webServer, with two workers that do not affect each other", async () => {
      const port = await freePort();
      await user.write("playwright.config.ts", recipe("playwright.config.ts", port));
      const walk = (worker: number) => `import { expect, test } from "@playwright/test";
        const url = "http://127.0.0.1:${port}/api/admin/26.0/webhooks";
        const control = "http://127.0.0.1:${port}/__sandbox/";
        test.use({ extraHTTPHeaders: { "X-Service-Access-Token": "walk-${worker}" } });
        test("list, create, edit, delete, a failure, a delivery", async ({ request }) => {
          const webhook = { topic: "orders/create", address: "https://front-end.example/${worker}" };
          const created = await (await request.post(url, { data: { webhook } })).json();
          expect(created.webhook.id).toBe(1004);
          const edited = { ...webhook, format: "xml" };
          expect((await (await request.put(url, { data: { webhook: edited } })).json()).webhook).toMatchObject(edited);
          expect((await (await request.get(url)).json()).pagination.total).toBe(4);
          expect((await request.delete(url + "/1004")).status()).toBe(200);
          await request.post(control + "simulate", { data: { operation: "listWebhooks", status: 500 } });
          expect((await request.get(url)).status()).toBe(500);
          expect((await (await request.get(url)).json()).pagination.total).toBe(3);
          await request.post(url.replace("webhooks", "internal/webhooks/deliver"), { data: { webhook } });
          const { deliveries } = await (await request.get(control + "deliveries")).json();
          expect(deliveries).toMatchObject([{ topic: "orders/create", answer: { notSent: expect.any(String) } }]);
        });`;
      await user.write("one.spec.ts", walk(1));
      await user.write("two.spec.ts", walk(2));
      await user.write("list.spec.ts", recipe("list.spec.ts", port));
      const { code, output } = await run(
        `${onNode()}npx playwright test one.spec.ts two.spec.ts list.spec.ts`,
        user.folder,
      );
      expect(output).toContain("using 2 workers");
      expect(output).toContain("3 passed");
      expect(code, output).toBe(0);
    });
  });
}
