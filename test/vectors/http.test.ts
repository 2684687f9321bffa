import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../src/decision/configuration-error.js";
import type { DecisionRequest, ResultQuestion } from "../../src/vectors/index.js";
import { runVectors } from "../../src/vectors/run-vectors.js";
import { askBridge, askForResult, NOBODY, outOfReach } from "./http-port.js";
import { libraryPort } from "./library-port.js";
import { vectorSources } from "./vector-sources.js";

describe("the HTTP bridge", () => {
  it("gives the library's decision, byte for byte, wherever a case can be put to it", async () => {
    const library = libraryPort();
    const differences: string[] = [];
    let asked = 0;
    const decide = async (request: DecisionRequest) => {
      const whole = { ...request, context: request.context ?? NOBODY };
      if (outOfReach(request) !== null) return library.decide(request);
      const expected = JSON.stringify(await library.decide(whole));
      try {
        const answer = JSON.stringify(await askBridge(whole));
        asked += 1;
        if (answer !== expected) differences.push(`${request.id}\n${answer}\n${expected}`);
      } catch (error) {
        // A gate that does not start is not asked; what it refuses is held by its own tests.
        if (!(error instanceof ConfigurationError)) differences.push(`${request.id} ${String(error)}`);
      }
      return library.decide(request);
    };
    const run = await runVectors(vectorSources(), { decide }, []);
    expect(differences).toEqual([]);
    expect(run.failures).toEqual([]);
    // So many on a live gate, so that the list of reasons cannot quietly take in everything.
    expect(asked).toBeGreaterThan(900);
  }, 120_000);

  it("gives the library's decision on a result in the same way", async () => {
    const library = libraryPort();
    const differences: string[] = [];
    let asked = 0;
    const result = async (question: ResultQuestion) => {
      const expected = await library.result(question);
      try {
        const answer = await askForResult(question);
        if (answer !== null) asked += 1;
        if (answer !== null && JSON.stringify(answer) !== JSON.stringify(expected)) differences.push(question.id);
      } catch (error) {
        if (!(error instanceof ConfigurationError)) differences.push(`${question.id} ${String(error)}`);
      }
      return expected;
    };
    expect((await runVectors(vectorSources(), { result }, [])).failures).toEqual([]);
    expect(differences).toEqual([]);
    expect(asked).toBeGreaterThan(300);
  }, 120_000);
});
