import { type OperationFacts, type OperationId, operations, requestExamples } from "../../../generated/old-contract.js";
import type { ServiceRequest } from "../connection.js";
import { fieldOf, type JsonObject, objectOf } from "../json.js";
import { Skipped, type Step } from "../step.js";
import { enveloped, getting, idOf } from "../subscriptions.js";

const facts: Readonly<Record<string, OperationFacts>> = operations;
const examples: Readonly<Record<string, unknown>> = requestExamples;

/** Whether an operation makes the service send a delivery. */
export function delivers(operation: OperationId): boolean {
  const { callbacks }: OperationFacts = operations[operation];
  return callbacks.length > 0;
}

/** An operation answers the contract's examples in the right form. */
export function byExample(operation: OperationId): (step: Step) => Promise<void> {
  return async (step) => {
    const { exchangeBody } = step.options;
    const body = operation === "exchangeAccessToken" ? exchangeBody : bodyOf(step, operation);
    await step.call({ operation, path: pathExamples(operation), body });
  };
}

/**
 * An operation that has no step is called once, if it only reads or works on what the walk created. Any other could
 * change the data of others.
 */
export function onOwn(operation: OperationId): (step: Step) => Promise<void> {
  return async (step) => {
    const { method, path } = facts[operation] ?? { method: "", path: "" };
    const own = path.startsWith(`${getting.path}/`);
    if (!own && method !== "GET") throw new Skipped("it could change data that the walk did not create");
    const parameters = own ? { ...pathExamples(operation), ...ownId(step) } : await idsFor(step, operation);
    await step.call({ operation, path: parameters, body: bodyOf(step, operation) });
    if (method !== "GET") step.subscriptions.wrote();
  };
}

function ownId(step: Step): Record<string, string> {
  const [parameter = "id"] = Object.keys(getting.pathParameters);
  return { [parameter]: step.own.id };
}

function pathExamples(operation: OperationId): Record<string, string> {
  const parameters = Object.entries(facts[operation]?.pathParameters ?? {});
  return Object.fromEntries(parameters.map(([name, { example }]) => [name, String(example)]));
}

/** The contract's example of a body, with the walk's own topic and address. */
function bodyOf(step: Step, operation: OperationId): ServiceRequest["body"] {
  const contract = facts[operation];
  const example: JsonObject | undefined = objectOf(fieldOf(examples[operation], contract?.body?.key));
  if (!contract?.body || !example) return examples[operation];
  const own = Object.entries(step.subscriptions.required()).filter(([name]) => name in example);
  return enveloped(contract, { ...example, ...Object.fromEntries(own) });
}

/**
 * Values for path parameters: an id from the list of the same resource.
 *
 * @throws Skipped when no list has one.
 */
async function idsFor(step: Step, operation: OperationId): Promise<Record<string, string>> {
  const { path = "", pathParameters = {} } = facts[operation] ?? {};
  const [name, ...others] = Object.keys(pathParameters);
  if (name === undefined) return {};
  const collection = path.slice(0, path.indexOf(`/{${name}}`));
  const list = Object.entries(facts).find(([, { method, path }]) => method === "GET" && path === collection);
  if (!list || others.length > 0) throw new Skipped("no list has an id to call it with");
  const { body } = await step.call({ operation: list[0] });
  const items = fieldOf(body, list[1].response.key);
  const id = idOf(Array.isArray(items) ? items[0] : undefined);
  if (id === undefined) throw new Skipped("the list is empty: it has no id to call it with");
  return { [name]: id };
}

/** Every operation of the contract. */
export const allOperations = Object.keys(operations).filter((id): id is OperationId => id in operations);

/** Those that the walk has steps for. */
export const known: readonly string[] = [
  "exchangeAccessToken",
  "listWebhooks",
  "createWebhook",
  "updateWebhook",
  "getWebhook",
  "deleteWebhook",
  "deliverWebhook",
];
