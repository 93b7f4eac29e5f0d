import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningCommand, start } from "../../servers/command.js";
import { freePort } from "../../servers/port.js";
import { fields } from "../layers.js";
import { type ServedService, startService } from "../served.js";
import { TOKEN } from "../service.js";

let service: ServedService;
let proxy: RunningCommand;
let url: string;

beforeAll(async () => {
  service = await startService([fields("get", ({ id }) => ({ id: String(id) }))]);
  const port = await freePort();
  proxy = start(`npm run proxy -- ${service.url} --port ${port}`);
  url = `http://127.0.0.1:${port}/api/admin/26.0/webhooks`;
  await proxy.printed(`listening on http://127.0.0.1:${port}`);
});

afterAll(async () => {
  await proxy.close();
  await service[Symbol.asyncDispose]();
});

/** The answer to a request, with what the proxy says is wrong with either. */
async function violations(path: string, init: RequestInit = {}) {
  const headers = { "X-Service-Access-Token": TOKEN, "Content-Type": "application/json" };
  const answer = await fetch(url + path, { headers, ...init });
  return { status: answer.status, body: await answer.json(), found: answer.headers.get("sl-violations") };
}

describe("npm run proxy", () => {
  test("forwards what follows the contract, unchanged", async () => {
    const { status, body, found } = await violations("?limit=2");
    expect(body.webhooks).toEqual((await service.rows()).slice(0, 2));
    expect([status, found]).toEqual([200, null]);
  });

  test("reports an answer that breaks the contract, in the answer and in its log", async () => {
    const { status, body, found } = await violations("/1001");
    expect(body.webhook.id).toBe("1001");
    expect([status, found]).toEqual([200, expect.stringContaining("webhook.id must be integer")]);
    expect(proxy.output()).toContain("webhook.id must be integer");
  });

  test("reports a request that breaks the contract", async () => {
    const { found } = await violations("?limit=10001");
    expect(found).toContain("limit must be <= 10000");
  });

  test("never prints the access token", async () => {
    await violations("/1002");
    expect(proxy.output()).not.toContain(TOKEN);
  });
});
