export { CommandError, UsageError } from "./command.js";
