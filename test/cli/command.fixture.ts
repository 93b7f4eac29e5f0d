import { readFileSync } from "node:fs";
import { CommandError, runCommand } from "../../src/cli/command.js";

await runCommand(
  {
    name: "npm run greet",
    help: `
Usage: npm run greet -- [options]

  --loud        greet in capitals
  --times <n>   how often (default: 1)
  --end <end>   how to end
`,
    options: {
      loud: { type: "boolean" },
      times: { type: "string", default: "1" },
      end: { type: "string" },
    },
    version: "1.2.3",
  },
  ({ values }) => {
    if (values.end === "fail") throw new CommandError("nobody is there. Come back later.");
    if (values.end === "read") readFileSync("/nothing");
    if (values.end === "break") throw new RangeError("a bug");
    if (values.end === "three") return 3;
    process.stdout.write(JSON.stringify(values));
    return 0;
  },
);
