import type { Answer } from "../contract/answer.js";
import { decodeBase64 } from "../trust/base64.js";

/** An answer as a body states it: of exactly one of the forms that the schema has. */
export type StatedAnswer =
  | ({ readonly kind: "json" | "mcp" } & StatedBytes)
  | ({ readonly kind: "http"; readonly status: number; readonly media_type: string | null } & StatedBytes)
  | { readonly kind: "command"; readonly exit_code: number | null; readonly stdout_base64: string; readonly stderr_base64: string };

interface StatedBytes {
  readonly base64?: string;
  readonly text?: string;
}

const encoder = new TextEncoder();

/** The answer for the result gate; null where its base64 is none. */
export function readAnswer(stated: StatedAnswer): Answer | null {
  if (stated.kind === "command") {
    const [stdout, stderr] = [decodeBase64(stated.stdout_base64), decodeBase64(stated.stderr_base64)];
    return stdout === null || stderr === null ? null : { kind: "command", exitCode: stated.exit_code, stdout, stderr };
  }
  const bytes = stated.base64 === undefined ? encoder.encode(stated.text) : decodeBase64(stated.base64);
  if (bytes === null) return null;
  const { kind } = stated;
  return kind === "http" ? { kind, status: stated.status, mediaType: stated.media_type, bytes } : { kind, bytes };
}
