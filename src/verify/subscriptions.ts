import { randomUUID } from "node:crypto";
import {
  type FieldFacts,
  type OperationFacts,
  type OperationId,
  operations,
  resources,
} from "../../generated/old-contract.js";
import type { Connection, ServiceRequest, ServiceResponse } from "./connection.js";
import { fieldOf, type JsonObject, objectOf } from "./json.js";

const facts: Readonly<Record<OperationId, OperationFacts>> = operations;

/** The facts of the operations on subscriptions. */
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

/** A subscription that the walk has asked the service to create. */
export interface Made {
  /** The fields that were sent. */
  sent: JsonObject;
  /** The subscription in the answer, if there is one. */
  record?: JsonObject;
  /** Id in that answer, as text. */
  id?: string;
  /** Whether the service has answered. If not, it may still create the subscription. */
  answered: boolean;
  /** Whether it may exist: `false` once the service refuses it, or says that it is deleted. */
  mayBeThere: boolean;
}

/** A subscription that the walk has created and not deleted. */
export type Held = Made & Required<Pick<Made, "id" | "record">>;

/** The subscriptions of one walk. Each has an address that no other subscription has. */
export class Subscriptions {
  /** Part of every address that the walk uses, and of no other address. */
  readonly marker = randomUUID();
  readonly all: Made[] = [];
  /** Time of the last write, on the clock of `performance`. */
  lastWrite = Number.NEGATIVE_INFINITY;
  /** The subscription that was deleted last. */
  deleted: Held | undefined;
  readonly #topic: string;
  readonly #address: string;

  constructor({ topic, address }: { topic: string; address: string }) {
    this.#topic = topic;
    this.#address = address;
  }

  /** Those that the service should have, by its own answers. */
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

  /** An address. The order of addresses differs from the order of creation, also at both ends. */
  #nextAddress(): string {
    const index = this.all.length;
    const url = new URL(this.#address);
    const letter = String.fromCharCode(97 + ((index * 7 + 3) % 26));
    url.searchParams.set("verification", `${this.marker}-${letter}${index}`);
    return url.href;
  }

  /** Asks the service for a subscription, and records that it may exist. */
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
    // By the rules of HTTP, a client error means that the service did nothing.
    if (response.status >= 400 && response.status < 500) made.mayBeThere = false;
    else if (record && id !== undefined) Object.assign(made, { record, id });
    return { made, response };
  }

  /** Records that the service says that a subscription is deleted. */
  delete(made: Held): void {
    made.mayBeThere = false;
    this.deleted = made;
  }

  /** Records a write. */
  wrote(): void {
    this.lastWrite = performance.now();
  }
}

/** A body as the contract wraps it. */
export function enveloped({ body }: OperationFacts, fields: JsonObject): unknown {
  return body?.key === undefined ? fields : { [body.key]: fields };
}

/** The id of a subscription, as text; `undefined` if it has none. */
export function idOf(record: unknown): string | undefined {
  const id = fieldOf(record, "id");
  return ["number", "bigint", "string"].includes(typeof id) ? String(id) : undefined;
}

/** A request about one subscription. */
export function aboutOne(operation: OperationId, id: string): ServiceRequest {
  const [parameter = "id"] = Object.keys(facts[operation].pathParameters);
  return { operation, path: { [parameter]: id } };
}
