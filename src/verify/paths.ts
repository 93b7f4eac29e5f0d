import type { paths } from "../../generated/schema.js";

/** Where the subscriptions are. */
export const WEBHOOKS = "/api/admin/26.0/webhooks" satisfies keyof paths;

/** Where the access token is exchanged. */
export const EXCHANGE = "/api/admin/26.0/oauth/access_token" satisfies keyof paths;
