import { type ServiceRequest, ServiceResponseError, ServiceStatusError } from "./errors.js";
import { createRedaction } from "./redaction.js";
import { ACCESS_TOKEN, connected, type Send } from "./send.js";

/** An operation of the contract with its input, ready to be called. */
export interface Operation<Success> {
  /** Keys that the body of a success has, by the contract. */
  keys: readonly (keyof Success)[];
  /** Strings of the request body that no error may repeat. */
  secrets?: readonly string[];
  /** Makes the request, once for each try, and gives what openapi-fetch makes of the answer. */
  request(init: RequestOptions): Promise<Answer<Success>>;
}

/** What a request hands on to openapi-fetch. */
interface RequestOptions {
  signal: AbortSignal;
  headers: RequestHeaders;
  fetch: Send;
}

/** Request headers, by name. */
export type RequestHeaders = Headers | Record<string, string>;

interface Answer<Success> {
  data?: Success;
  error?: unknown;
  response: Response;
}

/** Makes one try of an operation: gives the body of its success, or throws what became of it. */
export async function attempt<Success extends object>(
  operation: Operation<Success>,
  { fetch: send, ...init }: RequestOptions,
  fallback: ServiceRequest,
): Promise<Success> {
  let sent: Request | undefined;
  const fetch = async (request: Request) => {
    sent = request;
    return buffered(await send(request), request);
  };
  try {
    const { data, error, response } = await operation.request({ ...init, fetch });
    const request = sent ?? fallback;
    if (response.status !== 200) {
      const token = sent?.headers.get(ACCESS_TOKEN) ?? "";
      throw statusError(request, response, data ?? error, [token, ...(operation.secrets ?? [])]);
    }
    if (isSuccess(data, operation.keys)) return data;
    throw new ServiceResponseError(`The answer is not what the contract describes`, request);
  } catch (error) {
    // openapi-fetch parses the body, which has arrived in whole.
    if (error instanceof SyntaxError) throw new ServiceResponseError("The answer is not JSON", sent ?? fallback);
    throw error;
  }
}

/** The answer once its whole body has arrived, so that a body that breaks off is a network failure like any other. */
async function buffered(response: Response, request: Request): Promise<Response> {
  return response.body ? new Response(await connected(response.text(), request), response) : response;
}

function isSuccess<Success>(data: Success | undefined, keys: readonly (keyof Success)[]): data is Success {
  return typeof data === "object" && data !== null && keys.every((key) => data[key] !== undefined);
}

function statusError(request: ServiceRequest, response: Response, body: unknown, secrets: string[]) {
  const redaction = createRedaction(secrets);
  const known = body === "" ? undefined : redaction.json(body);
  return new ServiceStatusError(request, response.status, redaction.headers(response.headers), known);
}
