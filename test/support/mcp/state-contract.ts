/** A contract for a tool that answers `{ status }`: settled, or declined. */
export function stateContract(tool: string) {
  const answer = (status: string) => ({
    mcp: { json: { content: [{ type: "text", text: JSON.stringify({ status }) }], structuredContent: { status } } },
  });
  const asked = { request: { id: "req.J7q94MkP", args: {} }, now: "2026-10-01T12:00:00Z" };
  return {
    contract: 1,
    tool,
    version: "1",
    owner: "payments",
    upstream: { adapter: "bank 1", endpoint: "state" },
    answer: "mcp",
    limits: { bytes: 1024, depth: 4, items: 4 },
    extract: { from: "structured" },
    data: { type: "object", properties: { status: { enum: ["settled", "declined"] } }, required: ["status"] },
    errors: { NOT_FOUND: { retryable: false, map: [{ is_error: true }] } },
    select: ["/status"],
    fixtures: [
      { title: "settled", answer: answer("settled"), ...asked, expect: { outcome: "success", data: { status: "settled" } } },
      { title: "unknown", answer: answer("odd"), ...asked, expect: { outcome: "failure", code: "INVALID_RESPONSE" } },
    ],
  };
}
