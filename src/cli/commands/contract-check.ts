import { lintContract } from "../../compile/contract-lint/lint-contract.js";
import { defineCommand } from "../command.js";
import { contractFacts, contractLine, counted } from "../contract/contract-words.js";
import { readSoundContract } from "../contract/read-contract.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { FORMAT_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "contract check",
  summary: "Says whether a contract loads, and what in it lets an answer say more than it should.",
  operand: { name: "FILE" },
  flags: { ...FORMAT_FLAGS, format: { type: "text", value: "text|json|github", help: "output (text)" } },
  notes: ["Exits 6 where the file is no contract that holds, 1 on a finding."],
  async run(flags, operand) {
    const format = readFormat(flags, ["text", "json", "github"]);
    const path = operand as string;
    const { file, contract } = await readSoundContract(path);
    const findings = lintContract(file);
    const exit = findings.length > 0 ? EXIT.finding : EXIT.done;
    if (format === "json") return { exit, stdout: `${asciiJson({ contract: contractFacts(contract), findings, file: path })}\n` };
    const told = findings.map(({ lint, place, says, remedy }) => ({ lint, place: escapeText(place, 512), says: escapeText(says), remedy }));
    const summary = findings.length === 0 ? "nothing found" : counted(findings.length, "finding");
    if (format === "github") {
      const { annotation } = await import("../formats/annotation.js");
      const at = escapeText(path);
      const lines = told.map(({ lint, place, says, remedy }) =>
        annotation("error", { file: at, title: `contract check: ${lint}` }, `${place}: ${says}; ${remedy}`),
      );
      return { exit, stdout: `${lines.join("")}${annotation("notice", { file: null, title: "countersign contract check" }, summary)}` };
    }
    const lines = told.flatMap(({ lint, place, says, remedy }) => [`${lint} at ${place}`, `  ${says}`, `  ${remedy}`]);
    return { exit, stdout: `${[...lines, summary, contractLine(contract)].join("\n")}\n` };
  },
});
