import type { ResultReason } from "../contract/result-catalogue.js";
import type { JsonPointer } from "../decision/issue.js";
import { verifyResult } from "../verify-result.js";
import type { WrittenContract } from "./load-contract.js";
import { questionOf, runFixture } from "./run-fixtures.js";

/** An answer that a contract accepts and another refuses. */
export interface Replayed {
  readonly title: string;
  /** Pointer into the file whose fixture it is. */
  readonly place: JsonPointer;
  readonly reason: ResultReason;
  /** Into the answer. */
  readonly path: JsonPointer;
}

/** @internal The answers that `before` accepts and `after` refuses: what the comparison of the two files says, seen on real ones. */
export function replayFixtures(before: WrittenContract, after: WrittenContract): readonly Replayed[] {
  // Of another tool or kind no answer could be the same.
  if (before.contract.tool !== after.contract.tool || before.contract.answer !== after.contract.answer) return [];
  return before.file.fixtures.flatMap((fixture, at): readonly Replayed[] => {
    const place = `/fixtures/${at}`;
    if (runFixture(before.contract, fixture, place).decision.outcome !== "success") return [];
    // A check that the old contract did not have has no answer in the old fixture: it refuses, as at a host that lacks it.
    const { answer, options } = questionOf(before.contract, fixture, place);
    const checks = Object.fromEntries(after.contract.checks.map((name) => [name, options.checks?.[name] ?? (() => false)]));
    const { reason, path } = verifyResult(answer, { ...options, contract: after.contract, checks });
    return reason === null ? [] : [{ title: fixture.title, place, reason, path: path ?? "" }];
  });
}
