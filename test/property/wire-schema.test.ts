import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/decision/limits.js";
import type { JsonValue } from "../../src/json/value.js";
import { checkProposal } from "../../src/wire/check-proposal.js";

const SCHEMA = JSON.parse(readFileSync(new URL("../../spec/schemas/proposal.schema.json", import.meta.url), "utf8"));
/** The schema compiled by Ajv at run time and left as it is: the oracle for the hardened copy. */
const oracle = new Ajv({ strict: false }).compile(SCHEMA);

const text = fc.oneof(
  fc.constantFrom("a", "b", "", "read", "money", "PIC/1.0", "trusted", "untrusted", "hash", "sig", "ed25519", "0".repeat(64)),
  fc.string(),
);
const odd = fc.oneof(fc.constantFrom<JsonValue>(null, true, 1, "x", [], {}), fc.jsonValue() as fc.Arbitrary<JsonValue>);
/** Mostly what is asked for, now and then anything. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: odd as fc.Arbitrary<unknown> });
const string = mostly(text);

/** An object of these members; now and then one is left out or one is added. */
function record(required: Record<string, fc.Arbitrary<unknown>>, optional: Record<string, fc.Arbitrary<unknown>> = {}) {
  const members = fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
  const slip = fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...Object.keys(required), "extra", "toString"), fc.boolean()) },
  );
  return mostly(
    fc.tuple(members, slip).map(([whole, slipped]) => {
      const copy = { ...whole } as Record<string, unknown>;
      if (slipped === null) return copy;
      if (slipped[1]) delete copy[slipped[0]];
      else copy[slipped[0]] = 1;
      return copy;
    }),
  );
}

const hash = record(
  { id: string, type: fc.constant("hash"), ref: string, sha256: mostly(fc.constant("0".repeat(64))) },
  { attestor: string },
);
const signature = record(
  {
    id: string,
    type: fc.constant("sig"),
    ref: string,
    payload: string,
    alg: mostly(fc.constant("ed25519")),
    signature: string,
    key_id: string,
  },
  { signer: string, attestor: string },
);
const proposal = record(
  {
    protocol: mostly(fc.constant("PIC/1.0")),
    intent: string,
    impact: mostly(fc.constantFrom("read", "money", "irreversible")),
    provenance: mostly(
      fc.array(record({ id: string, trust: mostly(fc.constantFrom("trusted", "untrusted")) }, { source: string }), { maxLength: 3 }),
    ),
    claims: mostly(fc.array(record({ text: string, evidence: mostly(fc.array(string, { maxLength: 3 })) }), { maxLength: 3 })),
    action: record({ tool: string, args: mostly(fc.dictionary(fc.string(), odd)) }),
  },
  { evidence: mostly(fc.array(fc.oneof(hash, signature), { maxLength: 3 })) },
);

describe("the compiled schema", () => {
  it("accepts exactly what the schema accepts, and meets both often", () => {
    let accepted = 0;
    const runs = 3000;
    fc.assert(
      fc.property(proposal, (drawn) => {
        const value = JSON.parse(JSON.stringify(drawn)) as JsonValue;
        const outcome = checkProposal(value, DEFAULT_LIMITS);
        if (outcome.ok) accepted += 1;
        expect(outcome.ok).toBe(oracle(value));
      }),
      { numRuns: runs, seed: 20261001 },
    );
    expect(accepted).toBeGreaterThan(runs / 10);
    expect(accepted).toBeLessThan((runs * 9) / 10);
  });

  it("gives the same answer whatever order members come in", () => {
    fc.assert(
      fc.property(proposal, (drawn) => {
        const value = JSON.parse(JSON.stringify(drawn)) as JsonValue;
        expect(checkProposal(reversed(value), DEFAULT_LIMITS)).toEqual(checkProposal(value, DEFAULT_LIMITS));
      }),
      { numRuns: 500, seed: 20261002 },
    );
  });
});

function reversed(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
