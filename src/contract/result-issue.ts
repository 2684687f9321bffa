import type { JsonPointer } from "../decision/issue.js";
import { type ResultReason, resultRank } from "./result-catalogue.js";
import type { StageResultFacts } from "./result-decision.js";

export interface ResultIssue {
  readonly reason: ResultReason;
  /** Into the answer; holds only names of the contract's and of the envelope, and indexes. */
  readonly path: JsonPointer;
  /** Byte offset in the answer, where it did not parse. */
  readonly offset?: number;
}

export interface Refusal {
  readonly ok: false;
  readonly issues: readonly [ResultIssue, ...ResultIssue[]];
  readonly more: number;
  readonly facts?: StageResultFacts;
}

/** What a stage of the result gate gives: its value, or every fault it found. */
export type ResultOutcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export function passed<T>(value: T): ResultOutcome<T> {
  return { ok: true, value };
}

/** A refusal with one issue. */
export function refused(reason: ResultReason, path: JsonPointer = "", facts?: StageResultFacts): Refusal {
  const issues: readonly [ResultIssue] = [{ reason, path }];
  return facts === undefined ? { ok: false, issues, more: 0 } : { ok: false, issues, more: 0, facts };
}

// Taken when the module loads: what a host replaces later loses no issue.
const { create, values } = Object;

/**
 * Collects a stage's issues in the order of their reasons, then pointers. As many as a contract has rules at most. The list has no
 * prototype: nothing done to Array.prototype turns a fault into none.
 */
export class ResultIssues {
  // Made with the first issue: most answers have none.
  #kept: { [at: number]: ResultIssue } | null = null;
  #length = 0;

  get empty(): boolean {
    return this.#length === 0;
  }

  add(reason: ResultReason, path: JsonPointer): void {
    this.#kept ??= create(null) as { [at: number]: ResultIssue };
    const kept = this.#kept;
    let at = this.#length;
    for (; at > 0 && comesBefore(reason, path, kept[at - 1] as ResultIssue); at -= 1) kept[at] = kept[at - 1] as ResultIssue;
    kept[at] = { reason, path };
    this.#length += 1;
  }

  /** The collected issues. Call only when not empty. */
  refuse(): Refusal {
    return { ok: false, issues: values(this.#kept ?? {}) as unknown as readonly [ResultIssue, ...ResultIssue[]], more: 0 };
  }
}

function comesBefore(reason: ResultReason, path: JsonPointer, other: ResultIssue): boolean {
  const order = resultRank(reason) - resultRank(other.reason);
  return order === 0 ? path < other.path : order < 0;
}
