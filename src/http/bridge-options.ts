import type { ContractSet } from "../contract/contract-set.js";
import type { ResultCheck } from "../contract/result-options.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { DEFAULT_LIMITS } from "../decision/limits.js";
import { ownOptions } from "../decision/own-options.js";
import type { Gate } from "../gate/create-gate.js";
import type { CallContext, Clock } from "../gate/ports.js";
import { fixContext } from "../gate/read-request.js";
import type { Keyring } from "../trust/keyring.js";
import { isKeyring } from "../trust/load-keyring.js";
import type { FetchRequest } from "./fetch-types.js";
import { PLATFORM_CLOCK } from "./platform-clock.js";

/** One answer of the bridge, for a log. No arguments, and no name that only a caller knows. */
export interface BridgeEvent {
  /** Ours; for a decision the one that the audit has. */
  readonly request_id: string;
  /** The caller's X-Request-ID, well-formed, or null. */
  readonly client_request_id: string | null;
  /** A path of the bridge's, or "other". */
  readonly route: string;
  readonly status: number;
  /** A code of the catalogue, `RESULT_OK` or a contract's own code; null where nothing was decided. */
  readonly code: string | null;
  /** Why a decision or a result is no good, for the operator; null where it is, or where nothing was decided. */
  readonly reason: string | null;
  readonly tool: string | null;
  readonly elapsed_ms: number;
}

export interface BridgeOptions {
  readonly gate: Gate;
  /** Who asks, as the host knows it: the same for every call, or told from the request. Never read from a body. */
  readonly context: CallContext | ((request: FetchRequest) => CallContext);
  /**
   * Whether the Authorization header of a request is good; asked for every route but /health. "none" where who can reach the bridge may
   * ask it.
   */
  readonly authorize: ((authorization: string | null) => boolean) | "none";
  /** For the tools whose answers are verified, as `contractSet` or `loadContracts` gives it; none by default. */
  readonly contracts?: ContractSet;
  /** The functions that contracts name. */
  readonly resultChecks?: Readonly<Record<string, ResultCheck>>;
  /** Keys of purpose `upstream`, where a contract wants the upstream's signature; a function where they may change. */
  readonly resultKeyring?: Keyring | (() => Keyring);
  /** Verifications under way at a time, 1 to 10 000; 64 by default. What comes on top is refused at once. */
  readonly maxConcurrent?: number;
  /** Bytes of a body, 1024 to 1 048 576 (the default). */
  readonly maxBodyBytes?: number;
  /** Milliseconds that a body may take to come, 1 to 60 000; 5000 by default. */
  readonly bodyTimeoutMs?: number;
  /** Answers carry the whole decision, for an operator at the same machine; false by default. */
  readonly debug?: boolean;
  /** How the operator's own parts are: each says whether it works. */
  readonly health?: { readonly ledger?: () => boolean; readonly audit?: () => boolean };
  /** Told of every answer after it was made; what it returns or throws changes nothing. */
  readonly onAnswer?: (event: BridgeEvent) => unknown;
  /** Any of the three clocks; the platform's where absent. */
  readonly clock?: Partial<Clock>;
}

export interface BridgeSettings {
  readonly gate: Gate;
  readonly contextOf: (request: FetchRequest) => CallContext;
  readonly authorize: ((authorization: string | null) => boolean) | null;
  readonly contracts: ContractSet | null;
  readonly resultChecks: Readonly<Record<string, ResultCheck>>;
  readonly resultKeyring: (() => Keyring) | null;
  readonly maxConcurrent: number;
  readonly maxBodyBytes: number;
  readonly maxDepth: number;
  readonly bodyTimeoutMs: number;
  readonly debug: boolean;
  readonly health: { readonly ledger: (() => boolean) | null; readonly audit: (() => boolean) | null };
  readonly onAnswer: ((event: BridgeEvent) => unknown) | null;
  readonly clock: Clock;
}

const NAMES: ReadonlySet<string> = new Set<keyof BridgeOptions>([
  "gate",
  "context",
  "authorize",
  "contracts",
  "resultChecks",
  "resultKeyring",
  "maxConcurrent",
  "maxBodyBytes",
  "bodyTimeoutMs",
  "debug",
  "health",
  "onAnswer",
  "clock",
]);
const HEALTH = new Set(["ledger", "audit"]);
const MAX_BODY_BYTES = 1024 * 1024;
/** A proposal lies two levels deep in a body, and may have all of its own. */
const MAX_DEPTH = DEFAULT_LIMITS.maxDepth + 2;

/** Reads the options once, own members only. ConfigurationError that names the option. */
export function readBridgeOptions(options: BridgeOptions): BridgeSettings {
  const own = ownOptions(options, NAMES, "createBridge", "createBridge needs options: { gate, context, authorize }");
  const gate = own("gate");
  if (typeof gate !== "object" || gate === null || typeof gate.decide !== "function") wrong("gate", "must come from createGate");
  const health = ownOptions<NonNullable<BridgeOptions["health"]>>(own("health", {}), HEALTH, "health");
  const debug = own("debug", false);
  if (typeof debug !== "boolean") wrong("debug", "is true or false");
  return Object.freeze({
    gate: gate as Gate,
    contextOf: readContextOption(own("context")),
    authorize: readAuthorize(own("authorize")),
    ...readResults(own("contracts"), own("resultChecks", {}), own("resultKeyring")),
    maxConcurrent: whole("maxConcurrent", own("maxConcurrent", 64), 1, 10_000),
    maxBodyBytes: whole("maxBodyBytes", own("maxBodyBytes", MAX_BODY_BYTES), 1024, MAX_BODY_BYTES),
    maxDepth: MAX_DEPTH,
    bodyTimeoutMs: whole("bodyTimeoutMs", own("bodyTimeoutMs", 5000), 1, 60_000),
    debug,
    health: { ledger: optional("health.ledger", health("ledger")), audit: optional("health.audit", health("audit")) },
    onAnswer: optional("onAnswer", own("onAnswer")),
    clock: readClock(own("clock", {})),
  });
}

function readContextOption(context: BridgeOptions["context"] | undefined): BridgeSettings["contextOf"] {
  if (typeof context === "function") return context;
  try {
    const fixed = fixContext(context);
    return () => fixed;
  } catch (cause) {
    throw new ConfigurationError((cause as Error).message, { place: "context" }, { cause });
  }
}

/** Nobody is let in by leaving an option out. */
function readAuthorize(authorize: BridgeOptions["authorize"] | undefined): BridgeSettings["authorize"] {
  if (authorize === "none") return null;
  if (typeof authorize !== "function") wrong("authorize", 'is required: a function of the Authorization header, or "none"');
  return authorize;
}

/** What a contract needs beside the answer is there before the first answer comes. */
function readResults(
  contracts: ContractSet | undefined,
  checks: Readonly<Record<string, ResultCheck>>,
  keyring: BridgeOptions["resultKeyring"],
) {
  if (contracts !== undefined && typeof contracts?.contractFor !== "function")
    wrong("contracts", "must come from contractSet or loadContracts");
  if (typeof checks !== "object" || checks === null) wrong("resultChecks", "must be an object of functions");
  if (keyring !== undefined && typeof keyring !== "function" && !isKeyring(keyring)) wrong("resultKeyring", "must come from loadKeyring");
  for (const { tool, checks: names, signature } of contracts?.contracts ?? []) {
    const missing = names.find((name) => !Object.hasOwn(checks, name) || typeof checks[name] !== "function");
    if (missing !== undefined) wrong("resultChecks", `lacks the function ${missing}, which the contract of ${tool} names`);
    if (signature !== null && keyring === undefined)
      wrong("resultKeyring", `is needed: the contract of ${tool} wants the upstream's signature`);
  }
  const resultKeyring = keyring === undefined || typeof keyring === "function" ? (keyring ?? null) : () => keyring;
  return { contracts: contracts ?? null, resultChecks: checks, resultKeyring };
}

function readClock(asked: Partial<Clock>): Clock {
  if (typeof asked !== "object" || asked === null) wrong("clock", "must be an object of now, monotonic, timeout");
  const { now, monotonic, timeout } = asked;
  for (const member of [now, monotonic, timeout])
    if (member !== undefined && typeof member !== "function") wrong("clock", "must have functions among now, monotonic, timeout");
  return Object.freeze({
    now: now?.bind(asked) ?? PLATFORM_CLOCK.now,
    monotonic: monotonic?.bind(asked) ?? PLATFORM_CLOCK.monotonic,
    timeout: timeout?.bind(asked) ?? PLATFORM_CLOCK.timeout,
  });
}

function optional<T>(name: string, given: T | undefined): T | null {
  if (given !== undefined && typeof given !== "function") wrong(name, "must be a function");
  return given ?? null;
}

function whole(name: string, value: number, least: number, most: number): number {
  if (!Number.isSafeInteger(value) || value < least || value > most) wrong(name, `must be a whole number from ${least} to ${most}`);
  return value;
}

function wrong(place: string, what: string): never {
  throw new ConfigurationError(what, { place });
}
