import fc from "fast-check";
import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { compare } from "../tools/diff/compare.js";
// @ts-ignore
import { compare as old } from "/tmp/old/tools/diff/compare.js";
import { kinds } from "./diff/kinds.js";
import { readLibrary, remove, rename, set } from "./diff/library.js";
const order = ["major", "minor", "patch"];
const bump = (c: any[]) => order.find((b) => c.some((x) => x.bump === b));
const contracts: any = { library: readLibrary(), service: JSON.parse(JSON.stringify(parse(readFileSync("openapi.yaml", "utf8")))) };
function pointers(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  return [pointer, ...Object.entries(value).flatMap(([k, c]) => pointers(c, `${pointer}/${k.replaceAll("~", "~0").replaceAll("/", "~1")}`))];
}
const values = [ "object", "string", "#/components/schemas/Book", true, false, 0, 7, null, [], {}, ["title"], [{}], { type: "string" }, { $ref: "#/components/schemas/Room" }, { $ref: "#/components/responses/Book" }, { allOf: [{ type: "integer", maximum: 4 }, { maximum: 9 }] }, { type: ["integer", "null"], minimum: 3 }, { type: "object", additionalProperties: { type: "string" }, required: ["a"] }, { oneOf: [{ type: "string" }, { type: "object", properties: { a: {} } }] }];
const keys = ["description", "required", "deprecated", "x-note", "properties", "novel", "pattern", "minLength", "type", "enum", "default", "additionalProperties", "not", "title", "style", "servers", "security", "parameters", "example", "readOnly", "anyOf", "allOf", "items"];
const all = (n: string) => pointers(contracts[n]).filter((p) => p !== "" && p !== "/openapi");
const edit = (n: string): fc.Arbitrary<any> => fc.constantFrom(...all(n)).chain((p) => fc.oneof(
  fc.constant(["remove", p]), fc.constantFrom(...values).map((v) => ["set", p, v]),
  fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values)).map(([k, v]) => ["set", `${p}/${k}`, v]),
  fc.constantFrom("renamed", "name", "200").map((n) => ["rename", p, n])));
function apply(c: any, e: any) { const [op, p, v] = e; (op === "remove" ? remove(p) : op === "set" ? set(p, v) : rename(p, v))(c); }
const bad = new Map<string, string>();
let seen = 0; let words = 0;
test("same", () => {
  for (const n of Object.keys(contracts)) {
    const rnd = fc.sample(fc.tuple(edit(n), fc.option(edit(n))), { numRuns: Number(process.env.RUNS ?? 250) });
    for (const [a, b] of rnd) {
      let one; try { one = structuredClone(contracts[n]); apply(one, a); if (b) apply(one, b); one = JSON.parse(JSON.stringify(one)); } catch { continue; }
      for (const [x, y] of [[contracts[n], one], [one, contracts[n]]]) {
        const [o, w] = [old(x, y), compare(x, y)]; seen++;
        if (JSON.stringify(o) !== JSON.stringify(w)) words++;
        if (bump(o) !== bump(w)) bad.set(JSON.stringify([n, a, b]), `${bump(o)} → ${bump(w)}  ${x === one ? "back" : ""}\n   OLD ${JSON.stringify(o).slice(0, 400)}\n   NEW ${JSON.stringify(w).slice(0, 400)}`);
      }
    }
  }
  console.log(seen, "compared; words differ", words, "; bump differs", bad.size);
  for (const [k, v] of [...bad].slice(0, Number(process.env.SHOW ?? 12))) console.log(k, v);
  for (const rows of Object.values(kinds)) for (const [title, , e] of rows) { const c = readLibrary(); e(c); const [o, w] = [old(contracts.library, JSON.parse(JSON.stringify(c))), compare(contracts.library, JSON.parse(JSON.stringify(c)))]; if (JSON.stringify(o) !== JSON.stringify(w)) console.log("KIND", title, JSON.stringify(o), JSON.stringify(w)); }
}, 500000);
