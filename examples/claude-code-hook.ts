// What Claude Code does with the hook: it runs the command before a tool and goes by the exit code. One call passes, one is blocked, and one
// waits for a person.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { approve, generateKey, openLedger, signerFromPem } from "countersign/node";

const DEPLOY = "mcp__ops__deploy";
const owner = generateKey({ id: "owner-2026", owner: "owner", purpose: "approve", tools: [DEPLOY], impacts: ["irreversible"] });

const folder = mkdtempSync(join(tmpdir(), "hook-"));
const at = (name: string) => join(folder, name);
const ledger = `sqlite:${at("ledger.sqlite")}`;
writeFileSync(at("keys.json"), JSON.stringify({ trusted_keys: { [owner.id]: owner.keyringEntry } }));
writeFileSync(
  at("policy.json"),
  JSON.stringify({ version: 1, tools: { Read: { impact: "read", pic: "optional" }, [DEPLOY]: { impact: "irreversible" } } }),
);

/** In an installed package this is `countersign`; `--install` writes the line into Claude Code's settings. */
const countersign = [...process.execArgv, fileURLToPath(new URL("../src/cli/main.ts", import.meta.url))];
const files = ["--policy", at("policy.json"), "--keys", at("keys.json"), "--ledger", ledger];

/** The host's side: the event on standard input; exit 2 keeps the tool from running, and standard error goes to the model. */
function call(tool_name: string, tool_input: object): string {
  const input = JSON.stringify({ hook_event_name: "PreToolUse", tool_name, tool_input });
  const flags = [...files, "--audience", "laptop", "--principal", "dev-1", "--deadline", "30000"];
  const { status, stderr } = spawnSync(process.execPath, [...countersign, "hook", "claude-code", ...flags], { input, encoding: "utf8" });
  return status === 0
    ? "runs"
    : `exit ${status}, ${/PIC_[A-Z_]+/.exec(stderr)?.[0]}${stderr.includes("asked to approve") ? ", pending" : ""}`;
}

console.log("Read:", call("Read", { file_path: "README.md" }));
console.log("WebFetch:", call("WebFetch", { url: "https://example.org" }));
console.log("deploy:", call(DEPLOY, { environment: "production" }));

// The owner at another terminal: `countersign approvals approve CODE --ledger ...`.
const store = await openLedger(ledger);
const [asked] = (await store.approvals?.list(1)) ?? [];
if (asked === undefined) throw new Error("nothing is pending");
const signer = signerFromPem(owner.privateKeyPem, { keyId: owner.id });
await store.approvals?.sign(asked.nonce, await approve(asked.request, signer, { vouchesFor: ["approval-1"] }));
await store.close();

console.log("other arguments:", call(DEPLOY, { environment: "staging" }));
console.log("the approved call:", call(DEPLOY, { environment: "production" }));
console.log("the same again:", call(DEPLOY, { environment: "production" }));
rmSync(folder, { recursive: true, force: true });

//> Read: runs
//> WebFetch: exit 2, PIC_POLICY_VIOLATION
//> deploy: exit 2, PIC_EVIDENCE_REQUIRED, pending
//> other arguments: exit 2, PIC_EVIDENCE_REQUIRED, pending
//> the approved call: runs
//> the same again: exit 2, PIC_EVIDENCE_REQUIRED, pending
