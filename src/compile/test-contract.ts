import { bindsNothing } from "../contract/binds-nothing.js";
import type { ContractFile, FixtureEntry } from "../contract/contract-file.js";
import { deriveNearMisses } from "../contract/near-misses/derive-near-misses.js";
import type { NearMiss } from "../contract/near-misses/near-miss.js";
import type { ResultReason } from "../contract/result-catalogue.js";
import { INVALID_RESPONSE, type ResultDecision } from "../contract/result-decision.js";
import { type ResultStage, stageOf } from "../contract/result-stage.js";
import type { JsonPointer } from "../decision/issue.js";
import { canonicalText } from "../json/canonical-text.js";
import type { HostData, JsonObject } from "../json/value.js";
import { verifyResult } from "../verify-result.js";
import { readContract, type WrittenContract } from "./load-contract.js";
import { questionOf, runFixture } from "./run-fixtures.js";

/** What came of a fixture of the contract's own. */
export interface FixtureTest {
  readonly title: string;
  /** Pointer into the contract file. */
  readonly place: JsonPointer;
  /** `accepted`: every shape that is to pass, older ones too; `failure`: one that the contract lists; `near-miss`: what must be refused. */
  readonly kind: "accepted" | "failure" | "near-miss";
  /** What refused it; null where it was accepted. */
  readonly stage: ResultStage | null;
  /** Canonical JSON of what the agent should get, and gets. */
  readonly expected: string;
  readonly got: string;
  readonly ok: boolean;
}

/** What came of an answer that was derived from an accepted fixture, and must be refused. */
export interface NearMissTest {
  /** The fixture's title. */
  readonly fixture: string;
  /** Stable name of what is wrong with it. */
  readonly kind: string;
  readonly place: JsonPointer;
  /** What should refuse it. */
  readonly stage: ResultStage;
  /** Each names what is wrong, and the first is meant; empty where the agent must get what it gets without. */
  readonly expected: readonly ResultReason[];
  /** Null where it was accepted. */
  readonly got: ResultReason | null;
  /** The agent got anything but the one fixed failure. */
  readonly reached_agent: boolean;
  readonly ok: boolean;
}

export interface ContractTest {
  readonly ok: boolean;
  readonly fixtures: readonly FixtureTest[];
  readonly near_misses: readonly NearMissTest[];
  /** Near misses that the contract leaves nothing to derive from: those of another subject where it has no `bind` and no `belongs`. */
  readonly not_derived: readonly "other-subject"[];
}

/**
 * Tests a contract: its fixtures, and near misses that are derived from each fixture that it accepts (spec/cli.md#near-misses). `ok` is true
 * where every fixture gets what it expects, and every near miss is refused for its own reason, the agent getting the fixed failure.
 *
 * @param input the file's bytes; its text; or its content as plain data
 * @throws (rejects) ConfigurationError with the place for what is no contract; never for what a test finds
 * @example const { ok, near_misses } = await testContract(await readFile("contracts/review_status.contract.json"));
 */
export async function testContract(input: Uint8Array | string | HostData): Promise<ContractTest> {
  return testWritten(await readContract(input));
}

/** @internal A contract that was read already. */
export function testWritten(written: WrittenContract): ContractTest {
  const { file, contract } = written;
  const fixtures = file.fixtures.map((fixture, at): FixtureTest => {
    const { decision, expected, got } = runFixture(contract, fixture, `/fixtures/${at}`);
    const stage = decision.reason === null ? null : stageOf(decision.reason);
    return { title: fixture.title, place: `/fixtures/${at}`, kind: kindOf(fixture), stage, expected, got, ok: expected === got };
  });
  // What a broken fixture would give is no near miss of anything.
  const near_misses = file.fixtures.flatMap((fixture, at) => {
    const isSound = fixtures[at]?.ok === true && kindOf(fixture) === "accepted";
    return isSound ? testNearMisses(written, fixture, `/fixtures/${at}`) : [];
  });
  const ok = [...fixtures, ...near_misses].every((test) => test.ok);
  // Where there are none at all, it is for want of a fixture that is accepted.
  const not_derived = near_misses.length > 0 && bindsNothing(file) ? (["other-subject"] as const) : [];
  return { ok, fixtures, near_misses, not_derived };
}

function kindOf({ expect }: FixtureEntry): FixtureTest["kind"] {
  if (expect.outcome === "success") return "accepted";
  return expect.code === INVALID_RESPONSE ? "near-miss" : "failure";
}

function testNearMisses({ file, contract }: WrittenContract, fixture: FixtureEntry, place: JsonPointer): readonly NearMissTest[] {
  const { answer: accepted, options } = questionOf(contract, fixture, place);
  const agentBefore = agentText(verifyResult(accepted, options));
  const tests: NearMissTest[] = [];
  const derived = deriveNearMisses(file, contract, { fixture, answer: accepted, checks: options.checks ?? {} });
  for (const { answer, request, now, checks, kind, place: where, expect } of derived) {
    const decision = verifyResult(answer, { contract, request: { ...request, tool: contract.tool }, now, checks });
    const { reason } = decision;
    const [wanted] = expect;
    // What nobody looks at changes nothing of what the agent gets.
    const reached_agent = agentText(decision) !== (wanted === undefined ? agentBefore : fixedFailure(file, request));
    const ok = !reached_agent && (wanted === undefined ? reason === null : reason !== null && expect.includes(reason));
    const stage = wanted === undefined ? "extract" : stageOf(wanted);
    tests.push({ fixture: fixture.title, kind, place: where, stage, expected: expect, got: reason, reached_agent, ok });
  }
  return tests;
}

function agentText({ agent }: ResultDecision): string {
  return canonicalText(agent as unknown as JsonObject);
}

/** Put together here once more: what is compared does not come from the code that is tested. */
function fixedFailure({ tool }: ContractFile, { id }: NearMiss["request"]): string {
  return canonicalText({ tool, request_id: id, outcome: "failure", error: { code: INVALID_RESPONSE, retryable: false } });
}
