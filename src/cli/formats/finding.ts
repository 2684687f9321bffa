import { CATALOGUE, codeOf } from "../../decision/catalogue.js";
import type { Decision } from "../../decision/decision.js";
import type { Issue } from "../../decision/issue.js";
import { escapeText } from "../escape.js";

/** One issue, told in full. Every text is fit for a terminal. */
export interface Finding {
  readonly reason: string;
  readonly code: string;
  readonly path: string;
  readonly means: string;
  readonly next: string;
  readonly offset: number | null;
}

export function findingOf(issue: Issue): Finding {
  const row = CATALOGUE.find(({ reason }) => reason === issue.reason);
  return {
    reason: issue.reason,
    code: codeOf(issue.reason),
    path: issue.path === "" ? "" : escapeText(issue.path, 256),
    means: row?.means ?? "",
    next: row?.next ?? "",
    offset: issue.offset ?? null,
  };
}

export function findingsOf(decision: Decision): readonly Finding[] {
  return decision.issues.map(findingOf);
}

/** `reason at /path (byte 12)` */
export function headline({ reason, path, offset }: Finding): string {
  return `${reason}${path === "" ? "" : ` at ${path}`}${offset === null ? "" : ` (byte ${offset})`}`;
}

export interface Position {
  /** One-based. */
  readonly line: number;
  /** One-based, in bytes. */
  readonly column: number;
}

export function positionOf(bytes: Uint8Array, offset: number): Position {
  const end = Math.min(offset, bytes.length);
  let line = 1;
  let start = 0;
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] === 0x0a) {
      line += 1;
      start = at + 1;
    }
  }
  return { line, column: end - start + 1 };
}
