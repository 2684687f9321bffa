import type { Code, Reason } from "../../decision/catalogue.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { DEFAULT_LIMITS } from "../../decision/limits.js";
import { readInput } from "../../json/read-input.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { ArtifactReader } from "../../node/read-artifact.js";
import type { Policy } from "../../policy/policy.js";
import { loadKeyring } from "../../trust/load-keyring.js";
import { conclude, prepare } from "../../verify-action.js";
import { checkProposal } from "../../wire/check-proposal.js";
import type { ProposalData } from "../../wire/proposal.js";
import { asciiJson } from "../escape.js";
import { CaseError, type PolicyCase } from "./policy-case.js";
import type { StandInKeys } from "./stand-in-keys.js";

/** What a policy said to a case. */
export interface Got {
  readonly verdict: "allow" | "block";
  readonly code: Code;
  /** Null on allow. */
  readonly reason: Reason | null;
  /** The operator's id of the first rule that blocked; null where none did. */
  readonly rule: string | null;
}

/** A case with the files it names. */
export interface LoadedCase {
  readonly definition: PolicyCase;
  /** As bytes, so that what is malformed on purpose stays so; undefined for a call without a proposal. */
  readonly proposal: Uint8Array | undefined;
  /** The file's content; null where there is none. */
  readonly keyring: JsonObject | null;
}

export interface CaseSetting {
  readonly policy: Policy;
  readonly keys: StandInKeys;
  readonly artifacts: ArtifactReader | null;
}

/**
 * Decides a case as a live gate would, but for what only a running gate can know: time is the case's, a check answers as the case
 * says, and what a limit's window holds is written in it. A tool under observation is judged as if it were bound.
 *
 * @throws CaseError where the case cannot be put to the policy
 */
export async function runCase(loaded: LoadedCase, setting: CaseSetting): Promise<Got> {
  try {
    return await judge(loaded, setting);
  } catch (error) {
    // A keyring that does not load, or a profile that the policy refuses.
    throw error instanceof ConfigurationError ? new CaseError(error.message) : error;
  }
}

async function judge({ definition, proposal: bytes, keyring: file }: LoadedCase, { policy, keys, artifacts }: CaseSetting): Promise<Got> {
  const ids = new Set(definition.approvedBy.map(({ key }) => key));
  const keyring = loadKeyring(keys.inPlaceOf(file ?? {}, ids));
  const roles = (id: string) => keyring.keys.get(id)?.roles ?? [];
  const proposal = ids.size === 0 || bytes === undefined ? bytes : await keys.sign(readable(bytes), definition, policy, roles);
  const { now, audience, context, profile } = definition;
  const prepared = prepare(proposal, {
    policy,
    keyring,
    now,
    profile,
    call: callOf(definition, bytes),
    checks: new Map([...definition.checks].map(([id, answer]) => [id, answer === "allow"])),
    ...(audience !== null && { audience, audienceRequired: profile === "strict" }),
    ...(context !== null && { context }),
  });
  const files = artifacts === null ? new Map() : await artifacts.read(prepared.artifactRefs);
  const { decision, judged } = conclude(prepared, files);
  const { verdict, code, reason, facts } = decision;
  if (verdict === "block") return { verdict, code, reason, rule: facts.rule ?? null };
  for (const { rule, amount, max } of judged?.budgets ?? []) {
    if ((definition.spent.get(rule) ?? 0) + amount > max) return overspent(rule);
  }
  return { verdict, code, reason, rule: null };
}

/** What a ledger would answer. */
function overspent(rule: string): Got {
  return { verdict: "block", code: "PIC_POLICY_VIOLATION", reason: "policy.limit", rule };
}

function callOf({ call }: PolicyCase, bytes: Uint8Array | undefined) {
  if (call !== "as-proposed") return call;
  const { tool, args } = readable(bytes as Uint8Array).action;
  return { tool, args };
}

function readable(bytes: Uint8Array): ProposalData {
  const value = readInput(bytes, DEFAULT_LIMITS);
  const proposal = value.ok ? checkProposal(value.value, DEFAULT_LIMITS) : value;
  if (proposal.ok) return proposal.value;
  const [{ reason, path }] = proposal.issues;
  throw new CaseError(
    `/proposal: is no proposal (${reason}${path === "" ? "" : ` at ${path}`}), so it can neither be signed nor called "as-proposed"`,
  );
}

/** An inline proposal as the bytes that a gate would get. */
export function bytesOf(value: JsonValue): Uint8Array {
  return new TextEncoder().encode(asciiJson(value));
}
