import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { loadPolicy } from "../../src/compile/index.js";
import { loadKeyring } from "../../src/index.js";
import { BlockedError, createGate, createMemoryLedger, type GateOptions, type Ledger } from "../../src/node/index.js";
import { useCli } from "../edge/cli-process.js";
import { ManualClock } from "../support/manual-clock.js";
import { keyringOf, type Options, type Proposal, policyOf, signAgain } from "./case-inputs.js";

const FOLDER = resolve(process.env.COUNTERSIGN_SHARED ?? resolve(import.meta.dirname, "../../../shared"), "cases");
const present = existsSync(FOLDER);
const cli = useCli();

interface Execution {
  readonly execute: { readonly proposal: Proposal; readonly options: Options };
  readonly expect: string;
}

// biome-ignore lint/suspicious/noExplicitAny: each case has a form of its own
const read = (number: string): any => {
  const name = readdirSync(FOLDER).find((file) => file.startsWith(`${number}-`)) as string;
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
};
const seed = () => {
  const { keys } = JSON.parse(readFileSync(join(FOLDER, "test-keys.json"), "utf8"));
  return keys.find(({ label }: { label: string }) => label === "fin-ops-2026").seed_hex as string;
};

/** A live gate with the files of a case, at its time. */
async function gateOf(options: Options, over: Partial<GateOptions> = {}) {
  const clock = new ManualClock();
  clock.wall = Date.parse(options.now);
  const ledger = createMemoryLedger({ now: () => clock.now() });
  const policy = await loadPolicy(policyOf(options));
  const gate = await createGate({ policy, keyring: loadKeyring(keyringOf(options.keyring)), audience: "none", ledger, clock, ...over });
  return { gate, clock };
}

const callOf = (proposal: Proposal) => ({
  proposal: JSON.stringify(proposal),
  tool: proposal.action.tool as string,
  args: structuredClone(proposal.action.args),
  context: { principal: "agent-7" },
});

describe.skipIf(!present)("cases told as steps and sequences", () => {
  it("023: arguments that change after the verdict are not those that run", async () => {
    const { proposal, options } = read("023").input;
    const { gate } = await gateOf(options);
    const call = callOf(proposal);
    const permit = await gate.enforce(call);
    call.args.to = "acct_9002";
    expect(await gate.run(permit, ({ to }) => to)).toBe("acct_7731");
    await expect(gate.enforce(call)).rejects.toBeInstanceOf(BlockedError);
  });

  it("116: an approval is used once, however the proposal is written", async () => {
    const { steps } = read("116").input as { steps: readonly Execution[] };
    const first = steps[0]?.execute as Execution["execute"];
    const { gate } = await gateOf(first.options);
    expect((await gate.decide(callOf(first.proposal))).verdict).toBe("allow");
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(first.proposal).reverse()), null, 2);
    for (const proposal of [JSON.stringify((steps[1] as Execution).execute.proposal), reordered]) {
      expect(await gate.decide({ ...callOf(first.proposal), proposal })).toMatchObject({
        code: read("116").expected.code_hint,
        reason: "policy.already_used",
      });
    }
  });

  it("117: what does not verify uses nothing up", async () => {
    const { steps } = read("117").input as { steps: readonly [Execution, Execution] };
    const { gate } = await gateOf(steps[1].execute.options);
    expect((await gate.decide(callOf(steps[0].execute.proposal))).code).toBe("PIC_EVIDENCE_FAILED");
    expect((await gate.decide(callOf(steps[1].execute.proposal))).verdict).toBe("allow");
  });

  it("120: a nonce is tied to what it was used for", async () => {
    const { proposal, options } = read("001").input;
    const { gate } = await gateOf(options);
    const signed = (amount_minor: number) => {
      const action = { ...proposal.action, args: { ...proposal.action.args, amount_minor } };
      return signAgain({ ...proposal, action }, seed(), { x_nonce: "N1" });
    };
    expect((await gate.decide(callOf(signed(100)))).verdict).toBe("allow");
    expect(await gate.decide(callOf(signed(200)))).toMatchObject({ code: read("120").expected.code_hint, reason: "policy.already_used" });
  });

  it("136: a part that stalls is not waited for, and its late answer changes nothing", async () => {
    const { proposal, options } = read("136").input;
    let answerLate = () => {};
    let asked = () => {};
    const consuming = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const ledger: Ledger = {
      consume: () => {
        asked();
        return new Promise((resolve) => {
          answerLate = () => resolve({ outcome: "consumed" });
        });
      },
      close: async () => {},
    };
    const { gate, clock } = await gateOf(options, { ledger, deadlineMs: options.time_budget_ms });
    const deciding = gate.decide(callOf(proposal));
    await consuming;
    clock.advance(options.time_budget_ms);
    const decision = await deciding;
    expect(decision).toMatchObject({ verdict: "block", code: read("136").expected.code_hint, permit: null });
    const text = JSON.stringify(decision);
    answerLate();
    await Promise.resolve();
    expect(JSON.stringify(decision)).toBe(text);
  });

  it("141: a verdict survives the end of the process", () => {
    const { stdin_json: proposal, variants } = read("141").input;
    const policy = cli.file("policy.json", { version: 1, tools: { [proposal.action.tool]: { impact: "money" } } });
    const keys = cli.file("keys.json", { trusted_keys: {} });
    const verify = (stdin: string, file = policy) =>
      cli.run(["verify", "-", "--unbound", "--policy", file, "--keys", keys], { stdin }).exit;
    const event = JSON.stringify({ hook_event_name: "PreToolUse", tool_name: proposal.action.tool, tool_input: proposal.action.args });
    const line = (file = policy) => `--policy=${file} --keys=${keys} --audience=a --ledger=none --principal=p`;
    const hook = (stdin: string, file = policy) => cli.run(["hook", "claude-code", ...line(file).split(" ")], { stdin }).exit;

    const missing = join(cli.folder(), "none.json");
    expect([verify(JSON.stringify(proposal)), verify(variants[1].stdin), verify(JSON.stringify(proposal), missing)]).toEqual([4, 1, 6]);
    expect([hook(event), hook(variants[1].stdin), hook(event, missing)]).toEqual([variants[0].expect_exit, 2, 2]);
    const closed = cli.shell(`{ sleep 0.2; echo "$EVENT" | $NODE $CLI hook claude-code ${line()}; echo $? >&2; } | true`, { EVENT: event });
    expect(closed.stderr).toMatch(/\n2\n$/);
    const preload = cli.file("throws.cjs", "process.stdin.once('end', () => { throw new Error('x'); });\n");
    const thrown = cli.run(["hook", "claude-code", ...line().split(" ")], { stdin: event, env: { NODE_OPTIONS: `--require=${preload}` } });
    expect(thrown.exit).toBe(2);
  });

  it("142: a store that does not answer is a block, and the tool is not called", async () => {
    const { proposal, options } = read("136").input;
    let ran = false;
    for (const consume of [
      () => Promise.reject(new Error("refused")),
      async () => ({ outcome: true }),
      async () => "allowed",
      () => undefined,
    ]) {
      const { gate } = await gateOf(options, { ledger: { consume, close: async () => {} } as unknown as Ledger });
      const { proposal: carried, tool, args, context } = callOf(proposal);
      const guarded = gate.guard(tool, () => {
        ran = true;
      });
      await expect(guarded(args, { proposal: carried, context })).rejects.toMatchObject({
        decision: { code: read("142").expected.code_hint },
      });
    }
    expect(ran).toBe(false);
  });

  it("143: a gate whose policy does not load is none, and guards nothing", async () => {
    const broken = cli.file("broken.json", "{");
    const options = { policy: broken, keyring: cli.file("keys.json", { trusted_keys: {} }), audience: "none", ledger: "none" } as const;
    await expect(createGate(options)).rejects.toThrow(/broken\.json/);
    const event = JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Read", tool_input: {} });
    const flags = [`--policy=${broken}`, `--keys=${options.keyring}`, "--audience=none", "--ledger=none", "--principal=p"];
    expect(cli.run(["hook", "claude-code", ...flags], { stdin: event }).exit).toBe(2);
  });
});
