export type * from "../index.js";
export {
  type MountedSandbox,
  type MountOptions,
  mountSandbox,
  type RunningSandbox,
  type ServerOptions,
  startSandbox,
} from "./server.js";
