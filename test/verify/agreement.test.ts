import { expect, test } from "vitest";
import { agree } from "../../src/verify/document.js";

test.each([
  ["2026-03-02T10:20:00+02:00", "2026-03-02T08:20:00Z", true],
  ["2026-03-02T10:20:00.4+02:00", "2026-03-02T10:20:01+02:00", true],
  ["2026-03-02T10:20:00+02:00", "2026-03-02T10:20:02+02:00", false],
  ["2026-03-02T10:20:00+02:00", "2026-03-02T10:20:00+01:00", false],
  ["HTTPS://Shop.example", "https://shop.example/", true],
  ["https://shop.example/a", "https://shop.example/b", false],
  ["1001", 1001, true],
  ["json", "xml", false],
])("what a service shows as %j and as %j says the same: %s", (one, other, expected) => {
  expect(agree(one, other)).toBe(expected);
  expect(agree(other, one)).toBe(expected);
});
