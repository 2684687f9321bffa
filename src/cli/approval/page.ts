import { escapeToken } from "../../json/pointer.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import { type Glyph, visibleName, visibleText } from "./visible-text.js";

/** One line of a page before it is laid out: what it says, character by character. */
export type Line = readonly Glyph[];

/** Narrower than this no page is laid out. */
const LEAST_COLUMNS = 24;
/** Stands before what goes on from the line above, so that no text of the sender's begins a line. */
const GOES_ON = "    | ";

/** Words of ours: ASCII. */
export function ours(text: string): Line {
  return [...text].map((character) => ({ text: character, cells: 1 }));
}

/** An id or a name of somebody's. */
export function name(text: string): Line {
  return ours(visibleName(text));
}

/** A text of somebody's: quoted, whole, with its length and what a reader should know of it. */
export function quoted(text: string): Line {
  const { glyphs, characters, notes } = visibleText(text);
  const told = [`${characters} ${characters === 1 ? "character" : "characters"}`, ...notes];
  return [...ours('"'), ...glyphs, ...ours(`" (${told.join("; ")})`)];
}

/** Every value of the arguments by its JSON pointer, in canonical order. */
export function argumentLines(args: JsonObject): readonly Line[] {
  const lines: Line[] = [];
  const visit = (value: JsonValue, pointer: string): void => {
    const members = membersOf(value);
    if (members === null || members.length === 0) lines.push([...ours("  "), ...name(pointer), ...ours(" = "), ...leaf(value)]);
    else for (const [step, member] of members) visit(member, `${pointer}/${escapeToken(step)}`);
  };
  for (const [step, member] of sortedMembers(args)) visit(member, `/${escapeToken(step)}`);
  return lines;
}

function membersOf(value: JsonValue): readonly (readonly [string, JsonValue])[] | null {
  if (typeof value !== "object" || value === null) return null;
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).map((member, at) => [String(at), member] as const)
    : sortedMembers(value as JsonObject);
}

function sortedMembers(object: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
}

function leaf(value: JsonValue): Line {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return ours("[] (an empty list)");
  return ours(typeof value === "object" && value !== null ? "{} (an empty object)" : String(value));
}

/** Lays lines out for a terminal: nothing is left out, and nothing is left for the terminal to break. */
export function layOut(lines: readonly Line[], columns: number): readonly string[] {
  const width = Math.max(LEAST_COLUMNS, columns) - 1;
  return lines.flatMap((line) => broken(line, width));
}

function broken(line: Line, width: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  let cells = 0;
  for (const glyph of line) {
    if (cells + glyph.cells > width) {
      rows.push(row);
      row = GOES_ON;
      cells = GOES_ON.length;
    }
    row += glyph.text;
    cells += glyph.cells;
  }
  return [...rows, row];
}
