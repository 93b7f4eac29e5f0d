import { request } from "node:http";
import { json } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import { example } from "../client/examples.js";

/** Gets a path unchanged: `fetch` would normalise it. */
function get(path: string): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { "X-Service-Access-Token": "<ACCESS_TOKEN>" };
    request(inject("mockUrl"), { path: `/api/admin/26.0/webhooks${path}`, headers }, async (response) => {
      resolve({ status: response.statusCode, body: await json(response) });
    })
      .on("error", reject)
      .end();
  });
}

test.each(["/%", "/100%", "/%zz", "/%ff", "/%E0%A4%A", "/%?limit=%"])(
  "the mock answers %s, whose path cannot be decoded, and keeps running",
  async (path) => {
    expect(await get(path)).toEqual({ status: 200, body: example("Webhook") });
    expect(await get("/a%20handle%2F1")).toEqual({ status: 200, body: example("Webhook") });
  },
);

test("a stray percent sign in a path that the contract does not have is a 404", async () => {
  expect(await get("/1001/%")).toMatchObject({ status: 404 });
});
