/** What the edge found at a file reference: its bytes, or why there are none. */
export type Artifact = Uint8Array | "refused" | "unavailable" | "too_large";

/** Bytes by the exact `ref` of the hash evidence. */
export type Artifacts = ReadonlyMap<string, Artifact>;

const SCHEME = "file://";
/** # % : ? \ mean more than a name to some system or URL parser: two readers would hash different files for one reference. */
const MORE_THAN_A_NAME: ReadonlySet<number> = new Set([0x23, 0x25, 0x3a, 0x3f, 0x5c]);

/**
 * The relative path that a file reference names, or null where the reference is refused (spec/evidence-files.md). Purely
 * lexical and never decoded: the edge checks the real location again.
 */
export function artifactPath(ref: string): string | null {
  if (!ref.startsWith(SCHEME)) return null;
  const path = ref.slice(SCHEME.length);
  for (let at = 0; at < path.length; at += 1) {
    const unit = path.charCodeAt(at);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f) || MORE_THAN_A_NAME.has(unit)) return null;
  }
  for (const segment of path.split("/")) {
    if (segment === "" || segment === "." || segment === "..") return null;
  }
  return path;
}
