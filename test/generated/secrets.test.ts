import { beforeAll, describe, expect, test } from "vitest";
import { nowhere, printed, token } from "../client/examples.js";
import { set } from "../diff/library.js";
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
const inQuery: Forms = {
  ...single,
  list: [{ type: "array", items: pin }, (secret) => [secret]],
  tuple: [{ type: "array", prefixItems: [{ type: "integer" }, pin] }, (secret) => [1, secret]],
  object: [{ type: "object", properties: { inner_pin: password } }, (inner_pin) => ({ inner_pin })],
};
const inBody: Forms = {
  ...inQuery,
  map: [{ type: "object", additionalProperties: pin }, (secret) => ({ any: secret })],
};

/** What each place of a request can hold. */
const places = { body: inBody, query: inQuery, path: single, header: single };
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

function parametersIn(place: Place) {
  return Object.entries(places[place]).map(([form, [schema]]) => ({
    name: nameOf(place, form),
    in: place,
    description: "Made for a test.",
    schema,
    ...(place === "path" && { required: true }),
  }));
}

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
    const webhooks = "/paths/~1api~1admin~126.0~1webhooks";
    set(`${webhooks}/post/parameters`, [...parametersIn("query"), ...parametersIn("header")])(contract);
    const path = parametersIn("path").map(({ name }) => `~1{${name}}`);
    set(`${webhooks}~1by${path.join("")}`, {
      get: {
        ...{ operationId: "findWebhook", tags: ["Webhooks"], summary: "Find a webhook", description: "For a test." },
        parameters: parametersIn("path"),
        responses: { 200: { $ref: "#/components/responses/OneWebhook" } },
      },
    })(contract);
    world = await worldOf(contract);
  });

  /** Everything that a failure shows, of a call to a service that sends back all that it gets. */
  async function shownOf(method: string, ...args: unknown[]) {
    const shown: unknown[] = [];
    const service = world.modules.client.createServiceClient({
      baseUrl: nowhere.url,
      accessToken: token,
      fetch: async (url, { headers, body }) => {
        const echo = { url, headers, body, values: Object.values(headers), fields: JSON.parse(body ?? "{}") };
        return Response.json(echo, { status: 400, headers: { "X-Url": url } });
      },
      onTry: (report) => void shown.push(JSON.stringify(report)),
    });
    const webhooks = Object(Reflect.get(service, "webhooks"));
    const failure: Error = await webhooks[method](...args).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: 400 });
    return [...shown, printed(failure)].join("\n");
  }

  /** The secrets of a place that a text shows, as they are or as in a URL. */
  function shownIn(text: string, place: Place) {
    const forms = Object.keys(places[place]);
    return forms.filter(
      (form) => text.includes(`${form} &`) || text.includes(`${form}%20`) || text.includes(`${form}+`),
    );
  }

  test("in the body, the query and the headers", async () => {
    const topic = "orders/create";
    const webhook = { topic, address: "https://lantern-books.example", ...valuesIn("body") };
    const shown = await shownOf("create", webhook, valuesIn("query"), { headers: valuesIn("header") });
    expect(shown).toContain(topic);
    for (const place of ["body", "query", "header"] as const)
      expect([place, shownIn(shown, place)]).toEqual([place, []]);
    expect(shown).toContain(`${nowhere.url}/api/admin/26.0/webhooks?query_plain=<SECRET>&query_referred=<SECRET>&`);
  });

  test("in the path, whose other parts stay as they are sent", async () => {
    const shown = await shownOf("find", ...Object.values(valuesIn("path")));
    expect(shownIn(shown, "path")).toEqual([]);
    expect(shown).toContain(`${nowhere.url}/api/admin/26.0/webhooks/by/<SECRET>/<SECRET>/`);
  });
});
