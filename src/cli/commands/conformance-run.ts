import { dirname, join, resolve } from "node:path";
import { loadPolicy } from "../../compile/load-policy.js";
import { DEFAULT_LIMITS } from "../../decision/limits.js";
import { createArtifactReader } from "../../node/read-artifact.js";
import { CONFORMANCE_POLICY, runConformance } from "../../vectors/conformance.js";
import type { ConformanceReport } from "../../vectors/conformance-report.js";
import { defineCommand } from "../command.js";
import { asciiJson, escapeText } from "../escape.js";
import { UnreadableError } from "../faults.js";
import { type Paint, paintFor } from "../formats/paint.js";
import { readBytes } from "../read-bytes.js";
import { readFormat } from "../verification.js";

/** Where the reference keeps it. */
const DEFAULT_MANIFEST = join("conformance", "manifest.json");
const MAX_FILE_BYTES = 4 * 1024 * 1024;

export const command = defineCommand({
  name: "conformance run",
  summary: "Runs the reference's conformance vectors (in the interop profile, as they are written for).",
  flags: {
    manifest: { type: "text", value: "FILE", help: `the manifest (${DEFAULT_MANIFEST})` },
    "filter-mode": { type: "text", many: true, value: "MODE", help: "only vectors of this mode; may be repeated" },
    "filter-id": { type: "text", many: true, value: "ID", help: "only this vector; may be repeated" },
    format: { type: "text", value: "text|json", help: "output (text)" },
    json: { type: "switch", help: "the report as one JSON object" },
  },
  notes: ["Exit: 0 all passed; 1 some failed; 2 cannot run or nothing selected."],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const manifest = resolve(shell.cwd, flags.manifest ?? DEFAULT_MANIFEST);
    const folder = dirname(manifest);
    const report = await runConformance(
      readOrNull(manifest),
      {
        policy: await loadPolicy(new TextEncoder().encode(CONFORMANCE_POLICY)),
        filterModes: [...new Set(flags["filter-mode"])],
        filterIds: [...new Set(flags["filter-id"])],
      },
      {
        readVector: async (file) => readOrNull(join(folder, file)),
        readArtifacts: async (root, refs) =>
          (await createArtifactReader({ root: join(dirname(folder), root), limits: DEFAULT_LIMITS })).read(refs),
      },
    );
    const { diagnostic, message } = report.summary;
    const broken = diagnostic === "manifest_invalid" ? `${message}: ${manifest}; --manifest FILE names another` : message;
    const told = diagnostic === null ? {} : { stderr: `countersign: ${escapeText(broken ?? diagnostic)}\n` };
    if (format === "json") return { exit: report.exit_code, stdout: `${asciiJson(report)}\n`, ...told };
    return { exit: report.exit_code, stdout: renderConformance(report, paintFor(await shell.colour())), ...told };
  },
});

function readOrNull(path: string): Uint8Array | null {
  try {
    const bytes = readBytes(path, MAX_FILE_BYTES);
    return bytes.length > MAX_FILE_BYTES ? null : bytes;
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

function renderConformance({ results, summary, selection }: ConformanceReport, paint: Paint): string {
  const lines = results.map(({ id, mode, passed, reason_code, message }) => {
    const told = passed ? paint.good("pass") : paint.bad("FAIL");
    return `${told} ${escapeText(mode, 64)} ${escapeText(id, 128)}${passed ? "" : `: ${reason_code}, ${escapeText(message ?? "", 256)}`}`;
  });
  const { passed, total, diagnostic } = summary;
  // The sentence is on standard error, with the file.
  if (diagnostic !== null) lines.push(paint.bad(diagnostic));
  else lines.push(`${passed} of ${total} passed (${selection.total_in_manifest} in the manifest)`);
  return `${lines.join("\n")}\n`;
}
