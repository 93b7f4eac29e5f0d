export type * from "../index.js";
export type { ServerOptions } from "./server-options.js";
export { type RunningSandbox, startSandbox } from "./start.js";
