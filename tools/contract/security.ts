import { CommandError } from "../../src/cli/command-error.js";
import type { AccessToken } from "../../src/contract.js";
import { type Contract, type Operation, operationsOf, type SecurityScheme } from "./model.js";
import { CONTRACT } from "./reader.js";

/**
 * How a request carries the access token: in the header of an API key, or as a bearer token. Of schemes that are
 * alternatives to each other, the first that can be sent so. Where no operation requires one, it is optional.
 *
 * @throws CommandError when no one scheme is enough for every operation, or none of those that are can be sent.
 */
export function accessTokenOf(contract: Contract): AccessToken {
  const guarded = operationsOf(contract).filter((operation) => !isPublic(contract, operation));
  if (guarded.length === 0) {
    const [declared] = Object.values(contract.components.securitySchemes).flatMap((scheme) => carried(scheme) ?? []);
    return { ...(declared ?? BEARER), isOptional: true };
  }
  const alternatives = guarded.map(({ security = contract.security }) => security.map(Object.keys));
  const titles = [...new Set(alternatives.flat(2))];
  const enough = titles.filter((title) => alternatives.every((all) => all.some((names) => names.join() === title)));
  const [only] = enough;
  if (only === undefined) {
    throw new CommandError(
      `${CONTRACT}: security: the operations use ${titles.join(", ")}: the client sends one access token, so use one scheme.`,
    );
  }
  const [token] = enough.flatMap((title) => carried(contract.components.securitySchemes[title]) ?? []);
  if (token) return token;
  throw new CommandError(
    `${CONTRACT}: components/securitySchemes/${only}: write an API key in a header, or HTTP bearer authentication.`,
  );
}

/** Whether an operation can be called without an access token. */
export function isPublic(contract: Contract, { security = contract.security }: Operation): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}

function carried({ type, in: place, name, scheme }: Partial<SecurityScheme> = {}): AccessToken | undefined {
  if (type === "apiKey" && place === "header" && name !== undefined) return { header: name, prefix: "" };
  const isBearer =
    type === "http" ? scheme?.toLowerCase() === "bearer" : ["oauth2", "openIdConnect"].includes(type ?? "");
  return isBearer ? BEARER : undefined;
}

const BEARER: AccessToken = { header: "Authorization", prefix: "Bearer " };
