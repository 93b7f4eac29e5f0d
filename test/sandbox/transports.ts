import { accessToken, type Operation, operations, responseExamples } from "../../generated/contract.js";
import { byStatus } from "../../src/by-status.js";
import { createServiceClient, type ServiceClientOptions } from "../../src/client/index.js";
import { jsonIn } from "../../src/json.js";
import { refusalStatus } from "../../src/sandbox/declared-reply.js";
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxState,
  type Webhook,
} from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { objectsIn } from "../../tools/contract/pointer.js";

const { listWebhooks, createWebhook, deliverWebhook, exchangeAccessToken } = operations;
/** The status of a request that is refused: the contract may declare another one for what would get 415 or 422. */
export const refused = (status: 415 | 422, operation: Operation = createWebhook) => refusalStatus(status, operation);
/** Whether the contract declares the form of what a request that is not valid is answered with. */
export const isRefusalDeclared = byStatus(createWebhook.responses, refused(422))?.failure !== undefined;
/** The status of a creation. */
export const CREATED = createWebhook.status;
export const WEBHOOKS = listWebhooks.path;
const limit = listWebhooks.parameters.find(({ name }) => name === "limit")?.schema;
/** How many subscriptions a page holds: by default, and at most. */
export const LIMIT = { usual: Number(limit?.default), most: Number(limit?.maximum) };
export const DELIVER = deliverWebhook.path;
export const EXCHANGE = exchangeAccessToken.path;

// The topics of the contract's examples: the contract may allow no others.
const listed = new Set(responseExamples.listWebhooks.webhooks.map(({ topic }) => topic));
const [ordersTopic, productsTopic] = listed;
if (!ordersTopic || !productsTopic) throw new Error("The example of the list of webhooks has fewer than two topics.");

/** A webhook that tests create. */
export const orders = { topic: ordersTopic, address: "https://front-end.example/hooks/0" };

/** Another one, which agrees with it in no field. */
export const products = { topic: productsTopic, address: "https://front-end.example/hooks/1" };

/** A topic that no subscription of the contract's list has, nor any that a sandbox is filled with. */
export const unusedTopic = responseExamples.createWebhook.webhook.topic;
if (listed.has(unusedTopic)) throw new Error("The example of a creation has a topic that the list has already.");

/** The header of an access token. */
export const tokenHeader = (token: string) => ({ [accessToken.header]: token });
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
export function clientOf({ url, fetch }: Reached, options: Partial<ServiceClientOptions> = {}) {
  const usual = { accessToken: "<ACCESS_TOKEN>", maxRetries: 0 };
  return createServiceClient({ baseUrl: url, fetch, ...usual, ...options }).webhooks;
}

export type Webhooks = ReturnType<typeof clientOf>;

/** The webhooks that a sandbox remembers. */
export function kept(sandbox: Pick<SandboxState, "webhooks">): readonly Webhook[] {
  return sandbox.webhooks;
}

/** Sends a request with any body and headers, which the client would refuse. By default, it lists the subscriptions. */
export function ask({ url, fetch }: Reached, path = WEBHOOKS, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, { headers: HEADERS, ...init });
}

/** Every text of a refusal. What it says is one of them: in a place that the contract declares, or else in the note. */
export async function textsOf(answer: Response): Promise<string[]> {
  return textsIn(answer.headers, jsonIn(await answer.text()));
}

/** The same, of an answer whose body has been read. */
export function textsIn(headers: Headers, body: unknown): string[] {
  const values = [headers.get("Sandbox-Note"), ...[...objectsIn(body)].flatMap(({ value }) => Object.values(value))];
  return values.filter((value) => typeof value === "string");
}

/** Creates a subscription, or triggers a delivery. */
export function post(sandbox: Reached, webhook: object = orders, path = WEBHOOKS): Promise<Response> {
  return ask(sandbox, path, { method: "POST", body: JSON.stringify({ webhook }) });
}
