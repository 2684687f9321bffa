import type { JsonObject } from "../../json/value.js";
import { keyOf, type Message, type RpcAnswer, type RpcId } from "./message.js";
import type { McpReport } from "./report.js";

/**
 * What became of a request of our own. `unreadable`: something came under its id that cannot be read, or says what it must not; `hidden`: it
 * was not sent, since the tool is not offered by now.
 */
export type Given = { readonly answer: RpcAnswer; readonly exact: boolean } | "unreadable" | "ended" | "cancelled" | "late" | "hidden";

export interface OwnRequest {
  readonly id: RpcId;
  /** Never rejects. */
  readonly given: Promise<Given>;
  /** Nobody waits any longer: the server is told, and what still comes is dropped. */
  abandon(why: "cancelled" | "late"): void;
}

interface UpstreamPorts<R> {
  readonly name: string;
  readonly send: (raw: R) => void;
  readonly encode: (message: JsonObject) => R;
  /** Unpredictable, so that no client can have a request under it. */
  readonly newId: () => string;
  readonly report: (report: McpReport) => void;
}

/** What became of a message of the server's that is an answer. */
type Taken = "taken" | "pass" | "dropped" | "unreadable";

export type Upstream<R> = ReturnType<typeof createUpstream<R>>;

/** Most of the client's requests, and of the server's, that may be under way at once. */
const MAX_UNDER_WAY = 1024;

/** One server: which requests are under way at it, so that each has one answer (MCP-20). */
export function createUpstream<R>({ name, send, encode, newId, report }: UpstreamPorts<R>) {
  const ours = new Map<string, (given: Given) => void>();
  /** Requests of the client's that were passed on as they came. */
  const passed = new Map<string, RpcId>();
  /** Requests of the server's that the client is to answer. */
  const theirs = new Set<string>();
  let ended = false;

  return {
    name,
    ended: () => ended,

    /** Sends a request of our own. */
    request(method: string, params: JsonObject): OwnRequest {
      const id = newId();
      const key = keyOf(id);
      let settle: (given: Given) => void = () => undefined;
      const given = new Promise<Given>((resolve) => {
        settle = (what) => {
          ours.delete(key);
          resolve(what);
        };
      });
      if (ended) settle("ended");
      else {
        ours.set(key, settle);
        send(encode({ jsonrpc: "2.0", id, method, params }));
      }
      return {
        id,
        given,
        abandon(why) {
          if (!ours.has(key)) return;
          settle(why);
          if (!ended) send(encode({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason: why } }));
        },
      };
    },

    /** A request of the client's, as it came. False where too many are under way. */
    pass(id: RpcId, raw: R): boolean {
      if (passed.size >= MAX_UNDER_WAY || ended) return false;
      passed.set(keyOf(id), id);
      send(raw);
      return true;
    },

    send(raw: R): void {
      if (!ended) send(raw);
    },

    /** The client no longer wants the answer to this. */
    forget(id: RpcId | null): void {
      if (id !== null) passed.delete(keyOf(id));
    },

    /** Requests of the client's that were passed on and have no answer yet. */
    underWay: () => passed.size,

    isUnderWay: (id: RpcId) => passed.has(keyOf(id)),

    /** An answer of the server's: to us, to the client, or to nobody. */
    take({ id, answer, exact }: Message<R> & { readonly kind: "answer" }): Taken {
      const key = keyOf(id);
      const settle = ours.get(key);
      if (settle !== undefined) {
        settle({ answer, exact });
        return "taken";
      }
      if (passed.delete(key)) return "pass";
      report({ event: "answer_unasked", server: name });
      return "dropped";
    },

    /** Something under an id that cannot be read: whoever waits for that id waits in vain. */
    takeUnreadable(id: RpcId | null): Taken {
      const key = id === null ? "" : keyOf(id);
      const settle = ours.get(key);
      if (settle !== undefined) {
        settle("unreadable");
        return "taken";
      }
      return passed.delete(key) ? "unreadable" : "dropped";
    },

    /** A request of the server's. False where its id is in use, or too many are under way. */
    asks(id: RpcId): boolean {
      const key = keyOf(id);
      if (theirs.has(key) || theirs.size >= MAX_UNDER_WAY) return false;
      theirs.add(key);
      return true;
    },

    /** Whether the server asked for an answer of this id; once. */
    wasAsked: (id: RpcId) => theirs.delete(keyOf(id)),

    /** The server is gone: the ids of the client's requests that it leaves without an answer. */
    end(): readonly RpcId[] {
      ended = true;
      const left = [...passed.values()];
      passed.clear();
      for (const settle of [...ours.values()]) settle("ended");
      return left;
    },
  };
}
