import { faultLine } from "../../decision/configuration-error.js";
import { asciiJson } from "../escape.js";
import type { Format } from "../reply.js";
import { annotation } from "./annotation.js";
import { sarifFault } from "./sarif-log.js";
import { junitDocument } from "./xml.js";

/** Why there is no decision. All texts are escaped already. */
export interface Fault {
  readonly kind: "configuration" | "usage" | "internal";
  readonly exit: number;
  readonly file: string | null;
  readonly place: string | null;
  readonly message: string;
}

/** What stands on standard output when no decision could be made; text says it on standard error alone. */
export function renderFault(format: Format, fault: Fault): string {
  switch (format) {
    case "text":
      return "";
    case "json": {
      const { kind, file, place, message } = fault;
      return `${asciiJson({ verdict: "block", code: null, error: { kind, file, place, message } })}\n`;
    }
    case "github":
      return annotation("error", { file: fault.file, title: `countersign: ${fault.kind}` }, faultLine(fault.message, fault.place));
    case "sarif":
      return sarifFault(fault);
    case "junit":
      return junitDocument({
        name: fault.file ?? "countersign",
        error: { type: fault.kind, message: faultLine(fault.message, fault.place) },
      });
  }
}
