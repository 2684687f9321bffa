import type { Clock } from "../ports.js";
import { LATE, startDeadline } from "../within.js";
import type { RawPart } from "./open-answer.js";
import type { RawCopies, RawCopy } from "./result-ports.js";

/**
 * Keeps what was read of a refused answer (spec/results.md#raw-copies). A copy that fails or is late is told as such: it changes no
 * decision, and costs no more than its time.
 *
 * @param name of the answer: request id, attempt, and what kind of answer it was
 */
export async function keepRaw(
  name: string,
  parts: readonly RawPart[],
  copies: RawCopies | null,
  clock: Clock,
  timeoutMs: number,
): Promise<readonly RawCopy[]> {
  if (copies === null) return [];
  const keepPart = async (part: RawPart): Promise<RawCopy> => {
    const notKept = (why: "failed" | "late"): RawCopy => Object.freeze({ kept: false, part: part.name, why });
    try {
      const kept = await startDeadline(clock, timeoutMs).within(copies.keep(`${name}.${part.name}`, part.bytes));
      return kept === LATE ? notKept("late") : kept;
    } catch {
      return notKept("failed");
    }
  };
  return Object.freeze(await Promise.all(parts.map(keepPart)));
}
