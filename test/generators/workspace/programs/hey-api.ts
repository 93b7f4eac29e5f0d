import { client } from "../clients/hey-api/client.gen.ts";
import { createWebhook, getWebhook, listWebhooks, type Webhook } from "../clients/hey-api/index.ts";
import type { Connect } from "./program.ts";

export const connect: Connect<Webhook> = (baseUrl, headers) => {
  client.setConfig({ baseUrl, headers });
  return {
    get: async (id) => (await getWebhook({ path: { id }, throwOnError: true })).data.webhook,
    list: async (limit) => (await listWebhooks({ query: { limit }, throwOnError: true })).data.webhooks,
    create: async (webhook) => (await createWebhook({ body: { webhook }, throwOnError: true })).data.webhook,
  };
};
