import { NOW } from "../proposal.js";
import type { Members } from "../vector-file.js";

export const REQUEST = { id: "req.20260615", tool: "erp.purchase_order", args: { order: "PO-8812" }, context: { tenant: "acme" } } as const;
export const DATA = { order: "PO-8812", tenant: "acme", amount_minor: 12550 } as const;
export const SUCCESS = { tool: "erp.purchase_order", request_id: "req.20260615", outcome: "success", data: DATA } as const;
const FIXTURE = { request: { id: REQUEST.id, args: REQUEST.args, context: REQUEST.context }, now: NOW } as const;

/** What is read of a purchase order, but for the members that are set anew. */
export function orderContract(anew: Members = {}): Members {
  return {
    contract: 1,
    tool: "erp.purchase_order",
    version: "2",
    owner: "purchasing",
    upstream: { adapter: "erp-adapter 1.0.0", endpoint: "GET /v1/orders/{order}" },
    limits: { bytes: 4096, depth: 4, items: 3 },
    data: {
      type: "object",
      properties: {
        order: { type: "string", pattern: "^PO-[0-9]{1,8}$" },
        tenant: { type: "string", pattern: "^[a-z]{2,20}$" },
        amount_minor: { type: "integer", minimum: 1, maximum: 10000000 },
      },
      required: ["order", "tenant", "amount_minor"],
    },
    errors: { NOT_FOUND: { retryable: false } },
    bind: [
      { data: "/order", request: "/args/order" },
      { data: "/tenant", request: "/context/tenant" },
    ],
    select: ["/order", "/tenant", "/amount_minor"],
    fixtures: [
      { title: "an order", answer: { json: SUCCESS }, ...FIXTURE, expect: { outcome: "success", data: DATA } },
      { title: "no JSON", answer: { text: "<html>" }, ...FIXTURE, expect: { outcome: "failure", code: "INVALID_RESPONSE" } },
    ],
    ...anew,
  };
}
