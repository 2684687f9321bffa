import type { Answer, AnswerKind } from "../contract/answer.js";
import type { Contract } from "../contract/contract.js";
import type { AnswerEntry, BytesEntry, FixtureEntry } from "../contract/contract-file.js";
import type { ResultDecision } from "../contract/result-decision.js";
import type { ResultCheck, ResultOptions } from "../contract/result-options.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { JsonPointer } from "../decision/issue.js";
import { canonicalText } from "../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { verifyResult } from "../verify-result.js";
import { didYouMean } from "./did-you-mean.js";

const ENCODER = new TextEncoder();

/** What came of a fixture. */
export interface FixtureRun {
  readonly decision: ResultDecision;
  /** Canonical JSON, of what an agent would get; the reason where the fixture has one. */
  readonly expected: string;
  readonly got: string;
}

/**
 * Runs every fixture of a contract (spec/results.md#fixtures). What an agent would get must be equal to what is expected, to the
 * last member.
 *
 * @throws ConfigurationError with the place of the first that differs, what was expected, and what came
 */
export function runFixtures(contract: Contract, fixtures: readonly FixtureEntry[]): void {
  for (const [at, fixture] of fixtures.entries()) {
    const { decision, expected: wanted, got } = runFixture(contract, fixture, `/fixtures/${at}`);
    if (wanted !== got)
      throw new ConfigurationError(`${JSON.stringify(fixture.title)} expects ${wanted} and gets ${got}${whereOf(decision)}`, {
        place: `/fixtures/${at}`,
      });
  }
}

/** @internal One fixture, whatever comes of it. */
export function runFixture(contract: Contract, fixture: FixtureEntry, place: JsonPointer): FixtureRun {
  const { answer, options } = questionOf(contract, fixture, place);
  const decision = verifyResult(answer, options);
  return { decision, expected: wordsOf(fixture.expect), got: wordsOf(shownBy(decision, fixture.expect)) };
}

/** @internal What a fixture puts to a contract: its own, or another of the same kind. */
export function questionOf(contract: Contract, fixture: FixtureEntry, place: JsonPointer): Question {
  const { answer, request, now, checks } = fixture;
  return {
    answer: answerOf(answer, contract.answer),
    options: { contract, request: { ...request, tool: contract.tool }, now, checks: checksOf(contract.checks, checks, place) },
  };
}

interface Question {
  readonly answer: Answer;
  readonly options: ResultOptions;
}

/** The answer that a fixture shows, as the contract's kind has it. */
function answerOf(entry: AnswerEntry, kind: AnswerKind): Answer {
  if (kind === "http") {
    const { status, media_type: mediaType, ...body } = entry.http as NonNullable<AnswerEntry["http"]>;
    return { kind, status, mediaType, bytes: bytesOf(body) };
  }
  if (kind === "command") {
    const { exit_code: exitCode, stdout, stderr = { text: "" } } = entry.command as NonNullable<AnswerEntry["command"]>;
    return { kind, exitCode, stdout: bytesOf(stdout), stderr: bytesOf(stderr) };
  }
  return { kind, bytes: bytesOf(entry.mcp ?? entry) };
}

function bytesOf({ text, hex, json }: BytesEntry): Uint8Array {
  if (hex !== undefined) return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return ENCODER.encode(text ?? canonicalText(json as JsonValue));
}

/** What the fixture says that each function answers: a fixture is the same wherever it is run. */
function checksOf(names: readonly string[], said: FixtureEntry["checks"] = {}, place: string): Readonly<Record<string, ResultCheck>> {
  for (const name of Object.keys(said)) {
    if (names.includes(name)) continue;
    throw new ConfigurationError(`is of no check that "belongs" names${didYouMean(name, names)}`, { place: `${place}/checks/${name}` });
  }
  const answers = names.map((name) => {
    const answer = said[name];
    if (answer === undefined) throw new ConfigurationError(`does not say what the check "${name}" answers`, { place: `${place}/checks` });
    return [name, () => answer] as const;
  });
  return Object.fromEntries(answers);
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
