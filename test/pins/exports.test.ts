import { describe, expect, it } from "vitest";

/** Every value that a subpath offers. A name that goes is a breaking change; one that comes is a promise. */
const PINNED: readonly (readonly [subpath: string, entry: () => Promise<object>, names: readonly string[]])[] = [
  [
    ".",
    () => import("../../src/index.js"),
    [
      "CATALOGUE",
      "CODES",
      "ConfigurationError",
      "DEFAULT_LIMITS",
      "HIGH_IMPACTS",
      "IMPACTS",
      "INTEROP",
      "STRICT",
      "agentView",
      "approverEntries",
      "canonicalize",
      "conclude",
      "isHighImpact",
      "loadKeyring",
      "parseJson",
      "prepare",
      "verifyAction",
    ],
  ],
  ["./result", () => import("../../src/result.js"), ["RESULT_REASONS", "contractSet", "verifyResult"]],
  ["./mcp", () => import("../../src/adapters/mcp/index.js"), ["guardMcpServer"]],
  [
    "./node",
    () => import("../../src/node/index.js"),
    [
      "BlockedError",
      "ConfigurationError",
      "OutcomeUnknownError",
      "PermitError",
      "SignerError",
      "agentView",
      "approve",
      "attest",
      "createArtifactReader",
      "createGate",
      "createMemoryLedger",
      "createResultGate",
      "generateKey",
      "issueReceipt",
      "loadContractFile",
      "loadContracts",
      "loadKeyringFile",
      "loadPolicyFile",
      "openAuditLog",
      "signerFromCommand",
      "openLedger",
      "openPostgresLedger",
      "openSqliteLedger",
      "signerFromPem",
    ],
  ],
  ["./http", () => import("../../src/http/index.js"), ["PIC_BRIDGE_UNREACHABLE", "createBridge", "createBridgeClient"]],
  [
    "./sign",
    () => import("../../src/sign/index.js"),
    ["approvalRequestFor", "approve", "attachApprovals", "attest", "issueReceipt", "proposalFor", "readApprovalRequest"],
  ],
  ["./compile", () => import("../../src/compile/index.js"), ["compilePolicyModule", "loadContract", "loadPolicy", "testContract"]],
  [
    "./compiled-policy",
    () => import("../../src/policy/compiled-policy.js"),
    ["codePoints", "compiledPolicy", "countSteps", "formats", "hasUniqueItems", "isMultipleOf", "oneOf"],
  ],
  [
    "./compiled-policy/patterns",
    () => import("../../src/compile/whole-match.js"),
    ["PatternRefused", "counted", "countedMatch", "wholeMatch"],
  ],
  ["./compiled-policy/conditions", () => import("../../src/policy/conditions.js"), ["condition"]],
  ["./vectors", () => import("../../src/vectors/index.js"), ["runVectors"]],
  ["./ed25519", () => import("../../src/trust/ed25519.js"), ["verifyEd25519"]],
  ["./ed25519/portable", () => import("../../src/trust/ed25519-portable.js"), ["verifyEd25519"]],
];

describe("exports", () => {
  it.each(PINNED)("of %s are the pinned ones", async (_subpath, entry, names) => {
    expect(Object.keys(await entry()).sort()).toEqual([...names].sort());
  });

  it("are frozen where they are data", async () => {
    const { CATALOGUE, CODES, DEFAULT_LIMITS, HIGH_IMPACTS, IMPACTS, INTEROP, STRICT } = await import("../../src/index.js");
    const { RESULT_REASONS } = await import("../../src/result.js");
    const data = [
      RESULT_REASONS,
      CATALOGUE,
      ...CATALOGUE,
      CODES,
      ...Object.values(CODES),
      DEFAULT_LIMITS,
      HIGH_IMPACTS,
      IMPACTS,
      INTEROP,
      STRICT,
    ];
    expect(data.filter((value) => !Object.isFrozen(value))).toEqual([]);
  });
});
