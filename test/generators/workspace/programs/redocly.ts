import { configure, createWebhook, getWebhook, listWebhooks, type Webhook } from "../clients/redocly/index.ts";
import type { Connect } from "./program.ts";

export const connect: Connect<Webhook> = (serverUrl, headers) => {
  configure({ serverUrl, headers });
  return {
    get: async (id) => (await getWebhook({ path: { id } })).webhook,
    list: async (limit) => (await listWebhooks({ query: { limit } })).webhooks,
    create: async (webhook) => (await createWebhook({ body: { webhook } })).webhook,
  };
};
