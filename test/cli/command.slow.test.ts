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

test("a command gets its options with their defaults, and exits with 0", async () => {
  const { code, output } = await greet("--loud");
  expect(JSON.parse(output)).toEqual({ loud: true, times: "1" });
  expect(code).toBe(0);
});

test("--help and --version are answered, whatever the other arguments are", async () => {
  expect(await greet("--nothing --help")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: npm run greet/),
  });
  expect(await greet("--version")).toMatchObject({ code: 0, stdout: "1.2.3\n" });
});

describe("wrong command lines", () => {
  test.each([
    ["--nothing=s3cret", "Unknown option '--nothing'"],
    ["s3cret", "Too many arguments: this command takes only options"],
    ["--loud=s3cret", "Option '--loud' does not take an argument"],
    ["--times", "Option '--times <value>' argument missing"],
    ["--times --loud", "Option '--times' argument is ambiguous"],
  ])("a wrong command line gets one line that repeats no value, and exit code 2: %s", async (args, reason) => {
    const output = `npm run greet: ${reason}. See npm run greet -- --help, and put -- before options.\n`;
    expect(await greet(args)).toMatchObject({ code: 2, stdout: "", output });
  });
});

describe("commands that cannot do their work", () => {
  test.each([
    [
      "fails",
      "fail",
      1,
      "says why in one message after its name",
      /^npm run greet: nobody is there\. Come back later\.\n$/,
    ],
    [
      "cannot open a file",
      "read",
      1,
      "says what the system refused, and where",
      /^npm run greet: ENOENT: .*, open '\/nothing'\n$/,
    ],
    ["returns an exit code", "three", 3, "says nothing", /^$/],
    ["has a bug", "break", 1, "shows where the error was thrown", /RangeError: a bug.*greet\.mjs/s],
  ])("a command that %s (--end %s) exits with %i, and %s", async (_what, end, code, _said, output) => {
    expect(await greet(`--end ${end}`)).toMatchObject({ code, stdout: "", output: expect.stringMatching(output) });
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
