import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A script or a style of this folder with all that it imports, as it stands in a page. */
export async function bundled(entry: string, define: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    write: false,
    define,
  });
  // An end tag within the code would end it.
  return outputFiles.map(({ text }) => text.trim().replaceAll("</script", "<\\/script")).join("");
}

/**
 * The content security policy of a page: only its own scripts and style, by their hashes, and what these scripts load. A page
 * on disk has no origin that a policy could name.
 */
export function policyFor(scripts: readonly string[], style: string): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(" ")} 'strict-dynamic'`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
