const ENTITY: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Text that went through escapeText, so that no character is left that XML 1.0 cannot hold. */
function xml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITY[character] as string);
}

export interface TestCase {
  readonly name: string;
  /** The verdict is block. */
  readonly failure?: { readonly type: string; readonly message: string; readonly lines: readonly string[] };
  /** There is no verdict. */
  readonly error?: { readonly type: string; readonly message: string };
  readonly output?: readonly string[];
}

/** A JUnit document with one test case. */
export function junitDocument(test: TestCase): string {
  const counts = `tests="1" failures="${test.failure === undefined ? 0 : 1}" errors="${test.error === undefined ? 0 : 1}" skipped="0"`;
  const inside: string[] = [];
  if (test.failure !== undefined) {
    const { type, message, lines } = test.failure;
    inside.push(`<failure type="${xml(type)}" message="${xml(message)}">${xml(lines.join("\n"))}</failure>`);
  }
  if (test.error !== undefined) inside.push(`<error type="${xml(test.error.type)}" message="${xml(test.error.message)}"/>`);
  if (test.output !== undefined) inside.push(`<system-out>${xml(test.output.join("\n"))}</system-out>`);
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="countersign" ${counts}>`,
    `  <testsuite name="countersign" ${counts}>`,
    `    <testcase classname="countersign" name="${xml(test.name)}">`,
    ...inside.map((element) => `      ${element}`),
    "    </testcase>",
    "  </testsuite>",
    "</testsuites>",
  ].join("\n")}\n`;
}
