import { randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type QuestionId, questions } from "../../generated/questions.js";
import type { Answer, JsonObject } from "./answer.js";
import type { Options } from "./options.js";
import { breach } from "./outcome.js";
import { quoted } from "./quoted.js";

// All that the parts of a walk share. Each function gets it as `walk`: no module keeps anything of its own.

/** A creation that the walk has sent. */
export interface Creation {
  readonly sent: JsonObject;
  /** What it should be now, by the walk's requests and by what lists have shown. */
  record: JsonObject;
  /** The id that the answer has shown, as text, unless a foreign subscription has it or no path can hold it. */
  id?: string;
  /** Whether there is no such subscription, by the answers of the service: it was refused, or deleted. */
  isAbsent: boolean;
}

/** A subscription that the walk has created, and can name. Nothing else may be deleted. */
export type Created = Creation & { id: string };

/** A part of the walk. */
class Phase {
  /** Why it sends nothing more. */
  ended: string | undefined;
  /** How many answers were lost, one after another. */
  lost = 0;
  /** How long it may still wait for a service that asks for that, in ms. */
  patience = 60_000;
  /** Ends a wait, and a read that is under way. */
  readonly interruption = new AbortController();

  /** Sends nothing more from now on. Only the first reason counts. */
  end(reason: string): void {
    this.ended ??= reason;
  }

  /** Waits, unless the walk is interrupted. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.interruption.signal }).catch(() => {});
  }
}

export class Walk {
  readonly options: Options;
  readonly token: string;
  /** What is never printed: the access token, and what the exchange has returned. */
  readonly secrets: string[];
  /** The addresses that this run sends have it, and so do topics that it makes up. */
  readonly mark: string = randomUUID().slice(-12);

  /** Foreign subscriptions, by id, as they were before the first write: they belong to others. */
  readonly foreign = new Map<string, JsonObject>();
  hasReadForeign = false;
  /** What is missing of them, or changed, by id, as a sentence. */
  readonly harm = new Map<string, string>();
  /** Every creation that was sent. */
  readonly creations: Creation[] = [];
  /** The topic of every subscription that is created, where the walk may not make topics up. */
  topic: string | undefined;
  /** Why nothing more is created, although the walk goes on. */
  refusal: string | undefined;
  /** The last kind of write since a list was compared with what is foreign. */
  lastWrite: string | undefined;
  hasDeleted = false;
  /** Whether reads may lag behind a write. */
  isUnsettled = false;

  /** The walk through the document, which ends early where going on might leave something behind, or harm others. */
  readonly walking = new Phase();
  /** What deletes all that the walk has created, however that has ended. */
  readonly cleaning = new Phase();
  /** The phase of the test that runs, and the test. */
  phase: Phase = this.walking;
  test: TestContext | undefined;
  /** All rows, the oldest first, that pages are compared with. */
  all: readonly JsonObject[] = [];
  /** Every answer; of a long list, the first rows. */
  readonly log: Answer[] = [];
  readonly #told = new Set<string>();

  constructor(options: Options, token: string) {
    this.options = options;
    this.token = token;
    this.secrets = [token];
    this.topic = options.topic;
  }

  /** What the walk has created and can name. */
  get created(): Created[] {
    return this.creations.filter((each): each is Created => each.id !== undefined);
  }

  /** What of it the service should still have, by its own answers. */
  get present(): Created[] {
    return this.created.filter(({ isAbsent }) => !isAbsent);
  }

  /** Ends the walk through the document. What it has created is still deleted. Only the first reason counts. */
  onlyCleanUp(reason: string): void {
    this.walking.end(reason);
  }

  /** Ends all that is sent: what the walk has created stays, and is named. */
  sendNothingMore(reason: string): void {
    this.walking.end(reason);
    this.cleaning.end(reason);
  }

  /** Whether something is told for the first time: what is wrong in one way is often seen by many tests. */
  isNews(text: string): boolean {
    return this.#told.size < this.#told.add(text).size;
  }

  /**
   * Tells once that a service departs from how this project reads the document, or from what it leaves open.
   *
   * @throws Failure with --strict.
   */
  warn(question: QuestionId, message: string): void {
    this.warnOf(questions[question].text, message);
  }

  /** Tells once what is no breach, but worth a look. @throws Failure with --strict. */
  warnOf(subject: string, message: string): void {
    const text = `${subject}: ${message}`;
    if (!this.isNews(text)) return;
    if (this.options.strict) throw breach(`${text} (a warning without --strict)`);
    this.test?.diagnostic(`Warning: ${text}`);
  }

  /** Notes harm, after which the walk only cleans up, and returns it as a sentence. */
  noteHarm(id: string, text: string): string {
    this.onlyCleanUp("foreign subscriptions are missing or changed");
    const sentence = `foreign webhook ${this.shown(id)} ${text}`;
    this.harm.set(id, sentence);
    return sentence;
  }

  /** A text of the service as it may be printed. */
  quoted(text: string): string {
    return quoted(text, this.secrets);
  }

  /** A value of the service, as JSON that may be printed. */
  shown(value: unknown): string {
    return this.quoted(JSON.stringify(value) ?? "nothing");
  }
}
