import type { Operation } from "../../generated/contract.js";
import type { CallOptions } from "./options.js";

// What the parts of the client pass to each other.

/** What a call needs to know about its operation. A path that is not in the contract is its own id. */
export type CalledOperation = Pick<Operation, "method" | "path"> & { readonly id: string };

/** What a call sends. */
export interface Sent {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** What a call of `service.http` passes on to openapi-fetch. */
  readonly init?: object | undefined;
}

/** A request, as every try sends it. */
export interface ServiceRequest {
  readonly operation: CalledOperation;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; empty if there is none. */
  readonly body: string;
  /** The access tokens that its tries have sent. No error may show them. */
  readonly tokens: string[];
}

/** An answer of any status, with its complete text. */
export interface Answer {
  readonly request: ServiceRequest;
  readonly response: Response;
  readonly text: string;
}

/** The outcome of a call. Neither its status nor its body has been checked. */
export interface Outcome {
  readonly request: ServiceRequest;
  readonly response: Response;
  /** Parsed if it is JSON, otherwise its text; `undefined` if it is empty. */
  readonly body: unknown;
}

/** Sends the request of a call, retries included. */
export type Request = (operation: CalledOperation, sent: Sent, options: CallOptions | undefined) => Promise<Outcome>;

/** A try that was followed by another one. */
export interface FailedTry {
  /** Why it failed. */
  readonly cause: unknown;
  readonly answer: Answer | undefined;
}
