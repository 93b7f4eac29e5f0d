import { folded, type Html, html } from "../html.js";
import { recordedDeliveries, sandbox } from "./sandbox-in-page.js";

/** The fields of a subscription that fit into a table. */
const SHOWN = ["topic", "address", "format"];

/** There is one table: it is with the latest answer. */
const table = document.createElement("div");
/** The subscriptions that the reader has seen, by id. */
let seen = subscriptions();

/** What the sandbox holds, and what the latest call has created, changed or deleted. */
export function subscriptionTable(): HTMLElement {
  const before = seen;
  seen = subscriptions();
  table.innerHTML = String(html`${renderTable(before)}${renderDeliveries()}`);
  return table;
}

function subscriptions(): Map<number, Readonly<Record<string, unknown>>> {
  return new Map(sandbox.webhooks.map((webhook) => [webhook.id, { ...webhook }]));
}

function renderTable(before: typeof seen): Html {
  const rows = [...seen].map(([id, webhook]) => {
    const cells = SHOWN.map((name) => html`<td data-title="${name}">${String(webhook[name])}</td>`);
    return html`<tr><th scope="row">${id}${!before.has(id) && html` <mark>new</mark>`}</th>${cells}</tr>`;
  });
  const head = ["id", ...SHOWN].map((name) => html`<th scope="col">${name}</th>`);
  const marks = [...before].map(([id, old]) => {
    const webhook = seen.get(id);
    const changed = Object.keys(webhook ?? {}).filter((name) => webhook?.[name] !== old[name]);
    const mark = webhook ? changed.length > 0 && `changed: ${changed.join(", ")}` : "deleted";
    return mark && html` <mark>${id} ${mark}</mark>`;
  });
  return html`<table class="held"><caption>Subscriptions in the sandbox: ${rows.length}${marks}</caption>
<thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
}

function renderDeliveries(): Html | false {
  const deliveries = recordedDeliveries();
  return (
    deliveries.length > 0 && folded(`Deliveries, recorded and not sent: ${deliveries.length}`, deliveries.join("\n\n"))
  );
}
