import { CommandError } from "../../src/cli/command-error.js";
import { runCommand } from "../../src/cli/run.js";
import { undescribedFields } from "../contract/described.js";
import { CONTRACT } from "../contract/reader.js";
import { checkContract } from "../generate/check-contract.js";
import { codeIn, findWords, wordsIn } from "./find-words.js";

await runCommand(
  {
    name: "npm run lint",
    about: `Checks what no linter knows: that everything can be built from the contract, and that the code uses the words of
redocly.yaml. Then lints the contract, the words of the docs, and the code.`,
    options: {},
  },
  async () => {
    const folder = process.cwd();
    const { document } = await checkContract(folder);
    for (const place of undescribedFields(document)) {
      process.stderr.write(`Warning: ${CONTRACT}: ${place}: it has no description: write one.\n`);
    }
    const words = wordsIn(folder);
    const found = [CONTRACT, ...codeIn(folder)].flatMap((file) => findWords(folder, file, words));
    if (found.length > 0) throw new CommandError(found.join("\n"));
    return 0;
  },
);
