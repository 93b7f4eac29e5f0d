import { junit, type TestEvent } from "node:test/reporters";
import { givenOptions } from "../options.js";
import { written } from "../written.js";
import { annotations } from "./annotations.js";
import { sections } from "./sections.js";

/** Prints a walk as its options say, and writes it as JUnit XML once it is over. Node starts this as its reporter. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const { format, junit: file } = givenOptions();
  const events: TestEvent[] = [];
  yield* format === "github" ? annotations(noted(source, events)) : sections(noted(source, events));
  if (file !== undefined) written("junit", file, await textOf(junit(streamed(events))));
}

async function* noted(source: AsyncIterable<TestEvent>, events: TestEvent[]): AsyncGenerator<TestEvent> {
  for await (const event of source) {
    events.push(event);
    yield event;
  }
}

async function* streamed(events: readonly TestEvent[]): AsyncGenerator<TestEvent, void> {
  for (const event of events) {
    if (event.type === "test:fail") {
      const { error } = event.data.details;
      // Node's error for a test shows where in this package it was made.
      error.stack = `${error.name}: ${error.message}`;
    }
    yield event;
  }
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}
