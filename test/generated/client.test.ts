// The client that follows from a changed copy of openapi.yaml: types, methods, and what they send.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { contractOf } from "../../tools/contract/model.js";
import { documentOf } from "../../tools/contract/reader.js";
import { generateClient } from "../../tools/generate/client.js";
import { generateContractData } from "../../tools/generate/contract-data.js";
import { generateOpenapiTypes } from "../../tools/generate/openapi-types.js";
import { nowhere } from "../client/examples.js";
import { projectFolder } from "../servers/command.js";

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

/** openapi.yaml with a resource more. */
async function grown(change: (document: ReturnType<typeof Object>) => void = () => undefined) {
  const document = Object(parse(await readFile(join(projectFolder, "openapi.yaml"), "utf8")));
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
  change(document);
  return documentOf(JSON.stringify(document));
}

/** What a user writes. The compiler checks it. */
const USER = `
  import { createServiceClient, nextPage, type Job, type JobCreateInput, type JobPage } from "./src/client/index.js";
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

let folder: string;
/** What the calls of a client send, with what it answers with. */
let callWith: (
  answer: Response,
  call: (service: ReturnType<typeof Object>) => unknown,
) => Promise<{ sent: ReturnType<typeof Object>; result: unknown }>;

beforeAll(async () => {
  const document = await grown();
  folder = await mkdtemp(join(tmpdir(), "grown-"));
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "dir");
  for (const name of ["src", "generated", "package.json"])
    await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  await writeFile(join(folder, "generated/client.ts"), generateClient(contractOf(document)));
  await writeFile(join(folder, "generated/contract.ts"), generateContractData(contractOf(document)));
  await writeFile(join(folder, "generated/schema.ts"), await generateOpenapiTypes(document));
  await writeFile(join(folder, "user.ts"), USER);
  const outfile = join(folder, "client.mjs");
  await build({
    entryPoints: [join(folder, "src/client/index.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
    outfile,
  });
  const { createServiceClient } = await import(pathToFileURL(outfile).href);
  callWith = async (answer, call) => {
    let sent = {};
    const fetch = async (url: string, init: object) => {
      sent = { url, ...init };
      return answer;
    };
    const options = { baseUrl: nowhere.url, accessToken: "token-0123456789", fetch };
    const result = await Promise.resolve(call(createServiceClient(options))).catch((error: unknown) => error);
    return { sent, result };
  };
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

describe("a resource that is added to the contract", () => {
  test("has methods with types that a user's file compiles with", { timeout: 120_000 }, () => {
    const { config } = ts.readConfigFile(join(projectFolder, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectFolder);
    const program = ts.createProgram([join(folder, "user.ts")], options);
    const errors = ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
    expect(errors).toEqual([]);
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
  test.each<[what: string, change: (document: ReturnType<typeof Object>) => void, reason: string]>([
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
    const document = await grown(change);
    expect(() => generateClient(contractOf(document))).toThrow(`openapi.yaml: ${reason}`);
  });
});

test("no docstring has a link that is dead in an editor", async () => {
  const code = generateClient(contractOf(await grown()));
  expect(code).toContain("/** See the guide. */");
  expect(code.match(/\]\((?!https?:)[^)]*\)/g)).toBeNull();
});
