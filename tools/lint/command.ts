import { runCommand } from "../../src/cli/run.js";
import { checkContract } from "../generate/generate.js";
import { writeProse } from "./prose-in-code.js";

await runCommand(
  {
    name: "npm run lint",
    about: `Checks what no linter knows: that everything can be built from the contract. Then lints the contract, the words of
the docs and of the code, and the code.`,
    options: {},
  },
  async () => {
    const folder = process.cwd();
    await checkContract(folder);
    writeProse(folder, "node_modules/.cache/prose");
    return 0;
  },
);
