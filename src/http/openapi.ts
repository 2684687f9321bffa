import actionRequest from "../../spec/schemas/bridge-action-request.schema.json" with { type: "json" };
import resultRequest from "../../spec/schemas/bridge-result-request.schema.json" with { type: "json" };
import verifyRequest from "../../spec/schemas/bridge-verify-request.schema.json" with { type: "json" };
import { CODES } from "../decision/catalogue.js";
import { VERSION } from "../decision/version.js";

let text: string | null = null;

/** The OpenAPI document, from the schemas that the routes are compiled from. Made once, when it is asked for. */
export function openapiText(): string {
  text ??= JSON.stringify(openapi());
  return text;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const closed = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const answer = (description: string, schema: string) => ({
  description,
  headers: { "X-Request-ID": { schema: ref("RequestId") }, "Countersign-Request-ID": { schema: ref("OwnRequestId") } },
  content: { "application/json": { schema: ref(schema) } },
});
const text_ = { type: "string" };

function openapi(): object {
  const transport = {
    "401": answer("The caller's token is missing or is not the operator's.", "TransportError"),
    "405": answer("Another method.", "TransportError"),
  };
  const information = (operationId: string, summary: string, schema: string, extra: object = {}) => ({
    get: {
      operationId,
      summary,
      parameters: [{ $ref: "#/components/parameters/RequestId" }],
      responses: { "200": answer(summary, schema), "400": answer("A bad X-Request-ID.", "VerifyResponse"), ...extra },
    },
  });
  const verification = (operationId: string, summary: string, body: string, responses: object) => ({
    post: {
      operationId,
      summary,
      parameters: [{ $ref: "#/components/parameters/RequestId" }],
      requestBody: { required: true, content: { "application/json": { schema: ref(body) } } },
      responses: { ...responses, ...transport },
    },
  });
  const blocks = Object.fromEntries(
    [...new Set(Object.values(CODES).map(({ http }) => http))].map((status) => [String(status), answer("A block.", "ActionBlock")]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "countersign bridge",
      version: VERSION,
      description: "Verifies tool calls and what tools answer. Anything but a stated allow is a block.",
    },
    paths: {
      "/verify": verification("verifyToolCall", "Verifies a tool call that carries its proposal.", "VerifyRequest", {
        "200": answer("A decision, allow or block; or a body that is JSON of another form.", "VerifyResponse"),
        "400": answer("Not JSON, or not sent as the bridge takes it.", "VerifyResponse"),
        "500": answer("A fault of the bridge's own: a block.", "VerifyResponse"),
        "503": answer("Too many at a time: a block.", "VerifyResponse"),
      }),
      "/v1/actions/verify": verification("verifyAction", "Verifies a tool call and its proposal.", "ActionRequest", {
        "200": answer("An allow, and nothing else.", "ActionAllow"),
        ...blocks,
        "503": answer("Too many at a time: a block.", "ActionBlock"),
      }),
      "/v1/results/verify": verification("verifyResult", "Verifies what a tool answered, by the operator's contract.", "ResultRequest", {
        "200": answer("The answer passed, or is a failure that the contract lists.", "ResultResponse"),
        "400": answer("Not a request of this route.", "ActionBlock"),
        "422": answer("The answer did not pass.", "ResultResponse"),
        "500": answer("A fault of the bridge's own.", "ActionBlock"),
        "503": answer("Too many at a time.", "ActionBlock"),
      }),
      "/health": information("getHealth", "The bridge runs.", "HealthResponse"),
      "/v1/version": information("getVersion", "Versions.", "VersionResponse"),
      "/v1/ready": information("getReady", "Calls can be decided.", "ReadyResponse", { "503": answer("They cannot.", "ReadyResponse") }),
      "/metrics": {
        get: {
          operationId: "getMetrics",
          summary: "Counts in the text format of Prometheus.",
          responses: { "200": { description: "Counts.", content: { "text/plain": { schema: text_ } } } },
        },
      },
      "/openapi.json": {
        get: {
          operationId: "getOpenapi",
          summary: "This document.",
          responses: { "200": { description: "This document.", content: { "application/json": { schema: { type: "object" } } } } },
        },
      },
    },
    components: {
      parameters: { RequestId: { name: "X-Request-ID", in: "header", required: false, schema: ref("RequestId") } },
      schemas: {
        VerifyRequest: bare(verifyRequest),
        ActionRequest: bare(actionRequest),
        ResultRequest: bare(resultRequest),
        ...responseSchemas(),
      },
    },
  };
}

/** A schema inside the document is of the document's dialect. */
function bare({ $schema: _, ...schema }: { readonly $schema: string; readonly [member: string]: unknown }): object {
  return schema;
}

function responseSchemas(): Readonly<Record<string, object>> {
  const code = { type: "string", enum: Object.keys(CODES) };
  const decision = { type: "object", description: "The whole decision; only where the bridge runs in debug." };
  const id = ref("RequestId");
  const own = ref("OwnRequestId");
  return {
    RequestId: { type: "string", pattern: "^[A-Za-z0-9._:-]{1,128}$" },
    OwnRequestId: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.]{7,63}$" },
    VerifyResponse: closed({
      allowed: { type: "boolean" },
      error: {
        anyOf: [
          { type: "null" },
          closed({ code, message: text_, details: { type: "object", description: "Only in debug." } }, ["details"]),
        ],
      },
      eval_ms: { type: "integer", minimum: 0 },
      request_id: id,
    }),
    ActionAllow: closed(
      {
        verdict: { const: "allow" },
        code: { const: "PIC_OK" },
        request_id: own,
        message: text_,
        tool: text_,
        args: { type: "object", description: "The verified arguments: run these." },
        idempotency_key: text_,
        observed: { type: "boolean" },
        single_use: { enum: ["consumed", "unchecked"] },
        audience: { enum: ["checked", "unchecked"] },
        decision,
      },
      ["decision"],
    ),
    ActionBlock: closed({ verdict: { const: "block" }, code, request_id: own, message: text_, pending: { type: "boolean" }, decision }, [
      "pending",
      "decision",
    ]),
    ResultResponse: closed(
      {
        outcome: { enum: ["success", "failure"] },
        code: text_,
        request_id: own,
        result: { type: "object", description: "All that a model may see of the answer." },
        decision,
      },
      ["decision"],
    ),
    HealthResponse: closed({ status: { const: "ok" }, request_id: id }),
    ReadyResponse: closed({
      ready: { type: "boolean" },
      reasons: { type: "array", items: { enum: ["closed", "draining", "configuration_stale", "ledger", "audit"] } },
      request_id: id,
    }),
    VersionResponse: closed({
      pic_version: text_,
      package_version: text_,
      commit: text_,
      policy_version: text_,
      impl_name: text_,
      impl_version: text_,
      pic_protocol_version: text_,
      conformance_manifest_ref: closed({
        path: text_,
        sha256: { type: "string", pattern: "^(?:sha256:[a-f0-9]{64}|unknown)$" },
        commit: text_,
      }),
      supported_modes: { type: "array", items: text_ },
      request_id: id,
    }),
    TransportError: closed({ error: text_, request_id: id }),
  };
}
