import { expect, test } from "vitest";
import { documentOf } from "../../tools/contract/reader.js";
import { generate } from "../../tools/generate/generate.js";
import { documentedContract } from "../worlds/documented.js";
import { sizeIn } from "../worlds/world.js";

// `npm run size` guards what is written by hand. What is generated grows with a contract: here, that stays the same.
test("client, schemas and sandbox stay small with all that is generated for seven operations", async () => {
  const generated = await generate(documentOf(JSON.stringify(documentedContract())));
  const sizes = await Promise.all(
    ["client/index", "client/schemas", "sandbox/index"].map((entry) => sizeIn(generated, `src/${entry}.ts`)),
  );
  const [client = 0, schemas = 0, sandbox = 0] = sizes;
  expect(Math.min(...sizes)).toBeGreaterThan(500);
  expect(client).toBeLessThan(7200);
  expect(schemas).toBeLessThan(1400);
  expect(sandbox).toBeLessThan(13_000);
});
