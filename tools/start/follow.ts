import { readdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { runScript } from "./processes.js";

/** How long to wait for more changes, in ms: an editor touches a file several times while it saves it. */
const PAUSE = 100;

/** The sources, by what follows from them. */
const SOURCES = {
  contract: ["openapi.yaml"],
  generated: ["generated"],
  docs: ["guides", "CHANGELOG.md", "redocly.yaml"],
};

/**
 * Follows the sources of what is served: a changed contract is generated again, changed code restarts the sandbox, and the
 * docs are rebuilt after every change. The mock follows the contract by itself. What cannot be built changes nothing.
 */
export function follow(restartSandbox: () => Promise<void>): void {
  let built = { contract: textOf(SOURCES.contract), generated: textOf(SOURCES.generated), docs: textOf(SOURCES.docs) };

  async function update(): Promise<void> {
    const before = built;
    const contract = textOf(SOURCES.contract);
    built = { ...built, contract };
    if (contract !== before.contract && (await runScript("generate")) !== 0) return;
    built = { contract, generated: textOf(SOURCES.generated), docs: textOf(SOURCES.docs) };
    if (Object.values(built).join() === Object.values(before).join()) return;
    if (built.generated !== before.generated) await restartSandbox();
    if ((await runScript("docs")) !== 0) return;
    process.stdout.write(`Rebuilt${built.generated === before.generated ? "" : ", and restarted the sandbox"}.\n`);
  }

  let waiting: NodeJS.Timeout | undefined;
  let updating = Promise.resolve();
  const changed = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      updating = updating.then(update).catch((error: Error) => {
        process.stderr.write(`${error.message}\n`);
      });
    }, PAUSE);
  };
  // An editor may replace a file, which ends a watch on the file: folders are watched instead.
  for (const folder of [".", "guides", "generated"]) watch(folder, { persistent: false }, changed);
}

/** The text of some files, and of the files in some folders. */
function textOf(places: readonly string[]): string {
  const texts = places.flatMap((place) =>
    place.includes(".") ? [readFileSync(place, "utf8")] : readdirSync(place).map((name) => textOf([join(place, name)])),
  );
  return texts.join("\n");
}
