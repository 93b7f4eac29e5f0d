import { boundsOf, code } from "../contract/bounds.js";
import { type Contract, operationsOf, type Schema, type Server } from "../contract/model.js";
import { accessTokenOf } from "../contract/security.js";
import { operationAnchor, resourceAnchor, sectionAnchor, tagAnchor } from "./anchors.js";
import { type Chapter, chapter, type Panel } from "./chapter.js";
import { fieldsOf, furtherPage, wordsOf } from "./fields.js";
import { belowHeading, type Section, sectionsOf } from "./headings.js";
import { answerPanels, operationChapters, requestPanel } from "./operation.js";

/** Name of the chapter, and of Redoc's menu, that lists the schemas. */
const RESOURCES = "Resources";

/** The title of the chapter about the token. */
const TOKEN = "The access token";

/** Where the description says that the operations stand, then the resources. Without marks, both are after it. */
const MARKS = /<!-- (?:operations|resources) -->/;

/** The complete reference, in reading order: start, operations, topics, resources, and what is not specified. */
export function chaptersOf(contract: Contract): Chapter[] {
  const { info } = contract;
  const [[introduction, ...sections] = [], [, ...topics] = [], [, ...rest] = []] = info.description
    .split(MARKS)
    .map(sectionsOf);
  return [
    titleChapter(contract, introduction?.markdown ?? ""),
    ...inGroup("Start", [...sectionChapters(sections), ...tokenChapters(contract)]),
    ...inGroup("Operations", tagChapters(contract)),
    ...inGroup("Topics", sectionChapters(topics)),
    ...inGroup(RESOURCES, resourceChapters(contract)),
    ...inGroup("This contract", sectionChapters(rest)),
  ];
}

/** The first screen: what the API is, where it is, what a call requires, its operations, and a first call. */
function titleChapter(contract: Contract, introduction: string): Chapter {
  const { info } = contract;
  const all = operationsOf(contract);
  const first = all.find(({ method }) => method === "GET") ?? all[0];
  const routes = all.map((operation) => {
    const { method, path, summary } = operation;
    return { method, path, title: summary, anchor: operationAnchor(operation) };
  });
  const blocks = [
    info.summary,
    { settings: [...contract.servers.map(baseUrl), ...authentication(contract)] },
    { routes },
    belowHeading(1, introduction).trim(),
    ...termsOf(info),
    furtherPage(contract.externalDocs),
  ];
  return {
    ...chapter(1, info.title, "/", blocks),
    version: info.version,
    aside: first ? [...requestPanel(first, first.summary, true), ...answerPanels(first).slice(0, 1)] : [],
  };
}

/** Where requests go, in one row: what may be put into the address is said behind it. */
function baseUrl({ url, description, variables = {} }: Server) {
  const said = Object.entries(variables).map(([name, { description: about = "", ...values }]) => ({
    bounds: [url === `{${name}}` ? "" : code(name), ...boundsOf(values)].filter(Boolean).join(", "),
    about,
  }));
  const address = [code(url), ...said.map(({ bounds }) => bounds)].join(", ");
  return {
    name: "Base URL",
    text: [`${address}.`, description, ...said.map(({ about }) => about)].filter(Boolean).join(" "),
  };
}

function authentication(contract: Contract) {
  const { header, prefix, isOptional } = accessTokenOf(contract);
  const carrier = code(prefix ? `${header}: ${prefix.trim()}` : header);
  const text = `Header ${carrier}: [${TOKEN}](#${sectionAnchor(TOKEN)})`;
  return isOptional ? [] : [{ name: "Authentication", text }];
}

/** What the contract says about the token. All operations take the same one. */
function tokenChapters({ components }: Contract): Chapter[] {
  const [scheme] = Object.values(components.securitySchemes);
  return scheme ? [chapter(2, TOKEN, sectionAnchor(TOKEN), [scheme.description])] : [];
}

/** The chapters of the description: each is one level below the heading that it is under. */
function sectionChapters(sections: readonly Section[]): Chapter[] {
  return sections.map(({ depth, title, markdown }, index) => {
    const above = sections.slice(0, index).findLast((section) => section.depth === 1);
    const level = Math.min(depth + 1, 6);
    const anchor = sectionAnchor(title, depth > 1 ? above?.title : undefined);
    return chapter(level, title, anchor, [belowHeading(level, markdown).trim()]);
  });
}

function tagChapters(contract: Contract): Chapter[] {
  return contract.tags.flatMap(({ name, description, externalDocs }) => [
    chapter(2, name, tagAnchor(name), [belowHeading(2, description).trim(), furtherPage(externalDocs)]),
    ...operationChapters(contract, name),
  ]);
}

function resourceChapters(contract: Contract): Chapter[] {
  const resources = Object.entries(contract.components.schemas).map(([name, schema]): Chapter => {
    const anchor = resourceAnchor(name);
    const self = { $ref: `#/components/schemas/${name}` };
    const { type, bounds, description } = wordsOf(contract, schema);
    const said = [type, bounds].filter(Boolean).join(", ");
    const fields = fieldsOf(contract, self).map((field) => ({
      ...field,
      anchor: `${anchor}/${field.steps.join("/")}`,
    }));
    return {
      ...chapter(3, name, anchor, [
        description,
        said !== "object" && `Type: ${said}.`,
        fields.length > 0 && { fields },
      ]),
      aside: exampleOf(name, schema),
    };
  });
  return resources.length === 0 ? [] : [chapter(2, RESOURCES, tagAnchor(RESOURCES), []), ...resources];
}

/** An example of a resource, made of those of its fields. */
function exampleOf(name: string, { properties = {} }: Schema): Panel[] {
  const shown = Object.entries(properties).flatMap(([field, { examples = [] }]) =>
    examples.slice(0, 1).map((example) => [field, example]),
  );
  const code = JSON.stringify(Object.fromEntries(shown), undefined, 2);
  return shown.length === 0 ? [] : [{ title: name, note: "Example", language: "json", code }];
}

/** Names the group of the menu that begins with the first of some chapters. */
function inGroup(group: string, [first, ...others]: readonly Chapter[]): Chapter[] {
  return first ? [{ ...first, group }, ...others] : [];
}

/** Whom to ask about the API, and on which terms it may be used. */
function termsOf({ contact, license, termsOfService }: Contract["info"]): string[] {
  return Object.entries({ Contact: contact, License: license, Terms: termsOfService }).flatMap(([title, said]) => {
    const texts = new Set(typeof said === "object" ? Object.values(said) : said && [said]);
    return texts.size > 0 ? [`${title}: ${[...texts].join(", ")}`] : [];
  });
}
