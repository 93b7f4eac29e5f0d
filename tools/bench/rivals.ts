import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPackages } from "../packages/install.js";
import { benchFolder, projectFolder } from "./bundle.js";

/** The clients that other generators write from the same contract. Disposing of them deletes them. */
export interface Rivals extends Disposable {
  /** Folder where a benchmark can write other files. */
  readonly folder: string;
  /** Path of the folder that hey-api's generator writes. */
  readonly heyApi: string;
  /** Path of the module that Redocly's generator writes. */
  readonly redocly: string;
}

/**
 * Installs the packages that only benchmarks need, and generates the rivals.
 *
 * @throws CommandError when the packages cannot be installed.
 */
export function generateRivals(): Rivals {
  installPackages(benchFolder);
  const folder = mkdtempSync(join(tmpdir(), "rivals-"));
  const heyApi = join(folder, "hey-api");
  const redocly = join(folder, "redocly.ts");
  const run = (installation: string, command: string, ...args: string[]) =>
    execFileSync(join(installation, "node_modules/.bin", command), args, {
      cwd: projectFolder,
      stdio: ["ignore", "ignore", "pipe"],
    });
  run(benchFolder, "openapi-ts", "--input=openapi.yaml", `--output=${heyApi}`, "--client=@hey-api/client-fetch");
  run(projectFolder, "redocly", "generate-client", "service", `--output=${redocly}`);
  return { folder, heyApi, redocly, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
