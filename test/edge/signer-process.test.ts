import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SignerError } from "../../src/node/bound-signer.js";
import { approve, attest } from "../../src/node/sign.js";
import { signerFromCommand } from "../../src/node/signer-from-command.js";
import { approvalRequestFor } from "../../src/sign/approval-request-for.js";
import { proposalFor } from "../../src/sign/proposal-for.js";
import { testKey } from "../keys/test-only-keys.js";

const key = testKey("test-approver");
const other = testKey("test-second-approver");
const proposal = proposalFor({ tool: "t", args: {}, intent: "i", impact: "money", sources: [], claims: [], approvers: 1 });
const request = approvalRequestFor({
  proposal,
  impact: "money",
  audience: null,
  issuedAt: "2026-10-01T12:00:00Z",
  lifetimeSeconds: 900,
  nonce: "n-1",
});

/** A program that holds a key and speaks as signerFromCommand asks. */
const PROGRAM = `
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
const [, , file, mood] = process.argv;
if (mood === "hang") setInterval(() => {}, 1000);
else if (mood === "fail") process.exit(3);
else if (mood === "chatter") process.stdout.write("x".repeat(100_000));
else if (mood === "die") process.kill(process.pid, "SIGTERM");
else {
  const bytes = Buffer.from(readFileSync(0, "utf8").trim(), "base64");
  const signature = sign(null, mood === "bend" ? bytes.subarray(1) : bytes, createPrivateKey(readFileSync(file)));
  process.stdout.write(mood === "words" ? "signed: ok\\n" : signature.toString("base64") + (mood === "twice" ? "\\n\\n" : "\\n"));
}
`;

let folder = "";
let command: (mood: string, held?: typeof key) => readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-signer-"));
  writeFileSync(join(folder, "signer.mjs"), PROGRAM);
  command = (mood, held = key) => {
    writeFileSync(join(folder, `${held.keyId}.pem`), held.privateKeyPem);
    return [process.execPath, join(folder, "signer.mjs"), join(folder, `${held.keyId}.pem`), mood];
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signer = (mood: string, held = key, timeoutMs = 20_000) =>
  signerFromCommand(command(mood, held), { keyId: key.keyId, publicKey: key.publicKey, timeoutMs });

describe("a signer in another process", () => {
  it("signs an approval and an attestation as the key itself would", async () => {
    const direct = await approve(request, key, { id: "approval-1" });
    expect(await approve(request, signer("sign"), { id: "approval-1" })).toEqual(direct);
    const signed = await attest(proposal, signer("sign"), { id: "approval-1", nonce: "n-1" });
    expect(signed.evidence).toHaveLength(1);
  });

  it.each<[string, string, typeof key, number, RegExp, object]>([
    ["hangs", "hang", key, 300, /was not done within 300 ms/, SignerError],
    ["fails", "fail", key, 20_000, /failed \(exit 3\)/, SignerError],
    ["is killed", "die", key, 20_000, /failed \(SIGTERM\)/, SignerError],
    ["says too much", "chatter", key, 20_000, /more than a signature/, SignerError],
    ["says something else", "words", key, 20_000, /one line with a signature/, SignerError],
    ["writes another line", "twice", key, 20_000, /one line with a signature/, SignerError],
    ["signs other bytes", "bend", key, 20_000, /does not verify/, TypeError],
    ["holds another key", "sign", other, 20_000, /does not verify/, TypeError],
  ])("that %s gives a clear error and nothing signed", async (_, mood, held, timeoutMs, message, kind) => {
    const failed = approve(request, signer(mood, held, timeoutMs), { id: "approval-1" });
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toBeInstanceOf(kind);
  });

  it("that is not there gives a clear error", async () => {
    const absent = signerFromCommand([join(folder, "absent")], { keyId: "k", publicKey: key.publicKey });
    await expect(approve(request, absent, { id: "approval-1" })).rejects.toThrow(/cannot be started \(ENOENT\)/);
  });

  it.each<[string, unknown, object, RegExp]>([
    ["no program", [], {}, /must name a program/],
    ["an empty program", [""], {}, /program must be/],
    ["a line for a list", "kms sign", {}, /must be an array/],
    ["a word that is no text", ["kms", 7], {}, /words must be text/],
    ["a key id that is none", ["kms"], { keyId: "a b" }, /keyId/],
    ["a key of another size", ["kms"], { publicKey: new Uint8Array(31) }, /32 bytes/],
    ["no time", ["kms"], { timeoutMs: 0 }, /timeoutMs must be/],
    ["an option that is none", ["kms"], { shell: true }, /unknown member shell/],
  ])("refuses %s", (_, words, over, message) => {
    expect(() => signerFromCommand(words as never, { keyId: "k", publicKey: key.publicKey, ...over })).toThrow(message);
  });
});

describe("a signer of the host's own that hangs", () => {
  const hangs = { keyId: "k", sign: () => new Promise<never>(() => {}) };

  it("ends with a clear error, for an approval and for an attestation", async () => {
    await expect(approve(request, hangs, { id: "approval-1", signerTimeoutMs: 20 })).rejects.toThrow(
      new SignerError("the signer did not answer within 20 ms"),
    );
    await expect(attest(proposal, hangs, { id: "approval-1", signerTimeoutMs: 20 })).rejects.toBeInstanceOf(SignerError);
  });

  it("is told from what is no signer, and from a time that is none", async () => {
    await expect(approve(request, {} as never, { id: "approval-1" })).rejects.toThrow(/signer must have sign/);
    for (const signerTimeoutMs of [0, 1.5, 2 ** 31]) {
      await expect(approve(request, key, { id: "approval-1", signerTimeoutMs })).rejects.toThrow(/signerTimeoutMs/);
    }
  });
});
