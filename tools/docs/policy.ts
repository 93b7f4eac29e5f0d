import { createHash } from "node:crypto";

/** A script of a page. With any other attribute, it would not be code. */
const SCRIPT = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;

/**
 * A page with its content security policy: it runs only its own scripts, by their hashes, and loads nothing.
 *
 * @param page - HTML with `@@POLICY@@` where the policy belongs.
 * @param extra - Directives that this page also needs.
 */
export function withPolicy(page: string, extra: { scripts?: string; others?: readonly string[] } = {}): string {
  const hashes = [...page.matchAll(SCRIPT)].map(([, script = ""]) => `'sha256-${sha256(script)}'`);
  const allowed = new Set([...hashes, ...(extra.scripts ? [extra.scripts] : [])]);
  const directives = [
    "default-src 'none'",
    ["script-src", ...(allowed.size > 0 ? allowed : ["'none'"])].join(" "),
    // Redoc adds styles while it runs; the static page and the forms have style elements too.
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    ...(extra.others ?? []),
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return page.replace("@@POLICY@@", directives.join("; "));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
