// Appends to an audit log until it is killed, and prints each request id whose append has settled:
//   node --import ./scripts/typescript.js test/support/crash/audit-appender.ts FILE PREFIX fsync|os
import { openAuditLog } from "../../../src/node/audit/open-audit-log.js";
import { testKey } from "../../keys/test-only-keys.js";
import { decisionRecord } from "../audit-records.js";
import { say } from "./say.js";

const [file = "", prefix = "", durability] = process.argv.slice(2);
const { sign, publicKey } = testKey("test-receipts");
const checkpoint = { signer: { keyId: "notary", publicKey, sign }, every: 50 };
const audit = await openAuditLog({ file, durability: durability === "os" ? "os" : "fsync", checkpoint });
say("open");

let next = 0;
async function appendOn(): Promise<void> {
  for (;;) {
    const id = `req_${prefix}_${next}`;
    next += 1;
    await audit.append(decisionRecord({ request_id: id, args: { "/note": "x".repeat(next % 700) } }));
    say(id);
  }
}
await Promise.all(Array.from({ length: 8 }, appendOn));
