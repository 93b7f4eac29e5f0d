import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations, responseExamples } from "../../../generated/contract.js";
import { byStatus } from "../../../src/by-status.js";
import type { Webhook } from "../../../src/sandbox/index.js";
import { type Copy, copyWith, type Document } from "../../copies/copy.js";
import { answerCreated, declareFailures, declareHeader } from "../../copies/declared-failures.js";
import { run } from "../../servers/command.js";
import { bodyOf, startWebServer } from "../../servers/web.js";
import { buildCommand } from "../service.js";

// What a contract may declare one day, verify compares with what a service says: on changed copies of the contract, whose
// sandbox is the service.

type SandboxModule = typeof import("../../../src/sandbox/index.js");

/** An answer of the service, to be changed before it is sent. */
interface Sent {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Changes answers to requests such as `GET /path`. */
type Change = (sent: Sent, request: string) => Partial<Sent> | undefined;

/** Runs the command of a copy on its sandbox, whose answers may be changed. */
async function walked(copy: Copy, change: Change = () => undefined, topics: readonly Webhook["topic"][] = []) {
  const { createSandbox } = await copy.load<SandboxModule>("src/sandbox/index.ts");
  const seed = topics.map((topic, index) => ({ topic, address: `https://others.example/${index}` }));
  const sandbox = createSandbox({ seed: topics.length > 0 ? seed : 3 });
  const created: string[] = [];
  await using server = await startWebServer(async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const text = await bodyOf(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const answer = await sandbox.fetch(`http://sandbox.test${url}`, { method, headers, body: text || null });
    const isCreation = method === operations.createWebhook.method && url === operations.createWebhook.path;
    if (isCreation && answer.ok) created.push(JSON.parse(text).webhook.topic);
    const sent: Sent = {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    };
    const changed = { ...sent, ...change(sent, `${method} ${url}`) };
    response.writeHead(changed.status, changed.headers).end(changed.text);
  });
  const { code, output } = await run(
    `SERVICE_ACCESS_TOKEN=any node verify/command.js --server ${server.url}`,
    copy.folder,
  );
  return { code, output, created, left: sandbox.webhooks.length - (topics.length || 3) };
}

async function verifyCopy(change: (document: Document) => void): Promise<Copy> {
  const copy = await copyWith(change);
  await buildCommand(copy.folder, join(copy.folder, "verify"));
  return copy;
}

describe("a contract that declares failures, a header and a success of 201", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await verifyCopy((document) => {
      declareFailures(document);
      declareHeader(document);
      answerCreated(document);
    });
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("is followed by its sandbox", async () => {
    const { code, output, left } = await walked(copy);
    expect(output).toContain("ℹ fail 0");
    expect([code, left]).toEqual([0, 0]);
  });

  const withoutHeader = ({ headers: { "x-request-id": _, ...headers } }: Sent) => ({ headers });
  test.each<[string, Change, RegExp]>([
    [
      "a failure without a declared field",
      ({ status }) => (status === 422 ? { text: "{}" } : undefined),
      /\/message is missing \(\w+\)|\/message .* \(\w+\)/,
    ],
    [
      "a failure as HTML",
      ({ status, headers }) =>
        status === 422 ? { headers: { ...headers, "content-type": "text/html" }, text: "<p>No.</p>" } : undefined,
      /the body of \w+ is no JSON/,
    ],
    [
      "a failure in another media type",
      ({ status, headers }) =>
        status === 422 ? { headers: { ...headers, "content-type": "application/problem+json" } } : undefined,
      /the content type is "?application\/problem\+json"?, not application\/json/,
    ],
    [
      "a failure without the declared header",
      (sent) => (sent.status === 404 ? withoutHeader(sent) : undefined),
      /the header x-request-id .* \(getWebhook, status 404\)/,
    ],
    [
      "a success without the declared header",
      (sent, request) => (request.startsWith("PUT") ? withoutHeader(sent) : undefined),
      /the header x-request-id .* \(updateWebhook, status 200\)/,
    ],
    [
      "a creation with status 200",
      ({ status }) => (status === 201 ? { status: 200 } : undefined),
      /createWebhook answers with status 200, and the document with 201/,
    ],
  ])("%s is a breach", async (_, change, breach) => {
    const { code, output, left } = await walked(copy, change);
    expect([...output.matchAll(/^ +\[Breach: (.+)\]$/gm)].map(([, message]) => message)).toContainEqual(
      expect.stringMatching(breach),
    );
    expect([code, left]).toEqual([1, 0]);
  });
});

describe("a contract that lists all topics", () => {
  const exampleTopics = [...responseExamples.listWebhooks.webhooks, responseExamples.createWebhook.webhook].map(
    ({ topic }) => topic,
  );
  const TOPICS = [...new Set(exampleTopics)];
  let copy: Copy;
  beforeAll(async () => {
    copy = await verifyCopy(({ paths, components }) => {
      const bodies = [paths[operations.createWebhook.path], paths[operations.deliverWebhook.path]]
        .flatMap((item) => [item.post, item.put])
        .flatMap((operation) => (operation ? [operation.requestBody.content["application/json"].schema] : []));
      const fields = bodies.map(({ properties }) => properties.webhook.properties.topic);
      for (const topic of [...fields, components.schemas.Webhook.properties.topic]) {
        delete topic.pattern;
        topic.enum = TOPICS;
      }
    });
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("is walked through with one that nobody uses", async () => {
    const { code, output, created, left } = await walked(copy, undefined, TOPICS.slice(0, 2));
    expect(output).toContain("ℹ fail 0");
    expect([...new Set(created)]).toEqual([TOPICS[2]]);
    expect([code, left]).toEqual([0, 0]);
  });

  test("is judged as an open list is where a mock answers with the topic that was sent: it forgets what it is sent", async () => {
    const { createWebhook, listWebhooks } = responseExamples;
    const { topic } = createWebhook.webhook;
    const others = listWebhooks.webhooks.filter((webhook) => webhook.topic !== topic);
    const examples = { ...responseExamples, listWebhooks: { ...listWebhooks, webhooks: others } };
    // That is the topic which the walk chooses.
    expect(TOPICS.find((each) => others.every((webhook) => webhook.topic !== each))).toBe(topic);
    const forgetful: Change = (sent, request) => {
      const [method, url = ""] = request.split(" ");
      const { pathname } = new URL(url, "http://service.test");
      const called = Object.values(operations).find((each) => each.method === method && each.path === pathname);
      return sent.status === 401 || !called
        ? undefined
        : { status: called.status, text: JSON.stringify(examples[called.id]) };
    };
    const { code, output } = await walked(copy, forgetful);
    expect(output).toContain("this looks like a mock: it forgets what it is sent.");
    expect(output).toContain("ℹ fail 0");
    expect(code).toBe(3);
  });

  test("allows no creation where others use each of them, and the exit code is 3", async () => {
    const { code, output, created } = await walked(copy, undefined, TOPICS);
    expect(output).toContain("others use each topic that the contract lists");
    expect([code, created]).toEqual([3, []]);
  });
});

describe("an operation that verify does not know", () => {
  const { path, status, responses } = operations.listWebhooks;
  const declared = byStatus(responses, status);
  const STATS = `${path}/stats`;
  let copy: Copy;
  beforeAll(async () => {
    copy = await verifyCopy(({ paths }) => {
      const { get, post } = paths[path];
      const { parameters, ...list } = get;
      paths[STATS] = { get: { ...list, operationId: "getStats", summary: "Get stats" } };
      paths[`${operations.getWebhook.path}/test`] = {
        post: {
          ...post,
          operationId: "testWebhook",
          summary: "Test webhook",
          parameters: paths[operations.getWebhook.path].get.parameters,
        },
      };
      void parameters;
    });
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  const answering =
    (body: object): Change =>
    (_, request) =>
      request === `GET ${STATS}`
        ? { status, headers: { ...declared?.headers, "content-type": "application/json" }, text: JSON.stringify(body) }
        : undefined;
  const pagination = { current_page: 1, per_page: 20, total: 0, total_pages: 0 };

  test("is compared with its schema if it only reads, and named at the end otherwise", async () => {
    const { code, output } = await walked(copy, answering({ webhooks: [], pagination }));
    expect(output).toContain("✔ getStats is answered as the contract describes");
    expect(output.trimEnd().split("\n").at(-1)).toBe("not checked: 1 operation, testWebhook");
    expect(code).toBe(0);
  });

  test("is a breach in another form", async () => {
    const { code, output } = await walked(copy, answering({ webhooks: [] }));
    expect(output).toMatch(/\[Breach: \/pagination .* \(getStats\)\]/);
    expect(code).toBe(1);
  });
});
