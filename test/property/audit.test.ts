import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordBody } from "../../src/audit/record-body.js";
import { chainOf, LOG, textOf } from "../support/audit-lines.js";
import { decisionRecord, outcomeRecord } from "../support/audit-records.js";
import { verifyBytes, verifyText } from "../support/verify-text.js";

const lines = chainOf([
  ["decision", recordBody(decisionRecord())],
  ["outcome", recordBody(outcomeRecord("started"))],
  ["decision", recordBody(decisionRecord({ request_id: "req_00000002" }))],
  ["outcome", recordBody(outcomeRecord("succeeded"))],
  ["closed", "{}"],
]);
const text = textOf(lines);
const bytes = new TextEncoder().encode(text);
const last = lines.at(-1) as (typeof lines)[number];
const expected = [{ log: LOG, seq: last.seq, hash: last.hash }];
const anyLine = fc.integer({ min: 0, max: lines.length - 1 });

describe("an audit log", () => {
  it("is whole as it is", () => {
    expect(verifyText(text, { expected }).findings).toEqual([]);
  });

  it("tells any byte that was changed, and the line it stands in", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = bytes.slice();
        changed[at] = (changed[at] as number) ^ flip;
        const line = text.slice(0, at).split("\n").length;
        const { findings } = verifyBytes(changed, { expected });
        expect(findings.length).toBeGreaterThan(0);
        expect(findings[0]?.line).toBe(line);
      }),
      { numRuns: 2000 },
    );
  });

  it("tells any line that was removed, repeated or moved", () => {
    fc.assert(
      fc.property(anyLine, anyLine, (from, to) => {
        const removed = lines.filter((_, at) => at !== from);
        expect(verifyText(textOf(removed), { expected }).findings.length).toBeGreaterThan(0);
        const repeated = [...lines.slice(0, to), lines[from] as (typeof lines)[number], ...lines.slice(to)];
        expect(verifyText(textOf(repeated), { expected }).findings.length).toBeGreaterThan(0);
        const moved = [...removed.slice(0, to), lines[from] as (typeof lines)[number], ...removed.slice(to)];
        if (from !== to) expect(verifyText(textOf(moved), { expected }).findings.length).toBeGreaterThan(0);
      }),
    );
  });

  it("tells any cut of its end by a head that is known", () => {
    for (let size = 0; size < bytes.length; size += 1) {
      expect(verifyBytes(bytes.subarray(0, size), { expected }).findings.length, `${size} bytes`).toBeGreaterThan(0);
    }
  });

  it("is never read from arbitrary bytes, and nothing throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
        expect(verifyBytes(noise).findings.length).toBeGreaterThan(0);
      }),
    );
  });

  it("holds any text that a host gives, on one line", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.string({ unit: "binary", minLength: 1 }),
        fc.jsonValue(),
        (tool, principal, value) => {
          const body = recordBody(decisionRecord({ tool, context: { principal }, args: { "/x": value as never } }));
          expect(body).toMatch(/^[\x20-\x7e]+$/);
          expect(verifyText(textOf(chainOf([["decision", body]]))).findings).toEqual([]);
        },
      ),
    );
  });
});
