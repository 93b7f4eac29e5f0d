/** A section of the changelog: the text under one heading of the second level. */
export interface Section {
  /** `Unreleased`, or a version. */
  title: string;
  /** The text under the heading. */
  body: string;
}

/** The sections of a changelog, the newest first. */
export function sectionsOf(changelog: string): Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const [title = ""] = heading.split(" - ");
      return { title: title.trim(), body: lines.join("\n").trim() };
    });
}

/** The entries of `changelog` that `base` lacks, each with its section. */
export function newEntries(base: string, changelog: string): { title: string; entry: string }[] {
  const known = new Set(sectionsOf(base).flatMap(({ body }) => entriesOf(body)));
  return sectionsOf(changelog).flatMap(({ title, body }) =>
    entriesOf(body).flatMap((entry) => (known.has(entry) ? [] : [{ title, entry }])),
  );
}

function entriesOf(body: string): string[] {
  return body
    .split(/^- /m)
    .slice(1)
    .map((entry) => entry.replace(/\s+/g, " ").trim());
}

/** The changelog, with the unreleased entries under the version and its date (`YYYY-MM-DD`). */
export function release(changelog: string, version: string, date: string): string {
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${date}`);
}
