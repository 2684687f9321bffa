import { type Reason, rankOf } from "./catalogue.js";
import type { StageFacts } from "./facts.js";

/** RFC 6901 pointer into the input. Holds only names that the schema, the policy or we chose, never the sender's. */
export type JsonPointer = string;

export interface Issue {
  readonly reason: Reason;
  readonly path: JsonPointer;
  /** Byte offset in the input; set by json/ only. */
  readonly offset?: number;
}

export interface Failure {
  readonly ok: false;
  readonly issues: readonly [Issue, ...Issue[]];
  readonly more: number;
  readonly facts?: StageFacts;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure;

export function ok<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** A failure with one issue. */
export function fail(reason: Reason, path: JsonPointer = "", offset?: number): Failure {
  const issue: Issue = offset === undefined ? { reason, path } : { reason, path, offset };
  return { ok: false, issues: [issue], more: 0 };
}

/** Most issues that a decision lists; the rest are counted. */
export const MAX_ISSUES = 32;

/** The order of issues: rank, then pointer, then offset. */
function compareIssues(a: Issue, b: Issue): number {
  const byRank = rankOf(a.reason) - rankOf(b.reason);
  if (byRank !== 0) return byRank;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (a.offset ?? -1) - (b.offset ?? -1);
}

// Taken when the module loads: what a host replaces later does not lose an issue.
const { create, values } = Object;

/**
 * Collects a stage's issues and keeps the first MAX_ISSUES of them in order, whatever order they arrive in, so that the
 * same faults give the same decision. Memory stays bounded however many faults an attacker writes. That there is an issue
 * is remembered by itself, and the list has no prototype: nothing done to Array.prototype turns a fault into none.
 */
export class IssueList {
  // Made with the first issue: most stages find none.
  #kept: { [at: number]: Issue } | null = null;
  #length = 0;
  #more = 0;

  get empty(): boolean {
    return this.#length === 0;
  }

  add(reason: Reason, path: JsonPointer = "", offset?: number): void {
    const issue: Issue = offset === undefined ? { reason, path } : { reason, path, offset };
    this.#kept ??= create(null) as { [at: number]: Issue };
    const kept = this.#kept;
    let at = this.#length;
    while (at > 0) {
      const order = compareIssues(issue, kept[at - 1] as Issue);
      if (order === 0) return;
      if (order > 0) break;
      at -= 1;
    }
    if (at === MAX_ISSUES) {
      this.#more += 1;
      return;
    }
    if (this.#length === MAX_ISSUES) this.#more += 1;
    else this.#length += 1;
    for (let to = this.#length - 1; to > at; to -= 1) kept[to] = kept[to - 1] as Issue;
    kept[at] = issue;
  }

  /** The collected issues as a failure. Call only when not empty. */
  fail(facts?: StageFacts): Failure {
    const issues = values(this.#kept ?? {}) as unknown as readonly [Issue, ...Issue[]];
    return facts === undefined ? { ok: false, issues, more: this.#more } : { ok: false, issues, more: this.#more, facts };
  }
}
