import { ConfigurationError } from "../decision/configuration-error.js";
import type { ReceiptTerms } from "./contract.js";
import type { ContractFile } from "./contract-file.js";
import { fieldOf } from "./field.js";

/** Seconds that a receipt lives where the contract does not say. */
const LIFETIME = 300;
/** As what the agent gets is called: a name that reads as one, and is nobody's prototype. */
const MEMBER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/**
 * How a contract's answers become facts (spec/receipts.md#contract); null where it does not say that they do.
 *
 * @throws ConfigurationError where nothing ties the answer to the request, or what does has no name of its own
 */
export function receiptTerms({ tool, receipt, bind = [], belongs = [] }: ContractFile): ReceiptTerms | null {
  if (receipt === undefined) return null;
  const pointers = new Set([...bind, ...belongs].map(({ data }) => data));
  if (pointers.size === 0) refuse('needs "bind" or "belongs": a fact that is tied to nothing that was asked is nobody\'s');
  const bound = [...pointers].map((pointer) => {
    const field = fieldOf(pointer);
    return Object.freeze({ field, as: field.steps[field.steps.length - 1] as string });
  });
  for (const [at, { as, field }] of bound.entries()) {
    if (!MEMBER.test(as))
      refuse(`finds no name in ${JSON.stringify(field.pointer)}, which is tied to the request; tie a member by its name`);
    if (bound.findIndex((other) => other.as === as) < at)
      refuse(`finds two values tied to the request under the name ${JSON.stringify(as)}`);
  }
  const { name = tool, lifetime_seconds: lifetimeSeconds = LIFETIME } = receipt;
  return Object.freeze({ name, lifetimeSeconds, bound: Object.freeze(bound) });
}

function refuse(message: string): never {
  throw new ConfigurationError(message, { place: "/receipt" });
}
