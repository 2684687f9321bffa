/**
 * Standard input to its end, stopped after `most + 1` bytes. Asynchronous, so that the hook's own deadline can end a host that
 * never ends its input.
 */
export async function readStdin(most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    total += chunk.length;
    if (total > most) break;
  }
  return Buffer.concat(chunks, total);
}
