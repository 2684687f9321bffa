/** Most characters of a name that is shown. */
const MAX_LENGTH = 64;

/**
 * A sender's member name, made safe to show to an operator: printable ASCII as it is, a backslash doubled, any other UTF-16
 * code unit as `\uXXXX`; cut before the escape that would pass 64 characters.
 *
 * @example printableName("amount\u202e") // "amount\\u202e"
 */
export function printableName(name: string): string {
  let shown = "";
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at);
    const next = unit === 0x5c ? "\\\\" : unit >= 0x20 && unit <= 0x7e ? name.charAt(at) : `\\u${unit.toString(16).padStart(4, "0")}`;
    if (shown.length + next.length > MAX_LENGTH) break;
    shown += next;
  }
  return shown;
}
