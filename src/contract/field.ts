import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Field } from "./contract.js";

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;
const { hasOwn } = Object;
const { getOwnPropertyDescriptor } = Reflect;
const { isArray } = Array;

/** The names that a pointer walks through, unescaped, taken apart once. */
export function fieldOf(pointer: JsonPointer): Field {
  const steps = pointer.split("/").slice(1);
  return Object.freeze({ pointer, steps: Object.freeze(steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))) });
}

export function isIndex(step: string): boolean {
  return INDEX.test(step);
}

/** What stands at a field of a value that parseJson made; undefined where nothing does. */
export function fieldIn(root: JsonValue, { steps }: Field): JsonValue | undefined {
  let value = root;
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at] as string;
    if (typeof value !== "object" || value === null || !hasOwn(value, step)) return undefined;
    if (isArray(value) && !INDEX.test(step)) return undefined;
    value = (value as JsonObject)[step] as JsonValue;
  }
  return value;
}

/** The same in an object of ours that holds live values of the host's, whose accessors are not run. */
export function fieldOfLive(root: object, { steps }: Field): unknown {
  const first = steps[0] as string;
  let value: unknown = hasOwn(root, first) ? (root as { readonly [name: string]: unknown })[first] : undefined;
  for (let at = 1; at < steps.length; at += 1) {
    const step = steps[at] as string;
    if (typeof value !== "object" || value === null || (isArray(value) && !INDEX.test(step))) return undefined;
    value = ownValue(value, step);
  }
  return value;
}

/** An own data member; undefined for an accessor, and where a proxy throws. */
export function ownValue(owner: object, name: PropertyKey): unknown {
  try {
    const member = getOwnPropertyDescriptor(owner, name);
    return member !== undefined && hasOwn(member, "value") ? member.value : undefined;
  } catch {
    return undefined;
  }
}
