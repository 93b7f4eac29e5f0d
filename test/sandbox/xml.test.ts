import { describe, expect, test } from "vitest";
import { xmlOf } from "../../src/sandbox/xml.js";

describe("a value as XML", () => {
  test.each<[string, unknown, string]>([
    ["a field is an element", { id: 7, paid: true }, "<id>7</id><paid>true</paid>"],
    ["a field of a field is an element in it", { order: { id: 7 } }, "<order><id>7</id></order>"],
    ["an entry of a list is an item", [1, [2]], "<item>1</item><item><item>2</item></item>"],
    ["null, and what has no fields, is empty", { a: null, b: {}, c: [] }, "<a></a><b></b><c></c>"],
    ["markup is text", { a: `<b c="d">&` }, `<a>&#60;b c="d"&#62;&#38;</a>`],
    ["a line break stays what it is", "a\r\nb\tc", "a&#13;\nb\tc"],
    ["what XML cannot write is replaced", "a\u0000b\u001Fc\uD800d\uFFFEe😀", "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe😀"],
    ["a name becomes one of XML", { "2 b": 1, "": 2, "ä:b": 3 }, "<_2_b>1</_2_b><_>2</_><__b>3</__b>"],
  ])("%s", (_, value, xml) => {
    expect(xmlOf("delivery", value)).toBe(`<delivery>${xml}</delivery>`);
  });
});
