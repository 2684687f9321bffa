import { runUnjudged } from "../../adapters/mcp/forward-call.js";
import type { McpReport } from "../../adapters/mcp/report.js";
import { runUnderContract } from "../../adapters/mcp/run-under-contract.js";
import type { ContractSet } from "../../contract/contract-set.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { createResultGate } from "../../node/create-result-gate.js";
import { loadContracts } from "../../node/load-contracts.js";
import { escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { UsageError } from "../faults.js";
import type { Flags } from "../flags.js";
import { type GATE_FLAGS, gateFromFlags } from "../gate-from-flags.js";
import type { Reply } from "../reply.js";
import type { Shell } from "../shell.js";
import { readProfile } from "../verification.js";
import { checkOtherPaths } from "./other-paths.js";
import { readServers } from "./read-servers.js";
import { type ProxyEnd, runProxy } from "./run-proxy.js";
import type { ServerSpec } from "./server-spec.js";
import { serverEnvironment } from "./server-spec.js";
import { writeLog } from "./write-log.js";

type ProxyFlags = Flags<typeof GATE_FLAGS> & {
  readonly principal: string | undefined;
  readonly tenant: string | undefined;
  readonly "build-proposals": boolean;
  readonly contracts: string | undefined;
  readonly "raw-copies": string | undefined;
  readonly "client-config": string | undefined;
  readonly servers: string | undefined;
  readonly env: readonly string[];
  readonly secret: readonly string[];
  readonly "call-timeout": string | undefined;
  readonly "max-message": string | undefined;
};

/** Most that a result gate waits for a tool. */
const MOST_MS = 600_000;

/** Reads the command line, starts the gate and the servers, and runs until one side is gone. */
export async function mcpProxy(flags: ProxyFlags, rest: readonly string[], shell: Shell): Promise<Reply> {
  const { principal, tenant } = flags;
  if (principal === undefined) throw new UsageError("is required: who asks, for the gate's rules and records", "--principal");
  const callTimeoutMs = whole(flags["call-timeout"], "--call-timeout", 600, 86_400) * 1000;
  const maxMessageBytes = whole(flags["max-message"], "--max-message", 10 * 1024 * 1024, 256 * 1024 * 1024);
  const context = { principal, ...(tenant !== undefined && { tenant }) };
  const servers = await serversOf(flags, rest, shell);
  const contracts = flags.contracts === undefined ? null : await contractsIn(flags.contracts);
  if (contracts !== null && flags.audit === undefined)
    throw new UsageError("is needed beside --contracts: each result is recorded", "--audit");
  const rawCopies = flags["raw-copies"] === undefined ? "none" : { folder: flags["raw-copies"] };
  if (contracts === null && rawCopies !== "none") throw new UsageError("is for --contracts", "--raw-copies");
  if (flags["client-config"] !== undefined) {
    const told = (servers: readonly string[]) => tell({ event: "other_paths", servers });
    await checkOtherPaths(flags["client-config"], readProfile(flags) === "strict", told);
  }
  const { gate, audit } = await gateFromFlags(flags, shell);
  try {
    const results =
      contracts === null || audit === null
        ? null
        : await createResultGate({ contracts, audit, gate, rawCopies, timeoutMs: Math.min(callTimeoutMs, MOST_MS) });
    const end = await runProxy(
      {
        gate,
        runCall: results === null ? runUnjudged(gate) : runUnderContract(results),
        contextOf: () => context,
        proposals: flags["build-proposals"] ? "built" : "carried",
        hasContract: contracts === null ? null : (tool) => contracts.contractFor(tool, Date.now()) !== null,
        callTimeoutMs,
        servers,
        maxMessageBytes,
        report: tell,
      },
      process,
    );
    await results?.close();
    return replyTo(end);
  } finally {
    await gate.close();
  }
}

/** Only those of MCP: another kind would be held against what no server sends. */
async function contractsIn(folder: string): Promise<ContractSet> {
  const contracts = await loadContracts(folder);
  const other = contracts.contracts.find(({ answer }) => answer !== "mcp");
  if (other !== undefined) {
    throw new ConfigurationError(`holds a contract of ${other.tool} for answers of kind ${other.answer}; here they are "mcp"`, {
      file: folder,
      place: "--contracts",
    });
  }
  return contracts;
}

async function serversOf(flags: ProxyFlags, rest: readonly string[], shell: Shell): Promise<readonly [ServerSpec, ...ServerSpec[]]> {
  const { servers: file, env, secret: files } = flags;
  const [command, ...args] = rest;
  if (file !== undefined) {
    if (command !== undefined) throw new UsageError("names the servers, and a command stands after --", "--servers");
    if (env.length > 0 || files.length > 0) throw new UsageError("says what each server's environment is", "--servers");
    return readServers(file, shell.env);
  }
  if (command === undefined || command === "") throw new UsageError("needs -- COMMAND ARGS, or --servers FILE", "mcp-proxy");
  const pairs = files.map((text) => {
    const at = text.indexOf("=");
    if (at < 1 || at === text.length - 1) throw new UsageError("is NAME=FILE", "--secret");
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  const named = env.find((name) => name.includes("="));
  // On a command line a value could be read by anybody who lists processes.
  if (named !== undefined) throw new UsageError("is a name alone: its value comes from the proxy's own environment", "--env");
  return [{ name: "server", prefix: "", command, args, cwd: undefined, ...serverEnvironment(env, pairs, shell.env, "--env") }];
}

function whole(text: string | undefined, flag: string, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const value = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new UsageError(`is a whole number from 1 to ${most}`, flag);
  return value;
}

/** One line of JSON for each thing that an operator may want to know. */
function tell(report: McpReport | { readonly event: "other_paths"; readonly servers: readonly string[] }): void {
  writeLog(process.stderr, `countersign: mcp-proxy: ${escapeText(JSON.stringify(report))}\n`);
}

function replyTo(end: ProxyEnd): Reply {
  if (end.why === "client" || end.why === "signal") return { exit: EXIT.done, stdout: "" };
  const line = (text: string) => ({ stdout: "", stderr: `countersign: mcp-proxy: ${escapeText(text)}\n` });
  if (end.why === "collision") {
    const { tool, servers } = end.collision;
    return { exit: EXIT.configuration, ...line(`two servers, ${servers.join(" and ")}, offer ${tool}: give one of them a prefix`) };
  }
  if (end.why === "flood") return { exit: EXIT.finding, ...line(`${end.server} sent a line of more bytes than --max-message allows`) };
  const code = end.cause === null ? "" : ` (${(end.cause as NodeJS.ErrnoException).code ?? "could not be started"})`;
  return { exit: EXIT.finding, ...line(`${end.server} ended${code}`) };
}
