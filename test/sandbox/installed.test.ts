import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../generated/version.js";
import { readCommandLine } from "../../src/cli/command-line.js";
import { commandLine, readOptions } from "../../src/sandbox/server/flags.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { example } from "../readme/readme.js";
import { type RunningCommand, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { pack } from "../servers/tarball.js";
import { type Installation, install } from "./installation.js";

const COMMAND = "npx service-admin-sandbox";
const TOKEN = { "X-Service-Access-Token": "<ACCESS_TOKEN>" };
let packed: Awaited<ReturnType<typeof pack>>;
let user: Installation;

beforeAll(async () => {
  packed = await pack();
  user = await install(packed.file, "npm", ["vite", "vitest", "msw", "@playwright/test", "@types/node", "typescript"]);
});

afterAll(async () => {
  await user.remove();
  await packed.remove();
});

/** Returns the guide's code for a file, with another port. */
function recipe(file: string, port: number): string {
  return example(file).replaceAll("4010", String(port)).replace("npx service-admin-sandbox", `$& --port ${port}`);
}

describe("the command, installed by npm,", () => {
  let port: number;
  let running: RunningCommand;

  beforeAll(async () => {
    port = await freePort();
    running = start(`${COMMAND} --port ${port} --seed 25`, user.folder);
    await running.printed(`The sandbox is listening on http://127.0.0.1:${port}`);
  });
  afterAll(() => running.close());

  test("prints the operations that it serves", () => {
    for (const { method, path } of operationsOf(readContract())) {
      expect(running.output()).toMatch(new RegExp(`${method} +${path.replace(/[{}]/g, ".")} +from `));
    }
  });

  test("prints a line for each request", async () => {
    await fetch(`http://127.0.0.1:${port}/api/admin/26.0/webhooks`, { headers: TOKEN });
    await running.printed("GET /api/admin/26.0/webhooks 200 ");
  });

  test("ends with one line and exit code 1 when the port is taken", async () => {
    const { code, output } = await run(`node_modules/.bin/service-admin-sandbox --port ${port}`, user.folder);
    expect(output).toBe(
      `service-admin-sandbox: Port ${port} of 127.0.0.1 is already in use. Choose another port, or 0 for any free port.\n`,
    );
    expect(code).toBe(1);
  });

  test("works behind Vite's dev server, with the settings of the guide", async () => {
    const own = await freePort();
    await user.write("vite.config.ts", recipe("vite.config.ts", port));
    const vite = start(`npx vite --port ${own} --host 127.0.0.1 --strictPort`, user.folder);
    await vite.printed("Local:");
    const answer = await fetch(`http://127.0.0.1:${own}/api/admin/26.0/webhooks`, { headers: TOKEN });
    expect(await answer.json()).toHaveProperty("pagination.total", 25);
    await vite.close();
  });
});

describe("the package, installed in other ways,", () => {
  test("starts its command when pnpm installed it, which prints no line for a request with --quiet", async () => {
    const own = await install(packed.file, "pnpm", []);
    const port = await freePort();
    const running = start(`${COMMAND} --port ${port} --quiet`, own.folder);
    await running.printed(`listening on http://127.0.0.1:${port}`);
    const before = running.output();
    await fetch(`http://127.0.0.1:${port}/api/admin/26.0/webhooks`, { headers: TOKEN });
    await running.close();
    expect(running.output()).toBe(before);
    await own.remove();
  });

  test("has all its types without any other package", async () => {
    const own = await install(packed.file, "npm", []);
    await own.write(
      "types.ts",
      `import { createSandbox } from "service-admin-api/sandbox";
      import { startSandbox } from "service-admin-api/sandbox/server";
      createSandbox().fetch; startSandbox().then;`,
    );
    const config = {
      strict: true,
      noEmit: true,
      module: "nodenext",
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
    };
    await own.write("tsconfig.json", JSON.stringify({ compilerOptions: config, files: ["types.ts"] }));
    expect(await run("node_modules/.bin/tsc", own.folder)).toMatchObject({ code: 0, output: "" });
    await own.remove();
  });
});

describe("the flags of the command", () => {
  test("are those of --help", async () => {
    const { stdout, code } = await run(`${COMMAND} --help`, user.folder);
    const flags = [
      ...[
        "port",
        "host",
        "seed",
        "latency",
        "failure-rate",
        "random-seed",
        "first-id",
        "clock",
        "updates",
        "state-per",
      ],
      ...["deliver-to", "control-token", "no-control", "quiet", "version", "help"],
    ];
    expect([...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag)).toEqual(flags);
    expect(code).toBe(0);
  });

  test("--version prints the version of the package", async () => {
    expect((await run(`${COMMAND} --version`, user.folder)).stdout).toBe(`${version}\n`);
  });

  test("a wrong one ends the command with one line that says what is wrong, and exit code 2", async () => {
    const { code, output } = await run("node_modules/.bin/service-admin-sandbox extra", user.folder);
    expect(output).toBe("service-admin-sandbox: there are too many arguments. See service-admin-sandbox --help.\n");
    expect(code).toBe(2);
  });

  test.each([
    ["--prot=1", "--prot is not an option of this command"],
    ["--clock=noon", '--clock must be a time, such as 2026-03-02T10:20:00Z, got "noon"'],
    ["--seed=nowhere.json", '--seed must be a number or a file that can be read, got "nowhere.json"'],
    ["--seed=README.md", "--seed: README.md is not JSON"],
    ["--seed", "--seed requires a value: n|file"],
    ["--quiet=no", "--quiet takes no value"],
  ])("%s is refused", (flag, message) => {
    expect(() => readOptions(readCommandLine(commandLine, [flag]).options)).toThrow(message);
  });

  test.each([
    ["--port=many", "--port must be a whole number from 0 to 65535, got many.\n"],
    ["--port=", "--port must be a whole number from 0 to 65535, got .\n"],
    ["--updates=never", "--updates must be match or example, got never.\n"],
    ["--state-per=user", "--state-per must be sandbox or token, got user.\n"],
    ["--deliver-to=all", "--deliver-to must be machine or any, got all.\n"],
    ["--control-token=", "--control-token must be a text that is not empty.\n"],
    ["--seed=package.json", "--seed.private is no collection: use webhooks.\n"],
    ["--port=65536", "--port must be a whole number from 0 to 65535, got 65536.\n"],
    ["--failure-rate=-1", "--failure-rate must be a number from 0 to 1, got -1.\n"],
  ])("%s ends the command with the allowed values", async (flag, message) => {
    expect(await run(`node_modules/.bin/service-admin-sandbox ${flag}`, user.folder)).toMatchObject({
      code: 2,
      output: `service-admin-sandbox: ${message}`,
    });
  });

  test("all flags together set their options", () => {
    const flags =
      "--port=0 --host=::1 --seed=3 --latency=20 --failure-rate=.5 --random-seed=7 --first-id=5 --clock=2026-03-02T10:20:00Z --updates=example --state-per=token --deliver-to=any --control-token=t --no-control --quiet";
    const { options } = readCommandLine(commandLine, flags.split(" "));
    const { clock, ...others } = readOptions(options);
    expect(options.quiet).toBe(true);
    expect(clock?.()).toEqual(new Date("2026-03-02T10:20:00Z"));
    expect(others).toEqual({
      ...{ port: 0, host: "::1", seed: 3, latency: 20, failureRate: 0.5, randomSeed: 7, firstId: 5 },
      ...{ updates: "example", statePer: "token", deliverTo: "any", controlToken: "t", control: false },
    });
  });

  test("--seed FILE reads subscriptions from a JSON file, and the error for a wrong one names the field", async () => {
    const command = "node_modules/.bin/service-admin-sandbox --port 0 --seed";
    await user.write("seed.json", '[{ "topic": "orders/create", "address": "https://front-end.example/" }]');
    const running = start(`${command} seed.json`, user.folder);
    await running.printed("Items of webhooks at the start: 1\n");
    await running.close();
    await user.write("broken.json", '[{ "topic": "orders", "address": "https://front-end.example/" }]');
    const { code, output } = await run(`${command} broken.json`, user.folder);
    expect(output).toBe('service-admin-sandbox: --seed[0].topic must match pattern "^[^/]+/[^/]+$".\n');
    expect(code).toBe(2);
  });
});

describe("a recipe of the guide works", () => {
  /** Runs tests of the user's with Vitest, all of which are to pass. */
  async function passes(file: string, settings = "") {
    const config = file.replace(".test.ts", ".config.js");
    await user.write(config, `export default { test: { ${settings} } };`);
    const { code, output } = await run(`npx vitest run --config ${config} ${file}`, user.folder);
    expect(output).toContain("1 passed");
    expect(code, output).toBe(0);
  }

  test("with Vitest in process, and a simulated failure", async () => {
    await user.write("in-process.ts", example("in-process.ts"));
    await user.write("failure.test.ts", example("failure.test.ts"));
    await passes("failure.test.ts");
  });

  test("with MSW in Node", async () => {
    await user.write("msw-node.ts", example("msw-node.ts"));
    await user.write(
      "msw.test.ts",
      `import { createServiceClient } from "service-admin-api";
      import { expect, test } from "vitest";
      import { sandbox, server } from "./msw-node.js";
      test("reaches the sandbox", async () => {
        server.listen({ onUnhandledRequest: "error" });
        const service = createServiceClient({ baseUrl: "http://service.example", accessToken: "any" });
        expect((await service.webhooks.list()).webhooks).toEqual(sandbox.webhooks);
        server.close();
      });`,
    );
    await passes("msw.test.ts");
  });

  test("as a route of Playwright, as far as its types go", async () => {
    await user.write("sandbox-route.ts", example("sandbox-route.ts"));
    const flags = "--noEmit --strict --skipLibCheck --target es2022 --module nodenext";
    const { code, output } = await run(`node_modules/.bin/tsc ${flags} sandbox-route.ts`, user.folder);
    expect(code, output).toBe(0);
  });

  test("as a middleware of Vite's dev server", async () => {
    const port = await freePort();
    await user.write("vite-middleware.config.ts", example("vite-middleware.config.ts"));
    const command = `npx vite --config vite-middleware.config.ts --port ${port} --host 127.0.0.1 --strictPort`;
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
      test.use({ extraHTTPHeaders: { "X-Service-Access-Token": "worker-${worker}" } });
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
    const { code, output } = await run("npx playwright test one.spec.ts two.spec.ts", user.folder);
    expect(output).toContain("using 2 workers");
    expect(output).toContain("2 passed");
    expect(code, output).toBe(0);
  });
});
