// The types that users of a sandbox may name, in process and as a server.

export type { ConnectedSandbox, ConnectedState } from "./connect.js";
export type {
  Delivery,
  DeliveryAnswer,
  DeliveryContent,
  DeliveryMessage,
  DeliveryState,
  MakeDelivery,
  SendDelivery,
} from "./deliveries.js";
export type { EmittedEvent } from "./emit.js";
export type { SandboxOptions } from "./options.js";
export type { AnsweredRequest, Awaited } from "./records.js";
export type { Sandbox } from "./sandbox.js";
export type { Scenario, Seed } from "./seed.js";
export type { Simulation } from "./simulations.js";
export type { SandboxState } from "./state.js";
export type { Webhook } from "./webhook-fields.js";
