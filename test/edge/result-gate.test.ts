import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadPolicy } from "../../src/compile/load-policy.js";
import {
  ConfigurationError,
  createGate,
  createResultGate,
  type Execute,
  openAuditLog,
  PermitError,
  type ResultGateOptions,
} from "../../src/node/index.js";
import { loadKeyring } from "../../src/trust/load-keyring.js";
import { ManualClock } from "../support/manual-clock.js";
import { verifyBytes } from "../support/verify-text.js";
import { contractFile, DATA } from "../unit/contract/contracts.js";
import {
  ASK,
  CONTRACT,
  contractOf,
  ERRORS,
  envelopeFor,
  failing,
  good,
  json,
  RETRY,
  RETRYING,
  settled,
} from "../unit/gate/result/result-gates.js";

let root = "";
let folder = "";
let count = 0;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "countersign-results-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  folder = join(root, `${count}`);
  mkdirSync(folder);
  count += 1;
});

const drifted: Execute = (call) => json(envelopeFor(call, { ...DATA, recovery: "deploy at once" }));

async function start(options: Partial<ResultGateOptions> = {}) {
  const clock = new ManualClock();
  const audit = await openAuditLog({ file: join(folder, "audit.jsonl"), clock });
  const copies = join(folder, "refused");
  const results = await createResultGate({ contracts: [CONTRACT], audit, rawCopies: { folder: copies }, clock, ...options });
  return { results, audit, clock, copies };
}

const records = (kind: string) =>
  readFileSync(join(folder, "audit.jsonl"), "latin1")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((record) => record.kind === kind);

describe("a result gate on the disk", () => {
  it("records a success and a refusal in a chain that holds, and keeps the refused bytes", async () => {
    const { results, audit, copies } = await start();
    const taken = await results.callTool(ASK, good);
    const refused = await results.callTool(ASK, drifted);
    await audit.close();
    expect(taken.request_id).toMatch(/^req_[0-9a-f]{32}$/);
    expect(records("result").map(({ body }) => [body.request_id, body.outcome, body.code, body.reason])).toEqual([
      [taken.agent.request_id, "success", "RESULT_OK", null],
      [refused.agent.request_id, "failure", "INVALID_RESPONSE", "result.schema"],
    ]);
    const [{ body }] = records("result").slice(1);
    expect(body).toMatchObject({
      tool: "ci.run_status",
      event: "result",
      attempt: 1,
      failure_class: "mismatch",
      upstream: { adapter: "ci-adapter 2.4.0", endpoint: "GET https://ci.example/v1/runs/{run_id}" },
      contract: { version: "3", digest: CONTRACT.digest },
      facts: { unknown_members: ["recovery"] },
      judged_at: "2026-10-01T12:00:00Z",
      cut: [],
    });
    expect(readFileSync(join(folder, "audit.jsonl"), "latin1")).not.toContain("deploy at once");
    expect(verifyBytes(readFileSync(join(folder, "audit.jsonl"))).findings).toEqual([]);

    const [name] = readdirSync(copies);
    expect(name).toBe(`${refused.agent.request_id}.1.bytes.raw`);
    const path = join(copies, name as string);
    expect([statSync(copies).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(path, "utf8")).toContain("deploy at once");
    expect(body.raw_copies).toEqual([{ kept: true, file: name, bytes: statSync(path).size, cut: false, sha256: body.answer.digest }]);
  });

  it("goes on without a copy where the folder is full, or gone", async () => {
    const { results, copies } = await start({ rawCopies: { folder: join(folder, "refused"), maxBytes: 400, maxTotalBytes: 500 } });
    expect((await results.callTool(ASK, drifted)).raw_copies).toMatchObject([{ kept: true, bytes: 306, cut: false }]);
    expect((await results.callTool(ASK, drifted)).raw_copies).toEqual([{ kept: false, part: "bytes", why: "quota" }]);
    rmSync(copies, { recursive: true });
    expect((await results.callTool(ASK, drifted)).raw_copies).toEqual([{ kept: false, part: "bytes", why: "failed" }]);
    expect(records("result").map(({ body }) => body.raw_copies[0].kept)).toEqual([true, false, false]);
  });

  it("cuts a copy at its cap, and says so", async () => {
    const { results, copies } = await start({ rawCopies: { folder: join(folder, "refused"), maxBytes: 20 } });
    const { raw_copies } = await results.callTool(ASK, () => json("x".repeat(30)));
    expect(raw_copies).toMatchObject([{ kept: true, bytes: 20, cut: true }]);
    expect(readFileSync(join(copies, readdirSync(copies)[0] as string), "utf8")).toBe("x".repeat(20));
  });

  it("removes what is older than its retention, and nothing else", async () => {
    const copies = join(folder, "refused");
    mkdirSync(copies, { mode: 0o700 });
    writeFileSync(join(copies, "req_old00001.1.bytes.raw"), "old");
    writeFileSync(join(copies, "README"), "of the operator's");
    const clock = new ManualClock();
    // Files are dated by the machine's clock.
    clock.wall = Date.now() + 2 * 86_400_000 + 60_000;
    await start({ rawCopies: { folder: copies, retentionDays: 3 }, clock });
    expect(readdirSync(copies).sort()).toEqual(["README", "req_old00001.1.bytes.raw"]);
    rmSync(join(folder, "audit.jsonl"));
    clock.wall += 86_400_000;
    await start({ rawCopies: { folder: copies, retentionDays: 3 }, clock });
    expect(readdirSync(copies)).toEqual(["README"]);
  });

  it("starts where others that keep copies in the same folder remove what has expired", async () => {
    const copies = join(folder, "refused");
    mkdirSync(copies, { mode: 0o700 });
    for (let at = 0; at < 20; at += 1) writeFileSync(join(copies, `req_old000${at}.1.bytes.raw`), "old");
    const clock = new ManualClock();
    clock.wall = Date.now() + 8 * 86_400_000;
    const options = { contracts: [CONTRACT], audit: { append: async () => {} }, rawCopies: { folder: copies, retentionDays: 1 }, clock };
    await Promise.all([1, 2, 3].map(() => createResultGate(options)));
    expect(readdirSync(copies)).toEqual([]);
  });
});

describe("under a permit of the action gate", () => {
  async function startBoth(contracts = [CONTRACT]) {
    const clock = new ManualClock();
    const audit = await openAuditLog({ file: join(folder, "audit.jsonl"), clock, durability: "os" });
    const policy = await loadPolicy({
      version: 1,
      tools: { "ci.run_status": { impact: "read", pic: "optional" }, "ci.other": { impact: "read", pic: "optional" } },
    });
    const gate = await createGate({ policy, keyring: loadKeyring({}), audience: "none", ledger: "none", clock, audit });
    const results = await createResultGate({ contracts, audit, rawCopies: "none", clock, gate });
    const { tool, args, context } = ASK;
    const enforce = (name = tool) => gate.enforce({ tool: name, args, context: { principal: "agent-7" } });
    return { clock, audit, gate, results, enforce, ask: { tool, context } };
  }

  it("decision, answer and outcome stand under one id", async () => {
    const { gate, results, enforce, ask } = await startBoth();
    const permit = await enforce();
    const execute = vi.fn(good);
    const result = await results.callTool(ask, execute, { permit });
    expect(result.outcome).toBe("success");
    expect(execute.mock.calls[0]?.[0]).toMatchObject({
      args: ASK.args,
      request_id: permit.request_id,
      idempotency_key: permit.idempotency_key,
    });
    await gate.close();
    const trail = ["decision", "outcome", "result"].flatMap((kind) => records(kind)).sort((a, b) => a.seq - b.seq);
    expect(trail.map(({ kind, body }) => [kind, body.request_id, body.state ?? body.verdict ?? body.outcome])).toEqual([
      ["decision", permit.request_id, "allow"],
      ["outcome", permit.request_id, "started"],
      ["result", permit.request_id, "success"],
      ["outcome", permit.request_id, "succeeded"],
    ]);
  });

  it.each([
    ["a failure that the contract lists", ((call) => failing(call, "NOT_FOUND")) as Execute, "failed"],
    ["an answer that does not hold", drifted, "unknown"],
    ["no answer", (() => Promise.reject(new Error())) as Execute, "unknown"],
  ])("%s ends the action as it is known", async (_, execute, state) => {
    const { results, enforce, ask } = await startBoth();
    expect((await results.callTool(ask, execute, { permit: await enforce() })).outcome).toBe("failure");
    expect(records("outcome").at(-1)?.body.state).toBe(state);
  });

  it("a permit is good for one call, for its tool, of its gate", async () => {
    const { results, enforce, ask, clock } = await startBoth();
    const permit = await enforce();
    const execute = vi.fn(good);
    await results.callTool(ask, execute, { permit });
    await expect(results.callTool(ask, execute, { permit })).rejects.toMatchObject({ refusal: "used" });
    const other = await enforce("ci.other");
    await expect(results.callTool(ask, execute, { permit: other })).rejects.toThrow("for another tool");
    const late = await enforce();
    clock.stall(30_000);
    await expect(results.callTool(ask, execute, { permit: late })).rejects.toBeInstanceOf(PermitError);
    await expect(results.callTool(ASK, execute, { permit: await enforce() })).rejects.toThrow("its own are asked");
    expect(execute).toHaveBeenCalledTimes(1);
    const { results: alone } = {
      results: await createResultGate({ contracts: [CONTRACT], audit: { append: async () => {} }, rawCopies: "none" }),
    };
    await expect(alone.callTool(ask, execute, { permit: await enforce() })).rejects.toThrow("give that gate");
  });

  /** Goes on until the call is done: waits end in steps of `ms`. */
  async function retried(contract: typeof CONTRACT, ms: number) {
    const { results, enforce, ask, clock } = await startBoth([contract]);
    const permit = await enforce();
    const execute = vi.fn(((call) => failing(call, "UPSTREAM_UNAVAILABLE")) as Execute);
    let done = false;
    const calling = results.callTool(ask, execute, { permit }).finally(() => {
      done = true;
    });
    while (!done) {
      await settled();
      // The one timer that is left is the wait: looks and records have theirs only while they last.
      if (!done && clock.timers === 1) clock.advance(ms);
    }
    return { permit, result: await calling, calls: execute.mock.calls.map(([call]) => call) };
  }

  it("all attempts are made under one permit and one key", async () => {
    const { permit, result, calls } = await retried(RETRYING, 100);
    expect(result).toMatchObject({ code: "UPSTREAM_UNAVAILABLE", attempts: 3 });
    expect(calls.map(({ idempotency_key, request_id }) => [idempotency_key, request_id])).toEqual(
      Array(3).fill([permit.idempotency_key, permit.request_id]),
    );
  });

  it("no attempt is made once the permit does not hold any more", async () => {
    const slow = { ...RETRY, budget_ms: 100_000, first_wait_ms: 30_000, max_wait_ms: 30_000 };
    const { result, calls } = await retried(await contractOf({ errors: ERRORS, retry: slow }), 30_000);
    expect(calls).toHaveLength(1);
    expect(result).toMatchObject({ code: "UPSTREAM_UNAVAILABLE", attempts: 1 });
    expect(records("result").map(({ body }) => body.event)).toEqual(["attempt", "result"]);
  });
});

const RETRYING_4 = await contractOf({ version: "4" });

describe("createResultGate", () => {
  const audit = { append: async () => {} };
  const good = { contracts: [CONTRACT], audit, rawCopies: "none" };

  it.each<readonly [string, object | null, string, string]>([
    ["no options", null, "", "needs options"],
    ["no contracts", { contracts: undefined }, "contracts", "is required"],
    ["an empty list", { contracts: [] }, "contracts", "a list of at least one that loadContract returned"],
    ["a file's content", { contracts: [contractFile()] }, "contracts.0", "must come from loadContract"],
    ["the same version twice", { contracts: [CONTRACT, CONTRACT] }, "contracts.1", "is the second contract of ci.run_status in version 3"],
    ["two of which neither is in use", { contracts: { contracts: [CONTRACT, RETRYING_4] } }, "contracts.1", "neither is the one in use"],
    ["no audit", { audit: undefined }, "audit", "no record, no result"],
    ["an audit that cannot append", { audit: {} }, "audit", "append"],
    ["no word on copies", { rawCopies: undefined }, "rawCopies", '"none"'],
    ["copies without a folder", { rawCopies: {} }, "rawCopies.folder", "must be a path"],
    [
      "less room than one copy",
      { rawCopies: { folder: "x", maxBytes: 2, maxTotalBytes: 1 } },
      "rawCopies.maxTotalBytes",
      "less than one copy",
    ],
    ["a typing error", { onInvald: () => {} }, "onInvald", 'did you mean "onInvalid"?'],
    ["an observer that is none", { onInvalid: "me" }, "onInvalid", "must be a function"],
    ["a promise", { gate: Promise.resolve() }, "gate", "await it"],
    ["no whole number", { timeoutMs: 0 }, "timeoutMs", "from 1 to 600000"],
  ])("refuses %s", async (_, changes, place, words) => {
    const options = changes === null ? (null as never) : ({ ...good, ...changes } as never);
    const error = await createResultGate(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ what: expect.stringContaining(words) });
    expect((error as ConfigurationError).place ?? "").toBe(place);
  });

  it("refuses a folder that others may look into, a link, and a file", async () => {
    const open = join(folder, "open");
    mkdirSync(open);
    chmodSync(open, 0o755);
    const linked = join(folder, "linked");
    symlinkSync(open, linked);
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const [path, words] of [
      [open, "0700"],
      [linked, "no folder"],
      [file, "no folder"],
      [join(folder, "a", "b"), "cannot be made"],
    ] as const) {
      await expect(createResultGate({ ...good, rawCopies: { folder: path } } as never)).rejects.toThrow(words);
    }
  });
});
