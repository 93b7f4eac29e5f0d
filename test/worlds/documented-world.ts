import { documentedContract } from "./documented.js";
import { worldOf } from "./world.js";

/** What the project would be with the contract of the tests: its names and its methods are known. */
export const documented = await worldOf(documentedContract());
