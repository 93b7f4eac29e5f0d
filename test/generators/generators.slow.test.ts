import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultServer, operations } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { commands, example } from "../readme/readme.js";
import { projectFolder, run } from "../servers/command.js";
import { installPackages } from "../servers/packages.js";

const suite = join(projectFolder, "test/generators");
const bin = (folder: string) => join(folder, "node_modules/.bin");
let folder: string;
let sandbox: RunningSandbox;

beforeAll(async () => {
  installPackages(suite);
  // Below the packages, so that what is generated finds them.
  folder = await mkdtemp(join(suite, "node_modules/.project-"));
  await cp(join(projectFolder, "openapi.yaml"), join(folder, "openapi.yaml"));
  sandbox = await startSandbox({ port: 0, seed: "examples" });
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** Runs a command in the user's project; returns what it prints. */
async function printed(command: string): Promise<string> {
  const { code, stdout, output } = await run(command, folder);
  expect(code, output).toBe(0);
  return stdout;
}

/** The command of the guide that has these words, with the program that is installed. */
function command(words: string, program: string): string {
  const found = commands().find((candidate) => candidate.includes(words));
  return String(found).replace(/^npx \S+/, program);
}

const REDOCLY = command("--generator python", `${bin(projectFolder)}/redocly`);

test.each(["commonjs", "module"])(
  "the client that hey-api generates compiles under strict rules and calls the sandbox, in a project of type %s",
  async (type) => {
    await printed(command("npx openapi-ts ", `${bin(suite)}/openapi-ts`));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type }));
    await writeFile(join(folder, "hey-api.ts"), example("hey-api.ts").replace(defaultServer, sandbox.url));
    const strict = "--noEmit --strict --skipLibCheck --module preserve --target es2022 --types node";
    await printed(`${bin(projectFolder)}/tsc ${strict} hey-api.ts`);
    const output = await printed(`${bin(projectFolder)}/tsx hey-api.ts`);
    expect(output).toBe("https://lantern-books.example/hooks/orders 1 3\n");
  },
);

/** A Python with the one package that the generated client needs. */
const python = ["python3", "/usr/bin/python3"].find((candidate) => {
  try {
    return execFileSync(candidate, ["-c", "import httpx"], { stdio: "ignore" }) === null;
  } catch {
    return false;
  }
});

test.runIf(python)("the Python client that Redocly generates creates, reads and lists webhooks", async () => {
  await printed(REDOCLY);
  await writeFile(join(folder, "program.py"), example("program.py").replace(defaultServer, sandbox.url));
  expect(await printed(`${python} program.py`)).toBe("https://lantern-books.example/hooks/orders 1 3\n");
});

test("the Go client that Redocly generates has a method for each operation", async () => {
  await printed(REDOCLY.replace("python", "go"));
  const code = await readFile(join(folder, "clients/service.go"), "utf8");
  const methods = [...code.matchAll(/^func \(c \*Client\) (\w+)\(/gm)].map(([, name = ""]) => name.toLowerCase());
  expect(methods.sort()).toEqual(
    Object.keys(operations)
      .map((id) => id.toLowerCase())
      .sort(),
  );
});
