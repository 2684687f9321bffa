import { loadContract, loadPolicy } from "../../src/compile/index.js";
import type { Decision } from "../../src/decision/decision.js";
import { createBridge } from "../../src/http/index.js";
import { loadKeyring } from "../../src/index.js";
import { createGate, type GateOptions } from "../../src/node/index.js";
import { contractSet, type ResultDecision } from "../../src/result.js";
import type { ConfigurationAnswer, DecisionRequest, ResultQuestion } from "../../src/vectors/index.js";
import { ManualClock } from "../support/manual-clock.js";

/** What a live gate adds to a decision. */
const LIVE = ["request_id", "elapsed_ms", "idempotency_key", "observed", "would_block", "recorded", "pending", "approval_request"] as const;

const exact = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Why a case cannot be put to a live gate behind HTTP; null where it can be, whole. */
export function outOfReach({
  now,
  call,
  input,
  artifacts,
  audience,
  audienceRequired,
  checks,
  context,
  policy,
  profile,
}: DecisionRequest): string | null {
  if (call === "proposal-only" || !Object.hasOwn(call, "args")) return "a live gate is always told the whole call";
  if (typeof call.args !== "object" || call.args === null || Array.isArray(call.args)) return "arguments of a body are an object";
  if (!isPlain(call.args)) return "what is no JSON cannot be sent";
  if (isFiner(now)) return "a clock counts whole milliseconds";
  if (artifacts.size > 0) return "files lie on the server";
  if (checks !== undefined) return "checks are the server's functions";
  if (profile === "strict" && audience !== undefined && audienceRequired !== true)
    return "a live gate wants an audience wherever it has one";
  if (profile !== "strict" && audience !== undefined) return "a live gate wants an audience wherever it has one";
  if (context !== undefined && !isCallContext(context)) return "a live gate is told a principal";
  if (/"observe"|"break_glass"|"window"|"check"/.test(JSON.stringify(policy)))
    return "a live gate acts on what the pure decision only notes";
  try {
    // An approval that ends within this millisecond gives no permit that lives long enough to be told.
    if (/expires_at\\+":\\+"[^"\\]*\.\d{4,}/.test(exact.decode(input))) return "a permit ends with its approval";
  } catch {
    return "text in JSON is UTF-8";
  }
  return null;
}

function isFiner(now: string | number): boolean {
  return typeof now === "string" && /\.\d{3}\d*[1-9]/.test(now);
}

function isPlain(args: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(JSON.stringify(args))) === JSON.stringify(args);
  } catch {
    return false;
  }
}

function isCallContext(context: object): boolean {
  const { principal, ...rest } = context as Record<string, unknown>;
  return typeof principal === "string" && principal !== "" && Object.keys(rest).every((name) => name === "session" || name === "tenant");
}

/** Who asks where a case does not say. */
export const NOBODY = { principal: "vectors" };

/** A gate with the case's files behind a bridge in debug, asked once. */
export async function askBridge(request: DecisionRequest): Promise<Decision | ConfigurationAnswer> {
  const { input, keyring, policy, now, call, profile, limits, audience, context = NOBODY } = request;
  const { tool, args } = call as { readonly tool: string; readonly args: object };
  const clock = new ManualClock();
  clock.wall = typeof now === "number" ? now : Date.parse(now);
  const gate = await createGate({
    policy: await loadPolicy(policy),
    keyring: loadKeyring(keyring),
    audience: audience ?? "none",
    ledger: "none",
    approvals: "none",
    profile,
    limits,
    clock,
  } as GateOptions);
  const bridge = createBridge({ gate, context: context as { principal: string }, authorize: "none", debug: true, clock });
  const proposal = input === undefined ? {} : { proposal: exact.decode(input) };
  const body = JSON.stringify({ tool, args, ...proposal });
  const asked = new Request("http://bridge/v1/actions/verify", { method: "POST", headers: { "content-type": "application/json" }, body });
  const response = await bridge.fetch(asked);
  const answer = JSON.parse(await response.text());
  if (answer.decision === undefined) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  const decision = { ...answer.decision };
  // The status, the verdict and the decision beside them say one thing.
  if ((response.status === 200) !== (decision.verdict === "allow") || answer.verdict !== decision.verdict || answer.code !== decision.code)
    throw new Error(`${response.status} ${answer.verdict} ${answer.code} beside ${decision.verdict} ${decision.code}`);
  for (const name of LIVE) delete decision[name];
  return decision as Decision;
}

/** A bridge with the case's contract, asked once. Null where the case cannot be put to it. */
export async function askForResult(question: ResultQuestion): Promise<ResultDecision | null> {
  const { answer, checks, contract, request, keyring, now } = question;
  if (isFiner(now)) return null;
  const clock = new ManualClock();
  clock.wall = typeof now === "number" ? now : Date.parse(now);
  const contracts = contractSet([await loadContract(contract)]);
  // Of what has ended there is nothing to ask.
  if (contracts.contractFor(request.tool, clock.wall) === null) return null;
  const resultChecks = Object.fromEntries([...checks].map(([name, holds]) => [name, () => holds]));
  const keys = keyring === undefined ? {} : { resultKeyring: loadKeyring(keyring) };
  const gate = await createGate({
    policy: await loadPolicy({ version: 1, tools: {} }),
    keyring: loadKeyring({}),
    audience: "none",
    ledger: "none",
  });
  const bridge = createBridge({ gate, context: NOBODY, authorize: "none", debug: true, clock, contracts, resultChecks, ...keys });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const stated =
    answer.kind === "command"
      ? { kind: answer.kind, exit_code: answer.exitCode, stdout_base64: base64(answer.stdout), stderr_base64: base64(answer.stderr) }
      : answer.kind === "http"
        ? { kind: answer.kind, status: answer.status, media_type: answer.mediaType, base64: base64(answer.bytes) }
        : { kind: answer.kind, base64: base64(answer.bytes) };
  const { id, ...rest } = request;
  const body = JSON.stringify({ ...rest, request_id: id, answer: stated });
  const asked = new Request("http://bridge/v1/results/verify", { method: "POST", headers: { "content-type": "application/json" }, body });
  const response = await bridge.fetch(asked);
  const said = JSON.parse(await response.text());
  if (said.decision === undefined) throw new Error(`${response.status} ${JSON.stringify(said)}`);
  if (
    JSON.stringify(said.result) !== JSON.stringify(said.decision.agent) ||
    (response.status === 422) !== (said.code === "INVALID_RESPONSE")
  )
    throw new Error(`${response.status} ${JSON.stringify(said)}`);
  return said.decision;
}
