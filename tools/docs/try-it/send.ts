import { clientMethods, defaultServer, operations } from "../../../generated/contract.js";
import { createServiceClient } from "../../../src/client/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { argumentsOf, type RequestInput } from "../samples.js";

/** The sandbox of this page: one for all forms, only in memory, and with something in it, so that first tries succeed. */
export const sandbox = createSandbox({ seed: 2 });

/** Outcome of a call. */
export interface Outcome {
  method: string;
  url: string;
  /** The response; absent where there was none. */
  answer?: { status: number; headers: [name: string, value: string][]; body: string };
  /** Message of the client, where it made no request. */
  error?: string;
}

/** Calls an operation through the client, against the sandbox. */
export async function send(id: string, input: RequestInput, accessToken: string): Promise<Outcome> {
  const operation = operations[id];
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  const outcome: Outcome = { method: operation.method, url: operation.path };
  try {
    const service = createServiceClient({
      baseUrl: defaultServer,
      accessToken,
      fetch: async (resource, init) => {
        const request = new Request(resource, init);
        outcome.url = request.url;
        const response = await sandbox.fetch(request);
        const body = await response.clone().text();
        outcome.answer = { status: response.status, headers: [...response.headers], body };
        return response;
      },
    });
    const [group = "", name = ""] = clientMethods[id] ?? [];
    const methods = Object(Reflect.get(service, group));
    await Reflect.apply(Reflect.get(methods, name), methods, argumentsOf(operation, input));
  } catch (error) {
    // A response is shown as it came. Without one, the client refused the input before it sent a request.
    if (!outcome.answer) outcome.error = error instanceof Error ? error.message : String(error);
  }
  return outcome;
}
