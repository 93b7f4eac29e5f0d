import { type Contract, operationsIn, operationsOf, type Schema } from "../contract/model.js";
import { accessTokenOf } from "../contract/server-and-token.js";
import type { Call } from "./call-data.js";
import { codePanel, requestPanel } from "./code-panels.js";
import { renderFields } from "./field-rows.js";
import { CHOICE_OF_THE_SANDBOX } from "./guide-links.js";
import { badge, copyButton, type Html, html } from "./html.js";
import { brief, markdown, type Part, partsOf, slugOf } from "./markdown.js";
import { answerPanels, deliverySection, guideLink, operationAnchor, operationSection, tagAnchor } from "./operation.js";
import type { Section } from "./sections.js";

/** The chapters of the description that the page puts elsewhere: into the opening, and before the operations. */
const [BASE_URL, AUTHENTICATION] = ["Base URL", "Authentication"];

/** The complete reference, in reading order. */
export function referenceSections(contract: Contract, calls: Readonly<Record<string, Call>>): Section[] {
  const [introduction, ...parts] = partsOf(contract.info.description);
  const baseUrl = parts.find(({ title }) => title === BASE_URL);
  const others = parts.filter(({ title }) => title !== BASE_URL && title !== AUTHENTICATION);
  const deliveries = operationsIn(contract.webhooks ?? {});
  const operations = contract.tags.flatMap(({ name, description }) => [
    { level: 2, title: name, anchor: tagAnchor(name), text: brief(description) },
    ...operationsOf(contract).flatMap((operation) => {
      const call = calls[operation.operationId];
      return call && operation.tags[0] === name ? [operationSection(contract, operation, call)] : [];
    }),
    ...deliveries.filter(({ tags: [tag] }) => tag === name).map((delivery) => deliverySection(contract, delivery)),
  ]);
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => {
    return schemaSection(contract, name, schema);
  });
  const places = placesOf(contract, parts, [...operations, ...schemas]);
  return [
    openingSection(contract, calls, introduction?.text ?? "", baseUrl?.text ?? ""),
    ...inGroup("Start", parts.filter(({ title }) => title === AUTHENTICATION).map(partSection)),
    ...inGroup("Operations", operations),
    ...inGroup("Resources", [{ level: 2, title: "Resources", anchor: "/resources", text: html`` }, ...schemas]),
    ...inGroup(
      "In general",
      others.map((part) => partSection(linked(part, places))),
    ),
  ];
}

/**
 * The first screen: what the API is for, where it is, what a call requires, its operations, and a first call.
 *
 * @param introduction - What the description begins with. Its first paragraph is the purpose.
 * @param baseUrl - What the description says about where requests go.
 */
function openingSection(
  contract: Contract,
  calls: Readonly<Record<string, Call>>,
  introduction: string,
  baseUrl: string,
): Section {
  const { info, components } = contract;
  const operations = operationsOf(contract);
  const [purpose = "", ...others] = introduction.trim().split("\n\n");
  const { description = "" } = Object.values(components.securitySchemes)[0] ?? {};
  const token = `\`${accessTokenOf(contract).header}\`: ${description.trim()} [More](#${partAnchor(AUTHENTICATION)})`;
  const rows = operations.map((operation) => {
    const link = html`<a href="#${operationAnchor(operation)}">${operation.summary}</a>`;
    return html`<tr><td>${badge(operation.method)}</td><th scope="row">${link} <code>${operation.path}</code></th></tr>\n`;
  });
  const head = html`<thead><tr><th>Method</th><th>Operation</th></tr></thead>`;
  const text = html`${markdown(purpose)}
<dl class="fields settings">${setting(BASE_URL, baseUrl.trim())}${setting(AUTHENTICATION, token)}</dl>
<table class="routes">${head}<tbody>${rows}</tbody></table>
${brief(others.join("\n\n"))}${guideLink(info.title)}`;
  const first = operations.find(({ method }) => method === "GET") ?? operations[0];
  const call = first && calls[first.operationId];
  const aside = first && call && html`${requestPanel(call, "/", first.summary)}${answerPanels(first).slice(0, 1)}`;
  const badges = [info.version, ...(info.license ? [`${info.license.name} licence`] : [])];
  return { level: 1, title: info.title, anchor: "/", badges, text, ...(aside && { aside }) };
}

/** What a reader needs for every call; the first piece of code can be copied. */
function setting(name: string, text: string): Html {
  const anchor = partAnchor(name);
  const id = name === BASE_URL && html` id="${anchor}"`;
  return html`<div${id}><dt><a href="#${anchor}"><b>${name}</b></a></dt><dd class="setting">${copyButton(name)}${markdown(text)}</dd></div>`;
}

function partAnchor(title: string): string {
  return `/section/${slugOf(title)}`;
}

/** A chapter of the description. Its headings are below the title of the page. */
function partSection({ depth, title, text }: Part): Section {
  const level = Math.min(depth + 1, 6);
  return { level, title, anchor: partAnchor(title), text: html`${markdown(text)}${guideLink(title)}` };
}

function schemaSection(contract: Contract, title: string, schema: Schema): Section {
  const anchor = `/resources/${title.toLowerCase()}`;
  const fields = renderFields(schema, { contract, anchor, isRequest: false });
  const shown = Object.entries(schema.properties ?? {}).flatMap(([field, { examples = [] }]) =>
    examples.slice(0, 1).map((example) => [field, example]),
  );
  const code = JSON.stringify(Object.fromEntries(shown), undefined, 2);
  const aside = shown.length > 0 && codePanel(title, code, "json");
  return {
    level: 3,
    title,
    anchor,
    text: html`${brief(schema.description ?? "")}${fields}`,
    ...(aside && { aside }),
  };
}

/** Names the group of the menu that begins with the first of some sections. */
function inGroup(group: string, [first, ...others]: readonly Section[]): Section[] {
  return first ? [{ ...first, group }, ...others] : [];
}

/** Anchors of what a chapter of the description may name: chapters, operations, schemas and parameters. */
function placesOf(
  contract: Contract,
  parts: readonly Part[],
  sections: readonly Section[],
): ReadonlyMap<string, string> {
  const parameters = operationsOf(contract).flatMap((operation) =>
    (operation.parameters ?? []).map(
      ({ name, in: place }) => [name, `${operationAnchor(operation)}/${place}/${name}`] as const,
    ),
  );
  return new Map([
    ["Introduction", "/"],
    ...parts.map(({ title }) => [title, partAnchor(title)] as const),
    ...sections.map(({ title, anchor }) => [title, anchor] as const),
    ...parameters,
  ]);
}

/**
 * A chapter of the description with a link where a table says where something is: the contract itself has only names.
 *
 * @param places - Anchors of what it names. That of a field is below the one of its schema.
 */
function linked(part: Part, places: ReadonlyMap<string, string>): Part {
  const link = (name: string) => {
    const [title = "", ...field] = name.replaceAll("`", "").split(".");
    const anchor = places.get(title);
    return anchor === undefined ? name : `[${name}](#${[anchor, ...field].join("/")})`;
  };
  // The second column of a table with that heading.
  const text = part.text.replace(/^\|[^|\n]+\| Where \|.*(?:\n\|.*)+/gm, (table) =>
    table.replace(/^(\|[^|]+\| )([^|]+)(?= \|)/gm, (_, before: string, names: string) => {
      return before + names.split(", ").map(link).join(", ");
    }),
  );
  return { ...part, text: text.replace("the sandbox chooses", CHOICE_OF_THE_SANDBOX) };
}
