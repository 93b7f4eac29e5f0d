// The client that follows from a changed copy of openapi.yaml: types, methods, and what they send.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf } from "../../tools/contract/model.js";
import { documentOf } from "../../tools/contract/reader.js";
import { generateClient } from "../../tools/generate/client.js";
import { clientMethodsOf } from "../../tools/generate/names.js";
import { nowhere } from "../client/examples.js";
import { type Copy, copyWith, type Document, readContract } from "../copies/copy.js";

const JOBS = "/api/admin/26.0/jobs";
const id = { name: "id", in: "path", required: true, description: "Of the job.", schema: { type: "integer" } };
const key = { name: "Idempotency-Key", in: "header", required: true, description: "Once.", schema: { type: "string" } };
const pin = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", examples: ["first"] }, pin: { type: "string", format: "password" } },
};
const json = (schema: object) => ({ description: "A body.", content: { "application/json": { schema } } });
const enveloped = (schema: object) => json({ type: "object", required: ["job"], properties: { job: schema } });
const job = { $ref: "#/components/schemas/Job" };
const page = {
  type: "object",
  required: ["jobs", "pagination"],
  properties: { jobs: { type: "array", items: job }, pagination: { $ref: "#/components/schemas/Pagination" } },
};
const operation = (operationId: string, responses: object, more: object = {}) => ({
  operationId,
  tags: ["Jobs"],
  summary: "A job.",
  responses,
  ...more,
});

/** Adds a resource to a contract. */
function grow(document: Document): void {
  document.tags.push({ name: "Jobs", description: "See [the guide](guides/jobs.md)." });
  document.components.schemas.Job = {
    type: "object",
    description: "A job.",
    required: ["id"],
    properties: { id: { type: "integer", examples: [1] } },
  };
  document.paths[JOBS] = {
    get: operation(
      "listJobs",
      { 200: json(page) },
      { parameters: [{ name: "page", in: "query", description: "Its number.", schema: { type: "integer" } }] },
    ),
    post: operation(
      "createJob",
      { 201: enveloped(job) },
      { parameters: [{ ...key }], requestBody: { ...enveloped(pin), required: true } },
    ),
    patch: operation("updateJob", { 200: enveloped(job) }, { requestBody: enveloped(pin) }),
  };
  document.paths[`${JOBS}/{id}`] = {
    delete: operation("deleteJob", { 204: { description: "Gone." } }, { parameters: [id] }),
  };
  document.paths["/api/admin/26.0/health"] = {
    get: operation(
      "getHealth",
      { 200: json({ type: "object", properties: { state: { type: "string" }, since: { type: "string" } } }) },
      { security: [] },
    ),
  };
}

/** What a user writes. The compiler checks it. */
const USER = `
  import { createServiceClient, nextPage, type Job, type JobCreateInput, type JobPage } from "./index.js";
  const service = createServiceClient({ baseUrl: "https://service.example" });
  const input: JobCreateInput = { name: "a", pin: undefined };
  export const created: Promise<Job> = service.jobs.create(input, { headers: { "Idempotency-Key": "1" } });
  export const updated: Promise<Job> = service.jobs.update(undefined, { timeout: 5 });
  export const gone: Promise<void> = service.jobs.delete(1);
  export const state: Promise<string | undefined> = service.jobs.getHealth().then((health) => health.state);
  export async function walk(): Promise<number | undefined> {
    for await (const job of service.jobs.list({ page: undefined })) console.log(job.id);
    const page: JobPage = await service.jobs.list();
    return nextPage(page);
  }
  // @ts-expect-error: the header is required
  service.jobs.create(input);
  // @ts-expect-error: no name
  service.jobs.create({}, { headers: { "Idempotency-Key": "1" } });
`;

let copy: Copy;
let client: typeof import("../../src/client/index.js");

beforeAll(async () => {
  copy = await copyWith(grow);
  await copy.edit("src/client/schemas.ts", "export * from", `${USER}export * from`);
  client = await copy.load("src/client/index.ts");
});
afterAll(() => copy[Symbol.asyncDispose]());

/** What a call of the client sends, and returns or throws, with what the service answers. */
async function callWith(answer: Response, call: (service: Service) => unknown) {
  let sent: Document;
  const fetch = async (url: string, init: object) => {
    sent = { url, ...init };
    return answer;
  };
  const service = client.createServiceClient({ baseUrl: nowhere.url, accessToken: "token-0123456789", fetch });
  const result = await Promise.resolve(call(service)).catch((error: unknown) => error);
  return { sent, result };
}

// biome-ignore lint/suspicious/noExplicitAny: the client of a changed contract has other methods than ours.
type Service = any;

describe("a resource that is added to the contract", () => {
  test("has methods with types that a user's file compiles with", { timeout: 120_000 }, () => {
    expect(copy.typeErrors("src/client/schemas.ts")).toEqual([]);
  });

  test("sends a header parameter, and returns what is in the envelope of a status of its own", async () => {
    const headers = { "Idempotency-Key": "1" };
    const { sent, result } = await callWith(Response.json({ job: { id: 7 } }, { status: 201 }), ({ jobs }) =>
      jobs.create({ name: "a" }, { headers }),
    );
    expect(sent).toMatchObject({ method: "POST", url: `${nowhere.url}${JOBS}`, headers: { "idempotency-key": "1" } });
    expect([JSON.parse(sent.body), result]).toEqual([{ job: { name: "a" } }, { id: 7 }]);
  });

  test("sends no body where it is optional and not given", async () => {
    const { sent } = await callWith(Response.json({ job: { id: 7 } }), ({ jobs }) => jobs.update());
    expect(sent).toMatchObject({ method: "PATCH", body: null });
  });

  test("succeeds without a body, and refuses another status", async () => {
    expect((await callWith(new Response(null, { status: 204 }), ({ jobs }) => jobs.delete(1))).result).toBeUndefined();
    expect((await callWith(Response.json({}), ({ jobs }) => jobs.delete(1))).result).toMatchObject({ status: 200 });
  });

  test("sends no access token to an operation that takes none", async () => {
    const { sent, result } = await callWith(Response.json({ state: "well" }), ({ jobs }) => jobs.getHealth());
    expect(result).toEqual({ state: "well" });
    expect(Object.keys(sent.headers)).toEqual(["content-type"]);
  });

  test("hides its passwords in the message of an error", async () => {
    const refusal = Response.json({ message: "No letmein" }, { status: 400 });
    const { result } = await callWith(refusal, ({ jobs }) => jobs.update({ name: "a", pin: "letmein" }));
    expect(String(result)).toContain('"No <SECRET>": PATCH ');
  });
});

describe("what the client cannot express is refused in one line:", () => {
  test.each<[what: string, change: (document: Document) => void, reason: string]>([
    [
      "a schema of a name that the client exports",
      ({ components }) => {
        components.schemas.Call = components.schemas.Job;
      },
      "two types of the client would be called Call: rename one.",
    ],
    [
      "two arguments of one name",
      ({ paths }) => {
        paths[`${JOBS}/{id}/{i-d}/{iD}`] = {
          get: operation(
            "getPart",
            { 204: { description: "None." } },
            { parameters: [id, { ...id, name: "i-d" }, { ...id, name: "iD" }] },
          ),
        };
      },
      "getPart: a method of the client cannot have the arguments id, iD, iD: rename them.",
    ],
    [
      "a header that the client sends itself",
      ({ paths }) => {
        paths[JOBS].post.parameters[0].name = "X-Service-Access-Token";
      },
      "createJob: the client sends X-Service-Access-Token by itself: remove the parameter.",
    ],
  ])("%s", async (_, change, reason) => {
    const document = await readContract();
    grow(document);
    change(document);
    expect(() => generateClient(contractOf(documentOf(JSON.stringify(document))))).toThrow(`openapi.yaml: ${reason}`);
  });
});

test("no docstring has a link that is dead in an editor", async () => {
  const document = await readContract();
  grow(document);
  const code = generateClient(contractOf(documentOf(JSON.stringify(document))));
  expect(code).toContain("/** See the guide. */");
  expect(code.match(/\]\((?!https?:)[^)]*\)/g)).toBeNull();
});

/** The client's methods for operations under the tag `Hooks`. */
function namesOf(...ids: string[]): string[] {
  const paths = Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id, tags: ["Hooks"] } }]));
  return [...clientMethodsOf(contractOf({ paths })).values()].map(({ name }) => name);
}

test("a method has the id of its operation without the noun of the tag, or the complete id if that is taken", () => {
  expect(namesOf("listHooks", "createHook", "get_hook", "deleteHOOK")).toEqual(["list", "create", "get", "delete"]);
  expect(namesOf("createHook", "createHooks")).toEqual(["create", "createHooks"]);
});
