import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkout } from "../servers/checkout.js";
import { run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { conventionalContract } from "../worlds/conventional.js";
import { changed } from "./shapes.js";

const MINUTES = 5 * 60_000;

const other = conventionalContract();

/** A contract, and what a reader finds in the docs that are built from it. */
const contracts: Record<string, { contract: object; documented: readonly string[] }> = {
  "a contract that shares nothing with this one": {
    contract: other,
    documented: Object.keys(Object(other["paths"])),
  },
  "this contract with another field in its answers": {
    contract: changed("answers hold a nested object"),
    documented: ["owner"],
  },
  "this contract with another collection": {
    contract: changed("a collection lies below an item"),
    documented: ["/webhooks/{id}/notes/{note}"],
  },
};

describe.each(Object.entries(contracts))(
  "after npm run build and no other edit, for %s",
  (_, { contract, documented }) => {
    test(
      "types, docs and sizes follow, mock and sandbox listen where it says, and verify finds no breach in the sandbox",
      async () => {
        const clone = await checkout();
        const url = `http://127.0.0.1:${await freePort()}`;
        await writeFile(join(clone.folder, "openapi.yaml"), JSON.stringify({ ...contract, servers: [{ url }] }));
        const built = await run("npm run build", clone.folder);
        expect(built.code, built.output).toBe(0);
        expect((await run("npm run size", clone.folder)).code).toBe(0);
        for (const page of ["index.html", "reference.md", "redoc.html"]) {
          const text = await readFile(join(clone.folder, "site", page), "utf8");
          expect(documented.filter((each) => !text.includes(each))).toEqual([]);
        }
        const mock = start("node --import tsx tools/mock/command.ts mock", clone.folder);
        await mock.printed(`Prism is listening on ${url}`);
        await mock.close();
        const server = start("node dist/src/sandbox/server/command.js", clone.folder);
        await server.printed(url);
        const verify = `node dist/src/verify/command.js --server ${url}`;
        const { code, output } = await run(`SERVICE_ACCESS_TOKEN=any ${verify}`, clone.folder);
        await server.close();
        expect(output).toContain("no breaches");
        expect(code, output).toBe(0);
        await clone.remove();
      },
      MINUTES,
    );
  },
);
