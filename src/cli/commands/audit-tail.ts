import { fstatSync } from "node:fs";
import { readLinesBackwards } from "../../node/audit/read-lines.js";
import { cell, decisionOf, outcomeWord, readShown, requestIdOf, type ShownDecision, stateOf } from "../audit/decisions.js";
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

interface Row extends ShownDecision {
  readonly outcome: string;
  /** The record's bytes do not fit its hash. */
  readonly altered: boolean;
}

export const command = defineCommand({
  name: "audit tail",
  summary: "Shows the last decisions of an audit log.",
  operand: { name: "FILE" },
  flags: {
    lines: { type: "text", value: "N", help: `decisions to show (${DEFAULT_COUNT})` },
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: [
    "OBSERVED: the operator's rules would have blocked, and only observed. Nothing is verified but each record's own hash.",
    "Exits 1 where a record was altered, or a line among those read is none.",
  ],
  async run(flags, operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const count = readCount(flags.lines);
    const file = operand as string;
    const { rows, records, unreadable } = await withLog(file, (fd) => lastDecisions(fd, count));
    if (records === 0) throw new UnreadableError("holds no record of an audit log; see `countersign audit verify`", file);
    const exit = unreadable > 0 || rows.some(({ altered }) => altered) ? EXIT.finding : EXIT.done;
    if (format === "json")
      return { exit, stdout: `${asciiJson({ decisions: rows.map(plainRow), unreadable_lines: unreadable, files: { input: file } })}\n` };
    const gap = unreadable === 0 ? "" : `${unreadable} of the lines read are no records; see \`countersign audit verify\`\n`;
    if (rows.length === 0) return { exit, stdout: `no decision\n${gap}` };
    const paint = paintFor(await shell.colour());
    const head = ["time", "verdict", "reason", "tool", "principal", "request", "outcome"];
    const cells = rows.map((row) => [
      cell(row.at),
      row.altered ? "ALTERED" : cell(row.verdict),
      cell(row.breakGlass ? `${row.why} (break-glass)` : row.why),
      cell(row.tool),
      cell(row.principal),
      cell(row.requestId),
      cell(row.outcome),
    ]);
    const painted = table([head, ...cells], (text, row, column) => {
      if (row === 0) return paint.faint(text);
      if (column !== 1) return text;
      return text === "allow" ? paint.good(text) : text === "block" ? text : paint.bad(text);
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
function lastDecisions(fd: number, count: number): Tail {
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
    if (entry.kind !== "decision") continue;
    const decision = decisionOf(entry);
    rows.push({ ...decision, outcome: outcomeWord(states.get(decision.requestId) ?? null), altered });
    states.delete(decision.requestId);
    if (rows.length === count) break;
  }
  return { rows: rows.reverse(), records, unreadable };
}

function plainRow({ at, seq, requestId, verdict, why, observed, breakGlass, tool, principal, outcome, altered }: Row): object {
  return { at, seq, request_id: requestId, verdict, why, observed, break_glass: breakGlass, tool, principal, outcome, altered };
}
