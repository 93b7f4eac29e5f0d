import { schemaOf } from "../contract/json-schema.js";
import { type Contract, type Parameter, type Schema, schemaName } from "../contract/model.js";
import { code, factsOf, longPatternOf, typeOf } from "./schema-in-words.js";
import type { Field, FieldList } from "./sections.js";

/** How many levels of objects have rows: a schema may refer to itself. */
const DEEPEST = 4;

/** Where fields are. */
export interface Place {
  contract: Contract;
  /** Beginning of their anchors. */
  anchor: string;
  /** Whether they are sent. Otherwise, they are in an answer. */
  isRequest: boolean;
  /** The values that the samples next to them show. */
  shown: readonly unknown[];
}

/** A field that is described: a property of a schema, a parameter, or a header of an answer. */
interface Described extends Partial<Parameter> {
  name: string;
}

/**
 * The fields of a value. A schema with a name has a section of its own, so its fields are folded elsewhere.
 *
 * @param above - The names that lead to the value; the name of a list ends in `[]`.
 */
export function fieldsOf(schema: Schema, place: Place, above: readonly string[] = []): FieldList {
  const { properties = {}, required = [] } = schemaOf(place.contract, schema);
  const name = schemaName(schema);
  const fields = Object.entries(properties).map(([field, inner]) =>
    fieldOf({ name: field, schema: inner, required: required.includes(field) }, place, above),
  );
  return { kind: "fields", text: "", fields, ...(name !== undefined && { schema: name }) };
}

/** The parameters of one place, such as the query, or the headers of an answer. */
export function parametersIn(parameters: readonly Described[], place: Place): Field[] {
  return parameters.map((parameter) => fieldOf(parameter, place, []));
}

function fieldOf(field: Described, place: Place, above: readonly string[]): Field {
  const { contract, anchor: start, isRequest } = place;
  const { name, required = false, schema = {} } = field;
  const { items, ...whole } = schemaOf(contract, schema);
  // What a schema with a name is, its own section says.
  const text = field.description ?? (schemaName(schema) ? "" : (whole.description ?? ""));
  const steps = [...above, name];
  const shown = place.shown.flatMap((value) => valueIn(value, name));
  const within = { ...place, shown: items ? shown.flat() : shown };
  const inner =
    steps.length < DEEPEST ? fieldsOf(items ?? schema, within, items ? [...above, `${name}[]`] : steps) : undefined;
  // What the text lists is not listed again.
  const choices = (whole.enum ?? []).map(code).filter((choice) => !text.includes(choice));
  const isDeprecated = field.deprecated === true || whole.deprecated === true;
  const bounds = factsOf({ ...whole, ...(isDeprecated && { deprecated: true }) }, examplesOf(field, shown));
  return {
    name,
    path: steps.join("."),
    anchor: `${start}/${steps.join("/")}`,
    type: typeOf({ ...whole, ...(items && { items: schemaOf(contract, items) }) }, text),
    ...(required && { presence: isRequest ? "required" : "always present" }),
    text,
    facts: [choices.join(" or "), bounds].filter(Boolean).join(". "),
    pattern: longPatternOf(whole),
    examples: [field.example, ...(whole.examples ?? [])].filter((example) => example !== undefined).join(" "),
    ...(inner && inner.fields.length > 0 && { inner }),
  };
}

function valueIn(value: unknown, name: string): unknown[] {
  const isObject = typeof value === "object" && value !== null;
  return isObject && name in value ? [Reflect.get(value, name)] : [];
}

/** The examples that tell more than the samples show: all of several, and the only one of what no sample has. */
function examplesOf({ example, examples, schema }: Described, shown: readonly unknown[]): readonly unknown[] {
  const own = example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
  const all = own.length > 0 ? own : (schema?.examples ?? []);
  return all.length > 1 || shown.length === 0 ? all : [];
}
