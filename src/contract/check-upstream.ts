import { verify } from "#crypto";
import { canonicalText } from "../json/canonical-text.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { decodeSignature } from "../trust/base64.js";
import { isListed } from "../trust/is-listed.js";
import { keyState } from "../trust/key-state.js";
import type { KeyEntry, Keyring } from "../trust/keyring.js";
import { passed, type ResultOutcome, refused } from "./result-issue.js";
import type { ResultSettings } from "./result-options.js";

const UPSTREAM_VERSION = "x-countersign-upstream/1";

const { hasOwn, keys } = Object;
const utf8 = new TextEncoder();

/**
 * Who the upstream is, where the contract wants it signed (spec/results.md#upstream-identity): a key that the contract names, of purpose
 * `upstream`, over the data, the tool and the request that it is an answer to. Gives the key's id.
 */
export function checkUpstream(envelope: JsonValue, { contract, request, keyring, now }: ResultSettings): ResultOutcome<string> {
  const { signature: wanted, tool } = contract;
  const { data } = envelope as JsonObject;
  const signature = hasOwn(envelope as JsonObject, "signature") ? (envelope as JsonObject).signature : undefined;
  if (!isSignature(signature)) return refused("result.signature", "/signature");
  const { key_id, sig } = signature;
  const signer = wanted !== null && isListed(key_id, wanted.keys) && keyring !== null ? signerOf(key_id, tool, keyring, now) : null;
  if (signer === null) return refused("result.signer", "/signature/key_id");
  const bytes = decodeSignature(sig);
  const signed = canonicalText({ answer_version: UPSTREAM_VERSION, tool, request_id: request.id, data: data as JsonValue });
  if (bytes === null || !verify(signer.key, utf8.encode(signed), bytes)) return refused("result.signature", "/signature/sig");
  return passed(key_id);
}

function isSignature(value: JsonValue | undefined): value is { readonly key_id: string; readonly sig: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value) || keys(value).length !== 2) return false;
  if (!hasOwn(value, "key_id") || !hasOwn(value, "sig")) return false;
  const { key_id, sig } = value as JsonObject;
  return typeof key_id === "string" && typeof sig === "string";
}

/** A key that the agent can use is no upstream's. */
function signerOf(id: string, tool: string, keyring: Keyring, now: bigint): KeyEntry | null {
  const entry = keyring.keys.get(id);
  if (entry === undefined || keyState(entry, keyring, id, now) !== "ok") return null;
  const { purpose, tools } = entry;
  if (!isListed("upstream", purpose) || isListed("agent", purpose)) return null;
  return tools === null || isListed("*", tools) || isListed(tool, tools) ? entry : null;
}
