import { describe, expect, test } from "vitest";
import { LATE, startDeadline } from "../../../src/gate/within.js";
import { ManualClock } from "../../support/manual-clock.js";

const never = new Promise<never>(() => {});

describe("a deadline", () => {
  test("has passed at its instant and not before", () => {
    const clock = new ManualClock();
    const deadline = startDeadline(clock, 500);
    clock.advance(499);
    expect(deadline.passed()).toBe(false);
    clock.advance(1);
    expect(deadline.passed()).toBe(true);
  });

  test("gives an answer that is in time, and leaves no timer behind", async () => {
    const clock = new ManualClock();
    expect(await startDeadline(clock, 500).within(Promise.resolve("yes"))).toBe("yes");
    expect(clock.timers).toBe(0);
  });

  test("does not wait for work that hangs", async () => {
    const clock = new ManualClock();
    const answer = startDeadline(clock, 500).within(never);
    clock.advance(500);
    expect(await answer).toBe(LATE);
  });

  test("takes only what is left of it for the second piece of work", async () => {
    const clock = new ManualClock();
    const deadline = startDeadline(clock, 500);
    clock.advance(400);
    const answer = deadline.within(never);
    clock.advance(100);
    expect(await answer).toBe(LATE);
  });

  test("an answer that came while the process was stalled is late", async () => {
    const clock = new ManualClock();
    const answer = startDeadline(clock, 500).within(Promise.resolve("yes"));
    clock.stall(600);
    expect(await answer).toBe(LATE);
  });

  test("work that fails in time fails, and work that fails late is dropped", async () => {
    const clock = new ManualClock();
    await expect(startDeadline(clock, 500).within(Promise.reject(new Error("disk")))).rejects.toThrow("disk");
    let fail = (_: Error) => {};
    const work = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const answer = startDeadline(clock, 500).within(work);
    clock.advance(500);
    expect(await answer).toBe(LATE);
    fail(new Error("too late to matter"));
  });

  test.each(["timeout", "cancel", "monotonic"])("a clock whose %s throws gives no answer, and does not hang", async (what) => {
    const thrown = new Error("no clock");
    const fail = (): never => {
      throw thrown;
    };
    let asked = 0;
    const clock = {
      now: () => 0,
      // Once for the instant, once for what is left; then the work has settled.
      monotonic: () => (what === "monotonic" && ++asked > 2 ? fail() : 0),
      timeout: () => (what === "timeout" ? fail() : what === "cancel" ? fail : () => {}),
    };
    await expect(startDeadline(clock, 500).within(Promise.resolve("yes"))).rejects.toBe(thrown);
  });

  test("a clock that does not count has passed", () => {
    const deadline = startDeadline({ now: () => 0, monotonic: () => Number.NaN, timeout: () => () => {} }, 500);
    expect(deadline.passed()).toBe(true);
  });
});
