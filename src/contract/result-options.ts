import { isPromise } from "../decision/is-promise.js";
import { ownOptions } from "../decision/own-options.js";
import { isRequestId } from "../decision/request-id.js";
import type { HostData, JsonValue } from "../json/value.js";
import type { Keyring } from "../trust/keyring.js";
import { isKeyring } from "../trust/load-keyring.js";
import { nowToNanos } from "../trust/timestamp.js";
import type { AnswerKind } from "./answer.js";
import { isContract } from "./build-contract.js";
import type { Contract } from "./contract.js";
import { ownValue } from "./field.js";

/** What was asked of the tool, in the host's own words: the answer is held against it. */
export interface ResultRequest {
  /** Ours, never the upstream's: 8 to 64 of `A-Z a-z 0-9 _ .`, the first a letter or digit. */
  readonly id: string;
  readonly tool: string;
  readonly args: HostData;
  /** Who asks and for whom, such as the tenant. */
  readonly context?: HostData;
}

/**
 * A function of the host's that a contract's `belongs` names: whether a value of the data belongs to what was asked. Only `true` confirms,
 * at once: a promise refuses.
 */
export type ResultCheck = (value: JsonValue, request: ResultRequest) => boolean;

/** What `verifyResult` is told beside the answer. */
export interface ResultOptions {
  readonly contract: Contract;
  readonly request: ResultRequest;
  /** Epoch milliseconds, or an RFC 3339 time. */
  readonly now: number | string;
  /** The functions that the contract names; needed where it names one. */
  readonly checks?: Readonly<Record<string, ResultCheck>>;
  /** Keys of purpose `upstream`: needed where the contract wants the upstream's signature, and only there. */
  readonly keyring?: Keyring;
}

export interface ResultSettings {
  readonly contract: Contract;
  readonly request: ResultRequest;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  readonly checks: ReadonlyMap<string, ResultCheck>;
  readonly keyring: Keyring | null;
}

const NAMES = new Set(["contract", "request", "now", "checks", "keyring"]);
const REQUEST = new Set(["id", "tool", "args", "context"]);
const { hasOwn, keys } = Object;
const NO_CONTEXT = Object.freeze({});
const NO_CHECKS: ReadonlyMap<string, ResultCheck> = new Map();

/** Reads the options. TypeError for misuse, and for an answer of a kind that the contract is not of. */
export function readResultOptions(options: ResultOptions, kind: AnswerKind): ResultSettings {
  if (!hasOnlyOptions(options)) ownOptions(options, NAMES, "verifyResult", "verifyResult needs options: { contract, request, now }");
  const contract = hasOwn(options, "contract") ? options.contract : undefined;
  if (!isContract(contract))
    throw new TypeError(`contract must come from loadContract${isPromise(contract) ? "; this is a promise: await it" : ""}`);
  if (kind !== contract.answer) throw new TypeError(`answer.kind must be the contract's, "${contract.answer}"`);
  const now = nowToNanos((hasOwn(options, "now") ? options.now : undefined) as number | string);
  const keyring = hasOwn(options, "keyring") ? options.keyring : undefined;
  if (keyring === undefined) {
    if (contract.signature !== null) throw new TypeError("keyring is needed: the contract wants the upstream's signature");
  } else if (!isKeyring(keyring)) throw new TypeError("keyring must come from loadKeyring");

  const asked = (hasOwn(options, "request") ? options.request : undefined) as ResultRequest;
  if (!hasOnlyRequest(asked)) ownOptions(asked, REQUEST, "request", "request must be { id, tool, args }");
  const id = hasOwn(asked, "id") ? asked.id : undefined;
  const tool = hasOwn(asked, "tool") ? asked.tool : undefined;
  const args = hasOwn(asked, "args") ? asked.args : undefined;
  const context = orNone(hasOwn(asked, "context") ? asked.context : undefined);
  if (!isRequestId(id)) throw new TypeError("request.id must be 8 to 64 of A-Z a-z 0-9 _ . and start with a letter or digit");
  if (tool !== contract.tool) throw new TypeError(`request.tool must be the contract's tool, "${contract.tool}"`);
  if (!isObject(args)) throw new TypeError("request.args must be an object");
  if (!isObject(context)) throw new TypeError("request.context must be an object");
  const checks =
    contract.checks.length === 0 ? NO_CHECKS : checksOf(contract, orNone(hasOwn(options, "checks") ? options.checks : undefined));
  return { contract, request: { id, tool, args, context }, now, checks, keyring: keyring ?? null };
}

/** Whether all is an object of these members, so that `ownOptions` has nothing to say. Told by comparing: it is asked for each answer. */
function hasOnlyOptions(options: unknown): boolean {
  if (typeof options !== "object" || options === null) return false;
  const names = keys(options);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    if (name !== "contract" && name !== "request" && name !== "now" && name !== "checks" && name !== "keyring") return false;
  }
  return true;
}

function hasOnlyRequest(request: unknown): boolean {
  if (typeof request !== "object" || request === null) return false;
  const names = keys(request);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    if (name !== "id" && name !== "tool" && name !== "args" && name !== "context") return false;
  }
  return true;
}

/** Only what is absent has a default: null is a value, and a wrong one. */
function orNone<T>(value: T | undefined): T | typeof NO_CONTEXT {
  return value === undefined ? NO_CONTEXT : value;
}

/** The named ones; a host may have one table for all its contracts. */
function checksOf({ checks: names }: Contract, table: Readonly<Record<string, ResultCheck>>): ReadonlyMap<string, ResultCheck> {
  if (typeof table !== "object" || table === null) throw new TypeError("checks must be an object of functions");
  const checks = new Map<string, ResultCheck>();
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as string;
    const check = ownValue(table, name);
    if (typeof check !== "function") throw new TypeError(`checks must have the function "${name}", which the contract names`);
    checks.set(name, check as ResultCheck);
  }
  return checks;
}

function isObject(value: unknown): value is HostData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
