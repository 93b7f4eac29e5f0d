import { writeFileSync } from "node:fs";

/** Writes a file that the user has asked for with a flag. The command fails if it cannot, such as on a full disk. */
export function written(flag: string, file: string, text: string): boolean {
  try {
    writeFileSync(file, text);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`service-admin-verify: --${flag}: ${file} cannot be written: ${reason}\n`);
    process.exitCode = 1;
    return false;
  }
}
