import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { oneAtATime } from "../../tools/docs/serve.js";

test("two rebuilds never run at the same time, and the last one begins after the last change", async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const pauses = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 });
  const law = fc.asyncProperty(pauses, fc.integer({ min: 1, max: 2000 }), async (drawn, duration) => {
    const running = [0];
    const begun: number[] = [];
    const change = oneAtATime(async () => {
      begun.push(Date.now());
      running.push((running.at(-1) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, duration));
      running.push((running.at(-1) ?? 0) - 1);
    });
    for (const pause of drawn) {
      await vi.advanceTimersByTimeAsync(pause);
      change();
    }
    const last = Date.now();
    await vi.runAllTimersAsync();
    expect(Math.max(...running)).toBe(1);
    expect(running.at(-1)).toBe(0);
    expect(begun.at(-1)).toBeGreaterThan(last);
    expect(begun.length).toBeLessThanOrEqual(drawn.length);
  });
  await fc.assert(law, { numRuns: 50 });
});
