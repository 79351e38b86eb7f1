import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluate, type Question } from "./evaluate.ts";
import type { Evaluation } from "./evaluation.ts";
import { SEED } from "./test-generators.ts";
import { compareTwin, LANGUAGES, someTwin, twinOf, type TwinSeed } from "./test-twins.ts";

/** `npm run twins` compares 50,000. */
const TWINS = 2_000;
const CHUNK = 100;
const chunks = Array.from({ length: TWINS / CHUNK }, (_, at) => at);

describe("a file and its twin with other people, addresses and banks, in another order", () => {
  test.for(chunks)("have the same answer, or a reason of the list says why (part %i)", (chunk) => {
    for (const { question, seed } of fc.sample(someTwin, { seed: SEED + chunk, numRuns: CHUNK })) {
      const found = compareTwin(evaluate, question, seed);
      expect(typeof found === "string" ? [] : [seed, found]).toEqual([]);
    }
  });
});

// ---- The comparison itself ------------------------------------------------------------------------------------------

const SEEDS = LANGUAGES.map((language, at): TwinSeed => ({ language, seed: 11 * at + 7, hasAccents: at % 2 === 0 }));
const FILES = fc.sample(someTwin, { seed: 7, numRuns: 20 }).map(({ question }) => question);

/** How often rules that break the promise are found out. */
function unexplained(broken: (question: Question) => Evaluation): number {
  return FILES.flatMap((file) => SEEDS.slice(0, 4).map((seed) => compareTwin(broken, file, seed))).filter(
    (found) => typeof found !== "string",
  ).length;
}

describe("rules that look at who someone is", () => {
  const withoutFirstFinding = (evaluation: Evaluation) => ({ ...evaluation, findings: evaluation.findings.slice(1) });

  test.each<[string, (question: Question, evaluation: Evaluation) => Evaluation]>([
    [
      "the borrower's name",
      ({ borrowers }, evaluation) =>
        borrowers[0]!.lastName === "Quist" ? evaluation : withoutFirstFinding(evaluation),
    ],
    [
      "the bank's name",
      ({ report }, evaluation) =>
        report.items.some(({ institutionName }) => /One|Prairie|SoFi|Harbor/.test(institutionName))
          ? evaluation
          : withoutFirstFinding(evaluation),
    ],
    [
      "the order of accounts",
      ({ report }, evaluation) =>
        report.items[0]?.accounts[0]?.id.endsWith("0") === true ||
        report.items[0]?.accounts[0]?.id.startsWith("z0") === true
          ? evaluation
          : withoutFirstFinding(evaluation),
    ],
  ])("are found out by %s", (_what, change) => {
    expect(unexplained((question) => change(question, evaluate(question)))).toBeGreaterThan(0);
  });

  test("are found out by no difference where there is none", () => {
    expect(unexplained(evaluate)).toBe(0);
  });

  test("are found out by a single cent", () => {
    const generous = (question: Question): Evaluation => {
      const evaluation = evaluate(question);
      const { fannie } = evaluation.funds;
      const cents = question.borrowers[0]!.lastName.length > 5 ? 1 : 0;
      const funds = { ...fannie, usableClosingCents: fannie.usableClosingCents + cents };
      return { ...evaluation, funds: { ...evaluation.funds, fannie: funds } };
    };
    expect(unexplained(generous)).toBeGreaterThan(0);
  });
});

describe("a twin", () => {
  test("names no one of the file that it was made from, and keeps its money and terms", () => {
    for (const file of FILES)
      for (const seed of SEEDS) {
        const { question } = twinOf(file, seed);
        const names = [
          question.borrowers,
          question.report.items.map(({ accounts }) => accounts.map(({ owners }) => owners)),
        ];
        expect(JSON.stringify(names)).not.toMatch(/QUIST|NORA|ADA KING/i);
        const amounts = ({ report }: Question) =>
          report.items
            .flatMap(({ accounts }) =>
              accounts.flatMap(({ transactions }) => transactions.map((one) => one.amountCents)),
            )
            .sort((a, b) => a - b);
        expect(amounts(question)).toEqual(amounts(file));
        expect({ ...question.loan, interestedParties: [], leftOutAccounts: [] }).toEqual({
          ...file.loan,
          interestedParties: [],
          leftOutAccounts: [],
        });
      }
  });

  test("is the same for the same seed", () => {
    expect(twinOf(FILES[0]!, SEEDS[3]!)).toEqual(twinOf(FILES[0]!, SEEDS[3]!));
  });
});
