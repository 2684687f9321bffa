import { describe, expect, it, vi } from "vitest";
import { flatText } from "../../../src/binding/flat-text.js";
import { DEFAULT_LIMITS } from "../../../src/decision/limits.js";
import { readObject } from "../../../src/json/read-input.js";

describe("flatText", () => {
  it.each([
    [{}],
    [{ principal: "agent-7" }],
    [{ principal: "agent-7", tenant: "", session: "né ✓ 🙂" }],
    [Object.assign(Object.create(null), { principal: "a" })],
  ])("copies %o as the strict reader reads it", (context) => {
    const flat = flatText(context);
    expect(flat).not.toBeNull();
    expect(flat).not.toBe(context);
    expect(Object.isFrozen(flat)).toBe(true);
    expect({ ...flat }).toEqual((readObject(context, DEFAULT_LIMITS) as { value: object }).value);
  });

  const accessor = vi.fn(() => "agent-7");
  it.each<[string, object]>([
    ["a number", { level: 1 }],
    ["a list", ["a"]],
    ["a nested object", { who: { id: "a" } }],
    ["half of a surrogate pair", { principal: "\ud83d" }],
    ["half of one in a name", { "\udc00": "a" }],
    [
      "a class instance",
      new (class {
        principal = "a";
      })(),
    ],
    ["a symbol", { [Symbol("principal")]: "a" }],
    ["a hidden member", Object.defineProperty({}, "principal", { value: "a" })],
    ["an accessor", Object.defineProperty({}, "principal", { get: accessor, enumerable: true })],
    ["a member named __proto__", JSON.parse('{"__proto__": "a"}')],
    [
      "a proxy whose trap throws",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("trap");
          },
        },
      ),
    ],
    ["a long text", { principal: "a".repeat(1025) }],
    ["many members", Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`m${at}`, "a"]))],
  ])("leaves %s to the strict reader", (_title, context) => {
    expect(flatText(context)).toBeNull();
    expect(accessor).not.toHaveBeenCalled();
  });
});
