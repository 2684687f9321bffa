/**
 * Edits the text of a JSON document in place, so that everything else in it stays as its owner wrote it: order, spacing, line
 * ends, spelling of strings and numbers. The text must have passed the strict rules (spec/json.md); nothing is checked again here.
 */

/** A part of a text; `end` is the place after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Member extends Span {
  readonly name: string;
  readonly value: Span;
}

/** The document's one value. */
export function rootOf(text: string): Span {
  const start = skipSpace(text, 0);
  return { start, end: endOfValue(text, start) };
}

/** The value of an object's member, or null. */
export function memberIn(text: string, object: Span, name: string): Span | null {
  return membersOf(text, object).find((member) => member.name === name)?.value ?? null;
}

export function isObjectAt(text: string, { start }: Span): boolean {
  return text[start] === "{";
}

/** Sets a member's value, or adds the member after the others. */
export function setMember(text: string, object: Span, name: string, value: unknown): string {
  const members = membersOf(text, object);
  const held = members.find((member) => member.name === name);
  const { lines, print } = styleFor(text, object, members);
  if (held !== undefined) return splice(text, held.value, print(value, lines));
  return insert(text, object, members, `${JSON.stringify(name)}:${colonSpace(text)}${print(value, lines)}`);
}

/** Takes a member away, with the comma that parted it from its neighbour. */
export function removeMember(text: string, object: Span, name: string): string {
  const members = membersOf(text, object);
  const at = members.findIndex((member) => member.name === name);
  const [before, held, after] = [members[at - 1], members[at], members[at + 1]];
  if (held === undefined) return text;
  if (before !== undefined) return splice(text, { start: before.end, end: held.end }, "");
  if (after !== undefined) return splice(text, { start: held.start, end: after.start }, "");
  return splice(text, { start: object.start + 1, end: object.end - 1 }, "");
}

/** Adds an element at a list's end. */
export function appendElement(text: string, list: Span, value: string | number): string {
  return insert(text, list, elementsOf(text, list), JSON.stringify(value));
}

/** The document as the value of `name` in a new one, `others` after it. */
export function wrapDocument(text: string, name: string, others: Readonly<Record<string, unknown>>): string {
  const root = rootOf(text);
  const unit = unitOf(text);
  const inner = text.slice(root.start, root.end).replaceAll("\n", `\n${unit}`);
  const line = lineEnd(text);
  const rest = Object.entries(others).map(([other, value]) => `${unit}${JSON.stringify(other)}: ${printLines(value, unit, unit, line)}`);
  return `${text.slice(0, root.start)}{${line}${[`${unit}${JSON.stringify(name)}: ${inner}`, ...rest].join(`,${line}`)}${line}}${text.slice(root.end)}`;
}

/** A value over several lines: objects member by member, lists of names on one line. */
export function printLines(value: unknown, unit: string, indent = "", line = "\n"): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => printLines(each, unit, indent, line)).join(", ")}]`;
  const inner = indent + unit;
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  if (members.length === 0) return "{}";
  const lines = members.map(([name, each]) => `${inner}${JSON.stringify(name)}: ${printLines(each, unit, inner, line)}`);
  return `{${line}${lines.join(`,${line}`)}${line}${indent}}`;
}

/** How the text around a container is laid out; `lines` is the indent of its members, null where they share a line. */
function styleFor(text: string, container: Span, items: readonly Span[]) {
  const lines = items.length === 0 ? emptyIndent(text, container) : indentOf(text, container, items[0] as Span);
  const print = (value: unknown, indent: string | null): string =>
    indent === null ? printInline(value, colonSpace(text)) : printLines(value, unitOf(text), indent, lineEnd(text));
  return { lines, print };
}

function insert(text: string, container: Span, items: readonly Span[], piece: string): string {
  const last = items.at(-1);
  const { lines } = styleFor(text, container, items);
  const line = lineEnd(text);
  if (last !== undefined) {
    const between = lines === null ? `,${colonSpace(text)}` : `,${line}${lines}`;
    return splice(text, { start: last.end, end: last.end }, `${between}${piece}`);
  }
  const inside = { start: container.start + 1, end: container.end - 1 };
  // An empty list takes its first name on its own line.
  if (lines === null || text[container.start] === "[") return splice(text, inside, piece);
  return splice(text, inside, `${line}${lines}${piece}${line}${lineIndent(text, container.start)}`);
}

function printInline(value: unknown, space: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => printInline(each, space)).join(`,${space}`)}]`;
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${space}${printInline(each, space)}`).join(`,${space}`)}}`;
}

function indentOf(text: string, container: Span, first: Span): string | null {
  const gap = text.slice(container.start + 1, first.start);
  return gap.includes("\n") ? gap.slice(gap.lastIndexOf("\n") + 1) : null;
}

/** The members of an empty object in a document of one line stay on that line. */
function emptyIndent(text: string, container: Span): string | null {
  const root = rootOf(text);
  return text.slice(root.start, root.end).includes("\n") || container.start === root.start
    ? lineIndent(text, container.start) + unitOf(text)
    : null;
}

/** What stands before the first other character of the line that holds a place. */
function lineIndent(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1, at))?.[0] ?? "";
}

function unitOf(text: string): string {
  return /^\s*\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
}

function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** A document without a space after its first colon has none anywhere. */
function colonSpace(text: string): string {
  const root = rootOf(text);
  const [first] = isObjectAt(text, root) ? membersOf(text, root) : [];
  return first !== undefined && text[first.value.start - 1] === ":" ? "" : " ";
}

function splice(text: string, { start, end }: Span, piece: string): string {
  return text.slice(0, start) + piece + text.slice(end);
}

function membersOf(text: string, object: Span): readonly Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, object.start + 1);
  while (text[at] === '"') {
    const start = at;
    const nameEnd = endOfValue(text, start);
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = endOfValue(text, valueStart);
    members.push({ name: JSON.parse(text.slice(start, nameEnd)) as string, start, end, value: { start: valueStart, end } });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return members;
}

function elementsOf(text: string, list: Span): readonly Span[] {
  const elements: Span[] = [];
  let at = skipSpace(text, list.start + 1);
  while (at < list.end - 1) {
    const end = endOfValue(text, at);
    elements.push({ start: at, end });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return elements;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n\r".includes(text[at] as string)) at += 1;
  return at;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = text[at] as string;
    if (character === '"') at = endOfString(text, at);
    else if (depth === 0 && !"{[".includes(character)) return endOfScalar(text, at);
    else {
      if ("{[".includes(character)) depth += 1;
      if ("}]".includes(character)) depth -= 1;
      at += 1;
    }
  } while (depth > 0 && at < text.length);
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function endOfScalar(text: string, start: number): number {
  let at = start;
  while (at < text.length && !" \t\n\r,]}".includes(text[at] as string)) at += 1;
  return at;
}
