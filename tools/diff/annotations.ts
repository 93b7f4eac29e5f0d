import { getLineColLocation, Source } from "@redocly/openapi-core";
import { CONTRACT } from "../contract/reader.js";
import type { Bump } from "./ratings.js";
import type { Comparison } from "./render.js";

const LEVELS: Readonly<Record<Bump, string>> = { major: "warning", minor: "notice", patch: "notice" };

/**
 * The comparison as workflow commands, which GitHub shows at the lines of a pull request.
 *
 * @param text - Text of the newer contract. What was removed is shown at what it was in.
 */
export function renderAnnotations({ changes, problems }: Comparison, text: string): string {
  const source = new Source(CONTRACT, text);
  const lineOf = (pointer: string) => getLineColLocation({ source, pointer, reportOnKey: true }).start.line;
  const lines = [
    ...changes.map(({ bump, what, where }) =>
      command(LEVELS[bump], { file: CONTRACT, line: lineOf(where), title: `${bump} change` }, what),
    ),
    ...problems.map((problem) => command("error", {}, problem)),
  ];
  return lines.join("");
}

/** A workflow command. Its text may come from the contract, and must not begin another one. */
function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${inProperty(String(value))}`);
  return `::${[name, written.join(",")].filter(Boolean).join(" ")}::${inMessage(message)}\n`;
}

function inMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function inProperty(text: string): string {
  return inMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
