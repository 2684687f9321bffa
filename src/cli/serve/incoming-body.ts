import type { IncomingMessage } from "node:http";
import { type BodyFault, type BodySource, joined } from "../../http/read-body.js";

export interface IncomingBody extends BodySource {
  /** Whether nothing of the body is left on the connection. */
  ended(): boolean;
}

const NOTHING = new Uint8Array();

/** A body straight from Node's parser. One without a stated length is not read: what it takes cannot be known beforehand. */
export function incomingBody(incoming: IncomingMessage): IncomingBody {
  const { headers } = incoming;
  const length = headers["transfer-encoding"] === undefined ? headers["content-length"] : undefined;
  let taken = false;
  return {
    take() {
      // The parser has told of every byte that the headers promise, though not yet that this is the end.
      if (length === undefined || Number(length) !== incoming.readableLength) return null;
      taken = true;
      return (incoming.read() as Buffer | null) ?? NOTHING;
    },
    read: (maxBytes) =>
      new Promise((resolve) => {
        if (length === undefined) {
          resolve("unsized");
          return;
        }
        const chunks: Uint8Array[] = [];
        let total = 0;
        let told = false;
        const tell = (body: Uint8Array | BodyFault) => {
          if (!told) resolve(body);
          told = true;
        };
        incoming.on("data", (chunk: Buffer) => {
          total += chunk.length;
          if (total > maxBytes) tell("too_large");
          else chunks.push(chunk);
        });
        incoming.on("end", () => tell(joined(chunks, total)));
        incoming.on("error", () => tell("broken"));
        incoming.on("close", () => tell("broken"));
      }),
    stop: () => {
      incoming.pause();
    },
    ended: () => taken || incoming.complete,
  };
}
