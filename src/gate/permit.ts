import { freezeDeep } from "../json/freeze-deep.js";
import type { JsonObject } from "../json/value.js";

/** Why a permit gives nothing. */
export type PermitRefusal =
  | "used"
  | "expired"
  | "configuration_changed"
  | "configuration_unseen"
  | "unrecorded"
  | "gate_closed"
  | "other_gate";

const SENTENCES: Readonly<Record<PermitRefusal, string>> = Object.freeze({
  used: "This permit was used.",
  expired: "This permit has ended.",
  configuration_changed: "Policy or keys changed after this permit was issued.",
  configuration_unseen: "Policy and keys could not be looked at in time.",
  unrecorded: "The start of this action could not be recorded.",
  gate_closed: "The gate that issued this permit is closed.",
  other_gate: "This permit is of another gate.",
});

/** A permit was not good. The action must not run. */
export class PermitError extends Error {
  override readonly name = "PermitError";
  readonly refusal: PermitRefusal;

  constructor(refusal: PermitRefusal) {
    super(SENTENCES[refusal]);
    this.refusal = refusal;
  }
}

/** An action that may run now. */
export interface RedeemedAction {
  readonly tool: string;
  /** Exactly as verified, frozen at every level. */
  readonly args: JsonObject;
}

/** What the gate ties a permit to. */
export interface PermitTerms {
  readonly tool: string;
  readonly args: JsonObject;
  readonly requestId: string;
  readonly idempotencyKey: string;
  /** Its start must be in the audit before it runs. */
  readonly recordRequired: boolean;
  /** Asked at redemption: why the permit no longer holds, or null. */
  readonly refusal: () => Exclude<PermitRefusal, "used" | "other_gate"> | null;
  /** The gate that issues it. */
  readonly issuer: object;
}

const ISSUE = Symbol("issue");

let redeemPermit: (permit: Permit, issuer: object | null, refused: PermitRefusal | null) => PermitTerms;
let termsOf: (permit: Permit) => PermitTerms & { readonly used: boolean };

export type { Permit };

/**
 * The right to run one action once, held by the host (spec/gate.md#permit). Only a gate makes one: the constructor wants a
 * token that never leaves this module, and the terms are private fields, so no look-alike object can be redeemed.
 */
class Permit {
  readonly #terms: PermitTerms;
  #used = false;

  constructor(token: symbol, terms: PermitTerms) {
    if (token !== ISSUE) throw new TypeError("only a gate issues permits");
    this.#terms = terms;
    Object.freeze(this);
  }

  get tool(): string {
    return this.#terms.tool;
  }

  /** The verified arguments, to look at. To act, take those that `redeem` returns. */
  get args(): JsonObject {
    return this.#terms.args;
  }

  get request_id(): string {
    return this.#terms.requestId;
  }

  /** For the tool's own backend: one use of one approval has one key. */
  get idempotency_key(): string {
    return this.#terms.idempotencyKey;
  }

  /**
   * Burns the permit and returns the action. PermitError where it was used, has ended, or the gate has moved on. Synchronous, so
   * it opens no file: it knows of a change that a decision, a run or a reload has seen. `gate.run` looks first.
   */
  redeem(): RedeemedAction {
    const { tool, args } = redeemPermit(this, null, null);
    return Object.freeze({ tool, args });
  }

  /** A permit has no JSON form. */
  toJSON(): undefined {
    return undefined;
  }

  static {
    redeemPermit = (permit, issuer, refused) => {
      if (!(#terms in permit)) throw new TypeError("not a permit");
      const terms = permit.#terms;
      if (issuer !== null && issuer !== terms.issuer) throw new PermitError("other_gate");
      if (permit.#used) throw new PermitError("used");
      // Burned before anything is asked, so that no answer and no throw can leave it whole.
      permit.#used = true;
      const refusal = refused ?? terms.refusal();
      if (refusal !== null) throw new PermitError(refusal);
      return terms;
    };
    termsOf = (permit) => {
      if (!(#terms in permit)) throw new TypeError("not a permit");
      return { ...permit.#terms, used: permit.#used };
    };
    Object.freeze(Permit.prototype);
    Object.freeze(Permit);
  }
}

/**
 * For the gate alone, which gives the terms away with it. Freezes the arguments where they are: they are the pipeline's own copy, never
 * the caller's.
 */
export function issuePermit(terms: PermitTerms): Permit {
  freezeDeep(terms.args);
  return new Permit(ISSUE, Object.freeze(terms));
}

/** For the gate alone: redeems a permit of its own, or burns it with the gate's own reason to refuse. */
export function redeemAt(issuer: object, permit: Permit, refused: PermitRefusal | null): PermitTerms {
  return redeemPermit(permit, issuer, refused);
}

/** For the gate alone: whether a permit of its own that was redeemed rests on what still stands. */
export function stillHolds(issuer: object, permit: Permit): boolean {
  const terms = termsOf(permit);
  return terms.issuer === issuer && terms.used && terms.refusal() === null;
}
