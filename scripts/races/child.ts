// One of several processes over one ledger. `race`: does its share of each round it is told. `spend`: uses one thing after the other, says
// `try NAME` before and `used NAME` after the answer, until it is killed.
import { say } from "../../test/support/crash/say.js";
import { openStore, outcomeOf, type SharedStore, type Use } from "./store.js";

export interface Share {
  readonly uses: readonly Use[];
}

const [mode, text = "", name = ""] = process.argv.slice(2);
const ledger = await openStore(JSON.parse(text) as SharedStore);

if (mode === "race") {
  process.on("message", async ({ uses }: Share) => {
    process.send?.(await Promise.all(uses.map((use) => outcomeOf(ledger, use))));
  });
  process.send?.("ready");
} else {
  say("ready");
  for (let use = 0; ; use += 1) {
    const names = Array.from({ length: 1 + (use % 4) }, (_, at) => `${name}-${use}-${at}`);
    for (const each of names) say(`try ${each}`);
    await Promise.all(
      names.map(async (each) => {
        const outcome = await outcomeOf(ledger, { attestation: each, nonce: each });
        say(outcome === "consumed" ? `used ${each}` : `fault ${each}: ${outcome}`);
      }),
    );
  }
}
