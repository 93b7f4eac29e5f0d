import { describe, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { at, keysAt, operationsOf, pointers, readContract } from "./contract.js";

const contract = readContract();
const json = "content/application~1json";

/** Every field with its type and what else the document says of it. */
function fieldsAt(pointer: string) {
  return Object.fromEntries(
    keysAt(contract, `${pointer}/properties`).map((field) => {
      const schema = Object(at(contract, `${pointer}/properties/${field}`));
      const { type, enum: values, default: standard } = schema;
      return [field, { type, ...(values && { values }), ...(standard !== undefined && { standard }) }];
    }),
  );
}

/** The parameters of an operation. */
function parametersAt(operation: string) {
  return Object.keys(Object(at(contract, operation)).parameters ?? {}).map((index) => {
    const { name, in: place, required = false, schema } = Object(at(contract, `${operation}/parameters/${index}`));
    return { name, place, required, schema };
  });
}

// What the document says stays. What is added is for its authors: `npm run diff` lists it.
const including = (facts: readonly unknown[]): unknown => expect.arrayContaining([...facts]);

const integer = { type: "integer" };
const text = { type: "string" };
const format = { type: "string", values: ["json", "xml"], standard: "json" };

describe("operations", () => {
  test("the contract has all seven operations, each with its method and full path", () => {
    const operations = [
      "exchangeAccessToken: POST /api/admin/26.0/oauth/access_token",
      "listWebhooks: GET /api/admin/26.0/webhooks",
      "createWebhook: POST /api/admin/26.0/webhooks",
      "updateWebhook: PUT /api/admin/26.0/webhooks",
      "getWebhook: GET /api/admin/26.0/webhooks/{id}",
      "deleteWebhook: DELETE /api/admin/26.0/webhooks/{id}",
      "deliverWebhook: POST /api/admin/26.0/internal/webhooks/deliver",
    ];
    const found = operationsOf(contract).map(({ id, method, path }) => `${id}: ${method} ${path}`);
    // No other one: an operation that the document does not have would be invented.
    expect(found).toEqual(operations);
  });

  test("no operation has a header parameter: the access token is a security scheme, and OpenAPI ignores a Content-Type", () => {
    const places = operationsOf(contract).flatMap(({ pointer }) => parametersAt(pointer).map(({ place }) => place));
    expect(new Set(places)).toEqual(new Set(["query", "path"]));
  });

  test("all paths are relative to a base URL that the reader fills in", () => {
    expect(at(contract, "/servers")).toHaveLength(1);
    expect(at(contract, "/servers/0")).toMatchObject({ url: "{base_url}", variables: { base_url: {} } });
  });

  test("each operation requires the access token in its header", () => {
    expect(at(contract, "/security")).toEqual([{ AccessToken: [] }]);
    expect(at(contract, "/components/securitySchemes/AccessToken")).toMatchObject({
      type: "apiKey",
      in: "header",
      name: "X-Service-Access-Token",
    });
    const exceptions = operationsOf(contract).filter(({ pointer }) => keysAt(contract, pointer).includes("security"));
    expect(exceptions).toEqual([]);
  });

  test("each operation documents only status 200, with a JSON body", () => {
    for (const { pointer } of operationsOf(contract)) {
      expect(keysAt(contract, `${pointer}/responses`)).toEqual(["200"]);
      expect(keysAt(contract, `${pointer}/responses/200/content`)).toEqual(["application/json"]);
    }
  });

  test("the description names the two headers that every request carries, and how the token is written", () => {
    const description = at(contract, "/info/description");
    expect(description).toMatch(/\| `Content-Type` \| `application\/json` \|/);
    expect(description).toMatch(/\| `X-Service-Access-Token` \| .*`<ACCESS_TOKEN>`.* \|/);
  });

  test("the table of limits says what the schemas say", () => {
    const description = at(contract, "/info/description");
    const schemaOf = (name: string) => operations.listWebhooks.parameters.find((each) => each.name === name)?.schema;
    const limit = schemaOf("limit");
    expect(description).toContain(`| ${limit?.default} by default, ${limit?.maximum} at most |`);
    expect(description).toContain(`| ${schemaOf("page")?.default} by default |`);
  });

  test("no dialect of schemas is named: Swagger UI would open with a warning", () => {
    expect(contract).not.toHaveProperty("jsonSchemaDialect");
  });
});

describe("resources", () => {
  const timestamps = { created_at: text, updated_at: text };
  const resources = {
    OAuth: { id: integer, client_id: text, client_secret: text, code: text, ...timestamps },
    Webhook: { id: integer, address: text, topic: text, format, ...timestamps },
    Pagination: { current_page: integer, per_page: integer, total: integer, total_pages: integer },
    DeletionResult: { success: { type: "boolean" }, message: text },
  };

  test("the contract has the four resources of the document and no other", () => {
    expect(keysAt(contract, "/components/schemas")).toEqual(Object.keys(resources));
  });

  test("no resource is an envelope that holds another", () => {
    expect(JSON.stringify(at(contract, "/components/schemas"))).not.toContain("#/components/schemas/");
  });

  test.each(Object.entries(resources))(
    "the resource %s has the fields of the document, which are all required",
    (name, fields) => {
      expect(fieldsAt(`/components/schemas/${name}`)).toMatchObject(fields);
      expect(at(contract, `/components/schemas/${name}/required`)).toEqual(including(Object.keys(fields)));
    },
  );
});

describe("parameters", () => {
  test("the list takes the four parameters of the document, and requires none", () => {
    const optional = { place: "query", required: false };
    const parameters = [
      { ...optional, name: "limit", schema: { type: "integer", default: 20, maximum: 10_000 } },
      { ...optional, name: "page", schema: { type: "integer", default: 1 } },
      { ...optional, name: "sort_by", schema: { type: "string" } },
      { ...optional, name: "sort_order", schema: { type: "string", enum: ["asc", "desc"] } },
    ];
    expect(parametersAt(pointers.list)).toEqual(including(parameters));
  });

  test("the id in a path is an integer or a string", () => {
    const schema = { anyOf: [{ type: "integer" }, { type: "string" }] };
    expect(parametersAt(pointers.get)).toEqual([{ name: "id", place: "path", required: true, schema }]);
  });
});

describe("bodies", () => {
  const shared = ["topic", "address", "format"];
  const own = { event: text, app_id: integer, secret: text };

  test.each([
    ["create", pointers.create, [...shared, "event", "app_id", "secret"]],
    ["update", pointers.update, shared],
    ["trigger", pointers.trigger, shared],
  ])("%s takes its fields in an envelope, as a subscription has them", (_, operation, names) => {
    const envelope = `${operation}/requestBody/${json}/schema`;
    expect(at(contract, `${operation}/requestBody`)).toHaveProperty("required", true);
    expect(at(contract, `${envelope}/required`)).toEqual(["webhook"]);
    expect(keysAt(contract, `${envelope}/properties`)).toEqual(["webhook"]);
    const known: Record<string, unknown> = { ...fieldsAt(`/components/schemas/Webhook`), ...own };
    const fields = fieldsAt(`${envelope}/properties/webhook`);
    expect(fields).toMatchObject(Object.fromEntries(names.map((name) => [name, known[name]])));
    expect(at(contract, `${envelope}/properties/webhook/required`)).toEqual(["topic", "address"]);
  });

  test("the payload of the exchange stays unspecified", () => {
    const body = at(contract, "/paths/~1api~1admin~126.0~1oauth~1access_token/post/requestBody");
    expect(body).not.toHaveProperty("required");
    expect(at(body, `/${json}/schema`)).toEqual({});
  });

  test("each response has its envelope", () => {
    const requiredAt = (pointer: string) => at(contract, `${pointer}/responses/200/${json}/schema/required`);
    const envelopes = operationsOf(contract).map(({ id, pointer }) => [id, requiredAt(pointer)]);
    expect(Object.fromEntries(envelopes)).toMatchObject({
      exchangeAccessToken: ["oauth"],
      listWebhooks: ["webhooks", "pagination"],
      createWebhook: ["webhook"],
      updateWebhook: ["webhook"],
      getWebhook: ["webhook"],
      deleteWebhook: ["success", "message"],
      deliverWebhook: ["webhook"],
    });
  });

  test("the payload of a delivery stays unspecified, of an event and of a trigger", () => {
    const callback = `${pointers.trigger}/callbacks/delivery/{$request.body#~1webhook~1address}/post`;
    for (const receiver of ["/webhooks/delivery/post", callback])
      expect(at(contract, `${receiver}/requestBody/content`)).toEqual({
        "application/json": { schema: {} },
        "application/xml": { schema: {} },
      });
  });

  test("the secret fields are marked as passwords", () => {
    const marked = [...JSON.stringify(contract).matchAll(/"(\w+)":\{"type":"string","format":"password"/g)];
    expect(marked.map(([, field]) => field)).toEqual(including(["client_secret", "code", "secret"]));
  });
});
