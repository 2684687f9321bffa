import { describe, expect, test } from "vitest";
import { splitCarriedProposal } from "../../../src/gate/carried-proposal.js";

describe("splitCarriedProposal", () => {
  test("takes the proposal and the request id out, and leaves the caller's object as it was", () => {
    const args = { to: "a", __pic: { protocol: "PIC/1.0" }, __pic_request_id: "r1" };
    expect(splitCarriedProposal(args, 100)).toEqual({ proposal: { protocol: "PIC/1.0" }, args: { to: "a" } });
    expect(Object.keys(args)).toEqual(["to", "__pic", "__pic_request_id"]);
  });

  test("takes a request id out where there is no proposal", () => {
    expect(splitCarriedProposal({ to: "a", __pic_request_id: "r1" }, 100)).toEqual({ proposal: undefined, args: { to: "a" } });
  });

  test.each([[{ to: "a" }], [[1, 2]], ["text"], [null], [undefined], [7]])("hands on %j as it is", (args) => {
    expect(splitCarriedProposal(args, 100)).toEqual({ proposal: undefined, args });
    expect(splitCarriedProposal(args, 100).args).toBe(args);
  });

  test("copies no arguments with more members than a proposal can hold", () => {
    const held = (count: number) => ({
      __pic: "p",
      __pic_request_id: "r",
      ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0])),
    });
    const fitting = splitCarriedProposal(held(100), 100);
    expect(fitting.proposal).toBe("p");
    expect(Object.keys(fitting.args as object)).toHaveLength(100);
    const many = held(101);
    const split = splitCarriedProposal(many, 100);
    expect(split.proposal).toBe("p");
    expect(split.args).toBe(many);
  });

  test("lists no members where nothing is carried", () => {
    let listed = 0;
    const ownKeys = (target: object) => {
      listed += 1;
      return Reflect.ownKeys(target);
    };
    const args = new Proxy({ to: "a" }, { ownKeys });
    expect(splitCarriedProposal(args, 100).args).toBe(args);
    expect(listed).toBe(0);
  });

  test("looks at own members of the top only", () => {
    const inherited = Object.create({ __pic: "inherited" });
    expect(splitCarriedProposal(inherited, 100).args).toBe(inherited);
    const nested = { inner: { __pic: "x" } };
    expect(splitCarriedProposal(nested, 100).args).toBe(nested);
  });

  test("runs no getter, and keeps one a getter for the binding stage to refuse", () => {
    let ran = false;
    const args = Object.defineProperty({ __pic: "p" }, "to", {
      enumerable: true,
      get: () => {
        ran = true;
        return "a";
      },
    });
    const split = splitCarriedProposal(args, 100);
    expect(ran).toBe(false);
    expect(typeof Object.getOwnPropertyDescriptor(split.args, "to")?.get).toBe("function");
    expect(split.proposal).toBe("p");
  });

  test("a proposal behind a getter is none", () => {
    const args = Object.defineProperty({ to: "a" }, "__pic", { enumerable: true, get: () => "p" });
    expect(splitCarriedProposal(args, 100).proposal).toBeUndefined();
  });

  test("arguments that throw when looked at carry nothing", () => {
    const args = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("looked at");
        },
      },
    );
    const split = splitCarriedProposal(args, 100);
    expect(split.proposal).toBeUndefined();
    expect(split.args).toBe(args);
  });

  test("keeps the prototype, symbols and a member named __proto__, so that nothing is laundered", () => {
    class Args {
      to = "a";
      __pic = "p";
    }
    const symbol = Symbol("s");
    const args = Object.assign(new Args(), { [symbol]: 1 });
    Object.defineProperty(args, "__proto__", { value: { x: 1 }, enumerable: true, configurable: true, writable: true });
    const { args: rest } = splitCarriedProposal(args, 100) as { args: object };
    expect(Object.getPrototypeOf(rest)).toBe(Args.prototype);
    expect(Reflect.ownKeys(rest)).toEqual(["to", "__proto__", symbol]);
  });
});
