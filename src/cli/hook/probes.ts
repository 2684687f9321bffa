import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HookProgram, hookCommand } from "./hook-command.js";
import type { HookSettings } from "./hook-settings.js";
import type { HostAct } from "./run-probe.js";

export interface ProbePlan {
  readonly probe: string;
  readonly expected: HostAct;
  readonly line: string;
  /** Null: standard input never ends. */
  readonly stdin: string | null;
  /** What Node itself is told, to make it fail. */
  readonly nodeOptions?: string;
}

/** No host has such a tool. */
const TOOL = "countersign.self-test";
const SHORT_MS = 500;

/**
 * Calls that a host could make, and faults that could meet them. The operator's ledger and audit log are left out, so that nothing is
 * written there; the one call that is let through is let through by a policy of the probe's own.
 */
export function planProbes(program: HookProgram, settings: HookSettings, scratch: string): readonly ProbePlan[] {
  const dry: HookSettings = { ...settings, ledger: "none", audit: null, contracts: [] };
  const lax = put(scratch, "policy.json", JSON.stringify({ version: 1, tools: { [TOOL]: { impact: "read", pic: "optional" } } }));
  const keys = put(scratch, "keys.json", '{"trusted_keys":{}}');
  const killed = put(scratch, "killed.cjs", 'process.kill(process.pid, "SIGKILL");\n');
  const thrown = put(scratch, "thrown.cjs", 'setImmediate(() => { throw new Error("probe"); });\n');
  const call = JSON.stringify({ session_id: "self-test", hook_event_name: "PreToolUse", tool_name: TOOL, tool_input: {} });
  const line = hookCommand(program, dry);
  const good = { ...dry, policy: lax, keys };
  const refused = "refuses the call";
  return [
    { probe: "a tool that the policy lets go", expected: "runs the tool", line: hookCommand(program, good), stdin: call },
    { probe: "a tool that your policy does not name", expected: refused, line, stdin: call },
    { probe: "input that is no JSON", expected: refused, line, stdin: "{" },
    { probe: "an event that is not known", expected: refused, line, stdin: call.replace("PreToolUse", "Unknown") },
    {
      probe: "a policy that is not there",
      expected: refused,
      line: hookCommand(program, { ...good, policy: join(scratch, "none") }),
      stdin: call,
    },
    {
      probe: "a program that is not there",
      expected: refused,
      line: hookCommand({ ...program, script: join(scratch, "none.cjs") }, good),
      stdin: call,
    },
    {
      probe: "an exception that nobody caught",
      expected: refused,
      line: hookCommand(program, good),
      stdin: null,
      nodeOptions: `--require=${thrown}`,
    },
    {
      probe: "a program that is killed",
      expected: refused,
      line: hookCommand(program, good),
      stdin: call,
      nodeOptions: `--require=${killed}`,
    },
    { probe: "input that never ends", expected: refused, line: hookCommand(program, { ...good, deadlineMs: SHORT_MS }), stdin: null },
    { probe: "an output that is closed", expected: refused, line: `exec >&-; ${hookCommand(program, good)}`, stdin: call },
  ];
}

function put(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
