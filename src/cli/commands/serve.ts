import { loadContracts } from "../../node/load-contracts.js";
import { defineCommand } from "../command.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import { oneOf } from "../flags.js";
import { openGate } from "../open-gate.js";
import { findOperatorFile } from "../operator-files.js";
import { LOG_LEVELS, openLog } from "../serve/open-log.js";
import { hostsOf, readListen } from "../serve/read-listen.js";
import { runServer } from "../serve/run-server.js";
import { readToken } from "../serve/token.js";
import { readProfile } from "../verification.js";

const HEADERS_TIMEOUT_MS = 5000;
const DRAIN_MS = 10_000;
const MAX_CONNECTIONS = 512;

export const command = defineCommand({
  name: "serve",
  summary: "Runs the HTTP bridge over a live gate, until SIGTERM.",
  flags: {
    policy: { type: "text", value: "FILE", help: "the policy (PIC_POLICY_PATH)" },
    keys: { type: "text", value: "FILE", help: "the keyring (PIC_KEYS_PATH)" },
    profile: { type: "text", value: "strict|interop", help: "rules to judge by (strict)" },
    audience: { type: "text", value: "NAME|none", help: "this gate's name, which attestations are signed for; strict wants it" },
    ledger: { type: "text", value: "ADDRESS|memory|none", help: "sqlite:FILE or postgresql://...; strict wants it" },
    audit: { type: "text", value: "FILE", help: "record every decision in this log" },
    "evidence-root": { type: "text", value: "DIR", help: "folder of the files that evidence refers to" },
    contracts: { type: "text", value: "DIR", help: "verify what tools answer too, by the contracts in this folder" },
    principal: { type: "text", value: "NAME", help: "who asks, for policy rules and the audit (bridge)" },
    host: { type: "text", value: "ADDRESS", help: "listen on this address (127.0.0.1); not loopback: with --token-file" },
    port: { type: "text", value: "N", help: "listen on this port (7580); 0 takes a free one" },
    socket: { type: "text", value: "PATH", help: "listen on a Unix socket of mode 0600 in place of an address" },
    "token-file": { type: "text", value: "FILE", help: "callers must send the token in this file, as Authorization: Bearer" },
    "max-concurrent": { type: "text", value: "N", help: "verifications at a time (64); what comes on top is refused" },
    "log-level": { type: "text", value: LOG_LEVELS.join("|"), help: "lines on standard error (info)" },
  },
  notes: [
    "SIGHUP reads policy, keys and token again; a bad file never replaces a good one. SIGTERM lets what is under way end.",
    "PIC_DEBUG=1 puts reasons into answers, for an operator at the same machine.",
  ],
  async run(flags, _, shell) {
    const profile = readProfile(flags);
    const listen = readListen(flags);
    const level = oneOf("--log-level", flags["log-level"], LOG_LEVELS, "info");
    const maxConcurrent = readCount(flags["max-concurrent"]);
    const policy = findOperatorFile("policy", flags.policy, profile, shell);
    const keyring = findOperatorFile("keys", flags.keys, profile, shell);
    const file = flags["token-file"];
    const contracts = flags.contracts === undefined ? null : await loadContracts(flags.contracts);
    const live = await openGate({
      policy: policy.path,
      keyring: keyring.path,
      profile,
      audience: flags.audience,
      ledger: flags.ledger,
      audit: flags.audit,
      evidenceRoot: flags["evidence-root"],
    });
    await runServer(
      { ...live, contracts },
      {
        listen,
        hosts: hostsOf(listen, file !== undefined),
        headersTimeoutMs: HEADERS_TIMEOUT_MS,
        drainMs: DRAIN_MS,
        maxConnections: MAX_CONNECTIONS,
        keyring: keyring.path,
        principal: flags.principal ?? "bridge",
        maxConcurrent,
        debug: shell.env.PIC_DEBUG === "1",
        readToken: file === undefined ? null : () => readToken(file),
      },
      openLog(level),
      process,
    );
    return { exit: EXIT.done, stdout: "" };
  },
});

function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 10_000) throw new UsageError("is a whole number from 1 to 10000", "--max-concurrent");
  return count;
}
