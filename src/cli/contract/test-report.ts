import type { ContractTest, FixtureTest, NearMissTest } from "../../compile/test-contract.js";
import type { Contract } from "../../contract/contract.js";
import { RESULT_STAGES, type ResultStage } from "../../contract/result-stage.js";
import { asciiJson, escapeText } from "../escape.js";
import { annotation } from "../formats/annotation.js";
import type { Paint } from "../formats/paint.js";
import { junitDocument } from "../formats/xml.js";
import type { Format } from "../reply.js";
import { table } from "../table.js";
import { contractFacts, contractLine } from "./contract-words.js";

interface TestReport {
  readonly contract: Contract;
  readonly test: ContractTest;
  /** As given. */
  readonly path: string;
  /** Tell each derived near miss, not the failed ones alone. */
  readonly list: boolean;
}

export function renderTest(format: Format, report: TestReport, paint: Paint): string {
  switch (format) {
    case "json":
      return renderJson(report);
    case "junit":
      return renderJunit(report);
    case "github":
      return renderGithub(report);
    default:
      return renderText(report, paint);
  }
}

interface Count {
  readonly stage: ResultStage;
  readonly total: number;
  readonly failed: number;
}

/** Near misses by the stage that must refuse them: whoever mends the contract sees which layer it is. */
function countsOf({ near_misses }: ContractTest): readonly Count[] {
  return RESULT_STAGES.flatMap((stage) => {
    const there = near_misses.filter((each) => each.stage === stage);
    return there.length === 0 ? [] : [{ stage, total: there.length, failed: there.filter(({ ok }) => !ok).length }];
  });
}

function summaryOf({ fixtures, near_misses }: ContractTest): string {
  const sound = (tests: readonly { readonly ok: boolean }[]) => `${tests.filter(({ ok }) => ok).length} of ${tests.length}`;
  return `${sound(fixtures)} fixtures as expected, ${sound(near_misses)} near misses refused`;
}

/** What no near miss was made of, and why; none of it is a fault of the test. */
function gapsOf({ not_derived }: ContractTest): readonly string[] {
  return not_derived.map(() => 'no near misses of another subject: the contract has no "bind" and no "belongs"');
}

function fixtureWords({ ok, expected, got }: FixtureTest): readonly string[] {
  return ok ? [] : [`expected ${escapeText(expected)}`, `got      ${escapeText(got)}`];
}

function nearMissWords({ expected, got, reached_agent }: NearMissTest): string {
  const came = got ?? "ACCEPTED";
  if (expected.length === 0) return got === null ? "must not be seen, and the agent gets it" : `must not be seen, is ${got}`;
  const reached = reached_agent && got !== null ? "; the agent got more than the fixed failure" : "";
  return `must be ${expected.join(" or ")}, is ${came}${reached}`;
}

function nearMissName({ kind, place, fixture }: NearMissTest): string {
  return `${kind}${place === "" ? "" : ` at ${escapeText(place, 256)}`} of ${JSON.stringify(escapeText(fixture, 256))}`;
}

function renderText({ contract, test, list }: TestReport, paint: Paint): string {
  const { fixtures, near_misses } = test;
  const mark = (ok: boolean) => (ok ? "pass" : "FAIL");
  const colour = (ok: boolean, text: string) => (ok ? paint.good(text) : paint.bad(text));
  const rows = fixtures.map(({ ok, kind, stage, title }) => [mark(ok), kind, stage ?? "", escapeText(title, 256)]);
  const painted = table(rows, (cell, row, column) => (column === 0 ? colour(fixtures[row]?.ok === true, cell) : cell));
  const shown = fixtures.flatMap((fixture, at) => [painted[at] as string, ...fixtureWords(fixture).map((line) => `      ${line}`)]);
  const counts = countsOf(test);
  const stages = table(
    counts.map(({ stage, total, failed }) => [mark(failed === 0), "near misses", stage, `${total - failed} of ${total} refused`]),
    (cell, row, column) => (column === 0 ? colour(counts[row]?.failed === 0, cell) : cell),
  );
  const told = near_misses
    .filter(({ ok }) => list || !ok)
    .map((each) => `${colour(each.ok, mark(each.ok))}  ${each.stage}: ${nearMissName(each)}${each.ok ? "" : `: ${nearMissWords(each)}`}`);
  const none = near_misses.length === 0 ? ["no near misses: no fixture is accepted"] : [];
  return `${[...shown, ...stages, ...none, ...gapsOf(test), ...told, summaryOf(test), paint.faint(contractLine(contract))].join("\n")}\n`;
}

function renderJson({ contract, test, path }: TestReport): string {
  return `${asciiJson({ ...test, stages: countsOf(test), contract: contractFacts(contract), file: path })}\n`;
}

function renderJunit({ test, path, contract }: TestReport): string {
  const name = escapeText(path);
  const fixtures = test.fixtures.map((each) => {
    const named = { classname: `${name} fixtures`, name: escapeText(each.title, 256) };
    const [message = "", ...lines] = fixtureWords(each);
    return each.ok ? named : { ...named, failure: { type: "fixture", message, lines: [message, ...lines] } };
  });
  const derived = test.near_misses.map((each) => {
    const named = { classname: `${name} ${each.stage}`, name: nearMissName(each) };
    const message = nearMissWords(each);
    return each.ok ? named : { ...named, failure: { type: "near-miss", message, lines: [message] } };
  });
  const [first, ...rest] = [...fixtures, ...derived];
  return junitDocument({ ...first, name: first?.name ?? name, output: [...gapsOf(test), contractLine(contract)] }, ...rest);
}

function renderGithub({ test, path }: TestReport): string {
  const file = escapeText(path);
  const fixtures = test.fixtures
    .filter(({ ok }) => !ok)
    .map((each) =>
      annotation(
        "error",
        { file, title: `contract test: ${escapeText(each.title, 128)}` },
        `${each.place}: ${fixtureWords(each).join("; ")}`,
      ),
    );
  const derived = test.near_misses
    .filter(({ ok }) => !ok)
    .map((each) => annotation("error", { file, title: `contract test: ${each.kind}` }, `${nearMissName(each)}: ${nearMissWords(each)}`));
  const summary = [summaryOf(test), ...gapsOf(test)].join("; ");
  const notice = annotation("notice", { file: null, title: "countersign contract test" }, summary);
  return `${[...fixtures, ...derived].join("")}${notice}`;
}
