/** One measured figure: nanoseconds of the subject (median over rounds) and its ratio to the floor (median of pairs). */
export interface Measurement {
  readonly nanoseconds: number;
  readonly ratio: number;
}

const ROUNDS = 41;
const BATCH_NANOSECONDS = 10_000_000;

/**
 * Runs subject and floor in turn, A B A B, in batches of about 10 ms, and takes the ratio pair by pair: a machine whose
 * speed drifts slows both halves of a pair alike.
 */
export function compare(subject: () => unknown, floor: () => unknown): Measurement {
  const subjectBatch = batchSize(subject);
  const floorBatch = batchSize(floor);
  const times: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = perCall(subject, subjectBatch);
    const theirs = perCall(floor, floorBatch);
    times.push(ours);
    ratios.push(ours / theirs);
  }
  return { nanoseconds: median(times), ratio: median(ratios) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Calls that fill a batch, found after the code is warm. */
function batchSize(run: () => unknown): number {
  let calls = 1;
  for (;;) {
    const taken = perCall(run, calls) * calls;
    if (taken >= BATCH_NANOSECONDS) return calls;
    calls = Math.max(calls * 2, Math.ceil((calls * BATCH_NANOSECONDS) / Math.max(taken, 1)));
    if (calls > 10_000_000) return calls;
  }
}

let sink: unknown;

function perCall(run: () => unknown, calls: number): number {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call += 1) sink = run();
  const taken = Number(process.hrtime.bigint() - start);
  return taken / calls;
}

/**
 * Keeps the last result alive, so that no engine may drop the work.
 * @public
 */
export function lastResult(): unknown {
  return sink;
}
