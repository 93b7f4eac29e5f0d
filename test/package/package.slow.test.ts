import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneProject } from "../servers/clone.js";
import { projectFolder, run } from "../servers/command.js";
import { type Installation, install, packed } from "../servers/installation.js";
import { installPackages } from "../servers/packages.js";

// The landing test installs the package and uses it. These look at it as tools and other compilers do.

const suiteFolder = fileURLToPath(new URL(".", import.meta.url));
const bin = join(suiteFolder, "node_modules/.bin");
const tarball = packed();
let installed: Installation;

beforeAll(async () => {
  installPackages(suiteFolder);
  installed = await install(tarball.file);
});

afterAll(() => installed.remove());

test("The package holds its code, types, contract and guides, and nothing else", () => {
  const code = /^dist\/(cjs\/)?(src|generated)\/[\w/.-]+\.(js|d\.ts)$/;
  const outside = tarball.files.filter((file) => !code.test(file) && !file.startsWith("guides/"));
  const texts = ["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"];
  expect(outside.sort()).toEqual([...texts, "dist/cjs/package.json", "openapi.yaml", "package.json"]);
});

test("publint finds nothing wrong with the package", async () => {
  const { code, output } = await run(`${bin}/publint ${tarball.file} --strict`);
  expect(code, output).toBe(0);
});

test("Are the types wrong? finds nothing wrong with the types of any entry", async () => {
  const flags = "--exclude-entrypoints ./openapi.yaml ./package.json";
  const { code, output } = await run(`${bin}/attw ${tarball.file} ${flags}`);
  expect(code, output).toBe(0);
});

const compilers = {
  "5.4": join(suiteFolder, "node_modules/typescript-5.4"),
  "7.0": join(suiteFolder, "node_modules/typescript-7"),
};
const settings = [
  "--module commonjs",
  "--module node16",
  "--module nodenext",
  "--module preserve",
  "--module esnext --moduleResolution bundler",
];

test.each(Object.entries(compilers).flatMap(([version, path]) => settings.map((flags) => [version, flags, path])))(
  "TypeScript %s finds the types of every entry with %s, in a project of CommonJS and in one of ES modules",
  async (_, flags, compiler) => {
    const strict =
      "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom --skipLibCheck false";
    for (const type of ["commonjs", "module"]) {
      await installed.write(`${type}/package.json`, JSON.stringify({ type }));
      await installed.write(
        `${type}/entries.ts`,
        `export { createServiceClient, nextPage, ServiceStatusError, type Webhook } from "service-admin-api";
        export { webhookCreateInput } from "service-admin-api/schemas";
        export { createSandbox } from "service-admin-api/sandbox";
        export type { startSandbox } from "service-admin-api/sandbox/server";`,
      );
      const { code, output } = await installed.run(`node ${compiler}/bin/tsc ${strict} ${flags} ${type}/entries.ts`);
      expect(code, `${type}: ${output}`).toBe(0);
    }
  },
);

test("Node.js loads one copy of each class, whether a program requires the package or imports it", async () => {
  const program = `const required = require("service-admin-api");
    import("service-admin-api").then((imported) => console.log(required.ServiceError === imported.ServiceError));`;
  await installed.write("both.cjs", program);
  expect((await installed.run("node both.cjs")).output).toBe("true\n");
});

test("an error of the CommonJS copy is an instance of the class of the other copy, and of no class of a caller's own", async () => {
  await installed.write(
    "copies.mjs",
    `import { createRequire } from "node:module";
    import { createServiceClient, ServiceConnectionError, ServiceError, ServiceStatusError } from "service-admin-api";
    const copy = createRequire(import.meta.url)("./node_modules/service-admin-api/dist/cjs/src/client/index.js");
    class OwnError extends ServiceStatusError {}
    const fetch = async () => new Response(null, { status: 404 });
    const { webhooks } = createServiceClient({ baseUrl: "https://service.example", fetch });
    const error = await webhooks.get(1).catch((reason) => reason);
    const classes = [copy.ServiceStatusError, copy.ServiceError, copy.ServiceConnectionError, OwnError];
    console.log(copy.ServiceError !== ServiceError, ...classes.map((one) => error instanceof one));`,
  );
  expect((await installed.run("node copies.mjs")).output).toBe("true true true false false\n");
});

test("npm installs the package with its code from a git repository, and npm ci in a clone builds nothing", async () => {
  const clone = await cloneProject();
  const project = await mkdtemp(join(tmpdir(), "from-git-"));
  try {
    const git = "git -c user.name=Test -c user.email=test@example.com";
    const committed = await run(`${git} init -q && ${git} add . && ${git} commit -qm Release`, clone.folder);
    expect(committed.code, committed.output).toBe(0);
    expect((await run("npm run --silent prepare && ls dist", clone.folder)).output).toContain("No such file");
    const { code, output } = await run(`npm install --no-audit --no-fund git+file://${clone.folder}`, project);
    expect(code, output).toBe(0);
    const loaded = await run(`node -p "typeof require('service-admin-api').createServiceClient"`, project);
    expect(loaded.output).toBe("function\n");
  } finally {
    await rm(project, { recursive: true });
    await clone.remove();
  }
});

test("A library that pnpm has installed the package for can name its types in declarations", async () => {
  const library = await install(tarball.file, "pnpm");
  try {
    await library.write(
      "library.ts",
      `import { createServiceClient } from "service-admin-api";
      const service = createServiceClient({ baseUrl: "https://service.example" });
      export const { webhooks, http } = service;
      export const get = () => service.webhooks.get(1).withResponse();`,
    );
    const tsc = `${projectFolder}/node_modules/.bin/tsc library.ts --declaration --strict --target es2022`;
    const { code, output } = await library.run(`${tsc} --lib es2022,dom --module nodenext`);
    expect(code, output).toBe(0);
    // A package that only pnpm's own folder has would be `any` for everybody else.
    expect((await library.run("cat library.d.ts")).stdout).not.toContain(".pnpm");
  } finally {
    await library.remove();
  }
});
