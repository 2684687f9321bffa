/** Lines of a page outside its fenced blocks. */
function prose(page: string): readonly string[] {
  let fenced = false;
  return page.split("\n").filter((line) => {
    if (line.startsWith("```")) {
      fenced = !fenced;
      return false;
    }
    return !fenced;
  });
}

/** The anchor of a heading, as spec/README.md settles it. */
export function slugOf(heading: string): string {
  return heading
    .replace(/`/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

/** Every place of a page that a link can name. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of prose(page)) {
    const heading = /^#{1,6} (.+)$/.exec(line);
    if (heading !== null) anchors.add(slugOf(heading[1] as string));
    for (const [, id] of line.matchAll(/<a id="([^"]+)"><\/a>/g)) anchors.add(id as string);
  }
  return anchors;
}

/** Targets of a page's links. */
export function linksOf(page: string): readonly string[] {
  return prose(page).flatMap((line) =>
    [...line.replace(/`[^`]*`/g, (code) => (code.includes("](") ? "" : code)).matchAll(/\]\(([^)\s]+)\)/g)].map(
      (link) => link[1] as string,
    ),
  );
}

/** Numbers of a page's requirements in the order of the page: `**JSON-1**`. */
export function requirementsOf(page: string): readonly string[] {
  return prose(page).flatMap((line) => [...line.matchAll(/\*\*([A-Z][A-Z0-9]*-\d+)\*\*/g)].map((found) => found[1] as string));
}
