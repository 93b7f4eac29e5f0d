import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Copy, copyWith, type Document } from "../copies/copy.js";
import { answerCreated, declareFailures, declareHeader } from "../copies/declared-failures.js";
import { HEADERS } from "./transports.js";

// One law: every answer of the sandbox is valid against the contract. The contract says little about answers today, so this
// is tried with a copy of it that declares failures, headers and another success, and with checks that are not ours.

type Sandbox = ReturnType<typeof import("../../src/sandbox/index.js").createSandbox>;

/** Each copy is generated, which takes long on a busy machine. */
const GENERATING = { timeout: 120_000 };

let copy: Copy;
let document: Document;
let createSandbox: typeof import("../../src/sandbox/index.js").createSandbox;

/** Declares what the contract does not: failures, another success, and headers. */
function change(changed: Document): void {
  declareFailures(changed);
  answerCreated(changed);
  declareHeader(changed);
  document = changed;
}

beforeAll(async () => {
  copy = await copyWith(change);
  ({ createSandbox } = await copy.load<typeof import("../../src/sandbox/index.js")>("src/sandbox/index.ts"));
}, GENERATING.timeout);
afterAll(() => copy[Symbol.asyncDispose]());

/** What an answer has that the document does not declare; `undefined` if there is nothing. */
function faultIn(responses: Document, answer: Response, body: string): string | undefined {
  const { status, headers } = answer;
  const declared = responses[status] ?? responses[`${status}`.replace(/..$/, "XX")] ?? responses.default;
  for (const [name, header] of Object.entries<Document>(declared.headers)) {
    const value = headers.get(name);
    if (value === null) return `no header ${name}`;
    if (wrongIn(header.schema, value) !== undefined) return `the header ${name}: ${value}`;
  }
  const [[type, media] = []] = Object.entries<Document>(declared.content ?? {});
  if (!media) return body === "" ? undefined : `a body: ${body}`;
  if (headers.get("content-type") !== type) return `the type ${headers.get("content-type")}`;
  return wrongIn(media.schema, JSON.parse(body));
}

const ajv = formats.default(new Ajv2020({ strict: false, coerceTypes: true }));
const checks = new Map<string, ValidateFunction>();

/** What is wrong with a value by a schema of the document; `undefined` if nothing is. */
function wrongIn(schema: object, value: unknown): string | undefined {
  const text = JSON.stringify(schema);
  const check = checks.get(text) ?? ajv.compile({ ...schema, components: document.components });
  checks.set(text, check);
  return check(value) ? undefined : ajv.errorsText(check.errors);
}

/** Every operation, with a request that succeeds. */
function requestsThatSucceed() {
  return Object.entries<Document>(document.paths).flatMap(([path, item]) =>
    Object.entries<Document>(item).map(([method, { operationId, responses, requestBody }]) => {
      const [example] = Object.values<Document>(requestBody?.content["application/json"].examples ?? {});
      const body = requestBody ? JSON.stringify(example?.value ?? {}) : null;
      const init: RequestInit = { method: method.toUpperCase(), headers: HEADERS, body };
      return { operationId, path, responses, init };
    }),
  );
}

/** What makes a request fail, or its answer another one. */
type Change = (sandbox: Sandbox, init: RequestInit) => RequestInit;

const simulated =
  (status: number): Change =>
  (sandbox, init) => {
    sandbox.simulate({ status });
    return init;
  };
const CHANGES: readonly Change[] = [
  (_, init) => init,
  (_, init) => ({ ...init, headers: {} }),
  (_, init) => ({ ...init, headers: { ...HEADERS, "Content-Type": "text/plain" } }),
  ...["{", "{}", "[]", "null"].map(
    (text): Change =>
      (_, init) =>
        init.body ? { ...init, body: text } : init,
  ),
  ...[400, 404, 409, 418, 422, 500, 503].map(simulated),
];

/** Sends every request of the law, to `{id}`s that exist and that do not; returns what is at fault in the answers. */
async function faultsOf(sandbox: Sandbox, said = new Map<number, string>()): Promise<string[]> {
  const faults: string[] = [];
  for (const { operationId, path, responses, init } of requestsThatSucceed())
    for (const id of ["1001", "9999"])
      for (const change of CHANGES) {
        const answer = await sandbox.fetch(`http://sandbox.test${path.replace("{id}", id)}`, change(sandbox, init));
        const body = await answer.text();
        const fault = faultIn(responses, answer, body);
        if (fault !== undefined) faults.push(`${operationId} ${answer.status}: ${fault}`);
        said.set(answer.status, `${body} ${answer.headers.get("Sandbox-Note")}`);
        sandbox.reset();
      }
  return faults;
}

describe("where a contract declares failures, headers and a success of 201", () => {
  test("every answer of the sandbox is valid against it, and says what was wrong", async () => {
    const said = new Map<number, string>();
    expect(await faultsOf(createSandbox({ seed: 2 }), said)).toEqual([]);
    expect([...said.keys()].sort()).toEqual([200, 201, 400, 401, 404, 409, 415, 418, 422, 500, 503]);
    // Its own words, where the schema allows them. What the example lists is about another request.
    expect(said.get(422)).toBe('{"message":"This failure is simulated (simulate). Nothing was changed."} null');
    expect(said.get(418)).toBe(
      '{"detail":"This failure is simulated (simulate). Nothing was changed.","status":418,"errors":[]} null',
    );
    // Else the words are in the note.
    expect(said.get(401)).toMatch(/^ The request header .+ is missing\./);
  });

  test("a field that is wrong is named in the declared form", async () => {
    const { fetch } = createSandbox();
    const create = requestsThatSucceed().find(({ operationId }) => operationId === "createWebhook");
    const answer = await fetch(`http://sandbox.test${create?.path}`, { ...create?.init, body: "{}" });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { message: "The request is not valid: webhook is required." },
    ]);
  });

  test.each([
    ["checks no body", "failures[schema]?.(body)", "true", "is required"],
    ["adds no header", "if (!declared) return reply;", "if (reply) return reply;", "no header X-Request-Id"],
    [
      "knows no failure",
      "if (!declared) return problemReply",
      "return problemReply",
      "the type application/problem+json",
    ],
  ])("and a sandbox that %s breaks it", GENERATING, async (_, part, replacement, fault) => {
    await using broken = await copyWith(change);
    await broken.edit("src/sandbox/declared-reply.ts", part, replacement);
    const sandbox = await broken.load<typeof import("../../src/sandbox/index.js")>("src/sandbox/index.ts");
    expect((await faultsOf(sandbox.createSandbox({ seed: 2 }))).join()).toContain(fault);
  });
});
