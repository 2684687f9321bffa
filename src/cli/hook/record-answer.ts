import type { Contract } from "../../contract/contract.js";
import type { ResultDecision } from "../../contract/result-decision.js";
import { classifyFailure } from "../../gate/result/classify-failure.js";
import { requestDigest } from "../../gate/result/read-call.js";
import { recordResult } from "../../gate/result/record-result.js";
import type { JsonObject } from "../../json/value.js";
import { SYSTEM_CLOCK } from "../../node/system-clock.js";
import { openSharedLog } from "./open-shared-log.js";

/** What was asked and what became of it. */
interface JudgedAnswer {
  readonly args: JsonObject;
  readonly context: JsonObject;
  readonly contract: Contract;
  readonly decision: ResultDecision;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Records an answer as the result gate does, under the id that the model is told. False where the record was not kept in time. */
export async function recordAnswer(
  file: string,
  { args, context, contract, decision, at }: JudgedAnswer,
  timeoutMs: number,
): Promise<boolean> {
  const requestId = decision.agent.request_id;
  const log = await openSharedLog(file);
  try {
    const identity = { requestId, contract, requestDigest: requestDigest(contract.tool, args, context), idempotencyKey: requestId };
    const judged = { event: "result", attempt: 1, decision, failure: classifyFailure(decision, contract), copies: [], at } as const;
    return await recordResult(identity, judged, log, SYSTEM_CLOCK, timeoutMs);
  } finally {
    // What was appended was kept; a close that fails changes nothing.
    await log.close().catch(() => undefined);
  }
}
