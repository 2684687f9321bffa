/**
 * A text without the secrets in it. A log is cut into lines, so a secret of several is looked for line by line; the longest first, since
 * one may begin another.
 */
export function redactor(secrets: readonly string[], least: number): (text: string) => string {
  const pieces = new Set(secrets.flatMap((secret) => [secret, ...secret.split(/\r?\n/)]));
  const sought = [...pieces].filter(({ length }) => length >= least).sort((one, other) => other.length - one.length);
  return (text) => sought.reduce((told, secret) => told.replaceAll(secret, "***"), text);
}
