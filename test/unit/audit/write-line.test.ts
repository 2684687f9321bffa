import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asciiText } from "../../../src/audit/ascii-text.js";
import { readEntry } from "../../../src/audit/read-line.js";
import { writeLine } from "../../../src/audit/write-line.js";
import { readText } from "../../pins/sources.js";
import { LOG } from "../../support/audit-lines.js";
import { verifyText } from "../../support/verify-text.js";

/**
 * Worked out with Python: json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=True), hashlib.sha256 of that, and
 * the hash as the last member; the last one again with `sed` and `openssl dgst -sha256`.
 */
const FIRST = "5258c727881b6137304696827a2787b2e5e829981751fe4948be4b2ef242ba60";
const SECOND = "6ad1224fa3e545f0fcfab922e531618d20e151f99c177ac5ef903feccf726f2f";
const THIRD = "5c7ff62fcd7639272d14939706b2004d1924f496f283f535496ff2704bce9104";

const sample = /```json\n([^`]*)```/.exec(readText("spec/audit.md"))?.[1] ?? "";

describe("a line", () => {
  it("has the hash that another implementation gives it", () => {
    const first = writeLine(
      "log",
      "2026-10-01T12:00:00Z",
      asciiText({ format: "countersign-audit/1", version: "0.1.0" }),
      LOG,
      0,
      "0".repeat(64),
    );
    const body = asciiText({ request_id: "req_00000001", state: "started", tool: "pay\u202e\u00fc\n\u007f" });
    const second = writeLine("outcome", "2026-10-01T12:00:00.250Z", body, LOG, 1, first.hash);
    const third = writeLine("closed", "2026-10-01T12:00:01Z", "{}", LOG, 2, second.hash);
    expect([first.hash, second.hash, third.hash]).toEqual([FIRST, SECOND, THIRD]);
    expect(`${first.text}${second.text}${third.text}`).toBe(sample);
  });

  it("is the sample of spec/audit.md, which is a whole log", () => {
    const report = verifyText(sample);
    expect(report).toMatchObject({ log: LOG, records: 3, head: { log: LOG, seq: 2, hash: THIRD }, findings: [] });
  });

  it("is hashed as spec/audit.md says, with nothing but text in hand", () => {
    for (const line of sample.trimEnd().split("\n")) {
      const hashed = `${line.slice(0, -75)}}`;
      expect(line.slice(-66, -2)).toBe(createHash("sha256").update(hashed).digest("hex"));
    }
  });

  it("is one line of printable ASCII, whatever it holds", () => {
    const { text } = writeLine(
      "outcome",
      "2026-10-01T12:00:00Z",
      asciiText({ tool: '\n\u0000\u001b[2J\u2028\u007f\u{1f600}"\\' }),
      LOG,
      0,
      FIRST,
    );
    expect(text).toMatch(/^[\x20-\x7e]+\n$/);
    expect(readEntry(new TextEncoder().encode(text.trimEnd()))?.body).toEqual({ tool: '\n\u0000\u001b[2J\u2028\u007f\u{1f600}"\\' });
  });
});

describe("reading a line", () => {
  const line = (text: string) => new TextEncoder().encode(text);
  const good = writeLine("closed", "2026-10-01T12:00:00Z", "{}", LOG, 7, FIRST).text.trimEnd();

  it("gives what was written", () => {
    expect(readEntry(line(good))).toEqual({
      at: "2026-10-01T12:00:00Z",
      body: {},
      kind: "closed",
      log: LOG,
      prev: FIRST,
      seq: 7,
      hash: good.slice(-66, -2),
    });
  });

  it("is not led astray by a body that looks like an envelope", () => {
    const body = asciiText({ tool: `","kind":"closed","log":"${LOG}","prev":"${FIRST}","seq":1,"hash":"${FIRST}"}` });
    const { text, hash } = writeLine("outcome", "2026-10-01T12:00:00Z", body, LOG, 9, SECOND);
    expect(readEntry(line(text.trimEnd()))).toMatchObject({ kind: "outcome", seq: 9, prev: SECOND, hash });
  });

  const rehashed = (members: string) => `${members},"hash":"${createHash("sha256").update(`${members}}`).digest("hex")}"}`;
  const members = good.slice(0, -75);
  it.each([
    ["nothing", ""],
    ["another kind", rehashed(members.replace("closed", "clozed"))],
    ["a second member at", rehashed(members.replace('{"at"', '{"at":"x","at"').replace('"body":{}', '"body":{},"b":1'))],
    ["another order", rehashed(members.replace('"at":"2026-10-01T12:00:00Z","body":{}', '"body":{},"at":"2026-10-01T12:00:00Z"'))],
    ["a body that is a list", rehashed(members.replace('"body":{}', '"body":[]'))],
    ["a body that is no JSON", rehashed(members.replace('"body":{}', '"body":{x}'))],
    ["a time that is a number", rehashed(members.replace('"2026-10-01T12:00:00Z"', "7"))],
    ["a place with a zero before it", rehashed(members.replace('"seq":7', '"seq":07'))],
    ["a place beyond safe integers", rehashed(members.replace('"seq":7', '"seq":9007199254740993'))],
    ["letters beyond ASCII", rehashed(members.replace('"body":{}', '"body":{"tool":"\u00fc"}'))],
    ["a hash in capitals", good.slice(0, -66) + good.slice(-66, -2).toUpperCase() + good.slice(-2)],
    ["another hash", good.slice(0, -66) + "0".repeat(64) + good.slice(-2)],
    ["a space at its end", `${good} `],
    ["65 536 bytes with the newline that follows", rehashed(members.replace("{}", `{"x":"${"a".repeat(65_536 - good.length - 6)}"}`))],
  ])("refuses %s", (_, text) => {
    expect(readEntry(line(text))).toBeNull();
  });

  it("takes the longest line", () => {
    const text = rehashed(members.replace("{}", `{"x":"${"a".repeat(65_535 - good.length - 6)}"}`));
    expect(text.length).toBe(65_535);
    expect(readEntry(line(text))).not.toBeNull();
  });
});
