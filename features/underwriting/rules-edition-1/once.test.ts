import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readPlaidReport } from "#providers/plaid-report.ts";
import type { EvaluationContext } from "./case.ts";
import { evaluate } from "./evaluate.ts";
import { PURCHASE } from "./test-case.ts";

const GOLDEN = path.join(import.meta.dirname, "../../../sandbox/plaid/bank-data/golden-asset-report.json");
const reading = readPlaidReport(readFileSync(GOLDEN));
const deposits = reading.items
  .flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions))
  .filter(({ amountCents }) => amountCents < 0);

/** The same numbers each time. */
function* numbers(seed = 7): Generator<number, never> {
  for (let state = seed; ;) yield (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test("judged again with another loan, other names or evidence, a reading answers as if it were judged for the first time", () => {
  const random = numbers();
  const next = (most: number) => Math.floor(random.next().value * most);
  for (let round = 0; round < 60; round++) {
    const question: Omit<EvaluationContext, "reading"> = {
      loan: {
        ...PURCHASE,
        transactionType: (["purchase", "rate_term", "cash_out"] as const)[next(3)]!,
        salesPrice: next(60_000_000),
        loanAmount: next(50_000_000),
        monthlyIncome: next(2_000_000),
        emd: next(2) * 500_000,
        payoff: next(30_000_000),
      },
      borrowers: [{ firstName: next(4) ? "Alberta" : "Nobody", lastName: "Charleson" }],
      evidence: deposits
        .filter(() => next(4) === 0)
        .map(({ id, amountCents }) => ({ transactionId: id, kind: "other", sourcedCents: next(-amountCents) })),
      feePolicy: { reviewFrom: next(4), blockFrom: next(8) },
    };
    expect(evaluate({ reading, ...question })).toEqual(evaluate({ reading: structuredClone(reading), ...question }));
  }
});
