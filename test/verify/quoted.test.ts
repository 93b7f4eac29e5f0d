import { describe, expect, test } from "vitest";
import { quoted } from "../../src/verify/quoted.js";

const TOKEN = "correct-horse/battery staple";

describe("what verify prints of an answer", () => {
  test.each([
    ["as it is", `sent: ${TOKEN}`],
    ["as a URL writes it", `sent: ${encodeURIComponent(TOKEN)}`],
    ["as a form writes it", "sent: correct-horse%2Fbattery+staple"],
    ["as PHP writes it", "sent: correct-horse\\/battery staple"],
  ])("hides the token %s", (_, text) => {
    expect(quoted(text, [TOKEN])).toBe("sent: <HIDDEN>");
  });

  test("hides a long secret also within a word, and a short one only as a word", () => {
    expect(quoted("xlong-token-1x", ["long-token-1"])).toBe("x<HIDDEN>x");
    expect(quoted("it can't connect to t, or to 't'", ["t"])).toBe("it can't connect to <HIDDEN>, or to '<HIDDEN>'");
  });

  test.each([
    ['{"client_secret":"abc","topic":"a/b"}', '{"client_secret":"<HIDDEN>","topic":"a/b"}'],
    ["client_secret=abc&code=1", "client_secret=<HIDDEN>&code=1"],
    ["array('secret' => 'abc', 'id' => 1)", "array('secret' => '<HIDDEN>', 'id' => 1)"],
    ["<client_secret>abc</client_secret><id>1</id>", "<client_secret><HIDDEN></client_secret><id>1</id>"],
  ])("hides a secret under its name, and nothing after it: %s", (text, expected) => {
    expect(quoted(text, [])).toBe(expected);
  });

  test("shows what follows a placeholder, of the contract or its own", () => {
    expect(quoted("<SIGNING_SECRET> is a placeholder", [])).toBe("<SIGNING_SECRET> is a placeholder");
    expect(quoted(`the token ${TOKEN} is unknown: ask for one`, [TOKEN])).toBe(
      "the token <HIDDEN> is unknown: ask for one",
    );
  });

  test("is one line of at most 120 characters, without what a terminal or XML would obey", () => {
    expect(quoted("a\n\tb\u001b[2J\u202e]]>", [])).toBe("a b\\u001b[2J\\u202e]]\\u003e");
    expect(quoted("x".repeat(200), [])).toBe(`${"x".repeat(120)}…`);
  });
});
