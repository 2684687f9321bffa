import type { Clock } from "../../src/gate/ports.js";

/** A clock that a test moves by hand: 2026-10-01T12:00:00Z at first, monotonic from 1000. */
export class ManualClock implements Clock {
  wall = Date.UTC(2026, 9, 1, 12);
  #ticks = 1000;
  #due = new Map<number, { at: number; done: () => void }>();
  #next = 0;

  now(): number {
    return this.wall;
  }

  monotonic(): number {
    return this.#ticks;
  }

  timeout(ms: number, done: () => void): () => void {
    const id = this.#next++;
    this.#due.set(id, { at: this.#ticks + ms, done });
    return () => void this.#due.delete(id);
  }

  get timers(): number {
    return this.#due.size;
  }

  /** Both clocks go on, and timers that are due fire. */
  advance(ms: number): void {
    this.stall(ms);
    for (const [id, { at, done }] of [...this.#due]) {
      if (at > this.#ticks) continue;
      this.#due.delete(id);
      done();
    }
  }

  /** Both clocks go on while no timer fires, as when the process is stopped. */
  stall(ms: number): void {
    this.#ticks += ms;
    this.wall += ms;
  }
}
