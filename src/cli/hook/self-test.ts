import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import type { Reply } from "../reply.js";
import type { Shell } from "../shell.js";
import { table } from "../table.js";
import { loadOperator } from "./before-tool.js";
import { contractsByTool } from "./contracts-by-tool.js";
import type { HookProgram } from "./hook-command.js";
import type { HookSettings } from "./hook-settings.js";
import { placesInReach } from "./install.js";
import { planProbes } from "./probes.js";
import { actOf, type HostAct, runAsHost } from "./run-probe.js";

interface Probe {
  readonly probe: string;
  readonly expected: HostAct;
  readonly got: HostAct;
  readonly exit: number | null;
  readonly ok: boolean;
}

/**
 * Runs the line that the host runs, in calls and faults of all kinds, and tells what the host would do (spec/hook.md#self-test). The
 * operator's files are loaded first, so that what is wrong with them is told here and not to a model.
 */
export async function selfTest(settings: HookSettings, program: HookProgram, json: boolean, shell: Shell): Promise<Reply> {
  const { policy } = await loadOperator(settings);
  const contracts = await contractsByTool(settings.contracts);
  const scratch = mkdtempSync(join(tmpdir(), "countersign-hook-"));
  const probes: Probe[] = [];
  try {
    for (const { nodeOptions, stdin, line, probe, expected } of planProbes(program, settings, scratch)) {
      const env = { ...shell.env, ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }) };
      const run = await runAsHost(line, { stdin, cwd: scratch, env });
      const got = actOf(run);
      probes.push({ probe, expected, got, exit: run.exit, ok: got === expected });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const exit = probes.every(({ ok }) => ok) ? EXIT.done : EXIT.finding;
  const notes = placesInReach(settings, program, shell.cwd).map(
    (path) => `${escapeText(path)} lies in this folder: the agent can change it`,
  );
  if (json) return { exit, stdout: `${asciiJson({ probes, notes })}\n` };
  const rows = probes.map(({ probe, got, exit: code, ok }) => [
    ok ? "ok" : "FAULT",
    probe,
    `the host ${got}`,
    `exit ${code ?? "by a signal"}`,
  ]);
  const lines = [...table(rows), ...notes.map((note) => `note ${note}`)];
  const sound = probes.filter(({ ok }) => ok).length;
  lines.push(`${sound} of ${probes.length} as they should be; ${policy.tools.size} tools in the policy, ${contracts.size} with a contract`);
  return { exit, stdout: `${lines.join("\n")}\n` };
}
