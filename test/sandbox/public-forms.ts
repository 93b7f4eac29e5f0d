import { answers, document, object, operation, parameter, ref, takes, text } from "./foreign-contracts.js";

const flag = { type: "boolean", examples: [true] };
const whole = { type: "integer", examples: [7] };
const named = { ...text, examples: ["main"] };
const link = { type: ["string", "null"], examples: ["https://domain.example/posts?page=4"] };
const statuses = (schema: object, ...all: number[]) => ({
  responses: Object.assign({}, ...all.map((status) => answers(status, schema).responses)),
});
const empty = (...all: number[]) => ({
  responses: Object.fromEntries(all.map((status) => [status, { description: "No body." }])),
});
const onOne = (name: string, schema: object = text, example: unknown = "main") => ({
  parameters: [parameter("path", name, schema, example)],
});

/** What well-known public APIs do, each in a collection of its own. */
export const forms = document(
  {
    "/buckets": { get: operation("listBuckets", answers(200, object(["buckets"], { buckets: listOf("Bucket") }))) },
    "/buckets/{key}": {
      ...onOne("key"),
      get: operation("getBucket", answers(200, ref("Bucket"))),
      put: operation("putBucket", takes(object(["region"], { region: named })), statuses(ref("Bucket"), 200, 201)),
      delete: operation("deleteBucket", empty(204)),
    },
    "/buckets/{key}/flags": { ...onOne("key"), get: operation("listFlags", answers(200, listOf("Flag"))) },
    "/buckets/{key}/flags/{name}": {
      parameters: [...onOne("key").parameters, ...onOne("name").parameters],
      put: operation("putFlag", takes(object(["on"], { on: flag })), answers(200, ref("Flag"))),
    },
    "/secrets": { get: operation("listSecrets", answers(200, listOf("Secret"))) },
    "/secrets/{secret_name}": {
      ...onOne("secret_name"),
      put: operation("putSecret", takes(object(["sealed"], { sealed: text })), empty(201, 204)),
    },
    "/tickets": {
      get: operation("listTickets", answers(200, object([], { tickets: listOf("Ticket") }))),
      post: operation("createTicket", takes(object([], { ticket: ref("NewTicket") })), answers(201, oneTicket())),
    },
    "/tickets/{ticket_id}": {
      ...onOne("ticket_id", { type: "integer" }, 7),
      get: operation("getTicket", answers(200, oneTicket())),
      put: operation("putTicket", takes(object([], { ticket: ref("NewTicket") })), answers(200, oneTicket())),
      patch: operation("patchTicket", takes(list(ref("Instruction"))), empty(204)),
    },
    "/users": {
      get: operation("listUsers", answers(200, object(["Resources"], { Resources: listOf("User") }))),
      post: operation("createUser", takes(object(["userName"], { userName: named })), answers(201, ref("User"))),
    },
    "/users/{id}": {
      ...onOne("id"),
      get: operation("getUser", answers(200, ref("User"))),
      patch: operation(
        "patchUser",
        takes(object(["schemas", "Operations"], { schemas: list(text), Operations: list(ref("Instruction")) })),
        answers(200, ref("User")),
      ),
    },
    "/tags": {
      get: operation("listTags", answers(200, listOf("Tag"))),
      post: operation("createTags", takes(list(object(["name"], { name: named }))), answers(201, listOf("Tag"))),
    },
    "/tags/{id}": { ...onOne("id"), get: operation("getTag", answers(200, ref("Tag"))) },
    "/posts": {
      get: operation(
        "listPosts",
        {
          parameters: [
            parameter("query", "page", { type: "integer" }, 1),
            parameter("query", "per_page", { type: "integer" }, 2),
            parameter("query", "state", { ...text, enum: ["open", "closed", "all"] }, "all"),
            parameter("query", "order_by", { ...text, enum: ["id", "title"] }, "title"),
            parameter("query", "sort", { ...text, enum: ["asc", "desc"] }, "desc"),
          ],
        },
        withHeaders(
          answers(200, object(["data"], { data: listOf("Post"), links: object([], { next: link, prev: link }) })),
          ["X-Total-Count", "X-Pagination-Total-Pages", "X-Request"],
        ),
      ),
      post: operation("createPost", takes(object(["title"], { title: named })), answers(201, ref("Post"))),
    },
    "/posts/{id}": {
      ...onOne("id", { type: "integer" }, 7),
      patch: operation(
        "patchPost",
        { parameters: [...onOne("id").parameters, parameter("query", "updateMask", text, "title")] },
        takes(object(["label_names"], { label_names: list(text), state: { ...text, enum: ["open", "closed"] } })),
        answers(200, ref("Post")),
      ),
    },
  },
  { type: "http", scheme: "bearer" },
  {
    Instruction: object(["op"], { op: named, path: text, value: {} }),
    Bucket: object(["key", "region"], { key: named, region: named }),
    Flag: object(["name", "on"], { name: named, on: flag }),
    Secret: object(["name"], { name: named }),
    Ticket: object([], { id: whole, subject: named, status: { ...text, enum: ["new", "open"] } }),
    NewTicket: object([], { subject: named, status: { ...text, enum: ["new", "open"] } }),
    User: object(["id", "userName", "schemas"], {
      id: named,
      userName: named,
      schemas: { ...list(text), examples: [["user"]] },
    }),
    Tag: object(["id", "name"], { id: named, name: named }),
    Post: object(["id", "title"], {
      id: whole,
      title: named,
      state: { ...text, enum: ["open", "closed"], default: "open" },
    }),
  },
);

function list(items: object) {
  return { type: "array", items };
}

function listOf(name: string) {
  return list(ref(name));
}

function oneTicket() {
  return object([], { ticket: ref("Ticket") });
}

/** The answers with headers that hold a number, as text or not. */
function withHeaders({ responses }: ReturnType<typeof answers>, names: readonly string[]) {
  const headers = Object.fromEntries(names.map((name) => [name, { description: name, schema: whole }]));
  return { responses: Object.fromEntries(Object.entries(responses).map(([key, one]) => [key, { ...one, headers }])) };
}
