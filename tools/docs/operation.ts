import { answerOf, examplesIn, failuresOf, statusOf } from "../contract/bodies.js";
import {
  type Body,
  type Contract,
  type Operation,
  operationsIn,
  parametersIn as parametersAt,
} from "../contract/model.js";
import { isPublic } from "../contract/server-and-token.js";
import { operationAnchor } from "./anchors.js";
import type { Call } from "./call-data.js";
import { codePanel, foldedPanel, requestPanel } from "./code-panels.js";
import { fieldsOf, type Place, parametersIn } from "./field-rows.js";
import { renderForm } from "./form-markup.js";
import { GUIDES } from "./guide-links.js";
import { copyButton, type Html, html, methodName } from "./html.js";
import { breakable, inline } from "./markdown.js";
import { exampleInput } from "./request-samples.js";
import { capitalized, code } from "./schema-in-words.js";
import { type Field, type FieldList, prose, type Section } from "./sections.js";

/** An operation, with its form and its samples. */
export function operationSection(contract: Contract, operation: Operation, call: Call): Section {
  const { operationId, method, path, summary, description, requestBody, callbacks = {} } = operation;
  const anchor = operationAnchor(operation);
  const failures = failuresOf(operation);
  return {
    ...{ level: 3, title: summary, anchor, method, operation: operationId, ...guideTo(operationId) },
    blocks: [
      html`<div class="call">${route(method, path)}${renderForm(call)}</div>`,
      operation.deprecated && html`<p><strong>Deprecated.</strong></p>`,
      prose(description),
      contract.security.length > 0 && isPublic(contract, operation) && prose("Requires no token."),
    ],
    fields: [
      ...parameterLists(contract, operation, call),
      ...(requestBody ? [requestList(contract, `${anchor}/body`, requestBody)] : []),
      ...responseLists(contract, operation),
      ...failureList(contract, anchor, failures),
      ...Object.values(callbacks).flatMap(operationsIn).map(callbackList),
    ],
    aside: html`${requestPanel(call, anchor)}${answerPanels(operation)}${failurePanels(failures)}`,
  };
}

/** A request that the service sends by itself. */
export function deliverySection(contract: Contract, delivery: Operation): Section {
  const { operationId, method, summary, description, requestBody } = delivery;
  const anchor = operationAnchor(delivery);
  // The contract says all of what arrives but the payload.
  const [address = "https://example.com/"] =
    contract.components.schemas["Webhook"]?.properties?.["address"]?.examples ?? [];
  const { host, pathname } = new URL(String(address));
  const [type] = Object.keys(requestBody?.content ?? {});
  const request = `${method} ${pathname} HTTP/1.1\nHost: ${host}\nContent-Type: ${type}\n\n<payload: not specified>`;
  return {
    ...{ level: 3, title: summary, anchor, method, ...guideTo(operationId) },
    blocks: [
      html`<div class="call">${route(method, DELIVERY_PATH)}</div>`,
      prose(description),
      requestBody && { ...requestList(contract, `${anchor}/body`, requestBody), heading: "Body" },
    ],
    aside: codePanel("Delivery", request, "http"),
  };
}

/** Where a delivery goes: the address of a subscription. */
export const DELIVERY_PATH = "{address}";

/** Where a chapter goes on: the guide about it, if there is one. */
export function guideTo(chapter: string): Pick<Section, "guide"> {
  const guide = GUIDES[chapter];
  return guide === undefined ? {} : { guide: html`Guide: ${inline(guide)}` };
}

/** Method and path of a request. Only a path can be copied: an address is the reader's own. */
function route(method: string, path: string): Html {
  const copy = path.startsWith("/") && copyButton("the path");
  return html`<div class="route">${methodName(method)} <code>${breakable(path, 0)}</code>${copy}</div>`;
}

function parameterLists(contract: Contract, operation: Operation, call: Call): FieldList[] {
  const { parameters = [] } = operation;
  const anchor = operationAnchor(operation);
  const places = [...new Set(parameters.map(({ in: place }) => place))];
  return places.map((place) => ({
    kind: "fields",
    heading: `${capitalized(place)} parameters`,
    text: "",
    fields: parametersIn(parametersAt(operation, place), {
      ...{ contract, anchor: `${anchor}/${place}`, isRequest: true, shown: [exampleInput(call).values] },
    }),
  }));
}

/** A body: what is said about it, and its fields. */
function bodyList({ description, content }: Body, place: Omit<Place, "shown">): FieldList {
  const [{ schema = {}, ...media } = {}] = Object.values(content);
  const list = fieldsOf(schema, { ...place, shown: examplesIn(media).map(({ value }) => value) });
  const [only, ...others] = list.fields;
  const [said = "", ...rest] = only?.text.split("\n\n") ?? [];
  // What the only field begins with is said once: before it.
  const isSame = said !== "" && description.startsWith(said.trim().replace(/\.$/, ""));
  if (!only || others.length > 0 || !isSame) return { ...list, text: description };
  return { ...list, text: said, fields: [{ ...only, text: rest.join("\n\n") }] };
}

function requestList(contract: Contract, anchor: string, body: Body): FieldList {
  const heading = `Request body${body.required ? "" : " (optional)"}`;
  return { ...bodyList(body, { contract, anchor, isRequest: true }), heading };
}

/** What the success holds: its body, and its headers. */
function responseLists(contract: Contract, operation: Operation): FieldList[] {
  const [status, response] = [statusOf(operation), answerOf(operation)];
  const anchor = `${operationAnchor(operation)}/${status}`;
  const body = { ...bodyList(response, { contract, anchor, isRequest: false }), heading: `Response ${status}` };
  const fields = headersOf(contract, anchor, response);
  const headers: FieldList = { kind: "fields", heading: `Headers of response ${status}`, text: "", fields };
  return fields.length > 0 ? [body, headers] : [body];
}

function headersOf(contract: Contract, anchor: string, { headers = {} }: Body): Field[] {
  const named = Object.entries(headers).map(([name, header]) => ({ ...header, name }));
  return parametersIn(named, { contract, anchor: `${anchor}/header`, isRequest: false, shown: [] });
}

/** The declared failures, each in a row with the names of its headers and the fields of its body. */
function failureList(contract: Contract, operation: string, failures: readonly [string, Body][]): FieldList[] {
  if (failures.length === 0) return [];
  const fields = failures.map(([status, response]): Field => {
    const anchor = `${operation}/${status}`;
    const body = bodyList(response, { contract, anchor, isRequest: false });
    const [type = "no body"] = Object.keys(response.content);
    const headers = Object.keys(response.headers ?? {}).map(code);
    return {
      ...{ name: status, path: status, anchor, type, text: response.description, pattern: "", examples: "" },
      facts: headers.length > 0 ? `With the header ${headers.join(" and ")}` : "",
      ...(body.fields.length > 0 && { inner: { ...body, text: "" } }),
    };
  });
  return [{ kind: "fields", heading: "Failures", text: "", fields }];
}

/** The request that an operation makes the service send. */
function callbackList({ method, summary, description }: Operation): FieldList {
  return { kind: "fields", heading: summary, text: `\`${method} ${DELIVERY_PATH}\`: ${description}`, fields: [] };
}

/** The examples of the success of an operation; only where there are several, each is told from the others. */
export function answerPanels(operation: Operation): Html[] {
  const examples = Object.values(answerOf(operation).content).flatMap(examplesIn);
  return examples.map(({ summary, value }) => {
    const note = examples.length > 1 ? summary : undefined;
    return codePanel(`Response ${statusOf(operation)}`, JSON.stringify(value, undefined, 2), "json", note);
  });
}

/** The example of each failure, folded. */
function failurePanels(failures: readonly [string, Body][]): Html[] {
  return failures.flatMap(([status, { content }]) => {
    const [first] = Object.values(content).flatMap(examplesIn);
    return first ? [foldedPanel(`Response ${status}`, JSON.stringify(first.value, undefined, 2), "json")] : [];
  });
}
