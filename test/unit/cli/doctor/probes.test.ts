import { afterAll, describe, expect, it } from "vitest";
import type { OpenGate } from "../../../../src/cli/doctor/probes/probe-gates.js";
import { findingsOf, type Probe } from "../../../../src/cli/doctor/report.js";
import { loadPolicy } from "../../../../src/compile/load-policy.js";
import { createMemoryLedger } from "../../../../src/gate/memory-ledger.js";
import type { JsonObject } from "../../../../src/json/value.js";
import { createGate } from "../../../../src/node/create-gate.js";
import { diagnose, keyringOf, PAYMENT, scratchFolders, TOOLS, tempFolder } from "./doctor-question.js";

const scratch = tempFolder();
afterAll(scratch.remove);

const row = ({ tool, probe, got, ok }: Probe) => [tool, probe, got?.verdict, got?.reason ?? null, ok];
const only = (tool: JsonObject) => ({ version: 1, tools: { "payments.transfer": tool } });
const NOBODY = { args: PAYMENT.args as JsonObject, impact: "money" };

describe("the probes", () => {
  it("show that a sound gate denies what it must and allows the good one", async () => {
    const before = scratchFolders();
    const report = await diagnose();
    expect(report.probes.map(row)).toEqual([
      ["payments.transfer", "good call, approved", "allow", null, true],
      ["payments.transfer", "second use", "block", "policy.already_used", true],
      ["payments.transfer", "signed by nobody", "block", "evidence.required", true],
      ["payments.transfer", "forged signature", "block", "trust.signature_invalid", true],
      ["payments.transfer", "argument altered after signing", "block", "trust.args_digest_differs", true],
      ["payments.transfer", "other arguments than proposed", "block", "binding.args_mismatch", true],
      ["payments.transfer", "proposed for another tool", "block", "binding.tool_mismatch", true],
      ["payments.transfer", "signed for another gate", "block", "trust.audience_differs", true],
      ["payments.transfer", "expired key", "block", "trust.key_expired", true],
      ["payments.transfer", "revoked key", "block", "trust.key_revoked", true],
      ["payments.transfer", "over limit per-call", "block", "policy.limit", true],
      ["payments.transfer", "over limit per-day", "block", "policy.limit", true],
      ["payments.transfer", "asked by one who is not listed", "block", "policy.principal", true],
      ["payments.transfer", "asked by who approves", "block", "policy.principal", true],
      ["payments.transfer", "checks refuse", "block", "policy.check", true],
      ["payments.transfer", "unreachable ledger", "block", "internal.ledger_unavailable", true],
      ["docs.search", "good call", "allow", null, true],
      ["docs.search", "other arguments than proposed", "block", "binding.args_mismatch", true],
      ["docs.search", "proposed for another tool", "block", "binding.tool_mismatch", true],
      ["disk.wipe", "denied tool", "block", "evidence.required", true],
      [null, "tool that the policy does not name", "block", "policy.tool_unknown", true],
    ]);
    expect(findingsOf(report)).toEqual([]);
    expect(scratchFolders()).toEqual(before);
  });

  it("are of one tool where one is named", async () => {
    const { probes } = await diagnose({ tool: "docs.search" });
    expect(new Set(probes.map(({ tool }) => tool))).toEqual(new Set(["docs.search"]));
  });

  it("run on SQLite files of their own", async () => {
    const ledger = { kind: "sqlite", file: `${scratch.path}/ledger.sqlite` } as const;
    const { probes, checks } = await diagnose({ ledger });
    expect(probes.every(({ ok }) => ok)).toBe(true);
    expect(checks.find(({ check }) => check === "coverage")?.remarks).toEqual([]);
    // Not made by looking at it.
    expect(checks.find(({ check }) => check === "ledger")?.remarks).toEqual([
      { level: "finding", about: ledger.file, says: "does not exist: its name is misspelt, or no gate has used it yet" },
    ]);
  });

  it("read a flat keyring and the reference's form of a policy", async () => {
    const { ana } = keyringOf({ ana: {} }).trusted_keys as { ana: { public_key: string } };
    const reference = { impact_by_tool: { pay: "money" }, require_evidence_for_impacts: ["money"], require_pic_for_impacts: ["money"] };
    const report = await diagnose({}, reference, { ana: ana.public_key });
    expect(report.probes.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.probes.length).toBeGreaterThan(9);
  });

  it("have one owner sign twice where one fills both roles", async () => {
    const keys = keyringOf({ ana: { roles: ["finance", "legal"] } });
    const { probes } = await diagnose({}, only(PAYMENT), keys);
    expect(probes.filter(({ ok }) => !ok)).toEqual([]);
    expect(probes.length).toBe(17);
  });
});

describe("a gate that is broken", () => {
  /** What is found where the gate is opened otherwise than it is asked to be. */
  async function foundWith(openGate: OpenGate) {
    const report = await diagnose({ openGate, tool: "payments.transfer" });
    return findingsOf(report)
      .filter(({ check }) => check === "probes")
      .map(({ says }) => says);
  }

  it("is found where it allows everything", async () => {
    const found = await foundWith(async (options) => {
      const gate = await createGate(options);
      return { ...gate, decide: async (request) => ({ ...(await gate.decide(request)), verdict: "allow", reason: null }) as never };
    });
    expect(found).toHaveLength(15);
    expect(found.every((says) => says.endsWith("ALLOWED, and must be blocked"))).toBe(true);
  });

  it("is found where it blocks everything", async () => {
    const found = await foundWith(async (options) => {
      const gate = await createGate(options);
      await gate.close();
      return gate;
    });
    expect(found[0]).toBe("good call, approved: BLOCKED for internal.error, and must be allowed");
    expect(found[1]).toBe("second use: blocked for internal.error and not for policy.already_used, so this trial shows nothing");
    expect(found).toHaveLength(16);
  });

  it.each<[string, (options: Parameters<OpenGate>[0]) => Partial<Parameters<OpenGate>[0]>, readonly string[]]>([
    [
      "forgets uses",
      () => ({ ledger: { consume: async () => ({ outcome: "consumed" }), close: async () => undefined } }),
      ["second use: ALLOWED", "over limit per-day: ALLOWED", "unreachable ledger: ALLOWED"],
    ],
    ["has a ledger of its own", () => ({ ledger: createMemoryLedger() }), ["over limit per-day: ALLOWED", "unreachable ledger: ALLOWED"]],
    [
      "reads another keyring",
      ({ keyring }) => ({ keyring: (keyring as string).replace(/(expired|revoked)/, "standing") }),
      ["expired key: ALLOWED", "revoked key: ALLOWED"],
    ],
    ["does not know its name", () => ({ audience: "none" }), ["signed for another gate: ALLOWED"]],
    ["does not ask", () => ({ checks: { "bank-is-open": () => ({ allow: true }) } }), ["checks refuse: ALLOWED"]],
  ])("is found where it %s", async (_, changes, expected) => {
    const found = await foundWith((options) => createGate({ ...options, ...changes(options) } as never));
    expect(found.map((says) => says.replace(/, and must be blocked$/, ""))).toEqual(expected);
  });

  it("is found where its policy has lost a rule", async () => {
    const { principals: _, ...open } = PAYMENT;
    for (const [written, lost, expected] of [
      [PAYMENT, "limits", ["over limit per-call", "over limit per-day"]],
      [PAYMENT, "principals", ["asked by one who is not listed"]],
      [open, "separation", ["asked by who approves"]],
    ] as const) {
      expect(findingsOf(await diagnose({}, only(written)))).toEqual([]);
      const { [lost]: _gone, ...rest } = written as JsonObject;
      const lenient = await loadPolicy(only(rest));
      const report = await diagnose({ openGate: (options) => createGate({ ...options, policy: lenient } as never) }, only(written));
      const told = findingsOf(report).map(({ says }) => says);
      for (const probe of expected) expect(told.filter((says) => says.startsWith(`${probe}: `))).toHaveLength(1);
      expect(told).toHaveLength(expected.length);
    }
  });

  it("is found where it throws, or does not open", async () => {
    const says = "good call, approved: the gate gave no answer (no)";
    const no = async () => {
      throw new Error("no");
    };
    expect(await foundWith(no)).toContain(says);
    expect(await foundWith(async (options) => ({ ...(await createGate(options)), decide: no }))).toContain(says);
  });
});

describe("what is only observed", () => {
  it("is loud: the gate lets run what it must deny", async () => {
    const file = only({ ...NOBODY, observe: { until: "2026-12-01T00:00:00Z" } });
    const report = await diagnose({}, file);
    const found = findingsOf(report).map(({ says }) => says);
    expect(found).toContain("forged signature: LET RUN, since the tool is only observed; it would be blocked for trust.signature_invalid");
    expect(found).toContain(
      "only OBSERVED until 2026-12-01T00:00:00Z: what its rules block is LET RUN until then, and blocked from then on",
    );
    expect(report.probes.find(({ probe }) => probe === "good call, approved")?.ok).toBe(true);
    expect(report.probes.find(({ probe }) => probe === "unreachable ledger")?.ok).toBe(true);
  });
});

describe("what cannot be tried", () => {
  const odd = {
    impact: "money",
    args: { type: "object", properties: { t: { type: "string", not: { pattern: "^[xa1]$" } } }, required: ["t"] },
  };
  const says =
    "no arguments were found that the policy takes, so nothing was tried with them; give a call that it takes with --example FILE";

  it("is a finding of a high impact, and a note of a low one", async () => {
    const report = await diagnose({}, only(odd));
    expect(findingsOf(report)).toEqual([{ check: "coverage", about: "payments.transfer", says }]);
    expect(report.probes.map(({ probe }) => probe)).toEqual(["signed by nobody", "tool that the policy does not name"]);
    const low = await diagnose({}, only({ ...odd, impact: "read" }));
    expect(findingsOf(low)).toEqual([]);
    expect(low.checks[0]?.remarks).toContainEqual({ level: "note", about: "payments.transfer", says });
  });

  it("is tried with an example", async () => {
    const example = { tool: "payments.transfer", args: { t: "seldom" }, context: { session: "s" }, proposal: null };
    const report = await diagnose({ examples: [example] }, only({ ...odd, when: [{ id: "s", cel: 'context.session == "s"' }] }));
    expect(findingsOf(report)).toEqual([]);
    expect(report.probes.length).toBe(12);
    const wrong = await diagnose({ examples: [{ ...example, args: { t: "x" } }] }, only(odd));
    expect(findingsOf(wrong).map((each) => each.says)).toEqual([says.replace(/; .*/, "; the policy does not take those of --example")]);
  });

  it("is told where nobody can approve", async () => {
    const ended = keyringOf({ ana: { roles: ["finance"], expires_at: "2026-01-01T00:00:00Z" }, ben: { roles: ["legal"] } });
    const report = await diagnose({}, { version: 1, tools: TOOLS }, ended);
    const found = findingsOf(report);
    expect(found.map(({ check, about }) => [check, about])).toEqual([["approvals", "payments.transfer"]]);
    expect(found[0]?.says).toContain("asks for 1 owner in the role finance");
    expect((await diagnose({ audience: "elsewhere" }, only(NOBODY), keyringOf({ ana: { audiences: ["billing"] } }))).checks).toContainEqual(
      {
        check: "approvals",
        remarks: [
          {
            level: "finding",
            about: "payments.transfer",
            says: "no keys in force can give what the policy asks for at the gate elsewhere; every call blocks",
          },
        ],
      },
    );
  });
});
