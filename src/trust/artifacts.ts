/** What the edge found at a file reference: its bytes, or why there are none. */
export type Artifact = Uint8Array | "refused" | "unavailable" | "too_large";

/** Bytes by the exact `ref` of the hash evidence. */
export type Artifacts = ReadonlyMap<string, Artifact>;

const SCHEME = "file://";

/**
 * The relative path that a file reference names, or null where the reference is refused (spec/evidence-files.md). Purely
 * lexical and never decoded: the edge checks the real location again.
 */
export function artifactPath(ref: string): string | null {
  if (!ref.startsWith(SCHEME)) return null;
  const path = ref.slice(SCHEME.length);
  for (let at = 0; at < path.length; at += 1) {
    const unit = path.charCodeAt(at);
    // Control characters, and what some system or decoder reads as more than a name: % : \
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f) || unit === 0x25 || unit === 0x3a || unit === 0x5c) return null;
  }
  for (const segment of path.split("/")) {
    if (segment === "" || segment === "." || segment === "..") return null;
  }
  return path;
}
