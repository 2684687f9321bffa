import { asciiJson } from "../escape.js";
import type { Report } from "../report.js";

/** The decision as the library gives it, `files`, and `record` where it was to be recorded. */
export function renderJson({ decision, files, record }: Report): string {
  const { input, args, evidenceRoot, policy, keys } = files;
  return `${asciiJson({ ...decision, files: { input, args, evidence_root: evidenceRoot, policy, keys }, ...(record !== undefined && { record }) })}\n`;
}
