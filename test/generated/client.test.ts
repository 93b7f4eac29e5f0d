// The client that follows from a changed copy of openapi.yaml: types, methods, and what they send.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nowhere } from "../client/examples.js";
import { type Copy, copyWith, type Document } from "../copies/copy.js";

const JOBS = "/api/admin/26.0/jobs";
const json = (schema: object, example: object) => ({
  description: "A body.",
  content: { "application/json": { schema, example } },
});
const enveloped = (schema: object, example: object) =>
  json({ type: "object", required: ["job"], properties: { job: schema } }, { job: example });
const job = { $ref: "#/components/schemas/Job" };
const id = { name: "id", in: "path", required: true, description: "Of the job.", schema: { type: "integer" } };
const state = { name: "state", in: "query", required: true, description: "Which.", schema: { type: "string" } };
const key = { name: "Idempotency-Key", in: "header", required: true, description: "Once.", schema: { type: "string" } };
const operation = (operationId: string, answer: object, more: object = {}) => ({
  ...{ operationId, tags: ["Jobs"], summary: "A job.", responses: { 200: answer } },
  ...more,
});

/** Adds a resource to a contract. */
function grow({ tags, components, paths }: Document): void {
  tags.push({ name: "Jobs", description: "What the service does later." });
  components.schemas.Job = { type: "object", required: ["id"], properties: { id: { type: "integer", examples: [1] } } };
  const input = { type: "object", required: ["name"], properties: { name: { type: "string", examples: ["first"] } } };
  const page = {
    type: "object",
    required: ["jobs", "pagination"],
    properties: { jobs: { type: "array", items: job }, pagination: { $ref: "#/components/schemas/Pagination" } },
  };
  const pagination = { current_page: 1, per_page: 20, total: 0, total_pages: 0 };
  const number = { name: "page", in: "query", description: "Its number.", schema: { type: "integer" } };
  paths[JOBS] = {
    get: operation("listJobs", json(page, { jobs: [], pagination }), { parameters: [number] }),
    patch: operation("updateJob", enveloped(job, { id: 1 }), {
      requestBody: { ...enveloped(input, { name: "first" }), required: true },
      parameters: [key],
    }),
    delete: operation("clearJobs", {}, { responses: { 204: { description: "None is left." } }, security: [] }),
  };
  paths[`${JOBS}/{id}`] = { delete: operation("deleteJob", json({ type: "object" }, {}), { parameters: [id, state] }) };
}

/** What a fetch of the caller's own gets. */
interface SentInit {
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** What a user writes. The compiler checks it. */
const USER = `
  import { createServiceClient, nextPage, type Job, type JobUpdateInput, type JobPage } from "./index.js";
  const service = createServiceClient({ baseUrl: "https://service.example" });
  const [input, headers]: [JobUpdateInput, { "Idempotency-Key": string }] = [{ name: "a" }, { "Idempotency-Key": "1" }];
  export const updated: Promise<Job> = service.jobs.update(input, { timeout: 5, headers });
  export const cleared: Promise<void> = service.jobs.clear();
  export const gone: Promise<object> = service.jobs.delete(1, { state: "done" });
  export async function walk(): Promise<number | undefined> {
    for await (const job of service.jobs.list({ page: undefined })) console.log(job.id);
    const page: JobPage = await service.jobs.list();
    return nextPage(page);
  }
  // @ts-expect-error: no name
  service.jobs.update({}, { headers });
  // @ts-expect-error: the header is required
  service.jobs.update(input);
  // @ts-expect-error: the state is required
  service.jobs.delete(1);
`;

describe("a resource that is added to the contract", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyWith(grow);
    await copy.edit("src/client/schemas.ts", "export * from", `${USER}export * from`);
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("has methods with types that a user's file compiles with", { timeout: 120_000 }, () => {
    expect(copy.typeErrors("src/client/schemas.ts")).toEqual([]);
  });

  test("has methods that send path, query, header and body, and return what is in the envelope, or nothing", async () => {
    const client = await copy.load<typeof import("../../src/client/index.js")>("src/client/index.ts");
    const sent: unknown[] = [];
    const fetch = async (url: string, { method, headers, body }: SentInit) => {
      sent.push([method, url, headers["idempotency-key"], headers["x-service-access-token"], body]);
      return url.endsWith("/jobs") && method === "DELETE"
        ? new Response(null, { status: 204 })
        : Response.json({ job: { id: 7 } });
    };
    const { jobs } = Object(client.createServiceClient({ baseUrl: nowhere.url, accessToken: "token", fetch }));
    expect(await jobs.update({ name: "a" }, { headers: { "Idempotency-Key": "1" } })).toEqual({ id: 7 });
    expect(await jobs.delete(7, { state: "done" })).toEqual({ job: { id: 7 } });
    expect(await jobs.clear()).toBeUndefined();
    expect(sent).toEqual([
      ["PATCH", `${nowhere.url}${JOBS}`, "1", "token", '{"job":{"name":"a"}}'],
      ["DELETE", `${nowhere.url}${JOBS}/7?state=done`, undefined, "token", null],
      ["DELETE", `${nowhere.url}${JOBS}`, undefined, undefined, null],
    ]);
  });
});
