import { all, append, copy, type Edit, remove, rename, replace, set } from "./library.js";

type Bump = "major" | "minor" | "patch";
type Bumps = readonly [bump: Bump, undone?: Bump | undefined];

/**
 * A kind of change, with the bump that it needs, and the one that undoing it needs: by default the same, and major for a
 * minor one. The title is the subject of a sentence.
 */
export type Kind = readonly [title: string, bump: Bump, edit: Edit, undone?: Bump | undefined];

const book = "/components/schemas/Book";
const newBook = "/components/requestBodies/NewBook/content/application~1json/schema";
const limit = "/components/parameters/Limit";
const list = "/paths/~1books/get";
const add = "/paths/~1books/post";
const bookBody = "/components/responses/Book/content";
const place = "/paths/~1rooms~1{room}~1shelves~1{shelf}/put";
const placeBody = `${place}/requestBody/content/application~1json/schema`;
const placed = `${place}/responses/200/content/application~1json/schema`;
const page = "/paths/~1walks/get/responses/200/content/application~1json/schema";
const books = "/components/responses/Books";
const sentBook = "/components/requestBodies/NewBook";
const card = "/components/securitySchemes/Card";
const shelf = "/components/schemas/Shelf";
const stored = "/components/schemas/Place";
const deletion = "/paths/~1books~1{id}/delete";
const notice = "/components/pathItems/Notice/post";

/** A change of the fields of an object, with the bumps that it needs where callers send it, and where they receive it. */
type FieldKind = readonly [title: string, sent: Bumps, received: Bumps, edit: (object: string) => Edit];

const fieldKinds: readonly FieldKind[] = [
  [
    "adding an optional field",
    ["minor"],
    ["minor"],
    (object) => set(`${object}/properties/colour`, { type: "string" }),
  ],
  [
    "adding a required field",
    ["major"],
    ["minor"],
    (object) => all(set(`${object}/properties/colour`, { type: "string" }), append(`${object}/required`, "colour")),
  ],
  ["renaming a field", ["major"], ["major"], (object) => rename(`${object}/properties/pages`, "length")],
  [
    "sending a field no longer",
    ["major", "minor"],
    ["major", "patch"],
    (object) => set(`${object}/properties/pages/readOnly`, true),
  ],
  [
    "receiving a field no longer",
    ["patch"],
    ["major", "minor"],
    (object) => set(`${object}/properties/pages/writeOnly`, true),
  ],
  [
    "deprecating a field",
    ["minor", "patch"],
    ["minor", "patch"],
    (object) => set(`${object}/properties/shelf/deprecated`, true),
  ],
];

/**
 * The kinds of change, grouped by what changes. CONTRIBUTING.md has the rule and its reasons. Bounds of values are in
 * bounds.test.ts, and texts in every-change.test.ts.
 */
export const kinds: Record<string, readonly Kind[]> = {
  "the contract": [
    ["changing its own version", "patch", set("/info/version", "1.1")],
    ["changing its license", "patch", set("/info/license/name", "ISC")],
    ["using another patch version of OpenAPI", "patch", set("/openapi", "3.1.0")],
    ["using a minor version of OpenAPI that tools may not read", "major", set("/openapi", "3.2.0")],
    [
      "setting the dialect of its schemas",
      "major",
      set("/jsonSchemaDialect", "https://json-schema.org/draft/2019-09/schema"),
    ],
  ],
  servers: [
    ["adding a server", "minor", set("/servers/1", { url: "https://south.library.example" })],
    [
      "adding a server before the others",
      "major",
      set("/servers", [
        { url: "https://south.library.example" },
        { url: "https://{region}.library.example", variables: { region: { default: "north" } } },
      ]),
    ],
    ["adding a server to a path", "major", set("/paths/~1books/servers", [{ url: "https://books.example" }])],
    ["adding a server to an operation", "major", set(`${list}/servers`, [{ url: "https://books.example" }])],
    [
      "repeating the servers at a path",
      "patch",
      set("/paths/~1books/servers", [
        {
          url: "https://{region}.library.example",
          variables: { region: { default: "north", enum: ["north", "south"] } },
        },
      ]),
    ],
    ["changing the address of a server", "major", set("/servers/0/url", "https://books.example/{region}")],
    ["changing the default of a server variable", "major", set("/servers/0/variables/region/default", "south")],
    ["adding a value to a server variable", "minor", set("/servers/0/variables/region/enum/2", "east")],
  ],
  security: [
    ["no longer requiring authentication", "minor", set("/security", [])],
    [
      "adding an alternative scheme",
      "minor",
      all(set("/security/1", { Key: [] }), set("/components/securitySchemes/Key", { type: "http", scheme: "basic" })),
    ],
    ["requiring a second scheme", "major", set("/security/0", { Card: [], Key: [] }), "minor"],
    ["requiring a scope", "major", set("/security/0/Card", ["read"]), "minor"],
    ["making authentication optional", "minor", set("/security/1", {})],
    ["accepting less than before as an alternative", "minor", set("/security", [{ Key: [] }, { Card: [] }])],
    [
      "moving the requirement of the contract to every operation",
      "patch",
      all(
        set(`${list}/security`, [{ Card: [] }]),
        set(`${add}/security`, [{ Card: [] }]),
        set("/paths/~1books~1{id}/get/security", [{ Card: [] }]),
        set(`${deletion}/security`, [{ Card: [] }]),
        set(`${place}/security`, [{ Card: [] }]),
        set("/paths/~1walks/get/security", [{ Card: [] }]),
        remove("/security"),
      ),
    ],
    ["opening an operation", "minor", set(`${list}/security`, [])],
    ["repeating the requirement at an operation", "patch", set(`${list}/security`, [{ Card: [] }])],
    ["changing the header of a scheme", "major", set(`${card}/name`, "X-Library-Card")],
    ["moving a scheme from a header to the query", "major", set(`${card}/in`, "query")],
    ["renaming a scheme", "major", all(rename(card, "Reader"), set("/security/0", { Reader: [] }))],
  ],
  tags: [
    ["adding a tag", "patch", set("/tags/2", { name: "Films" })],
    [
      "reordering the tags",
      "patch",
      set("/tags", [
        { name: "Notices", description: "What is sent." },
        { name: "Books", description: "What is lent." },
      ]),
    ],
    ["moving an operation to another tag", "major", set(`${list}/tags`, ["Notices", "Books"])],
    ["adding an operation to a second tag", "patch", set(`${list}/tags`, ["Books", "Notices", "Films"])],
  ],
  paths: [
    [
      "adding a path",
      "minor",
      set("/paths/~1films", { get: { operationId: "listFilms", responses: { 200: { description: "All." } } } }),
    ],
    ["renaming a path", "major", rename("/paths/~1books", "/volumes")],
    [
      "renaming a path parameter",
      "major",
      all(rename("/paths/~1books~1{id}", "/books/{key}"), set("/components/parameters/BookId/name", "key")),
    ],
    ["adding an extension to the paths", "patch", set("/paths/x-group", "Books")],
    [
      "swapping two path parameters, which the client takes in the order of the path,",
      "patch",
      all(
        set(`${place}/parameters/0`, { name: "shelf", in: "path", required: true, schema: { type: "integer" } }),
        set(`${place}/parameters/1`, { name: "room", in: "path", required: true, schema: { type: "string" } }),
      ),
    ],
  ],
  operations: [
    [
      "adding an operation",
      "minor",
      set("/paths/~1books~1{id}/patch", { operationId: "changeBook", responses: { 200: { description: "Done." } } }),
    ],
    [
      "adding an operation with the name that another one has in the client,",
      "major",
      set("/paths/~1books/patch", {
        operationId: "get",
        tags: ["Books"],
        responses: { 200: { description: "Done." } },
      }),
    ],
    ["moving an operation to another method", "major", rename(add, "put")],
    ["changing an operationId", "major", set(`${list}/operationId`, "books")],
    ["deprecating an operation", "minor", set(`${list}/deprecated`, true), "patch"],
    ["adding a sample", "patch", set(`${add}/x-codeSamples`, [{ lang: "curl", source: "curl" }])],
  ],
  parameters: [
    [
      "adding an optional parameter",
      "minor",
      set(`${list}/parameters/3`, { name: "author", in: "query", schema: { type: "string" } }),
    ],
    [
      "adding a required parameter",
      "major",
      set(`${list}/parameters/3`, { name: "author", in: "query", required: true, schema: {} }),
    ],
    [
      "adding a parameter to a path item",
      "minor",
      set("/paths/~1books~1{id}/parameters/1", { name: "full", in: "query", schema: {} }),
    ],
    ["renaming a parameter", "major", set(`${limit}/name`, "size")],
    ["moving a parameter to a header", "major", set(`${limit}/in`, "header")],
    ["making a parameter required", "major", set(`${limit}/required`, true), "minor"],
    ["saying explicitly that a parameter is optional", "patch", set(`${limit}/required`, false)],
    ["deprecating a parameter", "minor", set(`${limit}/deprecated`, true), "patch"],
    ["changing a default, which changes what the same call does,", "major", set(`${limit}/schema/default`, 25)],
    ["adding a default", "minor", set("/components/parameters/Sort/schema/default", "title")],
    ["changing a pattern", "major", set(`${list}/parameters/2/schema/pattern`, "^[a-z-]+$")],
    ["writing out how a parameter is serialised", "patch", set(`${limit}/style`, "form")],
    ["exploding no longer", "major", set(`${place}/parameters/2/explode`, false)],
    ["allowing an empty value", "minor", set(`${limit}/allowEmptyValue`, true)],
    [
      "moving the parameters of an operation to its path",
      "patch",
      all(
        set("/paths/~1rooms~1{room}~1shelves~1{shelf}/parameters", [
          { name: "room", in: "path", required: true, schema: { type: "string" } },
          { name: "shelf", in: "path", required: true, schema: { type: "integer" } },
        ]),
        remove(`${place}/parameters/0`),
        remove(`${place}/parameters/0`),
      ),
    ],
    [
      "writing a value as JSON",
      "major",
      set(`${place}/parameters/3`, { name: "X-Trace", in: "header", content: { "application/json": { schema: {} } } }),
    ],
    ["changing how a parameter is serialised", "major", set(`${limit}/style`, "pipeDelimited")],
    [
      "reordering parameters",
      "patch",
      set(`${list}/parameters`, [
        { $ref: "#/components/parameters/Sort" },
        { $ref: "#/components/parameters/Limit" },
        {
          name: "genre",
          in: "query",
          description: "What kind.",
          schema: { type: "string", pattern: "^[a-z]+$" },
          example: "crime",
        },
      ]),
    ],
  ],
  "request bodies": [
    [
      "adding an optional request body",
      "minor",
      set(`${list}/requestBody`, { content: { "application/json": { schema: {} } } }),
    ],
    [
      "adding a required request body",
      "major",
      set(`${list}/requestBody`, { required: true, content: { "application/json": { schema: {} } } }),
    ],
    ["adding a key next to the only one", "major", set(`${placeBody}/properties/note`, { type: "string" })],
    ["making the only key optional", "major", remove(`${placeBody}/required`)],
    [
      "renaming the only key",
      "major",
      all(rename(`${placeBody}/properties/shelf`, "rack"), set(`${placeBody}/required`, ["rack"])),
    ],
    ["no longer describing a body", "major", set(placeBody, {})],
    [
      "changing how a media type is encoded",
      "major",
      set(`${sentBook}/content/application~1xml/encoding`, {
        title: { contentType: "text/plain" },
      }),
    ],
    ["making a request body required", "major", set(`${deletion}/requestBody/required`, true), "minor"],
    ["adding a media type", "minor", set(`${sentBook}/content/text~1csv`, { schema: {} })],
    ["adding an example", "patch", set(`${sentBook}/content/application~1xml/example`, "<book/>")],
    [
      "renaming an example",
      "patch",
      all(
        rename("/components/examples/Emma", "Novel"),
        replace("#/components/examples/Emma", "#/components/examples/Novel"),
      ),
    ],
  ],
  "fields of requests": [
    ...fieldKinds.map(([title, [bump, undone], _, edit]): Kind => [title, bump, edit(newBook), undone]),
    ["reordering an enum", "patch", set(`${newBook}/properties/format/enum`, ["audio", "paper"])],
    ["changing a type", "major", set(`${newBook}/properties/pages/type`, "string")],
    ["adding a format that is only a hint", "patch", set(`${newBook}/properties/shelf/format`, "password")],
    ["adding a keyword that the comparison does not know", "major", set(`${newBook}/properties/title/novel`, {})],
    ["describing fields by a pattern", "major", set(`${newBook}/patternProperties`, { "^x-": { type: "string" } })],
    ["adding a value to a discriminator", "minor", set(`${placeBody}/discriminator/mapping/low`, shelf)],
    [
      "writing null as an alternative",
      "patch",
      set(`${placeBody}/properties/shelf/properties/since`, { anyOf: [{ type: "string" }, { type: "null" }] }),
    ],
  ],
  responses: [
    [
      "adding a success status, which callers treat as a failure,",
      "major",
      set(`${add}/responses/202`, { $ref: "#/components/responses/Book" }),
    ],
    ["adding a range of success statuses", "major", set(`${add}/responses/2XX`, { description: "Done." })],
    ["adding a default response", "minor", set(`${add}/responses/default`, { description: "It failed." })],
    ["turning a range of statuses into one status", "major", rename(`${place}/responses/4XX`, "404")],
    ["adding a key next to the only one", "major", set(`${placed}/properties/at`, { type: "string" })],
    [
      "adding a required key next to the only one",
      "major",
      all(set(`${placed}/properties/at`, { type: "string" }), set(`${placed}/required/1`, "at")),
    ],
    [
      "adding a second list to a page, which the client no longer walks,",
      "major",
      all(
        set(`${page}/properties/notes`, {
          type: "array",
          items: { type: "object", properties: {} },
        }),
        set(`${page}/required/2`, "notes"),
      ),
    ],
    ["adding a value to a page", "minor", set(`${page}/properties/at`, {})],
    [
      "allowing numbers of pages that are no integers",
      "minor",
      set("/paths/~1walks/get/parameters/0/schema/type", "number"),
    ],
    ["leaving the envelope out", "major", set(placed, { $ref: "#/components/schemas/Place" })],
    [
      "turning the list in an envelope into a bare list",
      "major",
      set(`${books}/content/application~1json/schema`, {
        type: "array",
        items: { $ref: "#/components/schemas/Book" },
      }),
    ],
    ["adding a link", "minor", set(`${place}/responses/200/links/Self`, { operationId: "placeShelf" })],
    ["changing a link", "major", set(`${place}/responses/200/links/Books/operationId`, "addBook")],
    ["requiring a header", "minor", set(`${books}/headers/X-Total/required`, true)],
    ["adding a failure status", "minor", set(`${add}/responses/404`, { description: "There is none." })],
    ["changing the status of a response", "major", rename(`${deletion}/responses/200`, "204")],
    ["adding a media type", "major", set(`${bookBody}/text~1csv`, { schema: { type: "string" } })],
    ["adding a header", "minor", set(`${books}/headers/X-Pages`, { schema: { type: "integer" } })],
  ],
  "fields of responses": [
    ...fieldKinds.map(([title, _, [bump, undone], edit]): Kind => [title, bump, edit(book), undone]),
    ["reordering the required fields", "patch", set(`${book}/required`, ["title", "id", "format"])],
    ["changing the default of a required field", "patch", set(`${book}/properties/format/default`, "audio")],
    ["changing the default of an optional field", "major", set(`${book}/properties/language/default`, "fr")],
    [
      "adding a field to a part of allOf",
      "minor",
      set("/components/schemas/Room/properties/floor", { type: "integer" }),
    ],
    ["adding a part to allOf", "minor", set(`${stored}/allOf/2`, { properties: { colour: { type: "string" } } })],
    [
      "writing allOf as one schema",
      "patch",
      all(
        set(`${stored}/type`, "object"),
        set(`${stored}/required`, ["name"]),
        set(`${stored}/properties`, {
          room: { type: "string", enum: ["north"] },
          next: { $ref: "#/components/schemas/Room" },
          within: { anyOf: [{ $ref: "#/components/schemas/Room" }, { type: "null" }] },
          name: { type: "string" },
          holds: { oneOf: [{ $ref: "#/components/schemas/Room" }, { $ref: "#/components/schemas/Book" }] },
          size: { type: "array", prefixItems: [{ type: "integer" }, { type: "integer" }] },
        }),
        remove(`${stored}/allOf`),
      ),
    ],
    [
      "adding fields next to a reference",
      "minor",
      set("/components/responses/Book/content/application~1json/schema/properties", { note: { type: "string" } }),
    ],
    ["adding a member to a tuple", "major", set(`${stored}/allOf/1/properties/size/prefixItems/2`, {})],
    ["describing fields by a pattern", "minor", set(`${book}/patternProperties`, { "^x-": { type: "string" } })],
    ["saying that there are other fields, which types them,", "minor", set(`${book}/additionalProperties`, true)],
    ["ruling out other fields", "minor", set(`${book}/unevaluatedProperties`, false)],
    ["limiting a field a second time", "minor", set(`${book}/properties/title/allOf`, [{ maxLength: 100 }])],
  ],
  "callbacks and webhooks": [
    [
      "adding a callback",
      "minor",
      set(`${add}/callbacks/returned`, { "{$request.body#/notify}": { $ref: "#/components/pathItems/Notice" } }),
    ],
    ["renaming a callback", "major", rename(`${add}/callbacks/lent`, "borrowed")],
    [
      "sending a callback to another address",
      "major",
      rename(`${add}/callbacks/lent/{$request.body#~1notify}`, "{$request.body#/title}"),
    ],
    ["adding a webhook", "minor", set("/webhooks/lost", { $ref: "#/components/pathItems/Notice" })],
    [
      "adding a media type, which callers do not know,",
      "major",
      set(`${notice}/requestBody/content/text~1csv`, { schema: {} }),
    ],
    [
      "adding a field",
      "minor",
      set(`${notice}/requestBody/content/application~1json/schema/properties/at`, { type: "string" }),
    ],
    ["sending a body no longer", "major", remove(`${notice}/requestBody`), "minor"],
    [
      "adding a value to a discriminator, which callers do not know,",
      "major",
      set(`${notice}/requestBody/content/application~1json/schema/discriminator/mapping/overdue`, book),
    ],
    [
      "adding a header that the service always sends",
      "minor",
      set(`${notice}/parameters`, [{ name: "X-Signature", in: "header", required: true, schema: { type: "string" } }]),
    ],
    ["accepting another answer of callers", "minor", set(`${notice}/responses/204`, { description: "Taken." })],
    [
      "requiring a header in what callers answer",
      "major",
      set(`${notice}/responses/200/headers`, { Known: { required: true, schema: { type: "string" } } }),
    ],
    [
      "requiring a body in what callers answer",
      "major",
      set(`${notice}/responses/200/content`, { "application/json": { schema: { type: "object" } } }),
    ],
    ["signing what is sent", "minor", set(`${notice}/security`, [{ Card: [] }])],
    ["not saying that what is sent requires no scheme", "patch", remove(`${notice}/security`)],
  ],
  components: [
    ["adding a schema", "minor", set("/components/schemas/Film", { type: "object" })],
    [
      "renaming a schema",
      "major",
      all(rename(book, "Volume"), replace("#/components/schemas/Book", "#/components/schemas/Volume")),
    ],
    [
      "renaming a response",
      "major",
      all(
        rename("/components/responses/Book", "One"),
        replace('#/components/responses/Book"', '#/components/responses/One"'),
      ),
    ],
    [
      "renaming a parameter",
      "major",
      all(rename(limit, "Size"), replace("#/components/parameters/Limit", "#/components/parameters/Size")),
    ],
    ["narrowing a schema that nothing uses", "major", set(`${shelf}/properties/name/enum`, ["A"])],
    [
      "writing a schema where it is used, and keeping it,",
      "patch",
      copy(book, "/components/responses/Book/content/application~1json/schema"),
    ],
    [
      "moving a response to the components",
      "patch",
      all(
        set("/components/responses/Gone", { description: "It is gone." }),
        set(`${deletion}/responses/200`, { $ref: "#/components/responses/Gone" }),
      ),
      "major",
    ],
    [
      "replacing a reference by what it refers to",
      "patch",
      set(`${sentBook}/content/application~1json/examples/Emma`, {
        summary: "A novel",
        value: { title: "Emma", notify: "https://reader.example" },
      }),
    ],
    [
      "adding a description to a reference",
      "patch",
      set(`${books}/content/application~1json/schema/properties/books/items`, {
        $ref: "#/components/schemas/Book",
        description: "One.",
      }),
    ],
  ],
};
