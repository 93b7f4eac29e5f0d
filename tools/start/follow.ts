import { readdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { runScript } from "./processes.js";

/** How long to wait for more changes, in ms: an editor touches a file several times while it saves it. */
const PAUSE = 100;

/** What is served, as text, by what follows from a change of it. */
interface Sources {
  readonly contract: string;
  readonly generated: string;
  readonly docs: string;
}

/** Reads all sources. */
export function readSources(): Sources {
  return {
    contract: textOf(["openapi.yaml"]),
    generated: textOf(["generated"]),
    docs: textOf(["guides", "CHANGELOG.md", "redocly.yaml"]),
  };
}

/** The text of some files, and of the files in some folders. */
function textOf(places: readonly string[]): string {
  const texts = places.flatMap((place) =>
    place.includes(".") ? [readFileSync(place, "utf8")] : readdirSync(place).map((name) => textOf([join(place, name)])),
  );
  return texts.join("\n");
}

/**
 * Follows the sources: a changed contract is generated again, changed code restarts the sandbox, and the docs are rebuilt
 * after every change. The mock follows the contract by itself. What cannot be built changes nothing.
 *
 * @param built - What was built first: what has changed since is followed first.
 */
export function follow(built: Sources, restartSandbox: () => Promise<void>): void {
  let served = readSources().generated;
  let before = { ...built, generated: served };

  async function update(): Promise<void> {
    const last = before;
    before = readSources();
    if (Object.values(before).join() === Object.values(last).join()) return;
    process.stdout.write("Rebuilding…\n");
    if (before.contract !== last.contract && (await runScript("generate")) !== 0) return;
    const { generated } = readSources();
    const isChanged = generated !== served;
    before = { ...before, generated };
    served = generated;
    if (isChanged) await restartSandbox();
    if ((await runScript("docs")) !== 0) return;
    process.stdout.write(`Rebuilt${isChanged ? ", and restarted the sandbox" : ""}.\n`);
  }

  let updating = Promise.resolve();
  watchSources(() => {
    updating = updating.then(update).catch((error: Error) => void process.stderr.write(`${error.message}\n`));
  });
}

/** Waits until a contract, guide or page that could not be built has been changed. */
export function changeSince({ contract, docs }: Sources): Promise<void> {
  return new Promise((resolve) => {
    const end = watchSources(() => {
      const now = readSources();
      if (now.contract === contract && now.docs === docs) return;
      end();
      resolve();
    });
  });
}

/** Calls a function now, and after every change of a source; returns what ends that. */
function watchSources(changed: () => void): () => void {
  let waiting: NodeJS.Timeout | undefined;
  const look = () => {
    clearTimeout(waiting);
    waiting = setTimeout(changed, PAUSE);
  };
  // An editor may replace a file, which ends a watch on the file: folders are watched instead.
  const watchers = [".", "guides", "generated"].map((folder) => watch(folder, { persistent: false }, look));
  look();
  return () => {
    clearTimeout(waiting);
    for (const watcher of watchers) watcher.close();
  };
}
