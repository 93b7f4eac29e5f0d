import type { CommandLine } from "./command-line.js";

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
  const lines = rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${wrapped(right, widest + 4)}`);
  const sections = [`Usage: ${usage}`, about, lines.join("\n"), ...(details === undefined ? [] : [details])];
  return `${sections.join("\n\n")}\n`;
}

/** Breaks a text into lines that fit next to the options. */
function wrapped(text: string, indent: number): string {
  const [first = "", ...words] = text.split(/\s+/);
  const lines = [first];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    if (indent + line.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
