import type { Answer } from "../answer.js";
import type { Contract } from "../contract.js";
import type { ContractFile, FixtureEntry } from "../contract-file.js";
import { extractAnswer } from "../extract/extract-answer.js";
import { changeRequest } from "./change-request.js";
import type { Base, Checks, NearMiss } from "./near-miss.js";
import { isObject } from "./places.js";
import { spoilCommand } from "./spoil-command.js";
import { spoilHttp } from "./spoil-http.js";
import { spoilJson } from "./spoil-json.js";
import { spoilMcp } from "./spoil-mcp.js";
import { type Spoilt, valueIn } from "./spoilt.js";

/** A fixture that expects a success, and what it puts to its contract. */
interface Accepted {
  readonly fixture: FixtureEntry;
  readonly answer: Answer;
  readonly checks: Checks;
}

/**
 * Answers that are all but the one that a fixture accepts (spec/cli.md#near-misses), each with the reason that it must be refused for. Made
 * from the file and the fixture, one after the other; none where the fixture's answer cannot be taken apart.
 */
export function* deriveNearMisses(file: ContractFile, contract: Contract, { fixture, answer, checks }: Accepted): Generator<NearMiss> {
  const { request, now } = fixture;
  const data = dataOf(answer, contract);
  if (!isObject(data)) return;
  const base: Base = { file, answer, data, request, now, checks };
  for (const spoilt of spoil(answer, contract, base)) yield { ...spoilt, request, now, checks };
  yield* changeRequest(base);
}

function* spoil(answer: Answer, { extraction }: Contract, base: Base): Generator<Spoilt> {
  if (answer.kind === "json") yield* spoilJson(answer, base);
  else if (answer.kind === "http" && extraction?.kind === "http") yield* spoilHttp(answer, extraction, base);
  else if (answer.kind === "command" && extraction?.kind === "command") yield* spoilCommand(answer, extraction, base);
  else if (answer.kind === "mcp" && extraction?.kind === "mcp") yield* spoilMcp(answer, extraction, base);
}

/** What the schema will be asked about. */
function dataOf(answer: Answer, { extraction, limits }: Contract) {
  if (extraction === null) {
    const envelope = answer.kind === "json" ? valueIn(answer.bytes) : undefined;
    return isObject(envelope) ? envelope.data : undefined;
  }
  const reading = extractAnswer(answer, extraction, limits);
  return reading.ok && reading.value.outcome === "success" ? reading.value.data : undefined;
}
