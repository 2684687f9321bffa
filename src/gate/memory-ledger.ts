import { ownOptions } from "../decision/own-options.js";
import { parseTimestamp } from "../trust/timestamp.js";
import type { ApprovalStore, StoredApproval } from "./approval-store.js";
import type { AuditHead, ConsumeOutcome, ConsumeRequest, Ledger } from "./ledger.js";
import { createMemoryApprovalStore } from "./memory-approval-store.js";
import { readConsumeRequest } from "./read-consume-request.js";
import { createRunningTotals } from "./running-totals.js";

export interface MemoryLedgerOptions {
  /** Most rows held; beyond it nothing is consumed, so every such action blocks. 200 000 unless given (about 40 MB). */
  readonly maxRows?: number;
  /**
   * Epoch milliseconds, for approval requests to end by. Without it they end by the latest instant that the ledger was told:
   * one that nobody asks about again stays listed until the next action.
   */
  readonly now?: () => number;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof MemoryLedgerOptions>(["maxRows", "now"]);

// Two rows looked at per row written: the round gains on what is written meanwhile, so that the map holds at most about twice
// the rows that are alive.
const LOOKS_PER_ROW = 2;
const LOOKS_WHEN_FULL = 1024;

/**
 * A ledger for one process: forgets everything when the process ends, so an attestation may be used once per run. Time is
 * what the gate says with each request, and never runs back: the ledger holds the latest it was told.
 *
 * @throws TypeError for an option that is unknown or wrong.
 * @example const gate = await createGate({ ...options, ledger: createMemoryLedger() });
 */
export function createMemoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  const option = ownOptions(options, OPTIONS, "createMemoryLedger");
  const maxRows = option("maxRows", 200_000);
  if (!Number.isSafeInteger(maxRows) || maxRows < 1) throw new TypeError("maxRows must be a positive integer");
  const clock = option("now");
  if (clock !== undefined && typeof clock !== "function") throw new TypeError("now must be a function");
  /** Row -> epoch milliseconds when it may be dropped. */
  const rows = new Map<string, number>();
  const totals = createRunningTotals();
  const heads = new Map<string, AuditHead>();
  let sweep = rows.entries();
  let latest = Number.NEGATIVE_INFINITY;
  // Of approval requests alone: what an approver's tool wrote must not move the time that uses are judged by.
  let opened = Number.NEGATIVE_INFINITY;
  let closed = false;

  /** Drops ended rows among the next `looks`, going round and round: constant work a row, no timer. */
  function prune(looks: number): void {
    for (let look = 0; look < looks; look += 1) {
      const next = sweep.next();
      if (next.done) {
        sweep = rows.entries();
        continue;
      }
      const [row, until] = next.value;
      if (until <= latest) rows.delete(row);
    }
    totals.prune(looks, latest);
  }

  function refuseClosed(): void {
    if (closed) throw new Error("the ledger is closed");
  }

  function consume(request: ConsumeRequest): ConsumeOutcome {
    refuseClosed();
    const { rows: wanted, firstUntil, spendings, head, now } = readConsumeRequest(request);
    latest = Math.max(latest, now);
    // Its row, if there was one, may be gone: the clock has run back by a day.
    if (!(firstUntil > latest)) return { outcome: "clock_skew" };
    // A row that has ended counts as gone, swept or not: the answer must not hang on how far the sweep got.
    for (const row of wanted.keys()) if ((rows.get(row) ?? latest) > latest) return { outcome: "already_used" };
    const over = totals.firstOver(spendings, latest);
    if (over !== null) return { outcome: "over_budget", rule: over.rule };
    const more = wanted.size + spendings.length;
    const full = () => rows.size + totals.size() + more > maxRows;
    if (full()) prune(LOOKS_WHEN_FULL);
    if (full()) throw new Error("the ledger is full");
    for (const [row, until] of wanted) rows.set(row, until);
    totals.spend(spendings, latest);
    if (head !== null && head.seq > (heads.get(head.log)?.seq ?? -1)) heads.set(head.log, Object.freeze(head));
    prune(LOOKS_PER_ROW * more);
    return { outcome: "consumed" };
  }

  const store = createMemoryApprovalStore(() => {
    refuseClosed();
    return clock === undefined ? Math.max(latest, opened) : clock();
  });
  const approvals: ApprovalStore = Object.freeze({
    ...store,
    open: async (approval: Omit<StoredApproval, "state" | "evidence">) => {
      // Made by the gate's clock just now, so it tells the time.
      const issued = approval.request.attestation.issued_at;
      const told = typeof issued === "string" ? parseTimestamp(issued) : null;
      if (told !== null) opened = Math.max(opened, Number(told / 1_000_000n));
      return store.open(approval);
    },
  });

  return Object.freeze({
    consume: async (request: ConsumeRequest) => consume(request),
    head: async (log: string) => {
      refuseClosed();
      return heads.get(log) ?? null;
    },
    approvals,
    close: async () => {
      closed = true;
      rows.clear();
    },
  });
}
