// biome-ignore-all format: a table
import { SPEC } from "../anchors.js";
import { note, payment, signed } from "../proposal.js";
import { NOTE_CALL, SETTING, withApprover } from "../setting.js";
import { FAILED, table, type VectorFile } from "../vector-file.js";

const { allow, block } = table(SPEC.times);
const PAYLOAD = { path: "/evidence/0/payload" };
const forGate = (audience: string) => signed({ attestation: { audience } });
const GATE = { with: { audience: "gate.eu" } };
const LIVE = { with: { audience: "gate.eu", audience_required: true } };

export const audience: VectorFile = {
  path: "trust/audience.json",
  rule: "audience",
  spec: "trust.md",
  header: SETTING,
  cases: [
    allow("audience-001", "S7: the signed audience is the verifier's", forGate("gate.eu"), { audience: "checked", ...GATE }),
    block("audience-002", "S7: the signed audience is another's", "audience-001", forGate("gate.us"), FAILED, "trust.audience_differs", { ...PAYLOAD, audience: "checked", ...GATE }),
    block("audience-003", "S7: the signed audience differs by case", "audience-001", forGate("Gate.eu"), FAILED, "trust.audience_differs", { ...PAYLOAD, ...GATE }),
    block("audience-004", "S7: the signed audience has a space behind it", "audience-001", forGate("gate.eu "), FAILED, "trust.audience_differs", { ...PAYLOAD, ...GATE }),
    block("audience-005", "S7: the signed audience is *, which is a name like another", "audience-001", forGate("*"), FAILED, "trust.audience_differs", { ...PAYLOAD, ...GATE }),
    block("audience-006", "S7: the signed audience is empty", "audience-001", forGate(""), FAILED, "trust.audience_differs", { ...PAYLOAD, ...GATE }),
    allow("audience-007", "S7: a verifier without a name says that it did not check", forGate("gate.us"), { audience: "unchecked" }),
    allow("audience-008", "S7: no signed audience, none demanded: none was checked", payment(), { audience: "unchecked", ...GATE }),
    allow("audience-009", "S7: a live gate, the audience is its own", forGate("gate.eu"), { audience: "checked", ...LIVE }),
    block("audience-010", "S7: a live gate, no signed audience for a high impact", "audience-009", payment(), FAILED, "trust.audience_missing", { ...PAYLOAD, audience: "checked", ...LIVE }),
    block("audience-011", "S7: a live gate, another's audience is said to differ, not to be missing", "audience-009", forGate("gate.us"), FAILED, "trust.audience_differs", { ...PAYLOAD, ...LIVE }),
    allow("audience-012", "S7: a live gate, no signed audience for a low impact", note({}), { with: { ...LIVE.with, call: NOTE_CALL } }),
    block("audience-013", "S7: at a low impact a signed audience counts too", "audience-012", note({ attestation: { audience: "gate.us" } }), FAILED, "trust.audience_differs", { ...PAYLOAD, with: { ...LIVE.with, call: NOTE_CALL } }),
    allow("audience-014", "S7: beside a scope that names this gate", forGate("gate.eu"), { with: { ...withApprover({ audiences: ["gate.us", "gate.eu"] }), audience: "gate.eu" } }),
  ],
};
