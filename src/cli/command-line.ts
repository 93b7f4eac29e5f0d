import { parseArgs } from "node:util";
import { UsageError } from "./command-error.js";

/** An option: a flag, or one that takes a value. `about` is its line in `--help`. */
export type Option =
  | { type: "boolean"; about: string; default?: boolean; short?: string }
  | { type: "string"; about: string; value: string; default?: string; multiple?: boolean; short?: string };

export type Options = Record<string, Option>;

/** How a command is called. */
export interface CommandLine<O extends Options = Options> {
  /** What users type: `npm run diff`, `service-admin-sandbox`. */
  name: string;
  /** What it does, for `--help`. */
  about: string;
  /** Positional arguments, by name, each with its line in `--help`. All are optional. */
  operands?: Record<string, string>;
  /** Options, by name without dashes. Every command has `--help` as well. */
  options: O;
  /** What `--help` says after the options. */
  details?: string;
  /** What `--version` prints; without it, there is no such flag. */
  version?: string;
  /** Returns the error for an unknown option that needs more explanation than the usual error. */
  unknown?: (option: string) => string | undefined;
}

/** What a command was called with. */
export interface Given<O extends Options> {
  options: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>["values"];
  operands: string[];
}

/**
 * Parses the arguments of a command.
 *
 * @throws UsageError that names what is wrong. It never repeats a value, which may be a secret.
 */
export function readCommandLine<O extends Options>(line: CommandLine<O>, args: string[]): Given<O> {
  const read = parse(line, args);
  if (read.positionals.length > Object.keys(line.operands ?? {}).length) {
    throw usageError(line, "there are too many arguments");
  }
  return { options: read.values, operands: read.positionals };
}

function parse<O extends Options>(line: CommandLine<O>, args: string[]) {
  try {
    return parseArgs({ args, options: line.options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(line, reasonOf(line, args));
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
  return "an option is not valid";
}

/** Whether the value of an option looks like another option. */
function isOption({ value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined }): boolean {
  return !inlineValue && value !== undefined && value.length > 1 && value.startsWith("-");
}

function usageError({ name }: CommandLine, reason: string): UsageError {
  const separator = name.startsWith("npm run ") ? ", and put -- before options" : "";
  return new UsageError(`${reason}. See ${helpOf(name)}${separator}.`);
}

/** The command that prints help. */
function helpOf(name: string): string {
  return name.startsWith("npm run ") ? `${name} -- --help` : `${name} --help`;
}
