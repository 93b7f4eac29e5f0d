import { urlOf } from "../url.js";
import { kindOf } from "./misuse.js";

/**
 * Returns the base URL without slashes at its end, and without the beginning that the contract's paths share.
 *
 * @throws TypeError when it is none. It does not quote it, because it may hold a password.
 */
export function baseUrlOf(given: unknown, basePath: string): string {
  const url = String(given);
  const parsed = /^https?:\/\/[^@?#\\]+$/i.test(url) && urlOf(url);
  if (!parsed) {
    const what = typeof given === "string" ? "" : `: it is ${kindOf(given)}`;
    throw new TypeError(
      `baseUrl must begin with https:// or http://, and have no credentials, query or fragment${what}`,
    );
  }
  const base = parsed.href.replace(/\/+$/, "");
  return base.endsWith(basePath) ? base.slice(0, base.length - basePath.length) : base;
}
