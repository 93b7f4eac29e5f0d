import { expect, test } from "vitest";
import { urlOf } from "../../src/url.js";

test("an address with letters such as ü is a URL, however often one is read", () => {
  const hosts = Array.from({ length: 20_000 }, (_, index) => urlOf(`https://büro-${index}.example/für`)?.pathname);
  expect(new Set(hosts)).toEqual(new Set(["/f%C3%BCr"]));
  expect(urlOf("no address")).toBeUndefined();
});
