import type { Contract, Schema } from "../contract/model.js";
import { resourceAnchor, sectionAnchor, tagAnchor } from "./anchors.js";
import { type Chapter, chapter, type Panel } from "./chapter.js";
import { fieldsOf, furtherPage, wordsOf } from "./fields.js";
import { belowHeading, type Section, sectionsOf } from "./headings.js";
import { openingChapter, tokenChapters } from "./opening.js";
import { operationChapters } from "./operation.js";

/** Name of the chapter, and of Redoc's menu, that lists the schemas. */
const RESOURCES = "Resources";

/** The chapter of the description that one reads before a first call: what follows it is after the resources. */
const BEFORE_A_CALL = "Authentication";

/** The complete reference, in reading order: start, operations, resources, and what holds for all operations. */
export function chaptersOf(contract: Contract): Chapter[] {
  const { info } = contract;
  const [introduction, ...sections] = sectionsOf(info.description);
  const start = sections.findIndex(({ title }) => title === BEFORE_A_CALL) + 1 || sections.length;
  return [
    openingChapter(contract, introduction?.markdown ?? ""),
    ...inGroup("Start", [...sectionChapters(sections.slice(0, start)), ...tokenChapters(contract)]),
    ...inGroup("Operations", tagChapters(contract)),
    ...inGroup(RESOURCES, resourceChapters(contract)),
    ...inGroup("Topics", sectionChapters(sections.slice(start))),
  ];
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
