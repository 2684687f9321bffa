// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { canonical, note } from "../proposal.js";
import { NOTE_CALL, SETTING } from "../setting.js";
import { FAILED, type Json, table, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.signatureEvidence);
const PAYLOAD = { path: "/evidence/0/payload" };
const freeTextOf = (text: string) => note({ payload: text, signs: "payload" });
/** An attestation of exactly so many bytes, sent in its canonical form. */
const ofLength = (bytes: number) => note({ payload: (text) => padded(text, bytes), signs: (text) => text });
const padded = (text: string, bytes: number) => text.replace(/}$/, `,"x":"${"y".repeat(bytes - text.length - 7)}"}`);
const small = { with: { limits: { max_payload_bytes: 10 } } };
/** Four bytes as sent; canonical form writes sixteen. */
const numbers = (count: number, form: string) => note({ payload: (text) => text.replace(/}$/, `,"x":[${Array(count).fill(form).join(",")}]}`), signs: (text) => canonical(JSON.parse(text) as Json) });

export const payloadSize: VectorFile = {
  path: "trust/payload-size.json",
  rule: "payload size",
  spec: "trust.md",
  header: { ...SETTING, call: NOTE_CALL },
  cases: [
    allow("payload-size-001", "an attestation of 16383 bytes", ofLength(16383), { effective: { "po-8812": "trusted" } }),
    allow("payload-size-002", "an attestation of 16384 bytes", ofLength(16384), { effective: { "po-8812": "trusted" } }),
    block("payload-size-003", "an attestation of 16385 bytes", "payload-size-002", ofLength(16385), FAILED, "trust.payload_too_large", PAYLOAD),
    allow("payload-size-004", "free text one byte under the limit", freeTextOf("123456789"), small),
    allow("payload-size-005", "free text at the limit", freeTextOf("1234567890"), small),
    block("payload-size-006", "free text one byte over the limit", "payload-size-005", freeTextOf("12345678901"), FAILED, "trust.payload_too_large", { ...PAYLOAD, ...small }),
    allow("payload-size-007", "bytes count, not characters: five of two bytes", freeTextOf("\u00e4".repeat(5)), small),
    block("payload-size-008", "bytes count, not characters: six of two bytes", "payload-size-007", freeTextOf("\u00e4".repeat(6)), FAILED, "trust.payload_too_large", { ...PAYLOAD, ...small }),
    block("payload-size-009", "bytes count, not characters: three of four bytes", "payload-size-007", freeTextOf("\u{1f4e6}".repeat(3)), FAILED, "trust.payload_too_large", { ...PAYLOAD, ...small }),
    allow("payload-size-010", "numbers that canonical form writes out, below the limit", numbers(100, "1E15"), { effective: { "po-8812": "trusted" } }),
    block("payload-size-011", "small as sent, over the limit in canonical form", "payload-size-010", numbers(1200, "1E15"), FAILED, "trust.payload_too_large", PAYLOAD),
    block("payload-size-012", "size comes before the key", "payload-size-005", note({ keyId: "nobody", payload: "12345678901", signs: "payload" }), FAILED, "trust.payload_too_large", { ...PAYLOAD, ...small }),
  ],
};
