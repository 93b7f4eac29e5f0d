import { randomUUID } from "node:crypto";
import {
  type FieldFacts,
  type OperationFacts,
  type OperationId,
  operations,
  resources,
} from "../../generated/contract.js";
import type { Connection, ServiceRequest, ServiceResponse } from "./connection.js";
import { fieldOf, type JsonObject, objectOf } from "./json.js";

const facts: Readonly<Record<OperationId, OperationFacts>> = operations;

/** What the contract says of the operations on subscriptions. */
export const {
  listWebhooks: listing,
  createWebhook: creation,
  updateWebhook: updating,
  getWebhook: getting,
  deleteWebhook: deletion,
  deliverWebhook: triggering,
} = facts;

const schemas: Readonly<Record<string, Readonly<Record<string, FieldFacts>>>> = resources;

/** The fields of a subscription. */
export const subscriptionFields: Readonly<Record<string, FieldFacts>> = schemas[getting.response.resource ?? ""] ?? {};

/** A subscription that the walk has asked the service for. */
export interface Made {
  /** The fields that were sent. */
  sent: JsonObject;
  /** What the service answered, if that was a subscription. */
  record?: JsonObject;
  /** Id in that answer, as text. */
  id?: string;
  /** Whether the service has answered at all: what it did not, it may do yet. */
  answered: boolean;
  /** Whether it may be there: `false` once the service has refused it, or says that it is deleted. */
  mayBeThere: boolean;
}

/** A subscription that the walk has made, and not deleted. */
export type Held = Made & Required<Pick<Made, "id" | "record">>;

/** The subscriptions of one walk. Each has an address that no other subscription has. */
export class Subscriptions {
  /** Part of every address that the walk uses, and of no other. */
  readonly marker = randomUUID();
  readonly all: Made[] = [];
  /** When the service was last asked to change something, on the clock of `performance`. */
  lastWrite = Number.NEGATIVE_INFINITY;
  /** The one that was deleted last. */
  deleted: Held | undefined;
  readonly #topic: string;
  readonly #address: string;

  constructor({ topic, address }: { topic: string; address: string }) {
    this.#topic = topic;
    this.#address = address;
  }

  /** Those that the service holds, as far as it has said so. */
  get held(): Held[] {
    return this.all.filter((made): made is Held => made.mayBeThere && made.id !== undefined);
  }

  /** The required fields of a new subscription. */
  required(): Record<string, unknown> {
    const examples = Object.entries(creation.body?.fields ?? {}).flatMap(([name, { required, example }]) =>
      required ? [[name, example]] : [],
    );
    return { ...Object.fromEntries(examples), topic: this.#topic, address: this.#nextAddress() };
  }

  /** Neither first nor last in the order of addresses is first or last in that of creation. */
  #nextAddress(): string {
    const index = this.all.length;
    const url = new URL(this.#address);
    const letter = String.fromCharCode(97 + ((index * 7 + 3) % 26));
    url.searchParams.set("verification", `${this.marker}-${letter}${index}`);
    return url.href;
  }

  /** Asks for a subscription, and keeps in mind that it may be there. */
  async ask(
    service: Pick<Connection, "send">,
    sent: JsonObject,
    token?: null,
  ): Promise<{ made: Made; response: ServiceResponse }> {
    const made: Made = { sent, answered: false, mayBeThere: true };
    this.all.push(made);
    const request = { operation: "createWebhook", body: enveloped(creation, sent) };
    const response = await service.send(token === null ? { ...request, token } : request);
    this.wrote();
    made.answered = response.status > 0;
    const record = objectOf(fieldOf(response.body, creation.response.key));
    const id = idOf(record);
    // By HTTP itself, the service has done nothing then.
    if (response.status >= 400 && response.status < 500) made.mayBeThere = false;
    else if (record && id !== undefined) Object.assign(made, { record, id });
    return { made, response };
  }

  /** Notes that the service says that a subscription is deleted. */
  delete(made: Held): void {
    made.mayBeThere = false;
    this.deleted = made;
  }

  /** Notes that something was changed just now. */
  wrote(): void {
    this.lastWrite = performance.now();
  }
}

/** A body as the contract wraps it. */
export function enveloped({ body }: OperationFacts, fields: JsonObject): unknown {
  return body?.key === undefined ? fields : { [body.key]: fields };
}

/** The id of a subscription, as text; `undefined` where it has none. */
export function idOf(record: unknown): string | undefined {
  const id = fieldOf(record, "id");
  return ["number", "bigint", "string"].includes(typeof id) ? String(id) : undefined;
}

/** A request about one subscription. */
export function aboutOne(operation: OperationId, id: string): ServiceRequest {
  const [parameter = "id"] = Object.keys(facts[operation].pathParameters);
  return { operation, path: { [parameter]: id } };
}
