import { isIP } from "node:net";
import { UsageError } from "../faults.js";
import type { Listen } from "./start-server.js";

/** The reference's. */
const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 7580;

interface ListenFlags {
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly socket: string | undefined;
  readonly "token-file": string | undefined;
}

/** Where to listen. UsageError for an address that others can reach without a token. */
export function readListen(flags: ListenFlags): Listen {
  const { host, port, socket } = flags;
  if (socket !== undefined) {
    for (const [name, value] of Object.entries({ host, port }))
      if (value !== undefined) throw new UsageError("stands without --socket", `--${name}`);
    return { socket };
  }
  const asked = host ?? DEFAULT_HOST;
  const address = asked === "localhost" ? DEFAULT_HOST : asked;
  if (isIP(address) === 0) throw new UsageError("is an IP address of this machine, or localhost", "--host");
  if (!isLoopback(address) && flags["token-file"] === undefined)
    throw new UsageError("is needed for an address that is not loopback; or listen on --socket", "--token-file");
  return { host: address, port: readPort(port) };
}

/** Names that a page which was made to point here does not have; null where a token tells who asks, or only files lead here. */
export function hostsOf(listen: Listen, hasToken: boolean): ReadonlySet<string> | null {
  return hasToken || "socket" in listen ? null : new Set(["localhost", "127.0.0.1", "[::1]", listen.host, `[${listen.host}]`]);
}

function isLoopback(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

function readPort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^(?:0|[1-9][0-9]{0,4})$/.test(text) ? Number(text) : 65_536;
  if (port > 65_535) throw new UsageError("is a port, 0 to 65535", "--port");
  return port;
}
