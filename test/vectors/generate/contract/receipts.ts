// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { NOW } from "../proposal.js";
import type { Json, Members, ResultFile } from "../vector-file.js";
import { orderContract, REQUEST, SUCCESS } from "./order-contract.js";

const spec = SPEC.receiptContract;
const LISTED = { tenant: "acme", orders: ["PO-8812"] } as const;
const FIXTURE = { id: REQUEST.id, args: REQUEST.args };
const input = { utf8: JSON.stringify(SUCCESS) };
const takes = (number: string, title: string, anew: Members, request: Members = REQUEST): Members => ({ id: `receipt-file-${number}`, title, spec, contract: orderContract(anew), request, input, expect: { outcome: "success", code: "RESULT_OK", reasons: [] } });
const refuses = (number: string, title: string, receipt: Json, place = "/receipt", anew: Members = {}): Members => ({ id: `receipt-file-${number}`, title, spec, twin: "receipt-file-001", contract: orderContract({ ...anew, receipt }), input, expect: { error: "configuration", place } });

/** The answer's own data must fit: another schema, its bindings and what is selected. */
const shape = (properties: Members, bind: Json): Members => ({ data: { type: "object", properties: { ...(orderContract().data as { properties: Members }).properties, ...properties }, required: ["order", "tenant", "amount_minor"] }, bind });

export const receiptContracts: ResultFile = {
  path: "contract/receipt-file.json",
  rule: "contracts whose answers may be receipted",
  spec: "receipts.md",
  kind: "result",
  header: { contract: orderContract({ receipt: {} }), request: REQUEST, now: NOW },
  cases: [
    takes("001", "by its tool's name, for five minutes", { receipt: {} }),
    takes("002", "by a name of its own, for a day", { receipt: { name: "purchase.order", lifetime_seconds: 86400 } }),
    takes("003", "tied by a list", { receipt: {}, belongs: [{ data: "/order", request: "/context/orders" }], fixtures: (orderContract().fixtures as readonly Members[]).map((one) => ({ ...one, request: { ...FIXTURE, context: LISTED } })) }, { ...REQUEST, context: LISTED }),
    refuses("010", "tied to nothing", {}, "/receipt", { bind: undefined as unknown as Json }),
    refuses("011", "a name with a space", { name: "purchase order" }, "/receipt/name"),
    refuses("012", "a life of nothing", { lifetime_seconds: 0 }, "/receipt/lifetime_seconds"),
    refuses("013", "a life of more than a day", { lifetime_seconds: 86401 }, "/receipt/lifetime_seconds"),
    refuses("014", "a member nobody knows", { lifetime: 60 }, "/receipt/lifetime"),
    refuses("015", "true", true),
    refuses("016", "two values under one name", {}, "/receipt", shape({ parent: { type: "object", properties: { order: { type: "string", pattern: "^PO-[0-9]{1,8}$" } }, required: ["order"], additionalProperties: false } }, [{ data: "/order", request: "/args/order" }, { data: "/parent/order", request: "/args/order" }])),
    refuses("017", "a value that is an element of a list", {}, "/receipt", shape({ orders: { type: "array", items: { type: "string", pattern: "^PO-[0-9]{1,8}$" }, maxItems: 3 } }, [{ data: "/orders/0", request: "/args/order" }])),
  ],
};
