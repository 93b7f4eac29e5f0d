import { beforeAll, describe, expect, test } from "vitest";
import { type World, worldOf } from "../worlds/world.js";
import { PLACES, type Place, usesIn, withEveryKeyword } from "./grown.js";

let world: World;

beforeAll(async () => {
  world = await worldOf(withEveryKeyword());
});

const uses = PLACES.flatMap((place) =>
  Object.entries(usesIn(place)).map(([name, use]) => ({
    place,
    name,
    keyword: name.replace(/^[^_-]*[_-](H-)?/, ""),
    use,
  })),
);

describe.each(PLACES)("a keyword of JSON Schema in the %s of an operation", (here) => {
  const those = uses.filter(({ place }) => place === here).map(({ keyword, ...rest }) => [keyword, rest] as const);

  test.each(those)("%s allows a value that matches", async (_, { name, use }) => {
    expect(await statusOf(world, here, name, use.valid)).toBe(200);
  });

  const bounded = those.filter(([, { use }]) => use.invalid !== undefined);

  test.each(bounded)("%s refuses another value", async (_, { name, use }) => {
    expect(await statusOf(world, here, name, use.invalid)).toBe(422);
  });
});

const required = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" };

/** The status that the sandbox answers with; for a value in an answer, what a seed with that value would be. */
async function statusOf({ modules }: World, place: Place, name: string, value: unknown): Promise<number> {
  if (place === "answer") return isSeed(modules, { ...required, [name]: value }) ? 200 : 422;
  const { fetch } = modules.sandbox.createSandbox({ seed: 1 });
  const headers: Record<string, string> = { "X-Service-Access-Token": "any", "Content-Type": "application/json" };
  const url = new URL("http://sandbox.test/api/admin/26.0/webhooks");
  if (place === "path") url.pathname += `/by/${name}/${encodeURIComponent(String(value))}`;
  if (place === "query") url.searchParams.set(name, String(value));
  if (place === "header") headers[name] = String(value);
  const body = place === "body" ? { body: JSON.stringify({ webhook: { ...required, [name]: value } }) } : {};
  return (await fetch(url, { method: place === "body" ? "POST" : "GET", headers, ...body })).status;
}

function isSeed({ sandbox }: World["modules"], item: object): boolean {
  try {
    sandbox.createSandbox({ seed: [Object(item)] });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
