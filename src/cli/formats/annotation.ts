/** A workflow command's text; a line feed would begin another command. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

interface Anchor {
  readonly file: string | null;
  readonly title: string;
  /** One-based. */
  readonly line?: number;
  readonly column?: number;
}

/** One GitHub annotation (a workflow command on a line of its own). */
export function annotation(level: "error" | "warning" | "notice", at: Anchor, message: string): string {
  const parts = [
    ...(at.file === null ? [] : [`file=${property(at.file)}`]),
    ...(at.line === undefined ? [] : [`line=${at.line}`]),
    ...(at.column === undefined ? [] : [`col=${at.column}`]),
    `title=${property(at.title)}`,
  ];
  return `::${level} ${parts.join(",")}::${data(message)}\n`;
}
