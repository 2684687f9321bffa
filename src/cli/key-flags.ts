import { ConfigurationError } from "../decision/configuration-error.js";
import { IMPACTS, type Impact } from "../decision/impact.js";
import type { GenerateKeyOptions, KeyringFileEntry } from "../node/sign.js";
import { KEY_PURPOSES, type KeyPurpose } from "../trust/keyring.js";
import { nowToNanos, parseTimestamp } from "../trust/timestamp.js";
import { escapeText } from "./escape.js";
import { UsageError } from "./faults.js";
import { type Flags, oneOf } from "./flags.js";

/** What a key is for: the same words wherever an entry is made or changed. */
export const SCOPE_FLAGS = {
  tool: { type: "text", many: true, value: "NAME", help: "a tool that it may approve, or *; may be repeated" },
  impact: { type: "text", many: true, value: "IMPACT", help: "an impact that it may approve, or *; may be repeated" },
  audience: { type: "text", many: true, value: "NAME", help: "a gate that it may approve for; may be repeated" },
  purpose: { type: "text", many: true, value: "PURPOSE", help: `${KEY_PURPOSES.join(", ")} (approve); may be repeated` },
  role: { type: "text", many: true, value: "ROLE", help: "a role that policies may ask an approver to have; may be repeated" },
  owner: { type: "text", value: "WHO", help: "who holds it; approvals are counted by owner" },
  "not-before": { type: "text", value: "TIME", help: "RFC 3339" },
  "expires-at": { type: "text", value: "TIME", help: "RFC 3339" },
} as const;

/** What the flags say, as far as they were given. */
export type Scope = Pick<GenerateKeyOptions, "tools" | "impacts" | "audiences" | "roles" | "owner" | "notBefore" | "expiresAt"> & {
  readonly purpose?: readonly KeyPurpose[];
};

/** UsageError for a value that can be judged without the entry it goes into; the rest is the keyring's own rules (entryFor). */
export function readScope(flags: Flags<typeof SCOPE_FLAGS>, now: number): Scope {
  const { tool, audience, role, owner } = flags;
  const purpose = flags.purpose.map((name) => oneOf<KeyPurpose>("--purpose", name, KEY_PURPOSES, "approve"));
  const impacts = flags.impact.map((name) => oneOf<Impact | "*">("--impact", name, [...IMPACTS, "*"], "*"));
  const notBefore = readTime("--not-before", flags["not-before"]);
  const expiresAt = readTime("--expires-at", flags["expires-at"]);
  if (expiresAt !== undefined && nowToNanos(expiresAt) <= nowToNanos(now))
    throw new UsageError("is in the past: the key would never be in force", "--expires-at");
  return {
    ...(purpose.length > 0 && { purpose }),
    ...(tool.length > 0 && { tools: tool }),
    ...(impacts.length > 0 && { impacts }),
    ...(audience.length > 0 && { audiences: audience }),
    ...(role.length > 0 && { roles: role }),
    ...(owner !== undefined && { owner }),
    ...(notBefore !== undefined && { notBefore }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function readTime(flag: string, text: string | undefined): string | undefined {
  if (text !== undefined && parseTimestamp(text) === null) throw new UsageError("is an RFC 3339 time such as 2027-01-01T00:00:00Z", flag);
  return text;
}

/** The member of a keyring entry that each flag writes. */
export const FLAG_OF: ReadonlyMap<string, string> = new Map([
  ["public_key", "--public-key"],
  ["tools", "--tool"],
  ["impacts", "--impact"],
  ["audiences", "--audience"],
  ["purpose", "--purpose"],
  ["roles", "--role"],
  ["owner", "--owner"],
  ["not_before", "--not-before"],
  ["expires_at", "--expires-at"],
]);

/** The scope as members of a keyring file. */
export function membersOf({ notBefore, expiresAt, ...scope }: Scope): Readonly<Record<string, unknown>> {
  return {
    ...scope,
    ...(notBefore !== undefined && { not_before: notBefore }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
}

/** Runs what holds an entry to the keyring's own rules: what they find wrong was written on the command line. */
export function entryFor<T>(id: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const prefix = `/trusted_keys/${id.replaceAll("/", "~1")}/`;
    if (!(error instanceof ConfigurationError) || error.place?.startsWith(prefix) !== true) throw error;
    const [member = ""] = error.place.slice(prefix.length).split("/");
    throw new UsageError(escapeText(error.what), FLAG_OF.get(member));
  }
}

export function unscopedNote({ tools, impacts, purpose = [] }: KeyringFileEntry): string {
  const missing = [...(tools === undefined ? ["--tool"] : []), ...(impacts === undefined ? ["--impact"] : [])];
  const signs = purpose.includes("approve") || purpose.includes("attest") || purpose.includes("receipt");
  if (missing.length === 0 || !signs) return "";
  return `countersign: without ${missing.join(" and ")} a version 1 policy refuses this key for high impacts\n`;
}
