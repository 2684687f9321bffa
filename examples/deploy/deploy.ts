// A deploy from a pipeline: the proposal is made from the commit, the image's digest and the environment, two owners approve it, and the
// deploy runs from the permit, once. Each job of a pipeline is a process of its own; what ties them together is the ledger.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approverEntries, loadKeyring } from "countersign";
import { loadPolicy } from "countersign/compile";
import { approve, BlockedError, createGate, type Gate, generateKey, openLedger, signerFromPem } from "countersign/node";
import { proposalFor } from "countersign/sign";

const TOOL = "deploy.release";
const scope = { purpose: "approve", roles: ["owner"], tools: [TOOL], impacts: ["irreversible"], audiences: ["pipeline"] } as const;
const owners = ["first-owner", "second-owner"].map((owner) => generateKey({ id: `${owner}-2026`, owner, ...scope }));

// The operator's side, which no change under review can reach.
const keyring = loadKeyring({ trusted_keys: Object.fromEntries(owners.map(({ id, keyringEntry }) => [id, keyringEntry])) });
const policy = await loadPolicy({
  version: 1,
  tools: {
    [TOOL]: {
      impact: "irreversible",
      max_attestation_lifetime: 3600,
      args: {
        type: "object",
        properties: {
          commit: { type: "string", pattern: "^[0-9a-f]{40}$" },
          image: { type: "string", pattern: "^registry\\.example/shop@sha256:[0-9a-f]{64}$" },
          environment: { enum: ["staging", "production"] },
        },
        required: ["commit", "image", "environment"],
      },
      approvals: [{ id: "two-owners", count: 2, role: "owner" }],
      separation: { id: "four-eyes" },
    },
  },
});
const folder = mkdtempSync(join(tmpdir(), "deploy-"));
const address = `sqlite:${join(folder, "ledger.sqlite")}`;

/** What a job of the pipeline does with a gate of its own. */
async function job<T>(work: (gate: Gate) => Promise<T>): Promise<T> {
  const gate = await createGate({ policy, keyring, audience: "pipeline", ledger: await openLedger(address) });
  try {
    return await work(gate);
  } finally {
    await gate.close();
  }
}

/** Everything comes from what was built; the same build gives the same proposal. */
function release(args: { commit: string; image: string; environment: string }) {
  const proposal = proposalFor({
    tool: TOOL,
    args,
    intent: `Release ${args.commit.slice(0, 12)} to ${args.environment}`,
    impact: "irreversible",
    sources: [{ id: "build", source: `git:${args.commit}` }],
    claims: [{ text: "The image was built from this commit", evidence: ["build"] }],
    approvers: approverEntries(policy, TOOL),
  });
  return { proposal, tool: TOOL, args, context: { principal: "pipeline" } };
}

/** An owner at a terminal: `countersign approvals approve CODE --ledger ...`. */
async function sign(at: number): Promise<void> {
  const ledger = await openLedger(address);
  const [stored] = (await ledger.approvals?.list(1)) ?? [];
  const owner = owners[at];
  if (stored === undefined || owner === undefined) throw new Error("nothing to sign");
  const signer = signerFromPem(owner.privateKeyPem, { keyId: owner.id });
  await ledger.approvals?.sign(stored.nonce, await approve(stored.request, signer, { vouchesFor: [`approval-${at + 1}`] }));
  await ledger.close();
}

/** The deploy itself sees the arguments of the permit and nothing else. */
const deploy = (gate: Gate, call: ReturnType<typeof release>) =>
  gate
    .enforce(call)
    .then((permit) => gate.run(permit, ({ image, environment }) => `deployed ${String(image).slice(-12)} to ${environment}`))
    .catch((error: unknown) => {
      if (!(error instanceof BlockedError)) throw error;
      return `${error.decision.verdict} ${error.decision.reason}${error.decision.pending ? ", pending" : ""}`;
    });

const build = {
  commit: "7d41f0c9a86be2253f0d1c6a4b98e7f315d2a06c",
  image: `registry.example/shop@sha256:${"5e1f".repeat(16)}`,
  environment: "production",
};
const call = release(build);
console.log("asked:", await job((gate) => deploy(gate, call)));
await sign(0);
console.log("one owner:", await job((gate) => deploy(gate, call)));
await sign(1);
const otherImage = release({ ...build, image: `registry.example/shop@sha256:${"0bad".repeat(16)}` });
console.log("another image:", await job((gate) => deploy(gate, otherImage)));
console.log("both owners:", await job((gate) => deploy(gate, call)));
console.log("run again:", await job((gate) => deploy(gate, call)));
rmSync(folder, { recursive: true, force: true });

//> asked: block evidence.required, pending
//> one owner: block policy.approvals, pending
//> another image: block evidence.required, pending
//> both owners: deployed 5e1f5e1f5e1f to production
//> run again: block evidence.required, pending
