import { describe, expect, test } from "vitest";
import { clientMethods, defaultServer, operation } from "../../generated/contract.js";
import { createServiceClient, type Send, type TryInit } from "../../src/client/index.js";
import { servers } from "../servers/contract-servers.js";
import { argumentsOf, exampleInput, requestOf } from "./example-requests.js";

const accessToken = "<ACCESS_TOKEN>";

test("every operation has its method, and there are no other methods", () => {
  const { http: _, ...service } = createServiceClient({ baseUrl: "https://service.example", accessToken });
  const groups = Object.entries(service);
  const methods = groups.flatMap(([group, of]) => Object.keys(of).map((name) => [group, name]));
  expect(methods.sort()).toEqual(Object.values(clientMethods).toSorted());
});

/** Deletions come last: the others need what they delete. A creation may make it unclear what an update means. */
const placeOf = (id: string) => ["GET", "PUT", "PATCH", "POST", "DELETE"].indexOf(operation(id).method);
const calls = Object.entries(clientMethods).toSorted(([one], [other]) => placeOf(one) - placeOf(other));

describe.each(Object.entries(servers))(
  "every method, called with the contract's example, against the %s",
  (_, start) => {
    test("sends the request of the contract, and returns the answer without its envelope", async () => {
      const server = await start();
      await server.reset();
      for (const [id, [group, name]] of calls) {
        const input = exampleInput(id);
        const { sent, answered, result } = await callOf(server.url, group, name, argumentsOf(operation(id), input));
        const { method, url, headers, body } = requestOf(operation(id), input, accessToken);
        expect(sent).toMatchObject({ url: url.replace(defaultServer, server.url), method });
        expect(sent.headers).toMatchObject(Object.fromEntries(new Headers(headers)));
        expect(JSON.parse(sent.body ?? "null"), id).toEqual(JSON.parse(body ?? "null"));
        const violations: { severity: string }[] = JSON.parse(answered.headers.get("sl-violations") ?? "[]");
        // The mock also warns of what is deprecated.
        expect(
          violations.filter(({ severity }) => severity === "Error"),
          id,
        ).toEqual([]);
        const text = await answered.text();
        const answer = text === "" ? undefined : JSON.parse(text);
        const [only, ...others] = Object.values(Object(answer));
        const isWhole = others.length > 0 || Object(only) !== only || operation(id).answer.holds === "list";
        expect(result, id).toEqual(isWhole ? answer : only);
      }
      await server.close();
    });
  },
);

/** Calls a method, and records its request and the answer. */
async function callOf(baseUrl: string, group: string, name: string, values: readonly unknown[]) {
  const exchanges: { sent: TryInit & { url: string }; answered: Response }[] = [];
  const fetch: Send = async (url, init) => {
    const response = await globalThis.fetch(url, init);
    exchanges.push({ sent: { url, ...init }, answered: response.clone() });
    return response;
  };
  const methods: unknown = Reflect.get(createServiceClient({ baseUrl, accessToken, fetch }), group);
  const method: unknown = Reflect.get(Object(methods), name);
  if (typeof method !== "function") throw new Error(`The client has no ${group}.${name}`);
  const result: unknown = await Reflect.apply(method, methods, values);
  const [exchange, ...retries] = exchanges;
  if (!exchange || retries.length > 0) throw new Error(`${group}.${name} sent ${exchanges.length} requests`);
  return { ...exchange, result };
}
