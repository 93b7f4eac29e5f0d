import { CommandError } from "../../src/cli/command-error.js";
import type { AccessToken } from "../../src/contract.js";
import { type Contract, type Operation, operationsOf, type SecurityScheme } from "./model.js";
import { CONTRACT } from "./reader.js";

/**
 * How a request carries the access token: in the header of an API key, or as a bearer token.
 *
 * @throws CommandError when the contract uses several schemes, or one that is neither.
 */
export function accessTokenOf(contract: Contract): AccessToken {
  const [scheme, ...others] = schemesOf(contract);
  if (!scheme || others.length > 0) {
    const used = [scheme, ...others].flatMap((each) => each?.title ?? []).join(", ") || "none";
    throw new CommandError(
      `${CONTRACT}: security: the operations use ${used}: the client sends one access token, so use one scheme.`,
    );
  }
  const token = carried(scheme.scheme);
  if (token) return token;
  throw new CommandError(
    `${CONTRACT}: components/securitySchemes/${scheme.title}: write an API key in a header, or HTTP bearer authentication.`,
  );
}

/** The security schemes that operations require, each once. */
function schemesOf(contract: Contract): { title: string; scheme: SecurityScheme }[] {
  const required = operationsOf(contract).flatMap(({ security = contract.security }) => security);
  const titles = new Set(required.flatMap((requirement) => Object.keys(requirement)));
  return [...titles].flatMap((title) => {
    const scheme = contract.components.securitySchemes[title];
    return scheme ? [{ title, scheme }] : [];
  });
}

/** Whether an operation can be called without an access token. */
export function isPublic(contract: Contract, { security = contract.security }: Operation): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}

function carried({ type, in: place, name, scheme }: SecurityScheme): AccessToken | undefined {
  if (type === "apiKey" && place === "header" && name !== undefined) return { header: name, prefix: "" };
  const isBearer = type === "http" ? scheme?.toLowerCase() === "bearer" : ["oauth2", "openIdConnect"].includes(type);
  return isBearer ? { header: "Authorization", prefix: "Bearer " } : undefined;
}
