import { loadContract } from "../../../../src/compile/index.js";
import type { AuditRecord, ResultRecord } from "../../../../src/gate/ports.js";
import { createResultGateOver, type ResultGate } from "../../../../src/gate/result/create-result-gate.js";
import type { ToolCall } from "../../../../src/gate/result/live-answer.js";
import type { InvalidNotice, RawCopies, RawCopy, ResultPorts } from "../../../../src/gate/result/result-ports.js";
import { ManualClock } from "../../../support/manual-clock.js";
import { type Anything, contractFile, DATA } from "../../contract/contracts.js";

export const ASK = {
  tool: "ci.run_status",
  args: { project_id: "bluebird", run_id: "run_4f1c8d2e9a70" },
  context: { tenant: "acme", runs: ["run_4f1c8d2e9a70", "run_000000000001"] },
};

export const FIRST_ID = "req_00000001";

/** A tool that may be asked three times within ten seconds, four for each. */
export const RETRY = {
  idempotent: true,
  budget_ms: 10_000,
  attempt_ms: 4000,
  attempts: 3,
  first_wait_ms: 100,
  max_wait_ms: 1000,
  on: ["transport", "upstream", "invalid"],
  codes: ["UPSTREAM_UNAVAILABLE"],
  unauthorised: ["FORBIDDEN"],
};
export const ERRORS = { NOT_FOUND: { retryable: false }, UPSTREAM_UNAVAILABLE: { retryable: true }, FORBIDDEN: { retryable: false } };

export const contractOf = (changes: object = {}) => loadContract(contractFile(changes));
export const CONTRACT = await contractOf();
export const RETRYING = await contractOf({ errors: ERRORS, retry: RETRY });

export const encode = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

/** What an adapter gives for a call. */
export const envelopeFor = ({ request_id, tool }: ToolCall, data: object = DATA): Anything => ({
  tool,
  request_id,
  outcome: "success",
  data: structuredClone(data),
});
export const good = (call: ToolCall) => ({ kind: "json", bytes: encode(envelopeFor(call)) }) as const;
export const failing = (call: ToolCall, code: string) =>
  ({ kind: "json", bytes: encode({ tool: call.tool, request_id: call.request_id, outcome: "failure", error: { code } }) }) as const;
export const json = (value: unknown) => ({ kind: "json", bytes: encode(value) }) as const;

export const invalidFor = (id = FIRST_ID) => ({
  tool: "ci.run_status",
  request_id: id,
  outcome: "failure",
  error: { code: "INVALID_RESPONSE", retryable: false },
});
export const unavailable = {
  tool: "ci.run_status",
  request_id: FIRST_ID,
  outcome: "failure",
  error: { code: "UPSTREAM_UNAVAILABLE", retryable: true },
};

/** A gate whose every port is played, and what went through them. */
export interface Played {
  readonly gate: ResultGate;
  readonly clock: ManualClock;
  readonly records: ResultRecord[];
  readonly notices: InvalidNotice[];
  readonly copies: Map<string, Uint8Array>;
}

export function played(changes: Partial<ResultPorts> = {}, contracts = [CONTRACT]): Played {
  const clock = new ManualClock();
  const records: ResultRecord[] = [];
  const notices: InvalidNotice[] = [];
  const copies = new Map<string, Uint8Array>();
  const rawCopies: RawCopies = {
    maxBytes: 1024 * 1024,
    keep: async (name, bytes): Promise<RawCopy> => {
      copies.set(name, bytes);
      return { kept: true, file: name, bytes: bytes.length, cut: false, sha256: "" };
    },
  };
  let ids = 0;
  const gate = createResultGateOver(
    {
      clock,
      audit: { append: async (record: AuditRecord) => void records.push(record as ResultRecord) },
      gate: null,
      checks: {},
      keyring: null,
      rawCopies,
      onInvalid: (notice) => notices.push(notice),
      random: () => 0.5,
      newRequestId: () => `req_${String(++ids).padStart(8, "0")}`,
      timeoutMs: 5000,
      recordTimeoutMs: 500,
      ...changes,
    },
    contracts,
  );
  return { gate, clock, records, notices, copies };
}

/** Lets everything that waits for no timer go on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await null;
  await new Promise((resolve) => setImmediate(resolve));
}
