import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const file = new URL("documented.yaml", import.meta.url);

/** Where `documented-setup.ts` writes the contract of the tests, and what is generated from it. */
export const DOCUMENTED_FOLDER = fileURLToPath(new URL("../../node_modules/.cache/documented", import.meta.url));

/**
 * The interface document as a contract of the tests' own: a copy, which a test may change. What is tested with it does
 * not depend on what openapi.yaml says today.
 */
export function documentedContract(): Record<string, unknown> {
  return JSON.parse(JSON.stringify(parse(readFileSync(file, "utf8"))));
}

const webhooks = "/paths/~1api~1admin~126.0~1webhooks";

/** The JSON pointers to its operations. */
export const pointers = {
  list: `${webhooks}/get`,
  create: `${webhooks}/post`,
  update: `${webhooks}/put`,
  get: `${webhooks}~1{id}/get`,
  trigger: "/paths/~1api~1admin~126.0~1internal~1webhooks~1deliver/post",
};
