import { faultLine } from "../../decision/configuration-error.js";
import { VERSION } from "../../decision/version.js";
import { asciiJson } from "../escape.js";
import type { Fault } from "./fault.js";

/** A SARIF 2.1.0 log with one run. */
export function sarifLog(run: {
  readonly rules: readonly object[];
  readonly results: readonly object[];
  readonly [member: string]: unknown;
}): string {
  const { rules, ...rest } = run;
  return `${asciiJson({
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "countersign", version: VERSION, rules } }, ...rest }],
  })}\n`;
}

/** A relative reference or a `file:` URI (RFC 3986) for a file as the user named it. */
export function fileUri(path: string): string {
  const segments = path.split("/").map((segment) => encodeURIComponent(segment));
  if (path.startsWith("/")) return `file://${segments.join("/")}`;
  // A first segment with a colon would read as a scheme; encodeURIComponent has escaped it.
  return segments.join("/");
}

/** The log of a run that came to no decision. */
export function sarifFault(fault: Fault): string {
  const notification = {
    level: "error",
    descriptor: { id: fault.kind },
    message: { text: faultLine(fault.message, fault.place) },
    ...(fault.file === null ? {} : { locations: [{ physicalLocation: { artifactLocation: { uri: fileUri(fault.file) } } }] }),
  };
  const member = fault.kind === "internal" ? "toolExecutionNotifications" : "toolConfigurationNotifications";
  return sarifLog({
    rules: [],
    results: [],
    invocations: [{ executionSuccessful: false, exitCode: fault.exit, [member]: [notification] }],
  });
}
