import { STRICT } from "../../decision/profile.js";
import type { CallContext } from "../../gate/ports.js";
import type { JsonObject } from "../../json/value.js";
import { approverEntries } from "../../policy/approver-entries.js";
import type { Policy, ToolRule } from "../../policy/policy.js";
import { isVersion1 } from "../../policy/policy-file.js";
import { requirementsFor } from "../../policy/requirements.js";
import { proposalFor } from "../../sign/proposal-for.js";
import type { Keyring } from "../../trust/keyring.js";
import type { ProposalData } from "../../wire/proposal.js";
import type { WrittenPolicy } from "../read-policy.js";
import { chooseSigners, type Vouching } from "./choose-signers.js";
import type { Example } from "./read-example.js";
import { type ArgsQuestion, findArgs, findOtherArgs, fits } from "./sample/find-args.js";

const SOURCE = "doctor";
/** Whoever asks, and the gate that is asked, where nothing says who. */
const NOBODY = "countersign-doctor";

export interface DraftQuestion {
  readonly policy: WrittenPolicy;
  readonly keyring: Keyring;
  /** Null: not said. */
  readonly audience: string | null;
  readonly examples: readonly Example[];
  /** Epoch nanoseconds. */
  readonly now: bigint;
}

/** A call of a tool that the operator's policy should let pass once it is signed, and what it takes to try it. */
export interface Draft {
  readonly tool: string;
  readonly rule: ToolRule;
  readonly audience: string;
  readonly context: CallContext;
  /** Null: no keys in force can give what the policy asks for. */
  readonly signers: readonly Vouching[] | null;
  /** Evidence is asked for, so that an unsigned call must be blocked. */
  readonly needsEvidence: boolean;
  /** Null: none were found that the policy takes. */
  readonly args: JsonObject | null;
  /** What is not those arguments. */
  readonly otherArgs: JsonObject;
  /** An unsigned proposal. */
  readonly propose: (tool: string, args: JsonObject) => ProposalData;
}

export function draftAction(tool: string, rule: ToolRule, question: DraftQuestion): Draft {
  const { policy } = question.policy;
  const examples = question.examples.filter((example) => example.tool === tool);
  const context = contextFor(rule, question, examples[0]);
  const { audience, signers } = signersFor(tool, context.principal, question);
  const propose = proposer(policy, tool, rule, examples[0]?.proposal ?? null);
  const args = argsQuestion(tool, rule, context, signers ?? [], propose(tool, {}), question);
  const found = examples.find((example) => fits(example.args, args))?.args ?? (examples.length > 0 ? null : findArgs(args));
  const { evidenceRequired, trustedChainRequired } = requirementsFor(policy, tool, rule.impact, STRICT);
  return {
    tool,
    rule,
    audience,
    context,
    signers,
    needsEvidence: evidenceRequired || trustedChainRequired,
    args: found,
    otherArgs: findOtherArgs(found ?? {}, args),
    propose,
  };
}

/** One whom the policy lets use the tool, and rather none who holds a key. */
function contextFor(rule: ToolRule, { keyring }: DraftQuestion, example: Example | undefined): CallContext {
  const owners = new Set([...keyring.keys.values()].map(({ owner }) => owner));
  const allowed = [...(rule.principals?.allow ?? [NOBODY])];
  const principal = allowed.find((each) => !owners.has(each)) ?? allowed[0] ?? NOBODY;
  return { principal, ...example?.context };
}

/** Under the audience that is said, or else the first of the keyring's that keys for the tool speak to. */
function signersFor(tool: string, principal: string, { policy, keyring, audience: said, now }: DraftQuestion) {
  const named = [...keyring.keys.values()].flatMap(({ audiences }) => (audiences ?? []).filter((each) => each !== "*"));
  const audiences: readonly string[] = said === null ? [...new Set([...named, NOBODY])] : [said];
  for (const audience of audiences) {
    const signers = chooseSigners({ policy: policy.policy, keyring, tool, audience, principal, now });
    if (signers !== null) return { audience, signers };
  }
  return { audience: said ?? NOBODY, signers: null };
}

function proposer(policy: Policy, tool: string, rule: ToolRule, example: ProposalData | null): Draft["propose"] {
  const approvers = approverEntries(policy, tool);
  const own = new Set(approvers.map(({ id }) => id));
  const sources = (example?.provenance ?? []).filter(({ id, source }) => !own.has(id) && source?.startsWith("approver") !== true);
  const known = new Set(sources.map(({ id }) => id));
  const claims = (example?.claims ?? []).map(({ text, evidence }) => ({ text, evidence: evidence.filter((id) => known.has(id)) }));
  return (name, args) =>
    proposalFor({
      tool: name,
      args,
      intent: example?.intent ?? "Find out what this gate lets pass",
      impact: rule.impact,
      sources:
        example === null
          ? [{ id: SOURCE, source: "countersign:doctor" }]
          : sources.map(({ id, source }) => ({ id, ...(source !== undefined && { source }) })),
      claims: example === null ? [{ text: "This is a trial in a scratch area", evidence: [SOURCE] }] : claims,
      approvers,
    });
}

function argsQuestion(
  tool: string,
  rule: ToolRule,
  context: CallContext,
  signers: readonly Vouching[],
  { provenance, claims }: ProposalData,
  { policy: { written }, now }: DraftQuestion,
): ArgsQuestion {
  const entry = isVersion1(written) ? Object.entries(written.tools ?? {}).find(([name]) => name === tool)?.[1] : undefined;
  const facts = provenance.map(({ id, trust }) => {
    const raised = signers.filter((signer) => signer.entry === id).map(({ key }) => key.id);
    return { id, declared: trust, effective: raised.length > 0 ? ("trusted" as const) : ("untrusted" as const), raised_by: raised };
  });
  const variables = {
    tool,
    impact: rule.impact,
    provenance: facts,
    claims,
    facts: {},
    context: { ...context },
    now: Number(now / 1_000_000n),
  };
  return { tool, rule, schema: entry?.args ?? null, variables };
}
