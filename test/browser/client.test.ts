import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { example } from "../client/examples.js";
import { projectFolder } from "../servers/command.js";
import { answer, type Fault, startFaultServer } from "../servers/fault.js";
import { startWebServer, type WebServer } from "../servers/web.js";
import { startChromium } from "./chromium.js";

declare global {
  /** The client, as the page loads it. */
  var client: typeof import("../../src/client/index.js");
}

let browser: Browser;
let origin: WebServer;
let page: Page;

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [`${projectFolder}/src/client/index.ts`],
    bundle: true,
    format: "iife",
    globalName: "client",
    write: false,
  });
  const script = bundle.outputFiles[0]?.text;
  const frontEnd = `<!doctype html><title>Front end</title><script>${script}</script>`;
  origin = await startWebServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(frontEnd);
  });
  browser = await startChromium();
  page = await browser.newPage();
  await page.goto(origin.url);
});

afterAll(async () => {
  await browser.close();
  await origin[Symbol.asyncDispose]();
});

/** Answers to pages of any origin, preflights included. */
function toAnyOrigin(fault: Fault): Fault {
  return (response, request) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "content-type, x-service-access-token");
    response.setHeader("Access-Control-Allow-Methods", "GET, PUT, POST, DELETE");
    if (request.method === "OPTIONS") response.writeHead(204).end();
    else fault(response, request);
  };
}

describe("in a browser, against the mock at another origin", () => {
  test("every operation works", async () => {
    const given = await page.evaluate(
      async ({ baseUrl, webhook }) => {
        const { oauth, webhooks } = client.createServiceClient({ baseUrl, accessToken: "<ACCESS_TOKEN>" });
        const walked: number[] = [];
        for await (const { id } of webhooks.list({ limit: 5 })) walked.push(id);
        return {
          oauth: await oauth.exchangeAccessToken(),
          walked,
          created: await webhooks.create(webhook),
          updated: await webhooks.update(webhook),
          got: await webhooks.get("a handle/1"),
          deleted: await webhooks.delete(1001),
          delivered: await webhooks.deliver(webhook),
        };
      },
      { baseUrl: inject("mockUrl"), webhook: example("WebhookWithFormat").webhook },
    );
    const { webhook } = example("Webhook");
    expect(given).toEqual({
      ...example("OAuth"),
      walked: [1001, 1002],
      created: webhook,
      updated: webhook,
      got: webhook,
      deleted: example("DeletionResult"),
      delivered: webhook,
    });
  });

  test("a refusal carries the mock's explanation", async () => {
    const failure = await page.evaluate(async (baseUrl) => {
      const { webhooks } = client.createServiceClient({ baseUrl, accessToken: "<ACCESS_TOKEN>" });
      const error: unknown = await webhooks.list({ limit: 10001 }).catch((thrown: unknown) => thrown);
      return error instanceof client.ServiceStatusError && { name: error.name, body: error.body };
    }, inject("mockUrl"));
    expect(failure).toMatchObject({
      name: "ServiceStatusError",
      body: { validation: [{ message: "Request query parameter limit must be <= 10000" }] },
    });
  });
});

/** Gets a subscription in the page; returns it, or the name and the message of the error. */
function getIn(open: Page, baseUrl: string, timeout?: number): Promise<unknown> {
  return open.evaluate(
    async ([url, limit]) => {
      const { webhooks } = client.createServiceClient({ baseUrl: url, accessToken: "<ACCESS_TOKEN>" });
      return webhooks
        .get(1001, { timeout: limit })
        .catch((error: Error) => ({ name: error.name, message: error.message }));
    },
    [baseUrl, timeout] as const,
  );
}

describe("in a browser, the client keeps its promises", () => {
  test("a preflight asks only for the contract's two headers", async () => {
    await using server = await startFaultServer(toAnyOrigin(answer(200, example("Webhook"))));
    expect(await getIn(page, server.url)).toEqual(example("Webhook").webhook);
    const [preflight, request] = server.arrivals;
    expect(preflight?.headers["access-control-request-headers"]).toBe("content-type,x-service-access-token");
    expect(request?.headers["user-agent"]).toContain("Chrome");
  });

  test("a preflight asks for no other header when the page has a process, which a bundler wrote", async () => {
    await using server = await startFaultServer(toAnyOrigin(answer(200, example("Webhook"))));
    await page.evaluate(() => Object.assign(globalThis, { process: { env: {}, versions: {}, browser: true } }));
    expect(await getIn(page, server.url)).toEqual(example("Webhook").webhook);
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "process"));
    expect(server.arrivals[0]?.headers["access-control-request-headers"]).toBe("content-type,x-service-access-token");
  });

  test("a redirect is refused, and the access token stays with the service", async () => {
    await using elsewhere = await startFaultServer(toAnyOrigin(answer(200, example("Webhook"))));
    await using server = await startFaultServer(toAnyOrigin(answer(302, "", { Location: `${elsewhere.url}/stolen` })));
    expect(await getIn(page, server.url)).toEqual({
      name: "ServiceStatusError",
      message: `The service answered with a redirect: GET ${server.url}/api/admin/26.0/webhooks/1001`,
    });
    expect(elsewhere.arrivals).toEqual([]);
  });

  test("a call is retried after a temporary failure", async () => {
    const busy = answer(503, {}, { "Retry-After": "0", "Access-Control-Expose-Headers": "Retry-After" });
    const preflight = answer(204, "");
    const found = answer(200, example("Webhook"));
    await using server = await startFaultServer(toAnyOrigin(preflight), toAnyOrigin(busy), toAnyOrigin(found));
    expect(await getIn(page, server.url)).toEqual(example("Webhook").webhook);
  });

  test("a stalled call ends at its timeout", async () => {
    await using server = await startFaultServer(toAnyOrigin(() => undefined));
    expect(await getIn(page, server.url, 50)).toMatchObject({ name: "ServiceTimeoutError" });
  });

  test("an unreachable service is a connection error", async () => {
    const server = await startFaultServer(toAnyOrigin(answer(200, {})));
    await server[Symbol.asyncDispose]();
    expect(await getIn(page, server.url)).toMatchObject({ name: "ServiceConnectionError" });
  });

  test("withResponse() and onTry report on a call", async () => {
    await using server = await startFaultServer(toAnyOrigin(answer(200, example("Webhook"))));
    const seen = await page.evaluate(async (baseUrl) => {
      const reports: unknown[] = [];
      const { webhooks } = client.createServiceClient({
        baseUrl,
        accessToken: "<ACCESS_TOKEN>",
        onTry: ({ operation, attempt, status }) => void reports.push({ operation, attempt, status }),
      });
      const { data, response } = await webhooks.get(1001).withResponse();
      return { id: data.id, status: response.status, reports };
    }, server.url);
    const report = { operation: "getWebhook", attempt: 1, status: 200 };
    expect(seen).toEqual({ id: 1001, status: 200, reports: [report] });
  });

  test("a walk goes item by item, or page by page", async () => {
    const list = { ...example("WebhookList"), pagination: { current_page: 1, per_page: 2, total: 2, total_pages: 1 } };
    await using server = await startFaultServer(toAnyOrigin(answer(200, list)));
    const walked = await page.evaluate(async (baseUrl) => {
      const { webhooks } = client.createServiceClient({ baseUrl, accessToken: "<ACCESS_TOKEN>" });
      const ids: number[] = [];
      for await (const { id } of webhooks.list()) ids.push(id);
      for await (const { webhooks: all } of webhooks.list().pages()) ids.push(all.length);
      return ids;
    }, server.url);
    expect(walked).toEqual([1001, 1002, 2]);
  });

  test("a body that does not match the contract, a page of HTML and a refusal are errors that show no secret", async () => {
    const wrong = toAnyOrigin(answer(200, { webhook: { id: "1001", secret: "signing-0123456789" } }));
    const html = toAnyOrigin(answer(200, "<h1>Log in</h1>", { "Content-Type": "text/html" }));
    const echo = toAnyOrigin((response, request) =>
      response.writeHead(400).end(String(request.headers["x-service-access-token"])),
    );
    const found = await Promise.all(
      [wrong, html, echo].map(async (fault) => {
        await using server = await startFaultServer(toAnyOrigin(answer(204, "")), fault);
        return await page.evaluate(async (baseUrl) => {
          const { webhooks } = client.createServiceClient({ baseUrl, accessToken: "token-0123456789" });
          const error: unknown = await webhooks.get(1).catch((thrown: unknown) => thrown);
          return error instanceof client.ServiceError && JSON.stringify(error);
        }, server.url);
      }),
    );
    expect(found[0]).toContain("The answer does not match the contract at body.webhook.id");
    expect(found[1]).toContain('"body":"<h1>Log in</h1>"');
    expect(found[2]).toContain('"body":"<SECRET>"');
    expect(found.join()).not.toContain("token-0123456789");
  });

  test("a token that never comes and a stalled try do not delay other calls", async () => {
    await using server = await startFaultServer(
      toAnyOrigin(answer(204, "")),
      toAnyOrigin(() => undefined),
      toAnyOrigin(answer(200, example("Webhook"))),
    );
    const ends = await page.evaluate(async (baseUrl) => {
      let asked = 0;
      const accessToken = () => (asked++ ? "<ACCESS_TOKEN>" : new Promise<string>(() => undefined));
      const { webhooks } = client.createServiceClient({ baseUrl, accessToken });
      const stuck = await webhooks.get(1, { timeout: 50 }).catch((error: Error) => error.message.split(":")[0]);
      const { id } = await webhooks.get(1001, { tryTimeout: 200 });
      return [stuck, id];
    }, server.url);
    expect(ends).toEqual(["accessToken returned no token within 50 ms", 1001]);
  });
});
