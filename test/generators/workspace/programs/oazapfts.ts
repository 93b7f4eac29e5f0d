import { createWebhook, defaults, getWebhook, listWebhooks, type Webhook } from "../clients/oazapfts/index.ts";
import type { Connect } from "./program.ts";

export const connect: Connect<Webhook> = (baseUrl, headers) => {
  Object.assign(defaults, { baseUrl, headers });
  return {
    get: async (id) => (await getWebhook(id)).data.webhook,
    list: async (limit) => (await listWebhooks({ limit })).data.webhooks,
    create: async (webhook) => (await createWebhook({ webhook })).data.webhook,
  };
};
