import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { operations } from "../../generated/contract.js";
import { connectSandbox } from "../../src/sandbox/index.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { chapter, documents, example } from "../readme/readme.js";
import { projectFolder, type RunningCommand, run, start } from "../servers/command.js";
import { type Installation, install, packed } from "../servers/installation.js";
import { freePort } from "../servers/port.js";
import { sendRaw } from "./raw-request.js";
import { TOKEN } from "./transports.js";

const COMMAND = "npx service-admin-sandbox";
const { path, status } = operations.listWebhooks;

/** The packages that the recipes use: those of this project. */
const OWN_PACKAGES = ["vite", "vitest", "msw", "@playwright/test", "@types/node", "typescript"];

/** The text of a guide. */
const guide = (name: string) => documents.find(({ file }) => file === `guides/${name}.md`)?.text ?? "";
/** The settings in the text of the recipes, for Vite's proxy and for a server that Playwright starts. */
const [PROXY = ""] = /proxy: \{ .*? \}/.exec(guide("recipes")) ?? [];
const [WEB_SERVER = ""] = /webServer: \{ .*? \}/.exec(guide("recipes")) ?? [];

let user: Installation;

beforeAll(async () => {
  user = await install(packed().file, "npm", OWN_PACKAGES);
});

afterAll(async () => {
  await user.remove();
});

describe("the command, installed by npm", () => {
  let port: number;
  let running: RunningCommand;

  beforeAll(async () => {
    port = await freePort();
    running = start(`${COMMAND} --port ${port} --seed 25`, user.folder);
    await running.printed(`The sandbox is listening on http://127.0.0.1:${port}`);
  });
  afterAll(() => running.close());

  test("the installed command prints the operations that it serves", () => {
    for (const { method, path } of operationsOf(readContract())) {
      expect(running.output()).toMatch(new RegExp(`${method} +${path.replace(/[{}]/g, ".")} `));
    }
  });

  test("the installed command prints a line for each request", async () => {
    await fetch(`http://127.0.0.1:${port}${path}`, { headers: TOKEN });
    await running.printed(`GET ${path} ${status} `);
  });

  test.each([
    ["behind the proxy", `export default { server: { ${PROXY} } };`],
    ["as a middleware", example("vite-middleware.config.ts")],
  ])("the sandbox works %s of Vite's dev server", async (way, settings) => {
    const own = await freePort();
    const file = `${way.replaceAll(" ", "-")}.config.ts`;
    await user.write(file, settings.replace("4010", String(port)));
    const vite = start(`npx vite --config ${file} --port ${own} --host 127.0.0.1 --strictPort`, user.folder);
    await vite.printed("Local:");
    const answer = await fetch(`http://127.0.0.1:${own}${path}`, { headers: TOKEN });
    expect(await answer.json()).toHaveProperty("pagination.total", 25);
    await vite.close();
  });
});

describe("the command, installed by pnpm", () => {
  test("the command that pnpm has installed prints no line for a request with --quiet", async () => {
    const own = await install(packed().file, "pnpm");
    const port = await freePort();
    const running = start(`${COMMAND} --port ${port} --quiet`, own.folder);
    await running.printed(`listening on http://127.0.0.1:${port}`);
    const before = running.output();
    await fetch(`http://127.0.0.1:${port}${path}`, { headers: TOKEN });
    await running.close();
    expect(running.output()).toBe(before);
    await own.remove();
  });
});

const BIN = "node_modules/.bin/service-admin-sandbox";

// What every command does with its flags: test/cli.
describe("flags of the command", () => {
  test.each([
    ["--port=", '--port must be a number, got "".\n'],
    ["--port=65536", "--port must be a whole number from 0 to 65535, got 65536.\n"],
    ["--access-token=no", '--access-token must be one of required, optional, got "no".\n'],
    ["--failure-rate=2", "--failure-rate must be a number from 0 to 1, got 2.\n"],
    ["--seed=package.json", "--seed.private does not exist: use webhooks, simulations, clock.\n"],
    ["--seed=nowhere.json", '--seed must be a number or a file that can be read, got "nowhere.json".\n'],
    [`--seed=${BIN}`, `--seed: ${BIN} is not JSON.\n`],
    ["--clock=noon", "--clock must be a time from the year 1 to 9999, such as 2026-03-02T10:20:00Z.\n"],
  ])("%s ends the command with one line that says what is allowed", async (flag, message) => {
    expect(await run(`${BIN} ${flag}`, user.folder)).toMatchObject({
      code: 2,
      output: `service-admin-sandbox: ${message}`,
    });
  });

  test("the flags are the same in --help and in the guide", async () => {
    const { output } = await run(`${BIN} --help`, user.folder);
    const named = [...output.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, flag]) => flag);
    const told = [...guide("sandbox").matchAll(/^\| `--([a-z-]+)/gm)].map(([, flag]) => flag);
    expect(named.sort()).toEqual([...told, "help", "version"].sort());
  });

  test("all flags together set the options", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}${path}`;
    const flags = `--port=${port} --host=localhost --seed=3 --latency=20 --failure-rate=0 --clock=2030-01-01`;
    const running = start(`${BIN} ${flags} --deliver-to=any --no-control --quiet`, user.folder);
    await running.printed(`listening on http://`);
    const body = '{"webhook": {"topic": "orders/create", "address": "https://front-end.example/"}}';
    const headers = { ...TOKEN, "Content-Type": "application/json" };
    const created = await (await fetch(url, { method: "POST", headers, body })).json();
    expect(created.webhook).toMatchObject({ id: 1004, created_at: "2030-01-01T00:00:00+00:00" });
    expect((await fetch(`http://localhost:${port}/__sandbox/state`)).status).toBe(404);
    expect(running.output()).not.toMatch(/^(GET|POST) /m);
    await running.close();
  });

  test("--seed FILE reads subscriptions, or a scenario, from a JSON file", async () => {
    const command = "node_modules/.bin/service-admin-sandbox --port 0 --seed";
    const scenario = { webhooks: [{ topic: "orders/create", address: "https://front-end.example/" }] };
    for (const seed of [scenario.webhooks, scenario]) {
      await user.write("seed.json", JSON.stringify(seed));
      const running = start(`${command} seed.json`, user.folder);
      await running.printed("It starts with 1 webhook.");
      await running.close();
    }
  });
});

test("the command of the guide for Docker Compose can be controlled from another container with its token", async () => {
  const port = await freePort();
  const { command } = parse(example("compose.yaml")).services.sandbox;
  const running = start(`${command} --port ${port}`, user.folder);
  await running.printed(`listening on http://127.0.0.1:${port}`);
  const [, token = ""] = /--control-token (\S+)/.exec(command) ?? [];
  const statusWith = async (headers: Record<string, string>) => {
    const sent = { path: "/__sandbox/state", headers: { Host: "sandbox:4010", ...headers } };
    return (await sendRaw(`http://127.0.0.1:${port}`, sent)).status;
  };
  expect([await statusWith({ "Sandbox-Control-Token": token }), await statusWith({})]).toEqual([200, 403]);
  await running.close();
});

describe("end of a server", () => {
  const STARTED = [
    ["npm run sandbox --", () => projectFolder],
    ["npm run mock --", () => projectFolder],
    [COMMAND, () => user.folder],
  ] as const;

  test.each(
    STARTED.flatMap(([command, folder]) =>
      (["SIGTERM", "SIGKILL"] as const).map((signal) => ({ command, folder, signal })),
    ),
  )(
    "a server that $command started ends with it after $signal, and frees its port",
    async ({ command, folder, signal }) => {
      const port = await freePort();
      const running = start(`exec ${command} --port ${port}`, folder());
      await running.printed(`listening on http://127.0.0.1:${port}`);
      process.kill(running.pid, signal);
      await expect.poll(() => fetch(`http://127.0.0.1:${port}`).catch(() => "free")).toBe("free");
    },
  );

  test("a server that a shell started directly outlives the shell", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}${path}`;
    // These tests run under npm themselves.
    const direct = `env -u npm_lifecycle_event ${BIN} --port ${port} --latency 1000`;
    const running = start(`${direct} & wait`, user.folder);
    await running.printed("listening on");
    process.kill(running.pid, "SIGKILL");
    // Its answer takes a second.
    expect((await fetch(url, { headers: TOKEN })).status).toBe(status);
    process.kill(-running.pid);
    await expect.poll(() => fetch(url).catch(() => "free")).toBe("free");
  });
});

describe("recipes of the guide", () => {
  /** Runs tests of the user's with Vitest, all of which are to pass. */
  async function passes(file: string, settings = "") {
    const config = file.replace(".test.ts", ".config.js");
    await user.write(config, `export default { test: { include: ["${file}"], ${settings} } };`);
    const { code, output } = await run(`npx vitest run --config ${config}`, user.folder);
    expect(output).toMatch(/Tests +\d passed/);
    expect(code, output).toBe(0);
  }

  test("the recipe for curl works: an event arrives, a failure is simulated, and a reset forgets both", async () => {
    const [port, receiverPort] = [await freePort(), await freePort()];
    const withPorts = (code: string) => code.replaceAll("4010", `${port}`).replaceAll("4020", `${receiverPort}`);
    const run = async (title: string) => {
      const [, code = ""] = /```sh\n(.*?)```/s.exec(chapter("guides/sandbox.md", title)) ?? [];
      return user.run(withPorts(code).replaceAll("curl ", "curl --silent --show-error "));
    };
    await user.write("print-deliveries.mjs", withPorts(example("print-deliveries.mjs")));
    const receiver = start("node print-deliveries.mjs", user.folder);
    await receiver.printed("Receiving on port");
    const sandbox = start(`${COMMAND} --port ${port}`, user.folder);
    await sandbox.printed("listening on");
    expect(await run("Emit an event")).toMatchObject({ code: 0, output: expect.stringContaining('"deliveries"') });
    await receiver.printed('/hooks {"id":7}\n');
    const { output } = await run("Control it from another process");
    expect(output).toContain("This failure is simulated (simulate). Nothing was changed.");
    expect(await connectSandbox(`http://127.0.0.1:${port}`).webhooks).toHaveLength(2);
    await sandbox.close();
    await receiver.close();
  });

  test("the recipe for Vitest in process works, with a simulated failure", async () => {
    for (const file of ["in-process.ts", "in-process.test.ts"]) await user.write(file, example(file));
    await passes("in-process.test.ts");
  });

  test("the recipe for MSW works in Node", async () => {
    await user.write("msw-handler.ts", example("msw-handler.ts"));
    await user.write(
      "msw.test.ts",
      `import { createServiceClient, ServiceConnectionError } from "service-admin-api";
      import { setupServer } from "msw/node";
      import { expect, test } from "vitest";
      import { handler, sandbox } from "./msw-handler.js";
      test("a page's requests reach the sandbox", async () => {
        const server = setupServer(handler);
        server.listen({ onUnhandledRequest: "error" });
        const { webhooks } = createServiceClient({ baseUrl: "http://service.example", accessToken: "any" });
        await webhooks.create({ topic: "orders/create", address: "https://front-end.example/" });
        expect((await webhooks.list()).webhooks).toEqual(sandbox.webhooks);
        for (const abort of [true, "before"] as const) {
          sandbox.simulate({ abort });
          await expect(webhooks.list({}, { maxRetries: 0 })).rejects.toBeInstanceOf(ServiceConnectionError);
        }
        server.close();
      });`,
    );
    await passes("msw.test.ts");
  });

  test("the recipes of the guide type-check", async () => {
    const files = [
      ...["in-process.ts", "in-process.test.ts", "receiver.test.ts", "msw-handler.ts"],
      ...["list.spec.ts", "vitest.setup.ts", "vite-middleware.config.ts"],
    ];
    for (const file of files) await user.write(`types/${file.replace(".spec", "")}`, example(file));
    const flags = "--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node";
    const { code, output } = await run(`npx tsc ${flags} types/*.ts`, user.folder);
    expect(code, output).toBe(0);
  });

  test("the recipe for a real receiver in Vitest works: it gets an event twice", async () => {
    const code = example("receiver.test.ts").replaceAll("4020", String(await freePort()));
    await user.write("receiver.test.ts", code);
    await passes("receiver.test.ts");
  });

  test("the recipe for Vitest's globalSetup works", async () => {
    await user.write("vitest.setup.ts", example("vitest.setup.ts"));
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

  test("the recipe for Playwright works, in process and with its webServer", async () => {
    const port = String(await freePort());
    const webServer = WEB_SERVER.replace("4010", port).replace("npx service-admin-sandbox", `$& --port ${port}`);
    await user.write("list.spec.ts", example("list.spec.ts"));
    await user.write("playwright.config.ts", `export default { workers: 1, ${webServer}, ${CHROMIUM} };`);
    const { code, output } = await run("npx playwright test list.spec.ts", user.folder);
    expect(output).toContain("1 passed");
    expect(code, output).toBe(0);
  });
});

/** The browser of this machine, in place of the one that Playwright would install. */
const CHROMIUM = 'use: { launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] } }';
