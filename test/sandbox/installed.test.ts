import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../generated/version.js";
import { readFlags } from "../../src/sandbox/flags.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { codeBlocks } from "../readme/readme.js";
import { type RunningCommand, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { pack } from "../servers/tarball.js";
import { type Installation, install } from "./installation.js";

const PRISM = "@stoplight/prism-http";
const COMMAND = "npx service-admin-sandbox";
const TOKEN = { "X-Service-Access-Token": "<ACCESS_TOKEN>" };
let packed: Awaited<ReturnType<typeof pack>>;
let user: Installation;

beforeAll(async () => {
  packed = await pack();
  user = await install(packed.file, "npm", [PRISM, "vite", "vitest", "@playwright/test", "@types/node", "typescript"]);
});

afterAll(async () => {
  await user.remove();
  await packed.remove();
});

/** The recipe of the README for a file, with a port of its own. */
function recipe(file: string, port: number): string {
  const found = codeBlocks("ts").find((code) => code.startsWith(`// ${file}\n`));
  if (!found) throw new Error(`The README has no recipe for ${file}`);
  return found.replaceAll("4010", String(port)).replace("--seed 25", `--seed 25 --port ${port}`);
}

describe("the command, installed as npm does it", () => {
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
      `service-admin-sandbox: Port ${port} of 127.0.0.1 is taken. Choose another one; port 0 is any free one.\n`,
    );
    expect(code).toBe(1);
  });

  test("stands behind Vite's dev server, by the recipe of the README", async () => {
    const own = await freePort();
    await user.write("vite.config.ts", recipe("vite.config.ts", port));
    const vite = start(`npx vite --port ${own} --host 127.0.0.1 --strictPort`, user.folder);
    await vite.printed("Local:");
    const answer = await fetch(`http://127.0.0.1:${own}/api/admin/26.0/webhooks`, { headers: TOKEN });
    expect(await answer.json()).toHaveProperty("pagination.total", 25);
    await vite.close();
  });
});

describe("the command, installed in other ways", () => {
  test("starts where pnpm puts Prism, and with --quiet prints no line for a request", async () => {
    const own = await install(packed.file, "pnpm", [PRISM]);
    const port = await freePort();
    const running = start(`${COMMAND} --port ${port} --quiet`, own.folder);
    await running.printed(`listening on http://127.0.0.1:${port}`);
    const before = running.output();
    await fetch(`http://127.0.0.1:${port}/api/admin/26.0/webhooks`, { headers: TOKEN });
    await running.close();
    expect(running.output()).toBe(before);
    await own.remove();
  });

  test("without Prism, names the one command to run, while the client and all types work", async () => {
    const own = await install(packed.file, "npm", []);
    const { code, output } = await run("node_modules/.bin/service-admin-sandbox", own.folder);
    expect(output).toBe(
      "service-admin-sandbox: The sandbox runs on Prism, which is not installed. Run: npm install --save-dev @stoplight/prism-http@5.12.0.\n",
    );
    expect(code).toBe(1);
    await own.write("client.js", 'import { createServiceClient } from "service-admin-api"; createServiceClient.name;');
    expect(await run("node client.js", own.folder)).toMatchObject({ code: 0, output: "" });
    await own.write("types.ts", 'import { startSandbox } from "service-admin-api/sandbox"; startSandbox().then;');
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
    const flags = ["port", "host", "seed", "latency", "failure-rate", "quiet", "help", "version"];
    expect([...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag)).toEqual(flags);
    expect(code).toBe(0);
  });

  test("--version prints that of the package", async () => {
    expect((await run(`${COMMAND} --version`, user.folder)).stdout).toBe(`${version}\n`);
  });

  test("a wrong one ends the command with one line that tells what is wrong, and exit code 2", async () => {
    const { code, output } = await run("node_modules/.bin/service-admin-sandbox extra", user.folder);
    expect(output).toBe("service-admin-sandbox: Unexpected argument 'extra'. See service-admin-sandbox --help.\n");
    expect(code).toBe(2);
  });

  test.each([
    ["--prot=1", "Unknown option '--prot'"],
    ["--port=many", '--port must be a number, got "many"'],
    ["--port=", '--port must be a number, got ""'],
    ["--port=65536", "--port must be a whole number from 0 to 65535, got 65536"],
    ["--failure-rate=-1", "--failure-rate must be a number from 0 to 1, got -1"],
    ["--seed", "Option '--seed <value>' argument missing"],
    ["--quiet=no", "Option '--quiet' does not take an argument"],
  ])("%s is refused", (flag, message) => {
    expect(() => readFlags([flag])).toThrow(message);
  });

  test("all together are what they say", () => {
    const flags = "--port=0 --host=::1 --seed=3 --latency=20 --failure-rate=.5 --quiet".split(" ");
    const options = { port: 0, host: "::1", seed: 3, latency: 20, failureRate: 0.5 };
    expect(readFlags(flags)).toMatchObject({ quiet: true, help: false, version: false, options });
  });
});

describe("the recipes of the README for test runners", () => {
  test("Vitest's globalSetup", async () => {
    await user.write("vitest.setup.ts", recipe("vitest.setup.ts", 0));
    await user.write("vitest.config.js", 'export default { test: { globalSetup: "./vitest.setup.ts" } };');
    await user.write(
      "front-end.test.ts",
      `import { createServiceClient } from "service-admin-api";
      import { expect, inject, test } from "vitest";
      test("lists the seed", async () => {
        const service = createServiceClient({ baseUrl: inject("serviceUrl"), accessToken: "any" });
        expect((await service.webhooks.list()).pagination.total).toBe(25);
      });`,
    );
    const { code, output } = await run("npx vitest run front-end.test.ts", user.folder);
    expect(output).toContain("1 passed");
    expect(code, output).toBe(0);
  });

  test("Playwright's webServer", async () => {
    const port = await freePort();
    await user.write("playwright.config.ts", recipe("playwright.config.ts", port));
    await user.write(
      "front-end.spec.ts",
      `import { expect, test } from "@playwright/test";
      test("lists the seed", async ({ request }) => {
        const answer = await request.get("http://127.0.0.1:${port}/api/admin/26.0/webhooks");
        expect((await answer.json()).pagination.total).toBe(25);
      });`,
    );
    const { code, output } = await run("npx playwright test front-end.spec.ts", user.folder);
    expect(output).toContain("1 passed");
    expect(code, output).toBe(0);
  });
});
