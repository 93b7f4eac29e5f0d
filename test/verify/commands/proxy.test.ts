import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningCommand, start } from "../../servers/command.js";
import { freePort } from "../../servers/port.js";
import { bodyOf, startWebServer, type WebServer } from "../../servers/web.js";
import { showing } from "../faults.js";
import { callOf, Service, TOKEN } from "../service.js";

const service = new Service([showing("getWebhook", ({ id }) => ({ id: String(id) }))], 24);
let server: WebServer;
let proxy: RunningCommand;
let url: string;

beforeAll(async () => {
  server = await startWebServer(async (request, response) => {
    const call = callOf(request.method ?? "", request.url ?? "", request.headers, await bodyOf(request));
    const { status, body } = await service.answer(call);
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  const port = await freePort();
  proxy = start(`npm run proxy -- ${server.url} --port ${port}`);
  url = `http://127.0.0.1:${port}/api/admin/26.0/webhooks`;
  await proxy.printed(`listening on http://127.0.0.1:${port}`);
});

afterAll(async () => {
  await proxy.close();
  await server[Symbol.asyncDispose]();
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
    expect(body.webhooks).toEqual(service.rows.slice(0, 2));
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
