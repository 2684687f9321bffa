/** One request of a batch: told its own result once the batch is kept. */
interface Waiting<I, O> {
  readonly input: I;
  readonly resolve: (output: O) => void;
  readonly reject: (error: unknown) => void;
}

/** Most requests of one transaction, so that the thread is held for a bounded time. */
const LARGEST = 64;

export interface Batches<I, O> {
  add(input: I): Promise<O>;
  /** Settles when nothing waits any more. */
  idle(): Promise<void>;
}

/**
 * Gathers what is asked at one moment into one transaction: many decisions then wait for one write to the disk. `run` keeps all
 * of a batch or none: where it throws, every request of the batch is rejected.
 */
export function createBatches<I, O>(run: (inputs: readonly I[]) => Promise<readonly (() => O)[]>): Batches<I, O> {
  const waiting: Waiting<I, O>[] = [];
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    // Callers that were let go together ask together, a turn of the queue later.
    await null;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LARGEST);
      try {
        const outputs = await run(batch.map(({ input }) => input));
        for (const [at, { resolve, reject }] of batch.entries()) {
          try {
            resolve((outputs[at] as () => O)());
          } catch (error) {
            reject(error);
          }
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = null;
  }

  return {
    add: (input) =>
      new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject });
        running ??= drain();
      }),
    idle: async () => {
      await running;
    },
  };
}
