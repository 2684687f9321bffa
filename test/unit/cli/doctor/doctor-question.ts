import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DoctorQuestion, runDoctor } from "../../../../src/cli/doctor/run-doctor.js";
import { loadPolicy, readPolicyFile } from "../../../../src/compile/load-policy.js";
import type { JsonObject } from "../../../../src/json/value.js";
import { createGate } from "../../../../src/node/create-gate.js";
import { generateKey } from "../../../../src/node/sign.js";
import { loadKeyring } from "../../../../src/trust/load-keyring.js";

export const NOW = Date.UTC(2026, 9, 1, 12);

/** Everything that the starter asks of a payment, and more: a quorum in two roles, principals, a condition, a check. */
export const PAYMENT: JsonObject = {
  impact: "money",
  args: {
    type: "object",
    properties: {
      amount_minor: { type: "integer", minimum: 1, maximum: 1_000_000 },
      currency: { enum: ["EUR", "USD"] },
      to: { type: "string", pattern: "^acct_[0-9]{4,12}$" },
    },
    required: ["amount_minor", "currency", "to"],
  },
  principals: { id: "agents", allow: ["agent-1"] },
  when: [{ id: "no-dollars", cel: 'args.currency != "USD"' }],
  approvals: [
    { id: "finance", count: 1, role: "finance" },
    { id: "legal", count: 1, role: "legal" },
  ],
  separation: { id: "apart" },
  check: [{ id: "bank-is-open" }],
  limits: [
    { id: "per-call", amount: "/amount_minor", max: 500_000 },
    { id: "per-day", sum: "/amount_minor", by: ["/to"], window_seconds: 86_400, max: 1_000_000 },
  ],
};

export const TOOLS: JsonObject = {
  "payments.transfer": PAYMENT,
  "docs.search": { impact: "read", args: { type: "object", properties: { q: { type: "string" } }, required: ["q"] } },
  "disk.wipe": { impact: "irreversible", deny: "never" },
};

export function keyringOf(scopes: Readonly<Record<string, JsonObject>>): JsonObject {
  const entry = (id: string, scope: JsonObject) => ({
    public_key: generateKey({ id }).keyringEntry.public_key,
    purpose: ["approve"],
    tools: ["payments.transfer"],
    impacts: ["money"],
    owner: id,
    ...scope,
  });
  return { trusted_keys: Object.fromEntries(Object.entries(scopes).map(([id, scope]) => [id, entry(id, scope)])), revoked_keys: [] };
}

const KEYS = keyringOf({ ana: { roles: ["finance"], audiences: ["billing"] }, ben: { roles: ["legal"] } });

export async function questionOf(
  changes: Partial<DoctorQuestion> = {},
  file: JsonObject = { version: 1, tools: TOOLS },
  keys = KEYS,
): Promise<DoctorQuestion> {
  const policyBytes = new TextEncoder().encode(JSON.stringify(file));
  return {
    openGate: createGate,
    policy: { written: readPolicyFile(policyBytes), policy: await loadPolicy(policyBytes) },
    policyBytes,
    keyring: loadKeyring(JSON.stringify(keys)),
    keyringFile: keys,
    audience: "billing",
    ledger: null,
    tool: null,
    examples: [],
    audit: null,
    evidenceRoot: null,
    files: [],
    now: NOW,
    fixed: true,
    nodeVersion: process.versions.node,
    ...changes,
  };
}

export async function diagnose(...asked: Parameters<typeof questionOf>) {
  return runDoctor(await questionOf(...asked));
}

/** Scratch folders that are there now. */
export function scratchFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("countersign-doctor-"));
}

export function tempFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "countersign-doctor-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
