import type { Gate } from "../../../gate/create-gate.js";
import type { Ledger } from "../../../gate/ledger.js";
import type { OperatorCheck } from "../../../gate/ports.js";
import type { GateOptions } from "../../../node/gate-options.js";
import type { Policy } from "../../../policy/policy.js";
import type { KeyringFiles, KeyringVariant } from "../scratch/scratch-keyrings.js";
import type { ScratchLedgers } from "../scratch/scratch-ledgers.js";

/** Generous: a busy machine must not look like a gate that blocks. */
const DEADLINE_MS = 10_000;

export type OpenGate = (options: GateOptions) => Promise<Gate>;

export interface GateNeed {
  readonly audience: string;
  readonly keyring?: KeyringVariant;
  /** Absent: one that all such gates share. */
  readonly ledger?: Ledger;
  /** Every check of the operator's refuses. */
  readonly refusing?: true;
}

export interface ProbeGates {
  get(need: GateNeed): Promise<Gate>;
  newLedger(): Promise<Ledger>;
  close(): Promise<void>;
}

export interface GateSetting {
  readonly openGate: OpenGate;
  readonly policyFile: string;
  readonly policy: Policy;
  readonly keyrings: KeyringFiles;
  readonly ledgers: ScratchLedgers;
  /** Epoch milliseconds; null: the machine's clock. */
  readonly now: number | null;
}

/** Gates over the scratch area, each opened when it is first asked for. */
export function probeGates({ openGate, policyFile, policy, keyrings, ledgers, now }: GateSetting): ProbeGates {
  const shared = new Map<string, Promise<Gate>>();
  const closers: (() => Promise<void>)[] = [];

  async function newLedger(): Promise<Ledger> {
    const ledger = await ledgers.open();
    closers.push(() => ledger.close());
    return ledger;
  }

  async function open({ audience, keyring = "standing", ledger, refusing }: GateNeed): Promise<Gate> {
    const check: OperatorCheck = () => ({ allow: refusing !== true });
    const gate = await openGate({
      policy: policyFile,
      keyring: keyrings[keyring],
      audience,
      ledger: ledger ?? (await newLedger()),
      checks: Object.fromEntries([...policy.tools.values()].flatMap(({ checks }) => checks.map(({ id }) => [id, check]))),
      // Nothing of a trial is to wait for a person.
      approvals: "none",
      deadlineMs: DEADLINE_MS,
      ...(now !== null && { clock: { now: () => now } }),
    });
    closers.push(() => gate.close());
    return gate;
  }

  return {
    newLedger,
    get: (need) => {
      if (need.ledger !== undefined) return open(need);
      const name = JSON.stringify([need.audience, need.keyring, need.refusing]);
      const known = shared.get(name) ?? open(need);
      shared.set(name, known);
      return known;
    },
    close: async () => {
      await Promise.allSettled(closers.map((close) => close()));
    },
  };
}
