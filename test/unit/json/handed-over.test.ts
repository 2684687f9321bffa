import { describe, expect, it } from "vitest";
import { handOver } from "../../../src/json/handed-over.js";
import { readInput } from "../../../src/json/read-input.js";
import type { HostData } from "../../../src/json/value.js";

const LIMITS = { maxBytes: 20, maxDepth: 3 };

describe("what is handed over", () => {
  it("is read as it is, and once", () => {
    const value = { a: [{}] };
    handOver(value, { bytes: 20, levels: 3 });
    const first = readInput(value, LIMITS);
    expect(first.ok && first.value === value).toBe(true);
    const second = readInput(value, LIMITS);
    expect(second.ok && second.value).toEqual(value);
    expect(second.ok && second.value === value).toBe(false);
  });

  it.each<[string, HostData, number, string | null]>([
    ["of a text that may have been too long is measured by itself", { a: "1234567890" }, 21, null],
    ["and is too long where it is", { a: "123456789012345" }, 21, "limit.bytes"],
    ["with a level too many", { a: [[[]]] }, 15, "limit.depth"],
    ["with a level too many in an object", { a: { b: { c: {} } } }, 15, "limit.depth"],
    ["with as many levels as it may have", { a: [[0]] }, 15, null],
  ])("%s", (_, value, bytes, reason) => {
    handOver(value, { bytes, levels: 4 });
    const read = readInput(value, LIMITS);
    expect(read.ok ? null : read.issues[0].reason).toBe(reason);
    if (read.ok) expect(read.value).toEqual(value);
  });

  it("is nobody else's word: what looks the same is read with every care", () => {
    const value = { a: 1 };
    handOver(value, { bytes: 7, levels: 1 });
    const accessor = Object.defineProperty({}, "a", { get: () => 1, enumerable: true });
    const read = readInput(accessor, LIMITS);
    expect(read.ok ? null : read.issues[0].reason).toBe("json.not_plain");
  });

  it("is read like any value where something else was handed over since, or more levels are said than there are", () => {
    const first = { a: 1 };
    const second = { a: [[0]] };
    handOver(first, { bytes: 7, levels: 1 });
    handOver(second, { bytes: 11, levels: 9 });
    const read = readInput(first, LIMITS);
    expect(read.ok && read.value).toEqual(first);
    expect(read.ok && read.value === first).toBe(false);
    const next = readInput(second, LIMITS);
    expect(next.ok && next.value === second).toBe(true);
  });
});
