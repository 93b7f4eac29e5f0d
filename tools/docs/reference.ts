import {
  type Body,
  type Contract,
  examplesIn,
  type Operation,
  operationsIn,
  operationsOf,
  parametersIn,
  type Schema,
} from "../contract/model.js";
import { CHAPTERS } from "../contract/register.js";
import { chapterAnchor, operationAnchor, schemaAnchor, tagAnchor } from "./anchors.js";
import type { Call } from "./call.js";
import { fieldRows, type Place, propertyRows } from "./fields.js";
import { guideTo } from "./guides.js";
import { codeBlock } from "./highlight.js";
import { copyButton, type Html, html, methodName } from "./html.js";
import { breakable, contractText, type Part, partsOf } from "./markdown.js";
import { exampleInput, firstInput, type Input, samplesOf } from "./samples.js";
import type { Section } from "./section.js";

type Calls = Readonly<Record<string, Call>>;

/** The complete reference, in reading order. */
export function referenceSections(contract: Contract, calls: Calls): Section[] {
  // The opening says what the base URL is.
  const chapters = chaptersOf(contract).filter(({ title }) => title !== CHAPTERS.baseUrl);
  const sections = chapters.map(chapterSection);
  const first = sections.filter(({ title }) => title === CHAPTERS.authentication);
  const others = sections.filter((section) => !first.includes(section));
  const resources = { level: 2, title: "Resources", anchor: "/resources", content: html`` };
  return [
    ...inGroup("Start", [openingSection(contract, calls), ...first]),
    ...inGroup("Operations", operationSections(contract, calls)),
    ...inGroup("Resources", [resources, ...schemaSections(contract)]),
    ...inGroup("In general", others),
  ];
}

/** Starts a group of the menu with the first of some sections. */
function inGroup(group: string, [first, ...others]: readonly Section[]): Section[] {
  return first ? [{ ...first, group }, ...others] : [];
}

function chaptersOf({ info }: Contract): Part[] {
  return partsOf(info.description).slice(1);
}

/** A chapter of the description. Its headings are below the title of the page. */
function chapterSection({ depth, title, text }: Part): Section {
  const anchor = chapterAnchor(title);
  return { level: depth + 1, title, anchor, guide: guideTo(title), content: contractText(text) };
}

/** The first screen: what the API is for, where it is, what a call needs, its operations, and a first call. */
function openingSection(contract: Contract, calls: Calls): Section {
  const { info } = contract;
  const [purpose = "", ...others] = (partsOf(info.description)[0]?.text ?? "").split("\n\n");
  const operations = operationsOf(contract);
  const first = operations.find(({ method }) => method === "GET");
  const call = first && calls[first.operationId];
  const content = html`${contractText(purpose)}
<p class="start"><a href="guides/quickstart.html">Quickstart</a> <a href="guides/receiving.html">Receive deliveries</a></p>
${settings(contract)}
${listOfOperations([...operations, ...deliveriesOf(contract)])}
${contractText(others.join("\n\n"))}`;
  const aside =
    call &&
    html`${requestPanel(call, first.summary, [firstInput(call)], tryButton(call.id, "Send"))}${responsePanels(first).slice(0, 1)}`;
  return { level: 1, title: info.title, anchor: "/", content, ...(aside && { aside }) };
}

/** What a reader needs for every call: where it goes, and the token. */
function settings(contract: Contract): Html {
  const { baseUrl, authentication } = CHAPTERS;
  const url = chaptersOf(contract).find(({ title }) => title === baseUrl)?.text ?? "";
  const [{ name = "", description = "" } = {}] = Object.values(contract.components.securitySchemes);
  const token = `\`${name}\`: ${description.trim()} [More](#${chapterAnchor(authentication)})`;
  const row = (title: string, text: string) =>
    html`<dt><b>${title}</b></dt><dd class="setting">${copyButton(title)}${contractText(text)}</dd>`;
  return html`<dl class="fields"><div id="${chapterAnchor(baseUrl)}">${row(baseUrl, url)}</div><div>${row(authentication, token)}</div></dl>\n`;
}

/** All operations, and what the service sends, each with a link to its section. */
function listOfOperations(operations: readonly Operation[]): Html {
  const rows = operations.map((operation) => {
    const link = html`<a href="#${operationAnchor(operation)}">${operation.summary}</a>`;
    const path = html`<code>${breakable(operation.path)}</code>`;
    return html`<tr><td>${methodName(operation.method)}</td><th scope="row">${link} ${path}</th></tr>\n`;
  });
  const head = html`<thead><tr><th>Method</th><th>Operation</th></tr></thead>`;
  return html`<table class="routes">${head}<tbody>${rows}</tbody></table>`;
}

/** The requests that the service sends by itself, each to the address of a subscription. */
function deliveriesOf({ webhooks = {} }: Contract): Operation[] {
  return operationsIn(webhooks).map((delivery) => ({ ...delivery, path: "{address}" }));
}

/** The operations of each tag, and what the service sends. */
function operationSections(contract: Contract, calls: Calls): Section[] {
  return contract.tags.flatMap(({ name, description }) => [
    { level: 2, title: name, anchor: tagAnchor(name), content: contractText(description) },
    ...operationsOf(contract)
      .filter(({ tags }) => tags[0] === name)
      .map((operation) => operationSection(contract, operation, calls)),
    ...deliveriesOf(contract)
      .filter(({ tags }) => tags[0] === name)
      .map((delivery) => deliverySection(contract, delivery)),
  ]);
}

function operationSection(contract: Contract, operation: Operation, calls: Calls): Section {
  const { operationId, method, path, summary, description, deprecated, requestBody, callbacks = {} } = operation;
  const anchor = operationAnchor(operation);
  const call = calls[operationId];
  const place: Place = { contract, anchor, presence: "required" };
  return {
    level: 3,
    title: summary,
    anchor,
    method,
    guide: guideTo(operationId),
    content: html`<div class="route">${methodName(method)} <code>${breakable(path)}</code>${copyButton("the path")}${tryButton(operationId, "Try it")}</div>
${deprecated && html`<p><strong>Deprecated.</strong></p>`}${contractText(description)}`,
    fields: html`${parameterLists(operation, place)}${requestBody && requestList(`Request body${requestBody.required ? "" : " (optional)"}`, requestBody, place)}
${Object.entries(operation.responses).map((response) => responseList(response, place))}
${Object.values(callbacks).flatMap(operationsIn).map(callbackText)}`,
    aside: html`${call && requestPanel(call, "Request", inputsOf(call))}${responsePanels(operation)}`,
  };
}

/** What the samples of an operation send: one input for each example of its body, or one if it has none. */
function inputsOf(call: Call): Input[] {
  const count = Math.max(1, call.bodies.length);
  return Array.from({ length: count }, (_, index) => exampleInput(call, index));
}

/** A request that the service sends by itself. All of it is shown except the payload, which is not specified. */
function deliverySection(contract: Contract, delivery: Operation): Section {
  const { operationId, method, summary, description, requestBody, path } = delivery;
  const anchor = operationAnchor(delivery);
  const { address } = contract.components.schemas["Webhook"]?.properties ?? {};
  const { host, pathname } = new URL(String(address?.examples?.[0]));
  const [type] = Object.keys(requestBody?.content ?? {});
  const request = `${method} ${pathname} HTTP/1.1\nHost: ${host}\nContent-Type: ${type}\n\n<payload: not specified>`;
  return {
    level: 3,
    title: summary,
    anchor,
    method,
    guide: guideTo(operationId),
    content: html`<div class="route">${methodName(method)} <code>${path}</code></div>${contractText(description)}${requestBody && requestList("Body", requestBody, { contract, anchor, presence: "required" })}`,
    aside: codePanel("Delivery", request, "http"),
  };
}

function parameterLists(operation: Operation, place: Place): Html[] {
  return (["path", "query"] as const).flatMap((where) => {
    const parameters = parametersIn(operation, where);
    const title = `${where.charAt(0).toUpperCase()}${where.slice(1)} parameters`;
    const rows = fieldRows(parameters, { ...place, anchor: `${place.anchor}/${where}` });
    return rows ? [listOf(title, "", rows)] : [];
  });
}

function requestList(title: string, body: Body, place: Place): Html {
  return listOf(title, body.description, propertyRows(schemaIn(body), { ...place, anchor: `${place.anchor}/body` }));
}

/** The fields of a response. */
function responseList([status, response]: [string, Body], { contract, anchor }: Place): Html {
  const place: Place = { contract, anchor: `${anchor}/${status}`, presence: "always present" };
  return listOf(`Response ${status}`, response.description, propertyRows(schemaIn(response), place));
}

function schemaIn({ content }: Body): Schema {
  return Object.values(content)[0]?.schema ?? {};
}

function listOf(title: string, text: string, rows?: Html): Html {
  return html`<div class="list-head"><h4>${title}</h4> ${contractText(text)}</div>${rows}\n`;
}

/** The request that an operation makes the service send. */
function callbackText({ method, summary, description }: Operation): Html {
  return listOf(summary, `\`${method} {address}\`: ${description}`);
}

function schemaSections(contract: Contract): Section[] {
  return Object.entries(contract.components.schemas).map(([title, schema]) => {
    const anchor = schemaAnchor(title);
    const example = JSON.stringify(exampleOf(schema), undefined, 2);
    const rows = propertyRows(schema, { contract, anchor, presence: "always present" });
    return {
      level: 3,
      title,
      anchor,
      content: html`${contractText(schema.description ?? "")}${rows}`,
      aside: codePanel(title, example, "json"),
    };
  });
}

function exampleOf({ properties = {} }: Schema): Record<string, unknown> {
  const shown = Object.entries(properties).flatMap(([name, { examples = [] }]) =>
    examples.slice(0, 1).map((example) => [name, example]),
  );
  return Object.fromEntries(shown);
}

/** A panel of code next to the text, such as an example of a response. */
function codePanel(title: string, code: string, language: string): Html {
  const head = html`<p class="head"><b>${title}</b>${copyButton(title)}</p>`;
  return html`<div class="panel">${head}${codeBlock(code, language)}</div>\n`;
}

/** The examples of all responses. */
function responsePanels({ responses }: Operation): Html[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const examples = Object.values(content).flatMap(examplesIn);
    return examples.map(({ value }) => codePanel(`Response ${status}`, JSON.stringify(value, undefined, 2), "json"));
  });
}

/**
 * A request in several languages, for several bodies. Radio buttons choose what is shown by CSS, so that they also work
 * without scripts.
 */
function requestPanel(call: Call, title: string, inputs: readonly Input[], button?: Html): Html {
  const group = `${call.id}/${title}`;
  const languages = samplesOf(call).map(({ name }, index) =>
    radio(`${group}/language`, name.toLowerCase(), name, index),
  );
  const examples = inputs.map((input, index) => {
    const choice = inputs.length > 1 && radio(`${group}/body`, String(index), call.bodies[index]?.name ?? "", index);
    const codes = samplesOf(call, input).map(({ name, language, code }) =>
      codeBlock(code, language, name.toLowerCase()),
    );
    return html`${choice}<div class="example">${codes}</div>`;
  });
  const tabs = html`<div class="tabs" role="radiogroup" aria-label="Language">${languages}</div>`;
  const head = html`<div class="head"><b>${title}</b> ${tabs}${button}${copyButton(title)}</div>`;
  return html`<div class="panel request">${head}<div class="examples" role="group" aria-label="Example of the body">${examples}</div></div>\n`;
}

/** "Try it" opens the form of an operation. "Send" sends the first call of the page, which has no form. */
function tryButton(operation: string, label: "Try it" | "Send"): Html {
  return html`<button type="button" class="try" data-operation="${operation}">${label}</button>`;
}

/** A radio button that looks like a tab. The first of a group is chosen. */
function radio(group: string, value: string, label: string, index: number): Html {
  return html`<label><input type="radio" name="${group}" value="${value}"${index === 0 && html` checked`}>${label}</label>`;
}
