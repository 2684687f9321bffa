import { VERSION } from "../decision/version.js";
import { headersFor, json } from "./answers.js";
import type { BridgeState } from "./bridge-state.js";
import type { Exchange } from "./exchange.js";
import { openapiText } from "./openapi.js";

/** `GET /health`: the process answers. Says nothing else, so it asks for no token. */
export function healthRoute(exchange: Exchange): Response {
  return json(exchange, 200, { status: "ok", request_id: exchange.theirs ?? exchange.ownId() });
}

const UNKNOWN = "unknown";

/** `GET /v1/version`, with the members of the reference. A built package does not know its commit. */
export function versionRoute(exchange: Exchange): Response {
  return json(exchange, 200, {
    pic_version: "1.0",
    package_version: VERSION,
    commit: UNKNOWN,
    policy_version: "1.0",
    impl_name: "countersign",
    impl_version: VERSION,
    pic_protocol_version: "PIC/1.0",
    conformance_manifest_ref: { path: "conformance/manifest.json", sha256: UNKNOWN, commit: UNKNOWN },
    supported_modes: ["canonicalization", "core", "evidence", "trust_sanitization"],
    request_id: exchange.theirs ?? exchange.ownId(),
  });
}

/** From here on high impacts block (spec/gate.md#configuration). */
const STALE_MS = 60_000;

interface Health {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  readonly ledger: boolean;
  readonly audit: boolean;
  readonly reload: boolean;
  readonly staleFor: number;
  readonly auditErrors: number;
  readonly observerErrors: number;
}

/**
 * How the parts are, by their own word: what decisions have met tells the metrics, but a bridge that nobody asks any more could not
 * become ready again by it. A part that throws when it is asked does not work.
 */
function healthOf({ settings, draining }: BridgeState): Health {
  const { closed, configurationError, staleFor, auditErrors, observerErrors } = settings.gate.status();
  const works = (ask: (() => boolean) | null) => {
    try {
      return ask === null || ask() === true;
    } catch {
      return false;
    }
  };
  const [ledger, audit] = [works(settings.health.ledger), works(settings.health.audit)];
  const reasons = [
    ...(closed ? ["closed"] : []),
    ...(draining ? ["draining"] : []),
    ...(staleFor >= STALE_MS ? ["configuration_stale"] : []),
    ...(ledger ? [] : ["ledger"]),
    ...(audit ? [] : ["audit"]),
  ];
  return {
    ready: reasons.length === 0,
    reasons,
    ledger,
    audit,
    reload: configurationError === null,
    staleFor,
    auditErrors,
    observerErrors,
  };
}

/** `GET /v1/ready`: 200 where calls can be decided, 503 with fixed words where not. */
export function readyRoute(exchange: Exchange, state: BridgeState): Response {
  const { ready, reasons } = healthOf(state);
  return json(exchange, ready ? 200 : 503, { ready, reasons, request_id: exchange.theirs ?? exchange.ownId() });
}

/** `GET /metrics`, in the text format of Prometheus. */
export function metricsRoute(exchange: Exchange, state: BridgeState): Response {
  const health = healthOf(state);
  const seen = state.metrics.seen();
  const gauges = [
    ["ready", "Calls can be decided.", Number(health.ready)],
    ["in_flight", "Verifications under way.", state.underWay],
    ["ledger_up", "The ledger answered when it was last asked.", Number(health.ledger && seen.ledger)],
    ["audit_up", "The audit log took the last record.", Number(health.audit && seen.audit)],
    ["reload_ok", "The last look at policy and keyring found them good.", Number(health.reload)],
    ["configuration_stale_seconds", "Since policy and keyring were last seen good.", health.staleFor / 1000],
  ] as const;
  const counters = [
    ["audit_errors_total", "Outcomes that could not be recorded.", health.auditErrors],
    ["observer_errors_total", "Times that the observer of decisions failed.", health.observerErrors],
  ] as const;
  const lines = [
    ...state.metrics.lines(),
    ...gauges.flatMap(([name, help, value]) => series(name, "gauge", help, value)),
    ...counters.flatMap(([name, help, value]) => series(name, "counter", help, value)),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    status: 200,
    headers: { ...headersFor(exchange, exchange.ownId()), "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

function series(name: string, type: string, help: string, value: number): readonly string[] {
  return [`# HELP countersign_${name} ${help}`, `# TYPE countersign_${name} ${type}`, `countersign_${name} ${value}`];
}

/** `GET /openapi.json`. */
export function openapiRoute(exchange: Exchange): Response {
  return new Response(openapiText(), { status: 200, headers: headersFor(exchange, exchange.ownId()) });
}
