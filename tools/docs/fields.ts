import { joined } from "../contract/json-schema.js";
import { type Contract, type Schema, schemaName } from "../contract/model.js";
import type { FieldRow } from "./chapter.js";
import { factsOf, kindOf } from "./facts.js";
import { belowHeading } from "./headings.js";

/** How many levels of objects have rows. */
const DEEPEST = 4;

/** Where fields are. */
interface Place {
  /** Beginning of their anchors. */
  anchor: string;
  /** Whether they are sent: what an answer always has, nobody is required to send. */
  isRequest: boolean;
  /** The names that lead to them. */
  steps?: readonly string[];
}

/** The fields of a value, each with those of the objects in it. */
export function fieldsOf(contract: Contract, schema: Schema, place: Place): FieldRow[] {
  const { properties = {}, required = [] } = joined(contract, schema);
  const { anchor, isRequest, steps: above = [] } = place;
  return Object.entries(properties).map(([name, field]) => {
    const { items, ...whole } = joined(contract, field);
    const { description = "", examples = [], example } = whole;
    const steps = [...above, name];
    const below = items ? [...above, `${name}[]`] : steps;
    return {
      anchor: `${anchor}/${steps.join("/")}`,
      steps,
      type: kindOf(whole, items && joined(contract, items)),
      required: isRequest && required.includes(name),
      description: belowHeading(4, description).trim(),
      choices: whole.enum ?? [],
      facts: factsOf(whole, example === undefined ? examples : [...examples, example]),
      schema: schemaName(items ?? field),
      fields: steps.length < DEEPEST ? fieldsOf(contract, items ?? field, { ...place, steps: below }) : [],
    };
  });
}
