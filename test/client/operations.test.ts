import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientMethods } from "../../generated/contract.js";
import { createServiceClient, type ServiceClient } from "../../src/client/index.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { type ContractServer, servers } from "../servers/contract-servers.js";
import { type Recorder, startRecorder } from "../servers/recorder.js";
import { example } from "./examples.js";

const contract = readContract();
const { webhook: complete } = example("WebhookComplete");
const { webhook: withFormat } = example("WebhookWithFormat");
/** The first subscription of the sandbox, as the update changes it. */
const changed = { ...withFormat, address: "https://lantern-books.example/hooks/orders/1" };

interface OperationCase {
  call: (service: ServiceClient) => Promise<unknown>;
  sends: { method: string; path: string; body?: unknown };
  returns: unknown;
  /** What the sandbox returns instead, since it has a memory. */
  sandboxReturns?: unknown;
}

/** What each operation sends, and what it returns when the contract's examples are the answer. */
const cases: Record<string, OperationCase> = {
  exchangeAccessToken: {
    call: ({ oauth }) => oauth.exchangeAccessToken(),
    sends: { method: "POST", path: "/api/admin/26.0/oauth/access_token" },
    returns: example("OAuth").oauth,
  },
  listWebhooks: {
    call: ({ webhooks }) => webhooks.list({ limit: 5, page: 2, sort_by: "created_at", sort_order: "desc" }),
    sends: { method: "GET", path: "/api/admin/26.0/webhooks?limit=5&page=2&sort_by=created_at&sort_order=desc" },
    returns: expect.objectContaining(example("WebhookList")),
    sandboxReturns: expect.objectContaining({
      webhooks: [1007, 1006, 1005, 1004, 1003].map((id) => expect.objectContaining({ id })),
      pagination: { current_page: 2, per_page: 5, total: 12, total_pages: 3 },
    }),
  },
  createWebhook: {
    call: ({ webhooks }) => webhooks.create(complete),
    sends: { method: "POST", path: "/api/admin/26.0/webhooks", body: { webhook: complete } },
    returns: example("Webhook").webhook,
    sandboxReturns: expect.objectContaining({ ...withFormat, id: 1013 }),
  },
  updateWebhook: {
    call: ({ webhooks }) => webhooks.update(changed),
    sends: { method: "PUT", path: "/api/admin/26.0/webhooks", body: { webhook: changed } },
    returns: example("Webhook").webhook,
    sandboxReturns: expect.objectContaining({ ...changed, id: 1001 }),
  },
  getWebhook: {
    call: ({ webhooks }) => webhooks.get(1001),
    sends: { method: "GET", path: "/api/admin/26.0/webhooks/1001" },
    returns: example("Webhook").webhook,
    sandboxReturns: expect.objectContaining({ id: 1001, topic: "orders/create", format: "json" }),
  },
  deleteWebhook: {
    call: ({ webhooks }) => webhooks.delete(1001),
    sends: { method: "DELETE", path: "/api/admin/26.0/webhooks/1001" },
    returns: example("DeletionResult"),
  },
  deliverWebhook: {
    call: ({ webhooks }) => webhooks.deliver(withFormat),
    sends: { method: "POST", path: "/api/admin/26.0/internal/webhooks/deliver", body: { webhook: withFormat } },
    returns: example("Webhook").webhook,
    sandboxReturns: expect.objectContaining({ ...withFormat, id: 0 }),
  },
};

test("these tests call every operation of the contract", () => {
  expect(Object.keys(cases)).toEqual(operationsOf(contract).map(({ id }) => id));
});

test("every operation has its method, and there are no other methods", () => {
  const service = createServiceClient({ baseUrl: "https://service.example", accessToken: "<ACCESS_TOKEN>" });
  const methods = (["oauth", "webhooks"] as const).flatMap((group) =>
    Object.keys(service[group]).map((name) => `${group}.${name}`),
  );
  expect(methods).toEqual(Object.values(clientMethods).map(([group, name]) => `${group}.${name}`));
});

const runs = Object.entries(servers).flatMap(([server, start]) =>
  Object.entries(cases).map(([id, operation]) => ({ server, start, id, ...operation })),
);

describe.each(runs)(
  "$id against the $server",
  ({ server: name, start, call, sends, returns, sandboxReturns = returns }) => {
    let server: ContractServer;
    let recorder: Recorder;
    let service: ServiceClient;
    beforeAll(async () => {
      server = await start();
      recorder = await startRecorder(server.url);
      service = createServiceClient({ baseUrl: recorder.url, accessToken: "<ACCESS_TOKEN>" });
    });
    beforeEach(() => server.reset());
    afterAll(async () => {
      await recorder[Symbol.asyncDispose]();
      await server.close();
    });

    test("sends what the contract describes, with the access token and the content type", async () => {
      await call(service);
      const { method, path, body, headers } = recorder.last();
      expect({ method, path, ...(body && { body: JSON.parse(body) }) }).toEqual(sends);
      expect(headers).toMatchObject({
        "x-service-access-token": "<ACCESS_TOKEN>",
        "content-type": "application/json",
      });
    });

    test("returns what the contract describes, without its envelope, of an answer without a violation", async () => {
      expect(await call(service)).toEqual(name === "sandbox" ? sandboxReturns : returns);
      const { answer } = recorder.last();
      expect([answer.status, answer.headers.get("sl-violations")]).toEqual([200, null]);
    });
  },
);

describe("unusable input is refused before anything is sent", () => {
  test.each([
    ["undefined", undefined],
    ["''", ""],
    ["service.example", "service.example"],
    ["ftp://service.example", "ftp://service.example"],
    ["/api", "/api"],
    ["an object", {}],
  ])("the baseUrl %s is refused", (_, baseUrl) => {
    // @ts-expect-error: JavaScript callers get the error at run time
    expect(() => createServiceClient({ baseUrl, accessToken: "t" })).toThrow("baseUrl must be an absolute HTTP URL");
  });

  test.each(["https://name:hunter2@service.example", "https://service.example/?key=hunter2"])(
    "the baseUrl %s is refused, and its credentials are not quoted",
    (baseUrl) => {
      expect(() => createServiceClient({ baseUrl, accessToken: "t" })).toThrow(
        /^(?!.*hunter2)baseUrl must be .* without credentials/,
      );
    },
  );
});
