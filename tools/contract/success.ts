import { CommandError } from "../../src/cli/command.js";
import { JSON_TYPE } from "./bodies.js";
import type { Body, Operation, Schema } from "./model.js";
import { CONTRACT } from "./reader.js";

/** The success of an operation, which the client and the sandbox go by. */
export interface Success {
  /** HTTP status. */
  status: number;
  response: Body;
}

/**
 * The only success that an operation documents, under its own status.
 *
 * @throws CommandError when it documents none, another one, or one for a range of statuses.
 */
export function successOf({ operationId, responses }: Operation): Success {
  const [[status = "", response] = [], ...others] = Object.entries(responses).filter(([key]) => key.startsWith("2"));
  if (response && others.length === 0 && /^\d+$/.test(status)) return { status: Number(status), response };
  throw new CommandError(`${CONTRACT}: ${operationId}: write one response for success, with a status from 200 to 299.`);
}

/** The schema of the JSON in an operation's success; `undefined` if it has none. */
export function answerSchema(operation: Operation): Schema | undefined {
  return successOf(operation).response.content[JSON_TYPE]?.schema;
}
