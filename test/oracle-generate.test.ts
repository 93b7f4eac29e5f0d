import fc from "fast-check";
import { test } from "vitest";
import { readContract } from "../tools/contract/model.js";
import { documentOf } from "../tools/contract/reader.js";
import { generate } from "../tools/generate/generate.js";
import { compileChecks } from "../tools/generate/validators.js";
import { contractOf } from "../tools/contract/model.js";
// @ts-ignore
import { generate as old } from "/tmp/old/tools/generate/generate.js";
import { contractFrom, drawnChoices } from "./worlds/drawn.js";
import { withEveryKeyword } from "./evolution/grown.js";
import { changed, shapes } from "./evolution/shapes.js";
import { execFileSync } from "node:child_process";
const fmt = (s: string) => s.replaceAll(/"(\w+)"(\??):/g, "$1$2:").replaceAll(/[\s,;]+/g, "").replaceAll(/\?\.\[/g, "?.[");
test("same", async () => {
  const docs: [string, any][] = [["every", await withEveryKeyword()]];
  for (const s of Object.keys(shapes)) docs.push([s, await changed(s)]);
  for (const [i, c] of fc.sample(drawnChoices, Number(process.env["N"] ?? 40)).entries()) docs.push([`drawn ${i}`, contractFrom(c)]);
  let same = 0;
  for (const [name, d] of docs) {
    const doc = await documentOf(JSON.stringify(d), "openapi.json");
    const [a, b] = [await old(doc).catch((e: any) => ({ error: e.message })), await generate(doc).catch((e: any) => ({ error: e.message }))] as any[];
    for (const k of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [x, y] = [fmt(a[k] ?? ""), fmt(b[k] ?? "")];
      if (x === y) { same++; continue; }
      let i = 0; while (x[i] === y[i]) i++;
      console.log(`DIFF ${name} ${k} at ${i}\n  old ${x.slice(i - 90, i + 120)}\n  new ${y.slice(i - 90, i + 120)}`);
    }
  }
  console.log("same", same, "of", docs.length * 5);
}, 500000);
