import { beforeEach, describe, expect, it } from "vitest";
import { endTurns, type TurnSocket, takeTurn } from "../../../../src/cli/serve/take-turn.js";

let flow: string[];
let socket: TurnSocket;
let order: string[];
let ends: (() => void)[];

beforeEach(() => {
  flow = [];
  order = [];
  ends = [];
  socket = { pause: () => flow.push("pause"), resume: () => flow.push("resume") };
});

const ask = (name: string) =>
  takeTurn(socket, () => {
    order.push(name);
    return new Promise((resolve) => ends.push(resolve));
  });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
async function end(): Promise<void> {
  ends.shift()?.();
  await settle();
}

describe("requests of one connection", () => {
  it("are answered at once where nothing is under way, and else in turn", async () => {
    ask("a");
    ask("b");
    ask("c");
    await settle();
    expect(order).toEqual(["a"]);
    await end();
    expect(order).toEqual(["a", "b"]);
    await end();
    await end();
    ask("d");
    expect(order).toEqual(["a", "b", "c", "d"]);
    expect(flow).toEqual([]);
  });

  it("go on where an answer fails", async () => {
    takeTurn(socket, () => Promise.reject(new Error("broken")));
    ask("b");
    await settle();
    expect(order).toEqual(["b"]);
  });

  it("are not served once the connection is to end, whether they wait or come later", async () => {
    ask("a");
    ask("b");
    endTurns(socket);
    await end();
    ask("c");
    await settle();
    expect(order).toEqual(["a"]);
  });

  it("are read no further while eight wait", async () => {
    for (let at = 0; at <= 7; at += 1) ask(`${at}`);
    expect(flow).toEqual([]);
    // What came in one piece is there, and served in its turn.
    for (let at = 8; at <= 10; at += 1) ask(`${at}`);
    expect(flow).toEqual(["pause"]);
    for (let at = 0; at < 2; at += 1) await end();
    expect(flow).toEqual(["pause"]);
    await end();
    expect(flow).toEqual(["pause", "resume"]);
    for (let at = 0; at < 8; at += 1) await end();
    expect(order).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  });
});
