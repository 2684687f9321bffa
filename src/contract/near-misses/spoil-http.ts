import type { HttpAnswer } from "../answer.js";
import type { HttpExtraction } from "../extract/extraction.js";
import type { Base } from "./near-miss.js";
import { spoilBytes } from "./spoil-json.js";
import { spoilValue } from "./spoil-value.js";
import { jsonBytes, type Spoilt, valueIn, type Wrap } from "./spoilt.js";

/** Codes that say nothing to a contract which does not list them. */
const STATUSES = [202, 204, 206, 299, 302, 418, 451, 599];
const PAGES = ["text/html", "text/plain"];

/** Status, media type and body of a response. */
export function* spoilHttp(answer: HttpAnswer, rules: HttpExtraction, base: Base): Generator<Spoilt> {
  const { status, mediaType, bytes } = answer;
  const unlisted = STATUSES.find((each) => !rules.statuses.has(each) && !rules.failures.has(each));
  if (unlisted !== undefined)
    yield { kind: "unlisted-status", place: "/status", answer: { ...answer, status: unlisted }, expect: ["result.status"] };
  const page = PAGES.find((each) => mediaType?.startsWith(each) !== true) as string;
  // No longer than the one it takes the place of, so that no limit comes first.
  if (page.length <= (mediaType ?? "").length)
    yield { kind: "other-media-type", place: "/media_type", answer: { ...answer, mediaType: page }, expect: ["result.media_type"] };
  yield { kind: "no-media-type", place: "/media_type", answer: { ...answer, mediaType: null }, expect: ["result.media_type"] };
  const value = valueIn(bytes);
  if (value === undefined) return;
  const wrap: Wrap = (body) => ({ kind: "http", status, mediaType, bytes: body });
  for (const each of spoilBytes(bytes, value, base, wrap)) yield { ...each, place: `/body${each.place}` };
  yield* spoilValue(value, rules.shape, base, "/body", (changed) => wrap(jsonBytes(changed)));
}
