import { assemble } from "./sandbox.js";
import type { Sandbox, SandboxOptions } from "./types.js";

export { type ConnectedSandbox, connectSandbox } from "./connect.js";
export { refusedFields } from "./refused-fields.js";
export type * from "./types.js";

/**
 * Creates a sandbox: a mock with a memory. You can list, read, update and delete the subscriptions that you create. It
 * runs in any JavaScript runtime.
 *
 * @throws RangeError when an option cannot be used.
 * @example
 * const sandbox = createSandbox({ seed: 25 });
 * const service = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch: sandbox.fetch });
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return assemble(options).sandbox;
}
