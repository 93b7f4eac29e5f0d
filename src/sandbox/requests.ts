import { secretFields } from "../../generated/old-contract.js";
import { MAX_RECORDED } from "./deliveries.js";

/** A request that the sandbox has answered, without its access token and the secrets in its body. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Id of the operation; `undefined` if the contract has none. */
  readonly operation: string | undefined;
  /** Body, parsed if it is JSON; left out if it is longer than 10,000 characters. */
  readonly body: unknown;
  /** HTTP status of the answer. */
  readonly status: number;
  /** What the header `Sandbox-Note` of the answer says. */
  readonly notes: readonly string[];
}

/** The requests that one sandbox has answered. */
export interface Requests {
  /** The latest ones, oldest first. */
  readonly all: readonly AnsweredRequest[];
  add(request: AnsweredRequest): void;
  reset(): void;
}

/** The longest body that is recorded, in characters. */
export const MAX_RECORDED_BODY = 10_000;

/** Creates the record of requests. */
export function createRequests(): Requests {
  const latest: AnsweredRequest[] = [];
  return {
    get all() {
      return latest.map((request) => ({ ...request, body: withoutSecrets(request.body) }));
    },
    add(request) {
      latest.push(request);
      if (latest.length > MAX_RECORDED) latest.shift();
    },
    reset() {
      latest.length = 0;
    },
  };
}

const secrets: ReadonlySet<string> = new Set(secretFields);

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secrets.has(name) ? "[redacted]" : withoutSecrets(inner)]),
  );
}
