import type { AuditHead } from "../gate/ledger.js";

/** What an operator kept of a log: a head whole, or a hash alone. */
export type ExpectedHead = AuditHead | { readonly log: null; readonly seq: null; readonly hash: string };

const WHOLE = /^([0-9a-f]{32}):(0|[1-9][0-9]{0,15}):([0-9a-f]{64})$/;
const HASH = /^[0-9a-f]{64}$/;

/** Reads `LOG:SEQ:HASH` or `HASH`; null for anything else. */
export function parseHead(text: string): ExpectedHead | null {
  if (HASH.test(text)) return { log: null, seq: null, hash: text };
  const match = WHOLE.exec(text);
  if (match === null) return null;
  const [, log, digits, hash] = match as unknown as readonly [string, string, string, string];
  const seq = Number(digits);
  return Number.isSafeInteger(seq) ? { log, seq, hash } : null;
}

export function formatHead({ log, seq, hash }: AuditHead): string {
  return `${log}:${seq}:${hash}`;
}
