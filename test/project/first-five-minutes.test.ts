import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands, example } from "../readme/readme.js";
import { checkout } from "../servers/checkout.js";
import { type RunningCommand, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";

const PORT = "4010";
let clone: Awaited<ReturnType<typeof checkout>>;
let port: number;
let server: RunningCommand;

beforeAll(async () => {
  clone = await checkout();
  port = await freePort();
  server = start(`npm start -- --port ${port}`, clone.folder);
  await server.printed(`Prism is listening on http://127.0.0.1:${port}`);
}, 300_000);

afterAll(async () => {
  await server.close();
  await clone.remove();
});

/** Returns an example of the README or a guide, with the port of this test's mock. */
const exampleHere = (file: string) => example(file).replaceAll(PORT, String(port));

/** Runs an example of the README or a guide in the clone. */
async function runExample(file: string) {
  await writeFile(join(clone.folder, file), exampleHere(file));
  return run(`node ${file}`, clone.folder);
}

describe("the README leads from a clone to a call that the mock answers", () => {
  test("it takes two commands, and at most ten lines of code", () => {
    expect(commands()).toEqual(expect.arrayContaining(["npm ci", "npm start", "node example.mjs"]));
    const lines = example("example.mjs").trim().split("\n").filter(Boolean);
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  test("the lines run unchanged", async () => {
    const { code, output } = await runExample("example.mjs");
    expect(output).toBe("1001 2026-03-02T10:20:00+02:00\n");
    expect(code).toBe(0);
  });

  test("the client can be installed in a project next to the clone, and runs there", async () => {
    const project = await mkdtemp(join(tmpdir(), "project-"));
    try {
      const install = "npm install --offline --no-audit --no-fund ../service-admin-api";
      expect(commands()).toContain(install.replace(/ --\S+/g, ""));
      const installed = await run(install.replace("../service-admin-api", clone.folder), project);
      expect(installed.code, installed.output).toBe(0);
      await writeFile(join(project, "client.mjs"), exampleHere("client.mjs"));
      const { code, output } = await run("node client.mjs", project);
      expect(output.split("\n")).toEqual(["1001 orders/create", "1002 products/update", refusal(), ""]);
      expect(code).toBe(0);
    } finally {
      await rm(project, { recursive: true });
    }
  });
});

/** The mock's status for a page size that is too large, and the client's message. */
const refusal = () =>
  `422 The service answered with status 422: GET http://127.0.0.1:${port}/api/admin/26.0/webhooks?limit=20000`;

describe("the guide to the client has an example", () => {
  test("on pages that runs unchanged", async () => {
    const { output } = await runExample("pages.mjs");
    expect(output.split("\n")).toEqual(["2 2 undefined", "orders/create", "products/update", "1", ""]);
  });

  test("on deleting during a walk that runs unchanged", async () => {
    const { output } = await runExample("deletion.mjs");
    expect(output).toBe("1 deleted\n");
  });

  test("on errors that runs unchanged", async () => {
    const { code, output } = await runExample("errors.mjs");
    expect(output.startsWith(`${refusal().replace("422 ", "")}\n422 {`), output).toBe(true);
    expect(code).toBe(0);
  });

  test.each([
    ["tries", "tries.mjs", "getWebhook 1 200\n"],
    ["the renewal of a token", "renewal.mjs", "orders/create\n"],
    ["paths", "http.mjs", "orders/create undefined\n"],
    ["forms", "form.mjs", /must match pattern.*topic/s],
  ])("on %s that runs unchanged", async (_, file, printed) => {
    const { code, output } = await runExample(file);
    expect(output).toMatch(printed);
    expect(code).toBe(0);
  });

  test("all of the examples type-check", async () => {
    const names = [
      ...["example.mjs", "client.mjs", "pages.mjs", "deletion.mjs", "errors.mjs", "tries.mjs", "renewal.mjs"],
      ...["http.mjs", "form.mjs", "receive.ts"],
    ];
    const files = names.map((name) => name.replace(".mjs", ".mts"));
    for (const name of names) await writeFile(join(clone.folder, name.replace(".mjs", ".mts")), example(name));
    const tsc = `npx tsc --noEmit --strict --skipLibCheck --module nodenext ${files.join(" ")}`;
    const { code, output } = await run(tsc, clone.folder);
    expect(code, output).toBe(0);
  });
});

// One after the other: each starts from the state that the one before has left.
describe("a change of the contract", { sequential: true, timeout: 300_000 }, () => {
  const read = (file: string) => readFile(join(clone.folder, file), "utf8");

  async function edit(change: (contract: string) => string): Promise<void> {
    const contract = await read("openapi.yaml");
    const changed = change(contract);
    expect(changed).not.toBe(contract);
    await writeFile(join(clone.folder, "openapi.yaml"), changed);
  }

  test("shows in the running mock without a restart", async () => {
    const reloaded = server.printed("Restarting Prism");
    const id = "        id:\n          type: integer\n          description: Identifier of the subscription.\n";
    const nickname =
      "        nickname:\n          type: string\n          description: A name.\n          examples: [Lamp]\n";
    await edit((contract) =>
      contract
        .replace(id, nickname + id)
        .replace("webhook:\n          id: 1001", "webhook:\n          nickname: Lamp\n          id: 1001"),
    );
    await reloaded;
    await expect
      .poll(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/admin/26.0/webhooks/1001`, {
          headers: { "X-Service-Access-Token": "<ACCESS_TOKEN>" },
        }).catch(() => undefined);
        return answer?.json();
      })
      .toHaveProperty("webhook.nickname", "Lamp");
  });

  test("makes the committed files stale", async () => {
    const { code, output } = await run("npm run generate -- --check", clone.folder);
    expect(output).toContain("Run: npm run generate");
    expect(code).toBe(1);
  });

  test("shows in the types and the docs after npm run build, with no other edit", async () => {
    const { code, output } = await run("npm run build", clone.folder);
    expect(code, output).toBe(0);
    expect(await read("dist/generated/schema.d.ts")).toContain("nickname?: string;");
    expect(await read("site/index.html")).toContain("nickname");
    expect(await read("site/openapi.yaml")).toBe(await read("openapi.yaml"));
  });

  test("fails the checks when a field is renamed without npm run generate", async () => {
    await edit((contract) => contract.replaceAll("total_pages", "page_count"));
    const { code } = await run("npm run generate -- --check", clone.folder);
    expect(code).toBe(1);
  });
});
