import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { openAuditLog } from "../../src/node/audit/open-audit-log.js";
import { decisionRecord, outcomeRecord, resultRecord } from "../support/audit-records.js";
import { ManualClock } from "../support/manual-clock.js";
import { useCli } from "./cli-process.js";

const cli = useCli();
let file = "";

const refused = { outcome: "failure", code: "INVALID_RESPONSE", reason: "result.schema", path: "/data" } as const;

beforeAll(async () => {
  file = `${cli.folder()}/audit.jsonl`;
  const audit = await openAuditLog({ file, clock: new ManualClock() });
  await audit.append(decisionRecord({ request_id: "req_action01", tool: "ci.run_status" }));
  await audit.append(outcomeRecord("started", "req_action01"));
  await audit.append(resultRecord({ request_id: "req_action01", event: "attempt" }, { ...refused, reason: "json.syntax" }));
  await audit.append(resultRecord({ request_id: "req_action01", attempt: 2 }));
  await audit.append(outcomeRecord("succeeded", "req_action01"));
  await audit.append(resultRecord({ request_id: "req_alone001", failure_class: "mismatch" }, refused));
  await audit.append(resultRecord({ request_id: "req_alone001", event: "late" }, { ...refused, reason: "result.late" }));
  await audit.close();
});

const json = (args: readonly string[]) => {
  const { exit, stdout } = cli.run([...args, "--json"]);
  return { exit, ...JSON.parse(stdout) };
};

describe("results in an audit log", () => {
  it("are part of the chain", () => {
    expect(json(["audit", "verify", file])).toMatchObject({ exit: 0, whole: true, kinds: { decision: 1, outcome: 2, result: 4 } });
    const edited = cli.file("edited.jsonl", readFileSync(file, "latin1").replace('"code":"INVALID_RESPONSE"', '"code":"RESULT_OK"'));
    expect(json(["audit", "verify", edited])).toMatchObject({ exit: 1, findings: [{ reason: "altered" }] });
  });

  it("stand among the last decisions, an attempt that was made again apart", () => {
    const { exit, stdout } = cli.run(["audit", "tail", file]);
    expect(exit).toBe(0);
    expect(stdout.split("\n").map((line) => line.trim().split(/ {2,}/).slice(1))).toEqual([
      ["verdict", "reason", "tool", "principal", "request", "outcome"],
      ["allow", "PIC_OK", "ci.run_status", "agent-7", "req_action01", "succeeded"],
      ["success", "RESULT_OK", "ci.run_status", "req_action01"],
      ["failure", "result.schema", "ci.run_status", "req_alone001"],
      ["REFUSED", "result.late", "ci.run_status", "req_alone001"],
      [],
    ]);
    expect(json(["audit", "tail", file, "--lines", "3"])).toMatchObject({
      decisions: [],
      results: [
        { request_id: "req_action01", verdict: "success", why: "RESULT_OK", attempt: 2, altered: false },
        { request_id: "req_alone001", verdict: "failure", why: "result.schema" },
        { request_id: "req_alone001", verdict: "REFUSED", why: "result.late" },
      ],
    });
  });

  it("are shown beside the decision of the action, and without one", () => {
    const shown = cli.run(["audit", "show", file, "req_action01"]);
    expect(shown.stdout).toMatch(
      /decision {2}record 1\n[\s\S]*result {2}record 3\n[\s\S]*result {2}record 4\n[\s\S]*\nresult: RESULT_OK\noutcome: succeeded\n$/,
    );
    expect(json(["audit", "show", file, "req_action01"])).toMatchObject({ exit: 0, result: "RESULT_OK", outcome: "succeeded" });
    // Nothing was decided, so there is no action that could have an outcome.
    expect(cli.run(["audit", "show", file, "req_alone001"]).stdout).toMatch(/\nresult: INVALID_RESPONSE\n$/);
    expect(json(["audit", "show", file, "req_alone001"])).toMatchObject({ exit: 0, result: "INVALID_RESPONSE", outcome: null });
  });
});
