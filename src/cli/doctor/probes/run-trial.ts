import type { GateDecision } from "../../../gate/gate-decision.js";
import type { Answer, Probe } from "../report.js";
import type { ProbeGates } from "./probe-gates.js";
import type { Trial } from "./trial.js";

/** Puts one trial to its gate. Total: a gate that throws or cannot be opened has shown nothing, and that is a finding. */
export async function runTrial(tool: string | null, trial: Trial, gates: ProbeGates): Promise<Probe> {
  const { probe, blocks } = trial;
  const expected = { verdict: blocks === null ? ("allow" as const) : ("block" as const), reasons: blocks ?? [] };
  try {
    const gate = await gates.get(await trial.gate(gates));
    const got = answerOf(await gate.decide(await trial.call()));
    return { tool, probe, expected, got, fault: null, ok: isSound(got, trial) };
  } catch (error) {
    return { tool, probe, expected, got: null, fault: error instanceof Error ? error.message : "threw", ok: false };
  }
}

function answerOf({ verdict, reason, facts, would_block }: GateDecision): Answer {
  const observed = would_block !== null;
  return { verdict, reason: would_block?.reason ?? reason, rule: facts.rule ?? null, observed };
}

/** The verdict that a permit would follow decides, also where the policy only observes. */
function isSound({ verdict, reason, rule, observed }: Answer, { blocks, rule: named }: Trial): boolean {
  if (blocks === null) return verdict === "allow" && !observed;
  return verdict === "block" && (named === undefined || rule === named) && (blocks.length === 0 || blocks.some((each) => each === reason));
}
