import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { type EndedCommand, projectFolder, run } from "./command.js";

/** The package as it is published. */
export interface Tarball {
  /** Path of the tarball. */
  readonly file: string;
  /** What it holds. */
  readonly files: readonly string[];
}

/** The package that was packed before all slow tests. */
export function packed(): Tarball {
  const { tarball, files } = inject("built");
  return { file: tarball, files };
}

/** Where this project has its packages. */
const ownModules = join(projectFolder, "node_modules");

/** What the package depends on. */
const DEPENDENCIES = ["openapi-fetch", "openapi-typescript-helpers"].map((name) => join(ownModules, name));

/** Commands of the packages that may be installed. */
const TOOLS = ["playwright", "tsc", "vite", "vitest"];

/** A user's folder with the package installed. */
export interface Installation {
  folder: string;
  /** Writes a file into it. */
  write(name: string, text: string): Promise<void>;
  /** Runs a command in it. */
  run(command: string): Promise<EndedCommand>;
  remove(): Promise<void>;
}

/**
 * Installs the package into an empty folder without a registry: its dependencies come from this project's node_modules.
 *
 * @param packed - Path of the tarball.
 * @param layout - As npm does it, side by side; or as pnpm does it, where each package sees only its own dependencies.
 * @param others - Other packages to link, which this project has.
 */
export async function install(
  packed: string,
  layout: "npm" | "pnpm" = "npm",
  others: readonly string[] = [],
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "installation-"));
  const modules = join(folder, "node_modules");
  const home = layout === "npm" ? folder : join(modules, ".pnpm/service-admin-api");
  const write = async (name: string, text: string) => {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  await write("package.json", JSON.stringify({ private: true, type: "module" }));
  await mkdir(home, { recursive: true });
  const flags = "--offline --install-links --ignore-scripts --no-audit --no-fund --omit=peer";
  const { code, output } = await run(`npm install --prefix ${home} ${flags} ${[packed, ...DEPENDENCIES].join(" ")}`);
  if (code !== 0) throw new Error(`The package was not installed:\n${output}`);
  if (layout === "pnpm") {
    for (const name of ["service-admin-api", ".bin"]) await link(join(home, "node_modules", name), modules, name);
  }
  for (const name of others) await link(join(ownModules, name), modules, name);
  for (const tool of TOOLS) await link(join(ownModules, ".bin", tool), join(modules, ".bin"), tool);
  return { folder, write, run: (command) => run(command, folder), remove: () => rm(folder, { recursive: true }) };
}

async function link(target: string, modules: string, name: string): Promise<void> {
  const path = join(modules, name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}
