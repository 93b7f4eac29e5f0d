export type { Delivery, DeliveryAnswer, DeliveryMessage, SendDelivery } from "./delivery.js";
export type { SandboxOptions } from "./options.js";
export type { AnsweredRequest } from "./requests.js";
export { createSandbox, type Sandbox, type SandboxState, type ServedOperation } from "./sandbox.js";
export type { SeededSubscription } from "./seed.js";
export type { Simulation } from "./simulations.js";
