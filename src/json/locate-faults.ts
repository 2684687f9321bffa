import type { Reason } from "../decision/catalogue.js";
import { type Failure, fail, IssueList } from "../decision/issue.js";
import { judgeNumber } from "./judge-number.js";
import { type ScanEnd, scanJson } from "./scan-json.js";

const END_REASON = {
  depth: "limit.depth",
  empty: "json.empty",
  syntax: "json.syntax",
  trailing: "json.trailing_data",
} as const satisfies Record<Exclude<ScanEnd["end"], "value">, Reason>;

/** An object has more members, or an array more elements, than the caller takes: told by a throw, since nothing behind is looked at. */
export class TooMany extends Error {}

/**
 * Every fault of a text, each at its byte; undefined when there is none (spec/json.md#stages). This pass alone decides what
 * is refused. Depth or the grammar stands alone; duplicates, numbers, names and surrogates are collected together.
 */
export function locateFaults(text: string, maxDepth: number, maxMembers = Number.POSITIVE_INFINITY): Failure | undefined {
  const issues = new IssueList();
  const byteAt = byteCounter(text);
  const names: Set<string>[] = [];
  let inner = 0;

  const surrogates = (start: number, end: number): void => {
    const half = loneSurrogate(text, start, end);
    if (half >= 0) issues.add("json.lone_surrogate", "", byteAt(half));
  };

  const ended = scanJson(
    text,
    {
      open(isObject) {
        if (!isObject) return;
        names[inner] = new Set();
        inner += 1;
      },
      close(isObject) {
        if (isObject) inner -= 1;
      },
      name(start, end, plain) {
        const name = plain ? text.slice(start + 1, end - 1) : (JSON.parse(text.slice(start, end)) as string);
        const seen = names[inner - 1] as Set<string>;
        if (seen.has(name)) issues.add("json.duplicate_name", "", byteAt(start));
        else if (seen.size === maxMembers) throw new TooMany();
        else seen.add(name);
        if (name === "__proto__") issues.add("json.proto_name", "", byteAt(start));
        if (!plain) surrogates(start, end);
      },
      string(start, end, plain) {
        if (!plain) surrogates(start, end);
      },
      number(start, end) {
        const fault = judgeNumber(text.slice(start, end));
        if (fault !== undefined) issues.add(fault, "", byteAt(start));
      },
    },
    maxDepth,
  );

  if (ended.end !== "value") return fail(END_REASON[ended.end], "", byteAt(ended.at));
  return issues.empty ? undefined : issues.fail();
}

/** Index of the first lone half in a string token, where its escape begins if it is escaped; -1 if there is none. */
function loneSurrogate(text: string, start: number, end: number): number {
  let pendingHigh = -1;
  let at = start + 1;
  while (at < end - 1) {
    let unit = text.charCodeAt(at);
    let next = at + 1;
    if (unit === 0x5c) {
      const isUnicode = text.charCodeAt(at + 1) === 0x75;
      unit = isUnicode ? Number.parseInt(text.slice(at + 2, at + 6), 16) : 0;
      next = isUnicode ? at + 6 : at + 2;
    }
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (pendingHigh >= 0) {
      if (!isLow) return pendingHigh;
      pendingHigh = -1;
    } else if (isLow) {
      return at;
    } else if (unit >= 0xd800 && unit <= 0xdbff) {
      pendingHigh = at;
    }
    at = next;
  }
  return pendingHigh;
}

/** Turns indices into UTF-8 byte offsets. Indices must not decrease, so that any number of faults costs one pass. */
function byteCounter(text: string): (index: number) => number {
  let at = 0;
  let bytes = 0;
  return (index) => {
    while (at < index) {
      const unit = text.charCodeAt(at);
      at += 1;
      if (unit < 0x80) bytes += 1;
      else if (unit < 0x800) bytes += 2;
      else if (unit < 0xd800 || unit > 0xdbff || !isLowSurrogate(text.charCodeAt(at))) bytes += 3;
      else {
        bytes += 4;
        at += 1;
      }
    }
    return bytes;
  };
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
