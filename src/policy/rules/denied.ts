import type { ToolRule } from "../policy.js";
import { type Finding, NO_FINDINGS } from "./finding.js";

/** The operator denies the tool outright, under every profile (spec/policy.md#denied). */
export function judgeDenied({ deny }: ToolRule): readonly Finding[] {
  return deny === null ? NO_FINDINGS : [{ reason: "policy.denied", path: "/action/tool", id: deny }];
}
