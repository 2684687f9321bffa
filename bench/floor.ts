import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { key } from "./fixtures.js";
import { resultSchema } from "./result-fixtures.js";

/**
 * The least work that could be done: the same primitives, bare, without a single check of ours. Nothing here comes from
 * src/: the schema is compiled by Ajv as it stands.
 */
const schema = JSON.parse(readFileSync(new URL("../spec/schemas/proposal.schema.json", import.meta.url), "utf8"));
const validate = new Ajv({ strict: false }).compile(schema);
const publicKey = createPublicKey(key.publicKey.export({ format: "pem", type: "spki" }));
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

export function unsignedFloor(bytes: Buffer): unknown {
  const proposal = JSON.parse(bytes.toString("utf8"));
  return validate(proposal);
}

export function signedFloor(bytes: Buffer, signature: Buffer): unknown {
  const proposal = JSON.parse(bytes.toString("utf8"));
  const held = validate(proposal);
  const attestation = JSON.parse(proposal.evidence[0].payload);
  const args = sha256(JSON.stringify(proposal.action.args));
  const claims = sha256(JSON.stringify(proposal.claims));
  const intent = sha256(proposal.intent);
  const message = JSON.stringify(attestation);
  const id = sha256(message);
  return held && verify(null, Buffer.from(message), publicKey, signature) && [args, claims, intent, id];
}

export function cryptoFloor(payload: string, signature: Buffer): unknown {
  return verify(null, Buffer.from(payload), publicKey, signature);
}

const fits = new Ajv2020({ strict: false, formats: { "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/ } }).compile(resultSchema);

export function resultFloor(bytes: Buffer): unknown {
  const { tool, request_id, outcome, data } = JSON.parse(bytes.toString("utf8"));
  const { invoice, state, currency, amount_minor, memo } = data;
  return fits(data) && { tool, request_id, outcome, data: { invoice, state, currency, amount_minor, memo } };
}
