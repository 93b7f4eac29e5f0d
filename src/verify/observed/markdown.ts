import { type QuestionId, questions } from "../../../generated/questions.js";
import type { Walk } from "../walk.js";
import { Log, type Seen } from "./log.js";
import { LOOKS } from "./questions.js";

/** What a walk has observed, as a document. */
interface Observed {
  readonly markdown: string;
  /** How many questions there are, and how many of them were answered. */
  readonly asked: number;
  readonly answered: number;
}

const TITLES = {
  open: "What the interface document leaves open",
  choice: "What this project had to choose",
} as const;

/** How many ways of an answer are listed. */
const MOST_SEEN = 10;

const HEAD = `# Observed at a service: neither contract nor breach

\`service-admin-verify\` has walked through a service, and this is what it did where the interface document is silent. The
service has promised none of it, and may change it at any time. Two runs can be compared with \`diff\`: \`<run>\`, \`<id>\` and
\`<time>\` stand for what differs in each.
`;

/** Reads what the log of a walk shows of each open question of the contract. */
export function observe(walk: Walk): Observed {
  const log = new Log(walk);
  const ids = Object.keys(questions).filter(isQuestion);
  const rows = ids.map((id) => ({ ...questions[id], ...seenOf(log, id) }));
  const tables = Object.entries(TITLES).map(([kind, title]) => {
    const lines = rows
      .filter((row) => row.kind === kind)
      .flatMap(({ text, seen, reason }) => linesOf(text, seen, reason));
    return `\n## ${title}\n\n| Question | Observed | Request |\n| --- | --- | --- |\n${lines.join("\n")}\n`;
  });
  const answered = rows.filter(({ seen }) => seen.length > 0).length;
  return { markdown: HEAD + tables.join(""), asked: rows.length, answered };
}

function isQuestion(id: string): id is QuestionId {
  return id in questions;
}

interface PlainSeen {
  readonly what: string;
  readonly request: string;
}

/** What was observed of a question, each once; or why nothing was. */
function seenOf(log: Log, id: QuestionId): { readonly seen: readonly PlainSeen[]; readonly reason: string } {
  const look = LOOKS[id];
  if (typeof look === "string") return { seen: [], reason: look };
  return { seen: eachOnce(log, look(log)).slice(0, MOST_SEEN), reason: "the walk has not come to it" };
}

function eachOnce(log: Log, seen: readonly Seen[]): PlainSeen[] {
  const byWhat = new Map<string, PlainSeen>();
  for (const { what, by } of seen) {
    if (byWhat.has(what)) continue;
    const plain = log.plain(what);
    const isKnown = [...byWhat.values()].some((each) => each.what === plain);
    if (!isKnown) byWhat.set(what, { what: plain, request: by ? log.plain(log.line(by)) : "all requests" });
  }
  return [...byWhat.values()];
}

function linesOf(question: string, seen: readonly PlainSeen[], reason: string): string[] {
  if (seen.length === 0) return [`| ${question} | not observed: ${reason} | |`];
  return seen.map(({ what, request }, index) => {
    return `| ${index === 0 ? question : ""} | ${inCell(what)} | ${inCell(request)} |`;
  });
}

/** A text in a cell of a table: no new column, and no HTML. */
function inCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
