import { sha256 } from "#crypto";
import { CATALOGUE } from "../decision/catalogue.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { isPromise } from "../decision/is-promise.js";
import type { Issue, JsonPointer } from "../decision/issue.js";
import type { Profile } from "../decision/profile.js";
import { readOnlyMap, readOnlySet } from "../decision/read-only.js";
import { canonicalText } from "../json/canonical-text.js";
import { isBytes } from "../json/is-bytes.js";
import { readInput } from "../json/read-input.js";
import type { HostData, JsonObject, JsonValue } from "../json/value.js";
import type { KeyEntry, Keyring } from "./keyring.js";
import { isKeyId, quoteName } from "./names.js";
import { allowMembers, isObject, memberOf, memberPointer, refuse } from "./operator-object.js";
import { readKeyEntry } from "./read-key-entry.js";
import { PRIVATE_MATERIAL } from "./read-pem.js";
import { showsPrivateKey } from "./read-public-key.js";

const FILE_LIMITS = { maxBytes: 1024 * 1024, maxDepth: 8 };
/** Each key is checked for weakness when it loads (a power in the field), so their number bounds that work. */
const MAX_KEYS = 1024;
const FULL_FORM = new Set(["trusted_keys", "revoked_keys"]);
const ID_RULE = "an id is 1 to 128 of letters, digits and ._:@/-, the first a letter or digit; nothing is trimmed";

/** The keyrings made here, and where in their file the keys stand. */
const loaded = new WeakMap<Keyring, JsonPointer>();

/** Whether a value came from `loadKeyring`. */
export function isKeyring(value: unknown): value is Keyring {
  return loaded.has(value as Keyring);
}

/**
 * Reads a keyring (spec/keyring.md): `{"trusted_keys": {...}, "revoked_keys": [...]}` or a flat map of id to key.
 *
 * @param input The file as bytes (preferred: they are judged as they are), as JSON text, or as a plain object.
 * @throws ConfigurationError with the place as a JSON pointer, for anything that is not a keyring without a fault; no message
 *   quotes key material. TypeError where the input is of no such kind.
 * @example loadKeyring({ trusted_keys: { "fin-ops": { public_key: "sfFb//9UM/vzFibCx9pTqfCG6jhHL+KUNr1JOEhlnS8=" } } })
 */
export function loadKeyring(input: Uint8Array | string | HostData): Keyring {
  const file = readFile(input);
  refusePrivateMaterial(file, "");
  if (isPolicy(file)) refuse("", "this looks like a policy, not a keyring");
  const full = Object.hasOwn(file, "trusted_keys") || Object.hasOwn(file, "revoked_keys");
  const place = full ? "/trusted_keys" : "";
  if (full) allowMembers(file, FULL_FORM, "");
  const listed = full ? memberOf(file, "trusted_keys") : file;
  if (listed === undefined) refuse("", "trusted_keys is missing; write {} if no key is trusted");
  if (!isObject(listed)) refuse(place, "must be an object of id to key");
  const revokedIds = readRevokedIds(full ? memberOf(file, "revoked_keys") : undefined);
  const { entries, weakIds } = readEntries(listed, place, revokedIds);
  for (const entry of entries) if (entry.revoked) revokedIds.add(entry.id);
  for (const id of weakIds) revokedIds.add(id);
  return makeKeyring({ entries: strikeRevoked(entries, revokedIds), weakIds, revokedIds, digest: sha256(canonicalText(file)) }, place);
}

/** Refuses a keyring that a profile does not accept: in strict, one key under two ids. ConfigurationError. */
export function checkKeyringForProfile(keyring: Keyring, profile: Profile): void {
  const [shared] = keyring.sharedMaterial;
  if (profile.name !== "strict" || shared === undefined) return;
  const names = shared.slice(0, 4).map((id) => `"${id}"`);
  const more = shared.length > names.length ? ` and ${shared.length - names.length} more` : "";
  refuse(
    memberPointer(loaded.get(keyring) ?? "", shared[1] as string),
    `the ids ${names.join(", ")}${more} hold one and the same key; one holder would count as several, so keep one of them`,
  );
}

function readFile(input: unknown): JsonObject {
  if (isPromise(input)) throw new TypeError("the keyring is a promise: await it before loadKeyring");
  if (typeof input !== "string" && (typeof input !== "object" || input === null)) {
    throw new TypeError("a keyring is read from bytes, JSON text or an object");
  }
  // A typed array of another realm is bytes as well.
  const parsed = readInput(isBytes(input) ? new Uint8Array(input) : input, FILE_LIMITS);
  if (!parsed.ok) throw notJson(parsed.issues[0], typeof input === "string");
  return isObject(parsed.value) ? parsed.value : refuse("", "a keyring is a JSON object");
}

/** Only the catalogue's own words and the place: the parser's pointers hold no names of the file. */
function notJson(issue: Issue, fromText: boolean): ConfigurationError {
  const means = CATALOGUE.find(({ reason }) => reason === issue.reason)?.means ?? issue.reason;
  const at = issue.offset === undefined ? "" : ` (byte ${issue.offset})`;
  const hint =
    fromText && issue.reason === "json.syntax"
      ? " A string is read as JSON text, not as a file name: loadKeyringFile of countersign/node reads a file."
      : "";
  return new ConfigurationError(`the keyring is not strict JSON${at}: ${issue.reason}. ${means}${hint}`, { place: issue.path });
}

/** The two files are named beside each other, so one in the other's place is told as that. No keyring has such a member. */
function isPolicy(file: JsonObject): boolean {
  const byTool = memberOf(file, "impact_by_tool");
  const impacts = [memberOf(file, "require_pic_for_impacts"), memberOf(file, "require_evidence_for_impacts")];
  if (typeof memberOf(file, "version") === "number" || impacts.some(Array.isArray)) return true;
  return isObject(byTool) && !Object.hasOwn(byTool, "public_key");
}

/** Everywhere in the file, notes and names too: a private key that is merely in the wrong member is as exposed. */
function refusePrivateMaterial(value: JsonValue, place: JsonPointer): void {
  if (typeof value === "string" && showsPrivateKey(value)) refuse(place, PRIVATE_MATERIAL);
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value as JsonObject)) {
    if (showsPrivateKey(name)) refuse(place, PRIVATE_MATERIAL);
    refusePrivateMaterial(member, isKeyId(name) ? memberPointer(place, name) : place);
  }
}

interface Read {
  readonly entries: readonly KeyEntry[];
  /** Ids that hold a weak key and are revoked. */
  readonly weakIds: readonly string[];
}

function readEntries(listed: JsonObject, place: JsonPointer, revokedIds: ReadonlySet<string>): Read {
  const members = Object.entries(listed);
  if (members.length > MAX_KEYS) refuse(place, `a keyring holds at most ${MAX_KEYS} keys`);
  const entries: KeyEntry[] = [];
  const weakIds: string[] = [];
  for (const [id, value] of members) {
    if (!isKeyId(id)) refuse(place, `${quoteName(id)} is not a key id: ${ID_RULE}`);
    const entry = readKeyEntry(id, value, memberPointer(place, id), revokedIds.has(id));
    if (entry === null) weakIds.push(id);
    else entries.push(entry);
  }
  return { entries, weakIds };
}

function readRevokedIds(value: JsonValue | undefined): Set<string> {
  if (value === undefined) return new Set();
  if (!Array.isArray(value)) refuse("/revoked_keys", "must be a list of key ids");
  const ids = value as readonly JsonValue[];
  return new Set(ids.map((id, at) => (isKeyId(id) ? id : refuse(`/revoked_keys/${at}`, `this is not a key id: ${ID_RULE}`))));
}

/** A revoked key stays revoked under every other id that it has. */
function strikeRevoked(entries: readonly KeyEntry[], revokedIds: ReadonlySet<string>): readonly KeyEntry[] {
  const struck = new Set(entries.filter(({ id }) => revokedIds.has(id)).map(({ key }) => key.hex));
  return entries.map((entry) => (struck.has(entry.key.hex) ? Object.freeze({ ...entry, revoked: true }) : entry));
}

function makeKeyring(parts: Read & Pick<Keyring, "revokedIds" | "digest">, place: JsonPointer): Keyring {
  const { entries, weakIds, revokedIds, digest } = parts;
  const idsByMaterial = new Map<string, string[]>();
  for (const { id, key } of entries) {
    const ids = idsByMaterial.get(key.hex);
    if (ids === undefined) idsByMaterial.set(key.hex, [id]);
    else ids.push(id);
  }
  const keyring = Object.freeze({
    keys: readOnlyMap(new Map(entries.map((entry) => [entry.id, entry]))),
    revokedIds: readOnlySet(revokedIds),
    weakIds: Object.freeze(weakIds),
    digest,
    sharedMaterial: Object.freeze([...idsByMaterial.values()].filter((ids) => ids.length > 1).map((ids) => Object.freeze(ids))),
  }) as unknown as Keyring;
  loaded.set(keyring, place);
  return keyring;
}
