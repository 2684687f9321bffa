import { escapeText } from "../escape.js";
import type { Report } from "../report.js";
import { findingsOf, headline } from "./finding.js";
import { filesOf, scopeOf } from "./text.js";
import { junitDocument } from "./xml.js";

/** A JUnit document: the proposal is the test case, a block its failure. */
export function renderJunit({ decision, files }: Report): string {
  const name = files.input === "-" ? "standard input" : escapeText(files.input);
  const output = [scopeOf(decision), ...filesOf(files)];
  if (decision.verdict === "allow") return junitDocument({ name, output });
  const findings = findingsOf(decision);
  const lines = findings.map((finding) => `${headline(finding)}: ${finding.means} ${finding.next}`);
  if (decision.more_issues > 0) lines.push(`and ${decision.more_issues} more`);
  const [first] = findings;
  return junitDocument({
    name,
    output,
    failure: { type: decision.code, message: first === undefined ? decision.code : headline(first), lines },
  });
}
