import { asciiJson, escapeText } from "../escape.js";
import type { Paint } from "../formats/paint.js";
import { type OperatorFile, tellFile } from "../operator-files.js";
import { table } from "../table.js";
import { type DoctorReport, type Finding, findingsOf, type Probe } from "./report.js";

export interface DoctorFiles {
  readonly policy: OperatorFile;
  readonly keys: OperatorFile;
}

/** Exactly `{findings, probes, checks, files}`, on one line (spec/cli.md#doctor). */
export function renderDoctorJson(report: DoctorReport, files: DoctorFiles): string {
  const { probes, checks } = report;
  const told = checks.map(({ check, remarks }) => ({
    check,
    ok: remarks.every(({ level }) => level === "note"),
    notes: remarks.filter(({ level }) => level === "note").map(({ about, says }) => ({ about, says })),
  }));
  return `${asciiJson({ findings: findingsOf(report), probes, checks: told, files })}\n`;
}

export function renderDoctorText(report: DoctorReport, files: DoctorFiles, paint: Paint): string {
  const { probes, checks } = report;
  const findings = findingsOf(report);
  const sound = probes.filter(({ ok }) => ok).length;
  const verdict = findings.length === 0 ? paint.good("fine") : paint.bad(`${findings.length} finding${findings.length === 1 ? "" : "s"}`);
  return `${[
    ...probeRows(probes, paint),
    ...(probes.length > 0 ? [""] : []),
    ...findings.map((finding) => `${paint.bad("FINDING")} ${lineOf(finding)}`),
    ...checks.flatMap(({ check, remarks }) =>
      remarks.filter(({ level }) => level === "note").map(({ about, says }) => `note ${lineOf({ check, about, says })}`),
    ),
    `${verdict}: ${sound} of ${probes.length} probes as they should be; checked ${checks.map(({ check }) => check).join(", ")}`,
    paint.faint(`policy ${tellFile(files.policy)}`),
    paint.faint(`keys ${tellFile(files.keys)}`),
  ].join("\n")}\n`;
}

/** Names are the operator's, and escaped all the same. */
function lineOf({ check, about, says }: Finding): string {
  return `${check}: ${about === null ? "" : `${escapeText(about)}: `}${escapeText(says)}`;
}

function probeRows(probes: readonly Probe[], paint: Paint): readonly string[] {
  if (probes.length === 0) return [];
  const rows = probes.map((probe) => [
    escapeText(probe.tool ?? "(any)", 64),
    escapeText(probe.probe, 64),
    expectedWords(probe),
    escapeText(gotWords(probe), 96),
    probe.ok ? "ok" : "WRONG",
  ]);
  return table([["tool", "probe", "expected", "got", ""], ...rows], (cell, row, column) => {
    if (row === 0) return paint.faint(cell);
    if (column !== 4) return cell;
    return probes[row - 1]?.ok ? paint.good(cell) : paint.bad(cell);
  });
}

function expectedWords({ expected }: Probe): string {
  return expected.verdict;
}

function gotWords({ got, fault }: Probe): string {
  if (got === null) return `no answer: ${fault ?? "unknown"}`;
  const { verdict, reason, rule, observed } = got;
  const because = `${reason ?? ""}${rule === null ? "" : ` (rule ${rule})`}`;
  return observed ? `LET RUN, observed: ${because}` : `${verdict} ${because}`.trim();
}
