import { createWebhook, getWebhook, listWebhooks, type Webhook } from "../clients/orval/index.ts";
import type { Connect } from "./program.ts";

// The base URL is part of what orval generates.
export const connect: Connect<Webhook> = (_baseUrl, headers) => ({
  get: async (id) => (await getWebhook(id, { headers })).data.webhook,
  list: async (limit) => (await listWebhooks({ limit }, { headers })).data.webhooks,
  create: async (webhook) => (await createWebhook({ webhook }, { headers })).data.webhook,
});
