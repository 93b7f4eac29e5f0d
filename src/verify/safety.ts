import { randomUUID } from "node:crypto";
import {
  type OperationId,
  operations,
  requestChoices,
  requestDefaults,
  requestExamples,
} from "../../generated/contract.js";
import type { QuestionId } from "../../generated/questions.js";
import { type Answer, fieldOf, idOf, positionOf, type Request, type Row, rowsOf, webhookOf } from "./answer.js";
import { Breach, expectSuccess, type Findings, folded, type Own, Skip, wordsOf } from "./expect.js";
import {
  harmIn,
  LIMIT,
  type Listing,
  mayLackSome,
  NEWEST_FIRST,
  otherFieldsChangedIn,
  type Reader,
  readAll,
} from "./lists.js";
import { Secrets } from "./secrets.js";
import { Phase, type Service, send, type Wait, wait } from "./send.js";

// What this command may do to a service that people use. A subscription is this run's *own* if a creation of the run has
// returned it. Every other one is *foreign*: it belongs to others. Only this file sends requests. These are its rules:
//
//  1. Read first. Before the first write, the run reads every subscription that exists: they are foreign. If it cannot
//     read all of them, or cannot know that it has, it writes nothing.
//  2. Mark. What the run creates has an address with a mark, `verification=…`, which leads nowhere unless the user names
//     one. The topic is made up and has the mark too, unless the user names one, or the contract lists all topics; it is
//     never one that a foreign subscription has. A topic or an address is left out only if no foreign subscription exists.
//  3. Few. There are at most `MOST_CREATIONS`. If the service refuses the first one, it is the last.
//  4. Unshared. Updates and deliveries name no id: the document does not say how the service finds the subscription. They
//     are sent only with the topic and the address of an own subscription, while no foreign one has that topic or address
//     and nobody else creates subscriptions. Deliveries are sent only with --deliver.
//  5. Own only. A subscription is deleted only if a creation of this run has returned its id, and if the service, asked
//     right before, shows it with that id and the mark.
//  6. Compare. After each write the run reads the list and compares the foreign subscriptions with what they were. If one
//     is missing or changed, that is harm: the run says so, and only deletes what is own. If a deletion has done the
//     harm, the run sends nothing more.
//  7. Stop. If something that was created cannot be found, named or deleted again, the run only cleans up.
//  8. Exchange last. The document does not say whether a token exchange ends the access token.
//
// Each operation is also tried without an access token, by the same rules. A request that the service puts off has to
// pass them again. At the end, after a failure and after Ctrl+C, the run deletes what is own, and names what is left.

/** Rule 3. More than a page holds by default, so that there are pages. */
const MOST_CREATIONS = LIMIT.usual + 30;
/** How long the run waits where reads lag behind writes, in ms. */
const LAG = 1000;
export const DEFAULT_FORMAT: string = String(requestDefaults.createWebhook?.["format"] ?? "");

const FORGETS =
  "this looks like a mock: it forgets what it is sent. Verify the service, or a server with a memory, such as " +
  "service-admin-sandbox";

export interface Options extends Service {
  readonly topic?: string | undefined;
  readonly address: string;
  readonly deliver: boolean;
  readonly exchangeBody?: unknown;
  /** The file that holds it. */
  readonly exchangeFile?: string | undefined;
  /** How the run waits; without it, for as long as it says. */
  readonly wait?: Wait;
}

/** A foreign subscription is missing or changed. */
export class Harm extends Error {
  override readonly name: string = "Harm";
}

/** One run of the command: what it has found, created and noted, and all that it may send. */
export class Run implements Findings, Reader {
  readonly options: Options;
  /** What the addresses and topics that it sends have in them. */
  readonly mark: string = randomUUID().slice(-12);
  readonly secrets = new Secrets();
  readonly reported = new Set<string>();
  /** What the service does where the document is silent, by question. */
  readonly notes = new Map<QuestionId, Set<string>>();
  /** What else is worth a line at the end. */
  readonly remarks = new Set<string>();

  readonly foreign = new Map<string, Row>();
  /** What is missing or changed of them, by id. */
  readonly harm = new Map<string, string>();
  readonly own: Own[] = [];
  /** Why nothing is created, although the run goes on. */
  refusal: string | undefined;
  /** What was sent by creations of which nobody knows what they have done. */
  readonly #unclear = new Set<Row>();
  #creations = 0;
  #knowsForeign = false;
  #topic: string | undefined;
  #lastWrite: OperationId | undefined;
  #isLagging = false;

  readonly checking: Phase;
  readonly cleaning: Phase;
  /** The part of the run that sends requests now. */
  phase: Phase;

  constructor(options: Options) {
    this.options = options;
    this.secrets.add(options.token);
    this.checking = new Phase(options.wait ?? wait, false);
    this.cleaning = new Phase(options.wait ?? wait, true);
    this.phase = this.checking;
  }

  /** What of the run's own subscriptions should still exist. */
  get present(): Own[] {
    return this.own.filter(({ isGone }) => !isGone);
  }

  get hasWritten(): boolean {
    return this.#lastWrite !== undefined;
  }

  /** Notes an answer to an open question of the contract. It is the same in each run: the mark is not. */
  note(question: QuestionId, text: string): void {
    const notes = this.notes.get(question) ?? new Set();
    this.notes.set(question, notes.add(text.replaceAll(this.mark, "…")));
  }

  /** Ends the checks. What is own is still deleted. Only the first reason counts. */
  stop(reason: string): void {
    this.checking.end(reason);
  }

  /** Sends a request that changes nothing. */
  async read(operation: OperationId, request: Request = {}): Promise<Answer> {
    if (operations[operation].method !== "GET") throw new TypeError(`${operation} is no read.`);
    return this.#send(operation, request, async () => {});
  }

  /** Reads again after a second what is not as expected: reads may lag behind writes, which is no breach. */
  async readUntil<T>(isExpected: (value: T) => boolean, read: () => Promise<T>): Promise<T> {
    const first = await read();
    if (isExpected(first)) return first;
    await this.phase.pause(LAG);
    const second = await read();
    if (!isExpected(second)) return second;
    this.#isLagging = true;
    this.remarks.add("reads lag behind writes: what is written shows only after a while, and so would harm to others");
    return second;
  }

  /** Rule 1. From then on, the run may write. */
  async readForeign(): Promise<void> {
    const newest = await this.read("listWebhooks", { query: { ...NEWEST_FIRST, limit: LIMIT.most, page: 1 } });
    const listing = await this.#readAll();
    const { rows, answer } = listing;
    for (const row of rows) this.foreign.set(idOf(row) ?? "", row);
    if (await mayLackSome(this, newest, listing)) {
      const reason = "not all of the list can be read, so nobody would see what others lose";
      this.stop(reason);
      expectSuccess(this, answer);
      // On more than one page, a subscription may be missing because others change the list meanwhile.
      if (rows.length >= LIMIT.most) throw new Skip(reason);
      const total = this.secrets.shown(positionOf(answer, "total"));
      throw new Breach(`limit=${LIMIT.most} does not show all, each with an id: ${rows.length} of ${total}`, answer);
    }
    this.#chooseTopic();
    this.#knowsForeign = true;
    expectSuccess(this, answer);
  }

  /** Rule 2. Chooses the topic of what is created, where it may not be made up. */
  #chooseTopic(): void {
    const { topic } = this.options;
    const taken = new Set([...this.foreign.values()].map((row) => folded(row["topic"])));
    const choices = topic === undefined ? requestChoices.createWebhook?.["topic"] : [topic];
    this.#topic = choices?.find((choice) => !taken.has(folded(choice)));
    if (choices !== undefined && this.#topic === undefined)
      this.refusal = `others use the topic ${choices.join(", ")}: choose another one with --topic`;
  }

  /** Rule 6. Reads all subscriptions, and compares the foreign ones with what they were. @throws Harm */
  async compare(): Promise<Listing> {
    const listing = await this.#readAll();
    const news = [...harmIn(this.foreign, listing.rows, this.secrets)].filter(([id]) => !this.harm.has(id));
    for (const [id, text] of news) this.#noteHarm(id, `${text}, after ${this.#lastWrite ?? "the run began"}`);
    if (news.length > 0) throw new Harm(news.map(([id]) => this.harm.get(id)).join("\n"));
    if (this.hasWritten)
      for (const name of otherFieldsChangedIn(this.foreign, listing.rows))
        this.remarks.add(
          `foreign subscriptions change in ${this.secrets.shown(name)}, which the contract does not have`,
        );
    return listing;
  }

  async #readAll(): Promise<Listing> {
    const listing = await readAll(this);
    const { answer } = listing;
    if (rowsOf(answer)) return listing;
    this.stop("the list can no longer be read, so nobody would see what others lose");
    expectSuccess(this, answer);
    throw new Skip("the list cannot be read");
  }

  #noteHarm(id: string, text: string): void {
    this.stop("foreign subscriptions are missing or changed");
    this.harm.set(id, `foreign webhook ${this.secrets.shown(id)} ${text}`);
  }

  /** Rules 6 and 7. Reads all subscriptions, and expects each own one among them, and no other that the run has marked. */
  async list(): Promise<Listing> {
    const listing = await this.readUntil(
      ({ rows }) => this.#strayIn(rows) === undefined,
      () => this.compare(),
    );
    const stray = this.#strayIn(listing.rows);
    if (stray !== undefined) {
      this.stop("what this run creates cannot be told from what others lose");
      if (!this.reported.has(stray)) {
        this.reported.add(stray);
        throw new Breach(`listWebhooks: ${stray}`, listing.answer);
      }
    }
    return listing;
  }

  /** What a list does not show of this run, or shows in addition. */
  #strayIn(rows: readonly Row[]): string | undefined {
    const ids = new Set(rows.map(idOf));
    const missing = this.present.find(({ id }) => !ids.has(id));
    if (missing) return `webhook ${this.secrets.shown(missing.id)}, which this run has created, is not in the list`;
    const other = rows.find((row) => this.isMarked(row) && !this.isOwn(row));
    return other && `webhook ${this.secrets.shown(other["id"])} is in the list, and no creation has returned it`;
  }

  /** Whether a subscription has the mark of this run, and was not there before. */
  isMarked(row: Row): boolean {
    const text = `${row["address"]} ${row["topic"]}`.toLowerCase();
    return text.includes(this.mark) && !this.foreign.has(idOf(row) ?? "");
  }

  isOwn(row: Row): boolean {
    return this.own.some(({ id }) => id === idOf(row));
  }

  /** Rule 2. A topic and an address for the next creation. Neither is in the order of creation, so that sorting shows. */
  #nextFields(): Row {
    const tagOf = (step: number) => {
      const letter = String.fromCharCode("a".charCodeAt(0) + ((this.#creations * step + 3) % 26));
      return `${this.mark}-${letter}${this.#creations}`;
    };
    const address = new URL(this.options.address);
    // Where a service escapes or folds what it is sent, this shows it.
    address.searchParams.set("for", "Verify");
    address.searchParams.set("verification", tagOf(7));
    const topic = this.#topic ?? `${requestExamples.createWebhook?.webhook.topic}-${tagOf(11)}`;
    return { topic, address: address.href };
  }

  /** Rules 2 and 4. A service that looks for what is left out may find every subscription. */
  #expectWhole(webhook: Row): void {
    const isWhole = webhook["topic"] !== undefined && webhook["address"] !== undefined;
    if (!isWhole && this.foreign.size > 0) throw new Skip("sent only where no foreign subscription exists");
  }

  /**
   * Rules 1, 2, 3, 6 and 7. Creates a subscription.
   *
   * @param extra - Fields to send in addition, or in place of others; `undefined` leaves one out.
   * @returns The subscription, unless the service refuses it.
   */
  async create(extra: Row = {}, token?: string | null): Promise<{ own: Own | undefined; answer: Answer }> {
    const fields = Object.entries({ ...this.#nextFields(), ...extra });
    const sent: Row = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    const allow = async () => {
      if (this.refusal !== undefined) throw new Skip(this.refusal);
      if (!this.isMarked(sent)) throw new Skip("nothing would mark it as created by this run");
      this.#expectWhole(sent);
      if (this.#creations === MOST_CREATIONS) throw new Skip(`${MOST_CREATIONS} creations are enough`);
    };
    this.#unclear.add(sent);
    const request = { body: { webhook: sent }, token };
    const answer = await this.#write("createWebhook", request, allow).catch((notSent: unknown) => {
      this.#unclear.delete(sent);
      throw notSent;
    });
    this.#creations++;
    const own = this.#ownIn(answer, sent);
    const isRefused = isRefusal(answer);
    if (own || isRefused) this.#unclear.delete(sent);
    if (isRefused && token === undefined && this.own.length === 0)
      this.refusal = `createWebhook is refused: ${wordsOf(this, answer)}. Choose others with --topic or --address`;
    const isForgotten = ({ rows }: Listing) => this.#creations === 1 && this.#isForgotten(answer, sent, rows);
    const listing = await this.readUntil(
      (value) => !isForgotten(value),
      () => this.compare(),
    );
    if (isForgotten(listing)) {
      this.#unclear.clear();
      this.own.length = 0;
      this.stop(FORGETS);
      throw new Skip(FORGETS);
    }
    if (!own && !isRefused) {
      this.stop("what the run creates could not be deleted again");
      expectSuccess(this, answer);
      throw new Breach("createWebhook returns no id for the new subscription, or that of another one", answer);
    }
    const kept = listing.rows.find((row) => own && idOf(row) === own.id) ?? webhookOf(answer);
    if (own && kept && !this.isMarked({ ...sent, ...kept })) this.stop("what the run creates loses its mark");
    else await this.list();
    return { own, answer };
  }

  /** Keeps what a creation has returned as own, if it can be named, and told from what is foreign. */
  #ownIn(answer: Answer, sent: Row): Own | undefined {
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

  /** Whether a server has answered the first creation with another subscription than it was sent, and lists none. */
  #isForgotten(answer: Answer, sent: Row, rows: readonly Row[]): boolean {
    const webhook = webhookOf(answer);
    const id = idOf(webhook);
    const isLikeSent = (row: Row) => this.isMarked(row) || folded(row["address"]) === folded(sent["address"]);
    const isNew = (row: Row) => idOf(row) === id && !this.foreign.has(id ?? "");
    return webhook !== undefined && !isLikeSent(webhook) && !rows.some((row) => isLikeSent(row) || isNew(row));
  }

  /** Rules 4, 6 and 7. Updates what has the topic and the address of an own subscription. */
  async update(own: Own, extra: Row = {}, token?: string | null): Promise<Answer> {
    const answer = await this.#sendByTopic("updateWebhook", own, extra, token);
    const webhook = webhookOf(answer);
    const id = idOf(webhook);
    if (webhook === undefined || id === undefined || this.isOwn(webhook)) return answer;
    // No list may show it.
    this.#noteHarm(id, "is what updateWebhook returns, and no creation of this run has returned it");
    throw new Harm(this.harm.get(id));
  }

  /** Rules 4 and 6. Triggers a delivery to the address of an own subscription; `undefined` leaves a field out. */
  async deliver(own: Own, extra: Row = {}, token?: string | null): Promise<Answer> {
    return this.#sendByTopic("deliverWebhook", own, extra, token);
  }

  async #sendByTopic(operation: OperationId, own: Own, extra: Row, token?: string | null): Promise<Answer> {
    const webhook: Row = { topic: own.sent["topic"], address: own.sent["address"], ...extra };
    const answer = await this.#write(operation, { body: { webhook }, token }, async () => {
      this.#expectWhole(webhook);
      await this.#rule4Unshared(own);
    });
    await this.compare();
    return answer;
  }

  /** Rule 4. Topic and address are compared as they were sent, and in each form in which the service has kept them. */
  async #rule4Unshared({ id, sent, expected }: Own): Promise<void> {
    const { rows } = await this.compare();
    const others = rows.filter((row) => !this.isOwn(row));
    // A service may find the newest subscription.
    if (others.some((row) => !this.foreign.has(idOf(row) ?? ""))) throw new Skip("others create subscriptions");
    const kept = rows.find((row) => idOf(row) === id) ?? expected;
    for (const name of ["topic", "address"]) {
      const taken = new Set([...this.foreign.values(), ...others].map((row) => folded(row[name])));
      if ([sent, expected, kept].some((form) => taken.has(folded(form[name]))))
        throw new Skip(`a foreign subscription has the same ${name}: choose another one with --${name}`);
    }
  }

  /** Rules 5, 6 and 7. Deletes an own subscription. */
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
      if (error instanceof Harm) {
        own.isGone = false;
        for (const phase of [this.checking, this.cleaning]) phase.end("a deletion has harmed others");
      }
      throw error;
    }
    if (token === undefined && !own.isGone) this.stop("what the run creates could not be deleted");
    return answer;
  }

  /** Rule 5. Where get shows no subscription at all, the list is enough. */
  async #rule5OwnOnly({ id }: Own): Promise<void> {
    const { rows } = await this.compare();
    const got = webhookOf(await this.read("getWebhook", { id }));
    const webhook = got ?? rows.find((row) => idOf(row) === id);
    if (webhook && idOf(webhook) === id && this.isMarked(webhook)) return;
    const reason = `webhook ${this.secrets.shown(id)} is not read back as this run has created it`;
    this.stop(reason);
    throw new Skip(reason);
  }

  /** Rule 8. */
  async exchange(token?: string | null): Promise<Answer> {
    const { exchangeBody: body, exchangeFile: bodyFile } = this.options;
    return this.#write("exchangeAccessToken", { body, bodyFile, token }, async () => {});
  }

  /** Deletes what is own. @returns What is left, or may be. */
  async cleanUp(): Promise<string[]> {
    await this.#removeAll();
    if (this.present.length > 0) {
      // What fails once may work later, and reads may lag behind the last creation.
      await this.phase.pause(LAG);
      await this.#removeAll();
    }
    if (this.#creations === 0) return [];
    const left = this.left();
    try {
      const { rows } = await this.compare();
      for (const row of rows.filter((each) => this.isMarked(each) && !this.isOwn(each)))
        left.push(`${this.#named(row)}: no creation has returned it, so look whose it is`);
    } catch {
      left.push(`whatever has verification=${this.mark} in its address: the list cannot be read`);
    }
    return left;
  }

  async #removeAll(): Promise<void> {
    for (const own of this.present)
      await this.remove(own).catch((error: unknown) => {
        if (!(error instanceof Harm || error instanceof Breach || error instanceof Skip)) throw error;
      });
  }

  /** What of the own subscriptions is not known to be deleted, and what creations may have left. */
  left(): string[] {
    const unclear = [...this.#unclear].map((sent) => `${this.#named(sent)}: nobody knows whether it was created`);
    return [...this.present.map(({ expected }) => this.#named(expected)), ...unclear];
  }

  #named({ id, topic, address }: Row): string {
    const { secrets } = this;
    const webhook = id === undefined ? "a webhook" : `webhook ${secrets.shown(String(id))}`;
    return `${webhook}, topic ${secrets.shown(topic)}, address ${secrets.shown(address)}`;
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
    if (this.#isLagging) await this.phase.pause(LAG);
    return answer;
  }

  async #send(operation: OperationId, request: Request, allow: () => Promise<void>): Promise<Answer> {
    const answer = await send(this.options, this.phase, operation, request, allow);
    const { limited } = this.phase;
    if (limited) this.note("which-rate-limits-apply", `a request is refused: ${wordsOf(this, limited)}`);
    return answer;
  }
}

/** Whether a service has refused a creation. With another success than the contract's it has no words for that. */
function isRefusal(answer: Answer): boolean {
  const { operation, status } = answer;
  const isFailure = (status >= 300 && status < 500) || status === 503;
  return isFailure || (status === operations[operation].status && webhookOf(answer) === undefined);
}

/** Whether a service says that it has deleted something. With the user's token, a success in any form says so. */
function isDeletion({ status, body, request }: Answer): boolean {
  const success = fieldOf(body, "success");
  const isAccepted = request.token === undefined && status >= 200 && status < 300 && success !== false;
  return success === true || isAccepted;
}
