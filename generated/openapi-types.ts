// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
export interface paths {
    "/api/admin/26.0/oauth/access_token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange access token
         * @description Does not return an access token: it returns the `oauth` record, which has a client identifier, a client secret and
         *     a code. Like every operation, it requires the access-token header.
         */
        post: operations["exchangeAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/26.0/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns one page of the webhook subscriptions, with its position among all pages. For the newest one, send
         *     `sort_by=created_at`, `sort_order=desc` and `limit=1`. No filter is documented. Read all pages and compare.
         *
         *     **Not specified:** whose subscriptions an access token sees.
         */
        get: operations["listWebhooks"];
        /**
         * Update webhook
         * @description Updates a subscription and returns it. The path holds no identifier, and neither do the parameters. Do not change
         *     an address or a topic by an update: create a new subscription, then delete the old one by its `id`. Send `event`,
         *     `app_id` and `secret` again with the new one, since no documented response contains them.
         *
         *     **Not specified:** how the subscription to update is identified.
         */
        put: operations["updateWebhook"];
        /**
         * Create webhook
         * @description Creates a subscription, which registers it for its topic, and returns it.
         *
         *     **Not specified:** whether two subscriptions may share a topic and an address.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/26.0/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get webhook
         * @description Returns one subscription.
         *
         *     **Not specified:** which status the service returns for a subscription that does not exist.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete webhook
         * @description Deletes one subscription and returns a confirmation.
         *
         *     **Not specified:** which status the service returns for a subscription that does not exist.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/26.0/internal/webhooks/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trigger a delivery
         * @description Initiates a delivery and returns a subscription. This project assumes that the delivery goes to the `address` of the
         *     request, and that its `format` decides how: as `application/json` or `application/xml`. The operation is internal:
         *     ask the service team before you call it in production.
         *
         *     **Not specified:** what a triggered delivery sends, and how its outcome is reported; where the parameters of
         *     create, update and trigger are sent.
         */
        post: operations["deliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    delivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a delivery
         * @description The service sends this request to the address of a subscription when an event of its topic occurs. You run the
         *     server at that address. This project assumes that the request is a `POST`, and that a trigger sends the same one.
         *
         *     **Not specified:** whether deliveries are signed or retried, and how; what a receiver answers, and how soon.
         */
        post: operations["receiveDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description The record that a token exchange returns.
         *
         *     **Not specified:** which bounds, lifetime and uniqueness rules the fields of the OAuth record have.
         */
        OAuth: {
            /**
             * @description Identifier of the record.
             * @example 7
             */
            id: number;
            /**
             * @description Client identifier.
             * @example lantern-books
             */
            client_id: string;
            /**
             * Format: password
             * @description Client secret. Keep it out of logs, messages and code.
             * @example <CLIENT_SECRET>
             */
            client_secret: string;
            /**
             * Format: password
             * @description Exchange code.
             * @example <CODE>
             */
            code: string;
            /**
             * Format: date-time
             * @description When the record was created, as an ISO 8601 timestamp in UTC, ending in `Z`.
             * @example 2026-03-02T08:15:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last updated, as an ISO 8601 timestamp in UTC, ending in `Z`.
             * @example 2026-03-02T08:15:00Z
             */
            updated_at: string;
        };
        /** @description A webhook subscription binds an event topic to a receiving address and a payload format. */
        Webhook: {
            /**
             * @description Identifier of the subscription.
             * @example 1001
             */
            id: number;
            /**
             * Format: uri
             * @description URL that receives the payload.
             * @example https://lantern-books.example/hooks/orders
             */
            address: string;
            /**
             * @description Event topic, written as `<resource>/<action>`.
             *
             *     **Not specified:** which topics are allowed.
             * @example orders/create
             */
            topic: string;
            /**
             * @description Format of the delivered payload.
             * @default json
             * @example json
             * @enum {string}
             */
            format: "json" | "xml";
            /**
             * @description When the subscription was created, as an ISO 8601 timestamp with a numeric UTC offset.
             * @example 2026-03-02T10:20:00+02:00
             */
            created_at: string;
            /**
             * @description When the subscription was last updated, as an ISO 8601 timestamp with a numeric UTC offset.
             * @example 2026-03-02T10:20:00+02:00
             */
            updated_at: string;
        };
        /**
         * @description The position of one page among all pages of a list. This project assumes what the fields mean: only their names and
         *     types are documented.
         */
        Pagination: {
            /**
             * @description Number of this page.
             * @example 1
             */
            current_page: number;
            /**
             * @description Number of results that a page holds.
             * @example 20
             */
            per_page: number;
            /**
             * @description Number of results on all pages together.
             * @example 2
             */
            total: number;
            /**
             * @description Number of pages.
             * @example 1
             */
            total_pages: number;
        };
        /** @description Confirms a deletion. */
        DeletionResult: {
            /**
             * @description `true` when the subscription was deleted.
             * @example true
             */
            success: boolean;
            /**
             * @description Human-readable confirmation.
             * @example The webhook was deleted.
             */
            message: string;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Identifier of the subscription, or a handle. Use the identifier: nothing explains what a handle is, and no field of
         *     a subscription holds one.
         * @example 1001
         */
        WebhookId: number | string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    exchangeAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description **Not specified:** what the request body of the token exchange holds. */
        requestBody?: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The record, under the key `oauth`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        oauth: components["schemas"]["OAuth"];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Number of results to return on a page.
                 * @example 20
                 */
                limit?: number | undefined;
                /**
                 * @description Number of the page to fetch.
                 *
                 *     **Not specified:** which values of `limit` and `page` are too small; what a page after the last one holds.
                 * @example 1
                 */
                page?: number | undefined;
                /**
                 * @description Field to sort by. A subscription has a `created_at`, and no `title`.
                 *
                 *     **Not specified:** by which field and in which direction the list is sorted by default; in which order
                 *     subscriptions with equal values are listed.
                 */
                sort_by?: string | undefined;
                /**
                 * @description Direction to sort in: `asc` or `desc`.
                 * @example asc
                 */
                sort_order?: ("asc" | "desc") | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of subscriptions, under the key `webhooks`, with its pagination object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscriptions on this page. */
                        webhooks: components["schemas"]["Webhook"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Under the key `webhook`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The parameters of the subscription. */
                    webhook: {
                        /**
                         * @description Event topic, written as `<resource>/<action>`.
                         *
                         *     **Not specified:** which topics are allowed.
                         * @example orders/create
                         */
                        topic: string;
                        /**
                         * Format: uri
                         * @description URL that receives the payload.
                         * @example https://lantern-books.example/hooks/orders
                         */
                        address: string;
                        /**
                         * @description Format of the delivered payload. Always send it in an update.
                         *
                         *     **Not specified:** whether an update without `format` sets the default.
                         * @default json
                         * @example json
                         * @enum {string}
                         */
                        format?: ("json" | "xml") | undefined;
                    };
                };
            };
        };
        responses: {
            /** @description The subscription, under the key `webhook`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Under the key `webhook`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The subscription to create.
                     *
                     *     **Not specified:** how `event`, `app_id` and `secret` relate to the other fields.
                     */
                    webhook: {
                        /**
                         * @description Event topic, written as `<resource>/<action>`.
                         *
                         *     **Not specified:** which topics are allowed.
                         * @example orders/create
                         */
                        topic: string;
                        /**
                         * Format: uri
                         * @description URL that receives the payload.
                         * @example https://lantern-books.example/hooks/orders
                         */
                        address: string;
                        /**
                         * @description Format of the delivered payload.
                         * @default json
                         * @example json
                         * @enum {string}
                         */
                        format?: ("json" | "xml") | undefined;
                        /**
                         * @description Only create has this field.
                         * @example order_created
                         */
                        event?: string | undefined;
                        /**
                         * @description Only create has this field.
                         * @example 42
                         */
                        app_id?: number | undefined;
                        /**
                         * Format: password
                         * @description Signing secret, as its placeholder says. Store it safely: no documented response contains it. Keep
                         *     it out of logs and code.
                         *
                         *     **Not specified:** whether deliveries are signed or retried, and how.
                         * @example <SIGNING_SECRET>
                         */
                        secret?: string | undefined;
                    };
                };
            };
        };
        responses: {
            /** @description The subscription, under the key `webhook`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription, or a handle. Use the identifier: nothing explains what a handle is, and no field of
                 *     a subscription holds one.
                 * @example 1001
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription, under the key `webhook`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscription, or a handle. Use the identifier: nothing explains what a handle is, and no field of
                 *     a subscription holds one.
                 * @example 1001
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The confirmation, without an envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionResult"];
                };
            };
        };
    };
    deliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Under the key `webhook`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The delivery to initiate. */
                    webhook: {
                        /**
                         * @description Event topic, written as `<resource>/<action>`.
                         *
                         *     **Not specified:** which topics are allowed.
                         * @example orders/create
                         */
                        topic: string;
                        /**
                         * Format: uri
                         * @description URL that receives the payload.
                         * @example https://lantern-books.example/hooks/orders
                         */
                        address: string;
                        /**
                         * @description Format of the delivered payload.
                         * @default json
                         * @example json
                         * @enum {string}
                         */
                        format?: ("json" | "xml") | undefined;
                    };
                };
            };
        };
        responses: {
            /** @description The subscription, under the key `webhook`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    receiveDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description This project assumes that the media type follows the `format` of the subscription, or of the trigger: `json` is
         *     `application/json`, and `xml` is `application/xml`.
         *
         *     **Not specified:** what the payload of a delivered event holds; in which media type a delivery arrives.
         */
        requestBody?: {
            content: {
                "application/json": unknown;
                "application/xml": unknown;
            };
        };
        responses: never;
    };
}
