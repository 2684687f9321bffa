import { createHash } from "node:crypto";
import type { VerifyKey } from "../trust/crypto-port.js";

export type { VerifyKey };

export function sha256(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}
