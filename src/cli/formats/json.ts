import { asciiJson } from "../escape.js";
import type { Report } from "../report.js";

/** The decision as the library gives it, and `files`. */
export function renderJson({ decision, files }: Report): string {
  const { input, args, evidenceRoot, policy, keys } = files;
  return `${asciiJson({ ...decision, files: { input, args, evidence_root: evidenceRoot, policy, keys } })}\n`;
}
