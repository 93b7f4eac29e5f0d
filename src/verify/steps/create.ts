import { isDeepStrictEqual } from "node:util";
import { details } from "../../../generated/contract.js";
import type { Asked, Items } from "../collection-items.js";
import { sectionOfResource } from "../document.js";
import { breach, type Finding, type Found, Skipped, Unusable } from "../findings.js";
import { fieldOf } from "../json.js";
import { shown, words } from "../message.js";
import { isRefused } from "../refusals.js";
import { formOf, isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { differing, readBack } from "./read.js";

/** Two items are created with only the required fields: the others have their defaults. */
export async function create(step: Step, items: Items): Promise<void> {
  for (let count = 0; count < 2; count++) step.add(asAsked(items, await step.create(items)));
}

/** Every optional field is accepted and kept: each of its listed values, or else the contract's example. */
export async function createFields(step: Step, items: Items): Promise<void> {
  const examples = details[items.creation.id]?.fields ?? {};
  for (const [name, { schema, required }] of Object.entries(items.creation.body?.fields ?? {})) {
    if (required || schema["readOnly"] === true) continue;
    for (const value of schema.enum ?? [examples[name]])
      if (value !== undefined) await createWith(step, items, name, value);
  }
}

async function createWith(step: Step, items: Items, name: string, value: unknown): Promise<void> {
  const { enum: listed, default: usual } = items.creation.body?.fields[name]?.schema ?? {};
  const sent = words`with ${name}: ${shown(value)}`;
  if (items.refused) await makeRoom(step, items);
  const asked = await items.ask(step, { ...items.required(), [name]: value });
  try {
    // The document lists the value, so it is no reason to refuse what is otherwise accepted.
    if (isRefused(asked.response) && listed !== undefined) {
      await step.create(items);
      throw new Unusable(formOf(asked.response));
    }
    step.checkSuccess(asked.response);
    step.add(asAsked(items, asked));
    if (name in items.collection.fields && value !== usual && items.isOwn(asked)) await readBack(step, items, asked);
  } catch (error) {
    if (error instanceof Skipped) step.notChecked.push(words`${error.reason}, ${sent}`);
    else if (!(error instanceof Unusable)) throw error;
    else step.add(error.findings.map((finding) => ({ ...finding, message: words`${finding.message}, ${sent}` })));
  }
}

/** Deletes what the walk has in a service that creates no more. */
async function makeRoom(step: Step, items: Items): Promise<void> {
  for (const held of items.held) {
    const response = await items.delete(step, held);
    if (response && isSuccess(response)) items.wasDeleted(held);
  }
}

/** A creation without a required field, or with a value that is not listed, is refused. */
export async function createRefused(step: Step, items: Items): Promise<void> {
  const { creation, collection, reader } = items;
  for (const [name, { required, schema }] of Object.entries(creation.body?.fields ?? {})) {
    if (required && items.telling.some((other) => other !== name)) {
      const { [name]: _, ...sent } = items.required();
      const { response } = await items.ask(step, sent);
      const message = words`a ${reader.noun} is created without ${name}, which is required`;
      step.add([isSuccess(response) && breach(response, "refusal", message)]);
    } else if (required) {
      step.notChecked.push(words`a creation without ${name}, since nothing would tell it from those of others`);
    }
    if (schema.enum && name in collection.fields) await refuseValue(step, items, name);
  }
}

/** A value that is not listed may be refused or ignored, but no item may have it. */
async function refuseValue(step: Step, items: Items, name: string): Promise<void> {
  const value = "verify-no-such-value";
  const { record, response } = await items.ask(step, { ...items.required(), [name]: value });
  const isTaken = response.status === items.creation.answer.status && fieldOf(record, name) === value;
  const message = words`${name} ${shown(value)} is accepted, but not a listed value`;
  step.add([isTaken && breach(response, "refusal", message)]);
}

/** The answer to a creation has the values that were sent, the defaults of others, and an id that nothing else has. */
function asAsked(items: Items, { sent, record, response }: Asked): Found {
  const { creation, collection, made, others, reader } = items;
  const echo = Object.entries(creation.body?.fields ?? {}).flatMap(([name, { schema }]): Finding[] => {
    const expected = sent[name] ?? schema.default;
    const kept = collection.fields[name]?.schema;
    const isEcho = kept && isDeepStrictEqual(kept.type, schema.type) && schema["writeOnly"] !== true;
    return isEcho && expected !== undefined ? differing(response, record, name, expected) : [];
  });
  const ids = made.filter(({ mayBeThere }) => mayBeThere).flatMap(({ id }) => id ?? []);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  const taken = ids.find((id) => others.before.has(id));
  const source = sectionOfResource(details[reader.list.id]?.resource ?? "");
  const belongs = words`a new ${reader.noun} has the id ${shown(taken)} of one that belongs to others`;
  return [
    ...echo,
    repeated !== undefined && breach(response, "value", words`two of them have the id ${shown(repeated)}`, source),
    taken !== undefined && breach(response, "value", belongs, source),
  ];
}
