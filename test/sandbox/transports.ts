import { accessToken, operations, responseExamples } from "../../generated/contract.js";
import { createServiceClient, type ServiceClientOptions } from "../../src/client/index.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";

const { listWebhooks, createWebhook, deliverWebhook, exchangeAccessToken } = operations;
/** The status of a creation. */
export const CREATED = createWebhook.status;
export const WEBHOOKS = listWebhooks.path;
export const DELIVER = deliverWebhook.path;
export const EXCHANGE = exchangeAccessToken.path;
const limit = listWebhooks.parameters.find(({ name }) => name === "limit")?.schema;
/** How many subscriptions a page holds: by default, and at most. */
export const LIMIT = { usual: Number(limit?.default), most: Number(limit?.maximum) };

// The topics of the contract's examples: the contract may allow no others.
const [ordersTopic, productsTopic] = new Set(responseExamples.listWebhooks.webhooks.map(({ topic }) => topic));
if (!ordersTopic || !productsTopic) throw new Error("The example of the list of webhooks has fewer than two topics.");

/** A webhook that tests create. */
export const orders = { topic: ordersTopic, address: "https://front-end.example/hooks/0" };
/** Another one, which agrees with it in no field. */
export const products = { topic: productsTopic, address: "https://front-end.example/hooks/1" };
/** A topic that no subscription of the contract's list has, nor any that a sandbox is filled with. */
export const unusedTopic = responseExamples.createWebhook.webhook.topic;

/** The header of an access token. */
export const TOKEN = { [accessToken.header]: "<ACCESS_TOKEN>" };
export const HEADERS = { ...TOKEN, "Content-Type": "application/json" };

/** A sandbox of a test, with the `fetch` and the URL by which its requests reach it. */
export interface ReachedSandbox extends Sandbox, AsyncDisposable {
  readonly url: string;
}

/** The ways in which requests reach a sandbox: what one promises, both promise. */
export const transports = {
  "in process": async (options: SandboxOptions = {}): Promise<ReachedSandbox> => inProcess(options),
  "over HTTP": async (options: Omit<SandboxOptions, "send"> = {}): Promise<ReachedSandbox> =>
    Object.assign(await startSandbox({ ...options, port: 0 }), { fetch: globalThis.fetch }),
};

/** A sandbox without a server. */
export function inProcess(options: SandboxOptions = {}): ReachedSandbox {
  return Object.assign(createSandbox(options), { url: "http://sandbox.test", [Symbol.asyncDispose]: async () => {} });
}

/** Where requests go, and how. */
type Reached = Pick<ReachedSandbox, "url" | "fetch">;

/** The methods of a client of a sandbox that sends each request once. */
export function clientOf({ url, fetch }: Reached, options: Partial<ServiceClientOptions> = {}) {
  const usual = { accessToken: "<ACCESS_TOKEN>", maxRetries: 0 };
  return createServiceClient({ baseUrl: url, fetch, ...usual, ...options }).webhooks;
}

/** Sends a request with any body and headers, which the client would refuse. By default, it lists the subscriptions. */
export function ask({ url, fetch }: Reached, path = WEBHOOKS, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, { headers: HEADERS, ...init });
}

/** Creates a subscription, or triggers a delivery. */
export function post(sandbox: Reached, webhook: object = orders, path = WEBHOOKS): Promise<Response> {
  return ask(sandbox, path, { method: "POST", body: JSON.stringify({ webhook }) });
}
