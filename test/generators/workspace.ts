import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectFolder, run } from "../servers/command.js";
import { installPackages } from "../servers/packages.js";

const suiteFolder = fileURLToPath(new URL(".", import.meta.url));
const ownBin = join(suiteFolder, "node_modules/.bin");
const projectBin = join(projectFolder, "node_modules/.bin");

/** The command of each generator, as the guide has it, for a folder that has the contract. */
export const GENERATORS = {
  "hey-api": "npx @hey-api/openapi-ts --input openapi.yaml --output clients/hey-api --client @hey-api/client-fetch",
  kubb: "npx kubb generate --config kubb.config.ts",
  oazapfts: "npx oazapfts openapi.yaml clients/oazapfts/index.ts",
  orval: "npx orval --config orval.config.cjs",
  redocly: "npx @redocly/cli generate-client openapi.yaml --output clients/redocly/index.ts",
};

/** The command without a download: with the program that is installed. */
function installed(command: string): string {
  return command
    .replace("npx @redocly/cli", `${projectBin}/redocly`)
    .replace("npx @hey-api/", `${ownBin}/`)
    .replace("npx ", `${ownBin}/`);
}

/** A user's project, with clients that were generated from the contract and a program for each. */
export interface Workspace {
  readonly folder: string;
  /** TypeScript's errors in the clients and in the programs that use them; empty if there are none. */
  typeErrors(): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Installs the generators and generates all clients.
 *
 * @param serviceUrl - Base URL, for the generator that writes it into its client.
 * @throws Error with what a generator printed when it fails.
 */
export async function createWorkspace(serviceUrl: string): Promise<Workspace> {
  installPackages(suiteFolder);
  const folder = await mkdtemp(join(tmpdir(), "generators-"));
  await cp(join(suiteFolder, "workspace"), folder, { recursive: true });
  await cp(join(projectFolder, "openapi.yaml"), join(folder, "openapi.yaml"));
  await symlink(join(suiteFolder, "node_modules"), join(folder, "node_modules"), "dir");
  await Promise.all(Object.entries(GENERATORS).map((generator) => generate(generator, folder, serviceUrl)));
  return {
    folder,
    typeErrors: async () => (await run(`${projectBin}/tsc --project .`, folder)).output,
    remove: () => rm(folder, { recursive: true }),
  };
}

async function generate([name, command]: [string, string], folder: string, serviceUrl: string): Promise<void> {
  await mkdir(join(folder, "clients", name), { recursive: true });
  const { code, output } = await run(`SERVICE_URL=${serviceUrl} ${installed(command)}`, folder);
  if (code !== 0) throw new Error(`${name} failed:\n${output}`);
}
