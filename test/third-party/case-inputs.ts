import { spawnSync } from "node:child_process";
import { createHash, createPrivateKey, sign } from "node:crypto";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import canonicalize from "canonicalize";

/** A case of the shared folder, as far as it is read here (README.md beside the cases says what the forms mean). */
export interface SharedCase {
  readonly input: {
    readonly form: string;
    readonly proposal?: Proposal;
    readonly raw_utf8?: string;
    readonly hex?: string;
    readonly raw_json?: string;
    readonly expect_hex?: string;
    readonly fs?: readonly FsEntry[];
    readonly options?: Options;
    readonly variants?: readonly Variant[];
  };
  readonly expected: { readonly verdict: string; readonly code_hint: string | null };
}

export interface Options {
  readonly expected_tool?: string;
  readonly now: string;
  readonly keyring: { readonly trusted_keys: Record<string, unknown>; readonly revoked_keys?: readonly string[] };
  readonly policy: Record<string, unknown> | null;
  readonly evidence_root?: string;
  /** What the operator's own check answers, or does instead. */
  readonly policy_hook_returns?: unknown;
  readonly policy_hook?: string;
}

export type Variant = { readonly [name: string]: unknown };
// biome-ignore lint/suspicious/noExplicitAny: proposals here are faulty on purpose, and changed at any depth
export type Proposal = any;

interface FsEntry {
  readonly path?: string;
  readonly bytes_utf8?: string;
  readonly bytes_hex?: string;
  readonly json?: unknown;
  readonly mkdir?: string;
  readonly symlink?: string;
  readonly to?: string;
  readonly fifo?: string;
  readonly sparse?: string;
  readonly size?: number;
}

/** Lays out what a case wants on disk. */
export function layOut(folder: string, entries: readonly FsEntry[]): void {
  for (const entry of entries) {
    const name = entry.path ?? entry.mkdir ?? entry.symlink ?? entry.fifo ?? entry.sparse;
    if (name === undefined) throw new Error(`unknown entry ${JSON.stringify(entry)}`);
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (entry.mkdir !== undefined) mkdirSync(path, { recursive: true });
    else if (entry.symlink !== undefined) symlinkSync(entry.to as string, path);
    else if (entry.fifo !== undefined) spawnSync("mkfifo", [path]);
    else if (entry.sparse !== undefined) {
      writeFileSync(path, "");
      truncateSync(path, entry.size);
    } else
      writeFileSync(
        path,
        entry.json === undefined
          ? Buffer.from(entry.bytes_utf8 ?? entry.bytes_hex ?? "", entry.bytes_hex === undefined ? "utf8" : "hex")
          : JSON.stringify(entry.json),
      );
  }
}

const CHECK = "policy-hook";

/**
 * The policy in this project's own terms, version 1: the placeholder `args_rules` is an `args` schema, `limits` a limit on one
 * call beside the schema that a positive amount needs, and a hook a check.
 */
export function policyOf({ policy, ...options }: Options): object {
  const { args_rules, limits, impact_by_tool } = (policy ?? {}) as {
    args_rules?: Record<string, Record<string, object>>;
    limits?: Record<string, { readonly path: string; readonly max: number }>;
    impact_by_tool?: Record<string, string>;
  };
  const hooked = isHooked(options);
  if (args_rules === undefined && limits === undefined && !hooked) return policy ?? {};
  const tools = Object.entries(impact_by_tool ?? {}).map(([name, impact]) => {
    const properties = args_rules?.[name];
    const limit = limits?.[name];
    const rule = {
      impact,
      ...(properties !== undefined && { args: { type: "object", properties, additionalProperties: true } }),
      ...(limit !== undefined && limited(limit)),
      ...(hooked && { check: [{ id: CHECK }] }),
    };
    return [name, rule];
  });
  return { version: 1, tools: Object.fromEntries(tools), allow_unscoped_keys: true };
}

/** Whether zero may be paid is the schema's matter; the limit alone refuses every other amount of the cases. */
function limited({ path, max }: { readonly path: string; readonly max: number }): object {
  const amount = path.replace(/^args\./, "");
  return {
    limits: [{ id: "ceiling", amount: `/${amount}`, max }],
    args: { type: "object", properties: { [amount]: { not: { const: 0 } } }, additionalProperties: true },
  };
}

/** A hook that fails gives no answer; one that answers oddly gives that. */
export function checksOf(options: Options): ReadonlyMap<string, boolean> {
  const answers = new Map<string, boolean>();
  if ("policy_hook_returns" in options) answers.set(CHECK, options.policy_hook_returns as boolean);
  return answers;
}

function isHooked(options: Omit<Options, "policy">): boolean {
  return "policy_hook_returns" in options || "policy_hook" in options;
}

/** The keyring in this project's own terms: the agent's own key has the purpose "agent". */
export function keyringOf({ trusted_keys, revoked_keys }: Options["keyring"]): object {
  const keys = Object.entries(trusted_keys).map(([id, entry]) => {
    if (typeof entry !== "object" || entry === null || !("purposes" in entry)) return [id, entry];
    const { purposes: _, ...known } = entry;
    return [id, { ...known, purpose: ["agent"] }];
  });
  return { trusted_keys: Object.fromEntries(keys), revoked_keys: revoked_keys ?? [] };
}

/** Signs the first signature entry again, once its attestation or the arguments were changed. */
export function signAgain(proposal: Proposal, seedHex: string, anew: Record<string, unknown> = {}): Proposal {
  const entry = proposal.evidence.find((one: { type: string }) => one.type === "sig");
  const digest = createHash("sha256")
    .update(canonicalize(proposal.action.args) as string)
    .digest("hex");
  const payload = canonicalize({ ...JSON.parse(entry.payload), args_digest: digest, ...anew }) as string;
  const key = createPrivateKey({ key: Buffer.from(`302e020100300506032b657004220420${seedHex}`, "hex"), format: "der", type: "pkcs8" });
  Object.assign(entry, { payload, signature: sign(null, Buffer.from(payload, "utf8"), key).toString("base64") });
  return proposal;
}
