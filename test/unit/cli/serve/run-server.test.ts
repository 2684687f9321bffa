import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Parts, runServer } from "../../../../src/cli/serve/run-server.js";

it("reads its files again once for each SIGHUP, one after the other, and closes the gate after the last", async () => {
  const steps: string[] = [];
  let reloads = 0;
  const gate = {
    decide: () => undefined,
    status: () => ({ digests: {} }),
    async reload() {
      reloads += 1;
      const at = reloads;
      steps.push(`begin ${at}`);
      // The first takes the longest.
      await sleep(60 - 20 * at);
      steps.push(`end ${at}`);
    },
    async close() {
      steps.push("close");
    },
  } as unknown as Parts["gate"];
  const signals = new EventEmitter();
  const said = new EventEmitter();
  const log = {
    info: (_: object, message: string) => void said.emit(message),
    warn: () => undefined,
    error: () => undefined,
    end: async () => undefined,
  };
  const options = {
    listen: { host: "127.0.0.1", port: 0 },
    hosts: null,
    headersTimeoutMs: 1000,
    drainMs: 1000,
    maxConnections: 1,
    keyring: "none",
    principal: "bridge",
    maxConcurrent: undefined,
    debug: false,
    readToken: null,
  };
  const listening = once(said, "listening");
  const ended = runServer({ gate, contracts: null, audit: null }, options, log, signals);
  await listening;
  for (const signal of ["SIGHUP", "SIGHUP", "SIGTERM"]) signals.emit(signal);
  await ended;
  expect(steps).toEqual(["begin 1", "end 1", "begin 2", "end 2", "close"]);
});
