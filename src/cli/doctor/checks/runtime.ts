import { finding, type Remark } from "../report.js";

/** package.json, `engines`. */
const LEAST = [20, 19] as const;

/** @param version such as `20.20.0`. */
export function checkRuntime(version: string): readonly Remark[] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const enough = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
  return enough ? [] : [finding(null, `Node ${version} is older than ${LEAST.join(".")}, the oldest that this program is tested with`)];
}
