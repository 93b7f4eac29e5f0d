import { describe, expect, test } from "vitest";
import { cloneOfProject } from "../servers/clone.js";
import { projectFolder, run, start } from "../servers/command.js";

const clone = cloneOfProject();

describe("npm run docs", () => {
  test("serves the page on a free port, and rebuilds it when the contract or a guide changes", async ({ expect }) => {
    const server = start("npm run docs -- --serve", clone.folder);
    try {
      await server.printed("Docs are served at http://127.0.0.1:");
      const [url = ""] = server.output().match(/http:\/\/127\.0\.0\.1:\d+\//) ?? [];
      expect(await (await fetch(url)).text()).toContain("<title>Service API</title>");
      expect((await fetch(`${url}nothing`)).status).toBe(404);
      const { code } = await run("sed -i 's/title: Service API/title: Lamp API/' openapi.yaml", clone.folder);
      expect(code).toBe(0);
      await server.printed("Rebuilt.");
      expect(await (await fetch(url)).text()).toContain("<title>Lamp API</title>");
      await run("sed -i 's/^# The client/# The lamp/' guides/client.md", clone.folder);
      const guide = async () => (await fetch(`${url}guides/client.html`)).text();
      await expect.poll(guide, { timeout: 60_000 }).toContain("<title>The lamp, Lamp API</title>");
    } finally {
      await server.close();
    }
  }, 120_000);

  test.each([
    ["--port many", "--port requires a number"],
    ["--port 70000", "--port requires a number"],
  ])("refuses %s", async (flags, message) => {
    const { code, output } = await run(`npm run docs -- ${flags}`, projectFolder);
    expect(output).toContain(message);
    expect(code).toBe(2);
  });
});
