import { fstatSync } from "node:fs";
import type { AuditEntry } from "../../audit/format.js";
import { readLines } from "../../node/audit/read-lines.js";
import { outcomeWord, readShown, requestIdOf, stateOf } from "../audit/decisions.js";
import { withLog } from "../audit/open-log.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { paintFor } from "../formats/paint.js";
import { table } from "../table.js";
import { FORMAT_FLAGS, readFormat } from "../verification.js";

/** As gates make them (GATE-7). */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$/;
/** One decision, its outcomes and a tool's answers; what else carries the id is a fault of the log. */
const MAX_RECORDS = 64;

interface Found {
  readonly entry: AuditEntry;
  readonly altered: boolean;
}

export const command = defineCommand({
  name: "audit show",
  summary: "Shows a decision of an audit log, what became of its action, and the result of a tool.",
  operand: { name: "FILE", second: "REQUEST_ID" },
  flags: {
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: ["Exits 1 where the log has no such request, or one of its records was altered."],
  async run(flags, operand, shell, second) {
    const format = readFormat(flags, ["text", "json"]);
    const id = second as string;
    if (!REQUEST_ID.test(id)) throw new UsageError("is a request id, such as req_ and 32 hex digits", "REQUEST_ID");
    const found = await withLog(operand as string, (fd) => recordsOf(fd, id));
    const altered = found.some((one) => one.altered);
    const exit = found.length === 0 || altered ? EXIT.finding : EXIT.done;
    const outcome = outcomeOf(found);
    const result = resultIn(found);
    if (format === "json") {
      const records = found.map(({ entry, altered }) => ({ ...entry, altered }));
      return { exit, stdout: `${asciiJson({ request_id: id, outcome, result, records, files: { input: operand } })}\n` };
    }
    if (found.length === 0) return { exit, stdout: `no record of ${id}\n` };
    const paint = paintFor(await shell.colour());
    const lines = found.flatMap(({ entry, altered }) => {
      const title = `${entry.at}  ${entry.kind}  record ${entry.seq}`;
      return [altered ? paint.bad(`${title}  ALTERED`) : paint.strong(title), ...table(membersOf(entry)).map((line) => `  ${line}`)];
    });
    if (isObserved(found)) lines.unshift(paint.bad("OBSERVED: the operator's rules would have blocked this call"));
    if (result !== null) lines.push(`result: ${escapeText(result)}`);
    // Where nothing was decided there is no action that could have an outcome: the tool was asked without a permit.
    const decided = found.some(({ entry }) => entry.kind !== "result");
    if (decided || result === null) lines.push(`outcome: ${outcome ?? "none recorded"}`);
    return { exit, stdout: `${lines.join("\n")}\n` };
  },
});

function recordsOf(fd: number, id: string): readonly Found[] {
  const found: Found[] = [];
  const needle = Buffer.from(`"request_id":"${id}"`);
  for (const { bytes, whole } of readLines(fd, fstatSync(fd).size)) {
    if (!whole || !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(needle)) continue;
    const shown = readShown(bytes);
    if (shown === null || requestIdOf(shown.entry) !== id) continue;
    if (found.length < MAX_RECORDS) found.push(shown);
  }
  return found;
}

/** Null where no tool was started. */
function outcomeOf(found: readonly Found[]): string | null {
  const last = found.filter(({ entry }) => entry.kind === "outcome").at(-1);
  return last === undefined ? null : outcomeWord(stateOf(last.entry));
}

/** What the caller was given: the code of the last result; null where there is none. */
function resultIn(found: readonly Found[]): string | null {
  const last = found.filter(({ entry }) => entry.kind === "result" && entry.body.event === "result").at(-1);
  const code = last?.entry.body.code;
  return typeof code === "string" ? code : null;
}

function isObserved(found: readonly Found[]): boolean {
  return found.some(({ entry }) => entry.kind === "decision" && entry.body.would_block !== null && entry.body.would_block !== undefined);
}

/** Name and value of what is there, values as one line of ASCII JSON; what the decision does not have is not listed. */
function membersOf({ body }: AuditEntry): readonly (readonly string[])[] {
  return Object.entries(body)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [escapeText(name, 64), typeof value === "string" ? escapeText(value) : asciiJson(value)]);
}
