import type { JsonObject } from "../../../json/value.js";
import type { LimitRule } from "../../../policy/policy.js";
import { judgeLimits } from "../../../policy/rules/limits.js";
import type { Draft } from "../draft-action.js";
import { amountText } from "../sample/amount-text.js";
import { withValueAt } from "../sample/with-value-at.js";
import { type SigningSetting, signedCall, type Trial } from "./trial.js";

const UNLISTED = "countersign-doctor.unlisted";

/** What the operator's own rules of a tool must block. */
export function ruleTrials(draft: Draft, args: JsonObject, setting: SigningSetting): readonly Trial[] {
  const { rule, audience, context, signers } = draft;
  const standing = async () => ({ audience });
  const signed = () => signedCall(draft, args, setting);
  const askedBy = (principal: string) => async () => ({ ...(await signed()), context: { ...context, principal } });
  const [owner = null] = (signers ?? []).map(({ key }) => key.owner);
  const trials: Trial[] = rule.limits.flatMap((limit) => limitTrial(limit, draft, args, setting) ?? []);
  if (rule.principals !== null)
    trials.push({ probe: "asked by one who is not listed", blocks: ["policy.principal"], gate: standing, call: askedBy(UNLISTED) });
  if (rule.separation !== null && owner !== null)
    trials.push({
      probe: "asked by who approves",
      blocks: ["policy.separation", "policy.principal"],
      gate: standing,
      call: askedBy(owner),
    });
  if (rule.checks.length > 0)
    trials.push({ probe: "checks refuse", blocks: ["policy.check"], gate: async () => ({ audience, refusing: true }), call: signed });
  return trials;
}

function limitTrial(limit: LimitRule, draft: Draft, args: JsonObject, setting: SigningSetting): Trial | null {
  return limit.windowSeconds === null ? callTrial(limit, draft, args, setting) : windowTrial(limit, draft, args, setting);
}

/** One unit more than a call may move. A schema or a condition that is tighter blocks it too, and says so first. */
function callTrial({ id, amount, scale, max }: LimitRule, draft: Draft, args: JsonObject, setting: SigningSetting): Trial | null {
  const more = amountText(max + 1, scale);
  const over = amount === null || more === null ? undefined : withValueAt(args, amount, more);
  if (over === undefined) return null;
  const { audience } = draft;
  return {
    probe: `over limit ${id}`,
    blocks: ["policy.limit", "policy.args_invalid", "policy.when"],
    gate: async () => ({ audience }),
    call: () => signedCall(draft, over, setting),
  };
}

/** A ledger of its own, in which the window is filled so far that the action no longer fits. */
function windowTrial({ id }: LimitRule, draft: Draft, args: JsonObject, setting: SigningSetting): Trial | null {
  const { tool, rule, audience } = draft;
  const budget = judgeLimits(rule, tool, args).budgets.find((each) => each.rule === id);
  if (budget === undefined || budget.amount === 0) return null;
  return {
    probe: `over limit ${id}`,
    blocks: ["policy.limit"],
    rule: id,
    gate: async (gates) => {
      const ledger = await gates.newLedger();
      const spent = { ...budget, amount: budget.max - budget.amount + 1 };
      await ledger.consume({ attestations: [], nonce: null, budgets: [spent], head: null, now: setting.clock() });
      return { audience, ledger };
    },
    call: () => signedCall(draft, args, setting),
  };
}
