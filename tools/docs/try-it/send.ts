import { defaultServer, type OperationFacts, operations } from "../../../generated/contract.js";
import { createServiceClient } from "../../../src/client/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { argumentsOf, type RequestInput } from "../samples.js";

const facts: Readonly<Record<string, OperationFacts>> = operations;

/** The sandbox of this page: one for all forms, in memory alone. Nothing leaves the page. */
export const sandbox = createSandbox();

/** What became of a call. */
export interface Outcome {
  method: string;
  url: string;
  /** Absent where there was no answer. */
  answer?: { status: number; headers: [name: string, value: string][]; body: string };
  /** What the client said, where it made no request. */
  error?: string;
}

/** Calls an operation through the client, against the sandbox. */
export async function send(id: string, input: RequestInput, accessToken: string): Promise<Outcome> {
  const operation = facts[id];
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  const outcome: Outcome = { method: operation.method, url: operation.path };
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
  const { group, name } = operation.clientMethod;
  const methods: unknown = Reflect.get(service, group);
  const method: unknown = Reflect.get(Object(methods), name);
  if (typeof method !== "function") throw new Error(`The client has no ${group}.${name}.`);
  try {
    await Reflect.apply(method, methods, argumentsOf(operation, input));
  } catch (error) {
    // What was answered is shown as it came; anything else was refused before it was sent.
    if (!outcome.answer) outcome.error = error instanceof Error ? error.message : String(error);
  }
  return outcome;
}
