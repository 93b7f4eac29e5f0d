import { parseArgs } from "node:util";
import { UsageError } from "./command-error.js";

/** An option: a flag, or one that takes a value. `about` is its line in `--help`. */
export type Option =
  | { type: "boolean"; about: string; default?: boolean; short?: string }
  | { type: "string"; about: string; value: string; default?: string; multiple?: boolean; short?: string };

export type Options = Record<string, Option>;

/** How a command is called. */
export interface CommandLine<O extends Options = Options> {
  /** What people type: `npm run diff`, `service-admin-sandbox`. */
  name: string;
  /** What it does, for `--help`. */
  about: string;
  /** What stands beside the options, by its name, with its line in `--help`. Each may be left out. */
  operands?: Record<string, string>;
  /** By their names, without dashes. `--help` belongs to every command, and is not among them. */
  options: O;
  /** What `--help` says after the options. */
  details?: string;
  /** What `--version` prints; without it, there is no such flag. */
  version?: string;
  /** What to say of an unknown option, where there is more to say than that. */
  unknown?: (option: string) => string | undefined;
}

/** What a command was called with. */
export interface Given<O extends Options> {
  options: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>["values"];
  operands: string[];
}

/**
 * Reads what a command was called with.
 *
 * @throws UsageError that names what is wrong. It repeats no value: one may be a secret.
 */
export function readCommandLine<O extends Options>(line: CommandLine<O>, args: string[]): Given<O> {
  const read = parsed(line, args);
  if (read.positionals.length > Object.keys(line.operands ?? {}).length) {
    throw misuse(line, "there is an argument too many");
  }
  return { options: read.values, operands: read.positionals };
}

function parsed<O extends Options>(line: CommandLine<O>, args: string[]) {
  try {
    return parseArgs({ args, options: line.options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw misuse(line, reasonOf(line, args));
  }
}

function reasonOf(line: CommandLine, args: string[]): string {
  const { tokens } = parseArgs({ args, options: line.options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(line.options, token.name) ? line.options[token.name] : undefined;
    if (!option) return line.unknown?.(token.rawName) ?? `${token.rawName} is not an option of this command`;
    if (option.type === "boolean" && token.value !== undefined) return `${token.rawName} takes no value`;
    if (option.type === "string" && (token.value === undefined || isOption(token))) {
      return `${token.rawName} requires a value: ${option.value}`;
    }
  }
  return "an option is not called rightly";
}

/** Whether what follows an option looks like one itself. */
function isOption({ value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined }): boolean {
  return !inlineValue && value !== undefined && value.length > 1 && value.startsWith("-");
}

function misuse({ name }: CommandLine, reason: string): UsageError {
  const separator = name.startsWith("npm run ") ? ", and put -- before options" : "";
  return new UsageError(`${reason}. See ${helpOf(name)}${separator}.`);
}

/** What to type for help. */
function helpOf(name: string): string {
  return name.startsWith("npm run ") ? `${name} -- --help` : `${name} --help`;
}
