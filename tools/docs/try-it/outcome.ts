import { collections } from "../../../generated/contract.js";
import { copyable, make } from "./dom.js";
import { type Outcome, sandbox } from "./send.js";

/** The outcome of a call in a few words, as a screen reader says it. */
export function sayOutcome({ answer, error }: Outcome): string {
  return answer ? `Status ${answer.status}` : `Not sent: ${error}`;
}

/** Shows what was sent and answered. */
export function showAnswer({ answer }: Outcome): Node[] {
  if (!answer) return [];
  const { request, headers, body } = answer;
  const [, note] = headers.find(([name]) => name.toLowerCase() === "sandbox-note") ?? [];
  const list = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return [
    make("p", {}, make("code", {}, request)),
    ...(note === undefined ? [] : [make("p", {}, make("strong", {}, "The sandbox says: "), note)]),
    make("details", {}, make("summary", {}, "Headers"), copyable("Response headers", list)),
    copyable("Response body", readable(body)),
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
