import { asciiJson, escapeText } from "../escape.js";
import { annotation } from "../formats/annotation.js";
import type { Paint } from "../formats/paint.js";
import { junitDocument } from "../formats/xml.js";
import { type OperatorFile, tellFile } from "../operator-files.js";
import type { Format } from "../reply.js";
import { table } from "../table.js";
import type { Expectation } from "./policy-case.js";
import type { Got } from "./run-case.js";

export interface CaseResult {
  readonly file: string;
  readonly title: string;
  readonly result: "pass" | "fail" | "error";
  readonly expected: Expectation | null;
  readonly got: Got | null;
  /** Why there is no answer; null where there is one. */
  readonly fault: string | null;
}

export interface CaseReport {
  readonly results: readonly CaseResult[];
  readonly policy: OperatorFile;
  readonly keys: OperatorFile | null;
}

/** The members of the expectation that the answer does not have, as `verdict: expected allow, got block`. */
export function differences(expected: Expectation, got: Got): readonly string[] {
  return (["verdict", "code", "reason", "rule"] as const)
    .filter((name) => expected[name] !== undefined && expected[name] !== got[name])
    .map((name) => `${name}: expected ${expected[name]}, got ${got[name] ?? "none"}`);
}

export function renderCases(format: Format, report: CaseReport, paint: Paint): string {
  switch (format) {
    case "json":
      return renderJson(report);
    case "junit":
      return renderJunit(report);
    case "github":
      return renderGithub(report);
    default:
      return renderText(report, paint);
  }
}

function countOf({ results }: CaseReport, result: CaseResult["result"]): number {
  return results.filter((each) => each.result === result).length;
}

function summaryOf(report: CaseReport): string {
  const [failed, broken] = [countOf(report, "fail"), countOf(report, "error")];
  const rest = [...(failed > 0 ? [`${failed} failed`] : []), ...(broken > 0 ? [`${broken} could not be run`] : [])];
  return [`${countOf(report, "pass")} of ${report.results.length} passed`, ...rest].join(", ");
}

/** What is wrong with a result, and the answer where `whole` asks for it; rule ids and titles are the operator's, and escaped all the same. */
function linesOf({ result, expected, got, fault }: CaseResult, whole = true): readonly string[] {
  if (result === "pass") return [];
  const lines = expected === null || got === null ? [fault ?? ""] : [...differences(expected, got), ...(whole ? [gotWords(got)] : [])];
  return lines.map((line) => escapeText(line));
}

export function gotWords({ verdict, code, reason, rule }: Got): string {
  return `${[verdict, code, ...(reason === null ? [] : [reason]), ...(rule === null ? [] : [`rule ${rule}`])].join(" ")}`;
}

function renderText(report: CaseReport, paint: Paint): string {
  const words = { pass: "pass", fail: "FAIL", error: "ERROR" } as const;
  const rows = report.results.map(({ result, file, title, got }) => [
    words[result],
    escapeText(file),
    escapeText(title, 256),
    got === null ? "" : escapeText(gotWords(got)),
  ]);
  const painted = table(rows, (cell, row, column) =>
    column !== 0 ? cell : report.results[row]?.result === "pass" ? paint.good(cell) : paint.bad(cell),
  );
  const lines = report.results.flatMap((result, at) => [painted[at] as string, ...linesOf(result, false).map((line) => `      ${line}`)]);
  const files = [`policy ${tellFile(report.policy)}`, `keys ${report.keys === null ? "none given" : tellFile(report.keys)}`];
  return `${[...lines, summaryOf(report), ...files.map(paint.faint)].join("\n")}\n`;
}

function renderJson(report: CaseReport): string {
  const { results, policy, keys } = report;
  const summary = {
    total: results.length,
    passed: countOf(report, "pass"),
    failed: countOf(report, "fail"),
    errors: countOf(report, "error"),
  };
  const cases = results.map((each) => ({
    ...each,
    differs: each.expected === null || each.got === null ? [] : differences(each.expected, each.got),
  }));
  return `${asciiJson({ ...summary, cases, files: { policy, keys } })}\n`;
}

function renderJunit({ results }: CaseReport): string {
  const tests = results.map((each) => {
    const named = { classname: escapeText(each.file), name: escapeText(each.title, 256) };
    const lines = linesOf(each);
    const [message = ""] = lines;
    if (each.result === "error") return { ...named, error: { type: "case", message } };
    if (each.result === "fail") return { ...named, failure: { type: "decision", message, lines } };
    return named;
  });
  return junitDocument(...tests);
}

function renderGithub(report: CaseReport): string {
  const wrong = report.results.filter(({ result }) => result !== "pass");
  const lines = wrong.map((each) =>
    annotation("error", { file: escapeText(each.file), title: `policy test: ${escapeText(each.title, 128)}` }, linesOf(each).join("; ")),
  );
  return `${lines.join("")}${annotation("notice", { file: null, title: "countersign policy test" }, summaryOf(report))}`;
}
