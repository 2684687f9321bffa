import type { JsonValue } from "../../json/value.js";
import type { Answer } from "../answer.js";
import { answerSize } from "../answer.js";
import type { Shape } from "../extract/extraction.js";
import { changeData } from "./change-data.js";
import { changeSource } from "./change-source.js";
import { limitHit } from "./limit-hit.js";
import type { Base } from "./near-miss.js";
import type { Spoilt } from "./spoilt.js";

/**
 * The value that an answer's data is, or is taken out of.
 *
 * @param levels of arrays and objects around the value in what its parser sees
 */
export function* spoilValue(
  value: JsonValue,
  shape: Shape | null,
  base: Base,
  place: string,
  write: (value: JsonValue) => Answer,
  levels = 0,
): Generator<Spoilt> {
  const made = (kind: string, below: string, changed: JsonValue, expect: Spoilt["expect"]): Spoilt => {
    const answer = write(changed);
    const limit = limitHit(answerSize(answer), nested(changed, levels), base.file);
    return { kind, place: `${place}${below}`, answer, expect: limit === null ? expect : [limit] };
  };
  if (shape === null) for (const { kind, place: below, data, expect } of changeData(base)) yield made(kind, below, data, expect);
  else
    for (const { kind, place: below, value: changed, expect } of changeSource(value, shape, base)) yield made(kind, below, changed, expect);
}

function nested(value: JsonValue, levels: number): JsonValue {
  return levels === 0 ? value : nested({ value }, levels - 1);
}
