import type { ContractSet } from "../../contract/contract-set.js";
import { ConfigurationError } from "../../decision/configuration-error.js";
import { createServedBridge } from "../../http/bridge.js";
import type { BridgeEvent } from "../../http/bridge-options.js";
import { loadKeyringFile } from "../../node/load-files.js";
import type { Keyring } from "../../trust/keyring.js";
import type { LiveGate } from "../open-gate.js";
import type { ServeLog } from "./open-log.js";
import { type RunningServer, type ServerOptions, startServer } from "./start-server.js";

export interface ServeOptions extends ServerOptions {
  /** Its file, which keys of upstreams are in too. */
  readonly keyring: string;
  readonly principal: string;
  readonly maxConcurrent: number | undefined;
  readonly debug: boolean;
  /** Reads the token's file; null without one. */
  readonly readToken: (() => (authorization: string | null) => boolean) | null;
}

export interface Parts extends LiveGate {
  readonly contracts: ContractSet | null;
}

/** Signals of the system, as far as a server listens to them. */
export interface Signals {
  on(signal: "SIGTERM" | "SIGINT" | "SIGHUP", listener: () => void): unknown;
  off(signal: "SIGHUP", listener: () => void): unknown;
}

/**
 * Serves until it is told to end (spec/http.md#server): SIGTERM and SIGINT drain, the second one cuts; SIGHUP reads policy, keyring and
 * token again, and what is bad never replaces what is good. The parts are closed when this returns, and where it rejects.
 */
export async function runServer(parts: Parts, options: ServeOptions, log: ServeLog, signals: Signals): Promise<void> {
  const { gate, contracts, audit } = parts;
  try {
    const token = options.readToken;
    let isGood = token?.() ?? null;
    let upstreamKeys = contracts === null ? null : await loadKeyringFile(options.keyring);
    const bridge = createServedBridge({
      gate,
      ...(contracts !== null && { contracts, resultKeyring: () => upstreamKeys as Keyring }),
      context: { principal: options.principal },
      authorize: isGood === null ? "none" : (authorization) => isGood?.(authorization) === true,
      debug: options.debug,
      ...(options.maxConcurrent !== undefined && { maxConcurrent: options.maxConcurrent }),
      ...(audit !== null && { health: { audit: () => audit.status().broken === null } }),
      onAnswer: (event) => logAnswer(log, event),
    });
    const server = await listen(bridge, options);
    // One after the other: the last signal's files are the ones in force.
    let reloaded = Promise.resolve();
    const reload = () => {
      const again = async () => {
        await gate.reload();
        if (upstreamKeys !== null) upstreamKeys = await loadKeyringFile(options.keyring);
      };
      reloaded = reloaded.then(again).then(
        () => log.info({ digests: gate.status().digests }, "reloaded"),
        (error: unknown) => log.error(faultOf(error), "policy and keyring stay as they were"),
      );
      try {
        if (token !== null) isGood = token();
      } catch (error) {
        log.error(faultOf(error), "the token stays as it was");
      }
    };
    signals.on("SIGHUP", reload);
    try {
      const told = untilTold(signals, server);
      // Only now: whoever reads this may send a signal at once.
      log.info({ address: server.address, pid: process.pid, digests: gate.status().digests }, "listening");
      await told;
      log.info({}, "draining");
      bridge.drain();
      await server.close();
    } finally {
      signals.off("SIGHUP", reload);
      await reloaded;
    }
  } finally {
    await gate.close().catch((error: unknown) => log.error(faultOf(error), "the gate could not be closed whole"));
    log.info({}, "ended");
    await log.end();
  }
}

async function listen(bridge: Parameters<typeof startServer>[0], options: ServeOptions): Promise<RunningServer> {
  try {
    return await startServer(bridge, options);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown";
    const place = "socket" in options.listen ? "--socket" : code === "EADDRNOTAVAIL" ? "--host" : "--port";
    throw new ConfigurationError(`cannot be listened on (${code})`, { place }, { cause });
  }
}

/** Settles at the first signal; a second one cuts what is still under way. */
function untilTold(signals: Signals, server: RunningServer): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    const onSignal = () => {
      if (told) server.cut();
      told = true;
      resolve();
    };
    signals.on("SIGTERM", onSignal);
    signals.on("SIGINT", onSignal);
  });
}

/** Request ids, code, route and time; never arguments, and no word of a body's. */
function logAnswer(log: ServeLog, event: BridgeEvent): void {
  const { elapsed_ms, ...members } = event;
  const line = { ...members, elapsed_ms: Math.round(elapsed_ms * 1000) / 1000 };
  if (event.status >= 500) log.error(line, "answered");
  else log.info(line, "answered");
}

function faultOf(error: unknown): object {
  if (error instanceof ConfigurationError) return { fault: error.message };
  return { fault: error instanceof Error ? error.name : "unknown" };
}
