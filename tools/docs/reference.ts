import { CHAPTERS } from "../contract/chapters.js";
import { type Contract, operationsIn, operationsOf, type Schema } from "../contract/model.js";
import { objectsIn } from "../contract/pointer.js";
import { registerOf } from "../contract/register.js";
import { chapterAnchor, operationAnchor, questionAnchor, tagAnchor } from "./anchors.js";
import type { Call } from "./call-data.js";
import { codePanel, requestPanel } from "./code-panels.js";
import { fieldsOf } from "./field-rows.js";
import { GUIDES } from "./guide-links.js";
import { type Html, html, methodName } from "./html.js";
import { breakable, type Context, inline, type Part, partsOf } from "./markdown.js";
import { answerPanels, DELIVERY_PATH, deliverySection, guideTo, operationSection } from "./operation.js";
import { type Block, prose, type Section, type Setting } from "./sections.js";

/** The complete reference, in reading order. */
export function referenceSections(contract: Contract, calls: Readonly<Record<string, Call>>): Section[] {
  // What the base URL is, the opening says.
  const chapters = chaptersOf(contract).filter(({ title }) => title !== CHAPTERS.baseUrl);
  const sections = chapters.map((chapter) => chapterSection(contract, chapter));
  const first = sections.filter(({ title }) => title === CHAPTERS.authentication);
  const others = sections.filter((section) => !first.includes(section));
  const resources = { level: 2, title: "Resources", anchor: "/resources", blocks: [otherFields(contract)] };
  return [
    ...inGroup("Start", [openingSection(contract, calls), ...first]),
    ...inGroup("Operations", operationSections(contract, calls)),
    ...inGroup("Resources", [resources, ...schemaSections(contract)]),
    ...inGroup("In general", others),
  ];
}

/** What the texts of the site may speak of, and where the reference has it. */
export function contextOf(contract: Contract, sections: readonly Section[]): Context {
  const parameters = operationsOf(contract).flatMap((operation) =>
    (operation.parameters ?? []).map(
      ({ name, in: place }) => [name, `${operationAnchor(operation)}/${place}/${name}`] as const,
    ),
  );
  return {
    questions: new Map(registerOf(contract).map((question) => [questionAnchor(question.text), question])),
    places: new Map([
      ["Introduction", "/"],
      ...chaptersOf(contract).map(({ title }) => [title, chapterAnchor(title)] as const),
      ...sections.map(({ title, anchor }) => [title, anchor] as const),
      ...parameters,
    ]),
  };
}

function chaptersOf({ info }: Contract): Part[] {
  return partsOf(info.description).slice(1);
}

/** The operations of each tag, and what the service sends. */
function operationSections(contract: Contract, calls: Readonly<Record<string, Call>>): Section[] {
  const deliveries = operationsIn(contract.webhooks ?? {});
  return contract.tags.flatMap(({ name, description }) => [
    { level: 2, title: name, anchor: tagAnchor(name), blocks: [prose(description)] },
    ...operationsOf(contract).flatMap((operation) => {
      const call = calls[operation.operationId];
      return call && operation.tags[0] === name ? [operationSection(contract, operation, call)] : [];
    }),
    ...deliveries.filter(({ tags: [tag] }) => tag === name).map((delivery) => deliverySection(contract, delivery)),
  ]);
}

/** The first screen: what the API is for, where it is, what a call requires, its operations, and a first call. */
function openingSection(contract: Contract, calls: Readonly<Record<string, Call>>): Section {
  const { info } = contract;
  const [introduction] = partsOf(info.description);
  const [purpose = "", ...others] = introduction?.text.trim().split("\n\n") ?? [];
  const operations = operationsOf(contract);
  const first = operations.find(({ method }) => method === "GET") ?? operations[0];
  const call = first && calls[first.operationId];
  const aside = first && call && html`${requestPanel(call, "/", first.summary)}${answerPanels(first).slice(0, 1)}`;
  const start = GUIDES[info.title];
  return {
    ...{ level: 1, title: info.title, anchor: "/" },
    blocks: [
      prose(purpose),
      start !== undefined && html`<p class="start">${inline(start)}</p>`,
      { kind: "settings", settings: settingsOf(contract) },
      listOfOperations(contract),
      prose(others.join("\n\n")),
    ],
    ...(aside && { aside }),
  };
}

/** What a reader needs for every call: where it goes, and the token. */
function settingsOf(contract: Contract): Setting[] {
  const baseUrl = chaptersOf(contract).find(({ title }) => title === CHAPTERS.baseUrl);
  const [{ name: header, description = "" } = {}] = Object.values(contract.components.securitySchemes);
  const anchor = chapterAnchor(CHAPTERS.authentication);
  const token = `\`${header}\`: ${description.trim()} [More](#${anchor})`;
  return [
    { name: CHAPTERS.baseUrl, text: baseUrl?.text ?? "", anchor: chapterAnchor(CHAPTERS.baseUrl), isHere: true },
    { name: CHAPTERS.authentication, text: token, anchor, isHere: false },
  ];
}

/** All operations, and what the service sends, each with a link to its section. */
function listOfOperations(contract: Contract): Html {
  const deliveries = operationsIn(contract.webhooks ?? {}).map((delivery) => ({ ...delivery, path: DELIVERY_PATH }));
  const rows = [...operationsOf(contract), ...deliveries].map((operation) => {
    const link = html`<a href="#${operationAnchor(operation)}">${operation.summary}</a>`;
    const path = html`<code>${breakable(operation.path, 0)}</code>`;
    return html`<tr><td>${methodName(operation.method)}</td><th scope="row">${link} ${path}</th></tr>\n`;
  });
  const head = html`<thead><tr><th>Method</th><th>Operation</th></tr></thead>`;
  return html`<table class="routes">${head}<tbody>${rows}</tbody></table>`;
}

/** A chapter of the description. Its headings are below the title of the page. */
function chapterSection(contract: Contract, { depth, title, text }: Part): Section {
  return {
    ...{ level: Math.min(depth + 1, 6), title, anchor: chapterAnchor(title), ...guideTo(title) },
    blocks: [prose(text), title === CHAPTERS.versioning && deprecations(contract)],
  };
}

/** That nothing is deprecated. What is, says so where it is described. */
function deprecations({ paths, components }: Contract): Block {
  const isDeprecated = [...objectsIn({ paths, components })].some(({ value }) => value["deprecated"] === true);
  return !isDeprecated && prose("No operation, parameter or field is marked as deprecated.");
}

/** That an answer may have more than is listed, as long as every schema says so. */
function otherFields({ components }: Contract): Block {
  const isOpen = Object.values(components.schemas).every((schema) => schema["unevaluatedProperties"] === true);
  return isOpen && prose("A response may have other fields than these, too.");
}

function schemaSections(contract: Contract): Section[] {
  return Object.entries(contract.components.schemas).map(([title, schema]) => {
    const anchor = `/resources/${title.toLowerCase()}`;
    const example = exampleOf(schema);
    const { fields } = fieldsOf(schema, { contract, anchor, isRequest: false, shown: [example] });
    const code = JSON.stringify(example, undefined, 2);
    return {
      ...{ level: 3, title, anchor },
      blocks: [prose(schema.description ?? ""), { kind: "fields", text: "", fields }],
      ...(Object.keys(example).length > 0 && { aside: codePanel(title, code, "json") }),
    };
  });
}

function exampleOf({ properties = {} }: Schema): Record<string, unknown> {
  const shown = Object.entries(properties).flatMap(([name, { examples = [] }]) =>
    examples.slice(0, 1).map((example) => [name, example]),
  );
  return Object.fromEntries(shown);
}

/** Names the group of the menu that begins with the first of some sections. */
function inGroup(group: string, [first, ...others]: readonly Section[]): Section[] {
  return first ? [{ ...first, group }, ...others] : [];
}
