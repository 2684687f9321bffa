import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, JsonValue } from "../../../json/value.js";
import { formatTimestamp } from "../../../trust/timestamp.js";
import type { StandInKeys } from "../../policy-cases/stand-in-keys.js";

/** The operator's keyring as it stands, with every key that signs expired, and with each of them revoked. */
export type KeyringVariant = "standing" | "expired" | "revoked";

export type KeyringFiles = Readonly<Record<KeyringVariant, string>>;

/** Writes copies of a keyring in which the named ids hold stand-in keys; what else is said of a key stays the operator's. */
export function writeKeyrings(folder: string, keyring: JsonObject, keys: StandInKeys, ids: ReadonlySet<string>, now: number): KeyringFiles {
  const { trusted_keys, revoked_keys } = fullForm(keys.inPlaceOf(keyring, ids));
  const write = (variant: KeyringVariant, content: JsonObject): string => {
    const file = join(folder, `keys-${variant}.json`);
    writeFileSync(file, JSON.stringify(content), { mode: 0o600, flag: "wx" });
    return file;
  };
  const ended = Object.entries(trusted_keys).map(([id, entry]) => [id, ids.has(id) ? expired(entry, now) : entry]);
  return {
    standing: write("standing", { trusted_keys, revoked_keys }),
    expired: write("expired", { trusted_keys: Object.fromEntries(ended), revoked_keys }),
    revoked: write("revoked", { trusted_keys, revoked_keys: [...new Set([...revoked_keys, ...ids])] }),
  };
}

function fullForm(keyring: JsonObject): { readonly trusted_keys: JsonObject; readonly revoked_keys: readonly JsonValue[] } {
  const full = Object.hasOwn(keyring, "trusted_keys") || Object.hasOwn(keyring, "revoked_keys");
  if (!full) return { trusted_keys: keyring, revoked_keys: [] };
  return { trusted_keys: (keyring.trusted_keys ?? {}) as JsonObject, revoked_keys: (keyring.revoked_keys ?? []) as readonly JsonValue[] };
}

/** A second ago. `not_before` goes: it could be later than that. */
function expired(entry: JsonValue, now: number): JsonObject {
  const { not_before: _from, ...rest } = entry as JsonObject;
  return { ...rest, expires_at: formatTimestamp(now - 1000) };
}
