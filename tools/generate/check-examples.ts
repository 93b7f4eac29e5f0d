import { CommandError } from "../../src/cli/command-error.js";
import { ajvOf, schemaText } from "../contract/ajv.js";
import { exampleOf } from "../contract/json-schema.js";
import type { Contract, MediaType } from "../contract/model.js";
import { objectsIn } from "../contract/pointer.js";
import { CONTRACT } from "../contract/reader.js";

/** A body in one media type, and not a field of that name. */
const MEDIA_TYPE = /^(?!.*\/(schema|examples?)\/).*\/content\/[^/]+$/;

/** A success, which the sandbox answers with. */
const SUCCESS = /^(?!.*\/callbacks\/).*\/responses\/(2\w\w|default)\//i;

/** What is in a request of a client, and not in one that the service sends. */
const REQUEST = /^(?!.*\/callbacks\/).*\/requestBody\/content\//;

/**
 * Checks that each example of a body matches its schema, as part of a request or of an answer. Redocly's rule does not
 * know which it is: it also requires of a request what is only read. A success without an example has one made of its
 * schema, which a pattern may make impossible.
 *
 * @throws CommandError with the first one that does not match.
 */
export function checkExamples(contract: Contract): void {
  const bodies = [...objectsIn(contract.paths, "#/paths")].filter(({ pointer }) => MEDIA_TYPE.test(pointer));
  const checks = bodies.map(({ pointer, value }) => {
    const media: MediaType = Object(value);
    return { pointer, media, text: schemaText(contract, media.schema, REQUEST.test(pointer) ? "request" : "answer") };
  });
  const ajv = ajvOf(
    contract,
    checks.map(({ text }) => text),
  );
  for (const { pointer, media, text } of checks) {
    const { example, examples = {}, schema } = media;
    const written = [example, ...Object.values(examples).map(({ value }) => value)].filter(
      (value) => value !== undefined,
    );
    const isAnswered = written.length === 0 && SUCCESS.test(pointer);
    const made = isAnswered ? exampleOf(contract, schema) : undefined;
    const values = made === undefined ? written : [made];
    if (values.length === 0) continue;
    const check = ajv.compile(JSON.parse(text));
    if (values.every((value) => check(value))) continue;
    const reason = ajv.errorsText(check.errors?.slice(0, 1), { dataVar: "" });
    const problem = isAnswered
      ? `it has no example, and none that matches its schema can be made: ${reason}. Write one`
      : `its example does not match its schema: ${reason}. Correct one of them`;
    throw new CommandError(`${CONTRACT}: ${pointer}: ${problem}.`);
  }
}
