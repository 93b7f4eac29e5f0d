// Sends what the forms have to the sandbox of the page. Loaded when the reader first tries an operation.
import { createSandbox } from "../../../src/sandbox/index.js";
import type { Call, CallParameter } from "../call.js";
import { codeBlock, highlighted } from "../highlight.js";
import { copyButton, type Html, html } from "../html.js";
import {
  addressOf,
  exampleInput,
  firstInput,
  type Input,
  requestOf,
  type SentRequest,
  samplesOf,
  TOKEN,
} from "../samples.js";

/** How each operation is called, by its id. The build puts it here. */
declare const CALLS: Readonly<Record<string, Call>>;

/** Where the reference speaks of errors. The build puts it here, too. */
declare const ERRORS: string;

/** One sandbox for all forms, only in memory. It begins with what the contract shows, so that first tries succeed. */
const sandbox = createSandbox({ seed: "examples" });

Object.assign(globalThis, { tryIt });

/** Opens or closes the form of an operation. The first call of the page has none: it is sent. */
function tryIt(button: HTMLButtonElement): void {
  const call = CALLS[button.dataset["operation"] ?? ""];
  const section = button.closest("section");
  if (!call || !section) return;
  const panel = button.closest(".panel");
  if (panel) {
    answered(requestOf(call, firstInput(call))).then((content) => show(content, (answer) => panel.after(answer)));
    return;
  }
  const form = section.querySelector("form") ?? createForm(call, section, button);
  const isOpen = button.ariaExpanded === "true";
  form.hidden = isOpen;
  button.ariaExpanded = String(!isOpen);
  button.textContent = isOpen ? "Try it" : "Close";
}

/** Makes the form of an operation, filled in with the example that the samples show. */
function createForm(call: Call, section: Element, button: HTMLElement): HTMLFormElement {
  const form = document.createElement("form");
  form.ariaLabel = `Try ${call.id}`;
  form.innerHTML = String(formContent(call));
  button.closest(".route")?.after(form);
  const fields = form.elements;
  const typed = (name: string) => {
    const field = fields.namedItem(name);
    return field && "value" in field ? String(field.value) : "";
  };
  const read = (): Input => {
    const values = call.parameters.map(({ name }) => [name, typed(name)]);
    return { values: Object.fromEntries(values), body: typed("body").trim() };
  };
  const choices = [...section.querySelectorAll<HTMLInputElement>('.request [name$="/body"]')];
  const chosen = () =>
    Math.max(
      0,
      choices.findIndex(({ checked }) => checked),
    );
  const fillBody = () => {
    const body = fields.namedItem("body");
    if (body instanceof HTMLTextAreaElement) body.value = exampleInput(call, chosen()).body;
  };
  fillBody();
  form.addEventListener("input", () => showSamples(section, call, read(), chosen()));
  for (const choice of choices) {
    choice.addEventListener("change", () => {
      fillBody();
      showSamples(section, call, read(), chosen());
    });
  }
  const place = (answer: HTMLElement) => {
    const aside = matchMedia("(width >= 75rem)").matches ? section.querySelector(".aside") : undefined;
    if (aside) aside.prepend(answer);
    else form.append(answer);
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    show(await answered(requestOf(call, read(), typed("token"))), place);
  });
  form.addEventListener("reset", (event) => {
    // What is typed stays.
    event.preventDefault();
    sandbox.reset();
    show(headOf("Reset", true, "The sandbox is as it began."), place);
  });
  return form;
}

function formContent(call: Call): Html {
  const { id, url, tokenHeader, parameters, bodies } = call;
  const { values } = exampleInput(call);
  const lines = Math.max(2, ...bodies.map(({ text }) => text.split("\n").length));
  return html`<p class="about"><b>Answered by a sandbox in this page</b>, which a reload resets. Nothing is sent to <code>${new URL(url).origin}</code> or elsewhere.</p>
${row(id, "token", tokenHeader, "any token works here", (name) => html`<input ${name} class="secret" value="${TOKEN}">`)}
${parameters.map((parameter) => parameterRow(id, parameter, parameter.required ? values[parameter.name] : ""))}
${bodies.length > 0 && row(id, "body", "Body", "JSON", (name) => html`<textarea ${name} rows="${lines}"></textarea>`)}
<div><button>Try it</button> <button type="reset">Reset the sandbox</button></div>`;
}

function parameterRow(call: string, { name, in: place, required, choices }: CallParameter, value = ""): Html {
  const about = required ? `${place}, required` : place;
  const options = ["", ...choices].map((choice) => html`<option value="${choice}">${choice || "(none)"}</option>`);
  return row(call, name, name, about, (attributes) =>
    choices.length > 0
      ? html`<select ${attributes}>${options}</select>`
      : html`<input ${attributes} value="${value}"${required && html` required`}>`,
  );
}

function row(call: string, name: string, label: string, about: string, input: (attributes: Html) => Html): Html {
  const id = `try/${call}/${name}`;
  const attributes = html`id="${id}" name="${name}" autocomplete="off" spellcheck="false"`;
  return html`<div class="field"><label for="${id}">${label}</label> <span class="about">${about}</span>${input(attributes)}</div>`;
}

/** Shows the typed values in the samples. A body that is not JSON yet leaves them as they are. */
function showSamples(section: Element, call: Call, input: Input, example: number): void {
  try {
    for (const { name, language, code } of samplesOf(call, input)) {
      const shown = section.querySelectorAll(`.request .${name.toLowerCase()} code`)[example];
      if (shown) shown.innerHTML = highlighted(code, language);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

/** Shows what was answered, in place of the answer before. */
function show(content: Html, place: (answer: HTMLElement) => void): void {
  const answer = document.createElement("div");
  answer.className = "panel answer";
  answer.innerHTML = String(content);
  for (const other of document.querySelectorAll(".answer")) other.remove();
  place(answer);
  answer.scrollIntoView({ block: "nearest" });
}

/** What the sandbox answers to a request. */
async function answered(request: SentRequest): Promise<Html> {
  const headers = Object.fromEntries(request.headers.map(({ name, value }) => [name, value]));
  try {
    const { method, postData } = request;
    const response = await sandbox.fetch(addressOf(request), { method, headers, body: postData?.text ?? null });
    const body = await response.text();
    const note = response.headers.get("sandbox-note");
    return html`${headOf(String(response.status), response.ok, "from the sandbox in this page")}
${note !== null && html`<p class="note"><b>The sandbox says:</b> ${note}</p>`}${!response.ok && refusal(body)}
${codeBlock(readable(body), "json")}${subscriptions()}${deliveries()}`;
  } catch (error) {
    // A header may hold no other characters than those of Latin-1.
    return headOf("Not sent", false, error instanceof Error ? error.message : String(error));
  }
}

function headOf(title: string, isSuccess: boolean, about: string): Html {
  return html`<div class="head"><p role="status"><b class="${isSuccess ? "success" : "failure"}">${title}</b> <span>${about}</span></p>${copyButton("the answer")}</div>`;
}

/** What is wrong with a request, in the sandbox's own words. */
function refusal(body: string): Html {
  const { detail = "", validation = [] }: { detail?: string; validation?: { message: string }[] } = JSON.parse(body);
  const messages = validation.length > 0 ? validation.map(({ message }) => message) : [detail];
  return html`<div class="note"><ul>${messages.map((message) => html`<li>${message}</li>`)}</ul>
<p class="about">The form of this answer is the sandbox's own: <a href="#${ERRORS}">the service's errors are not specified</a>.</p></div>`;
}

/** What the sandbox holds now. */
function subscriptions(): Html {
  const shown = ["id", "topic", "address", "format"] as const;
  const rows = sandbox.webhooks.map((webhook) => {
    return html`<tr>${shown.map((name) => html`<td data-title="${name}">${webhook[name]}</td>`)}</tr>`;
  });
  return html`<table class="held"><caption>Subscriptions in the sandbox: ${rows.length}</caption>
<thead><tr>${shown.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** What the sandbox would have sent. */
function deliveries(): Html | false {
  const sent = sandbox.deliveries.map(({ method, address, body }) => `${method} ${address}\n\n${readable(body)}`);
  const title = `Deliveries, recorded and not sent: ${sent.length}`;
  return sent.length > 0 && html`<details><summary>${title}</summary>${codeBlock(sent.join("\n\n"), "http")}</details>`;
}

/** A body in the form in which the samples show theirs. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
