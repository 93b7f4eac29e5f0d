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

/** What is wrong with a response makes it useless for whatever comes after in its step. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings[0]?.message);
    this.findings = findings;
  }
}

/** A step lacks what an earlier one should have brought, or what only the user can give. */
export class Skipped extends Error {
  override readonly name = "Skipped";
}

/** How often a look that other traffic may have disturbed is taken again. */
const LOOKS = 5;
const PAUSE = 200;

/** One step of the walk, while it is taken. */
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
   * @param fields - What to send beside the required fields.
   * @throws Unusable when the service does not answer with one.
   */
  async create(fields: JsonObject = {}): Promise<{ made: Made; response: ServiceResponse }> {
    const asked = await this.subscriptions.ask(this, { ...this.subscriptions.required(), ...fields });
    this.judge(asked.response);
    return asked;
  }

  /** Sends a request, whatever comes back. */
  async send(request: ServiceRequest): Promise<ServiceResponse> {
    const response = await this.#walk.connection.send(request);
    this.requests++;
    this.first ??= response;
    return response;
  }

  /**
   * Sends a request that has to succeed.
   *
   * @throws Unusable when the form of its response is broken.
   */
  async call(request: ServiceRequest): Promise<ServiceResponse> {
    const response = await this.send(request);
    this.judge(response);
    return response;
  }

  /**
   * Judges the form of a success.
   *
   * @throws Unusable when it is broken.
   */
  judge(response: ServiceResponse): void {
    const findings = formOf(response);
    if (findings.some(({ kind }) => kind === "breach")) throw new Unusable(findings);
    this.add(findings);
  }

  /** Adds what was found, each thing once. */
  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const known = this.findings.some(
        ({ message, source }) => message === finding.message && source === finding.source,
      );
      if (!known) this.findings.push(finding);
    }
  }

  /**
   * Looks until nothing is wrong. A read may lag behind a write for as long as the user says, and other traffic may
   * come in between; what is still wrong then is a finding.
   *
   * @param look - Returns what is wrong; `undefined` when something else has changed meanwhile, so that it cannot tell.
   */
  async settled(look: () => Promise<readonly Finding[] | undefined>): Promise<void> {
    for (let looks = 1; ; looks++) {
      const findings = await this.#look(look);
      if (findings?.length === 0) return;
      const within = performance.now() < this.subscriptions.lastWrite + this.options.settle;
      if (within) await pause(PAUSE);
      else if (looks >= LOOKS) {
        if (findings) this.add(findings);
        else this.notChecked.push(`${this.name}: the subscriptions changed all the time`);
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

/** Takes a step to its end, whatever comes of it. */
export async function take(step: Step, action: (step: Step) => Promise<void>): Promise<void> {
  try {
    await action(step);
  } catch (error) {
    if (error instanceof Unusable) step.add(error.findings);
    else if (error instanceof Skipped) step.notChecked.push(`${step.name}: ${error.message}`);
    else if (!(error instanceof Interruption)) throw error;
  }
}
