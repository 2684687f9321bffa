import { defineCommand } from "../command.js";
import { UsageError } from "../faults.js";
import { renderReport } from "../formats/render.js";
import { readFormat, VERIFY_FLAGS, type Verification, verifyInput } from "../verification.js";

export const command = defineCommand({
  name: "verify",
  summary: "Decides on one proposal: allow or block.",
  operand: { name: "FILE|-" },
  flags: {
    ...VERIFY_FLAGS,
    ledger: { type: "text", value: "sqlite:FILE|postgresql://...", help: "use up what an allow uses, as a live gate does" },
    audit: {
      type: "text",
      value: "FILE",
      help: "record the decision in this log, as a live gate does; needs --tool, --args and a principal",
    },
  },
  notes: [
    "For a high impact (money, privacy, irreversible) give the live call with --tool and --args, or say --unbound.",
    "Without --ledger nothing is consumed: the same proposal may be verified again. A live gate consumes.",
  ],
  async run(flags, input, shell) {
    const format = readFormat(flags);
    // Loaded when asked for: a verification that consumes and records nothing must not wait for it.
    const settle = flags.ledger === undefined && flags.audit === undefined ? null : await settlerFor(flags.ledger, flags.audit, flags);
    const verification = await verifyInput(input as string, flags, shell);
    // spec cli#unbound: an answer about no call in particular must not read as one about the call that runs next.
    if (verification.unboundHigh && !flags.unbound) {
      throw new UsageError("is needed beside --tool for a high impact (@FILE of the live arguments); or say --unbound", "--args");
    }
    // After the refusal above: what is a usage error has used nothing up.
    return renderReport(format, settle === null ? verification.report : await settle(verification), shell);
  },
});

async function settlerFor(ledger: string | undefined, audit: string | undefined, call: { readonly args: string | undefined }) {
  const { checkLedgerFlag } = await import("../consume-allow.js");
  if (ledger !== undefined) checkLedgerFlag(ledger);
  if (audit !== undefined && call.args === undefined) throw new UsageError("needs --tool and --args: a record names the call", "--audit");
  const { settleDecision } = await import("../settle-decision.js");
  return (verification: Verification) => settleDecision(verification, ledger ?? null, audit ?? null);
}
