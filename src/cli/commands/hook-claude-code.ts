import { defineCommand } from "../command.js";
import { UsageError } from "../faults.js";
import { type Flags, oneOf } from "../flags.js";
import { afterTool, answerRefused } from "../hook/after-tool.js";
import { beforeTool } from "../hook/before-tool.js";
import { hookFault } from "../hook/hook-reply.js";
import { HOOK_FLAGS, type HookSettings, readHookSettings } from "../hook/hook-settings.js";
import { type AfterTool, MAX_EVENT_BYTES, readEvent } from "../hook/read-event.js";
import { readStdin } from "../hook/read-stdin.js";
import type { Reply } from "../reply.js";
import type { Shell } from "../shell.js";

export const command = defineCommand({
  name: "hook claude-code",
  summary: "Decides for Claude Code on a tool call that it tells on standard input: exits 0 on allow, 2 on anything else.",
  flags: {
    ...HOOK_FLAGS,
    install: { type: "switch", help: "write the hook into Claude Code's settings, once you have seen it and said yes" },
    scope: { type: "text", value: "user|project", help: "whose settings, with --install; without it the part to write is printed" },
    yes: { type: "switch", help: "ask nobody, with --install" },
    "self-test": { type: "switch", help: "run the hook as the host does, in calls and faults, and tell what the host would do" },
    json: { type: "switch", help: "one JSON object, with --self-test" },
  },
  notes: [
    "As a hook it needs absolute paths, since it runs in the folder that the agent works in; --install and --self-test make them so.",
    "Standard error of a hook goes to the model, so it holds fixed words alone. --self-test tells what is wrong with a file.",
  ],
  async run(flags, _operand, shell) {
    if (flags.install || flags["self-test"]) return answerPerson(flags, shell);
    for (const name of ["scope", "yes", "json"] as const) {
      if (flags[name] !== undefined && flags[name] !== false) throw new UsageError("needs --install or --self-test", `--${name}`);
    }
    return inTime(readHookSettings(flags, shell));
  },
});

interface PersonFlags extends Flags<typeof HOOK_FLAGS> {
  readonly install: boolean;
  readonly "self-test": boolean;
  readonly scope: string | undefined;
  readonly yes: boolean;
  readonly json: boolean;
}

/** Loaded when asked for: a hook does not wait for it. */
async function answerPerson(flags: PersonFlags, shell: Shell): Promise<Reply> {
  const { install, json, scope, yes } = flags;
  if (install && flags["self-test"]) throw new UsageError("is one or the other: --install or --self-test", "--install");
  if (install && json) throw new UsageError("is for --self-test", "--json");
  if (!install && (scope !== undefined || yes)) throw new UsageError("is for --install", scope === undefined ? "--yes" : "--scope");
  if (scope === undefined && yes) throw new UsageError("needs --scope: without it nothing is written", "--yes");
  const { thisProgram, withAbsolutePaths } = await import("../hook/hook-command.js");
  const settings = readHookSettings(withAbsolutePaths(flags, shell.cwd), shell);
  const program = thisProgram();
  if (!install) return (await import("../hook/self-test.js")).selfTest(settings, program, json, shell);
  const { installHook } = await import("../hook/install.js");
  const where = scope === undefined ? null : oneOf("--scope", scope, ["user", "project"], "user");
  return installHook({ settings, program, scope: where, yes }, shell);
}

/** The host lets the tool run where a hook is late, so this one is never late: it refuses before (spec/hook.md#deadline). */
async function inTime(settings: HookSettings): Promise<Reply> {
  let refuse = () => hookFault("PIC_LIMIT_EXCEEDED");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Reply>((resolve) => {
    timer = setTimeout(() => resolve(refuse()), settings.deadlineMs);
  });
  /** What the tool said is kept from the model even where no more can be done. */
  const withhold = (event: AfterTool) => {
    refuse = () => answerRefused(event);
  };
  try {
    return await Promise.race([answerEvent(settings, withhold), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function answerEvent(settings: HookSettings, withhold: (event: AfterTool) => void): Promise<Reply> {
  const event = readEvent(await readStdin(MAX_EVENT_BYTES));
  if (!event.ok) return hookFault(event.code);
  if (event.value.event === "PreToolUse") return beforeTool(event.value, settings);
  withhold(event.value);
  try {
    return await afterTool(event.value, settings, Date.now());
  } catch {
    return answerRefused(event.value);
  }
}
