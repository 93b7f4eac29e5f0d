import { randomUUID } from "node:crypto";
import { requestDefaults, requestExamples } from "../../generated/contract.js";
import { type Answer, idOf, type Row, webhookOf } from "./answer.js";

// The subscriptions that a run knows: its own, and those of others. Nothing here sends a request.

export const DEFAULT_FORMAT: string = String(requestDefaults.createWebhook?.["format"] ?? "");

/** A subscription that the run has created. */
export interface Own {
  readonly id: string;
  /** What the creation sent. */
  readonly sent: Row;
  /** What the service should show. It follows from the requests of the run, and from the form in which values were shown. */
  expected: Row;
  /** Whether the service says that it was deleted, and no list shows it. */
  isGone: boolean;
}

export class Subscriptions {
  /** A text in the addresses and topics that the run sends. */
  readonly mark: string = randomUUID().slice(-12);
  /** The foreign subscriptions as they were before the run, by id. */
  readonly foreign = new Map<string, Row>();
  readonly own: Own[] = [];

  /** The own subscriptions that should still exist. */
  get present(): Own[] {
    return this.own.filter(({ isGone }) => !isGone);
  }

  isForeign(row: Row): boolean {
    return this.foreign.has(idOf(row) ?? "");
  }

  isOwn(row: Row): boolean {
    return this.own.some(({ id }) => id === idOf(row));
  }

  hasMark(row: Row): boolean {
    return `${row["address"]} ${row["topic"]}`.toLowerCase().includes(this.mark);
  }

  /** Whether a subscription has the mark, and no creation has returned it. */
  isStray(row: Row): boolean {
    return this.hasMark(row) && !this.isForeign(row) && !this.isOwn(row);
  }

  /** A topic and an address with the mark, for the nth creation. Their order is not that of creation: sorting shows. */
  fieldsFor(n: number, url: string): { topic: string; address: string } {
    const letterOf = (step: number) => String.fromCharCode("a".charCodeAt(0) + ((n * step + 3) % 26));
    const tagOf = (step: number) => `${this.mark}-${letterOf(step)}${n}`;
    const address = new URL(url);
    // This shows whether a service changes the case of an address.
    address.searchParams.set("for", "Verify");
    address.searchParams.set("verification", tagOf(7));
    return { topic: `${requestExamples.createWebhook?.webhook.topic}-${tagOf(11)}`, address: address.href };
  }

  /** Adds the subscription that a creation has returned, unless it has no usable id or the id of a foreign one. */
  keep(answer: Answer, sent: Row): Own | undefined {
    const webhook = webhookOf(answer);
    const id = idOf(webhook);
    // A path cannot contain the ids "", "." and "..": they would lead elsewhere.
    if (id === undefined || /^\.{0,2}$/.test(id) || this.foreign.has(id)) return undefined;
    const own: Own = { id, sent, expected: { ...webhook, format: DEFAULT_FORMAT, ...sent, id }, isGone: false };
    // A service may replace an earlier one with it.
    for (const earlier of this.own) if (earlier.id === id) earlier.isGone = true;
    this.own.push(own);
    return own;
  }
}
