import type { IncomingMessage } from "node:http";
import { type BodySource, joined } from "../../http/read-body.js";

/** A body straight from Node's parser. One without a stated length is not read: what it takes cannot be known beforehand. */
export function incomingBody(incoming: IncomingMessage): BodySource {
  return {
    read: (maxBytes) =>
      new Promise((resolve) => {
        const length = incoming.headers["content-length"];
        if (length === undefined || incoming.headers["transfer-encoding"] !== undefined) {
          resolve("unsized");
          return;
        }
        const chunks: Uint8Array[] = [];
        let total = 0;
        incoming.on("data", (chunk: Buffer) => {
          total += chunk.length;
          if (total > maxBytes) resolve("too_large");
          else chunks.push(chunk);
        });
        incoming.once("end", () => resolve(joined(chunks, total)));
        incoming.once("error", () => resolve("broken"));
        incoming.once("close", () => resolve("broken"));
      }),
    stop: () => {
      incoming.pause();
    },
  };
}
