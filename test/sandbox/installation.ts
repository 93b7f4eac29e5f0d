import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectFolder, run } from "../servers/command.js";

/** Commands of the packages that may be installed. */
const TOOLS = { "@playwright/test": "playwright", typescript: "tsc", vite: "vite", vitest: "vitest" };

/** Where this project has its packages. */
export const ownModules = join(projectFolder, "node_modules");

/** A user's folder with the package installed. */
export interface Installation {
  folder: string;
  /** Writes a file into it. */
  write(name: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Lays out a `node_modules` with the package in it.
 *
 * @param layout - As npm does it, side by side; or as pnpm does it, where each package sees only its own dependencies.
 * @param dependencies - Other packages to install, each with the `node_modules` that it is in.
 */
export async function install(
  packed: string,
  layout: "npm" | "pnpm",
  dependencies: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "installation-"));
  const modules = join(folder, "node_modules");
  const store = layout === "npm" ? modules : join(modules, ".pnpm/service-admin-api/node_modules");
  const target = join(store, "service-admin-api");
  await mkdir(target, { recursive: true });
  await run(`tar --extract --strip-components=1 --file=${packed} --directory=${target}`);
  const installed = { "openapi-fetch": ownModules, ...dependencies };
  for (const [name, source] of Object.entries(installed)) await link(join(source, name), store, name);
  if (store !== modules) await link(target, modules, "service-admin-api");
  const bin = join(target, "dist/src/sandbox/server/command.js");
  await chmod(bin, 0o755);
  await link(bin, join(modules, ".bin"), "service-admin-sandbox");
  for (const [name, tool] of Object.entries(TOOLS)) {
    await link(join(dependencies[name] ?? ownModules, ".bin", tool), join(modules, ".bin"), tool);
  }
  const write = async (name: string, text: string) => {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  await write("package.json", JSON.stringify({ private: true, type: "module" }));
  return { folder, write, remove: () => rm(folder, { recursive: true }) };
}

async function link(target: string, modules: string, name: string): Promise<void> {
  const path = join(modules, name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}
