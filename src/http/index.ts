/** `countersign/http`: the bridge as a fetch handler, and its client. */
export { type Bridge, createBridge } from "./bridge.js";
export type { BridgeEvent, BridgeOptions } from "./bridge-options.js";
export {
  type BridgeAllow,
  type BridgeBlock,
  type BridgeCall,
  type BridgeClient,
  type BridgeClientOptions,
  type BridgeDecision,
  type BridgeRequestInit,
  createBridgeClient,
  PIC_BRIDGE_UNREACHABLE,
} from "./client.js";
export type { FetchRequest, FetchResponse } from "./fetch-types.js";
