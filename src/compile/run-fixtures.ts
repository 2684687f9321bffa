import type { Contract } from "../contract/contract.js";
import type { FixtureEntry } from "../contract/contract-file.js";
import type { ResultDecision } from "../contract/result-decision.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { canonicalText } from "../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { verifyResult } from "../verify-result.js";

const ENCODER = new TextEncoder();

/**
 * Runs every fixture of a contract (spec/results.md#fixtures). What an agent would get must be equal to what is expected, to the
 * last member.
 *
 * @throws ConfigurationError with the place of the first that differs, what was expected, and what came
 */
export function runFixtures(contract: Contract, fixtures: readonly FixtureEntry[]): void {
  for (const [at, fixture] of fixtures.entries()) {
    const { title, answer, request, now, expect } = fixture;
    const decision = verifyResult(
      { kind: "json", bytes: bytesOf(answer) },
      { contract, request: { ...request, tool: contract.tool }, now },
    );
    const [wanted, got] = [wordsOf(expect), wordsOf(shownBy(decision, expect))];
    if (wanted !== got)
      throw new ConfigurationError(`${JSON.stringify(title)} expects ${wanted} and gets ${got}${whereOf(decision)}`, {
        place: `/fixtures/${at}`,
      });
  }
}

function bytesOf({ text, hex, json }: FixtureEntry["answer"]): Uint8Array {
  if (hex !== undefined) return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return ENCODER.encode(text ?? canonicalText(json as JsonValue));
}

/** The decision in the words of an expectation; the reason where the fixture has one. */
function shownBy({ agent, code, reason }: ResultDecision, expect: FixtureEntry["expect"]): object {
  if (agent.outcome === "success") {
    const { outcome, data, untrusted_text } = agent;
    return { outcome, data, ...(untrusted_text !== undefined && { untrusted_text }) };
  }
  return { outcome: agent.outcome, code, ...("reason" in expect && { reason: reason as string }) };
}

function wordsOf(shown: object): string {
  return canonicalText(shown as JsonObject);
}

function whereOf({ reason, path, facts }: ResultDecision): string {
  if (reason === null) return "";
  return `: ${[reason, path, facts.schema?.demands].filter((part) => part !== undefined && part !== "").join(" ")}`;
}
