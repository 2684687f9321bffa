import type { Reason } from "../../decision/catalogue.js";

/** What one probe showed. */
export interface Probe {
  /** Null: of the gate as a whole. */
  readonly tool: string | null;
  readonly probe: string;
  readonly expected: { readonly verdict: "allow" | "block"; readonly reasons: readonly Reason[] };
  /** Null where the gate gave no answer. */
  readonly got: Answer | null;
  /** Why it gave none. */
  readonly fault: string | null;
  readonly ok: boolean;
}

export interface Answer {
  readonly verdict: "allow" | "block";
  readonly reason: Reason | null;
  /** The operator's id of the rule. */
  readonly rule: string | null;
  /** What is blocked is let run, since the policy only observes: `reason` is that of the block that was not carried out. */
  readonly observed: boolean;
}

/** What a check has to say: a finding makes the run exit 1, a note changes nothing. */
export interface Remark {
  readonly level: "finding" | "note";
  /** A file, a key id, a tool or a rule. */
  readonly about: string | null;
  readonly says: string;
}

export interface Check {
  readonly check: string;
  readonly remarks: readonly Remark[];
}

export interface Finding {
  /** The check, or `probes`. */
  readonly check: string;
  readonly about: string | null;
  readonly says: string;
}

export function finding(about: string | null, says: string): Remark {
  return { level: "finding", about, says };
}

export function note(about: string | null, says: string): Remark {
  return { level: "note", about, says };
}

export interface DoctorReport {
  readonly probes: readonly Probe[];
  readonly checks: readonly Check[];
}

/** What is wrong, what a gate lets pass before everything else. */
export function findingsOf({ probes, checks }: DoctorReport): readonly Finding[] {
  const wrong = probes.filter(({ ok }) => !ok);
  const passes = (probe: Probe) => probe.got?.verdict === "allow";
  return [
    ...[...wrong.filter(passes), ...wrong.filter((probe) => !passes(probe))].map(probeFinding),
    ...checks.flatMap(({ check, remarks }) =>
      remarks.filter(({ level }) => level === "finding").map(({ about, says }) => ({ check, about, says })),
    ),
  ];
}

function probeFinding({ tool, probe, expected, got, fault }: Probe): Finding {
  const about = tool;
  if (got === null) return { check: "probes", about, says: `${probe}: the gate gave no answer (${fault ?? "unknown"})` };
  const because = `${got.reason ?? "nothing"}${got.rule === null ? "" : ` by rule ${got.rule}`}`;
  if (expected.verdict === "allow") return { check: "probes", about, says: `${probe}: BLOCKED for ${because}, and must be allowed` };
  if (got.verdict === "allow" && got.observed)
    return { check: "probes", about, says: `${probe}: LET RUN, since the tool is only observed; it would be blocked for ${because}` };
  if (got.verdict === "allow") return { check: "probes", about, says: `${probe}: ALLOWED, and must be blocked` };
  const wanted = expected.reasons.join(" or ");
  return { check: "probes", about, says: `${probe}: blocked for ${because} and not for ${wanted}, so this trial shows nothing` };
}
