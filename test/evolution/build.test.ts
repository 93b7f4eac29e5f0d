import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "../servers/checkout.js";
import { run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { conventionalContract } from "../worlds/conventional.js";

const MINUTES = 5 * 60_000;

test(
  "after npm run build and no other edit, for a contract that shares nothing with this one, nothing is stale, types, docs and sizes follow, and mock and sandbox listen where it says",
  async () => {
    const contract = conventionalContract();
    const clone = await checkout();
    const url = `http://127.0.0.1:${await freePort()}`;
    await writeFile(join(clone.folder, "openapi.yaml"), JSON.stringify({ ...contract, servers: [{ url }] }));
    const check = () => run("npm run generate -- --check", clone.folder);
    expect(await check()).toMatchObject({ code: 1, output: expect.stringContaining("Run: npm run generate") });
    const built = await run("npm run build", clone.folder);
    expect(built.code, built.output).toBe(0);
    expect((await check()).code).toBe(0);
    for (const page of ["index.html", "reference.md", "redoc.html"]) {
      const text = await readFile(join(clone.folder, "site", page), "utf8");
      expect(Object.keys(Object(contract["paths"])).filter((path) => !text.includes(path))).toEqual([]);
    }
    const mock = start("node --import tsx tools/mock/command.ts mock", clone.folder);
    await mock.printed(`Prism is listening on ${url}`);
    await mock.close();
    const server = start("node dist/src/sandbox/server/command.js", clone.folder);
    await server.printed(url);
    await server.close();
    await clone.remove();
  },
  MINUTES,
);
