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

/** Whether some sections, by their titles, have an entry that an older changelog lacks. */
export function hasNewEntry(changelog: string, older: string, titles: readonly string[]): boolean {
  const known = sectionsOf(older).flatMap(entriesOf);
  const sections = sectionsOf(changelog).filter(({ title }) => titles.includes(title));
  return sections.flatMap(entriesOf).some((entry) => !known.includes(entry));
}

function entriesOf({ body }: Section): string[] {
  const [, ...entries] = body.split(/^- /m);
  return entries.map((entry) => entry.replace(/\s+/g, " ").trim());
}

/** The changelog, with the unreleased entries under the version and its date (`YYYY-MM-DD`). */
export function release(changelog: string, version: string, date: string): string {
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${date}`);
}
