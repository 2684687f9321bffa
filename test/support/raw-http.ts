import { connect } from "node:net";

/** What a server sent on one connection until it closed it, or until `until` is seen. */
export function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  until?: RegExp,
): Promise<{ readonly text: string; readonly closed: boolean }> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(bytes));
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (until?.test(text)) {
        resolve({ text, closed: false });
        socket.destroy();
      }
    });
    socket.on("close", () => resolve({ text, closed: true }));
    // A server that cuts a connection may do so while something is still sent to it.
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" || error.code === "EPIPE" ? null : reject(error)));
  });
}

/** The status of the first answer. */
export function statusOf(text: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
}

/** The JSON of the last answer. */
export function jsonOf(text: string): { readonly [member: string]: unknown } {
  return JSON.parse(text.slice(text.lastIndexOf("\r\n\r\n") + 4));
}
