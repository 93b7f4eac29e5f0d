export type * from "../index.js";
export type { ServerOptions } from "./options.js";
export { type RunningSandbox, startSandbox } from "./start.js";
