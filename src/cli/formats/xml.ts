const ENTITY: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Text that went through escapeText, so that no character is left that XML 1.0 cannot hold. */
function xml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITY[character] as string);
}

export interface TestCase {
  /** `countersign` unless given. */
  readonly classname?: string;
  readonly name: string;
  /** The verdict is block, or not the one that was expected. */
  readonly failure?: { readonly type: string; readonly message: string; readonly lines: readonly string[] };
  /** There is no verdict. */
  readonly error?: { readonly type: string; readonly message: string };
  readonly output?: readonly string[];
}

/** A JUnit document of one suite. */
export function junitDocument(...tests: readonly TestCase[]): string {
  const count = (what: "failure" | "error") => tests.filter((test) => test[what] !== undefined).length;
  const counts = `tests="${tests.length}" failures="${count("failure")}" errors="${count("error")}" skipped="0"`;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="countersign" ${counts}>`,
    `  <testsuite name="countersign" ${counts}>`,
    ...tests.flatMap(testElement),
    "  </testsuite>",
    "</testsuites>",
  ].join("\n")}\n`;
}

function testElement(test: TestCase): readonly string[] {
  const inside: string[] = [];
  if (test.failure !== undefined) {
    const { type, message, lines } = test.failure;
    inside.push(`<failure type="${xml(type)}" message="${xml(message)}">${xml(lines.join("\n"))}</failure>`);
  }
  if (test.error !== undefined) inside.push(`<error type="${xml(test.error.type)}" message="${xml(test.error.message)}"/>`);
  if (test.output !== undefined) inside.push(`<system-out>${xml(test.output.join("\n"))}</system-out>`);
  const classname = test.classname === undefined ? "countersign" : xml(test.classname);
  return [
    `    <testcase classname="${classname}" name="${xml(test.name)}">`,
    ...inside.map((element) => `      ${element}`),
    "    </testcase>",
  ];
}
