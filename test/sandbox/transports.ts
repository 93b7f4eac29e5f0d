import { createServiceClient, type ServiceClient, type ServiceClientOptions } from "../../src/client/index.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import { startSandbox } from "../../src/sandbox/server/index.js";

/** A sandbox of a test, with the `fetch` and the URL by which its requests reach it. */
export interface ReachedSandbox extends Sandbox, AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

type Options = Omit<SandboxOptions, "send">;

/** The ways in which requests reach a sandbox: what one promises, both promise. */
export const transports = {
  async "in process"(options: Options = {}): Promise<ReachedSandbox> {
    const close = async () => {};
    return Object.assign(createSandbox(options), { url: "http://sandbox.test", close, [Symbol.asyncDispose]: close });
  },
  async "over HTTP"(options: Options = {}): Promise<ReachedSandbox> {
    return Object.assign(await startSandbox({ ...options, port: 0 }), { fetch: globalThis.fetch });
  },
};

/** A client of a sandbox that sends each request once. */
export function clientOf({ url, fetch }: ReachedSandbox, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  return createServiceClient({ baseUrl: url, fetch, accessToken: "<ACCESS_TOKEN>", maxRetries: 0, ...options });
}
