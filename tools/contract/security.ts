import type { Contract, Operation } from "./model.js";

/** How a request carries the access token: in the request header that the contract's only security scheme names. */
export function accessTokenOf({ components }: Contract): { readonly header: string } {
  const [{ name: header = "" } = {}] = Object.values(components.securitySchemes);
  return { header };
}

/** Whether an operation can be called without an access token. */
export function isPublic(contract: Contract, { security = contract.security }: Pick<Operation, "security">): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}
