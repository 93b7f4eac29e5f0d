import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { all, append, copy, type Edit, remove, rename, replace, set } from "./library.js";

type Bump = "major" | "minor" | "patch";

/** A kind of change, with the bump that it needs, and the one that undoing it needs. The title is the subject of a sentence. */
export type Kind = readonly [title: string, bump: Bump, edit: Edit, undone: Bump];

const EDITS = { append, copy, remove, rename, replace, set };

/** One of the edits: its name with what it is done to, and what it writes there. */
type Step = Readonly<Record<string, string>>;

const { places, ...groups }: { places: Record<string, string> } & Record<string, Record<string, (Bump | Step)[]>> =
  parse(readFileSync(new URL("kinds.yaml", import.meta.url), "utf8"));

/** The kinds of change, grouped by what changes. */
export const kinds = Object.fromEntries(
  Object.entries(groups).map(([group, rows]) => [
    group,
    Object.entries(rows).map(([title, row]) => kindOf(title, row)),
  ]),
);

function kindOf(title: string, row: readonly (Bump | Step)[]): Kind {
  const [bump = "patch", undone = bump === "minor" ? "major" : bump] = row.filter((part) => typeof part === "string");
  return [title, bump, all(...row.flatMap((part) => (typeof part === "string" ? [] : [editOf(part)]))), undone];
}

function editOf(step: Step): Edit {
  const [name, edit] = Object.entries(EDITS).find(([key]) => key in step) ?? [];
  if (!name || !edit) throw new Error(`There is no edit ${JSON.stringify(step)}`);
  const { [name]: first = "", ...written } = step;
  const [second = ""] = Object.values(written);
  return edit(placed(first), placed(second));
}

/** A place, written out. Other values stay as they are. */
function placed(value: string): string {
  return typeof value === "string" ? value.replace(/^\$(\w+)/, (_, name) => places[name] ?? "") : value;
}
