import { isHighImpact } from "../decision/impact.js";
import type { GateParts } from "./gate-parts.js";
import { blocked, type Standing } from "./standing.js";

/** High impacts block once the last good configuration is this old, in milliseconds. */
const STALE_MS = 60_000;

/** A configuration that could not be looked at again still serves low impacts (spec/gate.md#configuration). */
export function refuseStale({ config }: GateParts, at: Standing): Standing {
  if (at.decision.verdict === "block" || config.staleFor() < STALE_MS) return at;
  const { requirements } = at;
  const low = requirements !== null && !isHighImpact(requirements.impact) && !isHighImpact(requirements.declaredImpact);
  return low ? at : blocked(at, "internal.config_stale");
}
