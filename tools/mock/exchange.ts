import { createLogger, type IPrismDiagnostic } from "@stoplight/prism-core";
import { createInstance, type IHttpProxyConfig, type IHttpRequest, type IHttpResponse } from "@stoplight/prism-http";
import type { PrismContract } from "./prism-contract.js";

/** A request and the service's answer, as they were sent. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly requestHeaders: Headers;
  readonly requestBody: string;
  readonly status: number;
  readonly responseHeaders: Headers;
  readonly responseBody: string;
}

/** A breach of the contract, in the form of Prism's header `sl-violations`. */
export interface Violation {
  /** `request` or `response`, and the keys from there. */
  readonly location: readonly string[];
  readonly severity: "Error" | "Warning" | "Information" | "Hint";
  readonly code?: string | number | undefined;
  readonly message: string;
}

type Side = "request" | "response";

/** Prism's numbers of severities. */
const SEVERITIES = ["Error", "Warning", "Information", "Hint"] as const;

// Prism only checks: the answer that it "forwards" has come already.
const CHECKS: IHttpProxyConfig = {
  isProxy: true,
  upstream: new URL("http://service.invalid"),
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
};

/** The methods that OpenAPI knows. */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

const logger = createLogger("PROXY", { enabled: false });

/** Finds what the contract does not allow in an exchange. What cannot be checked is a violation too. */
export async function violationsOf(exchange: Exchange, operations: PrismContract["operations"]): Promise<Violation[]> {
  const sent = bodyOf(exchange.requestBody, exchange.requestHeaders, "request");
  const received = bodyOf(exchange.responseBody, exchange.responseHeaders, "response");
  const unreadable = [...sent.violations, ...received.violations];
  const { pathname, searchParams } = new URL(`${CHECKS.upstream.origin}${exchange.target}`);
  const method = METHODS.find((known) => known.toUpperCase() === exchange.method);
  if (!method) {
    return [
      { location: ["request"], severity: "Warning", message: `The contract has no operation with ${exchange.method}` },
    ];
  }
  const request: IHttpRequest = {
    method,
    url: { path: pathname, query: valuesOf(searchParams) },
    headers: Object.fromEntries(exchange.requestHeaders),
    body: sent.body,
  };
  const response: IHttpResponse = {
    statusCode: exchange.status,
    headers: Object.fromEntries(exchange.responseHeaders),
    body: received.body,
  };
  try {
    return [...unreadable, ...(await check(request, response, operations))];
  } catch (error) {
    // Prism throws at some headers, such as `Content-Type: json`.
    const message = `Prism cannot check this: ${error instanceof Error ? error.message : error}`;
    return [...unreadable, { location: ["response"], severity: "Error", code: "unchecked", message }];
  }
}

async function check(request: IHttpRequest, response: IHttpResponse, operations: PrismContract["operations"]) {
  const forward = () => () => async () => ({ _tag: "Right", right: response }) as const;
  const prism = createInstance(CHECKS, { logger, forward });
  const result = await prism.request(request, operations)();
  if (result._tag === "Left") throw result.left;
  const { input, output } = result.right.validations;
  return [...input.map(violationIn("request")), ...output.map(violationIn("response"))];
}

/** A finding of Prism's, as a violation. */
function violationIn(side: Side) {
  return ({ path = [], severity, code, message }: IPrismDiagnostic): Violation => ({
    location: [side, ...path],
    severity: SEVERITIES[severity] ?? "Error",
    code,
    message,
  });
}

/** Values by name, as Prism reads a query. */
function valuesOf(search: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? String(values[0]) : values];
    }),
  );
}

/** A body as Prism checks it, and what keeps it from being checked. */
interface Read {
  readonly body: unknown;
  readonly violations: readonly Violation[];
}

/** Reads a body: parsed if its type is JSON, else as text. Where it is not there, it is `null`. */
function bodyOf(text: string, headers: Headers, side: Side): Read {
  const unreadable = (code: string, message: string): Read => {
    return { body: text, violations: [{ location: [side, "body"], severity: "Error", code, message }] };
  };
  if (text === "") return { body: null, violations: [] };
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") return unreadable("encoding", `has the Content-Encoding ${encoding}: it is not checked`);
  if (!isJson(headers)) return { body: text, violations: [] };
  try {
    return { body: JSON.parse(text), violations: [] };
  } catch {
    // The parser's own message would repeat a part of it, which may be secret.
    return unreadable("json", "is not JSON");
  }
}

function isJson(headers: Headers): boolean {
  return /[/+]json\s*(;|$)/i.test(headers.get("content-type") ?? "");
}
