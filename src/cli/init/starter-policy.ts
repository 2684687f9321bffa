import type { ToolEntry, Version1File } from "../../policy/policy-file.js";

export const PAYMENT_TOOL = "payments.transfer";
export const AUDIENCE = "example-gate";
export const PRINCIPAL = "agent-1";
/** The entry of a proposal that an approver's signature raises. */
export const APPROVAL = "approval-1";

export const EXAMPLE_ARGS = { amount_minor: 48_200, currency: "EUR", to: "acct_7731" };

const PAYMENT: ToolEntry = {
  impact: "money",
  max_attestation_lifetime: 86_400,
  args: {
    type: "object",
    properties: {
      amount_minor: { type: "integer", minimum: 1, maximum: 1_000_000 },
      currency: { enum: ["EUR", "USD"] },
      to: { type: "string", pattern: "^acct_[0-9]{4,12}$" },
    },
    required: ["amount_minor", "currency", "to"],
  },
  approvals: [{ id: "finance-approves", count: 1, role: "finance" }],
  separation: { id: "asker-does-not-approve" },
  limits: [
    { id: "per-call", amount: "/amount_minor", max: 500_000 },
    { id: "per-day", sum: "/amount_minor", by: ["/currency", "/to"], window_seconds: 86_400, max: 1_000_000 },
  ],
  audit_args: ["/amount_minor", "/currency", "/to"],
};

/** A payment that needs an approval, and whatever was drafted from a list of tools. */
export function starterPolicy(drafted: Readonly<Record<string, ToolEntry>>): Version1File {
  return { version: 1, tools: { [PAYMENT_TOOL]: PAYMENT, ...drafted }, require_profile: "strict" };
}
