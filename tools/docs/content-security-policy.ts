import { createHash } from "node:crypto";

/** A script of a page. With any other attribute, it would not be code. */
const SCRIPT = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;

/**
 * A page with its content security policy: it runs only its own scripts, by their hashes, and loads nothing.
 *
 * @param page - HTML with `@@POLICY@@` where the policy belongs.
 * @param workers - Where its workers come from, if it starts any.
 */
export function withPolicy(page: string, ...workers: readonly string[]): string {
  const hashes = [...page.matchAll(SCRIPT)].map(([, script = ""]) => {
    return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  });
  const directives = [
    "default-src 'none'",
    ["script-src", ...new Set(hashes), ...workers].join(" "),
    ["worker-src", ...(workers.length > 0 ? workers : ["'none'"])].join(" "),
    // Redoc adds styles while it runs; the static page and the forms have style elements too.
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return page.replace("@@POLICY@@", directives.join("; "));
}
