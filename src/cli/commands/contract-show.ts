import type { WrittenContract } from "../../compile/load-contract.js";
import { runFixture } from "../../compile/run-fixtures.js";
import { declaredFields } from "../../contract/declared-fields.js";
import { INVALID_RESPONSE } from "../../contract/result-decision.js";
import type { JsonPointer } from "../../decision/issue.js";
import { defineCommand } from "../command.js";
import { contractFacts, contractLine } from "../contract/contract-words.js";
import { agentText, operatorBranch } from "../contract/decision-words.js";
import { readSoundContract } from "../contract/read-contract.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { draw } from "../formats/tree.js";
import { table } from "../table.js";
import { FORMAT_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "contract show",
  summary: "Shows what an agent will see of each fixture, beside what the operator will.",
  operand: { name: "FILE" },
  flags: { ...FORMAT_FLAGS, format: { type: "text", value: "text|json", help: "output (text)" } },
  notes: ["Exits 6 where the file is no contract that holds."],
  async run(flags, operand) {
    const format = readFormat(flags, ["text", "json"]);
    const path = operand as string;
    const written = await readSoundContract(path);
    const shown = shownOf(written);
    const stdout =
      format === "json" ? `${asciiJson({ ...shown, contract: contractFacts(written.contract), file: path })}\n` : pageOf(written, shown);
    return { exit: EXIT.done, stdout };
  },
});

function shownOf({ file, contract }: WrittenContract) {
  const agent_gets = contract.select.map(({ as, field, optional, untrusted }) => {
    return { name: as, field: `/data${field.pointer}`, optional, text: untrusted };
  });
  const given = (field: JsonPointer) =>
    contract.select.some(
      ({ field: { pointer } }) => field === pointer || field.startsWith(`${pointer}/`) || pointer.startsWith(`${field}/`),
    );
  return {
    agent_gets,
    /** Checked, and given to nobody. */
    withheld: declaredFields(file.data)
      .filter((field) => !given(field))
      .map((field) => `/data${field}`),
    errors: [...contract.errors].map(([code, retryable]) => ({ code, retryable })),
    /** What the agent gets for any fault of an answer. */
    any_fault: faultOf(contract.tool, "(the id of the request)"),
    fixtures: file.fixtures.map((fixture, at) => {
      const { agent, ...operator } = runFixture(contract, fixture, `/fixtures/${at}`).decision;
      return { title: fixture.title, agent, operator };
    }),
  };
}

function faultOf(tool: string, request_id: string): object {
  return { tool, request_id, outcome: "failure", error: { code: INVALID_RESPONSE, retryable: false } };
}

function pageOf({ file, contract }: WrittenContract, { agent_gets, withheld, errors, any_fault }: ReturnType<typeof shownOf>): string {
  const fields = agent_gets.map(({ name, field, optional, text }) => {
    const words = [...(text ? ["untrusted text"] : []), ...(optional ? ["where there is one"] : [])];
    return [`  ${name}`, escapeText(field, 256), words.join(", ")];
  });
  const fixtures = file.fixtures.flatMap((fixture, at) => {
    const { decision } = runFixture(contract, fixture, `/fixtures/${at}`);
    return [
      `"${escapeText(fixture.title, 256)}"`,
      ...draw([{ label: `agent     ${agentText(decision)}`, children: [] }, operatorBranch(decision)]),
    ];
  });
  const lines = [
    "the agent gets",
    ...table(fields),
    ...(withheld.length === 0 ? [] : ["checked, and not given", ...withheld.map((field) => `  ${escapeText(field, 256)}`)]),
    ...(errors.length === 0
      ? []
      : [
          "failures that the contract lists",
          ...table(errors.map(({ code, retryable }) => [`  ${code}`, retryable ? "may be tried again" : "final"])),
        ]),
    "for any fault of an answer",
    `  ${asciiJson(any_fault)}`,
    ...fixtures,
    contractLine(contract),
  ];
  return `${lines.join("\n")}\n`;
}
