import type { TestEvent } from "node:test/reporters";

/**
 * Prints each section with its tests and, at the end, what has failed with its section. Node's own reporter would name
 * files and lines of this package instead.
 */
export async function* sections(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = [];
  let section = "";
  for await (const event of source) {
    if (event.type === "test:start" && event.data.nesting === 0) {
      section = event.data.name;
      yield `▶ ${section}\n`;
    }
    if (event.type === "test:pass" && event.data.nesting > 0) yield passed(event.data);
    if (event.type === "test:fail" && event.data.nesting > 0) {
      const { error } = event.data.details;
      const { name, message } = error.cause instanceof Error ? error.cause : error;
      yield `  ✖ ${titleOf(event.data)}\n    [${name}: ${message}]\n`;
      failures.push(`✖ ${section}: ${titleOf(event.data)}\n  [${name}: ${message}]\n`);
    }
    if (event.type === "test:diagnostic") {
      const { message, nesting } = event.data;
      if (message.startsWith("Repeat it: ")) failures.push(`${failures.pop()}  ${message}\n`);
      else yield `${"  ".repeat(nesting)}ℹ ${message}\n`;
    }
  }
  if (failures.length > 0) yield `\n✖ failing tests:\n\n${failures.join("\n")}`;
}

interface Ended {
  readonly name: string;
  readonly details: { readonly duration_ms: number };
  readonly skip?: string | boolean | undefined;
}

function titleOf({ name, details }: Ended): string {
  return `${name} (${details.duration_ms.toFixed(1)}ms)`;
}

function passed(test: Ended): string {
  return test.skip ? `  ﹣ ${titleOf(test)} # ${test.skip}\n` : `  ✔ ${titleOf(test)}\n`;
}
