import { KEYS } from "./keys.js";
import { ARGS, NOTE_ARGS, NOW } from "./proposal.js";
import type { Json, Members, Setting } from "./vector-file.js";

/** The approver's key as the operator would write it, but for the members that are set anew. */
export function approver(anew: Members = {}): Members {
  return {
    public_key: KEYS.approver.publicKey,
    purpose: ["approve"],
    tools: ["treasury.pay", "notes.append"],
    impacts: ["money", "write"],
    ...anew,
  };
}

export const keyring = (keys: Members, revoked: readonly string[] = []): Members => ({ trusted_keys: keys, revoked_keys: revoked });

const KEYRING: Members = keyring({ approver: approver() });

export const TOOLS: Members = { "treasury.pay": { impact: "money" }, "notes.append": { impact: "write" } };

export const policy = (anew: Members = {}): Members => ({ version: 1, tools: TOOLS, ...anew });

/** What most files share: a payment about to run at a gate that has its key. */
export const SETTING: Setting = {
  keyring: KEYRING,
  policy: policy(),
  now: NOW,
  call: { tool: "treasury.pay", args: ARGS },
};

/** The payment's tool with these rules. */
export const ruled = (rules: Members, anew: Members = {}): Setting => ({
  policy: policy({ tools: { ...TOOLS, "treasury.pay": { impact: "money", ...rules } }, ...anew }),
});

export const NOTE_CALL: Json = { tool: "notes.append", args: NOTE_ARGS };

/** A setting whose keyring has this approver alone. */
export const withApprover = (anew: Members): Setting => ({ keyring: keyring({ approver: approver(anew) }) });
