export type { Delivery, DeliveryAnswer } from "./deliveries.js";
export type { SandboxOptions } from "./options.js";
export { type Sandbox, type ServedOperation, startSandbox } from "./sandbox.js";
