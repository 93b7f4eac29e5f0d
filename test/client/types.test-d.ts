// The compiler checks this file: npm run check.
import type { Client } from "openapi-fetch";
import { describe, expectTypeOf, test } from "vitest";
import {
  createServiceClient,
  type DeletionResult,
  type Delivery,
  nextPage,
  type OAuth,
  type Pagination,
  type paths,
  type ServiceClient,
  ServiceStatusError,
  type TryReport,
  type Webhook,
  type WebhookCreateInput,
  type WebhookListQuery,
  type WebhookPage,
} from "../../src/client/index.js";
import { LIST, ONE } from "./examples.js";

declare const service: ServiceClient;
const { http } = service;
const webhook = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" } as const;

describe("the types follow the contract", () => {
  test("every operation returns its resource without the envelope", () => {
    expectTypeOf(service.oauth.exchangeAccessToken()).resolves.toEqualTypeOf<OAuth>();
    expectTypeOf(service.webhooks.create(webhook)).resolves.toEqualTypeOf<Webhook>();
    expectTypeOf(service.webhooks.update(webhook)).resolves.toEqualTypeOf<Webhook>();
    expectTypeOf(service.webhooks.get(1001)).resolves.toEqualTypeOf<Webhook>();
    expectTypeOf(service.webhooks.delete("handle")).resolves.toEqualTypeOf<DeletionResult>();
    expectTypeOf(service.webhooks.deliver(webhook)).resolves.toEqualTypeOf<Webhook>();
    expectTypeOf<Awaited<ReturnType<typeof service.webhooks.list>>["webhooks"]>().toEqualTypeOf<Webhook[]>();
    expectTypeOf<Awaited<ReturnType<typeof service.webhooks.list>>["pagination"]>().toEqualTypeOf<Pagination>();
  });

  test("withResponse() returns the response next to the data", () => {
    expectTypeOf(service.webhooks.get(1).withResponse()).resolves.toEqualTypeOf<{
      data: Webhook;
      response: Response;
    }>();
  });

  test("a delivery has its media types and an unknown payload", () => {
    expectTypeOf<Delivery["mediaType"]>().toEqualTypeOf<"application/json" | "application/xml">();
    expectTypeOf<Delivery["payload"]>().toBeUnknown();
  });

  test("a path that is called has an error, or else data", async () => {
    const { data, error } = await http.GET(LIST);
    // The contract declares no failures. It is the error of a method.
    expectTypeOf(error?.status).toEqualTypeOf<number | undefined>();
    if (error instanceof ServiceStatusError) expectTypeOf(error.headers).toExtend<Headers>();
    if (error) throw error;
    expectTypeOf(data.webhooks[0]).toExtend<Webhook | undefined>();
  });
});

describe("the types fit what everyday programs pass them to", () => {
  test("what methods take and return, a page, a delivery and a report are fields for a typed logger", () => {
    type Fields = Readonly<Record<string, unknown>>;
    createServiceClient({ baseUrl: "https://service.example", onTry: (_: Fields) => undefined });
    expectTypeOf<TryReport>().toExtend<Fields>();
    expectTypeOf<Webhook | OAuth | DeletionResult>().toExtend<Fields>();
    expectTypeOf<WebhookPage | Pagination>().toExtend<Fields>();
    expectTypeOf<WebhookCreateInput | WebhookListQuery>().toExtend<Fields>();
    expectTypeOf<Delivery>().toExtend<Fields>();
  });

  test("an option that may be undefined is passed on", () => {
    const options: { signal: AbortSignal | undefined; timeout: number | undefined } = { signal: undefined, timeout: 1 };
    service.webhooks.get(1, options);
  });

  test("service.http is an openapi-fetch client, as hooks for queries take one", () => {
    expectTypeOf(http).toExtend<Client<paths>>();
    http.GET(ONE, { params: { path: { id: 1 } }, timeout: 1, parseAs: "text" });
  });
});

test("onTry may return anything, such as the length of a list", () => {
  const reports: TryReport[] = [];
  const onTry = (report: TryReport) => reports.push(report);
  createServiceClient({ baseUrl: "https://service.example", accessToken: "<ACCESS_TOKEN>", onTry });
});

describe("the compiler refuses", () => {
  test("a client without its base URL, but none without its access token", () => {
    createServiceClient({ baseUrl: "https://service.example" });
    // @ts-expect-error: no baseUrl
    createServiceClient({ accessToken: "<ACCESS_TOKEN>" });
  });

  test("input without what the contract requires, or with what it does not have", () => {
    // @ts-expect-error: no address
    service.webhooks.update({ topic: webhook.topic });
    // @ts-expect-error: no such format
    service.webhooks.create({ ...webhook, format: "csv" });
    // @ts-expect-error: only create has a secret
    service.webhooks.update({ ...webhook, secret: "<SIGNING_SECRET>" });
    // @ts-expect-error: no such parameter
    service.webhooks.list({ offset: 20 });
    // @ts-expect-error: a list is no page before it is awaited
    nextPage(service.webhooks.list());
    // @ts-expect-error: an id is a number or a string
    service.webhooks.get(true);
  });

  test("a path, a method or a path parameter that the contract does not have", () => {
    // @ts-expect-error: no such path
    http.GET("/orders");
    // @ts-expect-error: no such method on this path
    http.DELETE(LIST);
    // @ts-expect-error: no id
    http.GET(ONE);
  });
});
