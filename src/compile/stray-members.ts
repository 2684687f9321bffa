import { ConfigurationError } from "../decision/configuration-error.js";

const NATIVE_MEMBERS = new Set(
  "constructor __defineGetter__ __defineSetter__ hasOwnProperty __lookupGetter__ __lookupSetter__ isPrototypeOf propertyIsEnumerable toString valueOf __proto__ toLocaleString".split(
    " ",
  ),
);

/** Engines read their options, and what they know, through Object.prototype: `coerceTypes` there would coerce. */
export function refuseStrayMembers(what: "schemas" | "conditions"): void {
  const stray = Reflect.ownKeys(Object.prototype).find((name) => typeof name === "symbol" || !NATIVE_MEMBERS.has(name));
  if (stray === undefined) return;
  throw new ConfigurationError(
    `Object.prototype has the member ${JSON.stringify(String(stray))}; ${what} are compiled only where it has its own members alone`,
  );
}
