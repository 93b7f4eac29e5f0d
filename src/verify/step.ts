import { setTimeout as pause } from "node:timers/promises";
import type { VerifyOptions } from "./arguments.js";
import type { Asked, Held, Items } from "./collection-items.js";
import {
  type Connection,
  Interruption,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
} from "./connection.js";
import { type Finding, type Found, Skipped, Unusable } from "./findings.js";
import { type Words, words } from "./message.js";
import type { Listing, Query } from "./reading.js";
import { checkReachable, isRefused, reasonOf } from "./refusals.js";
import { formOf } from "./response-form.js";

/** What all steps of a walk share. */
export interface Walk {
  options: VerifyOptions;
  connection: Connection;
  /** Whether the service has answered. */
  isReached?: boolean;
  /** Receives each step when a request of it is sent. */
  onRequest?: ((step: Step) => void) | undefined;
}

/** How often to look, since other traffic may disturb a look. */
const MAX_LOOKS = 5;
const PAUSE = 200;

/** One step of the walk. */
export class Step implements Service {
  readonly findings: Finding[] = [];
  /** What the step could not check: why. */
  readonly notChecked: Words[] = [];
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

  /** Runs the step to its end, and records why it stopped. */
  async take(action: (step: Step) => Promise<void>): Promise<void> {
    try {
      await action(this);
    } catch (error) {
      if (error instanceof Unusable) this.add(error.findings);
      else if (error instanceof Skipped) this.notChecked.push(error.reason);
      else if (!(error instanceof Interruption)) throw error;
    }
  }

  /** An item of the walk's own, to read back and change. @throws Skipped when the service creates none. */
  async own(items: Items): Promise<Held> {
    if (items.held.length === 0) await this.create(items);
    const [held] = items.held;
    if (!held) throw new Skipped(words`no ${items.reader.noun} of its own could be created`);
    return held;
  }

  /**
   * Creates an item with only the required fields.
   *
   * @throws Unusable when the answer is not an item. @throws Skipped when the service refuses it.
   */
  async create(items: Items): Promise<Asked> {
    if (items.refused) throw new Skipped(items.refused);
    const asked = await items.ask(this, items.required());
    const isInput = [400, 409, 422].includes(asked.response.status);
    if (isInput && items.held.length === 0 && items.values.next()) return this.create(items);
    if (isRefused(asked.response)) items.refused = reasonOf(asked.response);
    this.checkSuccess(asked.response);
    return asked;
  }

  /** Sends a request, whatever the answer. */
  async send(request: ServiceRequest): Promise<ServiceResponse> {
    this.requests++;
    this.#walk.onRequest?.(this);
    const response = await this.#walk.connection.send(request);
    if (!this.#walk.isReached && request.token === undefined) checkReachable(response, this.options.server);
    this.#walk.isReached = true;
    this.first ??= response;
    return response;
  }

  /** Sends a request that has to succeed. @throws As `checkSuccess` does. */
  async call(request: ServiceRequest): Promise<ServiceResponse> {
    const response = await this.send(request);
    this.checkSuccess(response);
    return response;
  }

  /** Reads a part of a list. @throws As `checkSuccess` does. */
  async read(items: Items, query: Query): Promise<Listing> {
    const listing = await items.reader.read(this, query);
    this.checkSuccess(listing.response);
    items.observe(listing);
    return listing;
  }

  /**
   * Checks the form of a success.
   *
   * @throws Unusable when it is wrong. @throws Skipped when it is a refusal.
   */
  checkSuccess(response: ServiceResponse): void {
    if (isRefused(response)) throw new Skipped(reasonOf(response));
    const findings = formOf(response);
    if (findings.some(({ kind }) => kind === "breach")) throw new Unusable(findings);
    this.add(findings);
  }

  /** Adds findings, each once. */
  add(found: Found): void {
    const textOf = ({ message, source }: Finding) => JSON.stringify([message, source]);
    const known = this.findings.map(textOf);
    this.findings.push(...found.filter((each): each is Finding => each !== false && !known.includes(textOf(each))));
  }

  /**
   * Looks until nothing is wrong, since reads may lag behind writes and other traffic may interfere. What is still wrong
   * at the end is a finding.
   *
   * @param look - Returns what is wrong; `undefined` when other changes make that uncertain.
   */
  async settled(items: Items, look: () => Promise<Found | undefined>): Promise<void> {
    let found: Found | undefined;
    const isRight = await this.lasting(items, async () => {
      found = await look().catch((error: unknown) => {
        if (error instanceof Unusable) return error.findings;
        throw error;
      });
      return found?.every((each) => each === false) || undefined;
    });
    if (isRight) return;
    if (found) this.add(found);
    else this.notChecked.push(["other traffic changed the list all the time"]);
  }

  /** Asks until there is an answer, since reads may lag behind writes. */
  async lasting<Answer>(items: Items, ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    for (let looks = 1; ; looks++) {
      const answer = await ask();
      const isLate = performance.now() >= items.lastWrite + this.options.settle;
      if (answer !== undefined || (isLate && looks >= MAX_LOOKS)) return answer;
      if (!isLate) await pause(PAUSE);
    }
  }
}
