// One lane of run-mutants.ts, in plain JavaScript: Node's loader hooks do not reach into threads. Each message is the URL of a
// bundle and the folder of vectors to begin with; the answer is the first difference that the vectors find in it.
import { parentPort, workerData } from "node:worker_threads";

parentPort.on("message", async ({ url, first }) => {
  // A mutant that does not load ends the thread with its error: it shows nothing about the vectors.
  const { firstDifference } = await import(url);
  parentPort.postMessage(await firstDifference(workerData, first));
});
