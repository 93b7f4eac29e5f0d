import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectFolder, run } from "../servers/command.js";

/** Commands of the packages that may be installed. */
const TOOLS = ["playwright", "tsc", "vite", "vitest"];

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
 * @param dependencies - Other packages to install, from this project's own `node_modules`.
 */
export async function install(
  packed: string,
  layout: "npm" | "pnpm",
  dependencies: readonly string[],
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "installation-"));
  const modules = join(folder, "node_modules");
  const store = layout === "npm" ? modules : join(modules, ".pnpm/service-admin-api/node_modules");
  const target = join(store, "service-admin-api");
  await mkdir(target, { recursive: true });
  await run(`tar --extract --strip-components=1 --file=${packed} --directory=${target}`);
  for (const name of ["openapi-fetch", ...dependencies])
    await link(join(projectFolder, "node_modules", name), store, name);
  if (store !== modules) await link(target, modules, "service-admin-api");
  const bin = join(target, "dist/src/sandbox/server/command.js");
  await chmod(bin, 0o755);
  await link(bin, join(modules, ".bin"), "service-admin-sandbox");
  for (const tool of TOOLS) await link(join(projectFolder, "node_modules/.bin", tool), join(modules, ".bin"), tool);
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write("package.json", JSON.stringify({ private: true, type: "module" }));
  return { folder, write, remove: () => rm(folder, { recursive: true }) };
}

async function link(target: string, modules: string, name: string): Promise<void> {
  const path = join(modules, name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}
