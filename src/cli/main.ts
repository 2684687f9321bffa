#!/usr/bin/env node
import { deliver } from "./deliver.js";
import { EXIT } from "./exits.js";
import { answer, replyToFault } from "./run.js";

// Until a reply is delivered, any end of this process is a failure: no verdict is never an allow.
process.exitCode = EXIT.internal;
const argv = process.argv.slice(2);

process.on("uncaughtException", (error) => {
  process.exit(deliver(replyToFault(error, argv, process.env)));
});

// No top-level await: a command's file may import this one again, and would wait for it for ever.
void answer(argv, process.env, () => process.cwd()).then((reply) => {
  process.exitCode = deliver(reply);
});
