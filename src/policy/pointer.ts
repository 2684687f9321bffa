import type { JsonPointer } from "../decision/issue.js";

/** One step further down an RFC 6901 pointer. */
export function appendToken(pointer: JsonPointer, token: string | number): JsonPointer {
  return `${pointer}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names and indexes that a pointer walks through, unescaped. */
export function tokensOf(pointer: JsonPointer): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
