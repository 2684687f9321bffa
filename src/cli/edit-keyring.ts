import { resolve } from "node:path";
import { ConfigurationError } from "../decision/configuration-error.js";
import { resolveProfile } from "../decision/profile.js";
import { parseJson } from "../json/parse-json.js";
import { MAX_OPERATOR_FILE_BYTES, readOperatorFile } from "../node/read-operator-file.js";
import type { KeyringFileEntry } from "../node/sign.js";
import type { Keyring } from "../trust/keyring.js";
import { checkKeyringForProfile, loadKeyring } from "../trust/load-keyring.js";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";
import { EMPTY_KEYRING, hasOutline, isFullForm, withEntry } from "./keyring-text.js";
import { prepareReplacement, type Replacement } from "./replace-file.js";

/** Where a keyring is, and what the user calls it. */
export interface KeyringPlace {
  readonly file: string;
  readonly cwd: string;
}

interface Edit {
  /** A file that is not there is made. */
  readonly mayCreate?: true;
  /** A file that does not load may be edited where it loads afterwards: revoking is how a weak key is put out of use. */
  readonly mayMend?: true;
  /** The new text. `keyring` is what the old one loads to, null where it does not. */
  readonly change: (text: string, keyring: Keyring | null) => string;
}

/**
 * Edits a keyring file. Everything but the change stays as it was written, and the new file must load, in strict too if the
 * old one did, before it is put in the old one's place (prepareReplacement).
 *
 * @throws ConfigurationError where the file is no keyring or would be none afterwards; UsageError where it cannot be written
 */
export async function editKeyring({ file, cwd }: KeyringPlace, edit: Edit): Promise<Replacement> {
  return prepareReplacement(resolve(cwd, file), file, async (target) => {
    if (target === null && edit.mayCreate !== true)
      throw new ConfigurationError("the keyring file does not exist; check the path", { file });
    const before = target === null ? EMPTY_KEYRING : await readText(target, file);
    const old = tryLoad(before);
    if ("fault" in old && !(edit.mayMend === true && hasOutline(before))) throw old.fault.inFile(file);
    const after = edit.change(before, "fault" in old ? null : old.keyring);
    if (Buffer.byteLength(after) > MAX_OPERATOR_FILE_BYTES) throw new UsageError("would grow past 1 MiB with this", escapeText(file));
    const made = tryLoad(after);
    if ("fault" in made) throw ("fault" in old ? old.fault : made.fault).inFile(file);
    if ("fault" in old || old.keyring.sharedMaterial.length === 0) mustBeStrict(made.keyring, file);
    return { before: target === null ? null : before, after };
  });
}

/** Adds an entry to a keyring file, or makes the file. No id is written over, nor one that the file revokes taken again. */
export async function addToKeyring(place: KeyringPlace, flag: string, id: string, entry: KeyringFileEntry): Promise<Replacement> {
  const told = escapeText(place.file);
  return editKeyring(place, {
    mayCreate: true,
    change(text, keyring) {
      if (keyring?.revokedIds.has(id)) throw new UsageError(`is revoked in ${told}; choose another id`, flag);
      if (keyring?.keys.has(id)) throw new UsageError(`is in ${told} already; choose another id`, flag);
      // Ids of the flat form stand at the root, and these two names there are what makes the full form.
      if (!isFullForm(text) && (id === "trusted_keys" || id === "revoked_keys"))
        throw new UsageError("cannot be the id of a key in a flat keyring", flag);
      return withEntry(text, id, entry);
    },
  });
}

async function readText(target: string, file: string): Promise<string> {
  const bytes = await readOperatorFile(target, "keyring").catch((error: unknown) => {
    throw error instanceof ConfigurationError ? new ConfigurationError(error.what, { file }, { cause: error }) : error;
  });
  // Whatever else is wrong with it, its text can be edited only if it is JSON by the strict rules.
  if (!parseJson(bytes, { maxBytes: MAX_OPERATOR_FILE_BYTES, maxDepth: 8 }).ok) {
    const read = tryLoad(bytes);
    throw "fault" in read ? read.fault.inFile(file) : new TypeError("a keyring that loads is strict JSON");
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function tryLoad(text: string | Uint8Array): { readonly keyring: Keyring } | { readonly fault: ConfigurationError } {
  try {
    return { keyring: loadKeyring(text) };
  } catch (error) {
    if (error instanceof ConfigurationError) return { fault: error };
    throw error;
  }
}

function mustBeStrict(keyring: Keyring, file: string): void {
  try {
    checkKeyringForProfile(keyring, resolveProfile("strict"));
  } catch (error) {
    throw error instanceof ConfigurationError ? error.inFile(file) : error;
  }
}
