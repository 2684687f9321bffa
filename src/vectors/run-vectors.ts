import { checkSuite, type SuiteCase, type VectorFault } from "./check-suite.js";
import { compareCanonical, compareDecision, compareParse, compareResult, toHex } from "./compare-answers.js";
import { decodeBytes, decodeLimits, decodeQuestion, decodeRequest } from "./decode.js";
import type { VectorPort } from "./port.js";
import type { VectorSource } from "./vector-file.js";

/** A case that is known to fail under a port, and why. */
export interface Skip {
  readonly id: string;
  readonly reason: string;
}

export interface VectorRun {
  readonly ok: boolean;
  readonly total: number;
  readonly passed: number;
  readonly skipped: number;
  /** Cases of a kind that the port cannot be asked. */
  readonly outOfReach: number;
  readonly failures: readonly VectorFault[];
  /** Every answer as text, by case id: ports that agree have equal maps. */
  readonly answers: ReadonlyMap<string, string>;
}

/**
 * Runs vector files against a port (vectors/README.md). Fails on a file that does not fit the schema, a second use of an id,
 * a refused case without a twin of the opposite verdict, any difference, and a skip whose case passes or does not exist.
 *
 * @example const run = await runVectors([{ name: "wire/closed.json", value }], { decide }, []);
 */
export async function runVectors(sources: readonly VectorSource[], port: VectorPort, skips: readonly Skip[]): Promise<VectorRun> {
  const { cases, faults } = checkSuite(sources);
  const failures: VectorFault[] = [...faults];
  const answers = new Map<string, string>();
  const pending = new Map(skips.map((skip) => [skip.id, skip.reason]));
  if (pending.size !== skips.length) failures.push({ file: "skips", id: null, message: "a skip is listed twice" });
  let passed = 0;
  let skipped = 0;
  let outOfReach = 0;

  for (const entry of cases) {
    const { id } = entry.testCase;
    const lines = await runCase(entry, port, answers);
    if (lines === null) outOfReach += 1;
    else if (lines.length === 0) passed += 1;
    else if (pending.delete(id)) skipped += 1;
    else for (const message of lines) failures.push({ file: entry.file, id, message });
  }
  for (const [id, reason] of pending) failures.push({ file: "skips", id, message: `stale skip (${reason}): no such case, or it passes` });
  return { ok: failures.length === 0 && cases.length > 0, total: cases.length, passed, skipped, outOfReach, failures, answers };
}

/** The differences; null where the port cannot be asked. */
async function runCase(entry: SuiteCase, port: VectorPort, answers: Map<string, string>): Promise<readonly string[] | null> {
  const { id } = entry.testCase;
  try {
    switch (entry.kind) {
      case "json": {
        if (port.parse === undefined) return null;
        const answer = await port.parse(decodeBytes(entry.testCase.input), decodeLimits(entry.testCase.limits));
        answers.set(id, JSON.stringify(answer.ok ? { ok: true } : answer));
        return compareParse(entry.testCase, answer);
      }
      case "canonical": {
        if (port.canonicalize === undefined) return null;
        const answer = await port.canonicalize(decodeBytes(entry.testCase.input), decodeLimits(entry.testCase.limits));
        answers.set(id, JSON.stringify(answer.ok ? { ok: true, hex: toHex(answer.bytes) } : answer));
        return compareCanonical(entry.testCase, answer);
      }
      case "decision": {
        if (port.decide === undefined) return null;
        const answer = await port.decide(decodeRequest(entry.header, entry.testCase));
        answers.set(id, JSON.stringify(answer));
        return compareDecision(entry.testCase, answer);
      }
      case "result": {
        if (port.result === undefined) return null;
        const answer = await port.result(decodeQuestion(entry.header, entry.testCase));
        answers.set(id, JSON.stringify(answer));
        return compareResult(entry.testCase, answer);
      }
    }
  } catch (error) {
    return [`threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`];
  }
}
