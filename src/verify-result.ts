import { type Answer, readAnswerInput } from "./contract/answer.js";
import { checkData } from "./contract/check-data.js";
import { checkEnvelope } from "./contract/check-envelope.js";
import { checkMeaning } from "./contract/check-meaning.js";
import { checkUpstream } from "./contract/check-upstream.js";
import { accept, declareFailure, faultOfOurs, refuseAnswer, resultFacts } from "./contract/conclude-result.js";
import { keepForReceipt } from "./contract/keep-for-receipt.js";
import { ownAnswer, readAnswer } from "./contract/read-answer.js";
import type { ResultDecision } from "./contract/result-decision.js";
import { refused } from "./contract/result-issue.js";
import { type ResultOptions, type ResultSettings, readResultOptions } from "./contract/result-options.js";
import { selectFields } from "./contract/select-fields.js";

/**
 * Verifies a tool's answer before a model sees it: byte limit, strict JSON, the adapter's envelope, the contract's closed schema,
 * what it says against what was asked and when, then a new object with exactly the promised fields. Pure and synchronous.
 *
 * Give `decision.agent` to the model and nothing else. Any fault of the answer gives it the same object, with the code
 * `INVALID_RESPONSE`; a failure that the contract lists gives that code (spec/results.md).
 *
 * @throws TypeError for misuse of the arguments; never for anything in the answer.
 * @example
 * const { agent } = verifyResult({ kind: "json", bytes }, { contract, request: { id, tool, args }, now: Date.now() });
 */
export function verifyResult(answer: Answer, options: ResultOptions): ResultDecision {
  const bytes = readAnswerInput(answer);
  const settings = readResultOptions(options);
  try {
    return judge(bytes, settings);
  } catch {
    return faultOfOurs(settings.contract, settings.request.id);
  }
}

function judge(given: Uint8Array, settings: ResultSettings): ResultDecision {
  const { contract, request, now } = settings;
  const bytes = ownAnswer(given, contract.limits);
  let facts = resultFacts(bytes, contract, request.id);
  if (contract.ends !== null && now >= contract.ends) return refuseAnswer(refused("result.contract_ended"), facts);
  const value = readAnswer(bytes, contract.limits);
  if (!value.ok) return refuseAnswer(value, facts);
  const envelope = checkEnvelope(value.value, contract, request.id);
  if (!envelope.ok) return refuseAnswer(envelope, facts);
  if (envelope.value.outcome === "failure") {
    const { code } = envelope.value;
    return declareFailure(code, contract.errors.get(code) === true, facts);
  }
  const signer = checkUpstream(value.value, contract, settings);
  if (!signer.ok) return refuseAnswer(signer, facts);
  if (signer.value !== null) facts = { ...facts, signed_by: signer.value };
  const data = checkData(envelope.value.data, contract);
  if (!data.ok) return refuseAnswer(data, facts);
  const meant = checkMeaning(data.value, contract, request, now);
  if (!meant.ok) return refuseAnswer(meant, facts);
  const selected = selectFields(meant.value, contract);
  return selected.ok ? keepForReceipt(accept(selected.value, facts), meant.value, settings) : refuseAnswer(selected, facts);
}
