import { describe, expect, it } from "vitest";
import { INTEROP, STRICT } from "../../../src/decision/profile.js";
import { resolveProvenance } from "../../../src/provenance/resolve-provenance.js";
import { checkedProposal } from "../wire/base-proposal.js";

const entry = (id: string) => ({ id, trust: "untrusted" });
const hash = (id: string) => ({ id, type: "hash", ref: "file://a", sha256: "0".repeat(64) });

describe("resolveProvenance", () => {
  it("ties ids to positions and records references that lead nowhere", () => {
    const proposal = checkedProposal({
      provenance: [entry("a"), entry("b"), entry("__proto__")],
      claims: [
        { text: "one", evidence: ["b", "nobody", "a"] },
        { text: "two", evidence: ["__proto__", "constructor"] },
      ],
    });
    const outcome = resolveProvenance(proposal, STRICT);
    if (!outcome.ok) throw new Error("refused");
    const { ids } = outcome.value;
    expect(["a", "b", "__proto__", "c", "constructor"].map((id) => ids.positionOf(id))).toEqual([0, 1, 2, -1, -1]);
    expect(outcome.value.dangling).toEqual(["/claims/0/evidence/1", "/claims/1/evidence/1"]);
    expect(outcome.value.proposal).toBe(proposal);
    expect(Object.isFrozen(outcome.value)).toBe(true);
  });

  it("refuses every later entry of an id, both kinds together", () => {
    const proposal = checkedProposal({
      provenance: [entry("a"), entry("b"), entry("a"), entry("a")],
      evidence: [hash("x"), hash("y"), hash("y")],
    });
    const provenance = [
      { reason: "provenance.duplicate_id", path: "/provenance/2/id" },
      { reason: "provenance.duplicate_id", path: "/provenance/3/id" },
    ];
    const strict = resolveProvenance(proposal, STRICT);
    expect(strict.ok || strict.issues).toEqual([...provenance, { reason: "evidence.duplicate_id", path: "/evidence/2/id" }]);
    const interop = resolveProvenance(proposal, INTEROP);
    expect(interop.ok || interop.issues).toEqual(provenance);
  });

  it("compares ids code point by code point", () => {
    const ids = ["inv-\u00e9", "inv-e\u0301", "Chat", "chat", "chat ", "ch\u0430t", ""];
    expect(resolveProvenance(checkedProposal({ provenance: ids.map(entry) }), STRICT).ok).toBe(true);
    expect(resolveProvenance(checkedProposal({ provenance: [entry(""), entry("")] }), STRICT).ok).toBe(false);
  });

  it("does not let a duplicate through when array methods are replaced", () => {
    const proposal = checkedProposal({ provenance: [entry("a"), entry("a")] });
    const { splice } = Array.prototype;
    Array.prototype.splice = () => [];
    let passed: boolean;
    try {
      passed = resolveProvenance(proposal, STRICT).ok;
    } catch {
      passed = false;
    } finally {
      Array.prototype.splice = splice;
    }
    expect(passed).toBe(false);
  });
});
