/** An answer of a few facts and a list, as an adapter gives it, of about 2 KB. */
const RECORDS = 11;

export const resultRequest = { id: "req.J7q94MkP", tool: "billing.invoice", args: { customer: "cus_7731", invoice: "INV-204" } };

const linesOf = (records: number) =>
  Array.from({ length: records }, (_, at) => ({
    line: at + 1,
    sku: `SKU-${10_000 + at * 37}`,
    title: `Steel bracket, galvanised, size ${at + 1}, per hundred`,
    quantity: 12 + (at % 1000),
    amount_minor: 4_820 + at * 137,
    delivered: at % 3 !== 0,
  }));

const invoice = {
  invoice: "INV-204",
  customer: "cus_7731",
  state: "open",
  currency: "EUR",
  amount_minor: 60_555,
  observed_at: "2026-10-01T11:59:30Z",
  lines: linesOf(RECORDS),
  memo: "Delivered in three parts, the last of which on 28 September",
};

const envelope = { tool: resultRequest.tool, request_id: resultRequest.id, outcome: "success", data: invoice };
export const resultBytes = Buffer.from(JSON.stringify(envelope));

/** The same answer with as many lines as make about so many bytes. */
export function resultOfSize(bytes: number): Buffer {
  const perLine = Buffer.byteLength(JSON.stringify(linesOf(1000))) / 1000;
  const data = { ...invoice, lines: linesOf(Math.max(1, Math.round((bytes - 350) / perLine))) };
  return Buffer.from(JSON.stringify({ ...envelope, data }));
}

export const resultSchema = {
  type: "object",
  properties: {
    invoice: { type: "string", pattern: "^INV-[0-9]{1,10}$" },
    customer: { type: "string", pattern: "^cus_[0-9]{1,10}$" },
    state: { enum: ["open", "paid", "void"] },
    currency: { enum: ["EUR", "USD"] },
    amount_minor: { type: "integer", minimum: 0, maximum: 100_000_000 },
    observed_at: { type: "string", format: "date-time" },
    memo: { type: "string", maxLength: 200 },
    lines: {
      type: "array",
      maxItems: 100,
      items: {
        type: "object",
        properties: {
          line: { type: "integer", minimum: 1, maximum: 1000 },
          sku: { type: "string", maxLength: 32 },
          title: { type: "string", maxLength: 200 },
          quantity: { type: "integer", minimum: 0, maximum: 10_000 },
          amount_minor: { type: "integer", minimum: 0, maximum: 100_000_000 },
          delivered: { type: "boolean" },
        },
        required: ["line", "sku", "quantity", "amount_minor"],
        additionalProperties: false,
      },
    },
  },
  required: ["invoice", "customer", "state", "currency", "amount_minor", "observed_at", "lines", "memo"],
  additionalProperties: false,
};

const given = { request: { id: resultRequest.id, args: resultRequest.args }, now: "2026-10-01T12:00:00Z" };
const { invoice: number, state, currency, amount_minor, memo } = invoice;

export const contractFile = {
  contract: 1,
  tool: resultRequest.tool,
  version: "1",
  owner: "billing",
  upstream: { adapter: "billing-adapter 1", endpoint: "GET /invoices/{invoice}" },
  limits: { bytes: 65_536, depth: 8, items: 100 },
  data: resultSchema,
  errors: { NOT_FOUND: { retryable: false } },
  bind: [
    { data: "/invoice", request: "/args/invoice" },
    { data: "/customer", request: "/args/customer" },
  ],
  fresh: { field: "/observed_at", max_age_seconds: 60, max_ahead_seconds: 5 },
  select: ["/invoice", "/state", "/currency", "/amount_minor", "/memo"],
  text: [{ field: "/memo", max: 200 }],
  fixtures: [
    {
      title: "an open invoice",
      answer: { json: envelope },
      ...given,
      expect: { outcome: "success", data: { invoice: number, state, currency, amount_minor }, untrusted_text: { memo } },
    },
    { title: "nothing", answer: { text: "" }, ...given, expect: { outcome: "failure", code: "INVALID_RESPONSE" } },
  ],
};

/** What an answer of 1 MB is held to: limits and bounds that let it be. */
export const largeContractFile = {
  ...contractFile,
  limits: { bytes: 2 ** 21, depth: 8, items: 20_000 },
  data: {
    ...resultSchema,
    properties: {
      ...resultSchema.properties,
      lines: {
        ...resultSchema.properties.lines,
        maxItems: 20_000,
        items: {
          ...resultSchema.properties.lines.items,
          properties: { ...resultSchema.properties.lines.items.properties, line: { type: "integer", minimum: 1, maximum: 20_000 } },
        },
      },
    },
  },
};
