import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sendRaw } from "../sandbox/raw-request.js";
import { TOKEN } from "../sandbox/transports.js";
import { projectFolder, start } from "../servers/command.js";
import { freePort } from "../servers/port.js";
import { WEBHOOKS } from "../worlds/webhooks.js";

test.sequential("a contract that is saved half-written ends nothing, and the next one is loaded", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mock-"));
  const contract = join(folder, "openapi.yaml");
  const whole = await readFile(join(projectFolder, "openapi.yaml"), "utf8");
  await writeFile(contract, whole);
  const port = await freePort();
  const [tsx, command] = ["node_modules/.bin/tsx", "tools/mock/command.ts"].map((file) => join(projectFolder, file));
  const edited = start(`${tsx} ${command} mock --port ${port}`, folder);
  onTestFinished(async () => {
    await edited.close();
    await rm(folder, { recursive: true });
  });
  await edited.printed("Prism is listening");
  const url = `http://127.0.0.1:${port}`;
  // Prism says that it listens before it watches, and waits until a file has not changed for half a second.
  const saving = { interval: 1500, timeout: 15_000 };
  const reloads = () => edited.output().split("Restarting Prism").length;
  for (const broken of ["openapi: [", "", "openapi: 3.1.1"]) {
    const before = reloads();
    const saved = () => writeFile(contract, broken).then(reloads);
    await expect.poll(saved, saving).toBeGreaterThan(before);
    expect((await sendRaw(url, { path: WEBHOOKS, headers: TOKEN })).status).toBe(200);
  }
  await writeFile(contract, whole.replaceAll("/26.0/", "/27.0/"));
  const moved = { path: WEBHOOKS.replace("/26.0/", "/27.0/"), headers: TOKEN };
  await expect.poll(() => sendRaw(url, moved).then(({ status }) => status, String), saving).toBe(200);
});
