import { isRequestId } from "../decision/request-id.js";

/**
 * Ids from a source that may fail: an id that is missing or ill-formed must not keep a block from being told, so such a call
 * gets a counted one that no random source gives.
 */
export function createRequestIds(source: () => string): () => string {
  let unnamed = 0;
  return () => {
    try {
      const id = source();
      if (isRequestId(id)) return id;
    } catch {
      // The counted id below stands in.
    }
    unnamed += 1;
    return `unnamed.${unnamed}`;
  };
}
