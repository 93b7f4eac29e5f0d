import { setTimeout as pause } from "node:timers/promises";
import type { VerifyOptions } from "./arguments.js";
import { type Connection, connect } from "./connection.js";
import { fieldOf } from "./json.js";
import { pageOf } from "./paging.js";
import { formOf } from "./response-form.js";
import { aboutOne, getting, idOf, listing, type Made, type Subscriptions } from "./subscriptions.js";

/** What became of the subscriptions that the steps of the walk created and did not delete. */
export interface CleanUp {
  /** Ids that the service says are deleted. */
  deleted: string[];
  /** What could not be deleted or found: sentences that say what to do. */
  failed: string[];
}

/** How long to wait before reading the list again, in ms. */
const PAUSE = 200;

/** Deletes every subscription that the walk created, and no other, whatever the service has answered. */
export async function cleanUp(
  options: VerifyOptions,
  subscriptions: Subscriptions,
): Promise<CleanUp & Pick<Connection, "log">> {
  const result: CleanUp = { deleted: [], failed: [] };
  const connection = connect(options);
  const left = subscriptions.all.filter(({ mayBeThere }) => mayBeThere);
  if (left.length === 0) return { ...result, log: connection.log };
  let listed = await newest(connection, subscriptions.marker);
  // The last subscription may not be in the list yet.
  while (!sees(listed, left) && performance.now() < subscriptions.lastWrite + options.settle) {
    await pause(PAUSE);
    listed = await newest(connection, subscriptions.marker);
  }
  const ids = new Set(listed.ids);
  for (const made of left) {
    const id = await confirm(connection, made, listed.ids, subscriptions.marker);
    if (id !== undefined) ids.add(id);
    else result.failed.push(...sentenceAbout(made, listed));
  }
  for (const id of ids) await remove(connection, id, result);
  return { ...result, log: connection.log };
}

function sees({ addresses }: Listed, left: readonly Made[]): boolean {
  return left.every(({ sent }) => addresses.includes(sent["address"]));
}

/** The walk's own subscriptions in a list, or why the list cannot be read. */
interface Listed {
  ids: string[];
  addresses: unknown[];
  problem?: string;
}

/** The newest subscriptions whose address has the walk's marker: the id in a creation's answer may be wrong. */
async function newest(connection: Connection, marker: string): Promise<Listed> {
  const { limit, sort_by: sortBy } = listing.queryParameters;
  const sorted = {
    ...(limit?.schema.maximum !== undefined && { limit: limit.schema.maximum }),
    ...(sortBy && { sort_by: String(sortBy.example) }),
    sort_order: "desc",
  };
  for (const query of [sorted, {}]) {
    const response = await connection.send({ operation: "listWebhooks", query });
    const { items } = pageOf(response);
    if (response.status !== 200 || !Array.isArray(fieldOf(response.body, listing.response.key))) continue;
    const own = items.filter((item) => String(item["address"]).includes(marker));
    return { ids: own.flatMap((item) => idOf(item) ?? []), addresses: own.map((item) => item["address"]) };
  }
  return { ids: [], addresses: [], problem: "the list cannot be read" };
}

/** The id of a subscription, if it is certainly the walk's own. */
async function confirm(connection: Connection, made: Made, listed: readonly string[], marker: string) {
  const { id, sent } = made;
  if (id === undefined) return undefined;
  if (listed.includes(id)) return id;
  const response = await connection.send(aboutOne("getWebhook", id));
  const record = fieldOf(response.body, getting.response.key);
  const address = fieldOf(record, "address");
  const own = String(address).includes(marker);
  // A subscription that was created without an address has none, but has the topic that was sent.
  const bare = !("address" in sent) && !address && record !== undefined && fieldOf(record, "topic") === sent["topic"];
  return own || bare ? id : undefined;
}

async function remove(connection: Connection, id: string, result: CleanUp): Promise<void> {
  const response = await connection.send(aboutOne("deleteWebhook", id));
  const [finding] = formOf(response).filter(({ kind }) => kind === "breach");
  if (response.status === 200 && fieldOf(response.body, "success") !== false) result.deleted.push(id);
  else
    result.failed.push(
      `Subscription ${id} was left behind: delete it by hand. (${finding?.message ?? "success is false"})`,
    );
}

/** A sentence about a subscription that was not found, but may exist. */
function sentenceAbout({ sent, id, answered }: Made, { addresses, problem }: Listed): string[] {
  const bare = !("address" in sent);
  const there = addresses.includes(sent["address"]);
  if (there || (problem === undefined && answered && !(bare && id !== undefined))) return [];
  const what = bare ? `without an address, with the id ${id},` : `to ${sent["address"]}`;
  return [`A subscription ${what} may have been left behind: look for it. (${problem ?? "it cannot be found"})`];
}
