import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../src/json/parse-json.js";

const shared = process.env.COUNTERSIGN_SHARED ?? new URL("../../../shared", import.meta.url).pathname;
const folder = `${shared}/third-party/jsontestsuite/test_parsing`;
const present = existsSync(folder);
const names = present ? readdirSync(folder).sort() : [];

function verdict(name: string): string {
  const outcome = parseJson(new Uint8Array(readFileSync(`${folder}/${name}`)), { maxBytes: 1_000_000 });
  return outcome.ok ? "accepted" : outcome.issues[0].reason;
}

/** Accepted by the grammar, refused by us: RFC 8259 leaves equal names open, we do not. */
const DUPLICATES = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"];

/** What RFC 8259 leaves open, and we close. */
const OPEN: Readonly<Record<string, string>> = {
  "i_number_double_huge_neg_exp.json": "json.number_inexact",
  "i_number_huge_exp.json": "json.number_overflow",
  "i_number_neg_int_huge_exp.json": "json.number_overflow",
  "i_number_pos_double_huge_exp.json": "json.number_overflow",
  "i_number_real_neg_overflow.json": "json.number_overflow",
  "i_number_real_pos_overflow.json": "json.number_overflow",
  "i_number_real_underflow.json": "json.number_inexact",
  "i_number_too_big_neg_int.json": "json.number_unsafe_integer",
  "i_number_too_big_pos_int.json": "json.number_unsafe_integer",
  "i_number_very_big_negative_int.json": "json.number_unsafe_integer",
  "i_object_key_lone_2nd_surrogate.json": "json.lone_surrogate",
  "i_string_1st_surrogate_but_2nd_missing.json": "json.lone_surrogate",
  "i_string_1st_valid_surrogate_2nd_invalid.json": "json.lone_surrogate",
  "i_string_UTF-16LE_with_BOM.json": "json.invalid_utf8",
  "i_string_UTF-8_invalid_sequence.json": "json.invalid_utf8",
  "i_string_UTF8_surrogate_U+D800.json": "json.invalid_utf8",
  "i_string_incomplete_surrogate_and_escape_valid.json": "json.lone_surrogate",
  "i_string_incomplete_surrogate_pair.json": "json.lone_surrogate",
  "i_string_incomplete_surrogates_escape_valid.json": "json.lone_surrogate",
  "i_string_invalid_lonely_surrogate.json": "json.lone_surrogate",
  "i_string_invalid_surrogate.json": "json.lone_surrogate",
  "i_string_invalid_utf-8.json": "json.invalid_utf8",
  "i_string_inverted_surrogates_U+1D11E.json": "json.lone_surrogate",
  "i_string_iso_latin_1.json": "json.invalid_utf8",
  "i_string_lone_second_surrogate.json": "json.lone_surrogate",
  "i_string_lone_utf8_continuation_byte.json": "json.invalid_utf8",
  "i_string_not_in_unicode_range.json": "json.invalid_utf8",
  "i_string_overlong_sequence_2_bytes.json": "json.invalid_utf8",
  "i_string_overlong_sequence_6_bytes.json": "json.invalid_utf8",
  "i_string_overlong_sequence_6_bytes_null.json": "json.invalid_utf8",
  "i_string_truncated-utf-8.json": "json.invalid_utf8",
  "i_string_utf16BE_no_BOM.json": "json.invalid_utf8",
  "i_string_utf16LE_no_BOM.json": "json.invalid_utf8",
  "i_structure_500_nested_arrays.json": "limit.depth",
  "i_structure_UTF-8_BOM_empty_object.json": "json.bom",
};

describe.skipIf(!present)("JSONTestSuite", () => {
  it("is whole", () => {
    expect(["y", "n", "i"].map((kind) => names.filter((name) => name.startsWith(`${kind}_`)).length)).toEqual([95, 188, 35]);
  });

  it.each(names.filter((name) => name.startsWith("y_")))("%s", (name) => {
    expect(verdict(name)).toBe(DUPLICATES.includes(name) ? "json.duplicate_name" : "accepted");
  });

  it.each(names.filter((name) => name.startsWith("n_")))("%s", (name) => {
    expect(verdict(name)).toMatch(/^(json\.(syntax|empty|trailing_data|invalid_utf8|bom)|limit\.depth)$/);
  });

  it("i_ verdicts are the ones written down", () => {
    const seen = Object.fromEntries(names.filter((name) => name.startsWith("i_")).map((name) => [name, verdict(name)]));
    expect(seen).toEqual(OPEN);
  });
});
