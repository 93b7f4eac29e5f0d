import { isDeepStrictEqual } from "node:util";
import type { Asked, Items } from "../collection-items.js";
import type { ServiceResponse } from "../connection.js";
import { sectionOf, sectionOfResource } from "../document.js";
import { breach, type Finding, unless } from "../findings.js";
import { fieldOf, type JsonObject } from "../json.js";
import { shown, type Words, words } from "../message.js";
import { isRefused } from "../refusals.js";
import { formOf, isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { Skipped, Unusable } from "../stop.js";
import { differing, readBack } from "./get.js";

/** Two items are created with only the required fields: the others have their defaults. */
export async function create(step: Step, items: Items): Promise<void> {
  const asked = await step.create(items);
  step.add([...echo(items, asked), ...wrongIds(items, asked.response)]);
  step.add(wrongIds(items, (await step.create(items)).response));
}

/** Every optional field is accepted and kept: each of its listed values, or else the contract's example. */
export async function createFields(step: Step, items: Items): Promise<void> {
  for (const [name, { schema, required, example }] of Object.entries(items.creation.body?.fields ?? {})) {
    if (required || schema["readOnly"] === true) continue;
    for (const value of schema.enum ?? [example])
      if (value !== undefined) await createWith(step, items, { [name]: value });
  }
  if (step.first) step.add(wrongIds(items, step.first));
}

async function createWith(step: Step, items: Items, fields: JsonObject): Promise<void> {
  const [name = ""] = Object.keys(fields);
  const { enum: listed, default: usual } = items.creation.body?.fields[name]?.schema ?? {};
  const sent = words`with ${name}: ${shown(fields[name])}`;
  await makeRoom(step, items);
  const asked = await items.ask(step, { ...items.required(), ...fields });
  try {
    // The document lists the value, so it is no reason to refuse what is otherwise accepted.
    const isReason = isRefused(asked.response) && listed !== undefined && (await isAccepted(step, items));
    if (isReason) throw new Unusable(formOf(asked.response));
    step.checkSuccess(asked.response);
    step.add(echo(items, asked));
    const isKept = name in items.collection.fields && fields[name] !== usual && items.isOwn(asked.made);
    if (isKept) await readBack(step, items, asked.made);
  } catch (error) {
    if (error instanceof Skipped) step.notChecked.push(words`${error.reason}, ${sent}`);
    else if (!(error instanceof Unusable)) throw error;
    else step.add(error.findings.map((finding) => ({ ...finding, message: words`${finding.message}, ${sent}` })));
  }
}

/** Whether a creation with only the required fields succeeds. */
async function isAccepted(step: Step, items: Items): Promise<boolean> {
  try {
    return isSuccess((await step.create(items)).response);
  } catch (error) {
    if (error instanceof Skipped) return false;
    throw error;
  }
}

/** Deletes what the walk has in a service that creates no more. */
async function makeRoom(step: Step, items: Items): Promise<void> {
  if (!items.refused) return;
  for (const held of items.held) {
    const response = await items.delete(step, held);
    if (response && isSuccess(response)) items.wasDeleted(held);
  }
}

/** A creation without a required field, or with a value that is not listed, is refused. */
export async function createRefused(step: Step, items: Items): Promise<void> {
  for (const [name, { required, schema }] of Object.entries(items.creation.body?.fields ?? {})) {
    if (required && items.telling.some((other) => other !== name)) {
      const { [name]: _, ...sent } = items.required();
      const { response } = await items.ask(step, sent);
      refuses(
        step,
        response,
        !isSuccess(response),
        words`a ${items.noun} is created without ${name}, which is required`,
      );
    } else if (required) {
      step.notChecked.push(words`a creation without ${name}, since nothing would tell it from those of others`);
    }
    if (schema.enum && name in items.collection.fields) await refuseValue(step, items, name);
  }
}

/** A value that is not listed may be refused or ignored, but no item may have it. */
async function refuseValue(step: Step, items: Items, name: string): Promise<void> {
  const value = "verify-no-such-value";
  const { made, response } = await items.ask(step, { ...items.required(), [name]: value });
  const isTaken = response.status === items.creation.answer.status && fieldOf(made.record, name) === value;
  refuses(step, response, !isTaken, words`${name} ${shown(value)} is accepted, but not a listed value`);
}

function refuses(step: Step, response: ServiceResponse, holds: boolean, message: Words): void {
  const place = { check: "refusal", source: sectionOf(response.operation), at: response } as const;
  step.add(unless(holds, () => breach(place, message)));
}

/** Fields of a creation's answer with another value than expected. */
function echo({ creation, collection }: Items, { made, response }: Asked): Finding[] {
  return Object.entries(creation.body?.fields ?? {}).flatMap(([name, { schema }]) => {
    const expected = made.sent[name] ?? schema.default;
    const stored = collection.fields[name]?.schema;
    const isEcho = stored && isDeepStrictEqual(stored.type, schema.type) && schema["writeOnly"] !== true;
    return isEcho && expected !== undefined ? differing(response, made.record, name, expected) : [];
  });
}

/** A breach if a new item has the id of another. */
function wrongIds(items: Items, at: ServiceResponse): Finding[] {
  const ids = items.made.filter(({ mayBeThere }) => mayBeThere).flatMap(({ id }) => id ?? []);
  const place = { check: "value", source: sectionOfResource(items.list.answer.resource ?? ""), at } as const;
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  const taken = ids.find((id) => items.others.before.has(id));
  return [
    ...unless(repeated === undefined, () => breach(place, words`two of them have the id ${shown(repeated)}`)),
    ...unless(taken === undefined, () =>
      breach(place, words`a new ${items.noun} has the id ${shown(taken)} of one that belongs to others`),
    ),
  ];
}
