import { resolve } from "node:path";
import type { ApprovalRequest } from "../../sign/approval-request.js";
import { readApprovalRequest } from "../../sign/read-approval-request.js";
import { APPROVER_FLAGS, readApprover, signRequest } from "../approval/sign-request.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UnreadableError, UsageError } from "../faults.js";
import { readBytes } from "../read-bytes.js";
import { mustBeNew, writeNew } from "../write-new.js";

/** Of a request's file; more than one that can be signed has, however it is indented. */
const MAX_REQUEST_BYTES = 1024 * 1024;

export const command = defineCommand({
  name: "approve",
  summary: "Shows an approval request at the terminal and, on a clear yes, signs what it showed.",
  operand: { name: "FILE" },
  flags: {
    ...APPROVER_FLAGS,
    out: { type: "text", value: "FILE", help: "a new file for the signed proposal, in place of standard output" },
  },
  notes: [
    "Needs a terminal, and a key of purpose approve in the keyring. There is no flag that says yes.",
    "Exits 1 where nothing was signed.",
  ],
  async run(flags, file, shell) {
    if (file === "-") throw new UsageError("is a file: standard input is where you answer", "FILE");
    const out = flags.out === undefined ? null : resolve(shell.cwd, flags.out);
    if (out !== null) mustBeNew(out);
    const approver = await readApprover(flags, shell);
    const request = readRequest(file as string);
    const outcome = await signRequest(request, approver, flags, shell);
    if (!outcome.signed) return { exit: EXIT.finding, stdout: "", stderr: `countersign: ${outcome.why}\n` };
    const text = `${asciiJson(outcome.proposal, 2)}\n`;
    if (out === null) return { exit: EXIT.done, stdout: text };
    writeNew(out, text, 0o644);
    return { exit: EXIT.done, stdout: `wrote ${escapeText(flags.out as string)}\n` };
  },
});

/** Once: what is shown and what is signed come from the same bytes. */
function readRequest(file: string): ApprovalRequest {
  const bytes = readBytes(file, MAX_REQUEST_BYTES);
  try {
    return readApprovalRequest(bytes);
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableError(error.message, file) : error;
  }
}
