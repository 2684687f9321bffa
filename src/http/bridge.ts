import { Hono } from "hono";
import { isPromise } from "../decision/is-promise.js";
import { createRequestIds } from "../gate/request-ids.js";
import { actionRoute } from "./action-route.js";
import { fault, refuse, transportError } from "./answers.js";
import { type BridgeOptions, readBridgeOptions } from "./bridge-options.js";
import type { BridgeState } from "./bridge-state.js";
import { type Exchange, readCallersId } from "./exchange.js";
import type { FetchRequest, FetchResponse } from "./fetch-types.js";
import { healthRoute, metricsRoute, openapiRoute, readyRoute, versionRoute } from "./info-routes.js";
import { createMetrics } from "./metrics.js";
import { type BodySource, bodyOf } from "./read-body.js";
import { resultRoute } from "./result-route.js";
import { verifyRoute } from "./verify-route.js";

/** The HTTP bridge over a live gate (spec/http.md). */
export interface Bridge {
  /** Answers one request. Never rejects: what breaks is a block. */
  fetch(request: FetchRequest): Promise<FetchResponse>;
  /** From here on new verifications are refused, and the bridge is not ready; those under way go on. */
  drain(): void;
}

/** @internal What a server of ours uses: it reads bodies itself. */
export interface ServedBridge extends Bridge {
  answer(request: Request, source: BodySource | null): Promise<Response>;
}

type Route = (exchange: Exchange, state: BridgeState) => Promise<Response>;

/** What is asked with a body and counted against the limit. */
const VERIFICATIONS: Readonly<Record<string, Route>> = {
  "/verify": verifyRoute,
  "/v1/actions/verify": actionRoute,
  "/v1/results/verify": resultRoute,
};

const INFORMATION: Readonly<Record<string, (exchange: Exchange, state: BridgeState) => Response>> = {
  "/health": healthRoute,
  "/v1/version": versionRoute,
  "/v1/ready": readyRoute,
  "/metrics": metricsRoute,
  "/openapi.json": openapiRoute,
};

/**
 * A bridge over a gate: the routes of the reference, and more (spec/http.md).
 *
 * @throws ConfigurationError that names the option
 * @example
 * const bridge = createBridge({ gate, context: { principal: "billing-agent" }, authorize: "none" });
 * export default { fetch: bridge.fetch };
 */
export function createBridge(options: BridgeOptions): Bridge {
  return createServedBridge(options);
}

/** @internal */
export function createServedBridge(options: BridgeOptions): ServedBridge {
  const settings = readBridgeOptions(options);
  const state: BridgeState = { settings, metrics: createMetrics(), underWay: 0, draining: false };
  const app = routesOver(state);
  const newId = createRequestIds(() => `req_${crypto.randomUUID().replaceAll("-", "")}`);

  async function answer(request: Request, source: BodySource | null): Promise<Response> {
    let own: string | null = null;
    const exchange: Exchange = {
      request,
      // A decision brings its own, so one is drawn only where there is none.
      ownId: () => {
        own ??= newId();
        return own;
      },
      theirs: null,
      source: source ?? bodyOf(request),
      started: settings.clock.monotonic(),
      told: { route: "other", code: null, reason: null, tool: null, requestId: null },
    };
    let response: Response;
    try {
      // Asked of every request, whatever its path.
      const theirs = readCallersId(request.headers);
      exchange.theirs = theirs === false ? null : theirs;
      response = theirs === false ? refuse(exchange, 400, "request_id") : await app.fetch(request, exchange);
    } catch {
      response = fault(exchange);
    }
    tell(exchange, response);
    return response;
  }

  function tell({ ownId, told, theirs, started }: Exchange, { status }: Response): void {
    const elapsed_ms = settings.clock.monotonic() - started;
    state.metrics.count(told, status, elapsed_ms);
    if (settings.onAnswer === null) return;
    const { route, code, reason, tool } = told;
    const event = {
      request_id: told.requestId ?? ownId(),
      client_request_id: theirs,
      route,
      status,
      code,
      reason,
      tool,
      elapsed_ms,
    };
    try {
      const heard = settings.onAnswer(Object.freeze(event));
      if (isPromise(heard)) Promise.resolve(heard).catch(() => undefined);
    } catch {
      // A log that fails changes no answer.
    }
  }

  return Object.freeze({
    answer,
    fetch: (request: FetchRequest) => answer(request as Request, null),
    drain: () => {
      state.draining = true;
    },
  });
}

function routesOver(state: BridgeState): Hono<{ Bindings: Exchange }> {
  const { authorize } = state.settings;
  const app = new Hono<{ Bindings: Exchange }>({ strict: false });
  const admitted = (exchange: Exchange) => authorize === null || authorize(exchange.request.headers.get("authorization")) === true;
  const unauthorized = (exchange: Exchange) => transportError(exchange, 401, "Unauthorized", { "WWW-Authenticate": "Bearer" });

  for (const [path, route] of Object.entries(VERIFICATIONS)) {
    app.post(path, ({ env }) => {
      env.told.route = path;
      return admitted(env) ? limited(env, state, route) : unauthorized(env);
    });
  }
  for (const [path, route] of Object.entries(INFORMATION)) {
    app.get(path, ({ env }) => {
      env.told.route = path;
      return path === "/health" || admitted(env) ? route(env, state) : unauthorized(env);
    });
  }
  for (const [paths, allow] of [
    [VERIFICATIONS, "POST"],
    [INFORMATION, "GET, HEAD"],
  ] as const) {
    for (const path of Object.keys(paths)) {
      app.all(path, ({ env }) => {
        env.told.route = path;
        return transportError(env, 405, "Method not allowed", { Allow: allow });
      });
    }
  }
  app.notFound(({ env }) => transportError(env, 404, "Not found"));
  app.onError((_, { env }) => fault(env));
  return app;
}

/** No more than so many at a time: what comes on top is told so at once, and blocks (HTTP-23). */
async function limited(exchange: Exchange, state: BridgeState, route: Route): Promise<Response> {
  const { settings } = state;
  if (state.draining || state.underWay >= settings.maxConcurrent) {
    return refuse(exchange, 503, state.draining ? "draining" : "busy", "PIC_LIMIT_EXCEEDED");
  }
  state.underWay += 1;
  try {
    return await route(exchange, state);
  } finally {
    state.underWay -= 1;
  }
}
