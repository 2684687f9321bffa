import { appendElement, isObjectAt, memberIn, printLines, removeMember, rootOf, type Span, setMember, wrapDocument } from "./json-text.js";

/** A keyring that holds nothing yet. */
export const EMPTY_KEYRING = `${printLines({ trusted_keys: {}, revoked_keys: [] }, "  ")}\n`;

/** Whether a keyring's text is of the full form; else it is the flat map of id to entry (KEYRING-2). */
export function isFullForm(text: string): boolean {
  const root = rootOf(text);
  return memberIn(text, root, "trusted_keys") !== null || memberIn(text, root, "revoked_keys") !== null;
}

/** Whether a text that may be no keyring has the outline of one, so that it can be edited. */
export function hasOutline(text: string): boolean {
  const root = rootOf(text);
  if (!isObjectAt(text, root) || !isObjectAt(text, keysAt(text))) return false;
  const list = memberIn(text, root, "revoked_keys");
  return list === null || text[list.start] === "[";
}

/** The value of an id's entry as it is written, or undefined. */
export function entryOf(text: string, id: string): unknown {
  const at = memberIn(text, keysAt(text), id);
  return at === null ? undefined : JSON.parse(text.slice(at.start, at.end));
}

export function withEntry(text: string, id: string, entry: object): string {
  return setMember(text, keysAt(text), id, entry);
}

/** Changes members of an entry; undefined takes one away. An entry that is a key alone becomes an object. */
export function withEntryMembers(text: string, id: string, changes: ReadonlyMap<string, unknown>): string {
  const at = memberIn(text, keysAt(text), id) as Span;
  if (!isObjectAt(text, at)) {
    const set = [...changes].filter(([, value]) => value !== undefined);
    if (set.length === 0) return text;
    return withEntry(text, id, { public_key: JSON.parse(text.slice(at.start, at.end)), ...Object.fromEntries(set) });
  }
  let changed = text;
  for (const [name, value] of changes) {
    const entry = memberIn(changed, keysAt(changed), id) as Span;
    changed = value === undefined ? removeMember(changed, entry, name) : setMember(changed, entry, name, value);
  }
  return changed;
}

/** Puts an id on `revoked_keys`. The flat form has no such list, so it becomes the full one. */
export function withRevokedId(text: string, id: string): string {
  if (!isFullForm(text)) return wrapDocument(text, "trusted_keys", { revoked_keys: [id] });
  const list = memberIn(text, rootOf(text), "revoked_keys");
  return list === null ? setMember(text, rootOf(text), "revoked_keys", [id]) : appendElement(text, list, id);
}

function keysAt(text: string): Span {
  const root = rootOf(text);
  return memberIn(text, root, "trusted_keys") ?? root;
}
