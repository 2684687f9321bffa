import { CaseError } from "../policy-cases/policy-case.js";
import type { FoundCase } from "../policy-cases/read-cases.js";
import { type CaseSetting, type Got, runCase } from "../policy-cases/run-case.js";

/** `opens` is the one to look at: what was blocked is allowed. */
export type Flip = "none" | "opens" | "closes" | "reason" | "error";

export interface CaseDiff {
  readonly file: string;
  readonly title: string;
  readonly flip: Flip;
  readonly before: Got | null;
  readonly after: Got | null;
  /** Why the case could not be put to one of the policies. */
  readonly fault: string | null;
}

/** The same case under two policies. */
export async function diffCase(found: FoundCase, before: CaseSetting, after: CaseSetting): Promise<CaseDiff> {
  const { file, title } = found;
  const broken = (fault: string): CaseDiff => ({ file, title, flip: "error", before: null, after: null, fault });
  if ("fault" in found) return broken(found.fault);
  try {
    const [old, next] = [await runCase(found.loaded, before), await runCase(found.loaded, after)];
    return { file, title, flip: flipOf(old, next), before: old, after: next, fault: null };
  } catch (error) {
    if (error instanceof CaseError) return broken(error.message);
    throw error;
  }
}

function flipOf(before: Got, after: Got): Flip {
  if (before.verdict !== after.verdict) return after.verdict === "allow" ? "opens" : "closes";
  return before.code === after.code && before.reason === after.reason && before.rule === after.rule ? "none" : "reason";
}
