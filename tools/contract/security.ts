import { CommandError } from "../../src/cli/command.js";
import { type Contract, type Operation, operationsOf, type SecurityScheme } from "./model.js";
import { CONTRACT } from "./reader.js";

/** How a request carries the access token. */
export interface AccessToken {
  /** Request header. */
  readonly header: string;
  /** What comes before the token in that header, such as `Bearer `; empty for an API key. */
  readonly prefix: string;
}

/**
 * How a request carries the access token: in the header of an API key, or as a bearer token.
 *
 * @throws CommandError when the operations use more than one scheme, or one that cannot be sent.
 */
export function accessTokenOf(contract: Contract): AccessToken {
  const { securitySchemes } = contract.components;
  const guarded = operationsOf(contract).filter((operation) => !isPublic(contract, operation));
  const used = new Set(guarded.flatMap(({ security = contract.security }) => security.flatMap(Object.keys)));
  const [title = "", ...others] = used;
  if (others.length > 0) {
    const titles = [...used].join(", ");
    throw new CommandError(
      `${CONTRACT}: security: the operations use ${titles}: the client sends one access token, so use one scheme.`,
    );
  }
  if (guarded.length === 0) {
    const [declared = BEARER] = Object.values(securitySchemes).flatMap((scheme) => carried(scheme) ?? []);
    return declared;
  }
  const token = carried(securitySchemes[title]);
  if (token) return token;
  throw new CommandError(
    `${CONTRACT}: components/securitySchemes/${title}: write an API key in a header, or HTTP bearer authentication.`,
  );
}

/** Whether an operation can be called without an access token. */
export function isPublic(contract: Contract, { security = contract.security }: Pick<Operation, "security">): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}

function carried({ type, in: place, name, scheme }: Partial<SecurityScheme> = {}): AccessToken | undefined {
  if (type === "apiKey" && place === "header" && name !== undefined) return { header: name, prefix: "" };
  const isBearer =
    type === "http" ? scheme?.toLowerCase() === "bearer" : ["oauth2", "openIdConnect"].includes(type ?? "");
  return isBearer ? BEARER : undefined;
}

const BEARER: AccessToken = { header: "Authorization", prefix: "Bearer " };
