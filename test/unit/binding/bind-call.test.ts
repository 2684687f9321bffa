import { describe, expect, it } from "vitest";
import { bindCall, readCall } from "../../../src/binding/bind-call.js";
import { STRICT } from "../../../src/decision/profile.js";
import { resolveProvenance } from "../../../src/provenance/resolve-provenance.js";
import { checkedProposal } from "../wire/base-proposal.js";

function bind(call: unknown) {
  const resolved = resolveProvenance(checkedProposal(), STRICT);
  if (!resolved.ok) throw new Error("refused");
  return bindCall(resolved.value, readCall(call));
}

describe("bindCall", () => {
  it("says how much was compared", () => {
    const levels = [{ tool: "docs.search", args: { q: "travel" } }, { tool: "docs.search" }, "proposal-only"].map((call) => {
      const outcome = bind(call);
      return outcome.ok && outcome.value.level;
    });
    expect(levels).toEqual(["full", "tool", "none"]);
  });

  it("collects both mismatches", () => {
    const outcome = bind({ tool: "docs.delete", args: {} });
    expect(outcome.ok || outcome.issues).toEqual([
      { reason: "binding.tool_mismatch", path: "/action/tool" },
      { reason: "binding.args_mismatch", path: "/action/args" },
    ]);
  });

  it("compares tools exactly and looks at no arguments that are not stated", () => {
    for (const tool of ["docs.search ", " docs.search", "Docs.search", "docs.search\u0000", "d\u043ecs.search"]) {
      const outcome = bind({ tool });
      expect(outcome.ok || outcome.issues).toEqual([{ reason: "binding.tool_mismatch", path: "/action/tool" }]);
    }
    expect(bind({ tool: "docs.search" }).ok).toBe(true);
  });

  it("takes live arguments that are no plain value for other arguments", () => {
    class Args {
      q = "travel";
    }
    const getter = Object.defineProperty({}, "q", { enumerable: true, get: () => "travel" });
    for (const args of [undefined, null, "travel", [], new Args(), Object.create({ q: "travel" }), getter, new Map([["q", "travel"]])]) {
      const outcome = bind({ tool: "docs.search", args });
      expect(outcome.ok || outcome.issues).toEqual([{ reason: "binding.args_mismatch", path: "/action/args" }]);
    }
  });
});

describe("readCall", () => {
  it("refuses what is none of the three forms", () => {
    const misuse = [
      undefined,
      null,
      "",
      "none",
      "full",
      1,
      true,
      [],
      ["docs.search"],
      {},
      { args: {} },
      { tool: "" },
      { tool: 1 },
      () => {},
    ];
    for (const call of [...misuse, { tool: "t", arg: {} }, { tool: "t", [Symbol("x")]: 1 }, Object.create({ tool: "t" })]) {
      expect(() => readCall(call)).toThrow(TypeError);
    }
  });

  it("reads each member once, and freezes what it read", () => {
    let reads = 0;
    const call = readCall(
      Object.defineProperty({}, "tool", {
        enumerable: true,
        get: () => {
          reads += 1;
          return reads === 1 ? "docs.search" : "docs.delete";
        },
      }),
    );
    expect([call.tool, reads, Object.isFrozen(call)]).toEqual(["docs.search", 1, true]);
  });

  it("inherits no arguments", () => {
    Object.defineProperty(Object.prototype, "args", { value: {}, configurable: true });
    const call = readCall({ tool: "docs.search" });
    Reflect.deleteProperty(Object.prototype, "args");
    expect(call.level).toBe("tool");
  });

  it("an own args member is stated, whatever its value", () => {
    const call = readCall({ tool: "docs.search", args: undefined });
    expect(call.level).toBe("full");
  });
});
