import type { ResultDecision } from "../contract/result-decision.js";
import { CODES } from "../decision/catalogue.js";
import type { Decision } from "../decision/decision.js";
import type { Failure } from "../decision/issue.js";
import type { CanonicalAnswer, ConfigurationAnswer, ParseAnswer } from "./port.js";
import type { CanonicalCase, DecisionCase, JsonCase, RefusalExpectation, ResultCase } from "./vector-file.js";

/** What differs between an expectation and an answer, a line each; empty where the case passes. */
class Differences {
  readonly lines: string[] = [];

  expect(name: string, wanted: unknown, got: unknown): void {
    const [left, right] = [JSON.stringify(wanted), JSON.stringify(got)];
    if (left !== right) this.lines.push(`${name}: expected ${left}, got ${right}`);
  }

  /** An expectation that the case does not state is not tested. */
  expectIfStated(name: string, wanted: unknown, got: unknown): void {
    if (wanted !== undefined) this.expect(name, wanted, got);
  }
}

export function compareParse({ expect }: JsonCase, answer: ParseAnswer): readonly string[] {
  const found = new Differences();
  compareRefusal(found, expect, answer);
  return found.lines;
}

export function compareCanonical({ expect }: CanonicalCase, answer: CanonicalAnswer): readonly string[] {
  const found = new Differences();
  compareRefusal(found, expect, answer);
  if (answer.ok) found.expectIfStated("hex", expect.hex, toHex(answer.bytes));
  return found.lines;
}

function compareRefusal(
  found: Differences,
  expect: { readonly ok: boolean } & RefusalExpectation,
  answer: { readonly ok: true } | Failure,
) {
  found.expect("ok", expect.ok, answer.ok);
  if (answer.ok || expect.ok) return;
  found.expect(
    "reasons",
    expect.reasons,
    answer.issues.map((issue) => issue.reason),
  );
  found.expectIfStated("offset", expect.offset, answer.issues[0].offset);
  found.expect("more_issues", expect.more_issues ?? 0, answer.more);
}

export function compareDecision({ expect }: DecisionCase, answer: Decision | ConfigurationAnswer): readonly string[] {
  const found = new Differences();
  if ("error" in expect || "error" in answer) {
    found.expect(
      "answer",
      "error" in expect ? expect : "a decision",
      "error" in answer ? { error: answer.error, place: answer.place } : "a decision",
    );
    return found.lines;
  }
  found.expect("verdict", expect.verdict, answer.verdict);
  found.expect("code", expect.code, answer.code);
  found.expect(
    "reasons",
    expect.reasons,
    answer.issues.map((issue) => issue.reason),
  );
  found.expectIfStated("path", expect.path, answer.path);
  found.expectIfStated(
    "paths",
    expect.paths,
    answer.issues.map((issue) => issue.path),
  );
  found.expect("more_issues", expect.more_issues ?? 0, answer.more_issues);
  found.expectIfStated("binding", expect.binding, answer.binding);
  found.expectIfStated("audience", expect.audience, answer.audience);
  found.expectIfStated("unknown_members", expect.unknown_members, answer.facts.unknown_members ?? []);
  const { rules = [], limits = [], break_glass, observe } = answer.facts;
  found.expectIfStated(
    "rules",
    expect.rules,
    rules.map(({ id }) => id),
  );
  found.expectIfStated("limits", expect.limits, limits);
  found.expectIfStated("set_aside", expect.set_aside, break_glass?.set_aside);
  found.expectIfStated("observe", expect.observe, observe?.until ?? null);
  if (expect.effective !== undefined) {
    const effective = (answer.facts.provenance ?? []).map((entry) => [entry.id, entry.effective]);
    found.expect("effective", Object.entries(expect.effective), effective);
  }
  checkCoherence(found, answer);
  return found.lines;
}

export function compareResult({ expect }: ResultCase, answer: ResultDecision | ConfigurationAnswer): readonly string[] {
  const found = new Differences();
  if ("error" in expect || "error" in answer) {
    found.expect(
      "answer",
      "error" in expect ? expect : "a result",
      "error" in answer ? { error: answer.error, place: answer.place } : "a result",
    );
    return found.lines;
  }
  const { issues, facts, agent } = answer;
  found.expect("outcome", expect.outcome, answer.outcome);
  found.expect("code", expect.code, answer.code);
  found.expect(
    "reasons",
    expect.reasons,
    issues.map((issue) => issue.reason),
  );
  found.expectIfStated("path", expect.path, answer.path);
  found.expectIfStated(
    "paths",
    expect.paths,
    issues.map((issue) => issue.path),
  );
  found.expect("more_issues", expect.more_issues ?? 0, answer.more_issues);
  found.expectIfStated("agent", expect.agent, agent);
  found.expectIfStated("unknown_members", expect.unknown_members, facts.unknown_members ?? []);
  found.expectIfStated("schema_path", expect.schema_path, facts.schema?.path);
  found.expectIfStated("upstream_status", expect.upstream_status, facts.upstream_status);
  found.expectIfStated("upstream_code", expect.upstream_code, facts.upstream_code ?? null);
  checkAgent(found, answer);
  return found.lines;
}

/** Whatever a case expects: what is refused gives the agent one object, in which nothing of the answer is. */
function checkAgent(found: Differences, { outcome, agent, code, reason, issues, facts }: ResultDecision): void {
  const { tool, request_id } = facts;
  found.expect("outcome for the agent", outcome, agent.outcome);
  found.expect("reason", issues[0]?.reason ?? null, reason);
  found.expect("code of the outcome", outcome === "success", code === "RESULT_OK");
  if (agent.outcome === "success") return;
  const retryable = code === "INVALID_RESPONSE" ? false : agent.error.retryable;
  found.expect("failure for the agent", { tool, request_id, outcome: "failure", error: { code, retryable } }, agent);
}

/** What every decision says twice must agree, whatever a case expects. */
function checkCoherence(found: Differences, decision: Decision): void {
  const allowed = decision.verdict === "allow";
  const [first] = decision.issues;
  found.expect("code of the verdict", allowed, decision.code === "PIC_OK");
  found.expect("known code", true, allowed || Object.hasOwn(CODES, decision.code));
  found.expect("issues of the verdict", allowed, first === undefined);
  found.expect("reason", first?.reason ?? null, decision.reason);
  found.expect("path of the first issue", first?.path ?? null, decision.path);
  found.expect("rule", decision.facts.rules?.[0]?.id, decision.facts.rule);
}

export function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
  return hex;
}
