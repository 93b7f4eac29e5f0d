// The contract of a library, with nothing of the Service API in it: other resources, ids, keys, header, statuses and lists.

const text = { type: "string", description: "A text.", examples: ["Lantern"] };
const day = { type: "string", format: "date", description: "A day.", examples: ["2026-03-02"] };
const shelfFields = {
  label: text,
  room: text,
  hook: { type: "string", format: "uri", description: "A URL.", examples: ["https://library.example/hook"] },
  size: { type: "string", enum: ["small", "large"], default: "small", description: "A size." },
};
const bookFields = {
  title: { ...text, maxLength: 40 },
  pages: { type: "integer", minimum: 1, description: "Pages.", examples: [300] },
  tags: { type: "array", description: "Tags.", items: { type: "string" }, examples: [["old"]] },
  lent: { type: "boolean", default: false, description: "Whether it is lent." },
};
const memberFields = {
  name: text,
  mail: { type: "string", format: "email", description: "A mail address.", examples: ["ada@library.example"] },
};

const object = (required: readonly string[], properties: object) => ({
  type: "object",
  description: "An object.",
  required,
  properties,
});
const json = (schema: object) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (status: number, schema?: object) => ({
  responses: { [status]: { description: "Success.", ...(schema && { content: json(schema) }) } },
});
const body = (schema: object) => ({ requestBody: { required: true, description: "A body.", content: json(schema) } });
const operation = (operationId: string, ...parts: object[]) =>
  Object.assign({ operationId, tags: ["Library"], summary: operationId, description: operationId }, ...parts);
const parameter = (place: string, name: string, schema: object, example: unknown) => ({
  name,
  in: place,
  required: place !== "query",
  description: name,
  schema,
  example,
});
const query = (...parameters: object[]) => ({ parameters });

const branch = parameter("header", "X-Branch", { type: "string" }, "north");
const shelf = parameter("path", "shelf_id", { type: "string" }, "s-1");
const book = parameter("path", "number", { type: "integer" }, 1);
const position = object(["page", "size", "total"], {
  page: { type: "integer", examples: [1] },
  size: { type: "integer", examples: [5] },
  total: { type: "integer", examples: [1] },
});
const { label, room, hook, ...optional } = shelfFields;
const newShelf = object(["label", "room", "hook"], { label, room, hook, ...optional });

/** The contract. */
export const library = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  info: {
    title: "Library API",
    version: "3",
    summary: "Shelves.",
    description: "Shelves.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "https://library.example" }],
  security: [{ Bearer: [] }],
  tags: [{ name: "Library", description: "A library." }],
  paths: {
    "/v3/shelves": {
      parameters: [branch],
      get: operation(
        "listShelves",
        query(
          parameter("query", "page", { type: "integer", default: 1 }, 1),
          parameter("query", "size", { type: "integer", default: 5, maximum: 50 }, 5),
          parameter("query", "room", { type: "string" }, "Attic"),
        ),
        answer(200, object(["data", "meta"], { data: { type: "array", items: ref("Shelf") }, meta: position })),
      ),
      post: operation("addShelf", body(newShelf), answer(201, ref("Shelf"))),
    },
    "/v3/shelves/{shelf_id}": {
      parameters: [branch, shelf],
      get: operation("getShelf", answer(200, ref("Shelf"))),
      put: operation("replaceShelf", body(newShelf), answer(200, ref("Shelf"))),
      delete: operation("removeShelf", answer(204)),
    },
    "/v3/shelves/{shelf_id}/books": {
      parameters: [shelf],
      get: operation("listBooks", answer(200, { type: "array", items: ref("Book") })),
      post: operation("addBook", body(object(["title", "pages"], bookFields)), answer(201, ref("Book"))),
    },
    "/v3/shelves/{shelf_id}/books/{number}": {
      parameters: [shelf, book],
      get: operation("getBook", answer(200, ref("Book"))),
      patch: operation(
        "changeBook",
        body(object([], { pages: bookFields.pages, lent: bookFields.lent })),
        answer(200, ref("Book")),
      ),
      delete: operation("removeBook", answer(200, ref("Book"))),
    },
    "/v3/shelves/{shelf_id}/books/{number}/lend": {
      parameters: [shelf, book],
      post: operation("lendBook", answer(200, ref("Book"))),
    },
    "/v3/members": {
      get: operation(
        "listMembers",
        query(parameter("query", "cursor", { type: "string" }, "abc")),
        answer(200, object(["members"], { members: { type: "array", items: ref("Member") } })),
      ),
      post: operation(
        "addMember",
        body(object(["member"], { member: object(["name", "mail"], memberFields) })),
        answer(201, object(["member"], { member: ref("Member") })),
      ),
    },
    "/v3/opening": { get: operation("getOpening", { security: [] }, answer(200, object(["day"], { day }))) },
    "/v3/alarms": { post: operation("raiseAlarm", answer(204)) },
  },
  components: {
    securitySchemes: { Bearer: { type: "http", scheme: "bearer" } },
    schemas: {
      Shelf: object(["shelf_id", "label", "room", "hook", "size"], {
        shelf_id: { ...text, examples: ["s-1"] },
        ...shelfFields,
      }),
      Book: object(["number", "title", "pages", "lent"], {
        number: { type: "integer", description: "A number.", examples: [1] },
        ...bookFields,
      }),
      Member: object(["id", "name", "mail"], {
        id: { type: "integer", description: "An id.", examples: [1] },
        ...memberFields,
      }),
    },
  },
};
