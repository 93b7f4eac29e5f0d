import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../servers/checkout.js";
import { type EndedCommand, projectFolder, run } from "../servers/command.js";

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

/** Packs and installs the package without a registry: what it depends on is packed from where npm put it here. */
export async function install(): Promise<Installation> {
  const clone = await checkout();
  const folder = await mkdtemp(join(tmpdir(), "installation-"));
  const tarballs = join(folder, "tarballs");
  const project = join(folder, "project");
  await Promise.all([mkdir(tarballs), mkdir(project)]);

  const pack = await succeed("npm pack --json --pack-destination", tarballs, clone.folder);
  const [{ filename, files }] = JSON.parse(pack.slice(pack.indexOf("[\n")));
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    await succeed("npm pack --ignore-scripts --pack-destination", tarballs, join(projectFolder, "node_modules", name));
  }
  await clone.remove();

  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const all = (await readdir(tarballs)).map((name) => join(tarballs, name));
  await succeed("npm install --offline --no-audit --no-fund", all.join(" "), project);
  return {
    tarball: join(tarballs, filename),
    files: files.map(({ path }: { path: string }) => path),
    write: (name, content) => writeFile(join(project, name), content),
    run: (command) => run(command, project),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function succeed(command: string, argument: string, cwd: string): Promise<string> {
  const { code, stdout, output } = await run(`${command} ${argument}`, cwd);
  if (code !== 0) throw new Error(`"${command}" failed:\n${output}`);
  return stdout;
}
