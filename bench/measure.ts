/** One measured figure: CPU nanoseconds of the subject and its ratio to the floor, each of the fastest tenth over the rounds. */
export interface Measurement {
  readonly nanoseconds: number;
  readonly ratio: number;
}

const ROUNDS = 61;
/** Share of the rounds that are as fast as the one quoted. */
const FAST = 0.1;
const WARM_CALLS = 3000;
const WARM_NANOSECONDS = 2_000_000_000;
const BATCH_NANOSECONDS = 20_000_000;

/**
 * Runs subject and floor in turn, A B A B, in batches of about 20 ms, so that drift meets both alike, and compares the
 * fastest tenth of each: what a neighbour takes is only ever added. CPU time of the whole process (its garbage collector too), because wall
 * time on a shared machine measures the neighbours.
 */
export function compare(subject: () => unknown, floor: () => unknown): Measurement {
  const subjectBatch = batchSize(subject);
  const floorBatch = batchSize(floor);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(perCall(subject, subjectBatch));
    theirs.push(perCall(floor, floorBatch));
  }
  return { nanoseconds: quantile(ours, FAST), ratio: quantile(ours, FAST) / quantile(theirs, FAST) };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] as number;
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
