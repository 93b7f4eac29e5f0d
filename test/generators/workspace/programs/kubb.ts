import { setConfig } from "../clients/kubb/.kubb/fetch.ts";
import { createWebhook, getWebhook, listWebhooks, type Webhook } from "../clients/kubb/index.ts";
import type { Connect } from "./program.ts";

export const connect: Connect<Webhook> = (baseURL, headers) => {
  setConfig({ baseURL, headers });
  return {
    get: async (id) => (await getWebhook(id)).webhook,
    list: async (limit) => (await listWebhooks({ limit })).webhooks,
    create: async (webhook) => (await createWebhook({ webhook })).webhook,
  };
};
