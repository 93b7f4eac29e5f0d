import { type Held, type Items, type Made, UNDELETABLE } from "./collection-items.js";
import {
  type Connection,
  Interruption,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
} from "./connection.js";
import { type Finding, type Found, Skipped, Unusable } from "./findings.js";
import type { Listing, Query } from "./list-reader.js";
import { type Words, words } from "./message.js";
import { checkReachable } from "./reachable.js";
import { isAboutInput, isRefused, reasonOf } from "./refusals.js";
import { formOf } from "./response-form.js";
import type { VerifyOptions } from "./verify-flags.js";

/** A walk: what its steps share, and what they have done so far. */
export interface Walk {
  options: VerifyOptions;
  connection: Connection;
  /** Interrupts the walk when it aborts. */
  signal: AbortSignal;
  steps: Step[];
  /** The collections that the walk has been to. */
  items: Items[];
  /** What existed some time before the first write, by the paths of the collections. */
  earlier: Map<string, Listing>;
  /** Whether the service has answered. */
  isReached?: boolean;
  /** Receives each step when a request of it is sent. */
  onRequest(step: Step): void;
  /** Receives each step when it ends. */
  onStep(step: Step): void;
}

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

  /**
   * Runs the step, or a part of it, to its end, and records why it stopped.
   *
   * @param about - What the part is about; said with every reason.
   */
  async take(action: () => Promise<void>, about: Words = []): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (error instanceof Unusable)
        this.add(error.findings.map((finding) => ({ ...finding, message: [...finding.message, ...about] })));
      else if (error instanceof Skipped) this.notChecked.push([...error.reason, ...about]);
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
  async create(items: Items): Promise<Made> {
    if (items.refused) throw new Skipped(items.refused);
    const made = await items.ask(items.required());
    if (isAboutInput(made.response) && items.held.length === 0 && items.values.next()) return this.create(items);
    if (isRefused(made.response)) items.refused = reasonOf(made.response);
    else if (made.state === "open" && !items.isOwn(made)) items.halt(UNDELETABLE);
    this.checkSuccess(made.response);
    return made;
  }

  /** Sends a request, whatever the answer. */
  async send(request: ServiceRequest): Promise<ServiceResponse> {
    this.requests++;
    this.#walk.onRequest(this);
    const { connection, isReached } = this.#walk;
    const response = await connection.send(request);
    if (!isReached && request.token === undefined) checkReachable(response, this.options.server, connection.redact);
    this.#walk.isReached = true;
    this.first ??= response;
    return response;
  }

  /** Reads a part of a list. @throws As `checkSuccess` does. */
  async read(items: Items, query: Query): Promise<Listing> {
    const listing = await items.reader.read(query);
    this.checkSuccess(listing.response);
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
    for (const finding of found)
      if (finding && !this.findings.some((known) => textOf(known) === textOf(finding))) this.findings.push(finding);
  }

  /**
   * Looks until nothing is wrong. What is still wrong at the end is a finding.
   *
   * @param look - Returns what is wrong; `undefined` when other changes make that uncertain.
   */
  async settled(items: Items, look: () => Promise<Found | undefined>): Promise<void> {
    const orUnusable = (error: unknown): Found => {
      if (error instanceof Unusable) return error.findings;
      throw error;
    };
    const found = await items.lasting(
      () => look().catch(orUnusable),
      (seen) => seen?.every((each) => !each) === true,
    );
    if (found) this.add(found);
    else this.notChecked.push(["other traffic changed the list all the time"]);
  }
}
