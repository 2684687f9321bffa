import { isPromise } from "../decision/is-promise.js";
import { ownOptions } from "../decision/own-options.js";
import { isRequestId } from "../decision/request-id.js";
import type { HostData } from "../json/value.js";
import type { Keyring } from "../trust/keyring.js";
import { isKeyring } from "../trust/load-keyring.js";
import { nowToNanos } from "../trust/timestamp.js";
import { isContract } from "./build-contract.js";
import type { Contract } from "./contract.js";

/** What was asked of the tool, in the host's own words: the answer is held against it. */
export interface ResultRequest {
  /** Ours, never the upstream's: 8 to 64 of `A-Z a-z 0-9 _ .`, the first a letter or digit. */
  readonly id: string;
  readonly tool: string;
  readonly args: HostData;
  /** Who asks and for whom, such as the tenant. */
  readonly context?: HostData;
}

/** What `verifyResult` is told beside the answer. */
export interface ResultOptions {
  readonly contract: Contract;
  readonly request: ResultRequest;
  /** Epoch milliseconds, or an RFC 3339 time. */
  readonly now: number | string;
  /** Keys of purpose `upstream`: needed where the contract wants the upstream's signature, and only there. */
  readonly keyring?: Keyring;
}

export interface ResultSettings {
  readonly contract: Contract;
  readonly request: ResultRequest;
  /** Epoch nanoseconds. */
  readonly now: bigint;
  readonly keyring: Keyring | null;
}

const NAMES = new Set(["contract", "request", "now", "keyring"]);
const REQUEST = new Set(["id", "tool", "args", "context"]);
const NO_CONTEXT = Object.freeze({});

/** Reads the options. TypeError for misuse. */
export function readResultOptions(options: ResultOptions): ResultSettings {
  const own = ownOptions(options, NAMES, "verifyResult", "verifyResult needs options: { contract, request, now }");
  const contract = own("contract");
  if (!isContract(contract))
    throw new TypeError(`contract must come from loadContract${isPromise(contract) ? "; this is a promise: await it" : ""}`);
  const now = nowToNanos(own("now") as number | string);
  const keyring = own("keyring");
  if (keyring === undefined) {
    if (contract.signature !== null) throw new TypeError("keyring is needed: the contract wants the upstream's signature");
  } else if (!isKeyring(keyring)) throw new TypeError("keyring must come from loadKeyring");

  const asked = ownOptions(own("request") as ResultRequest, REQUEST, "request", "request must be { id, tool, args }");
  const id = asked("id");
  const tool = asked("tool");
  const args = asked("args");
  const context = asked("context", NO_CONTEXT);
  if (!isRequestId(id)) throw new TypeError("request.id must be 8 to 64 of A-Z a-z 0-9 _ . and start with a letter or digit");
  if (tool !== contract.tool) throw new TypeError(`request.tool must be the contract's tool, "${contract.tool}"`);
  if (!isObject(args)) throw new TypeError("request.args must be an object");
  if (!isObject(context)) throw new TypeError("request.context must be an object");
  return { contract, request: { id, tool, args, context }, now, keyring: keyring ?? null };
}

function isObject(value: unknown): value is HostData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
