import type { JsonObject } from "../../../json/value.js";
import type { Policy } from "../../../policy/policy.js";
import { StandInKeys } from "../../policy-cases/stand-in-keys.js";
import type { Draft } from "../draft-action.js";
import type { Probe } from "../report.js";
import { writeKeyrings } from "../scratch/scratch-keyrings.js";
import type { ScratchLedgers } from "../scratch/scratch-ledgers.js";
import { type OpenGate, probeGates } from "./probe-gates.js";
import { runTrial } from "./run-trial.js";
import { toolTrials } from "./tool-trials.js";
import type { Trial } from "./trial.js";

export interface ProbeSetting {
  readonly openGate: OpenGate;
  readonly policy: Policy;
  readonly drafts: readonly Draft[];
  /** The drafts are of every tool, so that what is said of others is tried too. */
  readonly whole: boolean;
  /** A copy of the policy, in the scratch folder. */
  readonly policyFile: string;
  /** The operator's file, as it was read. */
  readonly keyringFile: JsonObject;
  readonly folder: string;
  readonly ledgers: ScratchLedgers;
  /** Epoch milliseconds, where a time was given. */
  readonly fixedNow: number | null;
}

/** Puts every trial of the drafts to real gates over copies of the operator's files. */
export async function runProbes(setting: ProbeSetting): Promise<readonly Probe[]> {
  const { drafts, folder, fixedNow } = setting;
  const keys = new StandInKeys();
  const signing = { keys, clock: () => fixedNow ?? Date.now() };
  const ids = new Set(drafts.flatMap(({ signers }) => (signers ?? []).map(({ key }) => key.id)));
  const keyrings = writeKeyrings(folder, setting.keyringFile, keys, ids, signing.clock());
  const gates = probeGates({ ...setting, keyrings, now: fixedNow });
  const probes: Probe[] = [];
  try {
    for (const draft of drafts) for (const trial of toolTrials(draft, signing)) probes.push(await runTrial(draft.tool, trial, gates));
    const [draft] = drafts;
    if (draft !== undefined && setting.whole) probes.push(await runTrial(null, unnamedTool(draft), gates));
  } finally {
    await gates.close();
  }
  return probes;
}

/** S2, whatever the proposal says of the tool's impact. */
function unnamedTool({ audience, context }: Draft): Trial {
  const tool = "countersign-doctor.unnamed";
  const source = { id: "doctor", trust: "untrusted" } as const;
  const proposal = {
    protocol: "PIC/1.0",
    intent: "Find out what this gate lets pass",
    impact: "read",
    provenance: [source],
    claims: [{ text: "No policy names this tool", evidence: [source.id] }],
    action: { tool, args: {} },
  } as const;
  return {
    probe: "tool that the policy does not name",
    blocks: ["policy.tool_unknown"],
    gate: async () => ({ audience }),
    call: async () => ({ proposal, tool, args: {}, context }),
  };
}
