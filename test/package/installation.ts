import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EndedCommand, projectFolder, run } from "../servers/command.js";
import { pack } from "../servers/tarball.js";

/** The package as its users get it: packed, and installed into an empty project. */
export interface Installation {
  /** Path of the tarball. */
  tarball: string;
  /** Files that the tarball holds. */
  files: string[];
  /** Writes a file into the empty project. */
  write(name: string, content: string): Promise<void>;
  /** Runs a command in the empty project. */
  run(command: string): Promise<EndedCommand>;
  remove(): Promise<void>;
}

/** Packs and installs the package without a registry: its dependencies are packed from this project's node_modules. */
export async function install(): Promise<Installation> {
  const packed = await pack();
  const folder = await mkdtemp(join(tmpdir(), "installation-"));
  const dependencies = join(folder, "dependencies");
  const project = join(folder, "project");
  await Promise.all([mkdir(dependencies), mkdir(project)]);
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    const installed = join(projectFolder, "node_modules", name);
    await succeed(`npm pack --ignore-scripts --pack-destination ${dependencies}`, installed);
  }
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarballs = (await readdir(dependencies)).map((name) => join(dependencies, name));
  const offline = "npm install --offline --no-audit --no-fund --omit=peer";
  await succeed(`${offline} ${[packed.file, ...tarballs].join(" ")}`, project);
  return {
    tarball: packed.file,
    files: packed.files,
    write: (name, content) => writeFile(join(project, name), content),
    run: (command) => run(command, project),
    async remove() {
      await packed.remove();
      await rm(folder, { recursive: true });
    },
  };
}

async function succeed(command: string, cwd: string): Promise<void> {
  const { code, output } = await run(command, cwd);
  if (code !== 0) throw new Error(`"${command}" failed:\n${output}`);
}
