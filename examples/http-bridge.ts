// A program asks a gate over HTTP before it runs a tool: `countersign serve` as a process of its own, asked through the client, which takes
// silence for a no.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createBridgeClient } from "countersign/http";
import { attest, generateKey, signerFromPem } from "countersign/node";
import { proposalFor } from "countersign/sign";

const clone = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "countersign-bridge-"));
const file = (name: string, content: object) => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
};

const key = generateKey({ id: "finance-2026", owner: "finance", tools: ["payments.transfer"], impacts: ["money"], audiences: ["billing"] });
const files = [
  "--policy",
  file("policy.json", { version: 1, tools: { "payments.transfer": { impact: "money" } } }),
  "--keys",
  file("keys.json", { trusted_keys: { [key.id]: key.keyringEntry } }),
];
const serve = ["--import", clone("scripts/typescript.js"), clone("src/cli/main.ts"), "serve", "--port", "0"];
const server = spawn(process.execPath, [...serve, ...files, "--audience", "billing", "--ledger", "memory"], {
  stdio: ["ignore", "ignore", "pipe"],
});
const ended = once(server, "exit");

/** The log says where it listens. */
async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const { msg, address } = JSON.parse(line);
    if (msg === "listening") return address;
  }
  throw new Error("the bridge did not start");
}

const args = { to: "acct_7731", amount_minor: 48_200, currency: "EUR" };
const unsigned = proposalFor({
  tool: "payments.transfer",
  args,
  intent: "Pay supplier invoice INV-204",
  impact: "money",
  sources: [{ id: "approval", source: "approvals:finance" }],
  claims: [{ text: "INV-204 is due and approved", evidence: ["approval"] }],
});
const signer = signerFromPem(key.privateKeyPem, { keyId: key.id });
const proposal = await attest(unsigned, signer, { id: "approval", audience: "billing", lifetimeSeconds: 600 });

try {
  const client = createBridgeClient({ url: await addressOf(createInterface({ input: server.stderr })), timeoutMs: 10_000 });
  const ask = async (what: string, call: object) => {
    const { verdict, code } = await client.decide({ tool: "payments.transfer", args, ...call });
    console.log(`${what}: ${verdict} ${code}`);
  };
  await ask("without a proposal", {});
  await ask("another amount", { args: { ...args, amount_minor: 1 }, proposal });
  await ask("approved", { proposal });
  await ask("the same again", { proposal });
  server.kill("SIGTERM");
  await ended;
  await ask("with nobody there", { proposal });
} finally {
  server.kill("SIGKILL");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

//> without a proposal: block PIC_INVALID_REQUEST
//> another amount: block PIC_ARG_BINDING_MISMATCH
//> approved: allow PIC_OK
//> the same again: block PIC_POLICY_VIOLATION
//> with nobody there: block PIC_BRIDGE_UNREACHABLE
