import { exitOf } from "../exits.js";
import type { Format, Reply } from "../reply.js";
import type { Report } from "../report.js";
import type { Shell } from "../shell.js";
import { renderJson } from "./json.js";
import { paintFor } from "./paint.js";
import { renderText } from "./text.js";

/** The reply to a report. Formats that most runs do not ask for are loaded when they are. */
export async function renderReport(format: Format, report: Report, shell: Shell): Promise<Reply> {
  const exit = exitOf(report.decision.code);
  switch (format) {
    case "json":
      return { exit, stdout: renderJson(report) };
    case "text":
      return { exit, stdout: renderText(report, paintFor(await shell.colour())) };
    case "github":
      return { exit, stdout: (await import("./github.js")).renderGithub(report) };
    case "sarif":
      return { exit, stdout: (await import("./sarif.js")).renderSarif(report) };
    case "junit":
      return { exit, stdout: (await import("./junit.js")).renderJunit(report) };
  }
}
