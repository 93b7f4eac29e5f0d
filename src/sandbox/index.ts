export type { Seed, SeedOf } from "./memory/seed.js";
export type { SandboxOptions } from "./options.js";
export {
  createSandbox,
  type RememberedItems,
  type Sandbox,
  type SandboxState,
} from "./sandbox.js";
export type {
  Delivery,
  DeliveryAnswer,
  DeliveryContent,
  DeliveryMessage,
  MakeDelivery,
  SendDelivery,
} from "./watch/deliveries.js";
export type { AnsweredRequest, Awaited } from "./watch/requests.js";
export type { Simulation, SimulationFilter } from "./watch/simulations.js";
