import { defineCommand } from "../command.js";
import { beforeTool } from "../hook/before-tool.js";
import { hookFault } from "../hook/hook-reply.js";
import { HOOK_FLAGS, type HookSettings, readHookSettings } from "../hook/hook-settings.js";
import { MAX_EVENT_BYTES, readEvent } from "../hook/read-event.js";
import { readStdin } from "../hook/read-stdin.js";
import type { Reply } from "../reply.js";

export const command = defineCommand({
  name: "hook claude-code",
  summary: "Decides for Claude Code on one tool call that it tells on standard input: exit 0 on allow, 2 on anything else.",
  flags: { ...HOOK_FLAGS },
  notes: ["Files are named by absolute paths: the host runs a hook in the folder that the agent works in."],
  async run(flags, _operand, shell) {
    return inTime(readHookSettings(flags, shell));
  },
});

/** The host lets the tool run where a hook is late, so this one is never late: it refuses before (spec/hook.md#deadline). */
async function inTime(settings: HookSettings): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Reply>((resolve) => {
    timer = setTimeout(() => resolve(hookFault("PIC_LIMIT_EXCEEDED")), settings.deadlineMs);
  });
  try {
    return await Promise.race([answerEvent(settings), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function answerEvent(settings: HookSettings): Promise<Reply> {
  const event = readEvent(await readStdin(MAX_EVENT_BYTES));
  if (!event.ok) return hookFault(event.code);
  if (event.value.event === "PreToolUse") return beforeTool(event.value, settings);
  return hookFault();
}
