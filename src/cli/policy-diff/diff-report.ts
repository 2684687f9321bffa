import { asciiJson, escapeText } from "../escape.js";
import { annotation } from "../formats/annotation.js";
import type { Paint } from "../formats/paint.js";
import { gotWords } from "../policy-cases/case-report.js";
import type { Format } from "../reply.js";
import type { CaseDiff, Flip } from "./diff-case.js";
import type { Change } from "./diff-written.js";

export interface DiffReport {
  /** As given. */
  readonly before: string;
  readonly after: string;
  readonly results: readonly CaseDiff[];
  readonly changes: readonly Change[];
}

const WORDS: Readonly<Record<Flip, string>> = {
  none: "same",
  opens: "OPENS: blocked before, allowed now",
  closes: "closes: allowed before, blocked now",
  reason: "blocked for another reason",
  error: "could not be run",
};

export function renderDiff(format: Format, report: DiffReport, paint: Paint): string {
  const { before, after, results, changes } = report;
  const count = (flip: Flip) => results.filter((each) => each.flip === flip).length;
  const summary = `${results.length} cases: ${count("opens")} open, ${count("closes")} close, ${count("reason")} change reason, ${count("error")} could not be run, ${count("none")} the same`;
  // What opens is told first.
  const order: readonly Flip[] = ["opens", "error", "closes", "reason"];
  const flipped = order.flatMap((flip) => results.filter((each) => each.flip === flip));
  if (format === "json") {
    const counts = {
      total: results.length,
      opens: count("opens"),
      closes: count("closes"),
      reason: count("reason"),
      errors: count("error"),
    };
    return `${asciiJson({ ...counts, cases: results, changes, files: { before, after } })}\n`;
  }
  if (format === "github") {
    const lines = flipped.map((each) =>
      annotation(
        each.flip === "closes" || each.flip === "reason" ? "warning" : "error",
        { file: escapeText(each.file), title: `policy diff: ${WORDS[each.flip]}` },
        `${escapeText(each.title, 256)}: ${detail(each)}`,
      ),
    );
    return `${lines.join("")}${annotation("notice", { file: null, title: "countersign policy diff" }, summary)}`;
  }
  const cases = flipped.flatMap((each) => [
    `${each.flip === "opens" || each.flip === "error" ? paint.bad(WORDS[each.flip]) : paint.strong(WORDS[each.flip])}`,
    `  ${escapeText(each.file)}  ${escapeText(each.title, 256)}`,
    `  ${detail(each)}`,
  ]);
  const told = changes.map(({ place, change, before: old, after: next }) =>
    [
      `${change} ${escapeText(place, 256)}`,
      ...[old, next].flatMap((value, at) => (value === null ? [] : [`  ${"-+"[at]} ${escapeText(value, 400)}`])),
    ].join("\n"),
  );
  const files = `from ${escapeText(before)} to ${escapeText(after)}`;
  return `${[...cases, summary, ...(told.length === 0 ? ["the two policies say the same"] : told), paint.faint(files)].join("\n")}\n`;
}

function detail({ before, after, fault }: CaseDiff): string {
  if (before === null || after === null) return escapeText(fault ?? "");
  return `${escapeText(gotWords(before))} -> ${escapeText(gotWords(after))}`;
}
