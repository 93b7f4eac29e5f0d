import { accessToken } from "../../../generated/contract.js";
import { Problem } from "./refusals.js";
import { headerOf, type SandboxRequest } from "./request.js";

/** The header of the access token, in lower case. */
export const TOKEN_HEADER = accessToken.header.toLowerCase();
const PREFIX = accessToken.prefix.trim().toLowerCase();

/** The access token of a request; empty if it has none. */
export function tokenOf(request: SandboxRequest): string {
  const value = headerOf(request, TOKEN_HEADER) ?? "";
  if (PREFIX === "") return value;
  const [scheme = "", token = ""] = value.trim().split(/ +/, 2);
  return scheme.toLowerCase() === PREFIX ? token : "";
}

/** Any access token is accepted. @throws Problem with status 401 when a request has none. */
export function checkToken(request: SandboxRequest): void {
  if (tokenOf(request) !== "") return;
  const { header, prefix } = accessToken;
  const detail = `The request header ${header} is missing. The sandbox accepts any access token.`;
  const challenge = prefix.trim() || `AccessToken header="${header}"`;
  throw new Problem(401, detail, { headers: { "WWW-Authenticate": challenge } });
}
