import { parentPort, workerData } from "node:worker_threads";
import type { VectorSource } from "../../src/vectors/index.js";
import type { firstDifference } from "./harness.js";

const sources = workerData as readonly VectorSource[];

/** Each message is the URL of a bundle; the answer is the first difference that the vectors find in it. */
parentPort?.on("message", async (url: string) => {
  try {
    const bundle = (await import(url)) as { firstDifference: typeof firstDifference };
    parentPort?.postMessage(await bundle.firstDifference(sources));
  } catch (error) {
    parentPort?.postMessage(`does not load: ${error instanceof Error ? error.message : String(error)}`);
  }
});
