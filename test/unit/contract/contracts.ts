import { loadContract } from "../../../src/compile/index.js";
import { type Contract, type ResultDecision, type ResultRequest, verifyResult } from "../../../src/result.js";

export const NOW = "2026-10-01T12:00:00Z";

export const REQUEST: ResultRequest = {
  id: "req.J7q94MkP",
  tool: "ci.run_status",
  args: { project_id: "bluebird", run_id: "run_4f1c8d2e9a70" },
  context: { tenant: "acme", runs: ["run_4f1c8d2e9a70", "run_000000000001"] },
};

export const DATA = {
  project_id: "bluebird",
  run_id: "run_4f1c8d2e9a70",
  state: "failed",
  observed_at: "2026-10-01T11:59:30Z",
  stage: { name: "test", attempt: 2 },
  note: "2 of 140 tests failed",
};

const AGENT_DATA = { project_id: "bluebird", run_id: "run_4f1c8d2e9a70", state: "failed", observed_at: "2026-10-01T11:59:30Z" };

// biome-ignore lint/suspicious/noExplicitAny: answers here are faulty on purpose, and changed at any depth
export type Anything = any;

export function envelope(data: object = DATA): Anything {
  return { tool: "ci.run_status", request_id: "req.J7q94MkP", outcome: "success", data: structuredClone(data) };
}

export const failureEnvelope = (code: unknown): Anything => ({
  tool: "ci.run_status",
  request_id: "req.J7q94MkP",
  outcome: "failure",
  error: { code },
});

const fixtureOf = (title: string, json: object, expect: object) => ({
  title,
  answer: { json },
  request: { id: REQUEST.id, args: REQUEST.args, context: REQUEST.context },
  now: NOW,
  expect,
});

export const SUCCESS = fixtureOf("a failed run", envelope(), {
  outcome: "success",
  data: AGENT_DATA,
  untrusted_text: { note: "2 of 140 tests failed" },
});
export const NEAR_MISS = fixtureOf(
  "a member nobody declared",
  { ...envelope(), maintenance: true },
  { outcome: "failure", code: "INVALID_RESPONSE" },
);

/** The state of a run, as one would want to know before starting it again. */
export function contractFile(changes: object = {}): Anything {
  return structuredClone({
    contract: 1,
    tool: "ci.run_status",
    version: "3",
    owner: "build platform",
    upstream: { adapter: "ci-adapter 2.4.0", endpoint: "GET https://ci.example/v1/runs/{run_id}" },
    limits: { bytes: 4096, depth: 6, items: 10 },
    data: {
      type: "object",
      properties: {
        project_id: { type: "string", pattern: "^[a-z0-9][a-z0-9-]{2,62}$" },
        run_id: { type: "string", pattern: "^run_[A-Za-z0-9]{12,48}$" },
        state: { enum: ["failed", "running", "succeeded", "cancelled"] },
        observed_at: { type: "string", format: "date-time", maxLength: 35 },
        stage: { $ref: "#/$defs/stage" },
        note: { type: "string", maxLength: 200 },
        labels: { type: "array", items: { type: "string", maxLength: 20 } },
      },
      required: ["project_id", "run_id", "state", "observed_at"],
      $defs: {
        stage: {
          type: "object",
          properties: { name: { enum: ["build", "test"] }, attempt: { type: "integer", minimum: 1, maximum: 9 } },
          required: ["name"],
          additionalProperties: false,
        },
      },
    },
    errors: { NOT_FOUND: { retryable: false }, UPSTREAM_UNAVAILABLE: { retryable: true } },
    bind: [{ data: "/project_id", request: "/args/project_id" }],
    belongs: [{ data: "/run_id", request: "/context/runs" }],
    fresh: { field: "/observed_at", max_age_seconds: 60, max_ahead_seconds: 5 },
    select: ["/project_id", "/run_id", "/state", "/observed_at", { field: "/note", optional: true }],
    text: [{ field: "/note", max: 80 }],
    fixtures: [SUCCESS, NEAR_MISS],
    ...changes,
  });
}

export const CONTRACT: Contract = await loadContract(contractFile());

export function verify(answer: unknown, changes: { contract?: Contract; request?: object; now?: number | string } = {}): ResultDecision {
  const bytes =
    answer instanceof Uint8Array ? answer : new TextEncoder().encode(typeof answer === "string" ? answer : JSON.stringify(answer));
  const { contract = CONTRACT, request = {}, now = NOW } = changes;
  return verifyResult({ kind: "json", bytes }, { contract, request: { ...REQUEST, ...request } as ResultRequest, now });
}

/** What an agent gets for any fault. */
export const INVALID = {
  tool: "ci.run_status",
  request_id: "req.J7q94MkP",
  outcome: "failure",
  error: { code: "INVALID_RESPONSE", retryable: false },
};
