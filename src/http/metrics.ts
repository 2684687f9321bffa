import type { GateDecision } from "../gate/gate-decision.js";
import type { Told } from "./exchange.js";

/** Upper bounds in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1] as const;

/** A policy may name more; what is beyond counts under "other". */
const MAX_TOOLS = 200;
const MAX_CODES = 200;

/** Counts of one bridge. Their number is bounded by what the operator wrote, never by what callers send. */
export interface Metrics {
  count(told: Told, status: number, elapsedMs: number): void;
  /** Notes what a decision says of the ledger and the audit. */
  note(decision: Pick<GateDecision, "reason" | "single_use" | "recorded">): void;
  /** Whether each worked when a decision last met it. */
  seen(): { readonly ledger: boolean; readonly audit: boolean };
  /** Lines in the text format of Prometheus, 0.0.4. */
  lines(): readonly string[];
}

export function createMetrics(): Metrics {
  const decisions = createPairs();
  const answers = createPairs();
  const tools = new Set<string>();
  const codes = new Set<string>();
  const within = new Array<number>(BUCKETS.length).fill(0);
  const works = { ledger: true, audit: true };
  let verified = 0;
  let seconds = 0;

  const bounded = (name: string | null, known: Set<string>, most: number) => {
    if (name === null) return "other";
    if (known.size < most) known.add(name);
    return known.has(name) ? name : "other";
  };

  return {
    count({ route, code, tool }, status, elapsedMs) {
      answers.add(route, status);
      if (code === null) return;
      decisions.add(bounded(code, codes, MAX_CODES), bounded(tool, tools, MAX_TOOLS));
      const took = elapsedMs / 1000;
      verified += 1;
      seconds += took;
      // Each bucket counts what is at most its bound.
      const at = BUCKETS.findIndex((bound) => took <= bound);
      if (at !== -1) within[at] = (within[at] as number) + 1;
    },
    note({ reason, single_use, recorded }) {
      if (reason === "internal.ledger_unavailable") works.ledger = false;
      else if (single_use === "consumed") works.ledger = true;
      if (reason === "internal.audit_unavailable") works.audit = false;
      else if (recorded) works.audit = true;
    },
    seen: () => works,
    lines() {
      let below = 0;
      return [
        "# HELP countersign_decisions_total Verifications by code and tool; tools that the operator does not name are other.",
        "# TYPE countersign_decisions_total counter",
        ...decisions.lines((code, tool, count) => `countersign_decisions_total{code=${label(code)},tool=${label(tool)}} ${count}`),
        "# HELP countersign_http_requests_total Answers by route and status.",
        "# TYPE countersign_http_requests_total counter",
        ...answers.lines((route, status, count) => `countersign_http_requests_total{route=${label(route)},status="${status}"} ${count}`),
        "# HELP countersign_verification_seconds From request to answer.",
        "# TYPE countersign_verification_seconds histogram",
        ...BUCKETS.map((bound, at) => {
          below += within[at] as number;
          return `countersign_verification_seconds_bucket{le="${bound}"} ${below}`;
        }),
        `countersign_verification_seconds_bucket{le="+Inf"} ${verified}`,
        `countersign_verification_seconds_sum ${seconds}`,
        `countersign_verification_seconds_count ${verified}`,
      ];
    },
  };
}

/** Counts by two labels; a counted pair makes no text. */
function createPairs() {
  const counts = new Map<string, Map<string | number, number>>();
  return {
    add(first: string, second: string | number): void {
      let row = counts.get(first);
      if (row === undefined) {
        row = new Map();
        counts.set(first, row);
      }
      row.set(second, (row.get(second) ?? 0) + 1);
    },
    lines: (line: (first: string, second: string | number, count: number) => string): readonly string[] =>
      [...counts].flatMap(([first, row]) => [...row].map(([second, count]) => line(first, second, count))),
  };
}

/** Quoted and escaped, as the format wants. */
function label(value: string | number): string {
  return `"${String(value).replace(/[\\"\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`))}"`;
}
