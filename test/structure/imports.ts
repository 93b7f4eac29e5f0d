import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { projectFolder } from "../servers/command.js";

/** The code files below some folders of this project, by their paths from it. */
export function filesBelow(...folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(projectFolder, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(ts|mts|js|mjs)$/.test(file) && !file.includes("node_modules"))
    .sort();
}

/** What a file imports, types included: paths from the project's folder, or the names of packages. */
export function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(projectFolder, file), "utf8"), true, true);
  return importedFiles.map(({ fileName }) => {
    if (!fileName.startsWith(".")) return fileName;
    return relative(projectFolder, resolve(projectFolder, file, "..", fileName)).replace(/\.js$/, ".ts");
  });
}

/** The cycles in which files import each other, each as the files along it. */
export function cyclesAmong(files: readonly string[]): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file) || !files.includes(file)) return;
    for (const imported of importsOf(file)) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return cycles;
}
