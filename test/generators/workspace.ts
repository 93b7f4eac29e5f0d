import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../tools/packages/install.js";
import { projectFolder, run } from "../servers/command.js";

const room = fileURLToPath(new URL(".", import.meta.url));
const own = join(room, "node_modules/.bin");
const projects = join(projectFolder, "node_modules/.bin");

/** How each generator is called, in a folder that holds the contract. */
const GENERATORS = {
  "hey-api": `${own}/openapi-ts --input openapi.yaml --output clients/hey-api --client @hey-api/client-fetch`,
  kubb: `${own}/kubb generate --config kubb.config.ts`,
  oazapfts: `${own}/oazapfts openapi.yaml clients/oazapfts/index.ts`,
  orval: `${own}/orval --config orval.config.cjs`,
  redocly: `${projects}/redocly generate-client openapi.yaml --output clients/redocly/index.ts`,
};

/** Name of a generator. */
export type GeneratorName = keyof typeof GENERATORS;

/** The generators, by their names. */
export const generatorNames = ["hey-api", "kubb", "oazapfts", "orval", "redocly"] as const satisfies GeneratorName[];

/** A project of somebody who generates clients from the contract, with a program for each. */
export interface Workspace {
  readonly folder: string;
  /** What TypeScript says of the clients and of the programs that use them; empty when it has nothing to say. */
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
  installPackages(room);
  const folder = await mkdtemp(join(tmpdir(), "generators-"));
  await cp(join(room, "workspace"), folder, { recursive: true });
  await cp(join(projectFolder, "openapi.yaml"), join(folder, "openapi.yaml"));
  await symlink(join(room, "node_modules"), join(folder, "node_modules"), "dir");
  await Promise.all(generatorNames.map((name) => generate(name, folder, serviceUrl)));
  return {
    folder,
    typeErrors: async () => (await run(`${projects}/tsc --project .`, folder)).output,
    remove: () => rm(folder, { recursive: true }),
  };
}

async function generate(name: GeneratorName, folder: string, serviceUrl: string): Promise<void> {
  await mkdir(join(folder, "clients", name), { recursive: true });
  const { code, output } = await run(`SERVICE_URL=${serviceUrl} ${GENERATORS[name]}`, folder);
  if (code !== 0) throw new Error(`${name} failed:\n${output}`);
}
