import { createHash } from "node:crypto";
import { fields, operations, title } from "../../../generated/contract.js";
import type { Reply } from "../reply.js";

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1b1f24; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
  div { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } th { text-align: left; color: #57606a; }
  th, td { border-bottom: 1px solid #d8dee4; padding: .3rem .8rem .3rem 0; vertical-align: top; }
  th { white-space: nowrap; min-width: 3rem; } td { overflow-wrap: anywhere; }
  tbody:empty::after { content: "none"; color: #57606a; }
  textarea { display: block; width: 100%; box-sizing: border-box; font: 13px/1.5 ui-monospace, monospace; }
  button { font: inherit; white-space: nowrap; padding: .2rem .7rem; margin: 0 .3rem .3rem 0; } #status { color: #b3261e; min-height: 1.5em; }
  @media (prefers-color-scheme: dark) {
    body { background: #0d1117; color: #e6edf3; } th, tbody:empty::after { color: #9198a1; }
    th, td { border-color: #30363d; } #status { color: #ff7b72; } :root { color-scheme: dark; }
  }`;

/** A table of the latest entries of a list at a control path, with some of their fields. */
function table(id: string, action: string, heading: string, columns: readonly string[]): string {
  const head = columns.map((column) => `<th scope="col" data-field="${column}">${column}</th>`).join("");
  return `<h2 id="of-${id}">${heading}</h2>
<div role="region" aria-labelledby="of-${id}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody id="${id}" data-action="${action}"></tbody></table></div>`;
}

/** A button that sends a control request. */
function button(label: string, method: string, action: string, body = ""): string {
  return `<button data-method="${method}" data-action="${action}" data-body='${body}'>${label}</button>`;
}

/** The column with the buttons that send an event of the row's topic. */
const SEND = "event";

const failures = Object.keys(operations).map((operation) =>
  button(operation, "POST", "simulate", JSON.stringify({ operation, status: 500 })),
);

// Tools that keep the names of functions, such as tsx, insert calls of this.
const script = `const __name = (named) => named; (${followSandbox})("${SEND}");`;

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox</title>
<style>${style}</style>
<h1>Sandbox of the ${title}</h1>
<p>${button("Reset", "POST", "reset")}</p>
<p id="status" role="status"></p>
${table("webhooks", "state", "Webhook subscriptions", [...fields.Webhook, SEND])}
<p><label>Payload of an event, as JSON or any other text. Without a payload, the sandbox sends a note:
<textarea rows="3" spellcheck="false"></textarea></label></p>
${table("deliveries", "deliveries", "Latest deliveries", ["topic", "address", "format", "body", "state"])}
<h2>Make the next request fail</h2>
<p>${failures.join("\n")}</p>
${table("simulations", "state", "Simulations", ["operation", "when", "status", "body", "headers", "delay", "abort", "times"])}
<p>${button("End all simulations", "DELETE", "simulate")}</p>
${table("requests", "requests", "Latest requests", ["method", "path", "query", "status", "operation", "notes"])}
<script>${script}</script>
</html>`;

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The page that shows a sandbox. It runs only its own script, and nobody can put it in a frame. */
export const page: Reply = {
  status: 200,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  },
  body: html,
};

/** The script of the page. A browser runs the source of this function, so it may use nothing from outside. */
function followSandbox(send: string): void {
  const status = document.querySelector("#status");
  const payload = document.querySelector("textarea");

  function say(words: string): void {
    if (status && status.textContent !== words) status.textContent = words;
  }

  async function call(method: string, { action, body }: DOMStringMap) {
    try {
      const answer = await fetch(`/__sandbox/${action}`, { method, body: body || null });
      const said = await answer.json();
      say(answer.ok ? "" : said.detail);
      return said;
    } catch (error) {
      say(String(error));
    }
  }

  /** A cell, with a value as text: an address is never a link. */
  function cellOf(value: unknown = ""): HTMLElement {
    const isText = typeof value !== "object";
    const text = Array.isArray(value) ? value.join("; ") : isText ? String(value) : JSON.stringify(value);
    return Object.assign(document.createElement("td"), { textContent: text });
  }

  /** The typed payload: a value if it is JSON, otherwise text; `undefined` if there is none. */
  function typedPayload(): unknown {
    const text = payload?.value.trim() || undefined;
    try {
      return text && JSON.parse(text);
    } catch {
      return text;
    }
  }

  /** A cell with a button that sends an event to every subscription with a topic. */
  function cellToSend(topic: unknown): HTMLElement {
    const button = Object.assign(document.createElement("button"), { textContent: "Send an event" });
    button.title = `Send an event to every subscription with the topic ${topic}`;
    button.addEventListener("click", () => {
      void call("POST", { action: "emit", body: JSON.stringify({ topic, payload: typedPayload() }) });
    });
    const cell = document.createElement("td");
    cell.append(button);
    return cell;
  }

  /** Keeps a table up to date, while the page is visible. */
  async function follow(rows: HTMLElement): Promise<never> {
    // By `data-field`, since a browser may translate the heading.
    const heads = rows.parentElement?.querySelectorAll("th") ?? [];
    const rowOf = (entry: Record<string, unknown>) => {
      const row = document.createElement("tr");
      for (const { dataset } of heads) {
        const name = dataset["field"] ?? "";
        row.append(name === send ? cellToSend(entry["topic"]) : cellOf(entry[name]));
      }
      return row;
    };
    for (let last = ""; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
      const list = document.hidden ? undefined : (await call("GET", rows.dataset))?.[rows.id];
      const text = JSON.stringify(list);
      if (!list || text === last) continue;
      last = text;
      rows.replaceChildren(...list.slice(-50).reverse().map(rowOf));
    }
  }

  for (const rows of document.querySelectorAll("tbody")) void follow(rows);
  for (const button of document.querySelectorAll("button")) {
    button.addEventListener("click", () => call(button.dataset["method"] ?? "", button.dataset));
  }
}
