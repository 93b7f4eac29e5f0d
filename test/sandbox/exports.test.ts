import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import * as sandbox from "../../src/sandbox/index.js";
import * as server from "../../src/sandbox/server/index.js";
import { documents } from "../readme/readme.js";
import { projectFolder } from "../servers/command.js";

/** The types that both entries export. */
const SHARED = [
  ...["AnsweredRequest", "Awaited", "ConnectedSandbox", "ConnectedState", "Delivery", "DeliveryAnswer"],
  ...["DeliveryContent", "DeliveryMessage", "DeliveryState", "EmittedEvent", "MakeDelivery", "Sandbox"],
  ...["SandboxOptions", "SandboxState", "Scenario", "Seed", "SendDelivery", "Simulation", "Webhook"],
];

const ENTRIES = [
  {
    entry: "src/sandbox/index.ts",
    exported: sandbox,
    values: ["connectSandbox", "createSandbox", "refusedFields"],
    types: SHARED,
  },
  {
    entry: "src/sandbox/server/index.ts",
    exported: server,
    values: ["mountSandbox", "startSandbox"],
    types: [...SHARED, "MountOptions", "MountedSandbox", "RunningSandbox", "ServerOptions"],
  },
];

const guides = documents.map(({ text }) => text).join("\n");
const files = ENTRIES.map(({ entry }) => join(projectFolder, entry));
const program = ts.createProgram(files, { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 });

/** All names that a module exports. */
function namesIn(entry: string): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(projectFolder, entry));
  const module = source && checker.getSymbolAtLocation(source);
  return module ? checker.getExportsOfModule(module).map(({ name }) => name) : [];
}

describe.each(ENTRIES)("$entry exports what users are told of", ({ entry, exported, values, types }) => {
  test("these values, which the guides name, and no other", () => {
    expect(Object.keys(exported).sort()).toEqual(values);
    for (const value of values) expect(guides).toContain(value);
  });

  test("these types, and no other", () => {
    expect(namesIn(entry).sort()).toEqual([...values, ...types].sort());
  });
});
