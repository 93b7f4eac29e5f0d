import { type Contract, operationsOf, type Schema } from "../contract/model.js";
import { operationAnchor, resourceAnchor, sectionAnchor, tagAnchor } from "./anchors.js";
import { type Chapter, chapter, type Panel, rowsOf } from "./chapter.js";
import { fieldsOf } from "./fields.js";
import { GUIDES } from "./guide-links.js";
import { belowHeading, type Section, sectionsOf } from "./headings.js";
import { openingChapter } from "./opening.js";
import { deliveryChapters, operationChapters } from "./operation.js";

/** Name of the chapter, and of Redoc's menu, that lists the schemas. */
const RESOURCES = "Resources";

/** The chapters of the description that are needed before a first call. The others follow the resources. */
const [BASE_URL, AUTHENTICATION] = ["Base URL", "Authentication"];

/** The complete reference, in reading order. */
export function chaptersOf(contract: Contract): Chapter[] {
  const [introduction, ...sections] = sectionsOf(contract.info.description);
  const baseUrl = sections.find(({ title }) => title === BASE_URL);
  const needed = sections.filter(({ title }) => title === AUTHENTICATION);
  const others = sections.filter(({ title }) => title !== BASE_URL && title !== AUTHENTICATION);
  const opening = openingChapter(contract, introduction?.markdown ?? "", baseUrl?.markdown ?? "");
  const operations = contract.tags.flatMap(({ name, description }) => [
    chapter(2, name, tagAnchor(name), [belowHeading(2, description).trim()]),
    ...operationChapters(contract, name),
    ...deliveryChapters(contract, name),
  ]);
  const resources = [chapter(2, RESOURCES, tagAnchor(RESOURCES), []), ...resourceChapters(contract)];
  const chapters = [
    opening,
    ...inGroup("Start", sectionChapters(needed)),
    ...inGroup("Operations", operations),
    ...inGroup(RESOURCES, resources),
    ...inGroup("In general", sectionChapters(others)),
  ];
  return linked(contract, chapters);
}

/** The chapters of the description: each is one level below the heading that it is under. */
function sectionChapters(sections: readonly Section[]): Chapter[] {
  return sections.map(({ depth, title, markdown }, index) => {
    const above = sections.slice(0, index).findLast((section) => section.depth === 1);
    const level = Math.min(depth + 1, 6);
    const anchor = sectionAnchor(title, depth > 1 ? above?.title : undefined);
    return chapter(level, title, anchor, [belowHeading(level, markdown).trim(), { guide: GUIDES[title] }]);
  });
}

function resourceChapters(contract: Contract): Chapter[] {
  return Object.entries(contract.components.schemas).map(([name, schema]) => {
    const anchor = resourceAnchor(name);
    const description = belowHeading(3, schema.description ?? "").trim();
    const fields = fieldsOf(contract, schema, { anchor, isRequest: false });
    return { ...chapter(3, name, anchor, [description, { fields }]), aside: exampleOf(name, schema) };
  });
}

/** An example of a resource, made of those of its fields. */
function exampleOf(title: string, { properties = {} }: Schema): Panel[] {
  const shown = Object.entries(properties).flatMap(([field, { examples = [] }]) =>
    examples.slice(0, 1).map((example) => [field, example]),
  );
  const code = JSON.stringify(Object.fromEntries(shown), undefined, 2);
  return shown.length === 0 ? [] : [{ title, language: "json", code }];
}

/** Names the group of the menu that begins with the first of some chapters. */
function inGroup(group: string, [first, ...others]: readonly Chapter[]): Chapter[] {
  return first ? [{ ...first, group }, ...others] : [];
}

/** The column of a table that names places of the contract: `Webhook.topic`, or the title of a chapter. */
const WHERE = /^(\|[^|]+\| )([^|]+)( \|.*)$/gm;

/** The chapters with a link where a table says where something is: the contract itself has only names. */
function linked(contract: Contract, chapters: readonly Chapter[]): Chapter[] {
  const places = placesIn(contract, chapters);
  const link = (name: string) => {
    const anchor = places.get(name.replaceAll("`", ""));
    return anchor === undefined ? name : `[${name}](#${anchor})`;
  };
  const inTable = (text: string) =>
    text.includes("| Where |")
      ? text.replace(
          WHERE,
          (_, before, names: string, after) => before + names.split(", ").map(link).join(", ") + after,
        )
      : text;
  return chapters.map((each) => ({
    ...each,
    blocks: each.blocks.map((block) => (typeof block === "string" ? inTable(block) : block)),
  }));
}

/** The anchors of what has a name: chapters, the fields of resources, and parameters. */
function placesIn(contract: Contract, chapters: readonly Chapter[]): Map<string, string> {
  const resources = Object.keys(contract.components.schemas);
  const fields = chapters
    .filter(({ title, level }) => level === 3 && resources.includes(title))
    .flatMap(({ title, blocks }) =>
      blocks.flatMap(rowsOf).map(({ steps, anchor }) => [[title, ...steps].join("."), anchor] as const),
    );
  const parameters = operationsOf(contract).flatMap((operation) =>
    (operation.parameters ?? []).map(
      (parameter) => [parameter.name, `${operationAnchor(operation)}/${parameter.in}/${parameter.name}`] as const,
    ),
  );
  const titles = chapters.map(({ title, anchor }) => [title, anchor] as const);
  return new Map([...parameters, ...fields, ...titles, ["Introduction", "/"], [BASE_URL, sectionAnchor(BASE_URL)]]);
}
