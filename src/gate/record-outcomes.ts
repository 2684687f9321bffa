import type { Audit, Clock, OutcomeRecord } from "./ports.js";
import { LATE, startDeadline } from "./within.js";

/** Thrown by a tool that cannot say whether it acted, such as after a broken connection: the audit then says `unknown`. */
export class OutcomeUnknownError extends Error {
  override readonly name = "OutcomeUnknownError";
}

/** Ends one started action; only the first end counts. */
type End = (state: "succeeded" | "failed" | "unknown") => Promise<void>;

export interface Outcomes {
  /** Records that an action starts; null where that could not be recorded. */
  begin(requestId: string, tool: string): Promise<End | null>;
  /** Records every action that is still under way as `unknown`. */
  abandon(): Promise<void>;
  /** Ends that could not be recorded. */
  errors(): number;
}

/**
 * Records what became of allowed actions, under their decision's request id (spec/gate.md#outcomes). What a tool did is done:
 * an end that cannot be recorded is counted and changes nothing else.
 */
export function createOutcomes(audit: Audit | null, clock: Clock, deadlineMs: number): Outcomes {
  const underWay = new Set<End>();
  let errors = 0;

  async function append(record: OutcomeRecord): Promise<boolean> {
    if (audit === null) return true;
    try {
      return (await startDeadline(clock, deadlineMs).within(audit.append(Object.freeze(record)))) !== LATE;
    } catch {
      return false;
    }
  }

  return {
    async begin(requestId, tool) {
      const action = { kind: "outcome", request_id: requestId, tool } as const;
      if (!(await append({ ...action, state: "started" }))) return null;
      const end: End = async (state) => {
        if (!underWay.delete(end)) return;
        if (!(await append({ ...action, state }))) errors += 1;
      };
      underWay.add(end);
      return end;
    },
    async abandon() {
      await Promise.all([...underWay].map((end) => end("unknown")));
    },
    errors: () => errors,
  };
}
