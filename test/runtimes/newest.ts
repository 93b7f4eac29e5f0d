import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { type RunningCommand, start } from "../servers/command.js";
import { installPackages } from "../servers/packages.js";
import { suiteFolder } from "./bundles.js";

const folder = join(suiteFolder, "newest");

/** Packages that require a newer Node.js than the project. */
export const newestModules = join(folder, "node_modules");

/** Installs them, and a Node.js that they run on; returns the folder of its command. */
export function installNewest(): string {
  installPackages(folder);
  const command = ["--yes", "--package=node@24", "--", "node", "--print", "process.execPath"];
  return dirname(execFileSync("npx", command, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim());
}

/** Starts a command that prints where it listens. */
export async function startListening(command: string): Promise<RunningCommand & { url: string }> {
  const running = start(command);
  await running.printed("/\n");
  const [, url = ""] = /Listening on (\S+)\/\n/.exec(running.output()) ?? [];
  return { ...running, url };
}

/** Runs a module as a Worker, in Cloudflare's own runtime. */
export function startWorker(file: string): Promise<RunningCommand & { url: string }> {
  const node = installNewest();
  const script = `
    import { createRequire } from "node:module";
    const { Miniflare } = createRequire("${newestModules}/")("miniflare");
    const worker = new Miniflare({
      ...{ modules: true, modulesRoot: "/", scriptPath: "${file}", compatibilityDate: "2026-07-01" },
    });
    console.log("Listening on " + (await worker.ready));`;
  return startListening(`${join(node, "node")} --input-type=module --eval '${script}'`);
}
