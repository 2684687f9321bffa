import type * as Compile from "../src/compile/index.js";
import type * as Node from "../src/node/index.js";
import type * as Api from "../src/result.js";
import { now } from "./fixtures.js";
import { quantile } from "./measure.js";
import { contractFile, resultBytes, resultRequest } from "./result-fixtures.js";

const ROUNDS = 41;
const BATCH = 400;
const WARM = 4000;
const FAST = 0.1;
const MB = 1024 * 1024;
/** Of the stream that is refused. */
const STREAM = 1024 * MB;
const PIECE = 64 * 1024;

interface Modules {
  readonly node: typeof Node;
  readonly compile: typeof Compile;
  readonly results: typeof Api;
}

/** Processor time of one `callTool` over that of `verifyResult` on the same bytes, in turn; the record goes nowhere. */
export async function callToolCost({ node, compile, results }: Modules): Promise<{ nanoseconds: number; ratio: number }> {
  const contract = await compile.loadContract(contractFile);
  const gate = await gateOf(node, contract);
  const { tool, args } = resultRequest;
  const text = resultBytes.toString("utf8");
  const call = () => gate.callTool({ tool, args }, ({ request_id }) => ({ kind: "json", bytes: answerTo(request_id) }));
  const answerTo = (id: string) => Buffer.from(text.replace(resultRequest.id, id));
  const verify = async () =>
    results.verifyResult({ kind: "json", bytes: answerTo(resultRequest.id) }, { contract, request: resultRequest, now });
  const { outcome, reason } = await call();
  if (outcome !== "success") throw new Error(`the bench measures a success, and got ${reason}`);
  for (const run of [call, verify]) await perCall(run, WARM);
  const live: number[] = [];
  const pure: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    live.push(await perCall(call, BATCH));
    pure.push(await perCall(verify, BATCH));
  }
  await gate.close();
  return { nanoseconds: quantile(live, FAST), ratio: quantile(live, FAST) / quantile(pure, FAST) };
}

/** Peak of memory (heap and buffers, in MB) over what was there before, while a stream of 1 GB is refused at a limit of 1 MB. */
export async function refusedStreamPeak({ node, compile }: Modules): Promise<number> {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error("run the bench with --expose-gc");
  const gate = await gateOf(node, await compile.loadContract({ ...contractFile, limits: { ...contractFile.limits, bytes: MB } }));
  collect();
  const before = inUse();
  let peak = before;
  async function* stream() {
    for (let sent = 0; sent < STREAM; sent += PIECE) {
      yield Buffer.alloc(PIECE, 32);
      peak = Math.max(peak, inUse());
    }
  }
  const { tool, args } = resultRequest;
  const { reason } = await gate.callTool({ tool, args }, () => ({ kind: "json", bytes: stream() }));
  if (reason !== "limit.bytes") throw new Error(`the bench measures a refusal, and got ${reason}`);
  await gate.close();
  return (Math.max(peak, inUse()) - before) / MB;
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function gateOf({ createResultGate }: typeof Node, contract: Api.Contract): Promise<Node.ResultGate> {
  const audit = { append: async () => {} };
  return createResultGate({ contracts: [contract], audit, rawCopies: "none", clock: { now: () => now } });
}

async function perCall(run: () => Promise<unknown>, calls: number): Promise<number> {
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) await run();
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / calls;
}
