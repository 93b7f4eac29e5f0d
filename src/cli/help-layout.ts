import type { CommandLine } from "./command-line.js";
import { wrap } from "./wrap.js";

/** Longest line, in characters. */
const WIDTH = 120;

/** What `--help` prints. */
export function helpText({ name, about, operands = {}, options, details, version }: CommandLine): string {
  const separator = name.startsWith("npm run ") ? " --" : "";
  const usage = [name + separator, ...Object.keys(operands).map((operand) => `[${operand}]`), "[options]"].join(" ");
  const rows: [left: string, right: string][] = [
    ...Object.entries(operands),
    ...Object.entries(options).map(([option, { short, about, ...rest }]): [string, string] => [
      `${short ? `-${short}, ` : ""}--${option}${rest.type === "string" ? ` <${rest.value}>` : ""}`,
      rest.type === "string" && rest.default !== undefined ? `${about} (default: ${rest.default})` : about,
    ]),
    ...(version === undefined ? [] : [["--version", "print the version"] satisfies [string, string]]),
    ["--help", "print this help"],
  ];
  const widest = Math.max(...rows.map(([left]) => left.length));
  const indent = widest + 4;
  const lines = rows.map(
    ([left, right]) => `  ${left.padEnd(widest)}  ${wrap(right, WIDTH - indent).join(`\n${" ".repeat(indent)}`)}`,
  );
  const sections = [`Usage: ${usage}`, about, lines.join("\n"), ...(details === undefined ? [] : [details])];
  return `${sections.join("\n\n")}\n`;
}
