import { describe, expect, it } from "vitest";
import { chooseSigners } from "../../../../src/cli/doctor/choose-signers.js";
import { loadPolicy } from "../../../../src/compile/load-policy.js";
import { generateKey } from "../../../../src/node/sign.js";
import { loadKeyring } from "../../../../src/trust/load-keyring.js";
import { nowToNanos } from "../../../../src/trust/timestamp.js";

const NOW = "2026-10-01T12:00:00Z";

type Scope = Readonly<Record<string, unknown>>;

async function choose(entry: object, scopes: Readonly<Record<string, Scope>>, principal = "agent") {
  const keys = Object.entries(scopes).map(([id, scope]) => [
    id,
    {
      public_key: generateKey({ id }).keyringEntry.public_key,
      purpose: ["approve"],
      tools: ["t"],
      impacts: ["money"],
      owner: id,
      ...scope,
    },
  ]);
  const chosen = chooseSigners({
    policy: await loadPolicy({ version: 1, tools: { t: { impact: "money", ...entry } } }),
    keyring: loadKeyring(JSON.stringify({ trusted_keys: Object.fromEntries(keys), revoked_keys: [] })),
    tool: "t",
    audience: "gate",
    principal,
    now: nowToNanos(NOW),
  });
  return chosen === null ? null : chosen.map(({ entry: place, key }) => [place, key.id]);
}

describe("the keys that sign a trial", () => {
  it("are none where none is in force and in scope", async () => {
    const useless = {
      tool: { tools: ["other"] },
      impact: { impacts: ["read"] },
      gate: { audiences: ["other"] },
      agent: { purpose: ["agent"] },
      ended: { expires_at: NOW },
      early: { not_before: "2026-10-01T12:00:00.001Z" },
      glass: { purpose: ["break_glass"] },
    };
    expect(await choose({}, useless)).toBeNull();
    expect(await choose({}, { ...useless, good: {} })).toEqual([["approval-1", "good"]]);
  });

  it("are owners of their own, though the first that fits would leave none for another role", async () => {
    const approvals = [
      { id: "f", count: 1, role: "finance" },
      { id: "l", count: 1, role: "legal" },
    ];
    const both = { ana: { roles: ["finance", "legal"] }, ben: { roles: ["finance"] } };
    expect(await choose({ approvals }, both)).toEqual([
      ["approval-1", "ben"],
      ["approval-2", "ana"],
    ]);
  });

  it("are two owners, not two keys of one", async () => {
    const approvals = [{ id: "two", count: 2 }];
    expect(await choose({ approvals }, { a: { owner: "ana" }, b: { owner: "ana" } })).toBeNull();
    expect(await choose({ approvals }, { a: { owner: "ana" }, b: { owner: "ben" } })).toHaveLength(2);
  });

  it("count only where purpose and owner are written, and are no agent's", async () => {
    const approvals = [{ id: "one", count: 1 }];
    expect(await choose({ approvals }, { a: { owner: undefined } })).toBeNull();
    expect(await choose({ approvals }, { a: { purpose: ["attest"] } })).toBeNull();
    expect(await choose({ approvals }, { a: { purpose: ["approve", "agent"] } })).toBeNull();
  });

  it("are not those of who asks, where the policy keeps the two apart", async () => {
    const separation = { id: "apart" };
    const approvals = [{ id: "one", count: 1 }];
    expect(await choose({ approvals, separation }, { ana: {} }, "ana")).toBeNull();
    expect(await choose({ approvals, separation }, { ana: {}, ben: {} }, "ana")).toEqual([["approval-1", "ben"]]);
  });

  it("may be one owner's for two roles where there is nobody else", async () => {
    const approvals = [
      { id: "f", count: 1, role: "finance" },
      { id: "l", count: 1, role: "legal" },
    ];
    expect(await choose({ approvals }, { ana: { roles: ["finance", "legal"] } })).toEqual([
      ["approval-1", "ana"],
      ["approval-2", "ana"],
    ]);
    expect(await choose({ approvals: [...approvals, { id: "two", count: 2 }] }, { ana: { roles: ["finance", "legal"] } })).toBeNull();
  });
});
