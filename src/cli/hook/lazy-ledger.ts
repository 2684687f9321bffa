import type { ApprovalStore } from "../../gate/approval-store.js";
import type { Ledger } from "../../gate/ledger.js";
import { openLedger } from "../../node/open-ledger.js";

/**
 * A ledger that is opened by whoever first needs it: most calls of an agent use nothing up, and a process that answers one of them
 * loads no driver. One that cannot be opened is one that does not answer, which blocks what needs it.
 */
export function lazyLedger(address: string): Ledger {
  let opened: Promise<Ledger> | null = null;
  const ledger = () => {
    opened ??= openLedger(address);
    return opened;
  };
  const store = async (): Promise<ApprovalStore> => {
    const { approvals } = await ledger();
    if (approvals === undefined) throw new Error("the ledger keeps no approval requests");
    return approvals;
  };
  return {
    consume: async (request) => (await ledger()).consume(request),
    approvals: {
      open: async (approval) => (await store()).open(approval),
      find: async (action) => (await store()).find(action),
      get: async (nonce) => (await store()).get(nonce),
      list: async (limit) => (await store()).list(limit),
      sign: async (nonce, evidence) => (await store()).sign(nonce, evidence),
      deny: async (nonce) => (await store()).deny(nonce),
      settle: async (nonce) => (await store()).settle(nonce),
    },
    close: async () => {
      if (opened !== null) await (await opened).close();
    },
  };
}
