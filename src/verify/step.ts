import { setTimeout as pause } from "node:timers/promises";
import type { VerifyOptions } from "./arguments.js";
import { type Connection, Interruption, type ServiceRequest, type ServiceResponse } from "./connection.js";
import type { Finding } from "./findings.js";
import type { JsonObject } from "./json.js";
import { formOf } from "./response-form.js";
import type { Held, Made, Subscriptions } from "./subscriptions.js";

/** What all steps of a walk share. */
export interface Walk {
  options: VerifyOptions;
  connection: Connection;
  /** What the walk has made so far. */
  subscriptions: Subscriptions;
}

/** An answer is so wrong that its step cannot go on. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings[0]?.message);
    this.findings = findings;
  }
}

/** A step cannot start without the result of an earlier step, or without something from the user. */
export class Skipped extends Error {
  override readonly name = "Skipped";
}

/** How often to look, since other traffic may disturb a look. */
const MAX_LOOKS = 5;
const PAUSE = 200;

/** One step of the walk. */
export class Step {
  readonly findings: Finding[] = [];
  /** What the step could not check, and why. */
  readonly notChecked: string[] = [];
  first: ServiceResponse | undefined;
  requests = 0;
  readonly name: string;
  readonly #walk: Walk;

  constructor(name: string, walk: Walk) {
    this.name = name;
    this.#walk = walk;
  }

  get options(): VerifyOptions {
    return this.#walk.options;
  }

  get subscriptions(): Subscriptions {
    return this.#walk.subscriptions;
  }

  /**
   * The subscription to read back and change.
   *
   * @throws Skipped when there is none.
   */
  get own(): Held {
    const [own] = this.subscriptions.held;
    if (!own) throw new Skipped("no subscription could be created");
    return own;
  }

  /**
   * Creates a subscription.
   *
   * @param fields - What to send in addition to the required fields.
   * @throws Unusable when the answer is not a subscription.
   */
  async create(fields: JsonObject = {}): Promise<{ made: Made; response: ServiceResponse }> {
    const asked = await this.subscriptions.ask(this, { ...this.subscriptions.required(), ...fields });
    this.checkForm(asked.response);
    return asked;
  }

  /** Sends a request, whatever the answer. */
  async send(request: ServiceRequest): Promise<ServiceResponse> {
    const response = await this.#walk.connection.send(request);
    this.requests++;
    this.first ??= response;
    return response;
  }

  /**
   * Sends a request that has to succeed.
   *
   * @throws Unusable when the form of its answer is wrong.
   */
  async call(request: ServiceRequest): Promise<ServiceResponse> {
    const response = await this.send(request);
    this.checkForm(response);
    return response;
  }

  /**
   * Checks the form of a success.
   *
   * @throws Unusable when it is wrong.
   */
  checkForm(response: ServiceResponse): void {
    const findings = formOf(response);
    if (findings.some(({ kind }) => kind === "breach")) throw new Unusable(findings);
    this.add(findings);
  }

  /** Adds findings, each once. */
  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const known = this.findings.some(
        ({ message, source }) => message === finding.message && source === finding.source,
      );
      if (!known) this.findings.push(finding);
    }
  }

  /**
   * Looks until nothing is wrong, since reads may lag behind writes and other traffic may interfere. What is still wrong
   * at the end is a finding.
   *
   * @param look - Returns what is wrong; `undefined` when other changes make that uncertain.
   */
  async settled(look: () => Promise<readonly Finding[] | undefined>): Promise<void> {
    for (let looks = 1; ; looks++) {
      const findings = await this.#look(look);
      if (findings?.length === 0) return;
      const within = performance.now() < this.subscriptions.lastWrite + this.options.settle;
      if (within) await pause(PAUSE);
      else if (looks >= MAX_LOOKS) {
        if (findings) this.add(findings);
        else this.notChecked.push(`${this.name}: other traffic changed the list all the time`);
        return;
      }
    }
  }

  async #look(look: () => Promise<readonly Finding[] | undefined>): Promise<readonly Finding[] | undefined> {
    try {
      return await look();
    } catch (error) {
      if (error instanceof Unusable) return error.findings;
      throw error;
    }
  }
}

/** Runs a step to its end, and records why it stopped. */
export async function take(step: Step, action: (step: Step) => Promise<void>): Promise<void> {
  try {
    await action(step);
  } catch (error) {
    if (error instanceof Unusable) step.add(error.findings);
    else if (error instanceof Skipped) step.notChecked.push(`${step.name}: ${error.message}`);
    else if (!(error instanceof Interruption)) throw error;
  }
}
