import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFolder, run } from "../servers/command.js";

let folder: string;
/** The fixture as JavaScript, which starts in a tenth of the time. */
let command: string;
const greet = (args = "") => run(`${process.execPath} ${command} ${args}`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cli-"));
  command = join(folder, "greet.mjs");
  const fixture = join(projectFolder, "test/cli/command.fixture.ts");
  await build({ entryPoints: [fixture], outfile: command, bundle: true, platform: "node", format: "esm" });
});

afterAll(() => rm(folder, { recursive: true }));

test("a command gets its options and operands, with their defaults, and exits with 0", async () => {
  const { code, output } = await greet("world --loud");
  expect(JSON.parse(output)).toEqual({ options: { loud: true, times: "1" }, operands: ["world"] });
  expect(code).toBe(0);
});

test("--help shows how to call a command in lines of at most 120 characters", async () => {
  const { code, output } = await greet("--nothing --help");
  expect(output).toBe(`Usage: npm run greet -- [who] [options]

Greets.

  who           whom to greet
  --loud        greet in capitals
  --times <n>   how often, which is a number: one for each greeting, so that those who are far away can hear it, too
                (default: 1)
  --then <end>  how to end
  --version     print the version
  --help        print this help
`);
  expect(code).toBe(0);
});

test("--version prints the version", async () => {
  expect(await greet("--version")).toMatchObject({ code: 0, output: "1.2.3\n" });
});

describe("a wrong command line gets a message that repeats no value, and exit code 2", () => {
  const help = "See npm run greet -- --help, and put -- before options.\n";
  test.each([
    ["--nothing=s3cret", "--nothing is not an option of this command."],
    ["--token=s3cret", "a command line is no place for a token."],
    ["one s3cret", "there are too many arguments."],
    ["--loud=s3cret", "--loud takes no value."],
    ["--times", "--times requires a value: n."],
    ["--times --loud", "--times requires a value: n."],
  ])("%s is refused", async (args, message) => {
    expect(await greet(args)).toMatchObject({ code: 2, stdout: "", output: `npm run greet: ${message} ${help}` });
  });
});

describe("a command that cannot do its work", () => {
  test.each([
    ["fail", 1, "says so in one message after its name", "npm run greet: nobody is there. Come back later.\n"],
    [
      "read",
      1,
      "says what the system has refused, and where",
      "npm run greet: ENOENT: no such file or directory, open '/nothing'\n",
    ],
    ["three", 3, "exits with the code that it returns", ""],
    ["signal", 143, "says nothing when a signal ends it", ""],
    [
      "wait",
      1,
      "does not exit silently when nothing is left to wait for",
      / ended before it finished: nothing was left/,
    ],
    [
      "break",
      1,
      "shows where an unexpected error was thrown",
      /^(?!.*nothing was left).*RangeError: a bug.*greet\.mjs/s,
    ],
  ])("that is made to %s exits with %i: it %s", async (end, code, _, output) => {
    const ended = await greet(`--then ${end}`);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.output).toEqual(typeof output === "string" ? output : expect.stringMatching(output));
  });
});

test("a command does not fail when its reader stops reading", async () => {
  const child = spawn(process.execPath, [command, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  await once(child, "close");
  expect(errors).toBe("");
  expect(child.exitCode).toBe(0);
});
