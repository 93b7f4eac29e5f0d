import { beforeAll, describe, expect, test } from "vitest";
import { nowhere, printed, token } from "../client/examples.js";
import { set } from "../contract/edits.js";
import { documentedContract } from "../worlds/documented.js";
import { type World, worldOf } from "../worlds/world.js";

const password = { type: "string", format: "password" };
const pin = { $ref: "#/components/schemas/Pin" };

/** Schemas of a secret, or of what holds one, each with how a value holds it. */
type Forms = Readonly<Record<string, readonly [schema: object, hold: (secret: string) => unknown]>>;

const itself = (secret: string) => secret;
const single: Forms = {
  plain: [password, itself],
  referred: [pin, itself],
  nullable: [{ ...password, type: ["string", "null"] }, itself],
  alternative: [{ anyOf: [pin, { type: "null" }] }, itself],
  combined: [{ allOf: [pin] }, itself],
};
const inBody: Forms = {
  ...single,
  list: [{ type: "array", items: pin }, (secret) => [secret]],
  tuple: [{ type: "array", prefixItems: [{ type: "integer" }, pin] }, (secret) => [1, secret]],
  object: [{ type: "object", properties: { inner_pin: password } }, (inner_pin) => ({ inner_pin })],
  map: [{ type: "object", additionalProperties: pin }, (secret) => ({ any: secret })],
};

/** What each place of a request can hold. */
const places = { body: inBody, header: single };
type Place = keyof typeof places;

/** The name of a field or a parameter, and the secret in it. */
const nameOf = (place: Place, form: string) => (place === "header" ? `X-${form}` : `${place}_${form}`);
const secretOf = (place: Place, form: string) => `${place}/${form} & 0123456789`;

function valuesIn(place: Place) {
  const entries = Object.entries(places[place]).map(([form, [, hold]]) => [
    nameOf(place, form),
    hold(secretOf(place, form)),
  ]);
  return Object.fromEntries(entries);
}

const headers = Object.entries(single).map(([form, [schema]]) => ({
  name: nameOf("header", form),
  in: "header",
  description: "Made for a test.",
  schema,
}));

describe("what the contract marks as a secret, in whichever form, shows in no error and no report of a try", () => {
  let world: World;

  beforeAll(async () => {
    const contract = documentedContract();
    set("/components/schemas/Pin", { ...password, description: "Made for a test." })(contract);
    const fields =
      "/components/requestBodies/CreateWebhook/content/application~1json/schema/properties/webhook/properties";
    for (const [form, [schema]] of Object.entries(places.body)) {
      set(`${fields}/${nameOf("body", form)}`, { description: "Made for a test.", ...schema })(contract);
    }
    set("/paths/~1api~1admin~126.0~1webhooks/post/parameters", headers)(contract);
    world = await worldOf(contract);
  });

  test.each<[how: string, echoOf: (headers: object, body: string) => object]>([
    ["with their names", (headers, body) => ({ headers, body, fields: JSON.parse(body) })],
    ["without the names of headers", (headers, body) => ({ body, values: Object.values(headers) })],
  ])("when the service sends the body and the headers of a request back %s", async (_, echoOf) => {
    const shown: unknown[] = [];
    const service = world.modules.client.createServiceClient({
      baseUrl: nowhere.url,
      accessToken: token,
      fetch: async (_, { headers, body }) => Response.json(echoOf(headers, body ?? "{}"), { status: 400 }),
      onTry: (report) => void shown.push(JSON.stringify(report)),
    });
    const topic = "orders/create";
    const webhook = { topic, address: "https://lantern-books.example", ...valuesIn("body") };
    const call = Object(Reflect.get(service, "webhooks")).create(webhook, { headers: valuesIn("header") });
    const failure: Error = await call.catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: 400 });
    const text = [...shown, printed(failure)].join("\n");
    expect(text).toContain(topic);
    for (const place of ["body", "header"] as const)
      for (const form of Object.keys(places[place])) expect(text).not.toContain(`${form} &`);
  });
});
