import { importKey } from "#crypto";
import { IMPACTS, type Impact, isImpact } from "../decision/impact.js";
import type { JsonPointer } from "../decision/issue.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { KEY_PURPOSES, type KeyEntry, type KeyPurpose } from "./keyring.js";
import { isKeyId, isPlainText, isToolName } from "./names.js";
import { allowMembers, isObject, memberOf, refuse } from "./operator-object.js";
import { readPublicKey } from "./read-public-key.js";
import { parseTimestamp } from "./timestamp.js";

const MEMBERS = new Set([
  "public_key",
  "purpose",
  "tools",
  "impacts",
  "audiences",
  "roles",
  "owner",
  "not_before",
  "expires_at",
  "revoked",
]);
const REVOKED_MEMBERS = new Set(["at", "note"]);
const DEFAULT_PURPOSE: readonly KeyPurpose[] = Object.freeze(["approve", "attest"]);

/**
 * Reads one key of a keyring: the key alone as text, or an object with what it is for (spec/keyring.md#entries). Null where
 * the key is weak and revoked, by its own entry or by the file's list (`listedRevoked`): there is nothing to verify with.
 */
export function readKeyEntry(id: string, value: JsonValue, place: JsonPointer, listedRevoked: boolean): KeyEntry | null {
  const entry: JsonObject = typeof value === "string" ? { public_key: value } : objectAt(value, place);
  allowMembers(entry, MEMBERS, place);
  const keyPlace = typeof value === "string" ? place : `${place}/public_key`;
  const purpose = readPurpose(memberOf(entry, "purpose"), `${place}/purpose`);
  const notBefore = readTime(entry, "not_before", place);
  const expiresAt = readTime(entry, "expires_at", place);
  if (notBefore !== null && expiresAt !== null && notBefore >= expiresAt) {
    refuse(`${place}/expires_at`, `key "${id}" is never valid: expires_at must be later than not_before`);
  }
  const revoked = readRevoked(memberOf(entry, "revoked"), `${place}/revoked`);
  const key = readKey(id, memberOf(entry, "public_key"), keyPlace, listedRevoked || revoked);
  const scope = {
    purpose: purpose ?? DEFAULT_PURPOSE,
    purposeWritten: purpose !== null,
    tools: readScope(entry, "tools", place, isToolName, "a tool name"),
    impacts: readScope<Impact>(entry, "impacts", place, isImpact, `one of ${IMPACTS.join(", ")}`),
    audiences: readScope(entry, "audiences", place, isPlainText, "one line without a space at either end"),
    roles: readList(entry, "roles", place, isKeyId, "a role (letters, digits and ._:@/-)") ?? Object.freeze([]),
    owner: readOwner(memberOf(entry, "owner"), `${place}/owner`),
    notBefore,
    expiresAt,
    revoked,
  };
  return key === null ? null : Object.freeze({ id, key, ...scope });
}

function objectAt(value: JsonValue, place: JsonPointer): JsonObject {
  return isObject(value) ? value : refuse(place, "a key is a text, or an object with public_key");
}

/** KEYRING-8: revoking is how an operator puts a weak key out of use, so it must not take the whole file out of use. */
function readKey(id: string, value: JsonValue | undefined, place: JsonPointer, revoked: boolean): KeyEntry["key"] | null {
  if (typeof value !== "string") refuse(place, `key "${id}" needs its public key as a text`);
  const key = readPublicKey(value);
  if ("raw" in key) return importKey(key.raw);
  if ("weak" in key && revoked) return null;
  refuse(place, `key "${id}" is refused: ${key.refused}`);
}

function readPurpose(value: JsonValue | undefined, place: JsonPointer): readonly KeyPurpose[] | null {
  if (value === undefined) return null;
  const list = typeof value === "string" ? [value] : value;
  const isPurpose = (one: JsonValue): one is KeyPurpose => (KEY_PURPOSES as readonly JsonValue[]).includes(one);
  return listAt(list, place, isPurpose, `one of ${KEY_PURPOSES.join(", ")}`);
}

/** "*" is written out and stands alone: beside it, a name would read as a limit that is none. */
function readScope<T extends string>(
  entry: JsonObject,
  name: string,
  place: JsonPointer,
  isName: (value: JsonValue) => value is T,
  expected: string,
): readonly (T | "*")[] | null {
  const isScope = (value: JsonValue): value is T | "*" => value === "*" || isName(value);
  const list = readList(entry, name, place, isScope, `${expected}, or "*" alone`);
  if (list !== null && list.length > 1 && list.includes("*")) refuse(`${place}/${name}`, `"*" stands alone: remove it or the other names`);
  return list;
}

function readList<T extends string>(
  entry: JsonObject,
  name: string,
  place: JsonPointer,
  isName: (value: JsonValue) => value is T,
  expected: string,
): readonly T[] | null {
  const value = memberOf(entry, name);
  return value === undefined ? null : listAt(value, `${place}/${name}`, isName, expected);
}

function listAt<T extends string>(
  value: JsonValue,
  place: JsonPointer,
  isName: (value: JsonValue) => value is T,
  expected: string,
): readonly T[] {
  if (!Array.isArray(value)) refuse(place, "this is a list of names");
  const list = value as readonly JsonValue[];
  if (list.length === 0) refuse(place, "an empty list matches nothing: write the names, or leave the member out");
  const names = list.map((one, at) => (isName(one) ? one : refuse(`${place}/${at}`, `each element is ${expected}`)));
  if (new Set(names).size !== names.length) refuse(place, "a name is listed twice");
  return Object.freeze(names);
}

function readOwner(value: JsonValue | undefined, place: JsonPointer): string | null {
  if (value === undefined) return null;
  return isPlainText(value) ? value : refuse(place, "must be one line of text without a space at either end");
}

/** Presence decides: null, "", 0 or "never" are faults, not "no limit". */
function readTime(entry: JsonObject, name: "not_before" | "expires_at", place: JsonPointer): bigint | null {
  const value = memberOf(entry, name);
  return value === undefined ? null : timeAt(value, `${place}/${name}`);
}

function timeAt(value: JsonValue, place: JsonPointer): bigint {
  return parseTimestamp(value) ?? refuse(place, "this is an RFC 3339 time such as 2026-10-01T12:00:00Z; leave the member out for no limit");
}

function readRevoked(value: JsonValue | undefined, place: JsonPointer): boolean {
  if (value === undefined) return false;
  if (!isObject(value)) refuse(place, 'must be an object such as {"at": "2026-10-01T12:00:00Z", "note": "laptop lost"}');
  allowMembers(value, REVOKED_MEMBERS, place);
  const [at, note] = [memberOf(value, "at"), memberOf(value, "note")];
  if (at !== undefined) timeAt(at, `${place}/at`);
  if (note !== undefined && typeof note !== "string") refuse(`${place}/note`, "must be a text");
  return true;
}
