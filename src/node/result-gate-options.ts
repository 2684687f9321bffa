import { didYouMean } from "../compile/did-you-mean.js";
import type { ResultCheck } from "../contract/result-options.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { isPromise } from "../decision/is-promise.js";
import type { Gate } from "../gate/create-gate.js";
import type { Audit, Clock } from "../gate/ports.js";
import type { Contracts } from "../gate/result/create-result-gate.js";
import type { InvalidObserver } from "../gate/result/result-ports.js";
import type { Keyring } from "../trust/keyring.js";
import { isKeyring } from "../trust/load-keyring.js";
import { readClock, readPort, readWhole, wrongOption } from "./gate-options.js";
import type { RawBounds } from "./raw-copies/open-raw-copies.js";

export interface RawCopyOptions {
  /** For copies of refused answers alone; made with mode 0700 where it is not there. */
  readonly folder: string;
  /** Of one copy; 16 MiB by default, which is the most that a contract lets an answer have. */
  readonly maxBytes?: number;
  /** Of all copies; 256 MiB by default. */
  readonly maxTotalBytes?: number;
  /** 30 by default. */
  readonly retentionDays?: number;
}

export interface ResultGateOptions {
  /** What `loadContract` returned; several versions of a tool may be among them. */
  readonly contracts: Contracts;
  /** Where every result is recorded before it is told: no record, no result. The host closes it. */
  readonly audit: Audit;
  /** Where the bytes of refused answers are kept for the operator; or "none". */
  readonly rawCopies: RawCopyOptions | "none";
  /** The action gate whose permits `callTool` takes. */
  readonly gate?: Gate;
  /** The functions that contracts name in `belongs`, each of which only `true` confirms. */
  readonly checks?: Readonly<Record<string, ResultCheck>>;
  /** Keys of purpose `upstream`, from `loadKeyring`; needed where a contract wants the upstream's signature. */
  readonly keyring?: Keyring;
  /** Told of every answer that does not fit: for whoever owns the contract. */
  readonly onInvalid?: InvalidObserver;
  /** Any of the three clocks; the machine's where absent. */
  readonly clock?: Partial<Clock>;
  /** Milliseconds of a call whose contract has no budget of its own, 1 to 600 000; 30 000 by default. */
  readonly timeoutMs?: number;
  /** Milliseconds that a record, and a copy, may take, 1 to 60 000; 2000 by default. */
  readonly recordTimeoutMs?: number;
}

const NAMES: ReadonlySet<string> = new Set<keyof ResultGateOptions>([
  "contracts",
  "audit",
  "rawCopies",
  "gate",
  "checks",
  "keyring",
  "onInvalid",
  "clock",
  "timeoutMs",
  "recordTimeoutMs",
]);
const COPY_NAMES: ReadonlySet<string> = new Set<keyof RawCopyOptions>(["folder", "maxBytes", "maxTotalBytes", "retentionDays"]);

const MIB = 1024 * 1024;
const MAX_COPY_BYTES = 64 * MIB;
const MAX_TOTAL_BYTES = 1024 * 1024 * MIB;
const MAX_DAYS = 3660;

/**
 * The options of a result gate, each read once and checked. Opens nothing.
 * @throws ConfigurationError that names the option
 */
export function readResultGateOptions(options: ResultGateOptions) {
  const asked = ownMembers<ResultGateOptions>(options, NAMES, "createResultGate needs options: { contracts, audit, rawCopies }", "");
  if (asked.contracts === undefined)
    throw wrongOption("contracts", "is required: what loadContracts returned, or a list of what loadContract returned");
  const audit = readPort<Audit>(asked.audit, "audit", ["append"]);
  if (audit === null) throw wrongOption("audit", "is required: no record, no result");
  if (asked.keyring !== undefined && !isKeyring(asked.keyring)) throw wrongOption("keyring", "must come from loadKeyring");
  if (asked.onInvalid !== undefined && typeof asked.onInvalid !== "function") throw wrongOption("onInvalid", "must be a function");
  return {
    contracts: asked.contracts,
    audit,
    rawCopies: readRawCopies(asked.rawCopies),
    gate: readPort<Gate>(asked.gate, "gate", ["run", "holds"]),
    checks: readChecks(asked.checks),
    keyring: asked.keyring ?? null,
    onInvalid: asked.onInvalid ?? null,
    clock: readClock(asked.clock),
    timeoutMs: readWhole("timeoutMs", asked.timeoutMs ?? 30_000, 600_000),
    recordTimeoutMs: readWhole("recordTimeoutMs", asked.recordTimeoutMs ?? 2000, 60_000),
  };
}

function readChecks(asked: Readonly<Record<string, ResultCheck>> | undefined): Readonly<Record<string, ResultCheck>> {
  if (asked === undefined) return Object.freeze({});
  if (typeof asked !== "object" || asked === null) throw wrongOption("checks", "must be an object of functions by their names");
  for (const [name, check] of Object.entries(asked))
    if (typeof check !== "function") throw wrongOption(`checks.${name}`, "must be a function");
  return Object.freeze({ ...asked });
}

function readRawCopies(options: RawCopyOptions | "none" | undefined): (RawBounds & { readonly folder: string }) | null {
  if (options === "none") return null;
  if (options === undefined) throw wrongOption("rawCopies", 'is required: where refused answers are kept, { folder }; or "none"');
  const asked = ownMembers<RawCopyOptions>(options, COPY_NAMES, "rawCopies must be { folder }, or none", "rawCopies.");
  const { folder } = asked;
  if (typeof folder !== "string" || folder === "") throw wrongOption("rawCopies.folder", "must be a path");
  const maxBytes = readWhole("rawCopies.maxBytes", asked.maxBytes ?? 16 * MIB, MAX_COPY_BYTES);
  const maxTotalBytes = readWhole("rawCopies.maxTotalBytes", asked.maxTotalBytes ?? 256 * MIB, MAX_TOTAL_BYTES);
  if (maxTotalBytes < maxBytes) throw wrongOption("rawCopies.maxTotalBytes", "is less than one copy may have");
  return { folder, maxBytes, maxTotalBytes, retentionDays: readWhole("rawCopies.retentionDays", asked.retentionDays ?? 30, MAX_DAYS) };
}

/** Own members, read once; what is absent stays absent whatever Object.prototype has come to hold. */
function ownMembers<T extends object>(options: T, names: ReadonlySet<string>, needs: string, prefix: string): Partial<T> {
  if (typeof options !== "object" || options === null) throw new ConfigurationError(needs);
  const asked: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(options)) {
    if (!names.has(name)) {
      const known = `the options are ${[...names].join(", ")}`;
      throw wrongOption(`${prefix}${name}`, `is no option of createResultGate${didYouMean(name, names)}; ${known}`);
    }
    const given = (options as Record<string, unknown>)[name];
    if (isPromise(given)) throw wrongOption(`${prefix}${name}`, "is a promise: await it before createResultGate");
    asked[name] = given;
  }
  return asked as Partial<T>;
}
