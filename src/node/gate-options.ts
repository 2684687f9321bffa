import { didYouMean } from "../compile/did-you-mean.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { isPromise } from "../decision/is-promise.js";
import { type Limits, resolveLimits } from "../decision/limits.js";
import { type InteropOptions, type Profile, type ProfileName, resolveProfile } from "../decision/profile.js";
import type { ApprovalStore } from "../gate/approval-store.js";
import type { DecisionObserver } from "../gate/create-gate.js";
import type { Ledger } from "../gate/ledger.js";
import type { Audit, Clock, OperatorCheck } from "../gate/ports.js";
import type { Policy } from "../policy/policy.js";
import type { Keyring } from "../trust/keyring.js";
import { SYSTEM_CLOCK } from "./system-clock.js";

interface CommonGateOptions {
  /** A path, read again when it changes; or what `loadPolicy` returned. */
  readonly policy: string | Policy;
  /** A path, read again when it changes; or what `loadKeyring` returned. */
  readonly keyring: string | Keyring;
  /** The folder of evidence files. Without it every file is unavailable. */
  readonly evidenceRoot?: string;
  /** Any of the three clocks; the machine's where absent. */
  readonly clock?: Partial<Clock>;
  /** Where decisions and outcomes are recorded; the gate closes it. */
  readonly audit?: Audit;
  /** The operator's decision points, by the id of the policy's rule. Each can only refuse. */
  readonly checks?: Readonly<Record<string, OperatorCheck>>;
  /** Where requests for approval are kept; the ledger's own store where it has one, or "none". */
  readonly approvals?: ApprovalStore | "none";
  /** How long a request for approval stands, in seconds, 1 to 86 400; 3600 by default, and at most what the policy allows. */
  readonly approvalLifetimeSeconds?: number;
  readonly onDecision?: DecisionObserver;
  readonly limits?: Partial<Limits>;
  /** Milliseconds from call to decision, 1 to 60 000; 500 by default (S13). */
  readonly deadlineMs?: number;
}

/** Options under which nothing is left unsaid; what the strict profile needs, and any profile takes. */
export interface StrictGateOptions extends CommonGateOptions {
  /** This gate's name, which attestations are signed for; or "none". */
  readonly audience: string;
  /** Where used attestations are remembered; or "none", and every decision says `single_use: "unchecked"`. */
  readonly ledger: Ledger | "none";
  /** "strict" by default. */
  readonly profile?: ProfileName | InteropOptions;
}

/** Under interop audience and ledger may be left out, which is "none". */
export interface InteropGateOptions extends CommonGateOptions {
  readonly profile: "interop" | InteropOptions;
  readonly audience?: string;
  readonly ledger?: Ledger | "none";
}

export type GateOptions = StrictGateOptions | InteropGateOptions;

/** As JavaScript may hand them over. */
type AskedOptions = CommonGateOptions & Partial<Pick<StrictGateOptions, "audience" | "ledger" | "profile">>;

const NAMES: ReadonlySet<string> = new Set<keyof GateOptions>([
  "policy",
  "keyring",
  "audience",
  "ledger",
  "evidenceRoot",
  "clock",
  "audit",
  "checks",
  "approvals",
  "approvalLifetimeSeconds",
  "profile",
  "onDecision",
  "limits",
  "deadlineMs",
]);

const DEFAULT_DEADLINE_MS = 500;
const MAX_DEADLINE_MS = 60_000;

/**
 * The options of a gate, each read once and checked. Opens nothing.
 * @throws ConfigurationError that names the option
 */
export function readGateOptions(options: GateOptions) {
  const asked = readOptions(options);
  const profile = option("profile", () => resolveProfile(asked.profile));
  // In the order in which a host meets its mistakes.
  const limits = option("limits", () => resolveLimits(asked.limits));
  const clock = readClock(asked.clock);
  const audience = readAudience(asked.audience, profile);
  const ledger = readLedger(asked.ledger, profile);
  return {
    policy: asked.policy,
    keyring: asked.keyring,
    profile,
    limits,
    clock,
    audience,
    ledger,
    audit: readPort<Audit>(asked.audit, "audit", ["append"]),
    approvals: readApprovals(asked.approvals, ledger),
    checks: readChecks(asked.checks),
    approvalLifetimeSeconds: readWhole("approvalLifetimeSeconds", asked.approvalLifetimeSeconds ?? 3600, 86_400),
    deadlineMs: readWhole("deadlineMs", asked.deadlineMs ?? DEFAULT_DEADLINE_MS, MAX_DEADLINE_MS),
    onDecision: readObserver(asked.onDecision),
    evidenceRoot: readRoot(asked.evidenceRoot),
  };
}

/** Own members, read once; what is absent stays absent whatever Object.prototype has come to hold. */
function readOptions(options: GateOptions): AskedOptions {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError("createGate needs options: { policy, keyring, audience, ledger }");
  const asked: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name)) {
      throw wrongOption(name, `is no option of createGate${didYouMean(name, NAMES)}; the options are ${[...NAMES].join(", ")}`);
    }
    const given = options[name as keyof GateOptions];
    if (isPromise(given)) throw wrongOption(name, "is a promise: await it before createGate");
    asked[name] = given;
  }
  for (const [name, load] of [
    ["policy", "loadPolicy"],
    ["keyring", "loadKeyring"],
  ] as const) {
    const given = asked[name];
    if (given === undefined) throw wrongOption(name, `is required: a path, or what ${load} returned`);
    if (typeof given !== "string" && (typeof given !== "object" || given === null))
      throw wrongOption(name, `must be a path, or come from ${load}`);
    if (given === "") throw wrongOption(name, "must not be an empty path");
  }
  return asked as unknown as AskedOptions;
}

/** The reader's own sentence; the place is told beside it, so it does not begin with it. */
function reasonOf(cause: unknown, name: string): string {
  if (!(cause instanceof Error)) return "is wrong";
  return cause.message.startsWith(`${name} `) ? cause.message.slice(name.length + 1) : cause.message;
}

function option<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ConfigurationError(reasonOf(cause, name), { place: name }, { cause });
  }
}

/** A clock may be a class instance and may lack members; one that has none of them is a mistake. */
export function readClock(asked: Partial<Clock> | undefined): Clock {
  if (asked === undefined) return SYSTEM_CLOCK;
  if (typeof asked !== "object" || asked === null) throw wrongOption("clock", "must be an object of now, monotonic, timeout");
  for (const [name, member] of Object.entries(asked)) {
    if (typeof member === "function" && !Object.hasOwn(SYSTEM_CLOCK, name)) throw wrongOption("clock", `has no member ${name}`);
  }
  const { now, monotonic, timeout } = asked;
  const given = [now, monotonic, timeout].filter((member) => member !== undefined);
  if (given.length === 0 || given.some((member) => typeof member !== "function")) {
    throw wrongOption("clock", "must have functions among now, monotonic, timeout");
  }
  return Object.freeze({
    now: now?.bind(asked) ?? SYSTEM_CLOCK.now,
    monotonic: monotonic === undefined ? SYSTEM_CLOCK.monotonic : onlyNumbers(monotonic.bind(asked)),
    timeout: timeout?.bind(asked) ?? SYSTEM_CLOCK.timeout,
  });
}

/** What is no number is no time: text, compared as text, might never reach a deadline. */
function onlyNumbers(read: () => number): () => number {
  return () => {
    const at: unknown = read();
    return typeof at === "number" ? at : Number.NaN;
  };
}

/** The gate's audience, or null for the word "none". */
function readAudience(asked: string | undefined, profile: Profile): string | null {
  if (asked === "none" || (asked === undefined && profile.name !== "strict")) return null;
  if (asked === undefined) throw wrongOption("audience", 'is required: the name that attestations are signed for, or "none"');
  if (typeof asked !== "string" || asked === "") throw wrongOption("audience", "must be a non-empty string");
  return asked;
}

/** The ledger, or null for the word "none". */
function readLedger(asked: Ledger | "none" | undefined, profile: Profile): Ledger | null {
  if (asked === "none" || (asked === undefined && profile.name !== "strict")) return null;
  if (asked === undefined) throw wrongOption("ledger", 'is required: where used attestations are remembered, or "none"');
  return readPort<Ledger>(asked, "ledger", ["consume", "close"]);
}

/** The store of approval requests; null where nothing is to be pending. */
function readApprovals(asked: ApprovalStore | "none" | undefined, ledger: Ledger | null): ApprovalStore | null {
  if (asked === "none") return null;
  return readPort<ApprovalStore>(asked ?? ledger?.approvals, "approvals", ["open", "find", "settle"]);
}

function readChecks(asked: Readonly<Record<string, OperatorCheck>> | undefined): ReadonlyMap<string, OperatorCheck> {
  if (asked === undefined) return new Map();
  if (typeof asked !== "object" || asked === null) throw wrongOption("checks", "must be an object of functions by rule id");
  const checks = new Map(Object.entries(asked));
  for (const [id, check] of checks) if (typeof check !== "function") throw wrongOption(`checks.${id}`, "must be a function");
  return checks;
}

function readObserver(asked: DecisionObserver | undefined): DecisionObserver | null {
  if (asked !== undefined && typeof asked !== "function") throw wrongOption("onDecision", "must be a function");
  return asked ?? null;
}

function readRoot(asked: string | undefined): string | null {
  if (asked !== undefined && (typeof asked !== "string" || asked === "")) throw wrongOption("evidenceRoot", "must be a path");
  return asked ?? null;
}

export function readPort<T extends object>(asked: T | undefined, name: string, methods: readonly (keyof T & string)[]): T | null {
  if (asked === undefined) return null;
  const good = typeof asked === "object" && asked !== null && methods.every((method) => typeof asked[method] === "function");
  if (!good) throw wrongOption(name, `must be an object with ${methods.join(" and ")}`);
  return asked;
}

export function readWhole(name: string, asked: number, most: number): number {
  if (!Number.isSafeInteger(asked) || asked < 1 || asked > most) throw wrongOption(name, `must be a whole number from 1 to ${most}`);
  return asked;
}

export function wrongOption(name: string, what: string): ConfigurationError {
  return new ConfigurationError(what, { place: name });
}
