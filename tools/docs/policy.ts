import { createHash } from "node:crypto";

/** A page's script, without attributes that would make it something else than code. */
const SCRIPT = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;

/**
 * A page with its policy: it runs the scripts that it holds, by their hashes, and loads nothing.
 *
 * @param page - HTML with `@@POLICY@@` where the policy belongs.
 * @param extra - Directives that this page needs besides.
 */
export function withPolicy(page: string, extra: { scripts?: string; others?: readonly string[] } = {}): string {
  const hashes = [...page.matchAll(SCRIPT)].map(([, script = ""]) => `'sha256-${sha256(script)}'`);
  const directives = [
    "default-src 'none'",
    ["script-src", ...new Set(hashes), ...(extra.scripts ? [extra.scripts] : [])].join(" "),
    // Redoc writes its styles as it goes; in the static page and in the forms they are elements of their own, too.
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
