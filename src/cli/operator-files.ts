import { lstatSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { ProfileName } from "../decision/profile.js";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";
import type { Shell } from "./shell.js";

export type OperatorFileKind = "policy" | "keys";

export interface OperatorFile {
  readonly path: string;
  /** What named it. */
  readonly from: "flag" | "environment" | "working directory";
}

const ENVIRONMENT = { policy: "PIC_POLICY_PATH", keys: "PIC_KEYS_PATH" } as const;
/** Searched in this order, the reference's, and only in interop: a pull request must not bring its own trust roots. */
const AMBIENT = { policy: ["pic_policy.json", "pic_policy.local.json"], keys: ["pic_keys.json"] } as const;

/**
 * Finds the policy or keyring file: the flag, else the environment, else (interop alone) the working directory.
 * ConfigurationError where nothing names one, or the variable is set and empty; nothing is ever assumed.
 */
export function findOperatorFile(kind: OperatorFileKind, flag: string | undefined, profile: ProfileName, shell: Shell): OperatorFile {
  const found = lookForOperatorFile(kind, flag, profile, shell);
  if (found !== null) return found;
  const searched = profile === "interop" ? `, or put ${AMBIENT[kind][0]} into the working directory` : "";
  throw new ConfigurationError(`is needed: give its file, or set ${ENVIRONMENT[kind]}${searched}`, { place: `--${kind}` });
}

/** The same search for a command that can do without: null where nothing names a file. */
export function lookForOperatorFile(
  kind: OperatorFileKind,
  flag: string | undefined,
  profile: ProfileName,
  shell: Shell,
): OperatorFile | null {
  if (flag === "-") throw new UsageError("is a file, not standard input", `--${kind}`);
  if (flag !== undefined) return { path: flag, from: "flag" };
  const variable = ENVIRONMENT[kind];
  const named = shell.env[variable];
  if (named === "") throw new ConfigurationError("is set and empty; unset it or name a file", { place: variable });
  if (named !== undefined) return { path: named, from: "environment" };
  if (profile === "interop") {
    const found = AMBIENT[kind].find((name) => exists(join(shell.cwd, name)));
    if (found !== undefined) return { path: found, from: "working directory" };
  }
  return null;
}

/** Anything of that name counts: one that cannot be read is an error, never a reason to look further. */
function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** How the output names the file. */
export function tellFile(file: OperatorFile): string {
  return `${escapeText(file.path)} (${file.from === "flag" ? "given" : `from the ${file.from}`})`;
}
