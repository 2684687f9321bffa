const NEWLINE = 0x0a;

export interface LineSplitter {
  push(chunk: Uint8Array): void;
}

/**
 * Cuts a stream into lines at newline bytes, whatever the encoding makes of them. A line of more than `maxBytes` is dropped up to its
 * end and told once: what is kept is bounded, however long it goes on.
 */
export function createLineSplitter(maxBytes: number, onLine: (line: Uint8Array) => void, onTooLong: () => void): LineSplitter {
  let parts: Uint8Array[] = [];
  let held = 0;
  let dropping = false;

  function keep(part: Uint8Array): void {
    if (dropping) return;
    held += part.length;
    if (held > maxBytes) {
      dropping = true;
      parts = [];
      onTooLong();
    } else if (part.length > 0) parts.push(part);
  }

  function end(): void {
    const line = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts, held);
    const dropped = dropping;
    parts = [];
    held = 0;
    dropping = false;
    if (!dropped && line.length > 0) onLine(line);
  }

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      keep(chunk.subarray(from));
    },
  };
}

/** With its newline in one piece: a write for each would be two calls of the system. */
export function endLine(line: Uint8Array): Uint8Array {
  const ended = new Uint8Array(line.length + 1);
  ended.set(line);
  ended[line.length] = NEWLINE;
  return ended;
}
