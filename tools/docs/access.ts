import { isDeepStrictEqual } from "node:util";
import { code } from "../contract/bounds.js";
import type { Contract, PathItemOperation, SecurityScheme } from "../contract/model.js";

/** What an operation requires, where it differs from the others. */
export function securityOf({ security: usual }: Contract, { security = usual }: PathItemOperation): string {
  return isDeepStrictEqual(security, usual) ? "" : `Requires ${choicesIn(security)}.`;
}

/** What operations require by default. A scheme that is the only one has a chapter, which says so. */
export function usualSecurityOf({ security, components }: Contract): string {
  const isOne = security.length === 1 && Object.keys(components.securitySchemes).length === 1;
  return isOne || security.length === 0
    ? ""
    : `An operation requires ${choicesIn(security)}, unless it says otherwise.`;
}

function choicesIn(security: Contract["security"]): string {
  const choices = security.map((schemes) => Object.entries(schemes).map(schemeText).join(" and ") || "nothing");
  return choices.join(", or ") || "no token";
}

/** A scheme, and the scopes of it that an operation requires. */
function schemeText([name, scopes]: [string, readonly string[]]): string {
  return scopes.length === 0 ? code(name) : `${code(name)} with ${scopes.map(code).join(", ")}`;
}

/** Where a request carries what a security scheme requires. */
export function carrierOf({ type, in: place, name, scheme }: SecurityScheme): string {
  if (type === "apiKey") return `Request ${place} ${code(name)}.`;
  if (type !== "http") return `Of type ${code(type)}.`;
  return `Request header ${code(`Authorization: ${scheme === "bearer" ? "Bearer <token>" : scheme}`)}.`;
}
