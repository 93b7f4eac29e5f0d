import { runCommand } from "../../src/cli/run.js";
import { readContract } from "../contract/model.js";
import { generateContract } from "../generate/contract.js";
import { generateMethods } from "../generate/methods.js";
import { compileChecks } from "../generate/validators.js";

await runCommand(
  {
    name: "npm run lint",
    about: `Lints the contract, the words of the docs and the code. First, it checks that everything can be built from the
contract, which no linter knows.`,
    options: {},
  },
  async () => {
    const contract = await readContract(process.cwd());
    for (const build of [generateContract, generateMethods, compileChecks]) build(contract);
    return 0;
  },
);
