/**
 * Tells where a page of subscriptions is out of order, by `created_at`: Arazzo cannot compare timestamps, since those
 * of several offsets do not sort as text.
 *
 * @param body - Answer of the list operation.
 * @returns `undefined` where the order is right, or where there is no list to look at.
 */
export function disorder(body: unknown, order: "asc" | "desc"): string | undefined {
  const times = timestampsOf(body);
  const wrong = times.findIndex((time, index) => {
    const before = times[index - 1];
    if (before === undefined) return false;
    const step = Date.parse(time) - Date.parse(before);
    return order === "asc" ? step < 0 : step > 0;
  });
  return wrong < 0 ? undefined : `sort_order=${order}, yet ${times[wrong]} comes after ${times[wrong - 1]}`;
}

function timestampsOf(body: unknown): string[] {
  const webhooks = typeof body === "object" && body && "webhooks" in body ? body.webhooks : undefined;
  if (!Array.isArray(webhooks)) return [];
  return webhooks.flatMap((webhook: unknown) => {
    const created = typeof webhook === "object" && webhook && "created_at" in webhook ? webhook.created_at : undefined;
    return typeof created === "string" ? [created] : [];
  });
}
