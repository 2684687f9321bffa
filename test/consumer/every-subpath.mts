// Compiled by .ci/run against the packed tarball, in a folder without this repository's settings: every subpath must resolve
// to its types with neither custom conditions nor the types of Node.
import { type Decision, loadKeyring, verifyAction } from "countersign";
import { compilePolicyModule, loadPolicy } from "countersign/compile";
import { compiledPolicy } from "countersign/compiled-policy";
import { condition } from "countersign/compiled-policy/conditions";
import { wholeMatch } from "countersign/compiled-policy/patterns";
import { verifyEd25519 } from "countersign/ed25519";
import { verifyEd25519 as verifyPortably } from "countersign/ed25519/portable";
import { type BridgeDecision, createBridge, createBridgeClient } from "countersign/http";
import { guardMcpServer } from "countersign/mcp";
import { createGate, type GateDecision, type GateOptions, generateKey, type Permit } from "countersign/node";
import { attest, type ProposalData, proposalFor } from "countersign/sign";
import { runVectors } from "countersign/vectors";

export const decision: Decision = verifyAction(new Uint8Array(), {
  keyring: loadKeyring({ trusted_keys: {} }),
  policy: await loadPolicy({ version: 1, tools: {} }),
  now: 0,
  call: "proposal-only",
});

export const others = [
  attest,
  compiledPolicy,
  compilePolicyModule,
  condition,
  createBridge,
  createBridgeClient,
  createGate,
  generateKey,
  guardMcpServer,
  proposalFor,
  runVectors,
  verifyEd25519,
  verifyPortably,
  wholeMatch,
];

// What the types must refuse: a line below that compiles without its error fails the compilation.
declare const promised: Promise<ProposalData>;
declare const proposal: ProposalData;
declare const record: Record<string, unknown>;
declare const live: GateDecision;
declare const bridged: BridgeDecision;
const options = { keyring: loadKeyring({}), policy: await loadPolicy({}), now: 0, call: "proposal-only" } as const;
const context = { principal: "agent-7" };

export async function types(): Promise<unknown> {
  // A proposal: bytes, text or plain data, never a promise of it.
  for (const input of [proposal, record, "{}", new Uint8Array(), undefined]) verifyAction(input, options);
  // @ts-expect-error
  verifyAction(promised, options);
  // @ts-expect-error
  loadPolicy(promised);
  // @ts-expect-error
  loadKeyring(promised);

  // Strict has an audience and a ledger, or says "none"; interop may leave both out.
  const files = { policy: "pic_policy.json", keyring: "pic_keys.json" };
  const stated: GateOptions = { ...files, audience: "billing", ledger: "none" };
  await createGate({ ...files, profile: "interop" });
  await createGate({ ...files, profile: { name: "interop", strictTrust: false } });
  await createGate({ ...stated, profile: "strict" });
  // @ts-expect-error
  await createGate(files);
  // @ts-expect-error
  await createGate({ ...files, audience: "billing" });
  // @ts-expect-error
  await createGate({ ...files, ledger: "none", profile: "strict" });
  // @ts-expect-error
  await createGate({ ...stated, policy: loadPolicy({}) });

  const gate = await createGate(stated);
  await gate.decide({ proposal, tool: "pay", args: {}, context });
  // @ts-expect-error
  await gate.decide({ proposal: promised, tool: "pay", args: {}, context });

  // A tool's arguments are what the host says they are, and plain JSON where it says nothing.
  const typed = gate.guard("pay", (args: { readonly to: string }) => args.to.length);
  const length: number = await typed({}, { proposal, context });
  const stating = gate.guard<{ readonly to: string }, string>("pay", ({ to }) => to);
  const plain = gate.guard("pay", (args, run) => `${run.tool} ${args.to === undefined}`);
  const text: string = (await stating({}, { context })) + (await plain({}, { context }));
  // @ts-expect-error
  await typed({}, { proposal: promised, context });
  // @ts-expect-error
  gate.guard("pay", (args: string) => args);

  // A bridge's decision has arguments to run only where it allows.
  if (bridged.verdict === "allow") return bridged.args;
  // @ts-expect-error
  bridged.args;

  // The verdict tells the two decisions apart.
  if (live.verdict === "allow") {
    const permit: Permit = live.permit;
    const nothing: null = live.reason;
    return [permit, nothing, length, text];
  }
  const none: null = live.permit;
  const reason: string = live.reason;
  // @ts-expect-error
  live.permit.redeem();
  return [none, reason];
}
