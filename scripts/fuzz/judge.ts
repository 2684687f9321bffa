import type { Decision } from "../../src/decision/decision.js";
import { approvedPart, type FuzzCase, show } from "./cases.js";
import { canonical, type Json, type JsonRecord, KEYRING } from "./scenarios.js";

/** What the verifier did: decided, or refused the operator's files or the caller's options. */
export type Answer = { readonly decision: Decision } | { readonly refused: "ConfigurationError" | "TypeError" };

/** Runs one case. Anything but an answer is a fault of the verifier. */
export type Verify = (one: FuzzCase) => Answer;

const SLOWEST_MS = 1000;

function textOf(input: unknown): string {
  if (input instanceof Uint8Array) return new TextDecoder().decode(input);
  return typeof input === "string" ? input : JSON.stringify(input);
}

/** Whether an allow is right, by means that share nothing with the verifier; what does not read like a proposal is none. */
function mayAllow(one: FuzzCase): boolean {
  try {
    return isApproved(one);
  } catch {
    return false;
  }
}

function isApproved(one: FuzzCase): boolean {
  const proposal: JsonRecord = JSON.parse(textOf(one.input));
  const policy: JsonRecord = JSON.parse(one.policy);
  const keyring: JsonRecord = JSON.parse(one.keyring);
  const action = proposal.action as { tool: string; args: Json };
  const rule = (policy.tools as Record<string, JsonRecord>)[action.tool];
  if (rule === undefined || rule.impact !== proposal.impact) return false;
  if (one.call !== "proposal-only") {
    if (one.call.tool !== action.tool) return false;
    if ("args" in one.call && canonical(one.call.args as Json) !== canonical(action.args)) return false;
  }
  const { window, proposal: approved } = one.scenario;
  // Nobody signs for a low impact: there the call and the policy are all that must hold.
  if (window === null) return proposal.impact === "read";
  if (one.now < window[0] || one.now >= window[1]) return rule.impact === "read";
  if (approvedPart(proposal) !== approvedPart(approved)) return false;
  const keys = keyring.trusted_keys as Record<string, JsonRecord> | undefined;
  const known = KEYRING.trusted_keys as Record<string, JsonRecord>;
  const signers = ((proposal.evidence ?? []) as JsonRecord[]).flatMap((entry) => (entry.type === "sig" ? [entry.key_id as string] : []));
  return signers.length > 0 && signers.every((id) => keys?.[id]?.public_key === known[id]?.public_key);
}

/** The decision without what an operator may be told in the sender's own words. */
function withoutOperatorFacts({ facts, ...rest }: Decision): string {
  const {
    tool: _tool,
    provenance: _provenance,
    unknown_members: _names,
    ...others
  } = facts as Decision["facts"] & { unknown_members?: unknown };
  return JSON.stringify({ ...rest, facts: others });
}

export interface Judged {
  /** What went wrong, as sentences; empty where nothing did. */
  readonly faults: readonly string[];
  /** The answer as text: equal on every engine. */
  readonly text: string;
}

/** Runs a case twice and holds what must hold for any input. */
export function judge(one: FuzzCase, verify: Verify): Judged {
  const faults: string[] = [];
  const texts: string[] = [];
  let answer: Answer | undefined;
  for (let times = 0; times < 2; times += 1) {
    const began = performance.now();
    try {
      answer = verify(one);
    } catch (error) {
      return { faults: [`throws ${error instanceof Error ? error.stack : String(error)}`], text: "" };
    }
    const took = performance.now() - began;
    if (took > SLOWEST_MS) faults.push(`takes ${Math.round(took)} ms`);
    texts.push(JSON.stringify(answer));
  }
  const text = texts[0] as string;
  // A live object may answer differently each time it is read; data may not.
  if (one.kind !== "live object" && one.kind !== "other call" && texts[1] !== text) faults.push(`differs on a second run: ${texts[1]}`);
  if (answer === undefined || "refused" in answer) {
    if (answer?.refused === "TypeError" && one.kind !== "other call") faults.push("blames the caller for data");
    if (answer?.refused === "ConfigurationError" && !/keyring|policy/.test(one.kind)) faults.push("blames the operator for data");
    return { faults, text };
  }
  const { decision } = answer;
  if (decision.verdict === "allow" && !mayAllow(one)) faults.push("allows what nobody approved");
  if (decision.verdict !== "allow" && one.kind === "unaltered") faults.push("blocks what was approved");
  if ((decision.verdict === "allow") !== (decision.code === "PIC_OK")) faults.push("has a code that does not fit its verdict");
  if (decision.code === "PIC_INTERNAL_ERROR") faults.push("meets a fault of its own");
  if (withoutOperatorFacts(decision).includes(one.marker)) faults.push("says a word of the sender's");
  return { faults, text };
}

/** A report with all that is needed to make the case again. */
export function report(seed: number, one: FuzzCase, { faults, text }: Judged): string {
  return [
    `case ${one.index} of seed ${seed} (npm run fuzz -- --seed ${seed} --case ${one.index})`,
    ...faults.map((fault) => `  ${fault}`),
    `  kind: ${one.kind}, from "${one.scenario.name}"`,
    `  input: ${show(one.input)}`,
    `  call: ${show(one.call)}`,
    `  now: ${one.now}, profile: ${one.profile}, audience: ${one.audience ?? "none"}`,
    `  keyring: ${one.keyring}`,
    `  policy: ${one.policy}`,
    `  answer: ${text}`,
  ].join("\n");
}
