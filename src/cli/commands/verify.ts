import { defineCommand } from "../command.js";
import { UsageError } from "../faults.js";
import { renderReport } from "../formats/render.js";
import { readFormat, VERIFY_FLAGS, verifyInput } from "../verification.js";

export const command = defineCommand({
  name: "verify",
  summary: "Decides on one proposal: allow or block.",
  operand: { name: "FILE|-" },
  flags: VERIFY_FLAGS,
  notes: [
    "For a high impact (money, privacy, irreversible) give the live call with --tool and --args, or say --unbound.",
    "Nothing is consumed: the same proposal may be verified again. A live gate consumes.",
  ],
  async run(flags, input, shell) {
    const format = readFormat(flags);
    const { report, unboundHigh } = await verifyInput(input as string, flags, shell);
    // spec cli#unbound: an answer about no call in particular must not read as one about the call that runs next.
    if (unboundHigh && !flags.unbound) {
      throw new UsageError("is needed beside --tool for a high impact (@FILE of the live arguments); or say --unbound", "--args");
    }
    return renderReport(format, report, shell);
  },
});
