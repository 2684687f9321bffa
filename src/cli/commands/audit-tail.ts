import { fstatSync } from "node:fs";
import { readLinesBackwards } from "../../node/audit/read-lines.js";
import {
  cell,
  decisionOf,
  outcomeWord,
  readShown,
  requestIdOf,
  resultOf,
  type ShownDecision,
  type ShownResult,
  stateOf,
} from "../audit/decisions.js";
import { withLog } from "../audit/open-log.js";
import { defineCommand } from "../command.js";
import { asciiJson } from "../escape.js";
import { EXIT } from "../exits.js";
import { UnreadableError, UsageError } from "../faults.js";
import { paintFor } from "../formats/paint.js";
import { table } from "../table.js";
import { FORMAT_FLAGS, readFormat } from "../verification.js";

const DEFAULT_COUNT = 20;
const MAX_COUNT = 10_000;

/** `altered`: the record's bytes do not fit its hash. */
type Row =
  | (ShownDecision & { readonly kind: "decision"; readonly outcome: string; readonly altered: boolean })
  | (ShownResult & { readonly kind: "result"; readonly altered: boolean });

export const command = defineCommand({
  name: "audit tail",
  summary: "Shows the last decisions and results of an audit log.",
  operand: { name: "FILE" },
  flags: {
    lines: { type: "text", value: "N", help: `decisions and results to show (${DEFAULT_COUNT})` },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: [
    "OBSERVED: the operator's rules would have blocked, and only observed. Nothing is verified but each record's own hash.",
    "success, failure: a tool's answer, as the agent was given it. REFUSED: an answer that came twice, or late.",
    "Exits 1 where a record was altered, or a line among those read is none.",
  ],
  async run(flags, operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const count = readCount(flags.lines);
    const file = operand as string;
    const { rows, records, unreadable } = await withLog(file, (fd) => lastRows(fd, count));
    if (records === 0) throw new UnreadableError("holds no record of an audit log; see `countersign audit verify`", file);
    const exit = unreadable > 0 || rows.some(({ altered }) => altered) ? EXIT.finding : EXIT.done;
    if (format === "json")
      return { exit, stdout: `${asciiJson({ ...plainRows(rows), unreadable_lines: unreadable, files: { input: file } })}\n` };
    const gap = unreadable === 0 ? "" : `${unreadable} of the lines read are no records; see \`countersign audit verify\`\n`;
    if (rows.length === 0) return { exit, stdout: `no decision or result\n${gap}` };
    const paint = paintFor(await shell.colour());
    const head = ["time", "verdict", "reason", "tool", "principal", "request", "outcome"];
    const cells = rows.map((row) => [
      cell(row.at),
      row.altered ? "ALTERED" : cell(row.verdict),
      cell(row.kind === "decision" && row.breakGlass ? `${row.why} (break-glass)` : row.why),
      cell(row.tool),
      cell(row.kind === "decision" ? row.principal : ""),
      cell(row.requestId),
      cell(row.kind === "decision" ? row.outcome : ""),
    ]);
    const painted = table([head, ...cells], (text, row, column) => {
      if (row === 0) return paint.faint(text);
      if (column !== 1) return text;
      if (text === "allow" || text === "success") return paint.good(text);
      return text === "block" || text === "failure" ? text : paint.bad(text);
    });
    return { exit, stdout: `${painted.join("\n")}\n${gap}` };
  },
});

function readCount(text: string | undefined): number {
  if (text === undefined) return DEFAULT_COUNT;
  const count = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT) throw new UsageError(`is a whole number from 1 to ${MAX_COUNT}`, "--lines");
  return count;
}

interface Tail {
  /** Oldest first. */
  readonly rows: readonly Row[];
  /** Lines that were read on the way to the first of them: records, and what is none. */
  readonly records: number;
  readonly unreadable: number;
}

/** Outcomes stand after their decision, so reading backwards meets the last one first. */
function lastRows(fd: number, count: number): Tail {
  const rows: Row[] = [];
  let records = 0;
  let unreadable = 0;
  const states = new Map<string, string>();
  for (const { bytes } of readLinesBackwards(fd, fstatSync(fd).size)) {
    const shown = readShown(bytes);
    if (shown === null) {
      unreadable += 1;
      continue;
    }
    records += 1;
    const { entry, altered } = shown;
    if (entry.kind === "outcome") {
      const [id, state] = [requestIdOf(entry), stateOf(entry)];
      if (id !== null && state !== null && !states.has(id)) states.set(id, state);
    }
    const result = entry.kind === "result" ? resultOf(entry) : null;
    if (result !== null) rows.push({ ...result, kind: "result", altered });
    if (entry.kind === "decision") {
      const decision = decisionOf(entry);
      rows.push({ ...decision, kind: "decision", outcome: outcomeWord(states.get(decision.requestId) ?? null), altered });
      states.delete(decision.requestId);
    }
    if (rows.length === count) break;
  }
  return { rows: rows.reverse(), records, unreadable };
}

function plainRows(rows: readonly Row[]): object {
  const decisions: object[] = [];
  const results: object[] = [];
  for (const row of rows) {
    const { at, seq, requestId: request_id, verdict, why, tool, altered } = row;
    if (row.kind === "result") results.push({ at, seq, request_id, verdict, why, tool, attempt: row.attempt, altered });
    else {
      const { observed, breakGlass: break_glass, principal, outcome } = row;
      decisions.push({ at, seq, request_id, verdict, why, observed, break_glass, tool, principal, outcome, altered });
    }
  }
  return { decisions, results };
}
