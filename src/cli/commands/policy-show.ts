import { type Profile, resolveProfile } from "../../decision/profile.js";
import { proposalNeeded } from "../../policy/pic-need.js";
import type { Policy } from "../../policy/policy.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { EXIT } from "../exits.js";
import { findOperatorFile, tellFile } from "../operator-files.js";
import { ruleWords, trialLines, trialsOf } from "../rule-words.js";
import { table } from "../table.js";
import { FORMAT_FLAGS, loadPolicyAt, OPERATOR_FLAGS, readFormat, readProfile } from "../verification.js";

export const command = defineCommand({
  name: "policy show",
  summary: "Shows what a policy says of each tool.",
  fileFlag: "--policy FILE",
  flags: {
    policy: OPERATOR_FLAGS.policy,
    profile: OPERATOR_FLAGS.profile,
    ...FORMAT_FLAGS,
    format: { type: "text", value: "text|json", help: "output (text)" },
  },
  notes: ["Exits 6 where the file is no policy or names no tool."],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const profile = readProfile(flags);
    const file = findOperatorFile("policy", flags.policy, profile, shell);
    const policy = await loadPolicyAt(file);
    const exit = policy.tools.size === 0 ? EXIT.configuration : EXIT.done;
    const tools = toolsOf(policy, resolveProfile(profile));
    if (format === "json") {
      const { form, digest, requireProfile: require_profile } = policy;
      const shown = {
        form,
        digest,
        require_profile,
        evidence_impacts: [...policy.evidenceImpacts],
        observe: trialsOf(policy),
        audit_best_effort: [...policy.auditBestEffort],
        tools,
        file,
      };
      return { exit, stdout: `${asciiJson(shown)}\n` };
    }
    const rows = tools.map((tool) => [
      escapeText(tool.tool, 128),
      tool.impact,
      `proposal ${tool.pic}`,
      `evidence ${tool.evidence}`,
      tool.args_checked ? "arguments checked" : "arguments free",
      tool.deny === null ? "" : `denied by ${escapeText(tool.deny, 128)}`,
    ]);
    const rules = tools.flatMap(({ tool, rules }) =>
      rules.map(({ kind, id, says }) => [escapeText(tool, 128), kind, escapeText(id, 128), escapeText(says, 512)]),
    );
    const empty = rows.length === 0 ? ["names no tool: in strict every tool is blocked"] : [];
    const about = [
      `form ${policy.form}, digest ${policy.digest}`,
      ...(policy.requireProfile === null ? [] : [`requires profile ${policy.requireProfile}`]),
      `policy ${tellFile(file)}`,
    ];
    return { exit, stdout: `${[...table(rows), ...table(rules), ...empty, ...trialLines(policy), ...about].join("\n")}\n` };
  },
});

function toolsOf(policy: Policy, profile: Profile) {
  return [...policy.tools].map(([tool, rule]) => ({
    tool,
    impact: rule.impact,
    // What holds, not what is written: in strict a high impact needs one whatever the reference's lists say.
    pic: proposalNeeded(policy, tool, profile) ? "required" : "optional",
    evidence: rule.evidenceRequired || policy.evidenceImpacts.has(rule.impact) ? "required" : "not required",
    args_checked: rule.args !== null,
    deny: rule.deny,
    max_attestation_lifetime: rule.maxAttestationLifetime,
    allow_unscoped_keys: rule.allowUnscopedKeys,
    rules: ruleWords(rule),
    audit_args: rule.auditArgs,
  }));
}
