import { freezeDeep } from "../json/freeze-deep.js";
import type { CheckRule } from "../policy/policy.js";
import type { GateParts, LiveCall } from "./gate-parts.js";
import type { CheckQuestion, Clock, OperatorCheck } from "./ports.js";
import { blocked, type Standing } from "./standing.js";
import { type Deadline, LATE, startDeadline } from "./within.js";

/**
 * Puts the policy's questions to the operator's own functions, all at once (spec/policy.md#check). They can only refuse: a
 * function that is not there, throws, is late, or gives anything but exactly `{ allow: true }` blocks with `policy.check`.
 */
export function askChecks(call: LiveCall, parts: GateParts, deadline: Deadline, at: Standing): Standing | Promise<Standing> {
  const { verified, requirements } = at;
  const rules = verified?.judged?.checks;
  if (rules === undefined || rules.length === 0 || !verified?.action || requirements === null) return at;
  const { args } = verified.action;
  return askAll(call, parts, deadline, at, { rules, impact: requirements.impact, args, provenance: verified.trusted?.provenance ?? [] });
}

interface Asked extends Pick<CheckQuestion, "impact" | "args" | "provenance"> {
  readonly rules: readonly CheckRule[];
}

async function askAll(call: LiveCall, parts: GateParts, deadline: Deadline, at: Standing, asked: Asked): Promise<Standing> {
  const { rules, impact, args, provenance } = asked;
  // Before anything outside sees them: what was verified is what runs, and what is told of it.
  freezeDeep(args);
  freezeDeep(provenance);
  const question = Object.freeze({
    request_id: call.requestId,
    tool: call.tool,
    impact,
    args,
    context: call.context,
    provenance,
  });
  const answers = await deadline.within(
    Promise.all(rules.map((rule) => passes(rule, { rule: rule.id, ...question }, parts.checks.get(rule.id), parts.clock))),
  );
  if (answers === LATE || deadline.passed()) return blocked(at, "limit.deadline");
  const refused = rules.filter((_, index) => answers[index] !== true).map(({ id }) => ({ reason: "policy.check", id }) as const);
  const [first] = refused;
  return first === undefined ? at : blocked(at, "policy.check", { rule: first.id, rules: refused });
}

async function passes(rule: CheckRule, question: CheckQuestion, ask: OperatorCheck | undefined, clock: Clock): Promise<boolean> {
  if (ask === undefined) return false;
  const unwanted = new AbortController();
  try {
    const own = startDeadline(clock, rule.deadlineMs);
    const answer = await own.within(Promise.resolve(ask(Object.freeze(question), unwanted.signal)));
    return answer !== LATE && saysAllow(answer);
  } catch {
    return false;
  } finally {
    unwanted.abort();
  }
}

/** Exactly `{ allow: true }`: one own member that is a plain value. */
function saysAllow(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return false;
  const members = Reflect.ownKeys(answer);
  return members.length === 1 && members[0] === "allow" && Object.getOwnPropertyDescriptor(answer, "allow")?.value === true;
}
