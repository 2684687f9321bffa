import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { quoteName } from "./names.js";

/** Refuses an operator's file at a place. */
export function refuse(place: JsonPointer, message: string): never {
  throw new ConfigurationError(message, { place });
}

/** The pointer of a member (RFC 6901). */
export function memberPointer(parent: JsonPointer, name: string): JsonPointer {
  return `${parent}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Refuses members that the file format does not have: a misspelt restriction must not be no restriction. */
export function allowMembers(object: JsonObject, allowed: ReadonlySet<string>, place: JsonPointer): void {
  for (const name of Object.keys(object)) {
    if (!allowed.has(name)) refuse(place, `unknown member ${quoteName(name)}; the members here are ${[...allowed].join(", ")}`);
  }
}

/** Own members only. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
