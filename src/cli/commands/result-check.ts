import type { ResultDecision } from "../../contract/result-decision.js";
import { verifyResult } from "../../verify-result.js";
import { defineCommand } from "../command.js";
import { contractLine } from "../contract/contract-words.js";
import { adviceFor, agentText, operatorBranch } from "../contract/decision-words.js";
import { ANSWER_FLAGS, checksFrom, readAnswer } from "../contract/read-answer.js";
import { readSoundContract } from "../contract/read-contract.js";
import { readRequest } from "../contract/read-request.js";
import { asciiJson } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { type Paint, paintFor } from "../formats/paint.js";
import { draw } from "../formats/tree.js";
import { FORMAT_FLAGS, readFormat, readNow } from "../verification.js";

export const command = defineCommand({
  name: "result check",
  summary: "Holds a tool's answer to its contract and a request, and shows what the agent would get of it.",
  operand: { name: "FILE|-" },
  flags: {
    contract: { type: "text", required: true, value: "FILE", help: "the contract" },
    request: { type: "text", required: true, value: "FILE|-", help: 'what was asked: { "id", "args" }, and "context" where there is one' },
    ...ANSWER_FLAGS,
    now: { type: "text", value: "TIME", help: "judge at this RFC 3339 time (now)" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: ["Exits 0 where the answer is a success that holds, 1 where it is refused or reports a failure, 6 where the contract is none."],
  async run(flags, operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const path = operand as string;
    if (flags.contract === undefined) throw new UsageError("is needed: the contract's file", "--contract");
    if (flags.contract === "-") throw new UsageError("is a file, not standard input", "--contract");
    if (flags.request === undefined) throw new UsageError("is needed: the file that says what was asked", "--request");
    if ([path, flags.request, flags.stderr].filter((each) => each === "-").length > 1)
      throw new UsageError("standard input is named twice", "-");
    const now = readNow(flags, shell);
    const { contract, file } = await readSoundContract(flags.contract);
    const request = readRequest(flags.request, contract);
    const checks = checksFrom(flags, contract);
    const decision = verifyResult(readAnswer(path, flags, contract), { contract, request, now, checks });
    const exit = decision.outcome === "success" ? EXIT.done : EXIT.finding;
    if (format === "json") {
      const files = { answer: path, contract: flags.contract, request: flags.request };
      return { exit, stdout: `${asciiJson({ ...decision, files })}\n` };
    }
    const paint = paintFor(await shell.colour());
    const tree = draw([{ label: `agent     ${agentText(decision)}`, children: [] }, operatorBranch(decision, adviceFor(file))]);
    return { exit, stdout: `${[verdictLine(decision, paint), ...tree, paint.faint(contractLine(contract))].join("\n")}\n` };
  },
});

function verdictLine({ outcome, code, reason }: ResultDecision, paint: Paint): string {
  if (outcome === "success") return `${paint.good("ACCEPTED")} ${code}`;
  return reason === "result.upstream_failure" ? `${paint.bad("FAILED")} ${code}` : `${paint.bad("REFUSED")} ${code}`;
}
