import { ConfigurationError } from "../../decision/configuration-error.js";
import { DEFAULT_LIMITS } from "../../decision/limits.js";
import type { JsonObject } from "../../json/value.js";
import { type ArtifactReader, createArtifactReader } from "../../node/read-artifact.js";
import { readOperatorFile } from "../../node/read-operator-file.js";
import { lookForOperatorFile, type OperatorFile } from "../operator-files.js";
import type { Shell } from "../shell.js";
import { loadKeyringFor } from "../verification.js";

export interface CaseFiles {
  readonly keys: OperatorFile | null;
  /** The content of `keys`, which has loaded. */
  readonly keyring: JsonObject | null;
  readonly artifacts: ArtifactReader | null;
}

/** What cases share beside the policy: the keyring, if one is named, and the folder of evidence files. */
export async function readCaseFiles(
  flags: { readonly keys: string | undefined; readonly "evidence-root": string | undefined },
  shell: Shell,
): Promise<CaseFiles> {
  const keys = lookForOperatorFile("keys", flags.keys, "strict", shell);
  const root = flags["evidence-root"];
  const artifacts =
    root === undefined
      ? null
      : await createArtifactReader({ root, limits: DEFAULT_LIMITS }).catch((error: unknown) => {
          throw error instanceof ConfigurationError
            ? new ConfigurationError(error.what, { file: error.file ?? root, place: "--evidence-root" })
            : error;
        });
  if (keys === null) return { keys, keyring: null, artifacts };
  // Loaded once by its own rules, so that a fault is told as the file's and not as each case's.
  await loadKeyringFor(keys, "interop");
  const bytes = await readOperatorFile(keys.path, "keyring");
  return { keys, keyring: JSON.parse(new TextDecoder().decode(bytes)) as JsonObject, artifacts };
}
