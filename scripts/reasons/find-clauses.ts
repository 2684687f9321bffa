import { slugOf } from "../../test/pins/markdown.js";

/** A place of `spec/` that names a reason. */
export interface Clause {
  /** File in `spec/`. */
  readonly page: string;
  readonly anchor: string;
  /** The requirement's number where it has one, else the heading. */
  readonly label: string;
}

export interface Page {
  readonly name: string;
  readonly text: string;
}

/** Every clause that names each reason in backticks, in the order of the pages; one that names it twice is one. */
export function findClauses(pages: readonly Page[], reasons: readonly string[]): ReadonlyMap<string, readonly Clause[]> {
  const found = new Map<string, Map<string, Clause>>(reasons.map((reason) => [reason, new Map()]));
  for (const page of pages) {
    for (const { text, clause } of paragraphsOf(page)) {
      for (const [, word] of text.matchAll(/`([a-z]+\.[a-z0-9_]+)`/g))
        found.get(word as string)?.set(`${clause.page}#${clause.anchor} ${clause.label}`, clause);
    }
  }
  return new Map([...found].map(([reason, clauses]) => [reason, [...clauses.values()]]));
}

/** List items, table rows and paragraphs, each with the nearest place above it that a link can name. */
function* paragraphsOf({ name, text }: Page): Generator<{ readonly text: string; readonly clause: Clause }> {
  let title = name;
  let anchor = "";
  // An anchor on a line of its own belongs to the heading after it.
  let above: string | null = null;
  for (const block of text.split(/\n(?=#|\||\s*(?:-|\d+\.) |\n)/)) {
    const line = block.trim();
    const heading = /^#{1,6} (?:<a id="([^"]+)"><\/a>)?(.+)$/.exec(line);
    if (heading !== null) {
      title = (heading[2] as string).replace(/^[\d. ]+/, "").trim();
      anchor = heading[1] ?? above ?? slugOf(heading[2] as string);
      above = null;
      continue;
    }
    const own = /<a id="([^"]+)"><\/a>/.exec(line)?.[1];
    if (own !== undefined && line === `<a id="${own}"></a>`) {
      above = own;
      continue;
    }
    const number = /\*\*([A-Z]*-?[\d.]+)\*\*/.exec(line)?.[1];
    yield { text: line, clause: { page: name, anchor: own ?? anchor, label: number ?? title } };
  }
}
