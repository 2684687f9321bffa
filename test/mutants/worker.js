// One lane of run-mutants.ts, in plain JavaScript: Node's loader hooks do not reach into threads. Each message is the URL of a
// bundle; the answer is the first difference that the vectors find in it.
import { parentPort, workerData } from "node:worker_threads";

parentPort.on("message", async (url) => {
  try {
    const { firstDifference } = await import(url);
    parentPort.postMessage(await firstDifference(workerData));
  } catch (error) {
    parentPort.postMessage(`does not load: ${error instanceof Error ? error.message : String(error)}`);
  }
});
