import { createServiceClient, type ServiceClient, ServiceError } from "../client/index.js";
import type { VerifyOptions } from "./arguments.js";
import type { Relay } from "./relay.js";

/** What became of the subscription that the walk made, where the walk itself did not come to delete it. */
export interface CleanUp {
  /** Ids that the service says are deleted. */
  deleted: string[];
  /** What could not be deleted, or looked for, each as a sentence that says what to do. */
  failed: string[];
}

/** Deletes every subscription that has the walk's own address, and no other, whatever the service has answered. */
export async function cleanUp(options: VerifyOptions, address: string, relay: Relay): Promise<CleanUp> {
  const result: CleanUp = { deleted: [], failed: [] };
  if (!relay.mayBeLeft()) return result;
  const { server: baseUrl, accessToken, timeout } = options;
  const service = createServiceClient({ baseUrl, accessToken, timeout });
  const known = await confirmed(service, relay.candidates, address);
  const listed = await attempt(() => newest(service, address));
  if (listed.error && known.length === 0) {
    result.failed.push(`A subscription to ${address} may have been left behind: look for it. (${listed.error})`);
  }
  for (const id of new Set([...known, ...(listed.value ?? [])])) {
    const { error } = await attempt(() => service.webhooks.delete(id));
    if (error) result.failed.push(`Subscription ${id} was left behind: delete it by hand. (${error})`);
    else result.deleted.push(id);
  }
  return result;
}

/** The ids under which the service keeps a subscription to the address: what it says an id is may be wrong. */
async function confirmed(service: ServiceClient, ids: Iterable<string>, address: string) {
  const found: string[] = [];
  for (const id of ids) {
    const { value } = await attempt(() => service.webhooks.get(id));
    if (value?.address === address) found.push(id);
  }
  return found;
}

/** The subscriptions to the address that are listed, for a service that has answered the creation with no id. */
async function newest(service: ServiceClient, address: string): Promise<string[]> {
  const { webhooks } = await service.webhooks.list({ limit: 10_000, sort_by: "created_at", sort_order: "desc" });
  return webhooks.filter((webhook) => webhook.address === address).map(({ id }) => String(id));
}

/** What a call gives, or the message of what became of it, which quotes no secret. */
async function attempt<Value>(call: () => Promise<Value>): Promise<{ value?: Value; error?: string }> {
  try {
    return { value: await call() };
  } catch (error) {
    // A TypeError says that an id cannot be sent. Anything else would be a fault of ours.
    if (error instanceof ServiceError || error instanceof TypeError) return { error: error.message };
    throw error;
  }
}
