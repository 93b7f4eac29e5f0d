import { type Body, type Contract, type Operation, operationsIn, parametersIn } from "../contract/model.js";
import { isPublic } from "../contract/server-and-token.js";
import type { Call } from "./call-data.js";
import { codePanel, requestPanel } from "./code-panels.js";
import { renderFields, renderParameters } from "./field-rows.js";
import { renderForm } from "./form-markup.js";
import { GUIDES } from "./guide-links.js";
import { badge, copyButton, type Html, html } from "./html.js";
import { breakable, brief, inline, markdown, slugOf } from "./markdown.js";
import type { Section } from "./sections.js";

/** Anchor of a tag. */
export function tagAnchor(tag: string): string {
  return `/${slugOf(tag)}`;
}

/** Anchor of an operation, as in Redoc's page. One without an id has its summary instead. */
export function operationAnchor({ tags, operationId, summary }: Operation): string {
  return `${tagAnchor(tags[0] ?? "")}/${operationId ? operationId.toLowerCase() : slugOf(summary)}`;
}

/** An operation, with its form and its samples. */
export function operationSection(contract: Contract, operation: Operation, call: Call): Section {
  const { operationId, method, summary, parameters = [], requestBody, responses, callbacks = {} } = operation;
  const anchor = operationAnchor(operation);
  const places = [...new Set(parameters.map(({ in: place }) => place))];
  const text = html`${route(method, operation.path)}
${operation.deprecated && html`<p><strong>Deprecated.</strong></p>`}${markdown(operation.description)}
${contract.security.length > 0 && isPublic(contract, operation) && html`<p>Requires no token.</p>`}
<div class="next">${guideLink(operationId)}${renderForm(call)}</div>
${places.map((place) => {
  const list = parametersIn(operation, place);
  const name = `${place[0]?.toUpperCase()}${place.slice(1)}`;
  return html`<h4>${name} parameters</h4>${renderParameters(list, { contract, anchor: `${anchor}/${place}`, isRequest: true })}`;
})}
${requestBody && html`<h4>Request body${!requestBody.required && " (optional)"}</h4>${bodyOf(contract, `${anchor}/body`, true, requestBody)}`}
${Object.entries(responses).map(([status, response]) => html`<h4>Response ${status}</h4>${bodyOf(contract, `${anchor}/${status}`, false, response)}${headersOf(contract, `${anchor}/${status}`, response)}`)}
${Object.values(callbacks).flatMap(operationsIn).map(callbackOf)}`;
  const aside = html`${requestPanel(call, anchor)}${answerPanels(operation)}`;
  return { level: 3, title: summary, anchor, method, operation: operationId, text, aside };
}

/** A request that the service sends by itself. */
export function deliverySection(contract: Contract, delivery: Operation): Section {
  const { operationId, method, summary, description, requestBody } = delivery;
  const anchor = operationAnchor(delivery);
  const text = html`${route(method, "{address}")}${markdown(description)}${guideLink(operationId)}
${requestBody && html`<h4>Body</h4>${bodyOf(contract, `${anchor}/body`, true, requestBody)}`}`;
  // The contract says all of what arrives but the payload.
  const [address = "https://example.com/"] =
    contract.components.schemas["Webhook"]?.properties?.["address"]?.examples ?? [];
  const { host, pathname } = new URL(String(address));
  const [type] = Object.keys(requestBody?.content ?? {});
  const request = `${method} ${pathname} HTTP/1.1\nHost: ${host}\nContent-Type: ${type}\n\n<payload: not specified>`;
  return { level: 3, title: summary, anchor, method, text, aside: codePanel("Delivery", request, "http") };
}

/** Where a chapter goes on: the guide about it. */
export function guideLink(chapter: string): Html | undefined {
  const guide = GUIDES[chapter];
  return guide === undefined ? undefined : html`<p class="guide-link">Guide: ${inline(guide)}</p>`;
}

/** Method and path of a request. Only a path can be copied: an address is the reader's own. */
function route(method: string, path: string): Html {
  const copy = path.startsWith("/") && copyButton("the path");
  return html`<div class="route">${badge(method)} <code>${breakable(path)}</code>${copy}</div>`;
}

/** The request that an operation makes the service send. */
function callbackOf({ method, path: expression, summary, description }: Operation): Html {
  const path = `{${expression.match(/(\w+)\}$/)?.[1] ?? expression}}`;
  return html`<h4>${summary}</h4>${route(method, path)}${markdown(description)}`;
}

/** A body: its description, and its fields. */
function bodyOf(contract: Contract, anchor: string, isRequest: boolean, { description, content }: Body): Html {
  const { schema = {} } = Object.values(content)[0] ?? {};
  return html`${brief(description)}${renderFields(schema, { contract, anchor, isRequest })}`;
}

/** The headers of a response. */
function headersOf(contract: Contract, anchor: string, { headers = {} }: Body): Html | undefined {
  const list = Object.entries(headers).map(([name, header]) => ({ ...header, name, in: "header" as const }));
  if (list.length === 0) return undefined;
  return html`<h5>Headers</h5>${renderParameters(list, { contract, anchor: `${anchor}/header`, isRequest: false })}`;
}

/** The examples of the answers of an operation; only where there are several, each is told from the others. */
export function answerPanels({ responses }: Operation): Html[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const [{ example, examples = {} } = { examples: {} }] = Object.values(content);
    const all = example === undefined ? Object.values(examples) : [{ value: example }];
    return all.map(({ summary, value }) => {
      const note = all.length > 1 ? summary : undefined;
      return codePanel(`Response ${status}`, JSON.stringify(value, undefined, 2), "json", note);
    });
  });
}
