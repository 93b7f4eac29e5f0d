import type { ServiceResponse } from "../connection.js";
import { sectionOf, sectionOfResource } from "../document.js";
import { breach, type Finding, unless } from "../findings.js";
import { fieldOf, shown } from "../json.js";
import { type Step, Unusable } from "../step.js";
import { creation, idOf, type Made, subscriptionFields } from "../subscriptions.js";

const source = sectionOf("createWebhook");
const fields = Object.entries(creation.body?.fields ?? {});

/** A subscription is created with only the required fields: the others have their defaults. */
export async function create(step: Step): Promise<void> {
  const asked = await step.create();
  step.add(echo(asked));
}

/** Every optional field is accepted: each of its listed values, or else the contract's example. */
export async function createFields(step: Step): Promise<void> {
  for (const [name, { schema, required, example }] of fields) {
    if (required) continue;
    for (const value of schema.enum ?? [example]) await createWith(step, name, value);
  }
  if (step.first) step.add(uniqueIds(step, step.first));
}

async function createWith(step: Step, name: string, value: unknown): Promise<void> {
  try {
    step.add(echo(await step.create({ [name]: value })));
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const sent = `with ${name}: ${shown(value)}`;
    step.add(error.findings.map((finding) => ({ ...finding, message: `${finding.message}, ${sent}` })));
  }
}

/** A creation without a required field, or with a value that is not listed, is refused. */
export async function createRefused(step: Step): Promise<void> {
  for (const [name, { required, schema }] of fields) {
    if (required) {
      const { [name]: _, ...sent } = step.subscriptions.required();
      await refused(step, sent, `without ${name}, which is required`);
    }
    if (schema.enum && name in subscriptionFields) await refusedValue(step, name);
  }
}

/** A value that is not listed may be refused or ignored, but no subscription may have it. */
async function refusedValue(step: Step, name: string): Promise<void> {
  const value = "verify-no-such-value";
  const sent = { ...step.subscriptions.required(), [name]: value };
  const { made, response } = await step.subscriptions.ask(step, sent);
  const taken = response.status === 200 && fieldOf(made.record, name) === value;
  const place = { check: "refusal", source, at: response } as const;
  step.add(unless(!taken, () => breach(place, `${name} ${shown(value)} is accepted, but not a listed value`)));
}

async function refused(step: Step, sent: Readonly<Record<string, unknown>>, what: string): Promise<void> {
  const { made, response } = await step.subscriptions.ask(step, sent);
  const created = response.status === 200 && made.id !== undefined;
  step.add(
    unless(!created, () => breach({ check: "refusal", source, at: response }, `a subscription is created ${what}`)),
  );
}

/** Fields of a creation's answer with another value than expected. */
function echo({ made, response }: { made: Made; response: ServiceResponse }): Finding[] {
  return fields.flatMap(([name, { schema }]) => {
    const expected = made.sent[name] ?? schema.default;
    if (!(name in subscriptionFields) || expected === undefined) return [];
    return differing(response, made.record, name, expected);
  });
}

/** A breach if a field has another value than expected. */
export function differing(at: ServiceResponse, record: unknown, name: string, expected: unknown): Finding[] {
  const value = fieldOf(record, name);
  return unless(value === expected, () =>
    breach(
      { check: "value", source: sectionOf(at.operation), at },
      `${name} is ${shown(value)}, expected ${shown(expected)}`,
    ),
  );
}

/** A breach if two subscriptions have the same id. */
function uniqueIds(step: Step, response: ServiceResponse): Finding[] {
  const ids = step.subscriptions.held.map(({ record }) => idOf(record));
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  return unless(repeated === undefined, () =>
    breach(
      { check: "value", source: sectionOfResource("Webhook"), at: response },
      `two subscriptions have the id ${repeated}`,
    ),
  );
}
