import { testWritten } from "../../compile/test-contract.js";
import { defineCommand } from "../command.js";
import { readDraftContract } from "../contract/read-contract.js";
import { renderTest } from "../contract/test-report.js";
import { EXIT } from "../exits.js";
import { paintFor } from "../formats/paint.js";
import { FORMAT_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "contract test",
  summary: "Runs a contract's fixtures, and near misses that are made of them; each must be refused for its own reason.",
  operand: { name: "FILE" },
  flags: {
    list: { type: "switch", help: "tell each near miss, not the failed ones alone" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json|junit|github", help: "output (text)" },
  },
  notes: [
    "A near miss is an answer that a fixture accepts with one thing wrong: a member more, null for an object, another project, a stale date.",
    "Exits 6 where the file is no contract, 1 where a fixture gets something else, or a near miss is accepted or refused for another reason.",
  ],
  async run(flags, operand, shell) {
    const format = readFormat(flags, ["text", "json", "junit", "github"]);
    const path = operand as string;
    const written = await readDraftContract(path);
    const test = testWritten(written);
    const paint = paintFor(format === "text" && (await shell.colour()));
    const stdout = renderTest(format, { contract: written.contract, test, path, list: flags.list }, paint);
    return { exit: test.ok ? EXIT.done : EXIT.finding, stdout };
  },
});
