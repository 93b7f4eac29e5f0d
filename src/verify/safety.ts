import { type OperationId, operations, requestChoices } from "../../generated/contract.js";
import type { QuestionId } from "../../generated/questions.js";
import { type Answer, idOf, isDeletion, isRefusal, type Request, type Row, rowsOf, webhookOf } from "./answer.js";
import { Breach, expectSuccess, Findings, folded, Skip } from "./expect.js";
import { doubtAbout, harmIn, LIMIT, type Listing, NEWEST_FIRST, type Reader, readAll } from "./lists.js";
import { Phase, type Service, send, type Wait, wait } from "./send.js";
import { type Own, Subscriptions } from "./subscriptions.js";

// What this command may do to a service that people use. A subscription is the run's *own* if a creation of this run has
// returned it. All others belong to other people. Those that existed before the run are called *foreign*. Only this file
// sends requests. These are its rules:
//
//  1. Read first. Before its first write, the run reads all existing subscriptions. They are foreign. If it cannot read
//     all of them, or cannot be sure that it has, it writes nothing.
//  2. Mark. What the run creates has a mark in its address, `verification=…`. The address leads nowhere, unless the user
//     names another one. The topic is made up and has the mark too, unless the user names one or the contract lists all
//     topics. Nothing is created while a subscription of others has the same topic. A request that leaves out the topic
//     or the address is sent only while others have no subscriptions.
//  3. Few. The run creates at most `MOST_CREATIONS`. If the service refuses the first one, it is the last.
//  4. Unshared. Updates and deliveries name no id, and the document does not say how the service finds the subscription.
//     They are sent only with the topic and the address of an own subscription, and only while no other one has either of
//     them and nobody else creates subscriptions. Deliveries are sent only with --deliver.
//  5. Own only. A subscription is deleted only if it is own, and if the service, asked right before, shows it with its id
//     and the mark.
//  6. Compare. Before and after each write, the run reads the list and compares the foreign subscriptions with what they
//     were. If one is missing or changed, that is harm: the run reports it, and from then on only deletes what is own. If
//     that happens after a deletion, it sends nothing more.
//  7. Stop. If something that the run has created cannot be found, named or deleted, the run only cleans up.
//  8. Exchange last. The token is exchanged only when nothing own is left: the document does not say whether an exchange
//     ends the access token. The comparison that follows is a check of its own, since the list may be refused then.
//
// Each operation is also tried without an access token, by the same rules. If the service asks to try again later, the
// rules are checked again. At the end, after a failure or Ctrl+C, the run deletes what is own, and names what is left.

/** Rule 3. More than a page holds by default, so that there are pages. */
const MOST_CREATIONS = LIMIT.usual + 30;
/** How long the run waits if reads lag behind writes, in ms. */
const LAG = 1000;

const FORGETS =
  "this looks like a mock: it forgets what it is sent. Verify the service, or a server with a memory, such as " +
  "service-admin-sandbox";

export interface Options extends Service {
  readonly topic?: string | undefined;
  readonly address: string;
  readonly deliver: boolean;
  readonly exchangeBody?: unknown;
  /** The file from which `exchangeBody` was read. */
  readonly exchangeFile?: string | undefined;
  /** How the run waits; the default is the clock. */
  readonly wait?: Wait;
}

/** A foreign subscription is missing or changed. */
export class Harm extends Error {
  override readonly name: string = "Harm";
}

/** One run of the command: what it has found and created, and everything that it can send. */
export class Run extends Findings implements Reader {
  readonly options: Options;
  readonly subscriptions = new Subscriptions();
  readonly checking = new Phase(false);
  readonly cleaning = new Phase(true);
  /** The current part of the run. */
  phase: Phase = this.checking;

  #knowsForeign = false;
  /** Which foreign subscriptions are missing or changed, by id. */
  readonly harm = new Map<string, string>();
  /** What was sent to create a subscription, while nobody knows whether that has succeeded. */
  #unclear: Row | undefined;
  #creations = 0;
  /** Why the run creates nothing more, although it goes on. */
  refusal: string | undefined;
  #topic: string | undefined;
  #lastWrite: OperationId | undefined;
  #isLagging = false;

  constructor(options: Options) {
    super();
    this.options = options;
    this.secrets.add(options.token);
  }

  get hasWritten(): boolean {
    return this.#lastWrite !== undefined;
  }

  /** Notes an answer to an open question of the contract, without the mark, so that it is the same in every run. */
  override note(question: QuestionId, text: string): void {
    super.note(question, text.replaceAll(this.subscriptions.mark, "…"));
  }

  /** Ends the checks. Cleaning up goes on. Only the first reason counts. */
  stop(reason: string): void {
    this.checking.end(reason);
  }

  // What the run writes

  /**
   * Creates a subscription.
   *
   * @param extra - Fields to add or replace; `undefined` leaves one out.
   * @returns The answer, and the new subscription if there is one.
   */
  async create(extra: Row = {}, token?: string | null): Promise<{ own: Own | undefined; answer: Answer }> {
    const { topic, address } = this.subscriptions.fieldsFor(this.#creations, this.options.address);
    const fields = Object.entries({ topic: this.#topic ?? topic, address, ...extra });
    const sent: Row = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    const request = { body: { webhook: sent }, token };
    this.#unclear = sent;
    const answer = await this.#write("createWebhook", request, async () => {
      this.#rule3Few();
      await this.#rule2Mark(sent);
    }).finally(() => {
      this.#unclear = undefined;
    });
    this.#creations++;
    const own = this.subscriptions.keep(answer, sent);
    if (!own && !isRefusal(answer)) this.#unclear = sent;
    else if (token === undefined && this.subscriptions.own.length === 0)
      this.refusal = `createWebhook is refused: ${this.wordsOf(answer)}. Choose others with --topic or --address`;
    await this.#findCreated(answer, own);
    return { own, answer };
  }

  /** Updates the subscription with the topic and the address of an own one. */
  async update(own: Own, extra: Row = {}, token?: string | null): Promise<Answer> {
    const answer = await this.#sendByTopic("updateWebhook", own, extra, token);
    const webhook = webhookOf(answer);
    const id = idOf(webhook);
    if (webhook === undefined || id === undefined || this.subscriptions.isOwn(webhook)) return answer;
    // Perhaps no list shows it.
    throw this.#harmTo(id, "is what updateWebhook returns, and no creation of this run has returned it");
  }

  /** Triggers a delivery to the address of an own subscription. In `extra`, `undefined` leaves a field out. */
  async deliver(own: Own, extra: Row = {}, token?: string | null): Promise<Answer> {
    if (!this.options.deliver) throw new Skip("add --deliver");
    return this.#sendByTopic("deliverWebhook", own, extra, token);
  }

  async #sendByTopic(operation: OperationId, own: Own, extra: Row, token?: string | null): Promise<Answer> {
    const webhook: Row = { topic: own.sent["topic"], address: own.sent["address"], ...extra };
    const answer = await this.#write(operation, { body: { webhook }, token }, () => this.#rule4Unshared(own, webhook));
    await this.compare();
    return answer;
  }

  /** Deletes an own subscription. */
  async remove(own: Own, token?: string | null): Promise<Answer> {
    const answer = await this.#write("deleteWebhook", { id: own.id, token }, () => this.#rule5OwnOnly(own));
    own.isGone = isDeletion(answer);
    const isListed = ({ rows }: Listing) => rows.some((row) => idOf(row) === own.id);
    try {
      const listing = await this.readUntil(
        (value) => isListed(value) !== own.isGone,
        () => this.compare(),
      );
      if (isListed(listing)) own.isGone = false;
    } catch (error) {
      // Another one may have been deleted in its place.
      if (error instanceof Harm) own.isGone = false;
      throw error;
    }
    if (token === undefined && !own.isGone) this.stop("what the run creates could not be deleted");
    return answer;
  }

  /** Rule 8. Exchanges the access token. */
  async exchange(token?: string | null): Promise<Answer> {
    const { exchangeBody: body, exchangeFile: bodyFile } = this.options;
    return this.#write("exchangeAccessToken", { body, bodyFile, token }, async () => {
      if (this.subscriptions.present.length > 0) throw new Skip("the access token is still needed");
    });
  }

  /** Deletes what is own. @returns A line for each subscription that is left, or may be. */
  async cleanUp(): Promise<string[]> {
    await this.#removeAll();
    if (this.subscriptions.present.length > 0) {
      // A failed deletion may work later, and reads may lag behind the last creation.
      await this.#pause(LAG);
      await this.#removeAll();
    }
    if (!this.hasWritten) return [];
    const left = this.left();
    try {
      const { rows } = await this.compare();
      for (const row of rows.filter((each) => this.subscriptions.isStray(each)))
        left.push(`${this.named(row)}: no creation has returned it, so look whose it is`);
    } catch {
      left.push(`whatever has verification=${this.subscriptions.mark} in its address: the list cannot be read`);
    }
    return left;
  }

  async #removeAll(): Promise<void> {
    for (const own of this.subscriptions.present)
      await this.remove(own).catch((error: unknown) => {
        if (!(error instanceof Harm || error instanceof Breach || error instanceof Skip)) throw error;
      });
  }

  /** A line for each own subscription that is not known to be deleted, and for one that may have been created. */
  left(): string[] {
    const left = this.subscriptions.present.map(({ expected }) => this.named(expected));
    if (this.#unclear) left.push(`${this.named(this.#unclear)}: nobody knows whether it was created`);
    return left;
  }

  // The rules

  /** Rule 1. Reads the foreign subscriptions. From then on, the run may write. */
  async readForeign(): Promise<void> {
    const newest = await this.read("listWebhooks", { query: { ...NEWEST_FIRST, limit: LIMIT.most, page: 1 } });
    const listing = await this.#readAll();
    const { rows, answer } = listing;
    for (const row of rows) this.subscriptions.foreign.set(idOf(row) ?? "", row);
    const doubt = await doubtAbout(this, newest, listing);
    if (doubt !== undefined) {
      const reason = "not all of the list can be read, so nobody would see what others lose";
      this.stop(reason);
      expectSuccess(this, answer);
      // If there is more than one page, others may have changed the list between two of them.
      if (rows.length >= LIMIT.most) throw new Skip(reason);
      throw new Breach(`limit=${LIMIT.most} does not show all subscriptions: ${doubt}`, answer);
    }
    this.#chooseTopic();
    this.#knowsForeign = true;
    expectSuccess(this, answer);
  }

  /** Rule 2. Chooses the topic for creations, unless it may be made up. */
  #chooseTopic(): void {
    const { topic } = this.options;
    const taken = new Set([...this.subscriptions.foreign.values()].map((row) => folded(row["topic"])));
    const choices = topic === undefined ? requestChoices.createWebhook?.["topic"] : [topic];
    this.#topic = choices?.find((choice) => !taken.has(folded(choice))) ?? choices?.[0];
  }

  /** Rule 2. A service may put a creation in the place of a subscription with the same topic. */
  async #rule2Mark(webhook: Row): Promise<void> {
    if (!this.subscriptions.hasMark(webhook)) throw new Skip("nothing would mark it as created by this run");
    const { rows } = await this.compare();
    this.#rule2Whole(webhook, rows);
    const topic = folded(webhook["topic"]);
    const isTaken = rows.some((row) => !this.subscriptions.isOwn(row) && folded(row["topic"]) === topic);
    if (!isTaken) return;
    this.refusal = `others use the topic ${webhook["topic"]}: choose another one with --topic`;
    throw new Skip(this.refusal);
  }

  /** Rule 2. If the topic or the address is missing, the service may find any subscription. */
  #rule2Whole(webhook: Row, rows: readonly Row[]): void {
    const isWhole = webhook["topic"] !== undefined && webhook["address"] !== undefined;
    const isAlone = rows.every((row) => this.subscriptions.isOwn(row));
    if (!isWhole && !isAlone) throw new Skip("sent only while others have no subscriptions");
  }

  /** Rule 3. */
  #rule3Few(): void {
    if (this.refusal !== undefined) throw new Skip(this.refusal);
    if (this.#creations === MOST_CREATIONS) throw new Skip(`${MOST_CREATIONS} creations are enough`);
  }

  /** Rule 4. Topic and address are compared as they are sent, and in each form in which the service has shown them. */
  async #rule4Unshared({ id, sent, expected }: Own, webhook: Row): Promise<void> {
    const { rows } = await this.compare();
    this.#rule2Whole(webhook, rows);
    const others = rows.filter((row) => !this.subscriptions.isOwn(row));
    // A service may update the newest subscription.
    if (others.some((row) => !this.subscriptions.isForeign(row))) throw new Skip("others create subscriptions");
    const kept = rows.find((row) => idOf(row) === id) ?? expected;
    for (const name of ["topic", "address"]) {
      const taken = new Set(others.map((row) => folded(row[name])));
      if ([webhook, sent, expected, kept].some((form) => taken.has(folded(form[name]))))
        throw new Skip(`a foreign subscription has the same ${name}: choose another one with --${name}`);
    }
  }

  /** Rule 5. If get does not show the subscription at all, the list is enough. */
  async #rule5OwnOnly({ id }: Own): Promise<void> {
    const { rows } = await this.compare();
    const got = webhookOf(await this.read("getWebhook", { id }));
    const webhook = got ?? rows.find((row) => idOf(row) === id);
    if (webhook && idOf(webhook) === id && this.subscriptions.hasMark(webhook)) return;
    const reason = `webhook ${this.shown(id)} is not read back as this run has created it`;
    this.stop(reason);
    throw new Skip(reason);
  }

  /** Rule 6. Reads all subscriptions, and compares the foreign ones with what they were. @throws Harm if they differ. */
  async compare(): Promise<Listing> {
    const listing = await this.#readAll();
    const after = this.#lastWrite ?? "the run began";
    const news: string[] = [];
    for (const [id, text] of harmIn(this, this.subscriptions.foreign, listing.rows)) {
      // One that was reported as changed may be missing later.
      const isReported = this.harm.get(id)?.includes(text) ?? false;
      if (!isReported) news.push(this.#harmTo(id, `${text}, after ${after}`).message);
    }
    if (news.length > 0) throw new Harm(news.join("\n"));
    return listing;
  }

  #harmTo(id: string, text: string): Harm {
    const harm = new Harm(`foreign webhook ${this.shown(id)} ${text}`);
    this.harm.set(id, harm.message);
    this.stop("foreign subscriptions are missing or changed");
    if (this.#lastWrite === "deleteWebhook") this.cleaning.end("a deletion has harmed others");
    return harm;
  }

  /** Rule 7. Looks for a new subscription in the list. */
  async #findCreated(answer: Answer, own: Own | undefined): Promise<void> {
    const webhook = webhookOf(answer);
    const isUnlike =
      this.#creations === 1 && webhook?.["address"] !== undefined && !this.subscriptions.hasMark(webhook);
    const isForgotten = ({ rows }: Listing) => isUnlike && rows.every((row) => this.subscriptions.isForeign(row));
    const listing = await this.readUntil(
      (value) => !isForgotten(value) && this.#strayIn(value) === undefined,
      () => this.compare(),
    );
    if (isForgotten(listing)) {
      this.#unclear = undefined;
      this.subscriptions.own.length = 0;
      this.stop(FORGETS);
      throw new Skip(FORGETS);
    }
    if (this.#unclear) {
      this.stop("what the run creates could not be deleted again");
      expectSuccess(this, answer);
      throw new Breach("createWebhook returns no id for the new subscription, or that of another one", answer);
    }
    if (!own) return this.#expectNoStray(listing);
    const shown = listing.rows.find((row) => idOf(row) === own.id) ?? webhook;
    // A field that is not shown counts as kept.
    const isMarked = this.subscriptions.hasMark({ ...own.sent, ...shown });
    if (isMarked) this.#expectNoStray(listing);
    else this.stop("what the run creates loses its mark");
  }

  /** Rule 7. Reads all subscriptions. Each own one has to be among them, and no other one with the mark. */
  async list(): Promise<Listing> {
    const listing = await this.readUntil(
      (value) => this.#strayIn(value) === undefined,
      () => this.compare(),
    );
    this.#expectNoStray(listing);
    return listing;
  }

  #expectNoStray(listing: Listing): void {
    const stray = this.#strayIn(listing);
    if (stray === undefined) return;
    this.stop("what this run creates cannot be told from what others lose");
    if (this.isNews(stray)) throw new Breach(`listWebhooks: ${stray}`, listing.answer);
  }

  /** Describes an own subscription that a list does not show, or one with the mark that no creation has returned. */
  #strayIn({ rows }: Listing): string | undefined {
    const ids = new Set(rows.map(idOf));
    const missing = this.subscriptions.present.find(({ id }) => !ids.has(id));
    if (missing) return `webhook ${this.shown(missing.id)}, which this run has created, is not in the list`;
    const other = rows.find((row) => this.subscriptions.isStray(row));
    return other && `webhook ${this.shown(other["id"])} is in the list, and no creation has returned it`;
  }

  // How requests are sent

  /** Sends a request that changes nothing. */
  async read(operation: OperationId, request: Request = {}): Promise<Answer> {
    if (operations[operation].method !== "GET") throw new TypeError(`${operation} is no read.`);
    return this.#send(operation, request, async () => {});
  }

  async #readAll(): Promise<Listing> {
    const listing = await readAll(this);
    const { answer } = listing;
    if (rowsOf(answer)) return listing;
    this.stop("the list can no longer be read, so nobody would see what others lose");
    expectSuccess(this, answer);
    throw new Skip("the list cannot be read");
  }

  /** Reads, and once more after a second if the result is not as expected: reads may lag behind writes. */
  async readUntil<T>(isExpected: (value: T) => boolean, read: () => Promise<T>): Promise<T> {
    const first = await read();
    if (isExpected(first)) return first;
    await this.#pause(LAG);
    const second = await read();
    if (!isExpected(second)) return second;
    this.#isLagging = true;
    this.remarks.add("reads lag behind writes: what is written shows only after a while, and so would harm to others");
    return second;
  }

  /** Sends a request that may change something. */
  async #write(operation: OperationId, request: Request, allow: () => Promise<void>): Promise<Answer> {
    this.secrets.addIn(request.body);
    const answer = await this.#send(operation, request, async () => {
      if (!this.#knowsForeign) throw new Skip("nobody knows what is foreign");
      await allow();
      this.#lastWrite = operation;
    });
    if (operation === "exchangeAccessToken") this.secrets.addIn(answer.body);
    if (this.#isLagging) await this.#pause(LAG);
    return answer;
  }

  /**
   * Sends a request, and again if the service asks for that.
   *
   * @param allow - Throws if the request must not be sent. It is called each time, since others may have changed something.
   */
  async #send(operation: OperationId, request: Request, allow: () => Promise<void>): Promise<Answer> {
    const { phase } = this;
    for (let repeats = 0; ; repeats++) {
      await allow();
      if (phase.ended !== undefined) throw new Skip(phase.ended);
      const answer = await send(this.options, operation, request, phase.signal);
      if (answer.status === 429) this.note("which-rate-limits-apply", `a request is refused: ${this.wordsOf(answer)}`);
      const pause = phase.pauseAfter(answer, repeats);
      if (pause === undefined) return answer;
      await this.#pause(pause);
    }
  }

  async #pause(ms: number): Promise<void> {
    await (this.options.wait ?? wait)(ms, this.phase.signal);
  }
}
