import { describe, expect, it } from "vitest";
import { asciiText } from "../../../src/audit/ascii-text.js";
import { checkpointBody, checkpointBytes } from "../../../src/audit/checkpoint.js";
import { parseHead } from "../../../src/audit/parse-head.js";
import { recordBody } from "../../../src/audit/record-body.js";
import { writeLine } from "../../../src/audit/write-line.js";
import { encodeBase64 } from "../../../src/trust/base64.js";
import type { KeyPurpose } from "../../../src/trust/keyring.js";
import { loadKeyring } from "../../../src/trust/load-keyring.js";
import { testKey } from "../../keys/test-only-keys.js";
import { type ChainedLine, chainOf, HEADER, LOG, textOf } from "../../support/audit-lines.js";
import { decisionRecord } from "../../support/audit-records.js";
import { findingsOf, verifyText } from "../../support/verify-text.js";

const decision = (id: string) => ["decision", recordBody(decisionRecord({ request_id: id }))] as const;
const lines = chainOf([decision("req_00000001"), decision("req_00000002"), decision("req_00000003"), ["closed", "{}"]]);
const head = (line: ChainedLine) => ({ log: LOG, seq: line.seq, hash: line.hash });
const at = (index: number) => lines[index] as ChainedLine;
const without = (index: number) => lines.filter((_, place) => place !== index);
const swap = (a: number, b: number) => lines.map((line, place) => (place === a ? at(b) : place === b ? at(a) : line));

describe("a log", () => {
  it("is whole as it was written", () => {
    expect(verifyText(textOf(lines))).toMatchObject({
      log: LOG,
      records: 5,
      kinds: { log: 1, decision: 3, closed: 1 },
      findings: [],
      head: head(at(4)),
    });
  });

  it.each([
    ["an edited record", textOf(lines).replace("req_00000002", "req_00000009"), ["altered@3"]],
    [
      "a record edited and hashed anew",
      textOf(lines.map((line) => (line.seq === 2 ? { ...line, ...rehash(line) } : line))),
      ["replaced@4"],
    ],
    ["a removed record", textOf(without(2)), ["missing@3"]],
    ["a removed first record", textOf(without(0)), ["not_a_log@1"]],
    ["a record twice", textOf([...lines.slice(0, 3), at(2), ...lines.slice(3)]), ["out_of_order@4"]],
    ["two records the other way round", textOf(swap(2, 3)), ["missing@3", "out_of_order@4", "missing@5"]],
    [
      "a first record in the middle",
      textOf([...lines.slice(0, 3), at(0), ...lines.slice(3)]),
      ["out_of_order@4", "out_of_order@4", "missing@5"],
    ],
    [
      "a line of another log",
      textOf([...lines.slice(0, 3), ...chainOf([decision("req_x"), decision("req_y"), decision("req_z")], "f".repeat(32)).slice(3)]),
      ["other_log@4"],
    ],
    ["an empty line", textOf(lines).replace("\n", "\n\n"), ["not_a_record@2"]],
    ["a line that is none of ours", `${textOf(lines.slice(0, 2))}{"a":1}\n${textOf(lines.slice(2))}`, ["not_a_record@3"]],
    ["no line", "", ["not_a_log"]],
    ["another file", "hello\n", ["not_a_log@1"]],
    ["a last line cut short", textOf(lines).slice(0, -20), ["torn_tail@5"]],
    ["a last line without its newline", textOf(lines).slice(0, -1), ["torn_tail@5"]],
  ])("with %s is found", (_, text, findings) => {
    expect(findingsOf(verifyText(text))).toEqual(findings);
  });

  it("tells line, byte and record", () => {
    const [finding] = verifyText(textOf(lines).replace("req_00000002", "req_00000009")).findings;
    expect(finding).toEqual({ reason: "altered", line: 3, offset: at(0).text.length + at(1).text.length, seq: 2 });
  });

  it("finds a second fault after the first", () => {
    const text = textOf(lines).replace("req_00000001", "req_00000007").replace("req_00000003", "req_00000008");
    expect(findingsOf(verifyText(text))).toEqual(["altered@2", "altered@4"]);
  });

  it("lists 32 findings and counts the rest", () => {
    const many = chainOf(Array.from({ length: 40 }, (_, n) => decision(`req_1000${n}`)));
    const report = verifyText(textOf(many).replaceAll("agent-7", "agent-8"));
    expect([report.findings.length, report.more_findings]).toEqual([32, 8]);
  });

  it.each([
    ["of another format", HEADER.replace("/1", "/2"), 0, "0".repeat(64)],
    ["that begins at another place", HEADER, 1, "0".repeat(64)],
    ["that follows something", HEADER, 0, "1".repeat(64)],
  ])("%s is none", (_, body, seq, prev) => {
    const first = writeLine("log", "2026-10-01T12:00:00Z", body, LOG, seq, prev);
    expect(findingsOf(verifyText(first.text))).toEqual(["not_a_log@1"]);
  });
});

describe("a head that is known", () => {
  it.each([
    ["of the last record", head(at(4)), []],
    ["of an earlier record", head(at(2)), []],
    ["by its hash alone", parseHead(at(3).hash), []],
    ["of a record that was cut off", { ...head(at(4)), seq: 5 }, ["cut"]],
    ["by a hash that is nowhere", parseHead("e".repeat(64)), ["cut"]],
    ["of another record in its place", { ...head(at(2)), hash: "e".repeat(64) }, ["head_differs@3"]],
    ["of another log", { ...head(at(2)), log: "e".repeat(32) }, ["other_log@3"]],
  ])("%s", (_, expected, findings) => {
    if (expected === null) throw new Error("no head");
    expect(findingsOf(verifyText(textOf(lines), { expected: [expected] }))).toEqual(findings);
  });

  it("finds a tail that was cut back to a whole line", () => {
    const cut = textOf(lines.slice(0, 3));
    expect(findingsOf(verifyText(cut))).toEqual([]);
    expect(verifyText(cut, { expected: [head(at(4))] }).findings).toEqual([{ reason: "cut", line: null, offset: null, seq: 4 }]);
  });

  it.each([
    `${LOG}:01:${"a".repeat(64)}`,
    `${LOG}:1:${"A".repeat(64)}`,
    "a".repeat(63),
    `x${LOG}:1:${"a".repeat(64)}`,
    `${LOG}:9007199254740993:${"a".repeat(64)}`,
  ])("is not read from %s", (text) => {
    expect(parseHead(text)).toBeNull();
  });
});

describe("a checkpoint", () => {
  const key = testKey("test-receipts");
  const keyringOf = (entry: object = {}, revoked: readonly string[] = []) =>
    loadKeyring({
      trusted_keys: { notary: { public_key: encodeBase64(key.publicKey), purpose: "checkpoint", ...entry } },
      revoked_keys: revoked,
    });
  const signed = (changes: { covers?: ChainedLine; version?: string; signature?: string } = {}) => {
    const terms = { covers: head(changes.covers ?? at(2)), keyId: "notary", signedAt: "2026-10-01T12:00:00Z" };
    const bytes = checkpointBytes(terms);
    const text = new TextDecoder().decode(bytes).replace("countersign-checkpoint/1", changes.version ?? "countersign-checkpoint/1");
    return [
      "checkpoint",
      asciiText(checkpointBody(terms, changes.signature ?? encodeBase64(key.sign(new TextEncoder().encode(text))))),
    ] as const;
  };
  const decisions = [decision("req_00000001"), decision("req_00000002"), decision("req_00000003")];
  const log = (checkpoint = signed()) => textOf(chainOf([...decisions, checkpoint, ["closed", "{}"]]));

  it("signs bytes that are no attestation and no text without a version", () => {
    expect(new TextDecoder().decode(checkpointBytes({ covers: head(at(2)), keyId: "notary", signedAt: "2026-10-01T12:00:00Z" }))).toBe(
      `{"attestation_version":"countersign-checkpoint/1","hash":"${at(2).hash}","key_id":"notary","log":"${LOG}","seq":2,"signed_at":"2026-10-01T12:00:00Z"}`,
    );
  });

  it("that holds covers what came before it", () => {
    const report = verifyText(log(), { keyring: keyringOf() });
    expect(report).toMatchObject({ findings: [], checkpoints: { verified: 1, covered: head(at(2)) } });
  });

  it.each([
    ["by a key of another purpose", keyringOf({ purpose: "attest" }), signed(), ["checkpoint_key_purpose@5"]],
    [
      "by a key without a purpose",
      loadKeyring({ trusted_keys: { notary: encodeBase64(key.publicKey) } }),
      signed(),
      ["checkpoint_key_purpose@5"],
    ],
    ["by a key that is not there", loadKeyring({ trusted_keys: {} }), signed(), ["checkpoint_key_missing@5"]],
    ["by a revoked key", keyringOf({}, ["notary"]), signed(), ["checkpoint_key_revoked@5", "no_checkpoint"]],
    [
      "by a key that was over at its time",
      keyringOf({ expires_at: "2026-10-01T12:00:00Z" }),
      signed(),
      ["checkpoint_key_not_in_force@5", "no_checkpoint"],
    ],
    [
      "by a key that had not begun",
      keyringOf({ not_before: "2026-10-01T12:00:01Z" }),
      signed(),
      ["checkpoint_key_not_in_force@5", "no_checkpoint"],
    ],
    [
      "with another signature",
      keyringOf(),
      signed({ signature: encodeBase64(new Uint8Array(64)) }),
      ["checkpoint_signature_invalid@5", "no_checkpoint"],
    ],
    ["signed as an attestation", keyringOf(), signed({ version: "PIC-ATT/1.0" }), ["checkpoint_signature_invalid@5", "no_checkpoint"]],
    [
      "of a record that is not there",
      keyringOf(),
      signed({ covers: { ...at(2), hash: "e".repeat(64) } }),
      ["checkpoint_differs@5", "no_checkpoint"],
    ],
    ["of a record after it", keyringOf(), signed({ covers: { ...at(2), seq: 5 } }), ["checkpoint_differs@5", "no_checkpoint"]],
    ["that is none", keyringOf(), ["checkpoint", "{}"], ["not_a_record@5", "no_checkpoint"]],
  ] as const)("%s is found", (_, keyring, checkpoint, findings) => {
    expect(findingsOf(verifyText(log(checkpoint), { keyring }))).toEqual(findings);
  });

  it("outlives the end of its key, since its time lies before", () => {
    expect(verifyText(log(), { keyring: keyringOf({ expires_at: "2026-10-01T12:00:01Z" }) }).findings).toEqual([]);
  });

  it("is asked for where the keyring has a key for it", () => {
    expect(findingsOf(verifyText(textOf(lines), { keyring: keyringOf() }))).toEqual(["no_checkpoint"]);
    const purpose: KeyPurpose = "approve";
    expect(findingsOf(verifyText(textOf(lines), { keyring: keyringOf({ purpose }) }))).toEqual([]);
  });

  it("is held to its record without a keyring", () => {
    expect(findingsOf(verifyText(log(signed({ covers: { ...at(2), hash: "e".repeat(64) } }))))).toEqual(["checkpoint_differs@5"]);
    expect(verifyText(log())).toMatchObject({ findings: [], checkpoints: { verified: 0, covered: null } });
  });
});

/** What somebody writes who can hash, but cannot change what comes after. */
function rehash({ text, seq }: ChainedLine): { text: string; hash: string } {
  const body = /"body":(.*),"kind"/.exec(text)?.[1] ?? "";
  return writeLine("decision", "2026-10-01T12:00:00Z", body.replace("agent-7", "agent-8"), LOG, seq, at(seq - 1).hash);
}
