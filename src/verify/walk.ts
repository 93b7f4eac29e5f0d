import type { Operation } from "../contract-types.js";
import { formOf } from "./answer-form.js";
import { isRefused, reasonOf } from "./breach-or-refusal.js";
import { type Finding, type Found, Stop } from "./findings.js";
import { checkReachable } from "./first-answer.js";
import type { VerifyOptions } from "./flags.js";
import type { Words } from "./quoted-text.js";
import { type Answer, Interruption, type Line, type Request, Service } from "./service.js";

/** One step of the walk. */
export interface Step {
  name: string;
  requests: number;
  /** The answer to its first request. */
  first: Answer | undefined;
  findings: Finding[];
  /** What it could not check: why. */
  notChecked: Words[];
}

/** What a walk tells while it is under way, and how it is ended. */
export interface Surroundings extends Line {
  /** Interrupts the walk when it aborts. What the walk has created is still deleted. */
  signal?: AbortSignal;
  /** Ends the deletion, too. What is then left is named. */
  kill?: AbortSignal;
  /** Receives the step under way, and how many requests it has sent. */
  onRequest?: ((step: string, requests: number) => void) | undefined;
  /** Receives each step when it ends. */
  onStep?: ((step: Step, redact: (text: string) => string) => void) | undefined;
}

/** A walk through a service: the step under way, to which all requests and findings belong. */
export class Walk {
  readonly options: VerifyOptions;
  readonly steps: Step[] = [];
  readonly #surroundings: Surroundings;
  readonly #service: Service;
  #step: Step | undefined;
  #isReached = false;
  /** Whether reads may not yet show what was written last. */
  #isLagging = false;
  /** The last operation that may have changed something. */
  lastWrite: Operation | undefined;
  /** The answer to the last request; none while one is under way. */
  lastAnswer: Answer | undefined;
  /** What nobody has foreseen: it ends the walk, which then only cleans up. */
  crash: unknown;

  constructor(options: VerifyOptions, surroundings: Surroundings) {
    this.options = options;
    this.#surroundings = surroundings;
    this.#service = new Service(options, surroundings, surroundings.signal);
  }

  get isInterrupted(): boolean {
    return this.#surroundings.signal?.aborted ?? false;
  }

  /** Removes secrets from a text of the service. */
  redact = (text: string): string => this.#service.redact(text);

  /** Takes a step to its end, unless the walk is interrupted. */
  async step(name: string, action: () => Promise<void>): Promise<void> {
    if (this.isInterrupted) return;
    const step: Step = { name, requests: 0, first: undefined, findings: [], notChecked: [] };
    this.steps.push(step);
    this.#step = step;
    await this.part(action);
    this.#step = undefined;
    this.#surroundings.onStep?.(step, this.redact);
  }

  /**
   * Takes a part of the step to its end, and records why it stopped.
   *
   * @param about - What the part is about; said with every reason.
   */
  async part(action: () => Promise<void>, about: Words = []): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (error instanceof Interruption) return;
      if (!(error instanceof Stop)) throw error;
      this.add(error.found.map((found) => found && { ...found, message: [...found.message, ...about] }));
      if (error.reason) this.skip([...error.reason, ...about]);
    }
  }

  /** Adds findings to the step, each once. */
  add(found: Found): void {
    const { findings = [] } = this.#step ?? {};
    const textOf = ({ message, source }: Finding) => JSON.stringify([message, source]);
    for (const finding of found)
      if (finding && !findings.some((known) => textOf(known) === textOf(finding))) findings.push(finding);
  }

  /** Whether the step has found a breach. */
  get isBroken(): boolean {
    return this.#step?.findings.some(({ kind }) => kind === "breach") ?? false;
  }

  /** Records what the step could not check: why. */
  skip(reason: Words): void {
    this.#step?.notChecked.push(reason);
  }

  /** Waits until reads should show what was written. */
  async settle(): Promise<void> {
    if (this.#isLagging && this.options.settle > 0) await this.#service.pause(this.options.settle);
    this.#isLagging = false;
  }

  /** Sends a request, whatever the answer. @throws Interruption */
  async send(request: Request): Promise<Answer> {
    const step = this.#step;
    if (request.operation.method !== "GET") {
      this.#isLagging = true;
      this.lastWrite = request.operation;
    }
    if (step) {
      step.requests++;
      this.#surroundings.onRequest?.(step.name, step.requests);
    }
    this.lastAnswer = undefined;
    const answer = await this.#service.send(request);
    this.lastAnswer = answer;
    if (!this.#isReached) checkReachable(answer, this.options.server, this.redact);
    this.#isReached = true;
    if (step) step.first ??= answer;
    return answer;
  }

  /** Checks the form of a success. @throws Stop when it is wrong, or a refusal. */
  check(answer: Answer): void {
    if (isRefused(answer)) throw new Stop([], reasonOf(answer));
    const findings = formOf(answer);
    if (findings.some(({ kind }) => kind === "breach")) throw new Stop(findings);
    this.add(findings);
  }

  /** Begins to clean up, which only the second interruption ends. */
  end(): void {
    this.#service.goOn(this.#surroundings.kill);
  }
}
