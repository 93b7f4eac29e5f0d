export type {
  Delivery,
  DeliveryAnswer,
  DeliveryContent,
  DeliveryMessage,
  MakeDelivery,
  SendDelivery,
} from "./deliveries.js";
export type { SandboxOptions } from "./options.js";
export type { AnsweredRequest, Awaited } from "./request-log.js";
export {
  createSandbox,
  type RememberedItems,
  type Sandbox,
  type SandboxState,
} from "./sandbox.js";
export type { Seed, SeedOf } from "./seed.js";
export type { Simulation, SimulationFilter } from "./simulations.js";
