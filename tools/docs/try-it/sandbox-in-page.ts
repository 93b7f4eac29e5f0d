import { collections } from "../../../generated/contract.js";
import type { Operation } from "../../../src/contract.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { copyable } from "../page-script/copy-button.js";
import { make } from "../page-script/make.js";
import { type RequestInput, requestOf } from "../request-samples.js";

/** The sandbox of this page: one for all forms, only in memory, and with something in it, so that first tries succeed. */
export const sandbox = createSandbox({ seed: 2 });

/** Outcome of a call. */
export interface Outcome {
  /** What a screen reader says of it. */
  words: string;
  /** What was sent and answered; empty if nothing was sent. */
  shown: Node[];
}

/** Sends the sandbox the same request as the samples in curl. */
export async function send(operation: Operation, input: RequestInput, token: string): Promise<Outcome> {
  const { url, ...init } = requestOf(operation, input, token);
  try {
    const response = await sandbox.fetch(url, init);
    const sent = make("p", {}, make("code", {}, `${init.method} ${url}`));
    return { words: `Status ${response.status}`, shown: [sent, ...(await showAnswer(response))] };
  } catch (error) {
    // A header may hold no other characters than those of Latin-1.
    return notSent(error instanceof Error ? error.message : String(error));
  }
}

/** The outcome of a call that was not made. */
export function notSent(reason: string): Outcome {
  return { words: `Not sent: ${reason}`, shown: [] };
}

async function showAnswer(response: Response): Promise<Node[]> {
  const note = response.headers.get("sandbox-note");
  const list = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  return [
    ...(note === null ? [] : [make("p", {}, make("strong", {}, "The sandbox says: "), note)]),
    make("details", {}, make("summary", {}, "Headers"), copyable("Response headers", list)),
    copyable("Response body", readable(await response.text())),
  ];
}

/** Shows what the sandbox holds: the items of each collection, and what it has sent. */
export function showSandbox(): Node[] {
  const held = collections.map(({ name }) => {
    const items: unknown = Reflect.get(sandbox, name);
    return [name, Array.isArray(items) ? items.map((item) => JSON.stringify(item)) : []] as const;
  });
  const sent = sandbox.deliveries.map(({ method, address, headers, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return [`${method} ${address}`, ...lines, "", readable(body)].join("\n");
  });
  return [
    ...held.flatMap(([name, items]) => section(`The sandbox holds ${name}`, items, "\n")),
    ...section("Deliveries, recorded and not sent", sent, "\n\n"),
  ];
}

function section(title: string, entries: readonly string[], separator: string): Node[] {
  if (entries.length === 0) return [make("p", {}, make("strong", {}, title), ": none")];
  return [copyable(`${title}: ${entries.length}`, entries.join(separator))];
}

/** A body as people read it. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
