/** Characters of a line that is still read at a glance. */
const WIDTH = 100;

/** JSON for people: what fits a line stands on one, the rest is broken up. */
export function printPage(value: unknown, indent = ""): string {
  const inline = inlineOf(value);
  if (typeof value !== "object" || value === null || (indent !== "" && indent.length + inline.length <= WIDTH)) return inline;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => printPage(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${printPage(each, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return parts.length === 0 ? inline : `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function inlineOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inlineOf).join(", ")}]`;
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inlineOf(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
