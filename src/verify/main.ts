import { givenOptions, givenToken } from "./options.js";
import { run } from "./run.js";

// The process in which the walk runs. The command starts it: nothing else of the walk acts when it is imported.

await run(givenOptions(), givenToken());
