import {
  type Body,
  type Contract,
  type MediaType,
  type Operation,
  operationsIn,
  type Parameter,
  type PathItemOperation,
  parametersIn,
  schemaName,
} from "../contract/model.js";
import { code } from "../contract/schema-in-words.js";
import { isPublic } from "../contract/security.js";
import { operationAnchor } from "./anchors.js";
import { callsOf } from "./calls.js";
import { type Block, type Chapter, chapter, type FieldRow, type Panel } from "./chapter.js";
import { requestPanel } from "./code-panels.js";
import { factsOf, kindOf } from "./facts.js";
import { fieldsOf } from "./fields.js";
import { GUIDES } from "./guide-links.js";
import { belowHeading } from "./headings.js";

/** Blocks in the making. What is not there is left out. */
type Parts = readonly (Block | false | undefined)[];

/** The operations of a tag. */
export function operationChapters(contract: Contract, tag: string): Chapter[] {
  const calls = callsOf(contract);
  return operationsIn(contract.paths)
    .filter(({ tags: [first] }) => first === tag)
    .map((operation) => {
      const { operationId, method, path, summary, deprecated, requestBody, responses, callbacks = {} } = operation;
      const anchor = operationAnchor(operation);
      const call = calls[operationId];
      const parts: Parts = [
        { method, path },
        deprecated && "**Deprecated.**",
        belowHeading(3, operation.description).trim(),
        contract.security.length > 0 && isPublic(contract, operation) && "Requires no token.",
        { form: operationId, guide: GUIDES[operationId] },
        ...parameterParts(contract, operation),
        ...requestParts(contract, anchor, requestBody, `Request body${requestBody?.required ? "" : " (optional)"}`),
        ...Object.entries(responses).flatMap(([status, response]) => [
          `#### Response ${status}`,
          ...bodyParts(contract, { anchor: `${anchor}/${status}`, isRequest: false }, response),
        ]),
        ...Object.values(callbacks).flatMap(callbackParts),
      ];
      return {
        ...chapter(3, summary, anchor, parts),
        method,
        deprecated,
        aside: [...(call ? [requestPanel(call)] : []), ...answerPanels(operation)],
      };
    });
}

/** The requests that the service sends by itself, under a tag. */
export function deliveryChapters(contract: Contract, tag: string): Chapter[] {
  return operationsIn(contract.webhooks ?? {})
    .filter(({ tags: [first] }) => first === tag)
    .map((delivery) => {
      const { operationId, method, summary, description, requestBody } = delivery;
      const anchor = operationAnchor(delivery);
      const parts: Parts = [
        { method, path: "{address}" },
        belowHeading(3, description).trim(),
        { guide: GUIDES[operationId] },
        ...requestParts(contract, anchor, requestBody, "Body"),
      ];
      return { ...chapter(3, summary, anchor, parts), method, aside: deliveryPanel(contract, delivery) };
    });
}

/** What the server at an address gets: the contract says all of it but the payload. */
function deliveryPanel({ components }: Contract, { method, requestBody }: Operation): Panel[] {
  const [address] = components.schemas["Webhook"]?.properties?.["address"]?.examples ?? [];
  if (address === undefined) return [];
  const [type] = Object.keys(requestBody?.content ?? {});
  const { host, pathname } = new URL(String(address));
  const code = `${method} ${pathname} HTTP/1.1\nHost: ${host}\nContent-Type: ${type}\n\n<payload: not specified>`;
  return [{ title: "Delivery", language: "http", code }];
}

/** The request that an operation makes the service send. */
function callbackParts(callback: Contract["paths"]): Parts {
  return operationsIn(callback).flatMap(({ method, path: expression, summary, description }) => [
    `#### ${summary}`,
    { method, path: `{${expression.match(/(\w+)\}$/)?.[1] ?? expression}}` },
    belowHeading(4, description).trim(),
  ]);
}

function parameterParts(contract: Contract, operation: Operation): Parts {
  const places = ["path", "query", "header", "cookie"] as const;
  return places.flatMap((place) => {
    const rows = parametersIn(operation, place).map((parameter) =>
      parameterRow(contract, operationAnchor(operation), parameter),
    );
    return rows.length === 0 ? [] : [`#### ${place[0]?.toUpperCase()}${place.slice(1)} parameters`, { fields: rows }];
  });
}

function parameterRow(contract: Contract, anchor: string, parameter: Parameter): FieldRow {
  const { name, in: place, required = false, description, schema, example, examples = {} } = parameter;
  const shown = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
  const steps = [name];
  return {
    anchor: `${anchor}/${place}/${name}`,
    steps,
    type: kindOf(schema),
    required,
    description: description.trim(),
    choices: schema.enum ?? [],
    facts: factsOf(schema, shown),
    schema: undefined,
    fields: fieldsOf(contract, schema, { anchor: `${anchor}/${place}`, isRequest: true, steps }),
  };
}

function requestParts(contract: Contract, anchor: string, body: Body | undefined, heading: string): Parts {
  return body ? [`#### ${heading}`, ...bodyParts(contract, { anchor: `${anchor}/body`, isRequest: true }, body)] : [];
}

/** A body: its description, its media types where these are not said yet, and its fields. */
function bodyParts(contract: Contract, place: { anchor: string; isRequest: boolean }, body: Body): Parts {
  const { description, content, headers = {} } = body;
  const types = Object.keys(content);
  const [{ schema } = { schema: {} }] = Object.values(content);
  const fields = fieldsOf(contract, schema, place);
  const name = schemaName(schema);
  const inHeader = Object.entries(headers).map(([header, value]) =>
    parameterRow(contract, place.anchor, { schema: {}, description: "", ...value, name: header, in: "header" }),
  );
  return [
    description.trim(),
    types.some((type) => type !== "application/json" && !description.includes(type)) &&
      `Media types: ${types.map(code).join(", ")}.`,
    inHeader.length > 0 && { fields: inHeader },
    fields.length > 0 && { fields, ...(name !== undefined && { schema: name }) },
  ];
}

/** The examples of the answers of an operation; only where there are several, each is told from the others. */
export function answerPanels({ responses }: PathItemOperation): Panel[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const examples = examplesIn(response);
    return examples.map(({ summary, value }) => ({
      title: `Response ${status}`,
      note: examples.length > 1 ? summary : undefined,
      language: "json",
      code: JSON.stringify(value, undefined, 2),
    }));
  });
}

/** The examples of a body in its first media type that has any. */
function examplesIn(body: Body | undefined) {
  const all = Object.values(body?.content ?? {}).map(({ example, examples = {} }: MediaType) => {
    return example === undefined ? Object.values(examples) : [{ summary: "Example", value: example }];
  });
  return all.find(({ length }) => length > 0) ?? [];
}
