import { type Answer, answerSize, mainBytes, ownAnswer, readAnswerInput } from "./contract/answer.js";
import { checkData } from "./contract/check-data.js";
import { checkEnvelope } from "./contract/check-envelope.js";
import { checkMeaning } from "./contract/check-meaning.js";
import { checkUpstream } from "./contract/check-upstream.js";
import { accept, declareFailure, faultOfOurs, refuseAnswer, resultFacts } from "./contract/conclude-result.js";
import { extractAnswer } from "./contract/extract/extract-answer.js";
import { keepForReceipt } from "./contract/keep-for-receipt.js";
import { readAnswer } from "./contract/read-answer.js";
import type { Reading } from "./contract/reading.js";
import type { ResultDecision } from "./contract/result-decision.js";
import { passed, type ResultOutcome, refused } from "./contract/result-issue.js";
import { type ResultOptions, type ResultSettings, readResultOptions } from "./contract/result-options.js";
import { selectFields } from "./contract/select-fields.js";
import type { JsonValue } from "./json/value.js";

/**
 * Verifies a tool's answer before a model sees it: byte limit, the adapter's envelope as strict JSON or what the contract takes out of an
 * answer of another kind, the contract's closed schema, what it says against what was asked and when, then a new object with exactly the
 * promised fields. Pure and synchronous.
 *
 * Give `decision.agent` to the model and nothing else. Any fault of the answer gives it the same object, with the code
 * `INVALID_RESPONSE`; a failure that the contract lists gives that code (spec/results.md).
 *
 * @throws TypeError for misuse of the arguments, an answer of another kind than the contract's among it; never for anything in the answer.
 * @example
 * const { agent } = verifyResult({ kind: "json", bytes }, { contract, request: { id, tool, args }, now: Date.now() });
 */
export function verifyResult(answer: Answer, options: ResultOptions): ResultDecision {
  const given = readAnswerInput(answer);
  const settings = readResultOptions(options, given.kind);
  try {
    return judge(given, settings);
  } catch {
    return faultOfOurs(settings.contract, settings.request.id);
  }
}

function judge(given: Answer, settings: ResultSettings): ResultDecision {
  const { contract, request, now } = settings;
  const size = answerSize(given);
  const answer = ownAnswer(given, size, contract.limits.maxBytes);
  let facts = resultFacts(answer, size, contract, request.id);
  if (contract.ends !== null && now >= contract.ends) return refuseAnswer(refused("result.contract_ended"), facts);
  if (size > contract.limits.maxBytes) return refuseAnswer(refused("limit.bytes"), facts);
  const reading = readReading(answer, settings);
  if (!reading.ok) return refuseAnswer(reading, facts);
  if (reading.value.outcome === "failure") return declareFailure(reading.value, contract.errors.get(reading.value.code) === true, facts);
  if (reading.value.signedBy !== undefined) facts = { ...facts, signed_by: reading.value.signedBy };
  const data = checkData(reading.value.data, contract);
  if (!data.ok) return refuseAnswer(data, facts);
  const meant = checkMeaning(data.value, settings);
  if (!meant.ok) return refuseAnswer(meant, facts);
  const selected = selectFields(meant.value, contract);
  return selected.ok ? keepForReceipt(accept(selected.value, facts), meant.value, settings) : refuseAnswer(selected, facts);
}

/** The adapter's envelope as it says, any other kind as the contract reads it. */
function readReading(answer: Answer, settings: ResultSettings): ResultOutcome<Reading> {
  const { contract, request } = settings;
  if (contract.extraction !== null) return extractAnswer(answer, contract.extraction, contract.limits);
  const value = readAnswer(mainBytes(answer), contract.limits);
  if (!value.ok) return value;
  const reading = checkEnvelope(value.value, contract, request.id);
  return contract.signature === null || !reading.ok ? reading : signedReading(reading.value, value.value, settings);
}

/** A success by whom the contract wants it signed; a failure is nobody's word. */
function signedReading(reading: Reading, envelope: JsonValue, settings: ResultSettings): ResultOutcome<Reading> {
  if (reading.outcome === "failure") return passed(reading);
  const signer = checkUpstream(envelope, settings);
  return signer.ok ? passed({ ...reading, signedBy: signer.value }) : signer;
}
