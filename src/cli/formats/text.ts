import type { Decision } from "../../decision/decision.js";
import { escapeText } from "../escape.js";
import { tellFile } from "../operator-files.js";
import type { Report, UsedFiles } from "../report.js";
import { findingsOf, headline } from "./finding.js";
import type { Paint } from "./paint.js";

const BINDING = {
  full: "tool and arguments compared with the live call",
  tool: "tool compared with the live call; arguments not",
  none: "not compared with a live call",
} as const;

/** What the verdict does not say by itself: how much was compared, and what was not looked at. */
export function scopeOf({ binding, single_use, audience, profile }: Decision): string {
  return `binding ${binding} (${BINDING[binding]}), single use ${single_use}, audience ${audience}, profile ${profile}`;
}

export function filesOf(files: UsedFiles): readonly string[] {
  return [
    `policy ${files.policy === null ? "none given" : tellFile(files.policy)}`,
    `keys ${files.keys === null ? "none given" : tellFile(files.keys)}`,
    ...(files.rootMissing ? ["evidence root none given: --evidence-root DIR is where the files of hash evidence are read"] : []),
    ...(files.evidenceRoot === null ? [] : [`evidence root ${escapeText(files.evidenceRoot)}`]),
    ...(files.args === null ? [] : [`arguments ${files.args === "-" ? "standard input" : escapeText(files.args)}`]),
  ];
}

/** The verdict's line, then each finding with what it means and what to do. */
export function verdictLines(decision: Decision, paint: Paint): readonly string[] {
  const lines = [decision.verdict === "allow" ? `${paint.good("ALLOW")} ${decision.code}` : `${paint.bad("BLOCK")} ${decision.code}`];
  for (const finding of findingsOf(decision))
    lines.push(`  ${paint.strong(headline(finding))}`, `    ${finding.means}`, `    ${finding.next}`);
  if (decision.more_issues > 0) lines.push(`  and ${decision.more_issues} more`);
  return lines;
}

export function callLines({ facts }: Decision): readonly string[] {
  const lines: string[] = [];
  if (facts.tool !== undefined) lines.push(`tool ${escapeText(facts.tool, 128)}`);
  if (facts.impact !== undefined) lines.push(impactLine(facts.impact));
  if (facts.rule !== undefined) lines.push(`rule ${escapeText(facts.rule, 128)}`);
  if (facts.unknown_members !== undefined)
    lines.push(`unknown members ${facts.unknown_members.map((name) => escapeText(name, 128)).join(", ")}`);
  return lines;
}

function impactLine({ operator, declared }: NonNullable<Decision["facts"]["impact"]>): string {
  const byPolicy = operator === null ? "not named by the policy" : `${operator} by the policy`;
  return `impact ${byPolicy}, ${declared === null ? "the proposal's not read" : `${declared} by the proposal`}`;
}

/** The decision for a reader. */
export function renderText({ decision, files, record }: Report, paint: Paint): string {
  const about = [...callLines(decision), scopeOf(decision), ...(record === undefined ? [] : [recordLine(record)]), ...filesOf(files)];
  return `${[...verdictLines(decision, paint), ...about.map((line) => paint.faint(line))].join("\n")}\n`;
}

function recordLine({ audit, request_id, recorded }: NonNullable<Report["record"]>): string {
  return recorded ? `recorded in ${escapeText(audit)} as ${request_id}` : `NOT recorded in ${escapeText(audit)}`;
}
