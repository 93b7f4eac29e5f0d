import { createServiceClient, type ServiceClientOptions } from "../../src/client/index.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { type Item, orders, WEBHOOKS, type Webhooks } from "../worlds/webhooks.js";

/** The header of an access token. */
export const tokenHeader = (token: string) => ({ "X-Service-Access-Token": token });
export const TOKEN = tokenHeader("<ACCESS_TOKEN>");
export const HEADERS = { ...TOKEN, "Content-Type": "application/json" };

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
export function clientOf({ url, fetch }: Reached, options: Partial<ServiceClientOptions> = {}): Webhooks {
  const usual = { accessToken: "<ACCESS_TOKEN>", maxRetries: 0 };
  return Object(createServiceClient({ baseUrl: url, fetch, ...usual, ...options })).webhooks;
}

/** The webhooks that a sandbox remembers. */
export function kept(sandbox: object): readonly Item[] {
  return Object(sandbox).webhooks;
}

/** Sends a request with any body and headers, which the client would refuse. By default, it lists the subscriptions. */
export function ask({ url, fetch }: Reached, path = WEBHOOKS, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, { headers: HEADERS, ...init });
}

/** What a refusal says. */
export async function detailOf(answer: Response): Promise<string> {
  const { detail } = await answer.json();
  return String(detail);
}

/** Creates a subscription, or triggers a delivery. */
export function post(sandbox: Reached, webhook: object = orders, path = WEBHOOKS): Promise<Response> {
  return ask(sandbox, path, { method: "POST", body: JSON.stringify({ webhook }) });
}
