import { copyOwn } from "../json/copy-own.js";
import type { JsonObject } from "../json/value.js";

const P = Object.prototype;

/**
 * Keeps a polluted Object.prototype out of a parsed proposal: the schema and later stages read members as plain properties.
 * While Object.prototype has none of the wire form's names, the value itself is returned; else a copy whose objects inherit
 * from nothing, so that the decision is the one that a clean process makes.
 */
export function ownMembersOnly(value: JsonObject): JsonObject {
  return isPolluted() ? (copyOwn(value) as JsonObject) : value;
}

/** Written out, not looped: each test is then one inline-cached lookup. A test holds the list against the schema. */
function isPolluted(): boolean {
  return (
    "protocol" in P ||
    "intent" in P ||
    "impact" in P ||
    "provenance" in P ||
    "claims" in P ||
    "action" in P ||
    "evidence" in P ||
    "id" in P ||
    "trust" in P ||
    "source" in P ||
    "text" in P ||
    "tool" in P ||
    "args" in P ||
    "type" in P ||
    "ref" in P ||
    "sha256" in P ||
    "attestor" in P ||
    "payload" in P ||
    "alg" in P ||
    "signature" in P ||
    "key_id" in P ||
    "signer" in P
  );
}
