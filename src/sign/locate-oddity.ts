import type { Reason } from "../decision/catalogue.js";
import type { JsonPointer } from "../decision/issue.js";
import { joinPointer } from "../json/pointer.js";
import type { JsonLimits } from "../json/read-input.js";
import { readInput } from "../json/read-input.js";

/** Where in a host's own value a reading met its fault, and what stands there. */
export interface Oddity {
  readonly path: JsonPointer;
  /** A few words; "" where the reason says it all. */
  readonly found: string;
}

/**
 * Finds the innermost member that alone gives `reason`. For the host's own data, which may be named in a message to the host: the
 * names of a proposal that somebody else sent are not. Runs no accessor. Total, and at most `maxDepth` steps deep.
 */
export function locateOddity(value: unknown, reason: Reason, limits: JsonLimits): Oddity {
  let path: JsonPointer = "";
  let at: Member = { value, accessor: false };
  try {
    const passed = new Set<unknown>();
    for (let depth = 0; depth <= limits.maxDepth && isContainer(at.value); depth += 1) {
      if (passed.has(at.value)) return { path, found: "a reference to what it stands in" };
      passed.add(at.value);
      const step = firstOdd(at.value, reason, limits);
      if (step === null) break;
      path = joinPointer(path, step.name);
      at = step.member;
    }
    return { path, found: kindOf(at) };
  } catch {
    // A proxy may throw when it is looked at: then the place found so far has to do.
    return { path, found: "" };
  }
}

interface Member {
  readonly value: unknown;
  readonly accessor: boolean;
}

function firstOdd(owner: object, reason: Reason, limits: JsonLimits): { name: string | number; member: Member } | null {
  const names = Array.isArray(owner) ? Array.from(owner, (_, at) => at) : Object.getOwnPropertyNames(owner).sort();
  for (const name of names) {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    const member = { value: own?.value, accessor: own !== undefined && !Object.hasOwn(own, "value") };
    // In a list, since a string by itself would be read as JSON text.
    const read = member.accessor ? null : readInput([member.value], limits);
    const odd = read === null ? reason === "json.not_plain" : !read.ok && read.issues.some((issue) => issue.reason === reason);
    if (odd) return { name, member };
  }
  return null;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function kindOf({ value, accessor }: Member): string {
  if (accessor) return "an accessor";
  switch (typeof value) {
    case "undefined":
      return "undefined: leave the member out";
    case "number":
      return `the number ${value}`;
    case "bigint":
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "object":
      return instanceName(value);
    default:
      return "";
  }
}

/** What class an object is of; "" for plain ones, where a member is at fault that JSON has no place for. */
function instanceName(value: object | null): string {
  const prototype = value === null ? null : Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || prototype === Array.prototype) return "";
  const made: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof made === "function" && made.name !== "" ? `an instance of ${made.name}` : "an instance of a class";
}
