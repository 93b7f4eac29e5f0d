import { describe, test } from "node:test";
import type { Answer } from "./answer.js";
import { curlOf } from "./curl.js";
import { expectDeclaredForm, obstacleIn } from "./document.js";
import { observe } from "./observed/markdown.js";
import type { Options } from "./options.js";
import { Failure, Skip } from "./outcome.js";
import { read } from "./read.js";
import { sectionsOf } from "./sections/index.js";
import { uncheckedOperations } from "./sections/other-operations.js";
import type { Section } from "./sections/section.js";
import { Walk } from "./walk.js";
import { written } from "./written.js";

/** The exit code of a walk that has found no breach, but could create nothing. */
const NOTHING_CREATED = 3;

/** Walks through a service with Node's own test runner. */
export async function run(options: Options, token: string): Promise<void> {
  const walk = new Walk(options, token);
  const obstacle = obstacleIn(await read(walk, "listWebhooks"));
  if (obstacle !== undefined) {
    process.stderr.write(`service-admin-verify: ${options.server} ${obstacle}\n`);
    process.exitCode = 1;
    return;
  }
  for (const section of sectionsOf(options)) describe(section.title, () => addTests(walk, section));
  keepRunning(walk);
  process.on("exit", (code) => {
    summarize(walk);
    if (code === 0 && walk.created.length === 0) process.exitCode = NOTHING_CREATED;
  });
}

function addTests(walk: Walk, { tests, cleansUp = false }: Section): void {
  const phase = cleansUp ? walk.cleaning : walk.walking;
  for (const [title, work] of Object.entries(tests))
    test(title, async (context) => {
      walk.phase = phase;
      walk.test = context;
      if (!cleansUp && phase.ended) return context.skip(phase.ended);
      const before = walk.log.length;
      const outcome = await outcomeOf(walk, work);
      const answers = walk.log.slice(before);
      const failure = outcome instanceof Failure ? outcome : undeclaredIn(walk, answers);
      if (failure === undefined) return outcome && context.skip(outcome.message);
      const shownBy = failure.answer ?? answers.at(-1);
      if (failure.name === "Breach" && shownBy) context.diagnostic(`Repeat it: ${curlOf(walk, shownBy)}`);
      throw failure;
    });
}

/** How a test ends: with a failure, skipped, or well. */
async function outcomeOf(walk: Walk, work: (walk: Walk) => Promise<void>): Promise<Failure | Skip | undefined> {
  try {
    await work(walk);
    return undefined;
  } catch (error) {
    if (error instanceof Failure || error instanceof Skip) return error;
    return new Failure("Stopped", `the walk cannot go on here: ${String(error)}`);
  }
}

/** What in the answers of a test, refusals included, is in another form than the contract declares. */
function undeclaredIn(walk: Walk, answers: readonly Answer[]): Failure | undefined {
  for (const answer of answers) {
    try {
      expectDeclaredForm(walk, answer);
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  }
  return undefined;
}

/** Tells at the end what the tests do not. */
function summarize(walk: Walk): void {
  const { observed: file, format } = walk.options;
  const lines: string[] = [];
  const count = uncheckedOperations.length;
  if (count > 0)
    lines.push(`not checked: ${count} operation${count > 1 ? "s" : ""}, ${uncheckedOperations.join(", ")}`);
  if (file !== undefined) {
    const { markdown, asked, answered } = observe(walk);
    if (written("observed", file, markdown))
      lines.push(`observed: answers to ${answered} of ${asked} open questions, in ${file}`);
  }
  for (const line of lines)
    process.stdout.write(format === "github" ? `::notice title=verify::${line}\n` : `${line}\n`);
}

/** Keeps the walk running after a signal, and without a reader, so that it can delete what it has created. */
function keepRunning({ walking, cleaning }: Walk): void {
  // Whoever reads the output may stop early (`| head`).
  process.stdout.on("error", () => {});
  let last = { name: "", time: 0 };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // Node's runner would exit.
    process.removeAllListeners(name);
    process.on(name, () => {
      const isRepeated = last.name === name && Date.now() - last.time < 200;
      last = { name, time: Date.now() };
      // A terminal sends Ctrl+C to every process, and npm and the command pass it on once more.
      if (isRepeated) return;
      process.exitCode = 1;
      const interrupted = walking.interruption.signal.aborted ? cleaning : walking;
      interrupted.end("the walk was interrupted");
      interrupted.interruption.abort();
    });
  }
}
