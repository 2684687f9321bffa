import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Reason } from "../decision/catalogue.js";
import { block } from "../decision/conclude-decision.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import type { Decision } from "../decision/decision.js";
import { fail } from "../decision/issue.js";
import { DEFAULT_LIMITS } from "../decision/limits.js";
import { idempotencyKey } from "../gate/consume-use.js";
import type { CallContext } from "../gate/ports.js";
import { readContext } from "../gate/read-request.js";
import { mayGoUnrecorded, recordOf } from "../gate/record-decision.js";
import { type AuditLog, openAuditLog } from "../node/audit/open-audit-log.js";
import { consumeAllow } from "./consume-allow.js";
import { UsageError } from "./faults.js";
import type { Report } from "./report.js";
import type { Verification } from "./verification.js";

/**
 * Does to a decision what a live gate does, in its order (spec/gate.md#order): uses up what an allow uses, then records it. An allow
 * that was not recorded is none, though its use stays spent; a block that was not recorded stays a block. The log is opened before
 * anything is used up: what can be told beforehand costs nothing.
 */
export async function settleDecision(verification: Verification, ledger: string | null, audit: string | null): Promise<Report> {
  const { report } = verification;
  if (audit === null) return { ...report, decision: await consumed(verification, ledger, null) };
  const began = performance.now();
  const context = contextOf(verification.context);
  const log = await opened(audit);
  try {
    const decision = await consumed(verification, ledger, log);
    return { ...report, ...(await recorded(decision, context, verification, { log, audit, began })) };
  } finally {
    // What was appended was kept; a close that fails changes nothing.
    await log.close().catch(() => undefined);
  }
}

async function consumed({ verified, now, report }: Verification, ledger: string | null, log: AuditLog | null): Promise<Decision> {
  return ledger === null ? report.decision : consumeAllow(verified, now, ledger, log?.head() ?? null);
}

interface Recording {
  readonly log: AuditLog;
  /** As given. */
  readonly audit: string;
  readonly began: number;
}

async function recorded(
  decision: Decision,
  context: CallContext,
  { verified, prepared, policy, liveCall, now }: Verification,
  { log, audit, began }: Recording,
): Promise<Pick<Report, "decision" | "record">> {
  const request_id = `req_${randomBytes(16).toString("hex")}`;
  const call = { ...(liveCall as NonNullable<typeof liveCall>), requestId: request_id, context };
  const at = {
    decision,
    verified: decision.verdict === "allow" ? verified : null,
    generation: { policy },
    requirements: prepared.requirements,
    now,
    // A command line lets nothing run that is blocked.
    observedUntil: null,
    wouldBlock: null,
    idempotencyKey: decision.verdict === "allow" ? idempotencyKey(request_id, verified) : null,
  };
  try {
    await log.append(recordOf(call, { limits: DEFAULT_LIMITS }, () => performance.now() - began, at));
    return { decision, record: { audit, request_id, recorded: true } };
  } catch {
    const stands = decision.verdict === "block" || mayGoUnrecorded(at);
    return {
      decision: stands ? decision : refused(decision, "internal.audit_unavailable"),
      record: { audit, request_id, recorded: false },
    };
  }
}

function refused(decision: Decision, reason: Reason): Decision {
  return block(fail(reason), decision);
}

function contextOf(given: object): CallContext {
  const { principal, session, tenant } = given as CallContext;
  try {
    return readContext({ principal, ...(session !== undefined && { session }), ...(tenant !== undefined && { tenant }) });
  } catch {
    throw new UsageError(
      "must say who asks: a principal, and session and tenant only as texts, where the decision is recorded",
      "--context",
    );
  }
}

/** The library names its file; here it is told with the flag. */
async function opened(file: string): Promise<AuditLog> {
  try {
    return await openAuditLog({ file });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(error.what, { file: error.file ?? file, place: "--audit" }, { cause: error });
  }
}
