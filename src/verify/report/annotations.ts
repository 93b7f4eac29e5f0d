import type { TestEvent } from "node:test/reporters";

/** Prints what fails, warns and is skipped as annotations, which GitHub shows at a run. */
export async function* annotations(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type === "test:fail" && data.details.type !== "suite")
      yield annotation("error", data.name, data.details.error.cause?.message ?? data.details.error.message);
    if (type === "test:pass" && data.skip) yield annotation("notice", data.name, `not checked: ${data.skip}`);
    if (type === "test:diagnostic" && data.message.startsWith("Warning: "))
      yield annotation("warning", "warning", data.message);
  }
}

/** A text that does not end its line, nor begin another annotation. */
function annotation(level: "error" | "warning" | "notice", title: string, text: string): string {
  const line = (part: string) => part.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::${level} title=${line(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${line(text)}\n`;
}
