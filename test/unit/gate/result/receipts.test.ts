import canonicalReference from "canonicalize";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../../../src/compile/index.js";
import { loadKeyring } from "../../../../src/index.js";
import { createResultGate } from "../../../../src/node/index.js";
import { issueReceipt } from "../../../../src/sign/index.js";
import { testKey } from "../../../keys/test-only-keys.js";
import { AUDIENCE, contractFile, GATE, INVOICE, invoice } from "../../receipts/billing.js";
import { encode, envelopeFor, invalidFor, played } from "./result-gates.js";

const ASKED = { tool: "billing.invoice", args: { invoice_id: "INV-204" }, context: { tenant: "acme" } };

describe("a receipt of a live result", () => {
  test("says what the decision said, under the gate's own request id", async () => {
    const { gate, clock } = played({}, [await loadContract(contractFile())]);
    const result = await gate.callTool(ASKED, (call) => ({ kind: "json", bytes: encode(envelopeFor(call, INVOICE)) }));
    expect(result.outcome).toBe("success");
    const { evidence } = await issueReceipt(result, GATE, { audience: AUDIENCE });
    const { evidence: pure } = await issueReceipt(invoice({ now: clock.now() }), GATE, { audience: AUDIENCE });
    const [live, other] = [evidence, pure].map(({ payload }) => JSON.parse(payload));
    expect(live.request_id).toBe(result.request_id);
    // The request id is in the request's digest.
    expect({ ...live, request_id: other.request_id, request_digest: other.request_digest }).toEqual(other);
  });

  test("is refused for a failure, and for a look-alike", async () => {
    const { gate } = played({}, [await loadContract(contractFile())]);
    const failed = await gate.callTool(ASKED, () => ({ kind: "json", bytes: encode("<html>") }));
    await expect(issueReceipt(failed, GATE, { audience: AUDIENCE })).rejects.toThrow(TypeError);
    const good = await gate.callTool(ASKED, (call) => ({ kind: "json", bytes: encode(envelopeFor(call, INVOICE)) }));
    await expect(issueReceipt({ ...good }, GATE, { audience: AUDIENCE })).rejects.toThrow(TypeError);
  });
});

describe("an upstream that signs", () => {
  const UPSTREAM = testKey("test-second-approver");
  const key = { public_key: Buffer.from(UPSTREAM.publicKey).toString("base64"), purpose: "upstream", tools: ["billing.invoice"] };
  const keyring = loadKeyring({ trusted_keys: { "billing-1": key } });
  const file = contractFile({
    upstream: { adapter: "billing-adapter 1.0.0", endpoint: "GET /v1/invoices", signature: { keys: ["billing-1"] } },
  });
  const sign = async (body: object) => Buffer.from(await UPSTREAM.sign(encode(canonicalReference(body)))).toString("base64");

  test("is held to its signature over this request", async () => {
    const { gate } = played({ keyring }, [await loadContract(file)]);
    const answers: object[] = [];
    const ask = () =>
      gate.callTool(ASKED, async (call) => {
        const { tool, request_id, data } = envelopeFor(call, INVOICE);
        const sig = await sign({ answer_version: "x-countersign-upstream/1", tool, request_id, data });
        const envelope = { ...envelopeFor(call, INVOICE), signature: { key_id: "billing-1", sig } };
        answers.push(envelope);
        // The second time the first answer's signature comes again.
        const { signature } = answers[0] as typeof envelope;
        return { kind: "json", bytes: encode({ ...envelope, signature }) };
      });
    expect(await ask()).toMatchObject({ outcome: "success", facts: { signed_by: "billing-1" } });
    const second = await ask();
    expect(second).toMatchObject({ reason: "result.signature", agent: { ...invalidFor("req_00000002"), tool: "billing.invoice" } });
  });

  test("needs a gate that has keys", async () => {
    const contract = await loadContract(file);
    const options = { contracts: [contract], audit: { append: async () => {} }, rawCopies: "none" } as const;
    await expect(createResultGate(options)).rejects.toThrow(/keyring: is required: version 2 of billing.invoice/);
    await expect(createResultGate({ ...options, keyring: {} as typeof keyring })).rejects.toThrow(/keyring: must come from loadKeyring/);
    const gate = await createResultGate({ ...options, keyring });
    await gate.close();
  });
});
