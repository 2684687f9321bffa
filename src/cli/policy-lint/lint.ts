import type { JsonPointer } from "../../decision/issue.js";
import type { Policy, ToolRule } from "../../policy/policy.js";
import type { ToolEntry, Version1File } from "../../policy/policy-file.js";
import type { Keyring } from "../../trust/keyring.js";

/** What is allowed to stand in a policy, and is probably not what was meant. */
export interface Lint {
  /** Stable name of the lint. */
  readonly lint: string;
  /** Pointer into the policy file. */
  readonly place: JsonPointer;
  readonly message: string;
}

/** One tool of a version 1 policy, as written and as loaded. */
export interface LintedTool {
  readonly name: string;
  /** The entry's pointer. */
  readonly place: JsonPointer;
  readonly entry: ToolEntry;
  readonly rule: ToolRule;
}

export interface LintQuestion {
  readonly file: Version1File;
  readonly policy: Policy;
  readonly tools: readonly LintedTool[];
  /** Null where none was given. */
  readonly keyring: Keyring | null;
  /** Epoch nanoseconds. */
  readonly now: bigint;
}
