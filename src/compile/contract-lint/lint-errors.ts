import type { ContractFinding } from "./finding.js";
import type { LintQuestion } from "./lint.js";

const EXAMPLES = { http: '{ "status": [404] }', command: '{ "exit_code": [4] }' } as const;

/** Codes for failures that no status and no exit code leads to: each failure that comes is then the fixed one (spec/results.md#failures). */
export function lintErrors({ file: { answer, errors } }: LintQuestion): readonly ContractFinding[] {
  if (answer !== "http" && answer !== "command") return [];
  const listed = Object.values(errors);
  if (listed.length === 0 || listed.some(({ map }) => map !== undefined)) return [];
  return [
    {
      lint: "unmapped-errors",
      place: "/errors",
      says: "lists codes and maps nothing to them: no failure that is answered ever has one",
      remedy: `add to a code what it stands for, such as "map": [${EXAMPLES[answer]}]`,
    },
  ];
}
