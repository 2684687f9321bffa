import { CATALOGUE } from "../../decision/catalogue.js";
import { exitOf } from "../exits.js";
import type { Report } from "../report.js";
import { findingsOf, positionOf } from "./finding.js";
import { fileUri, sarifLog } from "./sarif-log.js";

/** A SARIF 2.1.0 log: a result per finding, none on allow; the decision's own words stand in the run's properties. */
export function renderSarif({ decision, bytes, files }: Report): string {
  const findings = findingsOf(decision);
  const used = [...new Set(findings.map(({ reason }) => reason))];
  const rules = CATALOGUE.filter(({ reason }) => used.includes(reason)).map(({ reason, code, means, next }) => ({
    id: reason,
    shortDescription: { text: means },
    help: { text: next },
    defaultConfiguration: { level: "error" },
    properties: { code },
  }));
  const uri = files.input === "-" ? "stdin" : fileUri(files.input);
  const results = findings.map((finding) => ({
    ruleId: finding.reason,
    ruleIndex: rules.findIndex(({ id }) => id === finding.reason),
    level: "error",
    message: { text: `${finding.means} ${finding.next}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          region:
            finding.offset === null ? { startLine: 1 } : { startLine: positionOf(bytes, finding.offset).line, byteOffset: finding.offset },
        },
        ...(finding.path === "" ? {} : { logicalLocations: [{ fullyQualifiedName: finding.path }] }),
      },
    ],
  }));
  const { verdict, code, more_issues, binding, single_use, audience, profile } = decision;
  return sarifLog({
    rules,
    results,
    invocations: [{ executionSuccessful: true, exitCode: exitOf(code) }],
    properties: { verdict, code, more_issues, binding, single_use, audience, profile },
  });
}
