import { operation } from "../../generated/contract.js";
import { createServiceClient, type ServiceClientOptions } from "../../src/client/index.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import {
  completed,
  ids,
  methodsOf,
  newItem,
  pathOf,
  type Role,
  type RoleMethods,
  requiredHeaders,
  tokenHeader,
  wrapped,
} from "../worlds/roles.js";

export const WEBHOOKS = pathOf("list");
export const TOKEN = { ...requiredHeaders, ...tokenHeader("<ACCESS_TOKEN>") };
export const MEDIA_TYPE = "application/json";
export const HEADERS = { ...TOKEN, "Content-Type": MEDIA_TYPE };

/** An item that tests create. */
export const orders = newItem(0);

/** Another one, which agrees with it in no field. */
export const products = newItem(1);

/** The status of an answer to a creation. */
export const CREATED = operation(ids.create).answer.status;

/** A sandbox of a test, with the `fetch` and the URL by which its requests reach it. */
export interface ReachedSandbox extends Sandbox, AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

type Options = Omit<SandboxOptions, "send">;

/** The ways in which requests reach a sandbox: what one promises, both promise. */
export const transports = {
  async "in process"(options: Options = {}): Promise<ReachedSandbox> {
    return inProcess(options);
  },
  async "over HTTP"(options: Options = {}): Promise<ReachedSandbox> {
    return Object.assign(await startSandbox({ ...options, port: 0 }), { fetch: globalThis.fetch });
  },
};

/** A sandbox without a server. */
export function inProcess(options: SandboxOptions = {}): ReachedSandbox {
  const close = async () => {};
  return Object.assign(createSandbox(options), { url: "http://sandbox.test", close, [Symbol.asyncDispose]: close });
}

/** Where requests go, and how. */
type Reached = Pick<ReachedSandbox, "url" | "fetch">;

/** The methods of a client of a sandbox that sends each request once. */
export function clientOf({ url, fetch }: Reached, options: Partial<ServiceClientOptions> = {}): RoleMethods {
  const usual = { headers: requiredHeaders, accessToken: "<ACCESS_TOKEN>", maxRetries: 0 };
  return methodsOf(createServiceClient({ baseUrl: url, fetch, ...usual, ...options }));
}

/** Sends a request with any body and headers, which the client would refuse. By default, it lists the subscriptions. */
export function ask({ url, fetch }: Reached, path = WEBHOOKS, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, { headers: HEADERS, ...init });
}

/** What a refusal says: in a header, where the contract declares the body of the error. */
export async function detailOf(answer: Response): Promise<string> {
  const { detail = answer.headers.get("Sandbox-Note") } = await answer.json();
  return String(detail);
}

/** Creates a subscription, or triggers a delivery. */
export function post(sandbox: Reached, fields: object = orders, role: Role = "create"): Promise<Response> {
  return ask(sandbox, pathOf(role), { method: "POST", body: JSON.stringify(wrapped(completed(fields, role), role)) });
}
