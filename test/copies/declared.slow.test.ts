import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations, requestExamples } from "../../generated/contract.js";
import { HEADERS, WEBHOOKS } from "../sandbox/transports.js";
import { type Copy, copyWith, type Document, SHIPPED } from "./copy.js";
import { answerCreated, declareFailures, declareHeader, operationsOf } from "./declared-failures.js";

// What a contract says of failures, statuses and headers, and a second list or a tag of several words: all hold by
// generation alone, but for what the sandbox answers: a test in test/sandbox/validation.test.ts says where that needs code.

const ALL = [...SHIPPED, "src/sandbox/server/command.ts", "src/verify/command.ts"];
/** The tests that take the facts from the contract: those of the contract state them. */
const TESTS = readdirSync("test", { encoding: "utf8", recursive: true })
  .filter((file) => file.endsWith(".ts") && !/^contract\/|node_modules/.test(file))
  .map((file) => `test/${file}`);
const ITEM = operations.getWebhook.path;
const create = `service.webhooks.create(${JSON.stringify(requestExamples.createWebhook?.webhook)})`;

describe("a contract that declares failures, of every operation", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyWith(declareFailures);
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("needs no code", () => {
    expect(copy.typeErrors(...ALL)).toEqual([]);
  });

  /** What a user reads of a failed call. */
  const failureOf = `async (call: Promise<unknown>) => {
    const error = await call.catch((thrown: unknown) => thrown);
    if (!(error instanceof ServiceStatusError)) throw error;
    const { declaredBody, status } = error;
    return [status, declaredBody && ("message" in declaredBody ? declaredBody.message : declaredBody.detail)];
  }`;

  test("is typed in the errors of the client, where the answer has what is declared", async () => {
    const answers = [
      [404, '{"message":"No"}', "No"],
      // By its range, and by default.
      [418, '{"detail":"No","status":418,"errors":[]}', "No"],
      [500, '{"detail":"No","status":500,"errors":[]}', "No"],
      // In another form; HTML of a gateway; nothing; and a body where none is declared.
      [404, '{"detail":"No"}', undefined],
      [422, "<h1>Bad</h1>", undefined],
      [422, "", undefined],
      [401, '{"message":"No"}', undefined],
    ] as const;
    const calls = answers.map(([status, text]) => `${answeredWith(status, text)}.webhooks.get(9)`);
    const failures = await copy.called(`Promise.all([${calls.join()}].map(${failureOf}))`);
    expect(failures).toEqual(answers.map(([status, , words]) => [status, words]));
  });

  test("is what a path that is called returns, or else the error of a method", async () => {
    const errorOf = `async ({ http }: typeof service) => {
      const { error } = await http.GET("${ITEM}", { params: { path: { id: 9 } } });
      if (error instanceof ServiceStatusError) return ["error", error.body];
      return error && ["body", "message" in error ? error.message : error.detail];
    }`;
    const clients = [answeredWith(422, "<h1>Bad</h1>", "text/html"), answeredWith(422, "", "text/plain")];
    expect(await copy.called(`Promise.all([${clients.join()}].map(${errorOf}))`)).toEqual([
      ["error", "<h1>Bad</h1>"],
      ["error", undefined],
    ]);
  });

  test("is described in the docs, with its fields", () => {
    for (const status of ["401", "404", "4XX", "default"]) expect(copy.docs).toContain(`Response ${status} `);
    expect(copy.docs).toContain("message string always present");
  });
});

/** The code of a client of a service that answers so. */
function answeredWith(status: number, text: string, type = "application/json"): string {
  return `answeredWith(${status}, ${JSON.stringify(text)}, "${type}")`;
}

test("a success of 201 works by itself", async () => {
  await using copy = await copyWith(answerCreated);
  expect(copy.typeErrors(...ALL)).toEqual([]);
  expect(
    await copy.called(`${create}.withResponse().then(({ data, response }) => [data.topic, response.status])`),
  ).toEqual([requestExamples.createWebhook?.webhook.topic, 201]);
  const { createSandbox } = await copy.load<typeof import("../../src/sandbox/index.js")>("src/sandbox/index.ts");
  const body = JSON.stringify(requestExamples.createWebhook);
  const answer = await createSandbox().fetch(`http://sandbox.test${WEBHOOKS}`, {
    method: "POST",
    headers: HEADERS,
    body,
  });
  expect(answer.status).toBe(201);
});

test("a header of every response is named in the docstring, and shown", async () => {
  await using copy = await copyWith(declareHeader);
  expect(copy.typeErrors(...ALL)).toEqual([]);
  expect(await copy.read("generated/client.ts")).toContain(
    "Headers of the response, which `withResponse()` returns: `X-Request-Id`.",
  );
  expect(copy.docs).toMatch(/X-Request-Id integer always present Which request it was\./);
});

describe("lists", () => {
  /** Adds the list of another path, under a tag. */
  const addList = (document: Document, path: string, operationId: string, tag: string) => {
    const { get } = document.paths[WEBHOOKS];
    const { parameters } = document.paths[ITEM].get;
    const own = {
      operationId,
      tags: [tag],
      summary: `Called ${operationId}`,
      parameters: [...parameters, ...get.parameters],
    };
    document.paths[path] = { get: { ...get, ...own } };
  };

  test("under one tag, and under a tag of several words, have types of their own", async () => {
    await using copy = await copyWith((document) => {
      document.tags.push({ name: "Delivery attempts", description: "The tries of deliveries." });
      addList(document, `${ITEM}/old`, "listOldWebhooks", "Webhooks");
      addList(document, `${ITEM}/attempts`, "listDeliveryAttempts", "Delivery attempts");
    });
    const handlers = ["listOldWebhooks", "listDeliveryAttempts"].map((id) => `  ${id}: fromExample("${id}"),\n`);
    await copy.edit("src/sandbox/webhooks.ts", "  listWebhooks({", `${handlers.join("")}\n  listWebhooks({`);
    expect(copy.typeErrors(...ALL)).toEqual([]);
    const pages = `(await Promise.all([
      service.webhooks.listOld(1001), service.webhooks.list(), service.deliveryAttempts.list(1001),
    ])) satisfies [Client.WebhookListOldPage, Client.WebhookPage, Client.DeliveryAttemptPage]`;
    const types = 'import type * as Client from "./src/client/index.js";';
    expect(await copy.called(pages, types)).toHaveLength(3);
  });

  test("whose path has a parameter that no component names take it by its type in the operation", async () => {
    await using copy = await copyWith((document) => {
      document.tags.push({ name: "DeliveryAttempts", description: "The tries of deliveries." });
      const path = `${ITEM}/attempts/{attempt_id}`;
      addList(document, path, "listDeliveryAttempts", "DeliveryAttempts");
      const parameter = { name: "attempt_id", in: "path", required: true, description: "Which.", example: 1 };
      document.paths[path].get.parameters.push({ ...parameter, schema: { type: "integer" } });
    });
    await copy.edit(
      "src/sandbox/webhooks.ts",
      "  listWebhooks({",
      '  listDeliveryAttempts: fromExample("listDeliveryAttempts"),\n\n  listWebhooks({',
    );
    expect(await copy.called("service.deliveryAttempts.list(1001, 1)")).toHaveProperty("webhooks");
    expect(await copy.read("generated/client.ts")).not.toMatch(/Attempt_id|DeliveryAttemptId/);
  });
});

test("a closed list of topics compiles, and neither what ships nor a test of it names another topic", async () => {
  await using copy = await copyWith(({ components, paths }) => {
    const topics = ["orders/create", "customers/create", "products/update"];
    components.schemas.Webhook.properties.topic.enum = topics;
    for (const { requestBody } of operationsOf({ paths })) {
      const { properties = {} } = requestBody?.content["application/json"].schema ?? {};
      if (properties.webhook) properties.webhook.properties.topic.enum = topics;
    }
  });
  expect(copy.typeErrors(...ALL, ...TESTS)).toEqual([]);
  const invented = `service.webhooks.create({ ...${JSON.stringify(requestExamples.createWebhook?.webhook)}, topic: "a/b" })`;
  await expect(copy.called(invented)).rejects.toThrow(`'"a/b"' is not assignable`);
});
