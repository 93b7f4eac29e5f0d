import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { checkout } from "../servers/checkout.js";
import { run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { contractFrom, drawnChoices } from "../worlds/drawn.js";
import { changed } from "./shapes.js";

const MINUTES = 5 * 60_000;

const [choices] = fc.sample(drawnChoices, { seed: inject("fastCheckSeed"), numRuns: 1 });
if (!choices) throw new Error("No contract was drawn");
const drawn = contractFrom(choices);

/** A contract, and what a reader finds in the docs that are built from it. */
const contracts: Record<string, { contract: () => Promise<string>; documented: readonly string[] }> = {
  "a contract that shares nothing with this one": {
    contract: async () => JSON.stringify(drawn),
    documented: Object.keys(Object(drawn["paths"])),
  },
  "this contract with another field in its answers": {
    contract: async () => JSON.stringify(await changed("answers hold a nested object")),
    documented: ["owner"],
  },
  "this contract with another collection": {
    contract: async () => JSON.stringify(await changed("a collection lies below an item")),
    documented: ["/webhooks/{id}/notes/{note}"],
  },
};

describe.each(Object.entries(contracts))(
  "after npm run build and no other edit, for %s",
  (_, { contract, documented }) => {
    test(
      "types, docs and sizes follow, and verify finds no breach in the sandbox",
      async () => {
        const clone = await checkout();
        await writeFile(join(clone.folder, "openapi.yaml"), await contract());
        const built = await run("npm run build", clone.folder);
        expect(built.code, built.output).toBe(0);
        // Whether it is within its bounds depends on the contract.
        expect((await run("npm run size", clone.folder)).output).toContain("The client, bytes gzipped");
        for (const page of ["reference.html", "reference.md", "index.html"]) {
          const text = await readFile(join(clone.folder, "site", page), "utf8");
          expect(documented.filter((each) => !text.includes(each))).toEqual([]);
        }
        const port = await freePort();
        const server = start(`node dist/src/sandbox/server/command.js --port ${port}`, clone.folder);
        await server.printed(`http://127.0.0.1:${port}`);
        const verify = `node dist/src/verify/command.js --server http://127.0.0.1:${port}`;
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
