import type { IHttpConfig, IHttpRequest, IHttpResponse, PrismHttpComponents } from "@stoplight/prism-http";
import { acceptsJson } from "./accept.js";
import { readOperations } from "./contract.js";
import type { ParsedRequest } from "./exchange.js";
import { OPERATIONS } from "./operations.js";
import { loadPrism, type Prism, type PrismOperation } from "./prism.js";
import { Problem, problem } from "./problem.js";
import { silence } from "./silence.js";
import type { Store } from "./store.js";

/** Answers requests from the contract, with a memory where the document defines behaviour. */
export interface Engine {
  /** The operations that it serves. */
  readonly operations: readonly PrismOperation[];
  /**
   * Answers a request, and tells which operation it called.
   *
   * @throws Problem when the contract does not allow the request, or there is no such subscription.
   */
  answer(request: ParsedRequest): Promise<{ response: IHttpResponse; operation: PrismOperation | undefined }>;
}

type Forward = PrismHttpComponents["forward"];
type Finding = Parameters<Forward>[0]["validations"][number];

// In proxy mode Prism hands every request on, with what it found wrong, and checks what comes back. The upstream is
// never asked: `forward` answers in its place.
const CONFIG: IHttpConfig = {
  isProxy: true,
  upstream: new URL("http://sandbox.invalid"),
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: true,
  mock: { dynamic: false },
};

/** By this name Prism knows that it is to answer as the mock does: from the contract's examples, or with a refusal. */
const AS_THE_MOCK = Object.assign(new Error("No behaviour is defined"), {
  name: "https://stoplight.io/prism/errors#UPSTREAM_NOT_IMPLEMENTED",
});

/** `DiagnosticSeverity.Error` of Prism. */
const ERROR = 0;

/** Loads Prism and reads the contract. */
export async function createEngine(store: Store): Promise<Engine> {
  const prism = await loadPrism();
  const operations = await readOperations(prism);
  // Prism would run the callbacks itself, and keep no record of them.
  const withoutCallbacks = operations.map((operation) => ({ ...operation, callbacks: [] }));

  async function answer(request: ParsedRequest) {
    const { method, path, query, body } = request;
    // What may be answered is decided below: without this header, Prism takes no part in it.
    const { accept: _, ...headers } = request.headers;
    if (!isMethod(method)) throw problem(405, `No operation has the method ${method.toUpperCase()}.`);
    let operation: PrismOperation | undefined;
    const forward: Forward =
      ({ validations }, _upstream, _proxy, called) =>
      () =>
      async () => {
        operation = operations.find(({ iid }) => iid === called?.iid);
        try {
          return { _tag: "Right", right: remember(prism, store, request, validations, operation) };
        } catch (left) {
          if (left instanceof Error) return { _tag: "Left", left };
          throw left;
        }
      };
    const instance = prism.createInstance(CONFIG, { logger: silence, forward });
    // Prism writes the media types of a request into the mock's options, so each request has its own.
    const config = { ...CONFIG, mock: { ...CONFIG.mock } };
    const input = { method, url: { path, query }, headers, body };
    const result = await readable(() => instance.request(input, withoutCallbacks, config)());
    if (result._tag === "Left") throw problemOf(prism, result.left);
    const { output, validations } = result.right;
    return { response: withViolations(output, validations.output), operation };
  }
  return { operations, answer };
}

/** Prism throws at what it cannot decode, such as a stray percent sign in a path. */
async function readable<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw problem(400, `The request cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

const METHODS: Record<IHttpRequest["method"], true> = {
  get: true,
  head: true,
  post: true,
  put: true,
  patch: true,
  delete: true,
  options: true,
  trace: true,
};

function isMethod(name: string): name is IHttpRequest["method"] {
  return Object.hasOwn(METHODS, name);
}

/** What an operation with a memory answers. Throws a problem, or `AS_THE_MOCK`. */
function remember(
  prism: Prism,
  store: Store,
  request: ParsedRequest,
  findings: Finding[],
  operation: PrismOperation | undefined,
): IHttpResponse {
  if (findings.some(({ code }) => code === 401)) throw unauthorized(prism, operation);
  if (findings.some(({ severity }) => severity === ERROR)) throw AS_THE_MOCK;
  const { accept } = request.headers;
  if (!acceptsJson(accept)) {
    throw prism.ProblemJsonError.fromTemplate(
      prism.NOT_ACCEPTABLE,
      "Answers are JSON, which the Accept header rules out.",
    );
  }
  const body = OPERATIONS.get(operation?.iid ?? "")?.(store, request);
  if (body === undefined) throw AS_THE_MOCK;
  return { statusCode: 200, headers: { "Content-Type": "application/json" }, body };
}

/** Prism's own refusal does not tell which header is missing. */
function unauthorized(prism: Prism, operation: PrismOperation | undefined): Error {
  const schemes = operation?.security?.flat() ?? [];
  const names = schemes.flatMap((scheme) => ("name" in scheme ? [scheme.name] : []));
  const detail = `The request header ${names.join(" or ")} is missing. The sandbox takes any access token.`;
  return prism.ProblemJsonError.fromTemplate(prism.UNAUTHORIZED, detail);
}

function problemOf({ ProblemJsonError }: Prism, error: Error): Problem {
  if (error instanceof Problem) return error;
  return new Problem(ProblemJsonError.toProblemJson(error));
}

/** Tells what is wrong with an answer as the mock does, and holds back an answer that breaks the contract. */
function withViolations(response: IHttpResponse, violations: Finding[]): IHttpResponse {
  if (violations.length === 0) return response;
  const found = violations.map(({ path = [], message }) => ({ location: ["response", ...path], message }));
  const header = { "sl-violations": JSON.stringify(found) };
  if (violations.some(({ severity }) => severity === ERROR)) {
    throw problem(500, "The answer would have broken the contract: see the header sl-violations.", header);
  }
  return { ...response, headers: { ...response.headers, ...header } };
}
