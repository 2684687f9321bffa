import type { Clock } from "../gate/ports.js";

/** Why there are no bytes to judge. */
export type BodyFault = "unsized" | "too_large" | "slow" | "broken";

/** Where a request's body comes from. */
export interface BodySource {
  /** The whole body where it came together with the headers, as most do; else null. */
  take(): Uint8Array | null;
  /** The whole body, or why not. Reads at most one chunk past `maxBytes`. */
  read(maxBytes: number): Promise<Uint8Array | BodyFault>;
  /** Nobody waits for the rest. */
  stop(): void;
}

/** The body of a standard request, read chunk by chunk: what is over the limit is not kept. */
export function bodyOf(request: Pick<Request, "body">): BodySource {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return {
    take: () => null,
    async read(maxBytes) {
      // A body that somebody else has read or reads cannot be had: that throws here, where it is a broken one.
      reader = request.body?.getReader() as typeof reader;
      if (reader === undefined) return new Uint8Array();
      const chunks: Uint8Array[] = [];
      let total = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return joined(chunks, total);
        total += value.length;
        if (total > maxBytes) return "too_large";
        chunks.push(value);
      }
    },
    stop: () => void reader?.cancel().catch(() => undefined),
  };
}

export function joined(chunks: readonly Uint8Array[], total: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Reads a body within `ms`. Total: a source that throws is a broken one, and whatever is late is dropped. */
export function readBody(
  source: BodySource,
  maxBytes: number,
  clock: Pick<Clock, "timeout">,
  ms: number,
): Uint8Array | BodyFault | Promise<Uint8Array | BodyFault> {
  try {
    const there = source.take();
    if (there === null) return readWithin(source, maxBytes, clock, ms).catch(() => "broken");
    return there.length > maxBytes ? "too_large" : there;
  } catch {
    return "broken";
  }
}

function readWithin(source: BodySource, maxBytes: number, clock: Pick<Clock, "timeout">, ms: number): Promise<Uint8Array | BodyFault> {
  return new Promise((resolve) => {
    let settled = false;
    const end = (body: Uint8Array | BodyFault) => {
      if (settled) return;
      settled = true;
      cancel();
      if (typeof body === "string") source.stop();
      resolve(body);
    };
    const cancel = clock.timeout(ms, () => end("slow"));
    source.read(maxBytes).then(end, () => end("broken"));
  });
}
