import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { marked } from "marked";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { accessToken, defaultServer, operation } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { sectionsOf } from "../../tools/docs/headings.js";
import { samplesOf } from "../../tools/docs/request-samples.js";
import { at, operationsOf, readContract } from "../contract/contract.js";
import { cloneOfProject } from "../servers/clone.js";
import { projectFolder, run, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";

const contract = readContract();
const operations = operationsOf(contract).map(({ id, pointer }) => {
  const [curl = "", typescript = ""] = samplesOf(id).map(({ code }) => code);
  const content = `${pointer}/responses/200/content/application~1json`;
  const [example = ""] = Object.keys(Object(at(contract, `${content}/examples`)));
  return { id, curl, typescript, response: Object(at(contract, `${content}/examples/${example}`)).value };
});

const [, ...sections] = sectionsOf(String(at(contract, "/info/description")));
/** The code blocks of the guides, each under its heading. */
const guides = sections.flatMap(({ title, markdown }) =>
  marked
    .lexer(markdown)
    .flatMap((token) =>
      token.type === "code" ? [{ title, language: token["lang"], code: `${token["text"]}\n` }] : [],
    ),
);
const OUTPUTS = ["json", "text"];
const runnable = guides.filter(({ language }) => !OUTPUTS.includes(language));

/** The code blocks of a guide in some languages. */
const codeOf = (section: string, ...languages: string[]) =>
  guides.filter(({ title, language }) => title === section && languages.includes(language)).map(({ code }) => code);

const clone = cloneOfProject("npm run compile");
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: "examples" });
  const samples = operations.map(({ id, typescript }) => save(`${id}.mts`, typescript));
  const blocks = runnable
    .filter(({ language }) => language === "ts")
    .map(({ code }, index) => save(`guide-${index}.mts`, code));
  await Promise.all([...samples, ...blocks]);
});

beforeEach(() => sandbox.reset());

afterAll(() => sandbox.close());

/** Writes code into the clone, with the address of the tests' sandbox in place of its own. */
async function save(name: string, code: string): Promise<void> {
  await writeFile(join(clone.folder, name), code.replaceAll("http://127.0.0.1:4010", sandbox.url));
}

/** Runs TypeScript without type annotations as JavaScript. */
async function runTypeScript(code: string) {
  await save("sample.mjs", code);
  return run("node sample.mjs", clone.folder);
}

/** A value with each leaf replaced by the name of its type. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** The contents of the envelope, if there is one: the client removes it. */
function unwrapped(response: Record<string, unknown>): unknown {
  const [only, ...others] = Object.values(response);
  return others.length === 0 ? only : response;
}

// One after the other: all use one sandbox, one clone, and one file in it.
describe.each(operations)("the sample of $id", { sequential: true }, ({ curl, typescript, response }) => {
  test("in curl prints an answer with the shape of the example", async () => {
    const { stdout } = await run(curl.replaceAll("http://127.0.0.1:4010", sandbox.url));
    expect(shapeOf(JSON.parse(stdout))).toEqual(shapeOf(response));
  });

  test("in TypeScript prints the contents of that answer's envelope", async () => {
    const { output } = await runTypeScript(typescript);
    expect(shapeOf(JSON.parse(output))).toEqual(shapeOf(unwrapped(response)));
  });
});

test("all samples succeed in the order of the page, after one start of npm run sandbox", async () => {
  const port = await freePort();
  const started = start(`npm run sandbox -- --port ${port}`, projectFolder);
  await started.printed(`http://127.0.0.1:${port}`);
  for (const { id, curl } of operations) {
    const { code, output } = await run(curl.replace("curl ", "curl --fail ").replaceAll(":4010", `:${port}`));
    expect([id, code], output).toEqual([id, 0]);
  }
  await started.close();
});

describe("the guides", { sequential: true }, () => {
  test("all have something to run", () => {
    const without = sections.map(({ title }) => title).filter((name) => !runnable.some(({ title }) => title === name));
    expect(without).toEqual(["What this contract does not specify", "Choices made in this contract"]);
  });

  describe("that begin with a new sandbox", () => {
    let fresh: RunningSandbox;

    beforeEach(async () => {
      fresh = await startSandbox({ port: 0, seed: "examples", clock: () => new Date("2026-03-10T08:20:00Z") });
    });

    afterEach(() => fresh.close());

    test("lead from a token to a first subscription in three calls, which print what the guide shows", async () => {
      const calls = codeOf("Getting started", "sh");
      expect(calls).toHaveLength(3);
      const { stdout } = await run(calls.join("").replace("http://127.0.0.1:4010", fresh.url));
      const answers = stdout.split(/(?<=\})(?=\{)/).map((answer) => JSON.parse(answer));
      const printed = codeOf("Getting started", "json").map((output) => JSON.parse(output));
      expect(answers).toEqual(printed);
    });

    test("say how to run the client, which prints what the guide shows", async () => {
      const [code = ""] = codeOf("Run it", "ts");
      await writeFile(join(clone.folder, "sample.mjs"), code.replaceAll("http://127.0.0.1:4010", fresh.url));
      const { output } = await run("node sample.mjs", clone.folder);
      expect(output).toBe(codeOf("Run it", "text").join(""));
    });
  });

  test("name commands of this project, and the address on which these listen", async () => {
    const commands = codeOf("Run it", "sh").join("");
    const { scripts } = JSON.parse(await readFile(join(projectFolder, "package.json"), "utf8"));
    const named = [...commands.matchAll(/npm run (\w+)/g)].map(([, name = ""]) => name);
    expect(named).toEqual(["sandbox"]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...named, "mock", "build"]));
    const { output } = await run("npm run --silent sandbox -- --help");
    expect(output).toContain(new URL(defaultServer).port);
  });

  test("walk all pages with curl", async () => {
    const [code = ""] = codeOf("Listing and paging", "sh");
    const { stdout } = await run(code.replaceAll("http://127.0.0.1:4010", sandbox.url));
    const pages = stdout
      .trim()
      .split("\n")
      .map((page) => JSON.parse(page).pagination.current_page);
    expect(pages).toEqual([1, 2]);
  });

  test("show a real refusal of the mock, and the sandbox finds the same in the same places", async () => {
    const refusal = JSON.parse(codeOf("Errors", "json").join(""));
    const headers = { [accessToken.header]: "any", "Content-Type": "application/json" };
    const refused = async (url: string) =>
      Object(await (await fetch(`${url}${operation("listWebhooks").path}?limit=10001`, { headers })).json());
    expect(await refused(inject("mockUrl"))).toEqual(refusal);
    const inOtherWords = refusal.validation.map((found: object) => ({ ...found, message: expect.any(String) }));
    expect((await refused(sandbox.url)).validation).toEqual(inOtherWords);
  });

  test.each([
    ["Authentication", /^lantern-books$/],
    ["Listing and paging", /^(\d+ \w+\/\w+ https?:\S+\n?){2}$/],
    ["Subscribing to events", /^true$/],
    ["Receiving deliveries", /^orders\/create http:\S+\/hooks\/orders xml$/],
    ["Errors", /^422 \{/],
    ["Limits", /^2 of 2$/],
  ])("have code under '%s' that prints the expected output", async (section, printed) => {
    const { output } = await runTypeScript(codeOf(section, "ts")[0] ?? "");
    expect(output.trim()).toMatch(printed);
  });

  test("have code under 'Versioning' that finds the version in the contract of the package", async () => {
    const code = runnable.find(({ title }) => title === "Versioning")?.code ?? "";
    const { stdout } = await run(code.replace("node_modules/service-admin-api/", ""));
    expect(stdout).toContain("/api/admin/26.0/");
  });

  test("have TypeScript that type-checks, like that of the samples", async () => {
    const tsc = "npx tsc --noEmit --strict --skipLibCheck --module nodenext --types node *.mts";
    const { code, output } = await run(tsc, clone.folder);
    expect(code, output).toBe(0);
  });
});
