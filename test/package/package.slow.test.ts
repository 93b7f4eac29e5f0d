import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  const outside = tarball.files.filter((file) => !/^dist\/(src|generated)\/[\w/.-]+\.(js|d\.ts)$|^guides\//.test(file));
  const texts = ["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"];
  expect(outside.sort()).toEqual([...texts, "openapi.yaml", "package.json"]);
});

test("publint finds nothing wrong with the package", async () => {
  const { code, output } = await run(`${bin}/publint ${tarball.file} --strict`);
  expect(code, output).toBe(0);
});

test("Are the types wrong? finds nothing wrong, except that the package has ES modules only", async () => {
  const flags = "--exclude-entrypoints ./openapi.yaml ./package.json --ignore-rules cjs-resolves-to-esm";
  const { code, output } = await run(`${bin}/attw ${tarball.file} ${flags}`);
  expect(code, output).toBe(0);
});

const compilers = {
  "5.4": join(suiteFolder, "node_modules/typescript-5.4"),
  "5.9": join(projectFolder, "node_modules/typescript"),
  "7.0": join(suiteFolder, "node_modules/typescript-7"),
};
const settings = ["--module nodenext", "--module esnext --moduleResolution bundler"];

test.each(Object.entries(compilers).flatMap(([version, path]) => settings.map((flags) => [version, flags, path])))(
  "TypeScript %s finds the types of every entry with %s, in a project of ES modules",
  async (_, flags, compiler) => {
    await installed.write(
      "entries.ts",
      `export { createServiceClient, nextPage, ServiceStatusError, type Webhook } from "service-admin-api";
      export { webhookCreateInput } from "service-admin-api/schemas";
      export { createSandbox } from "service-admin-api/sandbox";
      export type { startSandbox } from "service-admin-api/sandbox/server";`,
    );
    const strict =
      "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom --skipLibCheck false";
    const { code, output } = await installed.run(`node ${compiler}/bin/tsc ${strict} ${flags} entries.ts`);
    expect(code, output).toBe(0);
  },
);

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
