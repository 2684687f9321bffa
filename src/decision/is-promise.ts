/** Whether the host forgot an `await`. For the host's own options: it reads `then`, which may run the host's code. */
export function isPromise(given: unknown): boolean {
  return typeof given === "object" && given !== null && typeof (given as { then?: unknown }).then === "function";
}
