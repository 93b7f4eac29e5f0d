import { urlOf } from "../url.js";

/**
 * Returns the base URL without slashes at its end, and without the beginning that the contract's paths share.
 *
 * @throws TypeError when it is none. It does not quote it, because it may hold a password.
 */
export function baseUrlOf(given: unknown, basePath: string): string {
  const url = String(given);
  const parsed = /^https?:\/\/[^@?#\\]+$/i.test(url) && urlOf(url);
  if (!parsed) {
    throw new TypeError(
      "baseUrl must be an HTTP URL such as https://service.example, without credentials, query or fragment",
    );
  }
  const base = parsed.href.replace(/\/+$/, "");
  return base.endsWith(basePath) ? base.slice(0, base.length - basePath.length) : base;
}
