import { approverEntries } from "../../policy/approver-entries.js";
import type { Policy } from "../../policy/policy.js";
import { parseTimestamp } from "../../trust/timestamp.js";
import { LEDGER_FLAG, MOST_STORED, type ReadApproval, readStoredApproval, withStore } from "../approval/stored-approvals.js";
import { visibleName } from "../approval/visible-text.js";
import { defineCommand } from "../command.js";
import { asciiJson } from "../escape.js";
import { EXIT } from "../exits.js";
import { UnreadableError } from "../faults.js";
import { timeText } from "../key-words.js";
import { lookForOperatorFile } from "../operator-files.js";
import { table } from "../table.js";
import { FORMAT_FLAGS, loadPolicyAt, OPERATOR_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "approvals list",
  summary: "Lists the approval requests that stand in a ledger, oldest first.",
  flags: {
    ...LEDGER_FLAG,
    policy: { ...OPERATOR_FLAGS.policy, help: "the operator's policy, to tell how many must sign; else PIC_POLICY_PATH" },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: ["Exits 1 where a stored request is damaged."],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const file = lookForOperatorFile("policy", flags.policy, "strict", shell);
    const policy = file === null ? null : await loadPolicyAt(file);
    const stored = await withStore(flags.ledger, shell, (store) => store.list(MOST_STORED));
    const rows: Row[] = [];
    const damaged: string[] = [];
    for (const one of stored) {
      try {
        rows.push(rowOf(readStoredApproval(one), policy));
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        damaged.push(error.message);
      }
    }
    const exit = damaged.length === 0 ? EXIT.done : EXIT.finding;
    if (format === "json") return { exit, stdout: `${asciiJson({ approvals: rows, damaged })}\n` };
    const lines = rows.length === 0 ? ["none"] : table([HEAD, ...rows.map(cellsOf)]);
    return { exit, stdout: `${[...lines, ...damaged].join("\n")}\n` };
  },
});

interface Row {
  readonly code: string;
  readonly nonce: string;
  readonly tool: string;
  readonly impact: string;
  readonly principal: string | null;
  readonly state: string;
  /** RFC 3339, in UTC. */
  readonly expires_at: string;
  readonly signed: readonly { readonly id: string; readonly key_id: string }[];
  /** How many the policy asks for; null without a policy. */
  readonly needed: number | null;
}

function rowOf({ request, stored }: ReadApproval, policy: Policy | null): Row {
  const { tool } = request.proposal.action;
  return {
    code: request.code,
    nonce: stored.nonce,
    tool,
    impact: request.impact,
    principal: request.principal,
    state: stored.state,
    expires_at: timeText(parseTimestamp(request.attestation.expires_at) as bigint),
    signed: stored.evidence.map(({ id, key_id }) => ({ id, key_id })),
    needed: policy === null ? null : approverEntries(policy, tool).length,
  };
}

const HEAD = ["code", "tool", "impact", "principal", "state", "ends", "signed", "nonce"];

function cellsOf({ code, tool, impact, principal, state, expires_at, signed, needed, nonce }: Row): readonly string[] {
  const who = principal === null ? "-" : visibleName(principal);
  return [
    code,
    visibleName(tool),
    impact,
    who,
    state,
    expires_at,
    needed === null ? `${signed.length}` : `${signed.length} of ${needed}`,
    nonce,
  ];
}
