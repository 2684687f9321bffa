import { describe, expect, it } from "vitest";
import { runVectors } from "../../src/vectors/run-vectors.js";
import { libraryPort } from "./library-port.js";
import { LIBRARY_SKIPS } from "./skips.js";
import { vectorSources } from "./vector-sources.js";

describe("the library", () => {
  it("gives every vector's answer, and the same bytes of it twice", async () => {
    const first = await runVectors(vectorSources(), libraryPort(), LIBRARY_SKIPS);
    expect(first.failures).toEqual([]);
    expect(first).toMatchObject({ ok: true, outOfReach: 0 });
    const second = await runVectors(vectorSources(), libraryPort(), LIBRARY_SKIPS);
    expect([...second.answers]).toEqual([...first.answers]);
  });
});
