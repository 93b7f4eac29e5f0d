import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Repository } from "../diff/repository.js";
import { projectFolder } from "../servers/command.js";
import { createPackage, read, stateOf, writeScript } from "./package.js";

vi.setConfig({ testTimeout: 120_000 });

/** Says that the step has begun, and waits for a signal. */
const WAITS = ["echo the step has begun >&2", "exec tail -f /dev/null"];

/** Makes a script of package.json wait for a signal. */
function stopIn(repository: Repository, script: string): void {
  const manifest = JSON.parse(read(repository, "package.json"));
  manifest.scripts[script] = WAITS.join("; ");
  repository.write({ "package.json": JSON.stringify(manifest) });
  repository.commit();
}

/** Starts `npm run release -- minor` as a terminal does, with a separate folder for temporary files. */
function startRelease({ folder }: Repository, temporary: string) {
  const command = `node --import ${import.meta.resolve("tsx")} ${join(projectFolder, "tools/versions/release-command.ts")}`;
  const child = spawn("npm", ["exec", "--offline", "--call", `${command} minor`], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  const begun = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("the step has begun")) resolve();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("close", () => reject(new Error(`The release ended before the step began:\n${output}`)));
  });
  const ended = once(child, "close");
  return { pid: child.pid ?? 0, begun, ended, output: () => output };
}

/** Interrupts a release in the step that waits, and returns what it printed. */
async function interrupt(repository: Repository, send: (pid: number) => void): Promise<string> {
  const temporary = mkdtempSync(join(tmpdir(), "interruption-"));
  try {
    const release = startRelease(repository, temporary);
    await release.begun;
    send(release.pid);
    await release.ended;
    expect(readdirSync(temporary).filter((name) => name.startsWith("release-"))).toEqual([]);
    return release.output();
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

const steps: [step: string, prepare: (repository: Repository) => void][] = [
  [
    "the checks",
    (repository) => {
      writeScript(repository, ".ci/run", ...WAITS);
      repository.commit();
    },
  ],
  ["the version", (repository) => stopIn(repository, "version")],
  ["the build", (repository) => stopIn(repository, "build")],
  ["the tarball", (repository) => stopIn(repository, "prepack")],
  ["the commit", (repository) => writeScript(repository, ".git/hooks/pre-commit", ...WAITS)],
  [
    "the tag",
    (repository) => {
      const isTag = 'if [ "$1" = prepared ] && grep --quiet refs/tags; then';
      writeScript(repository, ".git/hooks/reference-transaction", isTag, ...WAITS, "fi");
    },
  ],
];

describe("Ctrl+C leaves everything as it was", () => {
  test.each(steps)("during %s", async (_, prepare) => {
    using repository = createPackage();
    prepare(repository);
    const before = stateOf(repository);
    const output = await interrupt(repository, (pid) => process.kill(-pid, "SIGINT"));
    expect(output).toContain("npm run release: interrupted. Nothing was released, and nothing has changed.");
    expect(stateOf(repository)).toEqual(before);
  });

  test("during the last step, after the branch has moved", async () => {
    using repository = createPackage();
    // The hook waits until something is written to the pipe.
    const pipe = join(repository.folder, ".git/pipe");
    writeScript(repository, ".git/hooks/post-merge", "echo the step has begun >&2", `mkfifo ${pipe}`, `cat ${pipe}`);
    mkdirSync(join(repository.folder, ".git"), { recursive: true });
    const before = stateOf(repository);
    const output = await interrupt(repository, (pid) => {
      process.kill(-pid, "SIGINT");
      setImmediate(() => writeFileSync(pipe, "go on\n"));
    });
    expect(output).toContain("nothing has changed.");
    expect(stateOf(repository)).toEqual(before);
  });
});

test.each(["SIGTERM", "SIGHUP"] as const)("%s leaves everything as it was", async (signal) => {
  using repository = createPackage();
  stopIn(repository, "build");
  const before = stateOf(repository);
  await interrupt(repository, (pid) => process.kill(-pid, signal));
  expect(stateOf(repository)).toEqual(before);
});
