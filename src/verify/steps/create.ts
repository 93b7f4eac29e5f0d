import { isDeepStrictEqual } from "node:util";
import { details } from "../../../generated/contract.js";
import type { Operation } from "../../contract.js";
import type { Items, Made, Sent } from "../collection-items.js";
import { unlike } from "../comparison.js";
import { sectionOfResource } from "../document.js";
import { breach, type Found, Unusable } from "../findings.js";
import { fieldOf, type JsonObject } from "../json.js";
import { itemIn } from "../list-reader.js";
import { shown, words } from "../message.js";
import { isAboutInput } from "../refusals.js";
import { sendable } from "../request-body.js";
import { formOf, isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { readBack } from "./read.js";

/** Two items are created with only the required fields: the others have their defaults. */
export async function create(step: Step, items: Items): Promise<void> {
  for (let count = 0; count < 2; count++) step.add(asAsked(items, await step.create(items)));
}

/** Every optional field is accepted and kept: each of its listed values, or else the contract's example. */
export async function createFields(step: Step, items: Items): Promise<void> {
  items.checkAllowed();
  const examples = details[items.creation.id]?.fields ?? {};
  for (const [name, { schema, required }] of Object.entries(items.fields)) {
    if (required || items.telling.includes(name)) continue;
    const values = (schema.enum ?? [examples[name]]).filter((value) => value !== undefined);
    for (const value of values)
      await step.take(() => createWith(step, items, name, value), words`, with ${name}: ${shown(value)}`);
  }
}

async function createWith(step: Step, items: Items, name: string, value: unknown): Promise<void> {
  const { enum: listed, default: usual } = items.fields[name]?.schema ?? {};
  const made = await items.ask({ ...items.required(), [name]: value });
  // The document lists the value, so it is no reason to refuse what is otherwise accepted.
  if (isAboutInput(made.response) && listed !== undefined) {
    await step.create(items);
    throw new Unusable(formOf(made.response));
  }
  step.checkSuccess(made.response);
  step.add(asAsked(items, made));
  if (name in items.collection.fields && value !== usual && items.isOwn(made)) await readBack(step, items, made);
}

/** A creation without a required field, or with a value that is not listed, is refused. */
export async function createRefused(step: Step, items: Items): Promise<void> {
  for (const [name, { required }] of Object.entries(items.fields)) {
    if (required && items.telling.some((other) => other !== name)) {
      const { [name]: _, ...sent } = items.required();
      const { response } = await items.ask(sent);
      const message = words`a ${items.reader.noun} is created without ${name}, which is required`;
      step.add([isSuccess(response) && breach(response, "refusal", message)]);
    } else if (required) {
      step.notChecked.push(words`a creation without ${name}, since nothing would tell it from those of others`);
    }
  }
  const { creation } = items;
  await refuseUnlisted(step, items, creation, (unlisted) => items.ask({ ...items.required(), ...unlisted }));
}

/** A value that is not listed may be refused or ignored, but no answer may have it. */
export async function refuseUnlisted(
  step: Step,
  items: Items,
  { body, answer }: Operation,
  send: (unlisted: JsonObject) => Promise<Sent>,
  fixed: readonly string[] = [],
): Promise<void> {
  const value = "verify-no-such-value";
  for (const [name, { schema }] of Object.entries(sendable(body?.fields))) {
    if (!schema.enum || !(name in items.collection.fields) || fixed.includes(name)) continue;
    const { response } = await send({ [name]: value });
    const isTaken = response.status === answer.status && fieldOf(itemIn(response), name) === value;
    const message = words`${name} ${shown(value)} is accepted, but not a listed value`;
    step.add([isTaken && breach(response, "refusal", message)]);
  }
}

/** The answer to a creation has the values that were sent, the defaults of others, and an id that nothing else has. */
function asAsked(items: Items, { sent, record, response, id = "" }: Made): Found {
  const { fields, collection, creation, made, others, reader } = items;
  const { holds, names = Object.keys(collection.fields) } = creation.answer;
  if (!holds) return [];
  const kept = Object.entries(fields).filter(([name, { schema }]) => {
    const isSame = names.includes(name) && isDeepStrictEqual(collection.fields[name]?.schema.type, schema.type);
    return isSame && schema["writeOnly"] !== true;
  });
  const expected = kept.map(([name, { schema }]) => [name, sent[name] ?? schema.default]);
  const isRepeated = made.filter((other) => other.state === "open" && other.id === id).length > 1;
  const message = words`a new ${reader.noun} has the id ${shown(id)} of another`;
  const source = sectionOfResource(details[reader.list.id]?.resource ?? "");
  return [
    ...unlike(response, record, Object.fromEntries(expected.filter(([, value]) => value !== undefined))),
    (isRepeated || others.before.has(id)) && { ...breach(response, "value", message), source },
  ];
}
