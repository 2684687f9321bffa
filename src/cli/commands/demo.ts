import { defineCommand } from "../command.js";
import { asciiJson } from "../escape.js";
import { EXIT } from "../exits.js";
import { paintFor } from "../formats/paint.js";
import { table } from "../table.js";
import { FORMAT_FLAGS, readFormat } from "../verification.js";

export const command = defineCommand({
  name: "demo",
  summary: "Gates proposals that it signs with throw-away keys: one payment allowed, each way of bending it blocked.",
  flags: { ...FORMAT_FLAGS, format: { type: "text", value: "text|json", help: "output (text)" } },
  notes: ["Exits 70 if any row is not what it should be."],
  async run(flags, _operand, shell) {
    const format = readFormat(flags, ["text", "json"]);
    const { runDemo } = await import("../demo/run-demo.js");
    const rows = await runDemo();
    const wrong = rows.filter((row) => !row.as_expected).length;
    const exit = rows.length > 0 && wrong === 0 ? EXIT.done : EXIT.internal;
    if (format === "json") return { exit, stdout: `${asciiJson({ rows, all_as_expected: wrong === 0 })}\n` };

    const paint = paintFor(await shell.colour());
    const head = ["proposed", "verdict", "code", "reason", "tool ran", ...(wrong === 0 ? [] : ["as it should be"])];
    const body = rows.map((row) => [
      row.proposed,
      row.verdict,
      row.code,
      row.reason ?? "",
      row.tool_ran ? "yes" : "no",
      ...(wrong === 0 ? [] : [row.as_expected ? "yes" : "NO"]),
    ]);
    const lines = table([head, ...body], (cell, at, column) => {
      if (at === 0) return paint.strong(cell);
      if (column === 1) return cell === "allow" ? paint.good(cell) : paint.bad(cell);
      return cell;
    });
    const told = wrong === 0 ? `all ${rows.length} as they should be` : `${wrong} of ${rows.length} are not as they should be`;
    return { exit, stdout: `${[...lines, "", told].join("\n")}\n` };
  },
});
