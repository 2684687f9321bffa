import { scanJson } from "./scan-json.js";

/** What a text is before any strict rule is asked. */
export interface JsonClass {
  /** One JSON value by the RFC 8259 grammar, however deep, with whatever numbers, names and surrogates. */
  readonly grammar: boolean;
  /** That value is an object with a member of the name asked for, compared after unescaping. */
  readonly objectWithMember: boolean;
}

/**
 * Tells "no JSON at all" from "JSON that the strict rules refuse": a text that says it is an attestation and is a faulty
 * one must never pass as free text (spec/json.md#grammar-only). Linear, never recurses, takes any depth.
 */
export function classifyJson(text: string, memberName: string): JsonClass {
  let depth = 0;
  let topIsObject = false;
  let found = false;
  const ended = scanJson(
    text,
    {
      open(isObject) {
        if (depth === 0) topIsObject = isObject;
        depth += 1;
      },
      close() {
        depth -= 1;
      },
      name(start, end, plain) {
        if (depth !== 1 || !topIsObject || found) return;
        found = (plain ? text.slice(start + 1, end - 1) : JSON.parse(text.slice(start, end))) === memberName;
      },
      string() {},
      number() {},
    },
    Number.POSITIVE_INFINITY,
  );
  const grammar = ended.end === "value";
  return { grammar, objectWithMember: grammar && found };
}
