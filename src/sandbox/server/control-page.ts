import { createHash } from "node:crypto";
import { accessToken, fields, operations, title } from "../../../generated/contract.js";
import type { Reply } from "../reply.js";

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1b1f24; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
  div { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } th { text-align: left; color: #57606a; }
  th, td { border-bottom: 1px solid #d8dee4; padding: .3rem .8rem .3rem 0; vertical-align: top; }
  th { white-space: nowrap; min-width: 3rem; } td { overflow-wrap: anywhere; }
  tbody:empty::after { content: "none"; color: #57606a; }
  button { font: inherit; padding: .2rem .7rem; margin: 0 .3rem .3rem 0; } #status { color: #b3261e; min-height: 1.5em; }
  @media (prefers-color-scheme: dark) {
    body { background: #0d1117; color: #e6edf3; } th, tbody:empty::after { color: #9198a1; }
    th, td { border-color: #30363d; } #status { color: #ff7b72; } :root { color-scheme: dark; }
  }`;

// Where a tool keeps the names of functions, their texts call this.
const script = `const __name = (named) => named; (${followSandbox})();`;

function table(id: string, heading: string, ...columns: readonly string[]): string {
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join("");
  return `<h2 id="of-${id}">${heading}</h2>\n<div role="region" aria-labelledby="of-${id}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody id="${id}"></tbody></table></div>`;
}

const failures = Object.keys(operations).map((id) => `<button data-operation="${id}">${id}</button>`);

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox</title>
<style>${style}</style>
<h1>Sandbox of the ${title}</h1>
<p><button id="reset">Reset</button>
<label>Access token, if each has its own state: <input name="${accessToken.header}" autocomplete="off"></label></p>
<p id="status" role="status"></p>
${table("webhooks", "Webhook subscriptions", ...fields.Webhook)}
<h2>Fail the next</h2>
<p>${failures.join("\n")}</p>
${table("simulations", "Simulations", "What happens to the next requests")}
<p><button id="end">End all simulations</button></p>
${table("requests", "Latest requests", "method", "path", "status", "operation", "notes")}
${table("deliveries", "Latest deliveries", "topic", "address", "format", "outcome")}
<script>${script}</script>
</html>`;

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The page that shows a sandbox. It runs no script but its own, and nobody can put it in a frame. */
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

/** The script of the page. It runs in a browser, as the text of this function: it may use nothing from outside. */
function followSandbox(): void {
  const element = (id: string) => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`The page has no ${id}`);
    return found;
  };
  const token = document.querySelector("input");
  const tokenHeader = token?.name ?? "";

  async function call(method: string, action: string, sent?: object): Promise<Record<string, unknown>> {
    const headers: Record<string, string> = token?.value ? { [tokenHeader]: token.value } : {};
    const body = sent === undefined ? null : JSON.stringify(sent);
    const answer = await fetch(`/__sandbox/${action}`, { method, headers, body });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.detail);
    return said;
  }

  function say(words: string): void {
    const status = element("status");
    if (status.textContent !== words) status.textContent = words;
  }

  /** A table's rows, each value as text: an address is never a link. */
  function show(id: string, rows: readonly (readonly unknown[])[]): void {
    const made = rows.map((values) => {
      const row = document.createElement("tr");
      row.append(...values.map((value) => Object.assign(document.createElement("td"), { textContent: String(value) })));
      return row;
    });
    element(id).replaceChildren(...made);
  }

  /** Shows what a path returns, again and again: only while somebody looks, and only what has changed. */
  async function follow(action: string, render: (said: Record<string, unknown>) => void): Promise<never> {
    for (let last = ""; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
      if (document.hidden) continue;
      try {
        const said = await call("GET", action);
        const text = JSON.stringify(said);
        if (text !== last) render(said);
        last = text;
        say("");
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    }
  }

  function act(selector: string, action: (button: HTMLButtonElement) => Promise<unknown>): void {
    for (const button of document.querySelectorAll<HTMLButtonElement>(selector)) {
      button.addEventListener("click", () => action(button).catch((error: Error) => say(error.message)));
    }
  }

  const latest = (list: unknown) => (Array.isArray(list) ? list.slice(-50).reverse() : []);

  void follow("state", ({ webhooks, simulations }) => {
    show("webhooks", Array.isArray(webhooks) ? webhooks.map((webhook) => Object.values(webhook)) : []);
    show(
      "simulations",
      latest(simulations).map((simulation) => [JSON.stringify(simulation)]),
    );
  });
  void follow("requests", ({ requests }) => {
    const rows = latest(requests).map(({ method, path, query, status, operation = "", notes }) => {
      return [method, query ? `${path}?${query}` : path, status || "broken", operation, notes.join("; ")];
    });
    show("requests", rows);
  });
  void follow("deliveries", ({ deliveries }) => {
    const rows = latest(deliveries).map(({ topic, address, format, answer }) => {
      return [topic, address, format, answer.status ?? answer.error ?? `not sent: ${answer.notSent}`];
    });
    show("deliveries", rows);
  });
  act("#reset", () => call("POST", "reset", {}));
  act("#end", () => call("DELETE", "simulate"));
  act("[data-operation]", ({ dataset }) => call("POST", "simulate", { operation: dataset["operation"], status: 500 }));
}
