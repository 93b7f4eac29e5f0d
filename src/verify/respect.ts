import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findCli, quiet } from "../cli/redocly.js";

/** What to run, and against which server. */
export interface RespectRun {
  /** Base URL of the server. */
  server: string;
  /** Ids of the workflows, in their order. */
  workflows: readonly string[];
  /** Inputs of the workflows. */
  inputs: Record<string, string>;
  /** How long an answer may take, in ms. */
  timeout: number;
  /** Ends the run when it aborts. */
  signal: AbortSignal;
}

/** What respect's JSON output tells of a run, as far as it is read here. */
export interface RespectWorkflow {
  workflowId: string;
  executedSteps: {
    stepId: string;
    request: { method: string; url: string };
    response: { statusCode: number; body?: unknown; time: number };
    checks: { name: string; passed: boolean; message: string; condition?: string }[];
  }[];
}

/** What became of a run: what it printed, and what it found unless it broke off. */
export interface RespectResult {
  output: string;
  workflows: RespectWorkflow[] | undefined;
}

const require = createRequire(import.meta.url);
const root = dirname(require.resolve("service-admin-api/package.json"));
const DESCRIPTION = "src/verify/service.arazzo.yaml";

/**
 * Runs Redocly's respect in a process of its own, which holds no access token.
 *
 * @throws CommandError when Redocly's CLI is not installed.
 */
export async function respect({ server, workflows, inputs, timeout, signal }: RespectRun): Promise<RespectResult> {
  const folder = await mkdtemp(join(tmpdir(), "service-admin-verify-"));
  try {
    const json = join(folder, "respect.json");
    const args = [findCli(), "respect", join(root, DESCRIPTION), "--verbose", `--json-output=${json}`];
    args.push(`--max-fetch-timeout=${timeout}`, ...workflows.map((id) => `--workflow=${id}`));
    // In a folder of its own it finds no settings and no .env but ours.
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        ...environment(),
        REDOCLY_CLI_RESPECT_SERVER: `service=${server}`,
        REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
      },
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    // An abort ends the process, and is no failure of it.
    child.on("error", () => {});
    await new Promise((resolve) => child.once("close", resolve));
    if (!existsSync(json)) return { output, workflows: undefined };
    const log: { files: Record<string, { executedWorkflows: RespectWorkflow[] }> } = JSON.parse(
      await readFile(json, "utf8"),
    );
    return { output, workflows: Object.values(log.files).flatMap(({ executedWorkflows }) => executedWorkflows) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** This process's environment without the access token and without a proxy, which the relay must not go through. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(SERVICE_ACCESS_TOKEN|https?_proxy|all_proxy|REDOCLY_CLI_RESPECT_.*)$/i.test(name),
  );
  return { ...Object.fromEntries(kept), ...quiet };
}
