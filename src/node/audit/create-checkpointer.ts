import { asciiText } from "../../audit/ascii-text.js";
import { CHECKPOINT_REACH, type CheckpointTerms, checkpointBody, checkpointBytes } from "../../audit/checkpoint.js";
import type { AuditHead } from "../../gate/ledger.js";
import type { Clock } from "../../gate/ports.js";
import { LATE, startDeadline } from "../../gate/within.js";
import { isBytes } from "../../json/is-bytes.js";
import type { Signer } from "../../sign/sign-attestation.js";
import { encodeBase64 } from "../../trust/base64.js";
import { verifyEd25519 } from "../../trust/ed25519.js";
import { formatTimestamp } from "../../trust/timestamp.js";

export interface CheckpointParts {
  readonly signer: Signer;
  /** Records between two checkpoints. */
  readonly every: number;
  /** Milliseconds that the signer has. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly head: () => AuditHead | null;
  /** Appends the body of a checkpoint. */
  readonly append: (body: string) => Promise<void>;
}

export interface CheckpointStatus {
  /** The last record that a checkpoint covers, or null. */
  readonly covered: AuditHead | null;
  /** Checkpoints that were due and are not there. */
  readonly skipped: number;
  /** Why the last one is not there, or null. */
  readonly error: string | null;
}

export interface Checkpointer {
  /** Records other than checkpoints were kept. */
  kept(count: number): void;
  /** Covers what is there now, if that is not covered yet. Never rejects. */
  now(): Promise<void>;
  status(): CheckpointStatus;
}

/**
 * Signs the head of the log from time to time (spec/audit.md#checkpoints). It goes on beside the appends: a signer that hangs, fails
 * or answers wrongly costs a checkpoint and nothing else.
 */
export function createCheckpointer({ signer, every, timeoutMs, clock, head, append }: CheckpointParts): Checkpointer {
  /** Something was kept that no checkpoint covers. */
  let uncovered = false;
  /** A failed try is made good as many records later, not at once: it may have cost the signer's whole time. */
  let sinceTry = 0;
  let underWay: Promise<void> | null = null;
  let status: CheckpointStatus = { covered: null, skipped: 0, error: null };

  async function attempt(): Promise<void> {
    const covers = head();
    if (covers === null) return;
    uncovered = false;
    sinceTry = 0;
    try {
      const terms = { covers, keyId: signer.keyId, signedAt: formatTimestamp(Math.floor(clock.now())) };
      const signature = await startDeadline(clock, timeoutMs).within(ask(terms));
      if (signature === LATE) throw new Error(`the signer gave no signature within ${timeoutMs} ms`);
      // What a verifier would no longer hold the hash of is worth nothing.
      if ((head()?.seq ?? 0) - covers.seq >= CHECKPOINT_REACH) throw new Error("the signature came too many records late");
      await append(asciiText(checkpointBody(terms, encodeBase64(signature))));
      status = { ...status, covered: covers, error: null };
    } catch (error) {
      uncovered = true;
      status = { ...status, skipped: status.skipped + 1, error: error instanceof Error ? error.message : "the signer failed" };
    }
  }

  async function ask(terms: CheckpointTerms): Promise<Uint8Array> {
    const bytes = checkpointBytes(terms);
    const given: unknown = await signer.sign(bytes.slice());
    if (!isBytes(given) || given.length !== 64) throw new Error("the signer must give 64 bytes");
    const signature = new Uint8Array(given);
    if (signer.publicKey !== undefined && !verifyEd25519(signer.publicKey, bytes, signature)) {
      throw new Error("the signature does not verify under the signer's public key");
    }
    return signature;
  }

  function start(): Promise<void> {
    underWay ??= attempt().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    kept(count) {
      if (count === 0) return;
      uncovered = true;
      sinceTry += count;
      if (sinceTry >= every) void start();
    },
    async now() {
      while (underWay !== null) await underWay;
      if (uncovered) await start();
    },
    status: () => status,
  };
}
