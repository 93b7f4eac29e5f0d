import { runCommand } from "../../src/cli/run.js";
import { undescribedFields } from "../contract/missing-descriptions.js";
import { CONTRACT } from "../contract/reader.js";
import { checkContract } from "../generate/check-contract.js";
import { writeProse } from "./prose.js";

await runCommand(
  {
    name: "npm run lint",
    about: `Checks what no linter knows: that everything can be built from the contract. Then lints the contract, the words of
the docs and of the code, and the code.`,
    options: {},
  },
  async () => {
    const folder = process.cwd();
    const { document } = await checkContract(folder);
    for (const place of undescribedFields(document)) {
      process.stderr.write(`Warning: ${CONTRACT}: ${place}: it has no description: write one.\n`);
    }
    writeProse(folder, "node_modules/.cache/prose");
    return 0;
  },
);
