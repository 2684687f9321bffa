import type { BridgeSettings } from "./bridge-options.js";
import type { Metrics } from "./metrics.js";

/** What the routes of one bridge share. */
export interface BridgeState {
  readonly settings: BridgeSettings;
  readonly metrics: Metrics;
  /** Verifications. */
  underWay: number;
  draining: boolean;
}
