#!/usr/bin/env node
import { deliver } from "./deliver.js";
import { EXIT } from "./exits.js";
import { HOOK_BLOCKS, hookExit, isHook } from "./hook/hook-reply.js";
import type { Reply } from "./reply.js";
import { answer, replyToFault } from "./run.js";

const argv = process.argv.slice(2);
// The host of a hook takes any end but this one for a leave to run the tool (spec/hook.md#exit).
const hook = isHook(argv);
// Until a reply is delivered, any end of this process is a failure: no verdict is never an allow.
process.exitCode = hook ? HOOK_BLOCKS : EXIT.internal;

process.on("uncaughtException", (error) => {
  process.exit(finish(replyToFault(error, argv, process.env)));
});

// No top-level await: a command's file may import this one again, and would wait for it for ever.
void answer(argv, process.env, () => process.cwd()).then((reply) => {
  process.exitCode = finish(reply);
  // Whatever is still being waited for was given up, and the host waits for the end.
  if (hook) process.exit();
});

function finish(reply: Reply): number {
  const exit = deliver(reply);
  return hook ? hookExit(exit, argv) : exit;
}
