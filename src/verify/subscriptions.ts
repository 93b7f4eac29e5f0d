import { randomUUID } from "node:crypto";
import { requestDefaults, requestExamples } from "../../generated/contract.js";
import { type Answer, idOf, type Row, webhookOf } from "./answer.js";

// Which subscriptions a run knows: its own, and those of others. Nothing here sends a request.

export const DEFAULT_FORMAT: string = String(requestDefaults.createWebhook?.["format"] ?? "");

/** A subscription that the run has created. */
export interface Own {
  readonly id: string;
  /** What its creation has sent. */
  readonly sent: Row;
  /** What it should be, by the requests of the run and by what was shown since: also how the service keeps an address. */
  expected: Row;
  /** Whether the service says that it is deleted, and no list shows it. */
  isGone: boolean;
}

export class Subscriptions {
  /** What the addresses and topics that the run sends have in them. */
  readonly mark: string = randomUUID().slice(-12);
  /** As they were before the run, by id. */
  readonly foreign = new Map<string, Row>();
  readonly own: Own[] = [];

  /** What of the run's own subscriptions should still exist. */
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

  /** A marked topic and a marked address for the nth creation. Neither is in the order of creation: sorting shows. */
  fieldsFor(n: number, url: string): { topic: string; address: string } {
    const tagOf = (step: number) =>
      `${this.mark}-${String.fromCharCode("a".charCodeAt(0) + ((n * step + 3) % 26))}${n}`;
    const address = new URL(url);
    // Where a service escapes or folds what it is sent, this shows it.
    address.searchParams.set("for", "Verify");
    address.searchParams.set("verification", tagOf(7));
    return { topic: `${requestExamples.createWebhook?.webhook.topic}-${tagOf(11)}`, address: address.href };
  }

  /** Keeps what a creation has returned as own, if it can be named, and told from what is foreign. */
  keep(answer: Answer, sent: Row): Own | undefined {
    const webhook = webhookOf(answer);
    const id = idOf(webhook);
    // A path cannot hold "", "." and "..": they would lead elsewhere.
    if (id === undefined || /^\.{0,2}$/.test(id) || this.foreign.has(id)) return undefined;
    const own: Own = { id, sent, expected: { ...webhook, format: DEFAULT_FORMAT, ...sent, id }, isGone: false };
    // A service may put it in the place of an earlier one.
    for (const earlier of this.own) if (earlier.id === id) earlier.isGone = true;
    this.own.push(own);
    return own;
  }
}
