import type { Verified } from "../../verify-action.js";
import { defineCommand } from "../command.js";
import { UsageError } from "../faults.js";
import { renderReport } from "../formats/render.js";
import { readFormat, VERIFY_FLAGS, verifyInput } from "../verification.js";

export const command = defineCommand({
  name: "verify",
  summary: "Decides on one proposal: allow or block.",
  operand: { name: "FILE|-" },
  flags: {
    ...VERIFY_FLAGS,
    ledger: { type: "text", value: "sqlite:FILE|postgresql://...", help: "use up what an allow uses, as a live gate does" },
  },
  notes: [
    "For a high impact (money, privacy, irreversible) give the live call with --tool and --args, or say --unbound.",
    "Without --ledger nothing is consumed: the same proposal may be verified again. A live gate consumes.",
  ],
  async run(flags, input, shell) {
    const format = readFormat(flags);
    // Loaded when asked for: a verification that consumes nothing must not wait for it.
    const ledger = flags.ledger === undefined ? null : await ledgerAt(flags.ledger);
    const { report, verified, now, unboundHigh } = await verifyInput(input as string, flags, shell);
    // spec cli#unbound: an answer about no call in particular must not read as one about the call that runs next.
    if (unboundHigh && !flags.unbound) {
      throw new UsageError("is needed beside --tool for a high impact (@FILE of the live arguments); or say --unbound", "--args");
    }
    // After the refusal above: what is a usage error has used nothing up.
    return renderReport(format, ledger === null ? report : { ...report, decision: await ledger.consume(verified, now) }, shell);
  },
});

async function ledgerAt(address: string) {
  const { checkLedgerFlag, consumeAllow } = await import("../consume-allow.js");
  checkLedgerFlag(address);
  return { consume: (verified: Verified, now: number) => consumeAllow(verified, now, address) };
}
