import { type OperationId, operations } from "../../generated/contract.js";
import type { Answer, Request } from "./answer.js";
import { send } from "./send.js";
import type { Walk } from "./walk.js";

/** Sends a request that changes nothing. @throws Skip when the phase has ended, as by an interruption. */
export async function read(walk: Walk, operation: OperationId, request: Request = {}): Promise<Answer> {
  if (operations[operation].method !== "GET") throw new TypeError(`${operation} is no read.`);
  return send(walk, operation, request);
}
