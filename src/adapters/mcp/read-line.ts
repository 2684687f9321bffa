import type { Reason } from "../../decision/catalogue.js";
import { parseBytes } from "../../json/parse-json.js";
import type { JsonValue } from "../../json/value.js";
import { type Message, type Refused, refuse, tellMessage } from "./message.js";

/** Levels of arrays and objects in one message; arguments have the gate's own limit. */
const MAX_DEPTH = 64;

/** Faults that leave no doubt where a member begins or ends; what is only passed on may have them. */
const PASSABLE: ReadonlySet<Reason> = new Set<Reason>([
  "json.number_overflow",
  "json.number_unsafe_integer",
  "json.number_inexact",
  "json.lone_surrogate",
]);

const lenient = new TextDecoder("utf-8");

/**
 * One line to one message, by the strict rules (spec/json.md): no bad UTF-8, no BOM, no duplicate names at any depth, nothing after the
 * value. Null for a line of white space, which is no message.
 *
 * @param secrets credentials of the server as they may stand in a JSON text; a line that holds one goes no further
 */
export function readLine(line: Uint8Array, maxBytes: number, secrets: readonly string[] = []): Message<Uint8Array> | null {
  if (line.length > maxBytes) return refuse("too_large");
  if (line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) return null;
  const parsed = parseBytes(line, { maxBytes, maxDepth: MAX_DEPTH });
  if (secrets.length > 0 && holdsSecret(line, secrets)) return look("secret", line);
  if (parsed.ok) return tellMessage(parsed.value, true, line);
  const passable = parsed.more === 0 && parsed.issues.every(({ reason }) => PASSABLE.has(reason));
  if (!passable) return look("not_json", line);
  return tellMessage(JSON.parse(lenient.decode(line)) as JsonValue, false, line);
}

function holdsSecret(line: Uint8Array, secrets: readonly string[]): boolean {
  const text = lenient.decode(line);
  const plain = text.includes("\\") ? text.replace(ESCAPE, unescaped) : text;
  return secrets.some((secret) => text.includes(secret) || plain.includes(secret));
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([^u]))/g;
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function unescaped(_all: string, unit: string | undefined, letter = ""): string {
  return unit === undefined ? (CONTROLS.get(letter) ?? letter) : String.fromCharCode(Number.parseInt(unit, 16));
}

/** What a lenient reader makes of it, so that the refusal can be told under the id that it came with. */
function look(fault: Refused["fault"], line: Uint8Array): Refused {
  try {
    return refuse(fault, JSON.parse(lenient.decode(line)));
  } catch {
    return refuse(fault);
  }
}
