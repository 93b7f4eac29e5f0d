import { createHash } from "node:crypto";

/** A script or a style of a page. With any other attribute, a script would not be code. */
const PARTS = /<(script|style)(?: type="module")?>([\s\S]*?)<\/\1>/g;

/**
 * A page with its content security policy: it has only its own scripts and styles, by their hashes, and loads nothing.
 *
 * @param page - HTML with `@@POLICY@@` where the policy belongs.
 */
export function withPolicy(page: string): string {
  const sources = { script: new Set<string>(), style: new Set<string>() };
  for (const [, kind, text = ""] of page.matchAll(PARTS)) {
    const hash = createHash("sha256").update(text).digest("base64");
    sources[kind === "style" ? "style" : "script"].add(`'sha256-${hash}'`);
  }
  const directives = [
    "default-src 'none'",
    ["script-src", ...sources.script].join(" "),
    ["style-src", ...sources.style].join(" "),
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return page.replace("@@POLICY@@", directives.join("; "));
}
