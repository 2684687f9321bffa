import type { JsonObject, JsonValue } from "../../json/value.js";
import type { ContractFile } from "../contract-file.js";
import type { ResultReason } from "../result-catalogue.js";
import { ORDER, STRANGER } from "./near-miss.js";

export interface ChangedEnvelope {
  readonly kind: string;
  readonly place: string;
  readonly envelope: JsonValue;
  readonly expect: readonly [ResultReason];
}

/** A code that no contract lists: it is the gate's own. */
const UNLISTED = "INVALID_RESPONSE";

/** The adapter's envelope, all but right. */
export function* changeEnvelope(envelope: JsonObject, { errors, tool }: ContractFile): Generator<ChangedEnvelope> {
  const { data, request_id } = envelope;
  const [code = UNLISTED] = Object.keys(errors);
  const failed = (error: JsonValue, more: JsonObject = {}) => ({
    tool,
    request_id: request_id as JsonValue,
    outcome: "failure",
    error,
    ...more,
  });
  const without = (name: string) => Object.fromEntries(Object.entries(envelope).filter(([each]) => each !== name));
  const wrong = "result.envelope" as const;
  yield { kind: "success-beside-error", place: "", envelope: { ...envelope, error: { code } }, expect: [wrong] };
  yield { kind: "failure-beside-data", place: "", envelope: failed({ code }, { data: data as JsonValue }), expect: [wrong] };
  yield { kind: "extra-member", place: "", envelope: { ...envelope, [STRANGER]: ORDER }, expect: [wrong] };
  yield { kind: "array-for-envelope", place: "", envelope: [envelope], expect: [wrong] };
  yield { kind: "null-for-envelope", place: "", envelope: null, expect: [wrong] };
  for (const name of Object.keys(envelope)) yield { kind: "missing-member", place: `/${name}`, envelope: without(name), expect: [wrong] };
  yield { kind: "unknown-outcome", place: "/outcome", envelope: { ...envelope, outcome: "partial" }, expect: [wrong] };
  yield { kind: "other-tool", place: "/tool", envelope: { ...envelope, tool: `${tool}x` }, expect: ["result.tool"] };
  for (const other of ["", `${request_id}x`, "req.0therRequest", ORDER]) {
    if (other === request_id) continue;
    yield { kind: "other-request-id", place: "/request_id", envelope: { ...envelope, request_id: other }, expect: ["result.request_id"] };
  }
  yield { kind: "unlisted-code", place: "/error/code", envelope: failed({ code: UNLISTED }), expect: ["result.error_unknown"] };
  for (const listed of Object.keys(errors)) {
    yield { kind: "text-beside-code", place: "/error", envelope: failed({ code: listed, message: ORDER }), expect: [wrong] };
  }
  yield { kind: "text-for-error", place: "/error", envelope: failed(ORDER), expect: [wrong] };
}
