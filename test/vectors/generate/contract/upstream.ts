// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { KEYS, type KeyName } from "../keys.js";
import { canonical, NOW } from "../proposal.js";
import { keyring } from "../setting.js";
import type { Json, Members, ResultFile } from "../vector-file.js";
import { DATA, orderContract, REQUEST, SUCCESS } from "./order-contract.js";

const spec = SPEC.upstreamIdentity;
const HOST: Members = { public_key: KEYS.upstream.publicKey, purpose: "upstream", tools: ["erp.purchase_order"] };
const keys = (anew: Members = {}, revoked: readonly string[] = []) => ({ keyring: keyring({ "erp-1": { ...HOST, ...anew } }, revoked) });
const without = (name: string) => ({ keyring: keyring({ "erp-1": Object.fromEntries(Object.entries(HOST).filter(([one]) => one !== name)) }) });

interface Signing { readonly key?: KeyName; readonly over?: Members; readonly text?: string }
const signatureBy = ({ key = "upstream", over = {}, text }: Signing = {}): string =>
  KEYS[key].sign(text ?? canonical({ answer_version: "x-countersign-upstream/1", tool: REQUEST.tool, request_id: REQUEST.id, data: DATA, ...over })).toString("base64");
const signed = (signature: Json = { key_id: "erp-1", sig: signatureBy() }, anew: Members = {}) => ({ utf8: JSON.stringify({ ...SUCCESS, ...anew, signature }) });
const by = (signing: Signing) => signed({ key_id: "erp-1", sig: signatureBy(signing) });
const GOOD = signatureBy();

const takes = (number: string, title: string, input: Members, more: Members = {}): Members => ({
  id: `upstream-${number}`, title, spec, ...more, input,
  expect: { outcome: "success", code: "RESULT_OK", reasons: [], agent: { tool: REQUEST.tool, request_id: REQUEST.id, outcome: "success", data: DATA } },
});
const refuses = (number: string, title: string, input: Members, reason: string, path: string, more: Members = {}, twin = "001"): Members => ({
  id: `upstream-${number}`, title, spec, twin: `upstream-${twin}`, ...more, input,
  expect: { outcome: "failure", code: "INVALID_RESPONSE", reasons: [reason], path },
});
const file = (number: string, title: string, signature: Json, place: string, anew: Members = {}): Members => ({
  id: `upstream-${number}`, title, spec, twin: "upstream-001", contract: orderContract({ upstream: { adapter: "erp-adapter 1.0.0", endpoint: "GET /v1/orders/{order}", signature }, ...anew }), input: signed(),
  expect: { error: "configuration", place },
});
const KEY = "/signature/key_id";
const SIG = "/signature/sig";

export const upstream: ResultFile = {
  path: "contract/answer-signature.json",
  rule: "the upstream's signature",
  spec: "results.md",
  kind: "result",
  header: {
    contract: orderContract({ upstream: { adapter: "erp-adapter 1.0.0", endpoint: "GET /v1/orders/{order}", signature: { keys: ["erp-1", "erp-2"] } } }),
    request: REQUEST,
    now: NOW,
    ...keys(),
  },
  cases: [
    takes("001", "signed by the upstream's key", signed()),
    refuses("002", "not signed", { utf8: JSON.stringify(SUCCESS) }, "result.signature", "/signature"),
    refuses("003", "signed where the contract wants no signature", signed(), "result.envelope", "", { contract: orderContract() }, "004"),
    takes("004", "not signed where it wants none", { utf8: JSON.stringify(SUCCESS) }, { contract: orderContract() }),
    { id: "upstream-005", title: "a failure is not signed", spec, input: { utf8: JSON.stringify({ tool: REQUEST.tool, request_id: REQUEST.id, outcome: "failure", error: { code: "NOT_FOUND" } }) }, twin: "upstream-001", expect: { outcome: "failure", code: "NOT_FOUND", reasons: ["result.upstream_failure"], path: "/error/code" } },
    refuses("006", "a failure with a signature", { utf8: JSON.stringify({ tool: REQUEST.tool, request_id: REQUEST.id, outcome: "failure", error: { code: "NOT_FOUND" }, signature: { key_id: "erp-1", sig: GOOD } }) }, "result.envelope", ""),
    takes("007", "members in another order: what is signed is the canonical form", { utf8: `{"signature":{"sig":"${GOOD}","key_id":"erp-1"},"data":{"tenant":"acme","order":"PO-8812","amount_minor":1.2550e4},"outcome":"success","request_id":"req.20260615","tool":"erp.purchase_order"}` }),

    refuses("010", "one digit of the data changed", signed(undefined, { data: { ...DATA, amount_minor: 12551 } }), "result.signature", SIG),
    refuses("011", "signed for another request", by({ over: { request_id: "req.20260614" } }), "result.signature", SIG),
    refuses("012", "signed for another tool", by({ over: { tool: "erp.invoice" } }), "result.signature", SIG),
    refuses("013", "signed as something else", by({ over: { answer_version: "x-countersign-upstream/2" } }), "result.signature", SIG),
    refuses("014", "signed without saying as what", by({ text: canonical({ tool: REQUEST.tool, request_id: REQUEST.id, data: DATA }) }), "result.signature", SIG),
    refuses("015", "signed over the data alone", by({ text: canonical(DATA) }), "result.signature", SIG),
    refuses("016", "signed by another key under this id", by({ key: "stranger" }), "result.signature", SIG),
    refuses("017", "no base64", signed({ key_id: "erp-1", sig: `${GOOD.slice(0, -2)}` }), "result.signature", SIG),
    refuses("018", "a signature with a line end", signed({ key_id: "erp-1", sig: `${GOOD}\n` }), "result.signature", SIG),
    refuses("019", "an empty signature", signed({ key_id: "erp-1", sig: "" }), "result.signature", SIG),

    refuses("020", "a text for the signature", signed(GOOD), "result.signature", "/signature"),
    refuses("021", "null", signed(null), "result.signature", "/signature"),
    refuses("022", "a member more", signed({ key_id: "erp-1", sig: GOOD, alg: "ed25519" }), "result.signature", "/signature"),
    refuses("023", "no key id", signed({ sig: GOOD }), "result.signature", "/signature"),
    refuses("024", "the key id is a number", signed({ key_id: 1, sig: GOOD }), "result.signature", "/signature"),
    refuses("025", "no signature beside the key id", signed({ key_id: "erp-1" }), "result.signature", "/signature"),

    refuses("030", "a key that the contract does not name", signed({ key_id: "erp-3", sig: GOOD }), "result.signer", KEY, { keyring: keyring({ "erp-3": HOST }) }),
    refuses("031", "a key that the contract names and the keyring has not", signed({ key_id: "erp-2", sig: GOOD }), "result.signer", KEY),
    refuses("032", "a key of another purpose", signed(), "result.signer", KEY, keys({ purpose: ["attest", "receipt"] })),
    refuses("033", "a key without a purpose", signed(), "result.signer", KEY, without("purpose")),
    refuses("034", "a key that the agent holds too", signed(), "result.signer", KEY, keys({ purpose: ["upstream", "agent"] })),
    refuses("035", "a key for another tool", signed(), "result.signer", KEY, keys({ tools: ["erp.invoice"] })),
    takes("036", "a key for every tool", signed(), keys({ tools: ["*"] })),
    takes("037", "a key without tools", signed(), without("tools")),
    refuses("038", "a revoked key", signed(), "result.signer", KEY, keys({}, ["erp-1"])),
    refuses("039", "a key that ends now", signed(), "result.signer", KEY, keys({ expires_at: NOW })),
    takes("040", "a key that ends a second later", signed(), keys({ expires_at: "2026-06-15T09:00:01Z" })),
    refuses("041", "a key that begins later", signed(), "result.signer", KEY, keys({ not_before: "2026-06-15T09:00:01Z" })),

    file("050", "no keys", { keys: [] }, "/upstream/signature/keys"),
    file("051", "no list", { keys: "erp-1" }, "/upstream/signature/keys"),
    file("052", "no such id", { keys: ["erp 1"] }, "/upstream/signature/keys/0"),
    file("053", "a key twice", { keys: ["erp-1", "erp-1"] }, "/upstream/signature/keys/1"),
    file("054", "a member nobody knows", { keys: ["erp-1"], alg: "ed25519" }, "/upstream/signature/alg"),
    file("055", "nothing in it", {}, "/upstream/signature/keys"),
    file("056", "of an answer that has no envelope", { keys: ["erp-1"] }, "/upstream/signature", { answer: "mcp", extract: { from: "structured" } }),
  ],
};
