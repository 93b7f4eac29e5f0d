import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { projectFolder, run } from "../servers/command.js";
import { pack, type Tarball } from "../servers/tarball.js";

let packed: Tarball;
let folder: string;

beforeAll(async () => {
  packed = await pack();
  folder = await mkdtemp(join(tmpdir(), "install-"));
});

afterAll(() => Promise.all([packed.remove(), rm(folder, { recursive: true })]));

/** Puts what the tarball holds where a package manager would. */
async function unpack(home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  const { code, output } = await run(`tar --extract --strip-components=1 --file ${packed.file}`, home);
  expect(code, output).toBe(0);
  await chmod(join(home, "dist/src/verify/command.js"), 0o755);
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  await symlink(target, path);
}

/** What the project itself has installed. */
const installed = (name: string) => join(projectFolder, "node_modules", name);

/** As npm installs: every package side by side. */
async function flat(app: string, ...others: string[]): Promise<void> {
  const modules = join(app, "node_modules");
  await unpack(join(modules, "service-admin-api"));
  for (const name of ["openapi-fetch", ...others]) await link(installed(name), join(modules, name));
  await link("../service-admin-api/dist/src/verify/command.js", join(modules, ".bin/service-admin-verify"));
}

/** As pnpm does: each package in a store, beside nothing but what it depends on, its peers included. */
async function stored(app: string, ...peers: string[]): Promise<void> {
  const modules = join(app, "node_modules");
  const store = join(modules, ".pnpm/service-admin-api/node_modules");
  await unpack(join(store, "service-admin-api"));
  for (const name of ["openapi-fetch", ...peers]) await link(installed(name), join(store, name));
  await link(join(store, "service-admin-api"), join(modules, "service-admin-api"));
  await link(installed("@redocly/cli"), join(modules, "@redocly/cli"));
  await link("../service-admin-api/dist/src/verify/command.js", join(modules, ".bin/service-admin-verify"));
}

describe("npx service-admin-verify works where there is nothing but the package and Redocly's CLI", () => {
  test.each([
    ["npm", (app: string) => flat(app, "@redocly/cli")],
    ["pnpm", (app: string) => stored(app, "@redocly/cli")],
    ["pnpm, with the CLI installed apart", (app: string) => stored(app)],
  ])("installed by %s", async (name, install) => {
    const app = join(folder, name.replaceAll(/\W/g, "-"));
    await install(app);
    const command = `SERVICE_ACCESS_TOKEN=any npx service-admin-verify --server ${inject("mockUrl")} --stateless`;
    const { code, output } = await run(command, app);
    expect(output).toContain("6 steps: all kept.");
    expect(code).toBe(0);
  });

  test("without the CLI, it names the one command that is missing", async () => {
    const app = join(folder, "without");
    await flat(app);
    const command = `SERVICE_ACCESS_TOKEN=any node_modules/.bin/service-admin-verify --server ${inject("mockUrl")}`;
    const { code, output } = await run(command, app);
    expect(output).toBe("Redocly's CLI is missing. Install it: npm install --save-dev @redocly/cli@2\n");
    expect(code).toBe(1);
  });
});
