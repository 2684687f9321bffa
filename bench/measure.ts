/** One measured figure: CPU nanoseconds of the subject (median over rounds) and its ratio to the floor (median of pairs). */
export interface Measurement {
  readonly nanoseconds: number;
  readonly ratio: number;
}

const ROUNDS = 41;
const WARM_CALLS = 3000;
const WARM_NANOSECONDS = 2_000_000_000;
const BATCH_NANOSECONDS = 20_000_000;

/**
 * Runs subject and floor in turn, A B A B, in batches of about 20 ms, and takes the ratio pair by pair: a machine whose
 * speed drifts slows both halves of a pair alike. CPU time of the whole process (its garbage collector too), because wall
 * time on a shared machine measures the neighbours.
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

/** Calls that fill a batch, found after the engine has compiled what is measured. */
function batchSize(run: () => unknown): number {
  for (let warm = 0, taken = 0; warm < WARM_CALLS && taken < WARM_NANOSECONDS; warm += 100) taken += perCall(run, 100) * 100;
  let calls = 10;
  for (;;) {
    const taken = perCall(run, calls) * calls;
    if (taken >= BATCH_NANOSECONDS) return calls;
    calls = Math.max(calls * 2, Math.ceil((calls * BATCH_NANOSECONDS) / Math.max(taken, 1)));
    if (calls > 10_000_000) return calls;
  }
}

let sink: unknown;

function perCall(run: () => unknown, calls: number): number {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) sink = run();
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / calls;
}

/**
 * Keeps the last result alive, so that no engine may drop the work.
 * @public
 */
export function lastResult(): unknown {
  return sink;
}
