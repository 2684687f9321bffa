import { decodeBase64 } from "./base64.js";
import { toHex } from "./bytes.js";

/** What a key's text turned out to be: 32 raw bytes, or a sentence for the operator that quotes nothing of it. */
export type KeyText = { readonly raw: Uint8Array } | { readonly refused: string };

/** SubjectPublicKeyInfo of an Ed25519 key (RFC 8410 section 4) up to the 32 bytes: there is exactly one encoding of it. */
const ED25519_SPKI = "302a300506032b6570032100";

const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ["2a864886f70d010101", "RSA"],
  ["2a864886f70d01010a", "RSA-PSS"],
  ["2a8648ce3d0201", "EC"],
  ["2a8648ce380401", "DSA"],
  ["2b656e", "X25519"],
  ["2b656f", "X448"],
  ["2b6571", "Ed448"],
]);

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OBJECT_IDENTIFIER = 0x06;

/** Reads one `PUBLIC KEY` block (RFC 7468, strict) that holds an Ed25519 key. */
export function readPem(text: string): KeyText {
  const lines = withoutLastLineEnds(text).split(/\r?\n/);
  const label = /^-----BEGIN ([A-Z0-9 ]+)-----$/.exec(lines[0] as string)?.[1];
  if (label === undefined || lines.length < 3 || lines.at(-1) !== `-----END ${label}-----`) {
    return { refused: "the PEM text is not one block from -----BEGIN to -----END with nothing around it" };
  }
  if (label !== "PUBLIC KEY") return { refused: `a PEM block of type ${label} is not read; export the key as a PEM "PUBLIC KEY"` };
  const der = decodeBase64(lines.slice(1, -1).join(""));
  if (der === null) return { refused: "the body of the PEM block is not base64" };
  if (der.length === 44 && toHex(der.subarray(0, 12)) === ED25519_SPKI) return { raw: der.slice(12) };
  return { refused: whyNotEd25519(der) };
}

/** By a loop: a pattern that is tied to the end is tried again at every line end before it. */
function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end -= text[end - 2] === "\r" ? 2 : 1;
  return text.slice(0, end);
}

function whyNotEd25519(der: Uint8Array): string {
  const outer = readElement(der, 0);
  const first = outer?.tag === SEQUENCE ? readElement(der, outer.start) : null;
  // A private key (PKCS#8, PKCS#1) begins with its version number, whatever the label says.
  if (first?.tag === INTEGER) return PRIVATE_MATERIAL;
  const algorithm = first?.tag === SEQUENCE ? readElement(der, first.start) : null;
  if (algorithm?.tag !== OBJECT_IDENTIFIER) return "the PEM block does not hold a public key";
  const name = ALGORITHMS.get(toHex(der.subarray(algorithm.start, algorithm.end)));
  if (name !== undefined) return `it is an ${name} key; only Ed25519 keys verify signatures here`;
  return "it is not an Ed25519 key in its one DER encoding (44 bytes); only such keys verify signatures here";
}

/** One DER element of definite length within the bytes, or null. */
function readElement(der: Uint8Array, at: number): { tag: number; start: number; end: number } | null {
  const tag = der[at];
  const first = der[at + 1];
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 2) return null;
  let length = first < 0x80 ? first : 0;
  for (let i = 0; i < lengthBytes; i += 1) length = length * 256 + (der[at + 2 + i] ?? 0);
  const start = at + 2 + lengthBytes;
  return start + length <= der.length ? { tag, start, end: start + length } : null;
}

export const PRIVATE_MATERIAL =
  "this is private key material and does not belong in a keyring; treat the key as exposed, revoke it, and write its successor's public key";
