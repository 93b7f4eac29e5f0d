import { createSandbox } from "../../../src/sandbox/index.js";
import { codeBlock } from "../highlight.js";
import { copyButton, type Html, html } from "../html.js";
import { addressOf, type SentRequest } from "../samples.js";

/** What each status means. The build inserts it. */
declare const STATUS_CODES: Readonly<Record<number, string | undefined>>;

/** The anchor of the chapter about errors. The build inserts it. */
declare const ERRORS: string;

/** One thing that the sandbox refuses. */
export interface Fault {
  /** `path`, `query`, `body` or `token`, and the keys from there. */
  location: readonly string[];
  message: string;
}

/** Puts the panel of answers where the reader looks for it. */
type Place = (panel: HTMLElement) => void;

/** One sandbox for all forms, only in memory. It starts with the contract's examples, so that first tries succeed. */
const sandbox = createSandbox({ seed: "examples" });

/** One panel for all answers, which shows the latest one. */
const panel = document.createElement("div");
panel.className = "panel answer";
panel.innerHTML = String(html`<div class="head"><p role="status"></p>${copyButton("the answer")}</div><div></div>`);

/** Sends a request to the sandbox, shows what it answers, and returns what it refuses. */
export async function send(request: SentRequest, place: Place): Promise<readonly Fault[]> {
  const { method, postData } = request;
  const headers = Object.fromEntries(request.headers.map(({ name, value }) => [name, value]));
  const start = performance.now();
  try {
    const response = await sandbox.fetch(addressOf(request), { method, headers, body: postData?.text ?? null });
    const body = await response.text();
    const time = Math.max(1, Math.round(performance.now() - start));
    const { status, ok } = response;
    const faults = ok ? [] : faultsIn(status, body);
    const note = response.headers.get("sandbox-note");
    show(place, ok, `${status} ${STATUS_CODES[status]}`, `${time} ms, from the sandbox in this page`);
    const shown = codeBlock(readable(body), "json");
    const content = ok ? shown : refusal(faults, shown);
    fill(html`${note !== null && html`<p class="note"><b>The sandbox says:</b> ${note}</p>`}${content}
${subscriptions()}${deliveries()}`);
    return faults;
  } catch (error) {
    // A header can only hold Latin-1 characters.
    show(place, false, "Not sent", error instanceof Error ? error.message : String(error));
    return [];
  }
}

/** Resets the sandbox, and says so. */
export function reset(place: Place): void {
  sandbox.reset();
  show(place, true, "Reset", "The sandbox is in its initial state.");
}

/** Shows the head of an answer, in place of the one before. */
function show(place: Place, isSuccess: boolean, title: string, about: string): void {
  place(panel);
  const status = panel.querySelector("p");
  const kind = isSuccess ? "success" : "failure";
  if (status) status.innerHTML = String(html`<b class="${kind}">${title}</b> <span>${about}</span>`);
  fill(html``);
  panel.scrollIntoView({ block: "nearest" });
}

/** Shows the content of an answer below its head. */
function fill(content: Html): void {
  if (panel.lastElementChild) panel.lastElementChild.innerHTML = String(content);
}

/** What a refusal is about, by its status, if the sandbox lists no faults. */
const PARTS: Readonly<Record<number, string>> = { 400: "body", 401: "token" };

/** What is wrong with a request, in the sandbox's own words. */
function faultsIn(status: number, body: string): readonly Fault[] {
  const { detail, validation }: { detail: string; validation?: Fault[] } = JSON.parse(body);
  return validation ?? [{ location: [PARTS[status] ?? ""], message: detail }];
}

/** A refusal in words, with the folded body. */
function refusal(faults: readonly Fault[], body: Html): Html {
  return html`<div class="note"><ul>${faults.map(({ message }) => html`<li>${message}</li>`)}</ul>
<p class="about">The form of this answer is the sandbox's own: <a href="#${ERRORS}">the service's errors are not specified</a>.</p></div>
<details><summary>Body</summary>${body}</details>`;
}

/** What the sandbox holds now. */
function subscriptions(): Html {
  const shown = ["id", "topic", "address", "format"] as const;
  const rows = sandbox.webhooks.map((webhook) => {
    return html`<tr>${shown.map((name) => html`<td data-title="${name}"><code>${webhook[name]}</code></td>`)}</tr>`;
  });
  return html`<table class="held"><caption>Subscriptions in the sandbox: ${rows.length}</caption>
<thead><tr>${shown.map((name) => html`<th><code>${name}</code></th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** What the sandbox would have sent. */
function deliveries(): Html | false {
  const sent = sandbox.deliveries.map(({ method, address, body }) => `${method} ${address}\n\n${readable(body)}`);
  const title = `Deliveries, recorded and not sent: ${sent.length}`;
  return sent.length > 0 && html`<details><summary>${title}</summary>${codeBlock(sent.join("\n\n"), "http")}</details>`;
}

/** A body, formatted as the samples are. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
