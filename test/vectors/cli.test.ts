import { describe, expect, it } from "vitest";
import { VERIFY_FLAGS } from "../../src/cli/verification.js";
import { type DecisionRequest, runVectors } from "../../src/vectors/index.js";
import { useCli } from "../edge/cli-process.js";
import { ALIASES, askAhead, cliPort, SAID } from "./cli-port.js";
import { libraryPort } from "./library-port.js";
import { CLI_SKIPS, LIBRARY_SKIPS } from "./skips.js";
import { vectorSources } from "./vector-sources.js";

/** Processes at a time. */
const WIDTH = 3;
/** Milliseconds: some hundred processes on a machine that does other things too. */
const PATIENCE = 600_000;

describe("the command", () => {
  const cli = useCli();

  it("gives the library's decisions, byte for byte, and the exit code of each", { timeout: PATIENCE }, async () => {
    const sources = vectorSources();
    const requests: DecisionRequest[] = [];
    const library = libraryPort();
    const wanted = await runVectors(
      sources,
      {
        decide(request) {
          requests.push(request);
          return library.decide(request);
        },
      },
      LIBRARY_SKIPS,
    );
    const port = await askAhead(cliPort(cli), requests, WIDTH);
    const run = await runVectors(sources, port, CLI_SKIPS);
    expect(run.failures).toEqual([]);
    // A skip stands for a question that was never put, not for a wrong answer.
    expect(port.unasked).toEqual(new Map(CLI_SKIPS.map(({ id, reason }) => [id, reason])));
    expect(run.answers).toEqual(new Map([...wanted.answers].filter(([id]) => !port.unasked.has(id))));
    expect(run).toMatchObject({ ok: true, skipped: CLI_SKIPS.length, outOfReach: wanted.outOfReach });
  });

  it("has no flag that the port leaves out, so that no skip outlives its reason", () => {
    expect(Object.keys(VERIFY_FLAGS).sort()).toEqual([...SAID, ...ALIASES].sort());
  });
});
