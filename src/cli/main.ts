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

process.exitCode = deliver(await answer(argv, process.env, () => process.cwd()));
