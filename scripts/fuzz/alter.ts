import type { Random } from "./random.js";
import type { Json, JsonRecord } from "./scenarios.js";

const NAMES = [
  "id",
  "trust",
  "source",
  "text",
  "evidence",
  "tool",
  "args",
  "type",
  "__proto__",
  "constructor",
  "toString",
  "extra",
  "",
  "\ud800",
  "é",
];
const TOKENS = [
  '"',
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "\\",
  "\\u0000",
  "\\ud800",
  "null",
  "1e400",
  "-0",
  "0.1",
  "9007199254740993",
  "\u0000",
  "\ufeff",
  " ",
];

/** Values at the edges of what JSON can say. */
export function oddValue(random: Random, marker: string): Json {
  switch (random.int(14)) {
    case 0:
      return null;
    case 1:
      return random.once(2);
    case 2:
      return random.pick([0, -0, 1, 4200, 2 ** 53, -(2 ** 53), 1.5, 1e21, 5e-324, 0.1]);
    case 3:
      return random.pick(["", " ", "trusted", "money", "read", "PIC/1.0", "payer", "*", "approval", "\ud83d", "\u0000"]);
    case 4:
      return [];
    case 5:
      return {};
    case 6:
      return marker.repeat(1 + random.int(40));
    case 7:
      return Array.from({ length: random.int(70) }, () => marker);
    case 8:
      return Object.fromEntries(Array.from({ length: random.int(70) }, (_, at) => [`${marker}${at}`, at]));
    case 9: {
      let nested: Json = marker;
      for (let depth = random.int(80); depth > 0; depth -= 1) nested = random.once(2) ? [nested] : { [random.pick(NAMES)]: nested };
      return nested;
    }
    case 10:
      return "a".repeat(random.int(70_000));
    default:
      return `${marker}${random.int(1000)}`;
  }
}

/** Sets an own member, `__proto__` too. */
function put(into: JsonRecord, name: string, value: Json): void {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Changes one place of a value, in place. */
export function alterValue(root: JsonRecord, random: Random, marker: string): void {
  const places: (JsonRecord | Json[])[] = [];
  const collect = (value: Json): void => {
    if (typeof value !== "object" || value === null) return;
    places.push(value);
    for (const child of Object.values(value)) collect(child);
  };
  collect(root);
  const place = random.pick(places);
  if (Array.isArray(place)) {
    const at = random.int(place.length + 1);
    const other = place.length > 0 ? (place[random.int(place.length)] as Json) : null;
    switch (random.int(5)) {
      case 0:
        place.splice(at, 1);
        return;
      case 1:
        place.splice(at, 0, structuredClone(other));
        return;
      case 2:
        place.reverse();
        return;
      default:
        place.splice(at, random.int(2), oddValue(random, marker));
    }
    return;
  }
  const names = Object.keys(place);
  const name = names.length > 0 && !random.once(4) ? random.pick(names) : random.once(2) ? random.pick(NAMES) : marker;
  const old = place[name];
  switch (random.int(6)) {
    case 0:
      delete place[name];
      return;
    case 1:
      if (old !== undefined) put(place, random.once(2) ? random.pick(NAMES) : `${name}${random.pick(["", " ", "\u0301", marker])}`, old);
      return;
    case 2:
      if (typeof old === "string") put(place, name, alterText(old, random));
      return;
    default:
      put(place, name, oddValue(random, marker));
  }
}

/** Changes a text in one to four places. */
export function alterText(text: string, random: Random): string {
  let altered = text;
  for (let times = 1 + random.int(4); times > 0; times -= 1) {
    const at = random.int(altered.length + 1);
    const length = random.once(8) ? random.int(200) : random.int(3);
    const middle = random.once(3) ? "" : random.once(2) ? random.pick(TOKENS) : String.fromCharCode(random.int(0x250));
    altered = altered.slice(0, at) + middle + altered.slice(at + length);
  }
  return altered;
}

/** Changes bytes without regard to what they mean. */
export function alterBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const altered = Array.from(bytes);
  for (let times = 1 + random.int(4); times > 0; times -= 1) {
    const at = random.int(altered.length + 1);
    switch (random.int(4)) {
      case 0:
        altered[at] = (altered[at] ?? 0) ^ (1 << random.int(8));
        break;
      case 1:
        altered.splice(at, 1 + random.int(3));
        break;
      case 2:
        altered.splice(at, 0, ...random.bytes(1 + random.int(4)));
        break;
      default:
        altered.length = Math.min(altered.length, at);
    }
  }
  return Uint8Array.from(altered);
}

/** Text made of JSON's own tokens, mostly not JSON. */
export function tokenSoup(random: Random, marker: string): string {
  return Array.from({ length: random.int(60) }, () => (random.once(6) ? JSON.stringify(marker) : random.pick(TOKENS))).join("");
}
