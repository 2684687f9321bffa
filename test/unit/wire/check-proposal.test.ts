import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/decision/limits.js";
import { readInput } from "../../../src/json/read-input.js";
import type { JsonValue } from "../../../src/json/value.js";
import { checkProposal } from "../../../src/wire/check-proposal.js";
import { baseProposal } from "./base-proposal.js";

const SIGNATURE = { id: "chat", type: "sig", ref: "inline:note", payload: "p", alg: "ed25519", signature: "", key_id: "desk" };
const HASH = { id: "chat", type: "hash", ref: "file://a", sha256: "0".repeat(64) };

function check(value: JsonValue) {
  return checkProposal(value, DEFAULT_LIMITS);
}

/** `reason path` of each issue, in order; empty where the proposal passes. */
function issues(value: JsonValue): string[] {
  const outcome = check(value);
  return outcome.ok ? [] : outcome.issues.map((issue) => `${issue.reason} ${issue.path}`);
}

describe("checkProposal", () => {
  it("hands back the value itself", () => {
    const value = baseProposal();
    const outcome = check(value);
    expect(outcome.ok && outcome.value).toBe(value);
  });

  it("refuses what is not an object before it looks further", () => {
    for (const value of [null, true, 1, "x", [], [baseProposal()]]) expect(issues(value)).toEqual(["request.not_object "]);
  });

  it("counts before the schema, all three at once", () => {
    const limits = { ...DEFAULT_LIMITS, maxProvenance: 1, maxClaims: 1, maxEvidence: 1 };
    const outcome = checkProposal({ provenance: [1, 2], claims: [1, 2], evidence: [1, 2] }, limits);
    expect(outcome.ok ? [] : outcome.issues).toEqual([
      { reason: "limit.provenance", path: "/provenance" },
      { reason: "limit.claims", path: "/claims" },
      { reason: "limit.evidence", path: "/evidence" },
    ]);
    expect(issues({ ...baseProposal(), provenance: "x".repeat(100) })).toEqual(["wire.type /provenance"]);
  });

  it("names every absent member by the pointer it would have", () => {
    expect(issues({})).toEqual(
      ["/action", "/claims", "/impact", "/intent", "/protocol", "/provenance"].map((path) => `wire.required ${path}`),
    );
    const { sha256: _, ...noDigest } = HASH;
    const { key_id: __, alg: ___, ...noKey } = SIGNATURE;
    expect(issues({ ...baseProposal(), evidence: [noDigest, noKey] })).toEqual([
      "wire.required /evidence/0/sha256",
      "wire.required /evidence/1/alg",
      "wire.required /evidence/1/key_id",
    ]);
  });

  it("judges only the type of an evidence entry whose kind is unknown", () => {
    expect(issues({ ...baseProposal(), evidence: [{ id: "a", type: "x", ref: "r", more: 1 }] })).toEqual(["wire.enum /evidence/0/type"]);
    expect(issues({ ...baseProposal(), evidence: [{ id: "a", type: ["sig"], ref: "r" }] })).toEqual(["wire.type /evidence/0/type"]);
    expect(issues({ ...baseProposal(), evidence: [{ id: "a", ref: "r", more: 1 }] })).toEqual(["wire.required /evidence/0/type"]);
    expect(issues({ ...baseProposal(), evidence: [{ type: "x" }] })).toEqual([
      "wire.required /evidence/0/id",
      "wire.required /evidence/0/ref",
      "wire.enum /evidence/0/type",
    ]);
  });

  it("gives a value of the wrong type that fault alone, and each value its own", () => {
    expect(issues({ ...baseProposal(), protocol: 1, impact: null })).toEqual(["wire.type /impact", "wire.type /protocol"]);
    expect(issues({ ...baseProposal(), protocol: 1, impact: "admin" })).toEqual(["wire.type /protocol", "wire.enum /impact"]);
    expect(
      issues({
        ...baseProposal(),
        evidence: [
          { ...SIGNATURE, alg: 1 },
          { ...SIGNATURE, alg: "x" },
        ],
      }),
    ).toEqual(["wire.type /evidence/0/alg", "wire.enum /evidence/1/alg"]);
  });

  it("holds sha256 to 64 lower-case digits and no line feed", () => {
    for (const sha256 of ["A".repeat(64), "0".repeat(63), "0".repeat(65), `${"0".repeat(64)}\n`, `\n${"0".repeat(64)}`]) {
      expect(issues({ ...baseProposal(), evidence: [{ ...HASH, sha256 }] })).toEqual(["wire.pattern /evidence/0/sha256"]);
    }
  });

  it("never lets a sender's name into a path, and lists names sorted, once, at most 32", () => {
    const unknown = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`n${String(39 - at).padStart(2, "0")}`, 1]));
    const outcome = check({ ...baseProposal(), ...unknown, action: { tool: "t", args: {}, "a/b": 1, n00: 2 } });
    expect(outcome.ok ? [] : outcome.issues).toEqual([
      { reason: "wire.unknown_member", path: "" },
      { reason: "wire.unknown_member", path: "/action" },
    ]);
    const names = Array.from({ length: 31 }, (_, at) => `n${String(at).padStart(2, "0")}`);
    expect(outcome.ok || outcome.facts).toEqual({ unknown_members: ["a/b", ...names] });
    expect(outcome.ok || outcome.more).toBe(0);
  });

  it("counts an object with several unknown members once, also past the 32 that are listed", () => {
    const entry = { id: "x", trust: "untrusted", a: 1, b: 1, c: 1 };
    const outcome = check({ ...baseProposal(), provenance: new Array<typeof entry>(40).fill(entry) });
    expect(outcome.ok || [outcome.issues.length, outcome.more, outcome.facts]).toEqual([32, 8, { unknown_members: ["a", "b", "c"] }]);
  });

  it("gives the same answer whatever order members come in", () => {
    const faulty = { ...baseProposal(), zeta: 1, alpha: 2, impact: "admin", claims: [{ b: 1, a: 1, text: 1, evidence: [1, 2] }] };
    const reversed = Object.fromEntries(Object.entries(faulty).reverse()) as typeof faulty;
    reversed.claims = [{ evidence: [1, 2], text: 1, a: 1, b: 1 }];
    expect(check(reversed)).toEqual(check(faulty));
    expect(check(faulty).ok).toBe(false);
  });

  it("lists 32 of 30 000 faults and counts the others", () => {
    const outcome = check({ ...baseProposal(), claims: [{ text: "t", evidence: new Array<number>(30_000).fill(1) }] });
    expect(outcome.ok || [outcome.issues.length, outcome.more]).toEqual([32, 29_968]);
    expect(outcome.ok || outcome.issues[2]).toEqual({ reason: "wire.type", path: "/claims/0/evidence/10" });
    expect(outcome.ok || outcome.issues[4]).toEqual({ reason: "wire.type", path: "/claims/0/evidence/1000" });
  });
});

describe("a hostile host", () => {
  /** Runs with the host changed, and mends it before anything is asserted. No array method is called in between. */
  function under<T>(changes: readonly (readonly [object, PropertyKey, PropertyDescriptor])[], run: () => T): T {
    const before: (PropertyDescriptor | undefined)[] = [];
    for (let at = 0; at < changes.length; at += 1) {
      const change = changes[at] as (typeof changes)[number];
      before[at] = Object.getOwnPropertyDescriptor(change[0], change[1]);
      change[2].configurable = true;
      Object.defineProperty(change[0], change[1], change[2]);
    }
    try {
      return run();
    } finally {
      for (let at = 0; at < changes.length; at += 1) {
        const change = changes[at] as (typeof changes)[number];
        const own = before[at];
        if (own === undefined) Reflect.deleteProperty(change[0], change[1]);
        else Object.defineProperty(change[0], change[1], own);
      }
    }
  }

  const REQUIRED: readonly [string, JsonValue, (from: { [name: string]: JsonValue }) => void][] = [
    ["trust", "trusted", (from) => Reflect.deleteProperty((from.provenance as [object])[0], "trust")],
    ["id", "chat", (from) => Reflect.deleteProperty((from.provenance as [object])[0], "id")],
    ["impact", "read", (from) => Reflect.deleteProperty(from, "impact")],
    ["action", { tool: "t", args: {} }, (from) => Reflect.deleteProperty(from, "action")],
    ["args", {}, (from) => Reflect.deleteProperty(from.action as object, "args")],
    ["evidence", ["chat"], (from) => Reflect.deleteProperty((from.claims as [object])[0], "evidence")],
  ];

  it("supplies no required member through the prototype, by value or getter", () => {
    for (const [name, value, remove] of REQUIRED) {
      for (const enumerable of [true, false]) {
        for (const descriptor of [
          { value, enumerable },
          { get: () => value, enumerable },
        ]) {
          const faulty = baseProposal();
          remove(faulty);
          const clean = issues(faulty);
          expect(clean).toHaveLength(1);
          expect(under([[Object.prototype, name, descriptor]], () => issues(faulty))).toEqual(clean);
        }
      }
    }
  });

  it("supplies no optional member, well-typed or not, to the schema or to later stages", () => {
    for (const value of [[SIGNATURE], "spoof", 5, null]) {
      for (const name of ["evidence", "source", "signer", "attestor"]) {
        const seen = under([[Object.prototype, name, { value, enumerable: true }]], () => {
          const outcome = check({ ...baseProposal(), impact: "read" });
          return outcome.ok && [outcome.value.evidence, outcome.value.provenance[0]?.source, JSON.stringify(outcome.value)];
        });
        expect(seen).toEqual([undefined, undefined, JSON.stringify(baseProposal())]);
      }
    }
  });

  it("adds no unknown member and changes no path", () => {
    const changes: [object, PropertyKey, PropertyDescriptor][] = [
      [Object.prototype, "surprise", { value: 1, enumerable: true }],
      [Object.prototype, "instancePath", { value: "/spoof", enumerable: true }],
      [Object.prototype, "params", { value: { missingProperty: "spoof" }, enumerable: true }],
    ];
    expect(under(changes, () => issues(baseProposal()))).toEqual([]);
    expect(under(changes, () => issues({ ...baseProposal(), intent: 1 }))).toEqual(["wire.type /intent"]);
  });

  it("does not accept a bad proposal when array methods are replaced", () => {
    const faulty = [
      { ...baseProposal(), extra: 1 },
      { ...baseProposal(), intent: 1 },
      { ...baseProposal(), evidence: [{ ...SIGNATURE, public_key: "x" }] },
      { ...baseProposal(), claims: [{ text: "t", evidence: [1] }] },
      {},
    ];
    const names = Reflect.ownKeys(Array.prototype).filter(
      (name) => typeof Reflect.get(Array.prototype, name) === "function" && name !== "constructor",
    );
    const lies: unknown[] = [() => true, () => undefined, () => 0, () => ({ next: () => ({ done: true }) })];
    for (const name of names) {
      for (const lie of lies) {
        const accepted = under([[Array.prototype, name, { value: lie, writable: true }]], () => {
          let count = 0;
          for (let at = 0; at < faulty.length; at += 1) {
            try {
              if (check(faulty[at] as JsonValue).ok) count += 1;
            } catch {
              // A throw blocks: the pipeline's one catch.
            }
          }
          return count;
        });
        expect([name, accepted]).toEqual([name, 0]);
      }
    }
  });

  it("never sees a value that inherits its members: the reader before it refuses one", () => {
    const entry = Object.assign(Object.create({ trust: "trusted" }) as { trust: string }, { id: "chat" });
    for (const live of [Object.create(baseProposal()) as object, { ...baseProposal(), provenance: [entry] }]) {
      const read = readInput(live, DEFAULT_LIMITS);
      expect(read.ok || read.issues[0].reason).toBe("json.not_plain");
    }
  });
});
