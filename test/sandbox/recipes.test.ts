import { http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, test } from "vitest";
import { createServiceClient, type ServiceClient } from "../../src/client/index.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";

/** What a page of a front end does: list, create, edit, delete, a forced failure, a test delivery. */
async function walk({ webhooks }: ServiceClient, sandbox: Sandbox): Promise<void> {
  const orders = { topic: "orders/create", address: "https://front-end.example/" };
  const { id } = await webhooks.create(orders);
  expect(await webhooks.update({ ...orders, format: "xml" })).toMatchObject({ id, format: "xml" });
  expect((await webhooks.list()).pagination.total).toBe(4);
  expect(await webhooks.delete(id)).toHaveProperty("success", true);
  sandbox.simulate({ operation: "listWebhooks", status: 500 });
  await expect(webhooks.list({}, { maxRetries: 0 })).rejects.toMatchObject({ status: 500 });
  await webhooks.deliver(orders);
  expect(sandbox.deliveries).toMatchObject([orders]);
}

describe("in Node, a front end's tests reach the sandbox without a port", () => {
  test("through the client's fetch", async () => {
    const sandbox = createSandbox({ seed: 3 });
    const { fetch } = sandbox;
    await walk(createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch }), sandbox);
  });

  test("through a handler of MSW", async () => {
    const sandbox = createSandbox({ seed: 3 });
    const server = setupServer(http.all("*/api/admin/26.0/*", ({ request }) => sandbox.fetch(request)));
    server.listen({ onUnhandledRequest: "error" });
    try {
      await walk(createServiceClient({ baseUrl: "http://service.example", accessToken: "any" }), sandbox);
    } finally {
      server.close();
    }
  });
});
