import type { OAuth } from "../../generated/schema.js";
import type { Call, CallOptions } from "./call.js";
import type { Http } from "./client.js";
import { stringsOf } from "./redaction.js";

/** Exchange an access token for the OAuth record that belongs to it. */
export interface OAuthMethods {
  /**
   * Exchanges the access token for the `oauth` record. Its `client_secret` and `code` are secrets.
   *
   * Operation `exchangeAccessToken`, `POST /api/admin/26.0/oauth/access_token`
   *
   * @param options.body - Sent as JSON, as it is: the contract does not specify the payload of this request. Nothing
   * is sent without it.
   * @throws ServiceError when the call fails. It is never tried again.
   */
  exchangeAccessToken(options?: CallOptions & { body?: unknown }): Promise<OAuth>;
}

export function createOAuthMethods(http: Http, call: Call): OAuthMethods {
  return {
    async exchangeAccessToken({ body, ...options } = {}) {
      const { oauth } = await call(
        {
          keys: ["oauth"],
          secrets: stringsOf(body),
          request: (init) => http.POST("/api/admin/26.0/oauth/access_token", { ...init, body }),
        },
        options,
      );
      return oauth;
    },
  };
}
