import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { declaredErrors, details, operation, operations, requestExamples } from "../../generated/contract.js";
import type { Operation } from "../../src/contract-types.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { orders, products, WEBHOOKS } from "../worlds/webhooks.js";
import { type RawRequest, sendRaw } from "./raw-request.js";
import { TOKEN } from "./transports.js";

const JSON_TYPE = { "Content-Type": "application/json" };
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: "examples" });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

type Sent = Required<RawRequest>;

interface Received {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  /** The places that a refusal names, each with the rule that it breaks. */
  reasons: string[];
}

interface Finding {
  location?: string[];
  code: string;
}

async function send(url: string, sent: Sent): Promise<Received> {
  const { status, headers, body } = await sendRaw(url, sent);
  const { validation = [] }: { validation?: Finding[] } = JSON.parse(body || "{}");
  const reasons = validation.map(({ location = ["body"], code }) => `${location.join(".")}: ${code}`);
  return { status, headers, reasons: [...new Set(reasons)].sort() };
}

async function both(sent: Sent): Promise<{ mock: Received; own: Received }> {
  const [mock, own] = await Promise.all([send(inject("mockUrl"), sent), send(sandbox.url, sent)]);
  return { mock, own };
}

/** Values of a query parameter: those that the contract allows, and others. */
const queryValue = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }).map(String),
  fc.constantFrom("1.5", "20.0", "1e2", "many", "asc", "desc", "up", "created_at", "null", "true", ""),
);
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const optional = Object.keys(operation("createWebhook").body?.fields ?? {});
const almost = fc.oneof(
  fc.constantFrom(
    "json",
    "xml",
    "csv",
    "orders/create",
    "orders",
    "/",
    "a/b/c",
    "https://a.example/",
    "http://127.0.0.1:1/",
  ),
  fc.jsonValue(),
);
const drawnFields = fc.record(
  {
    ...Object.fromEntries(optional.map((name) => [name, fc.oneof(word, fc.integer(), almost)])),
    topic: fc.oneof(
      fc.tuple(word, word).map((words) => words.join("/")),
      fc.constantFrom(orders.topic, products.topic),
      almost,
    ),
    address: fc.oneof(fc.constant("http://127.0.0.1:1/"), fc.webUrl(), almost),
    format: fc.oneof(fc.constantFrom("json", "xml"), almost),
  },
  { requiredKeys: [] },
);
const bodyOf = (id: string) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constant(JSON.stringify(new Map<string, unknown>(Object.entries(requestExamples)).get(id) ?? "")),
    },
    { weight: 6, arbitrary: drawnFields.map((fields) => JSON.stringify({ webhook: fields })) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "",
        "{",
        "{}",
        "[]",
        "null",
        "0",
        '"text"',
        JSON.stringify({ webhook: [] }),
        "topic=a/b",
      ),
    },
  );
const headers = fc
  .tuple(
    fc.oneof({ weight: 8, arbitrary: fc.constant(TOKEN) }, { weight: 1, arbitrary: fc.constant({}) }),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(JSON_TYPE) },
      {
        weight: 2,
        arbitrary: fc
          .constantFrom("text/plain", "application/xml", "application/json; charset=utf-8", "application/vnd.a+json")
          .map((type) => ({ "Content-Type": type })),
      },
    ),
  )
  .map((parts): Record<string, string> => Object.assign({}, ...parts));

/** A path with the contract's examples of its parameters. */
const exampleOf = (id: string, path: string) =>
  path.replace(/\{(.+?)\}/g, (_, name) => String(details[id]?.parameters[name]));

/** Operations whose errors the contract leaves open: Prism answers with a declared error also where another is right. */
const open = Object.entries(operations).filter(([id]) => !declaredErrors[id]);

/** Requests of one operation, valid and invalid ones. */
function requestsOf({ id, method, path, parameters, body }: Operation): fc.Arbitrary<Sent> {
  const inQuery = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const query = fc
    .array(fc.tuple(fc.constantFrom(...inQuery, "unknown"), queryValue), { maxLength: 4 })
    .map((pairs) => new URLSearchParams(pairs).toString());
  const isAllowed = (text: string) =>
    !["limit", "page"].some((name) => Number(new URLSearchParams(text).get(name) || 1) < 1);
  return fc.record({
    method: fc.constant(method),
    path: query.filter(isAllowed).map((text) => `${exampleOf(id, path)}${text && `?${text}`}`),
    headers,
    body: fc.oneof(
      { weight: body ? 9 : 1, arbitrary: bodyOf(id) },
      { weight: body ? 1 : 9, arbitrary: fc.constant("") },
    ),
  });
}

describe("the sandbox answers with Prism's status, and refuses the same places by the same rules", () => {
  test.each(open)("for random requests of %s", async (_, operation) => {
    const statuses = new Set<number | undefined>();
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), async (sent) => {
        sandbox.reset();
        const { mock, own } = await both(sent);
        // Which subscription an update means, the document leaves open.
        const isOpen = operation.id === "updateWebhook" && (own.status === 404 || own.status === 409);
        statuses.add(mock.status);
        expect([isOpen ? 200 : own.status, own.reasons]).toEqual([mock.status, mock.reasons]);
      }),
      { numRuns: 80, seed: 26 },
    );
    const { answer, body, parameters } = operation;
    const isTyped = body?.required === true || parameters.some((parameter) => parameter.in === "query");
    const possible = [answer.status, 401, ...(body?.required ? [400, 415] : []), ...(isTyped ? [422] : [])];
    expect([...statuses]).toEqual(expect.arrayContaining(possible));
  });
});

const methods = Object.values(operations).flatMap(({ path, method }) => (path === WEBHOOKS ? method : []));

describe("the sandbox differs from Prism only for a reason", () => {
  const ask = (path: string, headers: Record<string, string> = TOKEN, method = "GET") =>
    both({ method, path, headers, body: "" });

  test("a 401 names the header and carries WWW-Authenticate, as RFC 9110 requires", async () => {
    const { mock, own } = await ask(WEBHOOKS, {});
    expect([mock.status, own.status]).toEqual([401, 401]);
    expect(own.headers["www-authenticate"]).toContain('header="X-Service-Access-Token"');
    expect(mock.headers["www-authenticate"]).toBeUndefined();
  });

  test("a 405 lists what is allowed in Allow, as RFC 9110 requires", async () => {
    for (const method of ["PATCH", "HEAD", "OPTIONS"]) {
      const { mock, own } = await ask(WEBHOOKS, TOKEN, method);
      expect([mock.status, own.status]).toEqual([405, 405]);
      expect(own.headers["allow"]).toBe(methods.sort().join(", "));
      expect(mock.headers["allow"]).toBeUndefined();
    }
  });

  const list: Sent = { method: "GET", path: WEBHOOKS, headers: TOKEN, body: "" };
  const created = JSON.stringify({ webhook: products });
  const create: Sent = { method: "POST", path: WEBHOOKS, headers: { ...TOKEN, ...JSON_TYPE }, body: created };
  const withQuery = (query: string): Sent => ({ ...list, path: `${WEBHOOKS}?${query}` });
  const withHeader = (sent: Sent, header: Record<string, string>): Sent => ({
    ...sent,
    headers: { ...sent.headers, ...header },
  });

  const EMPTY_ID = "the contract has no such path: an id is not empty";
  const DECIMAL = "a number in a query is decimal, as in JSON";
  const FINITE = "no integer is infinite";
  const ONLY_JSON = "it has no other answer than JSON";
  const UNREADABLE = "Prism cannot read the header";

  type Difference = [what: string, mocked: number, owned: number, reason: string, sent: Sent];

  test.each<Difference>([
    ["a limit of +5", 200, 422, DECIMAL, withQuery("limit=%2B5")],
    ["a limit of 0x10", 200, 422, DECIMAL, withQuery("limit=0x10")],
    ["a page of 1e400", 200, 422, FINITE, withQuery("page=1e400")],
    ["a parameter LIMIT", 422, 200, "names in a query differ by case", withQuery("LIMIT=many")],
    ["a list with a slash at the end", 422, 404, EMPTY_ID, { ...list, path: `${WEBHOOKS}/` }],
    [
      "an app_id of 1e400",
      200,
      422,
      FINITE,
      { ...create, body: created.replace(/\}+$/, (end) => `,"app_id":1e400${end}`) },
    ],
    ["Accept: *", 400, 200, ONLY_JSON, withHeader(list, { Accept: "*" })],
    ["Content-Type: json without a body", 400, 200, UNREADABLE, withHeader(list, { "Content-Type": "json" })],
    ["Content-Type: json with a body", 500, 415, UNREADABLE, withHeader(create, { "Content-Type": "json" })],
    ["a semicolon after the type", 500, 200, UNREADABLE, withHeader(create, { "Content-Type": "application/json;" })],
    [
      "another charset",
      400,
      200,
      "JSON is UTF-8",
      withHeader(create, { "Content-Type": "application/json; charset=utf-16" }),
    ],
    [
      "an escaped letter in the path",
      200,
      404,
      "a path has one form",
      { ...list, path: WEBHOOKS.replace(/.$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) },
    ],
    ["an empty Content-Type", 422, 415, "the body has no type", withHeader(create, { "Content-Type": "" })],
  ])("for %s, the mock answers %d and the sandbox %d, since %s", async (_, mocked, owned, _reason, sent) => {
    const { mock, own } = await both(sent);
    expect([mock.status, own.status]).toEqual([mocked, owned]);
  });

  test.each([
    ["a body with a byte order mark", 400, { ...create, body: `\uFEFF${created}` }],
    ["a body without Content-Type", 422, { ...create, headers: TOKEN }],
    ["an empty Content-Type without a body", 200, withHeader(list, { "Content-Type": "" })],
    ["a slash behind an id", 404, { ...list, path: `${WEBHOOKS}/1001/` }],
    ["a second question mark", 200, { ...list, path: `${WEBHOOKS}??limit=0` }],
    ["a limit of 007", 200, withQuery("limit=007")],
  ])("for %s, both answer %d", async (_, status, sent) => {
    const { mock, own } = await both(sent);
    expect([mock.status, own.status]).toEqual([status, status]);
  });
});
