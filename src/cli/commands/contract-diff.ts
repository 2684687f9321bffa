import { replayFixtures } from "../../compile/replay-fixtures.js";
import { diffContracts } from "../../contract/diff/diff-contracts.js";
import { defineCommand } from "../command.js";
import { renderContractDiff } from "../contract/diff-report.js";
import { readDraftContract, readSoundContract } from "../contract/read-contract.js";
import { EXIT } from "../exits.js";
import { paintFor } from "../formats/paint.js";
import { FORMAT_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "contract diff",
  summary: "Says what changes between two contracts, and whether it breaks who answers or the agent that is answered.",
  operand: { name: "OLD", second: "NEW" },
  flags: { ...FORMAT_FLAGS, format: { type: "text", value: "text|json|github", help: "output (text)" } },
  notes: ["Exits 6 where a file is no contract, 1 where a change breaks one of the sides; what is not understood breaks both."],
  async run(flags, operand, shell, second) {
    const format = readFormat(flags, ["text", "json", "github"]);
    const [before, after] = [operand as string, second as string];
    // What was in use is compared as it is written; what is to come must hold.
    const [old, next] = [await readDraftContract(before), await readSoundContract(after)];
    const diff = diffContracts(old.file, next.file);
    const paint = paintFor(format === "text" && (await shell.colour()));
    const refused = replayFixtures(old, next);
    const exit = diff.breaks.producer || diff.breaks.agent || refused.length > 0 ? EXIT.finding : EXIT.done;
    return { exit, stdout: renderContractDiff(format, { diff, refused, before, after }, paint) };
  },
});
