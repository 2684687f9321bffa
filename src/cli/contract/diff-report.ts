import type { Replayed } from "../../compile/replay-fixtures.js";
import type { ContractChange } from "../../contract/diff/change.js";
import type { ContractDiff } from "../../contract/diff/diff-contracts.js";
import { asciiJson, escapeText } from "../escape.js";
import { annotation } from "../formats/annotation.js";
import type { Paint } from "../formats/paint.js";
import type { Format } from "../reply.js";
import { table } from "../table.js";

interface DiffReport {
  readonly diff: ContractDiff;
  /** Fixtures of the old contract that the new one refuses. */
  readonly refused: readonly Replayed[];
  /** As given. */
  readonly before: string;
  readonly after: string;
}

export function renderContractDiff(format: Format, report: DiffReport, paint: Paint): string {
  const { diff, refused, before, after } = report;
  const { changes, breaks } = diff;
  if (format === "json") return `${asciiJson({ breaks, changes, refused, files: { before, after } })}\n`;
  const summary = summaryOf(diff);
  if (format === "github") {
    const file = escapeText(after);
    const lines = changes.map((change) =>
      annotation(
        isBreaking(change) ? "error" : "notice",
        { file, title: `contract diff: ${sidesOf(change)}` },
        `${placeOf(change)} ${wordsOf(change)}`,
      ),
    );
    const replayed = refused.map((each) => annotation("error", { file, title: "contract diff: refused" }, refusedWords(each)));
    return `${[...lines, ...replayed].join("")}${annotation("notice", { file: null, title: "countersign contract diff" }, summary)}`;
  }
  return `${[...tableOf(changes, paint), ...refused.map(refusedWords), summary, paint.faint(`from ${escapeText(before)} to ${escapeText(after)}`)].join("\n")}\n`;
}

function refusedWords({ title, reason, path }: Replayed): string {
  return `accepted before, refused now: "${escapeText(title, 256)}": ${reason}${path === "" ? "" : ` at ${escapeText(path, 256)}`}`;
}

function isBreaking({ producer, agent }: ContractChange): boolean {
  return producer === "breaking" || agent === "breaking";
}

function sidesOf({ producer, agent }: ContractChange): string {
  return `producer ${producer}, agent ${agent}`;
}

function placeOf({ place }: ContractChange): string {
  return escapeText(place, 256);
}

function wordsOf({ says }: ContractChange): string {
  return escapeText(says, 512);
}

/** Characters of a value. */
const SHOWN = 400;

const HEAD = ["producer", "agent", "place", ""];

function tableOf(changes: readonly ContractChange[], paint: Paint): readonly string[] {
  if (changes.length === 0) return [];
  const word = (effect: string) => (effect === "none" ? "-" : effect === "breaking" ? "BREAKING" : effect);
  const rows = changes.map((change) => [word(change.producer), word(change.agent), placeOf(change), wordsOf(change)]);
  const [head = "", ...lines] = table([HEAD, ...rows], (cell, row, column) =>
    row === 0 ? paint.faint(cell) : column < 2 && cell === "BREAKING" ? paint.bad(cell) : cell,
  );
  return [head, ...changes.flatMap((change, at) => [lines[at] as string, ...valuesOf(change)])];
}

/** What was and what is; a fixture's title, by which it is told, is both. */
function valuesOf({ before, after }: ContractChange): readonly string[] {
  const told = before === after ? [[" ", before] as const] : [["-", before] as const, ["+", after] as const];
  return told.flatMap(([sign, value]) => (value === null ? [] : [`  ${sign} ${shortened(asciiJson(JSON.parse(value)))}`]));
}

/** JSON in ASCII holds nothing that moves a terminal; escaped again, a pattern would read as another one. */
function shortened(json: string): string {
  return json.length <= SHOWN ? json : `${json.slice(0, SHOWN)}... (${json.length - SHOWN} more)`;
}

function summaryOf({ changes, breaks }: ContractDiff): string {
  if (changes.length === 0) return "the two contracts say the same";
  const sides = (["producer", "agent"] as const).filter((side) => breaks[side]).map((side) => `the ${side}`);
  return sides.length === 0 ? "compatible" : `breaking for ${sides.join(" and ")}`;
}
