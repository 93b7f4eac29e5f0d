import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run, start } from "../servers/command.js";
import { startMock } from "../servers/mock.js";
import { freePort } from "../servers/port.js";
import { startService } from "../verify/served.js";
import { TOKEN as SERVICE_TOKEN } from "../verify/service.js";
import { type ChangeName, changes } from "./changes.js";
import { type ChangedProject, changeAndBuild } from "./follow.js";

const TOKEN = "<ACCESS_TOKEN>";
const BASE = "http://service.test";
const webhook = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" };

interface Answer {
  status: number;
  body: unknown;
}

/** Sends a request, with the access token unless the header has another name. */
type Send = (method: string, path: string, body?: unknown, header?: string) => Promise<Answer>;

/** Sends requests through a function like `fetch`. */
function sender(fetch: typeof globalThis.fetch, base: string): Send {
  return async (method, path, body, header = "X-Service-Access-Token") => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { [header]: TOKEN, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

const WEBHOOKS = "/api/admin/26.0/webhooks";

interface Follow {
  /** What verify reports for a service that still follows the old contract, unless that also follows the new one. */
  verify?: RegExp;
  /** What the client does. */
  client(project: ChangedProject): Promise<void>;
  /** What the mock and the sandbox both answer. */
  servers?(send: Send): Promise<void>;
  /** What only the sandbox answers, since it has a memory. */
  sandbox?(send: Send, project: ChangedProject): Promise<void>;
}

/** A client of a changed project, which gets one body for every request, and the requests that it sends. */
function clientOf({ client }: ChangedProject, body: unknown) {
  const sent: { url: URL; headers: Headers }[] = [];
  const service = client.createServiceClient({
    baseUrl: BASE,
    accessToken: TOKEN,
    fetch: async (url, init) => {
      sent.push({ url: new URL(url), headers: new Headers(init.headers) });
      return Response.json(body);
    },
  });
  return { service, sent };
}

const found = {
  webhook: {
    id: 1,
    ...webhook,
    format: "json",
    created_at: "2026-03-02T10:20:00+02:00",
    updated_at: "2026-03-02T10:20:00+02:00",
  },
};
const pageOf = (current: number, pages: number) => ({
  webhooks: [{ ...found.webhook, id: current }],
  pagination: { current_page: current, per_page: 1, total: pages, total_pages: pages },
});

const follows: Record<ChangeName, Follow> = {
  "the default of limit is 25": {
    verify: /listDefaults .*\n +value: 20 items, expected 25/,
    client: async ({ read }) => expect(await read("generated/methods.ts")).toContain("25 by default"),
    sandbox: async (send) => expect((await send("GET", WEBHOOKS)).body).toHaveProperty("pagination.per_page", 25),
  },
  "the maximum of limit is 500": {
    verify: /listMaximum .*\n +refusal: limit=501 is accepted, but the maximum is 500/,
    client: async ({ read }) => expect(await read("generated/methods.ts")).toContain("at most 500"),
    async servers(send) {
      expect((await send("GET", `${WEBHOOKS}?limit=500`)).status).toBe(200);
      expect((await send("GET", `${WEBHOOKS}?limit=501`)).status).toBe(422);
    },
  },
  "the default of page is 2": {
    verify: /listDefaults .*\n +value: not the same page as page=2/,
    async client(project) {
      const { service, sent } = clientOf(project, pageOf(2, 3));
      for await (const _ of service.webhooks.list().pages());
      expect(sent.map(({ url }) => url.search)).toEqual(["", "?page=3"]);
    },
    sandbox: async (send) => expect((await send("GET", WEBHOOKS)).body).toHaveProperty("pagination.current_page", 2),
  },
  "there is a third format": {
    verify: /createFields .*\n +status: 422, expected 200 .*with format: "csv"/,
    client: async ({ read }) => expect(await read("dist/generated/schema.d.ts")).toContain('"json" | "xml" | "csv"'),
    async servers(send) {
      expect((await send("POST", WEBHOOKS, { webhook: { ...webhook, format: "csv" } })).status).toBe(200);
      expect((await send("POST", WEBHOOKS, { webhook: { ...webhook, format: "pdf" } })).status).toBe(422);
    },
    async sandbox(send) {
      const { body } = await send("POST", WEBHOOKS, { webhook: { ...webhook, format: "csv" } });
      expect(body).toHaveProperty("webhook.format", "csv");
    },
  },
  "create takes another field": {
    async client(project) {
      expect(await project.read("dist/generated/schema.d.ts")).toContain("priority?: number;");
    },
    async servers(send) {
      expect((await send("POST", WEBHOOKS, { webhook: { ...webhook, priority: 3 } })).status).toBe(200);
      expect((await send("POST", WEBHOOKS, { webhook: { ...webhook, priority: "high" } })).status).toBe(422);
    },
  },
  "answers have another field": {
    verify: /create .*\n +schema: \/webhook must have required property 'status' \(§2\.2\)/,
    async client(project) {
      const old = clientOf(project, found);
      await expect(old.service.webhooks.get(1)).rejects.toThrow("at body.webhook.status");
      const changed = clientOf(project, { webhook: { ...found.webhook, status: "active" } });
      expect(await changed.service.webhooks.get(1)).toHaveProperty("status", "active");
    },
    async servers(send) {
      const { body } = await send("POST", WEBHOOKS, { webhook });
      expect(body).toHaveProperty("webhook.status", "active");
    },
  },
  "the list can be filtered by a field": {
    async client(project) {
      const { service, sent } = clientOf(project, pageOf(1, 1));
      // @ts-expect-error: the types of this project do not know the parameter
      await service.webhooks.list({ topic: "orders/create" });
      expect(sent[0]?.url.search).toBe("?topic=orders%2Fcreate");
    },
    async sandbox(send) {
      await send("POST", WEBHOOKS, { webhook });
      await send("POST", WEBHOOKS, { webhook: { ...webhook, topic: "products/update" } });
      const { status, body } = await send("GET", `${WEBHOOKS}?topic=orders%2Fcreate&limit=100`);
      const topics = status === 200 ? Object(body).webhooks.map(({ topic }: { topic: string }) => topic) : [];
      expect(new Set(topics)).toEqual(new Set(status === 200 ? ["orders/create"] : []));
      expect([200, 501]).toContain(status);
    },
  },
  "the access token has another header": {
    verify: /refuses the access token in X-Admin-Token \(status 401\)/,
    async client(project) {
      const { service, sent } = clientOf(project, found);
      await service.webhooks.get(1);
      const [{ headers } = { headers: new Headers() }] = sent;
      expect([headers.get("X-Admin-Token"), headers.get("X-Service-Access-Token")]).toEqual([TOKEN, null]);
    },
    async servers(send) {
      expect((await send("GET", WEBHOOKS, undefined, "X-Admin-Token")).status).toBe(200);
      expect((await send("GET", WEBHOOKS)).status).toBe(401);
    },
  },
  "the version is 27.0": {
    verify: /list +GET \/api\/admin\/27\.0\/webhooks\S* +404 .*\n +status: 404, expected 200/,
    async client(project) {
      const { service, sent } = clientOf(project, found);
      await service.webhooks.get(1);
      expect(sent[0]?.url.pathname).toBe("/api/admin/27.0/webhooks/1");
    },
    async servers(send) {
      expect((await send("GET", "/api/admin/27.0/webhooks")).status).toBe(200);
      expect((await send("GET", WEBHOOKS)).status).toBe(404);
    },
  },
  "there is another operation": {
    verify: /pingWebhook +POST \/api\/admin\/26\.0\/webhooks\/\d+\/ping +404 .*\n +status: 404, expected 200/,
    async client(project) {
      const { service, sent } = clientOf(project, found);
      const { ping } = Object(service.webhooks);
      expect(await ping(7)).toEqual(found.webhook);
      expect(sent[0]?.url.pathname).toBe(`${WEBHOOKS}/7/ping`);
    },
    servers: async (send) =>
      expect(await send("POST", `${WEBHOOKS}/1001/ping`)).toMatchObject({
        status: 200,
        body: { webhook: { id: 1001 } },
      }),
  },
  "there is another resource": {
    verify: /listTopics +GET \/api\/admin\/26\.0\/topics +404 .*\n +status: 404, expected 200/,
    async client(project) {
      const one = { topics: [{ name: "a/b", is_internal: true }], pagination: pageOf(1, 1).pagination };
      const { service, sent } = clientOf(project, { ...one, topic: one.topics[0] });
      const { topics } = Object(service);
      const names: string[] = [];
      for await (const { name } of topics.list()) names.push(name);
      expect([names, await topics.get("a/b")]).toEqual([["a/b"], one.topics[0]]);
      expect(sent.map(({ url }) => url.pathname)).toEqual(["/api/admin/26.0/topics", "/api/admin/26.0/topics/a%2Fb"]);
    },
    async servers(send) {
      expect((await send("GET", "/api/admin/26.0/topics")).body).toHaveProperty("topics[0].name", "orders/create");
      expect((await send("GET", "/api/admin/26.0/topics/x")).body).toHaveProperty("topic.is_internal", false);
    },
  },
};

/** Runs the verify of a changed project. */
function walk({ folder }: ChangedProject, server: string) {
  return run(`SERVICE_ACCESS_TOKEN='${SERVICE_TOKEN}' node dist/src/verify/command.js --server ${server}`, folder);
}

// One after the other: each build takes all cores.
const OPTIONS = { sequential: true, timeout: 120_000 };

describe.each(Object.entries(follows))("when %s, after npm run build and no other edit,", OPTIONS, (name, follow) => {
  const change = Object.entries(changes).find(([key]) => key === name)?.[1];
  let project: ChangedProject;

  beforeAll(async () => {
    if (!change) throw new Error(`No change is called "${name}"`);
    project = await changeAndBuild(change);
  }, 300_000);
  afterAll(() => project.remove());

  test("the client follows", () => follow.client(project));

  test("the sandbox follows", async () => {
    const { fetch } = project.sandbox.createSandbox({ seed: 3 });
    const send = sender(fetch, BASE);
    await follow.servers?.(send);
    await follow.sandbox?.(send, project);
  });

  test("the mock follows", async () => {
    const mock = await startMock("", project.folder);
    try {
      await follow.servers?.(sender(fetch, mock.url));
      // Not every change shows in the mock, but it must at least serve the changed contract.
      expect(mock.output()).toContain("Prism is listening");
    } finally {
      await mock.close();
    }
  });

  test("verify passes the changed sandbox", async () => {
    const port = await freePort();
    const sandbox = start(`node dist/src/sandbox/server/command.js --port ${port} --seed 3`, project.folder);
    try {
      await sandbox.printed(`listening on http://127.0.0.1:${port}`);
      const { code, output } = await walk(project, `http://127.0.0.1:${port}`);
      expect(code, output).toBe(0);
    } finally {
      await sandbox.close();
    }
  });

  const { verify } = follow;
  if (verify) {
    test("verify fails a service that follows the old contract", async () => {
      await using service = await startService();
      const { code, output } = await walk(project, service.url);
      expect(output).toMatch(verify);
      expect(code).toBe(1);
    });
  }

  test("the docs follow", async () => {
    expect(await project.read("site/reference.md")).toContain(change?.documented);
    expect(await project.read("site/index.html")).toContain(change?.documented.replaceAll("`", "").split(" ").at(-1));
  });
});
