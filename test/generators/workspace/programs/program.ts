/** A subscription, as far as all generated types must agree on it. */
export interface Subscription {
  id: number;
  address: string;
  topic: string;
  format: string;
  created_at: string;
  updated_at: string;
}

/** What each program does with its generated client. `Webhook` is the generated type of the resource. */
export interface Program<Webhook extends Subscription> {
  /** Gets a subscription by its identifier or its handle. */
  get(id: number | string): Promise<Webhook>;
  /** Gets the first page. */
  list(limit: number): Promise<Webhook[]>;
  /** Creates a subscription from only the required fields. */
  create(webhook: { topic: string; address: string }): Promise<Webhook>;
}

/** Sets a generated client up: with a base URL, and with the headers that every request carries. */
export type Connect<Webhook extends Subscription> = (
  baseUrl: string,
  headers: Record<string, string>,
) => Program<Webhook>;
