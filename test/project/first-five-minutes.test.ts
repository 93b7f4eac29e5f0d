import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeBlocks, commands } from "../readme/readme.js";
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

/** Puts an example of the README into the clone, with the port of this test's mock. */
async function saveExample(name: string, index = 0): Promise<void> {
  const example = codeBlocks("js")[index] ?? "";
  await writeFile(join(clone.folder, name), example.replace(PORT, String(port)));
}

describe("the README leads from a clone to a call that the mock answers", () => {
  test("in two commands, and at most ten lines of code", () => {
    expect(commands()).toEqual(expect.arrayContaining(["npm ci", "npm start", "node example.mjs"]));
    const [example = ""] = codeBlocks("js");
    expect(example.trim().split("\n").filter(Boolean).length).toBeLessThanOrEqual(10);
  });

  test("the lines run as they stand there", async () => {
    await saveExample("example.mjs");
    const { code, output } = await run("node example.mjs", clone.folder);
    expect(output).toBe("1001 2026-03-02T10:20:00+02:00\n");
    expect(code).toBe(0);
  });

  test("and so do those on pages and errors", async () => {
    await saveExample("client.mjs", 1);
    const { code, output } = await run("node client.mjs", clone.folder);
    expect(output.split("\n")).toEqual([
      "2 2 false undefined",
      "orders/create",
      "products/update",
      `422 The service answered with status 422: GET http://127.0.0.1:${port}/api/admin/26.0/webhooks?limit=20000`,
      "",
    ]);
    expect(code).toBe(0);
  });

  test("the lines on deleting during a walk run as they stand there", async () => {
    await saveExample("deletion.mjs", 2);
    const { output } = await run("node deletion.mjs", clone.folder);
    expect(output).toBe("1 deleted\n");
  });

  test("all of them type-check", async () => {
    await saveExample("example.mts");
    await saveExample("client.mts", 1);
    await saveExample("deletion.mts", 2);
    const tsc = "npx tsc --noEmit --strict --skipLibCheck --module nodenext example.mts client.mts deletion.mts";
    const { code, output } = await run(tsc, clone.folder);
    expect(code, output).toBe(0);
  });
});

// One after the other: each starts from what the one before has left.
describe("a change of the contract", { sequential: true, timeout: 300_000 }, () => {
  const read = (file: string) => readFile(join(clone.folder, file), "utf8");

  async function edit(change: (contract: string) => string): Promise<void> {
    const contract = await read("openapi.yaml");
    const changed = change(contract);
    expect(changed).not.toBe(contract);
    await writeFile(join(clone.folder, "openapi.yaml"), changed);
  }

  test("shows in the running mock at once", async () => {
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

  test("does not pass the checks when a field is renamed and nothing generated", async () => {
    await edit((contract) => contract.replaceAll("total_pages", "page_count"));
    const { code } = await run("npm run generate -- --check", clone.folder);
    expect(code).toBe(1);
  });
});
