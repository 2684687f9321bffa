import type { AuditHead } from "../gate/ledger.js";
import type { Keyring } from "../trust/keyring.js";
import { CHECKPOINT_REACH, type Checkpoint, checkpointFault, readCheckpoint } from "./checkpoint.js";
import { type Finding, type FindingReason, MAX_FINDINGS } from "./findings.js";
import { AUDIT_FORMAT, type AuditEntry, type Envelope, NO_HASH, type RecordKind } from "./format.js";
import type { ExpectedHead } from "./parse-head.js";
import { entryOf, readLine } from "./read-line.js";
import { recentHashes } from "./recent-hashes.js";

export interface ChainOptions {
  /** Null: checkpoints are held to the record that they cover, and their signatures are not looked at. */
  readonly keyring: Keyring | null;
  /** Heads that the log is known to have had: the operator's, the ledger's. */
  readonly expected: readonly ExpectedHead[];
  /** A ledger was asked for the log's head and has none. */
  readonly unknownToLedger?: boolean;
}

export interface ChainReport {
  readonly log: string | null;
  readonly records: number;
  readonly kinds: Readonly<Partial<Record<RecordKind, number>>>;
  /** The last record that was read, or null. */
  readonly head: AuditHead | null;
  readonly checkpoints: {
    /** Under the keyring; 0 without one. */
    readonly verified: number;
    /** The last record that a verified checkpoint covers, or null. */
    readonly covered: AuditHead | null;
  };
  readonly findings: readonly Finding[];
  readonly more_findings: number;
}

export interface ChainVerifier {
  /** A line without its newline. */
  push(line: Uint8Array, offset: number): void;
  /** @param torn Byte offset of a last line without a newline, or null. */
  end(torn: number | null): ChainReport;
}

/**
 * Verifies a log line by line (spec/audit.md#verifying) in bounded memory. After a finding it goes on from what the record claims, so
 * that one alteration is one finding and a second one is found too.
 */
export function createChainVerifier({ keyring, expected, unknownToLedger = false }: ChainOptions): ChainVerifier {
  const findings: Finding[] = [];
  let more = 0;
  let lines = 0;
  let records = 0;
  let head: AuditHead | null = null;
  let last: Envelope | null = null;
  let verified = 0;
  let covered: AuditHead | null = null;
  const kinds: Partial<Record<RecordKind, number>> = {};
  const recent = recentHashes(CHECKPOINT_REACH);
  const wanted = expected.map((one) => ({ ...one, met: false }));

  function find(reason: FindingReason, offset: number | null, seq: number | null): void {
    if (findings.length < MAX_FINDINGS) findings.push(Object.freeze({ reason, line: offset === null ? null : lines, offset, seq }));
    else more += 1;
  }

  function push(line: Uint8Array, offset: number): void {
    lines += 1;
    const read = readLine(line);
    if (read === null) {
      find(lines === 1 ? "not_a_log" : "not_a_record", offset, null);
      return;
    }
    const { envelope } = read;
    const sound = read.ownHash === envelope.hash;
    const entry = entryOf(read);
    if (!sound) find("altered", offset, envelope.seq);
    else if (entry === null) find("not_a_record", offset, envelope.seq);
    else if (lines === 1 ? !isFirst(entry) : entry.kind === "log") find(lines === 1 ? "not_a_log" : "out_of_order", offset, envelope.seq);
    const broken = last === null ? null : breakBetween(last, envelope);
    if (broken !== null) find(broken, offset, envelope.seq);
    records += 1;
    kinds[envelope.kind] = (kinds[envelope.kind] ?? 0) + 1;
    last = envelope;
    head = { log: envelope.log, seq: envelope.seq, hash: envelope.hash };
    compareWithExpected(head, offset);
    if (entry !== null) {
      if (entry.kind === "checkpoint") checkCheckpoint(entry, offset);
      recent.put(envelope.seq, read.ownHash);
    }
  }

  function compareWithExpected(here: AuditHead, offset: number): void {
    for (const one of wanted) {
      if (one.met || (one.seq !== null && one.seq !== here.seq)) continue;
      if (one.seq === null && one.hash !== here.hash) continue;
      one.met = true;
      if (one.log !== null && one.log !== here.log) find("other_log", offset, here.seq);
      else if (one.hash !== here.hash) find("head_differs", offset, here.seq);
    }
  }

  function checkCheckpoint(entry: AuditEntry, offset: number): void {
    const checkpoint = readCheckpoint(entry.log, entry.body);
    if (checkpoint === null) {
      find("not_a_record", offset, entry.seq);
      return;
    }
    const fault = checkpointFinding(checkpoint);
    if (fault !== null) find(fault, offset, entry.seq);
    if (fault !== null || keyring === null) return;
    verified += 1;
    covered = checkpoint.covers;
  }

  function checkpointFinding(checkpoint: Checkpoint): FindingReason | null {
    if (recent.get(checkpoint.covers.seq) !== checkpoint.covers.hash) return "checkpoint_differs";
    const fault = keyring === null ? null : checkpointFault(checkpoint, keyring);
    return fault === null ? null : `checkpoint_${fault}`;
  }

  return {
    push,
    end(torn) {
      if (lines === 0 && torn === null) find("not_a_log", null, null);
      lines += 1;
      if (torn !== null) find("torn_tail", torn, null);
      if (unknownToLedger) find("unknown_to_ledger", null, null);
      for (const one of wanted) if (!one.met) find("cut", null, one.seq);
      if (keyring !== null && verified === 0 && namesCheckpointKey(keyring)) find("no_checkpoint", null, null);
      return Object.freeze({
        log: head === null ? null : (head as AuditHead).log,
        records,
        kinds: Object.freeze(kinds),
        head,
        checkpoints: Object.freeze({ verified, covered }),
        findings: Object.freeze(findings),
        more_findings: more,
      });
    },
  };
}

function isFirst({ kind, seq, prev, body }: AuditEntry): boolean {
  return kind === "log" && seq === 0 && prev === NO_HASH && body.format === AUDIT_FORMAT;
}

/** How a record fails to follow the one before it; told by its place, since that is what an operator can look for. */
function breakBetween(before: Envelope, here: Envelope): FindingReason | null {
  if (here.log !== before.log) return "other_log";
  if (here.seq > before.seq + 1) return "missing";
  if (here.seq <= before.seq) return "out_of_order";
  return here.prev === before.hash ? null : "replaced";
}

function namesCheckpointKey(keyring: Keyring): boolean {
  for (const { purpose } of keyring.keys.values()) if (purpose.includes("checkpoint")) return true;
  return false;
}
