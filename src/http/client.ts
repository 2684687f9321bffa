import { type BlockCode, CODES } from "../decision/catalogue.js";
import { ConfigurationError } from "../decision/configuration-error.js";
import { ownOptions } from "../decision/own-options.js";
import { isRequestId } from "../decision/request-id.js";
import type { Clock } from "../gate/ports.js";
import { canonicalize } from "../json/canonicalize.js";
import { parseJson } from "../json/parse-json.js";
import type { HostData, JsonObject } from "../json/value.js";
import { PLATFORM_CLOCK } from "./platform-clock.js";
import { bodyOf, readBody } from "./read-body.js";

/** The bridge did not say anything that can be read as its decision. Not a code of the catalogue: no gate decided. */
export const PIC_BRIDGE_UNREACHABLE = "PIC_BRIDGE_UNREACHABLE";

export type BridgeDecision = BridgeAllow | BridgeBlock;

/** A decision is an object and always truthy: test `verdict`. */
export interface BridgeAllow {
  readonly verdict: "allow";
  readonly code: "PIC_OK";
  /** Of the bridge's gate: the same in its audit. */
  readonly request_id: string;
  readonly tool: string;
  /** Exactly as verified: run the tool with these. */
  readonly args: JsonObject;
  readonly idempotency_key: string;
}

export interface BridgeBlock {
  readonly verdict: "block";
  readonly code: BlockCode | typeof PIC_BRIDGE_UNREACHABLE;
  /** Null where the bridge did not give one that can be trusted. */
  readonly request_id: string | null;
  /** One fixed sentence, for a model too. */
  readonly message: string;
  /** Somebody may still approve the same call. */
  readonly pending: boolean;
}

/** One tool call, as it is about to run. */
export interface BridgeCall {
  readonly tool: string;
  readonly args: HostData;
  /** Plain data, or its text. Absent where the call brought none. */
  readonly proposal?: HostData | string;
}

export interface BridgeClientOptions {
  /** Of the bridge, such as `http://127.0.0.1:7580`. */
  readonly url: string;
  readonly token?: string;
  /** Milliseconds for the whole answer, 1 to 60 000; 2000 by default. */
  readonly timeoutMs?: number;
  /** The platform's where absent; for a Unix socket, one that leads there. */
  readonly fetch?: (url: string, init: BridgeRequestInit) => Promise<unknown>;
  readonly clock?: Pick<Clock, "timeout">;
}

/** What the client asks of `fetch`. */
export interface BridgeRequestInit {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: "error";
  readonly signal: unknown;
}

export interface BridgeClient {
  /** The bridge's decision on one call. Never rejects for what a bridge or a network does: that is a block. */
  decide(call: BridgeCall): Promise<BridgeDecision>;
}

const NAMES: ReadonlySet<string> = new Set<keyof BridgeClientOptions>(["url", "token", "timeoutMs", "fetch", "clock"]);
const CALL: ReadonlySet<string> = new Set<keyof BridgeCall>(["tool", "args", "proposal"]);
/** What was sent comes back, and little else. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 64;
const BOUNDS = { maxBytes: MAX_ANSWER_BYTES, maxDepth: MAX_DEPTH };

const UNREACHABLE: BridgeBlock = Object.freeze({
  verdict: "block",
  code: PIC_BRIDGE_UNREACHABLE,
  request_id: null,
  message: "The bridge could not be asked, so the action is blocked.",
  pending: false,
});

/**
 * A client that blocks unless the bridge said allow (spec/http.md#client): 200, a whole decision in the bridge's form, our own request's
 * id, and the arguments that were sent. A refused connection, a time-out, a redirect, a proxy's page or half an answer are
 * `PIC_BRIDGE_UNREACHABLE`.
 *
 * @throws ConfigurationError that names the option
 * @example
 * const bridge = createBridgeClient({ url: "http://127.0.0.1:7580" });
 * const decision = await bridge.decide({ tool: "payments.transfer", args, proposal });
 * if (decision.verdict === "allow") await pay(decision.args);
 */
export function createBridgeClient(options: BridgeClientOptions): BridgeClient {
  const { url, token, timeoutMs, fetch, clock } = readOptions(options);

  async function ask(call: BridgeCall): Promise<BridgeDecision> {
    const sent = canonicalize(call, BOUNDS);
    // What cannot be sent as it is cannot be judged.
    if (!sent.ok) return UNREACHABLE;
    const id = crypto.randomUUID();
    const aborting = new AbortController();
    const cancel = clock.timeout(timeoutMs, () => aborting.abort());
    const late = new Promise<never>((_, reject) => aborting.signal.addEventListener("abort", () => reject(new Error("late"))));
    try {
      const answer = fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Request-ID": id, ...(token !== null && { Authorization: `Bearer ${token}` }) },
        body: new TextDecoder().decode(sent.value),
        redirect: "error",
        signal: aborting.signal,
      }).then((response) => readAnswer(response as Response, id, clock, timeoutMs));
      // A fetch that does not heed its signal must not hold the caller.
      return judge(await Promise.race([answer, late]), call);
    } finally {
      cancel();
    }
  }

  return Object.freeze({
    decide: async (call: BridgeCall) => {
      const own = ownOptions(call, CALL, "call", "a call is { tool, args, proposal? }");
      const [tool, args, proposal] = [own("tool"), own("args"), own("proposal")];
      if (typeof tool !== "string" || tool === "") throw new TypeError("call.tool must be a non-empty string");
      if (typeof args !== "object" || args === null) throw new TypeError("call.args must be an object");
      try {
        return await ask({ tool, args, ...(proposal !== undefined && { proposal }) });
      } catch {
        return UNREACHABLE;
      }
    },
  });
}

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

/** The body of an answer to our own request; null for anything else. */
async function readAnswer(response: Response, id: string, clock: Pick<Clock, "timeout">, ms: number): Promise<Answer | null> {
  if (response.headers.get("x-request-id") !== id) return null;
  if (!/^application\/json(?:;|$)/.test(response.headers.get("content-type") ?? "")) return null;
  const bytes = await readBody(bodyOf(response), MAX_ANSWER_BYTES, clock, ms);
  if (typeof bytes === "string") return null;
  const value = parseJson(bytes, BOUNDS);
  if (!value.ok || typeof value.value !== "object" || value.value === null || Array.isArray(value.value)) return null;
  return { status: response.status, body: value.value as JsonObject };
}

/** Everything that is not one of the two forms, whole, is unreachable. */
function judge(answer: Answer | null, call: BridgeCall): BridgeDecision {
  if (answer === null) return UNREACHABLE;
  const { status, body } = answer;
  const member = (name: string) => (Object.hasOwn(body, name) ? body[name] : undefined);
  const [verdict, code, id, message] = [member("verdict"), member("code"), member("request_id"), member("message")];
  if (!isRequestId(id) || typeof message !== "string") return UNREACHABLE;
  if (verdict === "allow") {
    const [tool, args, key] = [member("tool"), member("args"), member("idempotency_key")];
    const whole = status === 200 && code === "PIC_OK" && tool === call.tool && typeof key === "string" && sameData(args, call.args);
    return whole ? Object.freeze({ verdict, code, request_id: id, tool, args: args as JsonObject, idempotency_key: key }) : UNREACHABLE;
  }
  if (verdict !== "block" || typeof code !== "string" || !Object.hasOwn(CODES, code)) return UNREACHABLE;
  const row = CODES[code as BlockCode];
  // A bridge that has too much to do says so with 503, and a request that it does not take with 400.
  if (status !== row.http && status !== 503) return UNREACHABLE;
  // The sentence is ours: nothing that came over the network goes to a model.
  return Object.freeze({ verdict, code: code as BlockCode, request_id: id, message: row.agent, pending: member("pending") === true });
}

function sameData(ours: unknown, sent: unknown): boolean {
  const [one, other] = [canonicalize(ours, BOUNDS), canonicalize(sent, BOUNDS)];
  if (!one.ok || !other.ok || one.value.length !== other.value.length) return false;
  return one.value.every((byte, at) => byte === other.value[at]);
}

function readOptions(options: BridgeClientOptions) {
  const own = ownOptions(options, NAMES, "createBridgeClient", "createBridgeClient needs options: { url }");
  const [given, token, timeoutMs, clock] = [own("url"), own("token"), own("timeoutMs", 2000), own("clock", PLATFORM_CLOCK)];
  if (typeof given !== "string" || !URL.canParse(given)) throw new ConfigurationError("must be an absolute URL", { place: "url" });
  const base = new URL(given);
  if (base.protocol !== "http:" && base.protocol !== "https:") throw new ConfigurationError("must be http: or https:", { place: "url" });
  if (base.username !== "" || base.password !== "") throw new ConfigurationError("must hold no password; give a token", { place: "url" });
  if (token !== undefined && (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)))
    throw new ConfigurationError("must be printable ASCII", { place: "token" });
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 60_000)
    throw new ConfigurationError("must be a whole number from 1 to 60000", { place: "timeoutMs" });
  const asked = own("fetch");
  if (asked !== undefined && typeof asked !== "function") throw new ConfigurationError("must be a function", { place: "fetch" });
  const path = base.pathname.replace(/\/+$/, "");
  return {
    url: `${base.origin}${path}/v1/actions/verify`,
    token: token ?? null,
    timeoutMs,
    clock,
    fetch: asked ?? ((url: string, init: BridgeRequestInit) => globalThis.fetch(url, init as RequestInit)),
  };
}
