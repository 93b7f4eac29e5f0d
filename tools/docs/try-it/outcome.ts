import { copyable, make } from "./dom.js";
import { type Outcome, sandbox } from "./send.js";

/** Shows the outcome of a call, and what the sandbox holds after it. */
export function showOutcome(outcome: Outcome | undefined): Node[] {
  return [...(outcome ? showAnswer(outcome) : []), ...showSandbox()];
}

function showAnswer({ method, url, answer, error }: Outcome): Node[] {
  const request = make("p", { class: "request" }, make("code", {}, `${method} ${url}`));
  if (!answer) return [request, make("p", { class: "error" }, `No request was made: ${error}`)];
  const { status, headers, body } = answer;
  const list = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return [
    request,
    make("p", {}, make("strong", {}, `Status ${status}`)),
    make("details", {}, make("summary", {}, "Headers"), copyable("Response headers", list)),
    copyable("Response body", readable(body)),
  ];
}

function showSandbox(): Node[] {
  const { webhooks, deliveries } = sandbox;
  const held = webhooks.map((webhook) => JSON.stringify(webhook));
  const sent = deliveries.map(({ method, address, headers, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return [`${method} ${address}`, ...lines, "", readable(body)].join("\n");
  });
  return [
    ...section("Subscriptions in the sandbox", held, "\n"),
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
