import type { OperationId } from "../../generated/contract.js";
import type { Answer, Request } from "./answer.js";
import { type Rule, send } from "./send.js";
import type { Walk } from "./walk.js";

/** Sends a request that may change something, each time only if the rule allows it. Only `safety.ts` may call this. */
export function write(walk: Walk, operation: OperationId, request: Request, rule: Rule): Promise<Answer> {
  return send(walk, operation, request, rule);
}
