import type { JsonPointer } from "../decision/issue.js";
import type { JsonValue } from "../json/value.js";

/** What an answer says, whichever kind it is of: success XOR failure. */
export type Reading =
  | {
      readonly outcome: "success";
      readonly data: JsonValue;
      /** The upstream's key, where the contract wants the answer signed. */
      readonly signedBy?: string;
    }
  | {
      readonly outcome: "failure";
      /** One of the contract's `errors`. */
      readonly code: string;
      /** What in the answer says so. */
      readonly path: JsonPointer;
      /** The upstream's own word for it, as it came; null where the status alone says it. */
      readonly said: string | number | null;
    };
