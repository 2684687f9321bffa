/** What a scan reports on its way, in the order of the text. Indices count UTF-16 code units; string tokens include their quotes. */
export interface JsonSink {
  open(isObject: boolean): void;
  close(isObject: boolean): void;
  /** `plain`: no escape and no surrogate in it. */
  name(start: number, end: number, plain: boolean): void;
  string(start: number, end: number, plain: boolean): void;
  number(start: number, end: number): void;
}

/** How a scan ended; `at` is the first code unit that does not fit, the text's length when it ended too early. */
export interface ScanEnd {
  readonly end: "value" | "empty" | "syntax" | "trailing" | "depth";
  readonly at: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OBJECT = 1;
const ARRAY = 0;

/**
 * Walks a text by the RFC 8259 grammar and nothing else. Never recurses: 100 000 levels cost 100 000 small numbers. The
 * level that exceeds `maxDepth` ends the scan, as does the first code unit outside the grammar, whichever comes first.
 */
export function scanJson(text: string, sink: JsonSink, maxDepth: number): ScanEnd {
  const length = text.length;
  const open: number[] = [];
  let depth = 0;
  let at = skipSpace(text, 0);
  if (at === length) return { end: "empty", at };

  for (;;) {
    // Here a value must begin.
    const first = text.charCodeAt(at);
    if (first === 0x7b || first === 0x5b) {
      if (depth === maxDepth) return { end: "depth", at };
      const isObject = first === 0x7b;
      open[depth] = isObject ? OBJECT : ARRAY;
      depth += 1;
      sink.open(isObject);
      at = skipSpace(text, at + 1);
      const next = text.charCodeAt(at);
      if (next === (isObject ? 0x7d : 0x5d)) {
        sink.close(isObject);
        depth -= 1;
        at += 1;
      } else {
        if (isObject) {
          at = scanName(text, at, sink);
          if (at < 0) return { end: "syntax", at: ~at };
        }
        continue;
      }
    } else {
      const start = at;
      if (first === QUOTE) {
        at = scanString(text, start);
        if (at >= 0) sink.string(start, at, plainString);
      } else if (first === 0x2d || isDigit(first)) {
        at = scanNumber(text, start);
        if (at >= 0) sink.number(start, at);
      } else {
        at = scanLiteral(text, start);
      }
      if (at < 0) return { end: "syntax", at: ~at };
    }

    // Here a value has ended: close what closes, then find the next value or the end of the text.
    for (;;) {
      at = skipSpace(text, at);
      if (depth === 0) return at === length ? { end: "value", at } : { end: "trailing", at };
      const isObject = open[depth - 1] === OBJECT;
      const next = text.charCodeAt(at);
      if (next === 0x2c) {
        at = skipSpace(text, at + 1);
        if (isObject) {
          at = scanName(text, at, sink);
          if (at < 0) return { end: "syntax", at: ~at };
        }
        break;
      }
      if (next !== (isObject ? 0x7d : 0x5d)) return { end: "syntax", at };
      sink.close(isObject);
      depth -= 1;
      at += 1;
    }
  }
}

// The helpers return the index after what they read, or ~index (negative) of the code unit that does not fit.

/** Set by scanString beside its result, so that no object is made per string. */
let plainString = true;

function scanName(text: string, start: number, sink: JsonSink): number {
  if (text.charCodeAt(start) !== QUOTE) return ~start;
  const end = scanString(text, start);
  if (end < 0) return end;
  sink.name(start, end, plainString);
  const colon = skipSpace(text, end);
  if (text.charCodeAt(colon) !== 0x3a) return ~colon;
  return skipSpace(text, colon + 1);
}

function scanString(text: string, start: number): number {
  const length = text.length;
  let at = start + 1;
  plainString = true;
  while (at < length) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit < 0x20) return ~at;
    if (unit === BACKSLASH) {
      plainString = false;
      const after = scanEscape(text, at);
      if (after < 0) return after;
      at = after;
    } else {
      if (unit >= 0xd800 && unit <= 0xdfff) plainString = false;
      at += 1;
    }
  }
  return ~length;
}

function scanEscape(text: string, start: number): number {
  const letter = text.charCodeAt(start + 1);
  if (letter !== 0x75) return isShortEscape(letter) ? start + 2 : ~(start + 1);
  for (let at = start + 2; at < start + 6; at += 1) {
    if (!isHex(text.charCodeAt(at))) return ~at;
  }
  return start + 6;
}

function scanNumber(text: string, start: number): number {
  let at = start;
  if (text.charCodeAt(at) === 0x2d) at += 1;
  if (text.charCodeAt(at) === 0x30) at += 1;
  else {
    at = skipDigits(text, at);
    if (at < 0) return at;
  }
  if (text.charCodeAt(at) === 0x2e) {
    at = skipDigits(text, at + 1);
    if (at < 0) return at;
  }
  const marker = text.charCodeAt(at);
  if (marker === 0x65 || marker === 0x45) {
    const sign = text.charCodeAt(at + 1);
    at = skipDigits(text, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
    if (at < 0) return at;
  }
  return continuesToken(text.charCodeAt(at)) ? ~at : at;
}

function scanLiteral(text: string, start: number): number {
  const first = text.charCodeAt(start);
  const word = first === 0x74 ? "true" : first === 0x66 ? "false" : first === 0x6e ? "null" : "";
  if (word === "") return ~start;
  for (let at = 0; at < word.length; at += 1) {
    if (text.charCodeAt(start + at) !== word.charCodeAt(at)) return ~(start + at);
  }
  const end = start + word.length;
  return continuesToken(text.charCodeAt(end)) ? ~end : end;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}

/** At least one digit. */
function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at === start ? ~at : at;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isHex(unit: number): boolean {
  const lower = unit | 0x20;
  return isDigit(unit) || (lower >= 0x61 && lower <= 0x66);
}

/** One of `"\/bfnrt`. */
function isShortEscape(unit: number): boolean {
  return (
    unit === QUOTE ||
    unit === BACKSLASH ||
    unit === 0x2f ||
    unit === 0x62 ||
    unit === 0x66 ||
    unit === 0x6e ||
    unit === 0x72 ||
    unit === 0x74
  );
}

/** `01`, `0x10`, `1.2.3` and `nullx` are one malformed token, not a value with something after it. */
function continuesToken(unit: number): boolean {
  const lower = unit | 0x20;
  return isDigit(unit) || (lower >= 0x61 && lower <= 0x7a) || unit === 0x2e || unit === 0x2b || unit === 0x2d || unit === 0x5f;
}
