import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.js";
import type { ResultDecision } from "../../src/result.js";
import { type Anything, envelope, failureEnvelope, INVALID, NOW, verify } from "../unit/contract/contracts.js";

const FIXED = JSON.stringify(INVALID);

/** Every object in a value, by the names on the way to it. */
function objectsIn(value: JsonValue, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, inner]) => objectsIn(inner, [...path, name]));
  return Array.isArray(value) ? inside : [path, ...inside];
}

function at(value: Anything, path: readonly string[]): Anything {
  return path.reduce((inner, name) => inner[name], value);
}

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    "constructor",
    "toString",
    "hasOwnProperty",
    "error",
    "data",
    "message",
    "state",
    "tool",
    "note",
    "code",
    "retryable",
    "toJSON",
  ),
);
const answers = fc.constantFrom(envelope(), failureEnvelope("NOT_FOUND"));

describe("one member more, wherever", () => {
  it("is refused, and nothing of it reaches the agent", () => {
    let refusals = 0;
    fc.assert(
      fc.property(answers, fc.nat(), name, fc.jsonValue({ maxDepth: 1 }), (source, pick, extra, value) => {
        const answer = structuredClone(source);
        const places = objectsIn(answer);
        const owner = at(answer, places[pick % places.length] as readonly string[]);
        fc.pre(extra !== "__proto__" && !Object.hasOwn(owner, extra));
        const before = Object.keys(owner).length;
        owner[extra] = value;
        fc.pre(Object.keys(owner).length === before + 1);
        const decision = verify(answer);
        expect(JSON.stringify(decision.agent)).toBe(FIXED);
        expect(decision.reason).not.toBe("internal.error");
        refusals += 1;
      }),
      { numRuns: 1000, seed: 20_261_001 },
    );
    expect(refusals).toBeGreaterThan(500);
  });
});

const plainText = fc.stringMatching(/^[ -~]{0,80}$/);
const data = fc.record(
  {
    project_id: fc.constant("bluebird"),
    run_id: fc.constantFrom("run_4f1c8d2e9a70", "run_000000000001"),
    state: fc.constantFrom("failed", "running", "succeeded", "cancelled"),
    observed_at: fc.integer({ min: -60, max: 5 }).map((seconds) => new Date(Date.parse(NOW) + seconds * 1000).toISOString()),
    stage: fc.record({ name: fc.constantFrom("build", "test"), attempt: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: ["name"] }),
    note: plainText,
    labels: fc.array(fc.string({ maxLength: 8, unit: "grapheme-ascii" }), { maxLength: 10 }),
  },
  { requiredKeys: ["project_id", "run_id", "state", "observed_at"] },
);

describe("what fits", () => {
  it("gives the agent the selected fields and no other", () => {
    fc.assert(
      fc.property(data, (one) => {
        const decision = verify(envelope(one));
        const { project_id, run_id, state, observed_at, note } = one as unknown as JsonObject;
        expect(decision.agent).toEqual({
          tool: "ci.run_status",
          request_id: "req.J7q94MkP",
          outcome: "success",
          data: { project_id, run_id, state, observed_at },
          untrusted_text: note === undefined ? {} : { note },
        });
      }),
      { seed: 20_261_001 },
    );
  });

  it("does not hang on the order of members, whichever way it falls", () => {
    const reversed = (value: JsonValue): JsonValue => {
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map(reversed);
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([member, inner]) => [member, reversed(inner)]),
      );
    };
    // Where a number stands in the bytes does hang on the order.
    const withoutOffsets = (decision: ResultDecision) => ({ ...decision, issues: decision.issues.map(({ offset: _, ...issue }) => issue) });
    const faulty = fc.tuple(data, fc.dictionary(fc.constantFrom("state", "note", "stage", "x", "labels"), fc.jsonValue({ maxDepth: 1 })));
    fc.assert(
      fc.property(faulty, ([one, wrong]) => {
        const answer = envelope({ ...one, ...wrong });
        const { facts: f1, ...first } = withoutOffsets(verify(answer));
        const { facts: f2, ...second } = withoutOffsets(verify(reversed(answer) as object));
        expect(second).toEqual(first);
        expect({ ...f2, digest: f1.digest }).toEqual(f1);
      }),
      { seed: 20_261_001 },
    );
  });
});

describe("arbitrary bytes", () => {
  const valid = new TextEncoder().encode(JSON.stringify(envelope()));

  it("never throw, and are never taken", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decision = verify(bytes);
        expect(JSON.stringify(decision.agent)).toBe(FIXED);
        expect(decision.reason).not.toBe("internal.error");
      }),
      { numRuns: 500, seed: 20_261_001 },
    );
  });

  it("give one of the promised objects where one byte of an answer is another", () => {
    fc.assert(
      fc.property(fc.nat({ max: valid.length - 1 }), fc.integer({ min: 1, max: 255 }), (place, flip) => {
        const bytes = valid.slice();
        bytes[place] = (bytes[place] as number) ^ flip;
        const { agent, reason } = verify(bytes);
        expect(reason).not.toBe("internal.error");
        if (agent.outcome === "failure") expect(JSON.stringify(agent)).toBe(FIXED);
        else
          expect([Object.keys(agent), Object.keys(agent.data)]).toEqual([
            ["tool", "request_id", "outcome", "data", "untrusted_text"],
            ["project_id", "run_id", "state", "observed_at"],
          ]);
      }),
      { numRuns: 1000, seed: 20_261_001 },
    );
  });
});

describe("time", () => {
  it("outside the window never passes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 5_001, max: 1e9 }), fc.integer({ min: -1e9, max: -60_001 })), (ahead) => {
        const observed_at = new Date(Date.parse(NOW) + ahead).toISOString();
        expect(["result.stale", "result.future"]).toContain(verify(envelope({ ...envelope().data, observed_at })).reason);
      }),
      { seed: 20_261_001 },
    );
  });
});
