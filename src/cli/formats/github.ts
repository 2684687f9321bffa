import { escapeText } from "../escape.js";
import type { Report } from "../report.js";
import { annotation } from "./annotation.js";
import { findingsOf, headline, positionOf } from "./finding.js";
import { scopeOf } from "./text.js";

/** GitHub annotations: one per finding, or a notice on allow. */
export function renderGithub({ decision, bytes, files }: Report): string {
  const file = files.input === "-" ? null : escapeText(files.input);
  if (decision.verdict === "allow") return annotation("notice", { file, title: "countersign: allow" }, scopeOf(decision));
  const lines = findingsOf(decision).map((finding) =>
    annotation(
      "error",
      { file, title: `${finding.code} ${finding.reason}`, ...(finding.offset === null ? {} : positionOf(bytes, finding.offset)) },
      `${headline(finding)}: ${finding.means} ${finding.next}`,
    ),
  );
  if (decision.more_issues > 0) lines.push(annotation("error", { file, title: decision.code }, `${decision.more_issues} more findings`));
  return lines.join("");
}
