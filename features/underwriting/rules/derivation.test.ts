// What a finding follows from: every figure of it is shown, and every step adds up, calculated here again.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, addMonths, dayNumber } from "./days.ts";
import { deriveFinding, figuresIn, type Figure, type Operation, type Relation, type Step } from "./derivation.ts";
import { evaluate, type Question } from "./evaluate.ts";
import { accountsOf, check, RUNS, someQuestion } from "./test-generators.ts";
import {
  bank,
  BASE,
  cashIn,
  cashOut,
  checking,
  evidence,
  NORA,
  READ_AT,
  reportOf,
  type Scenario,
} from "./test-report.ts";

const RESULTS: Record<Operation, (values: readonly (number | string)[]) => number | string> = {
  sum: (values) => (values as number[]).reduce((all, one) => all + one, 0),
  difference: ([first, ...rest]) => (rest as number[]).reduce((left, one) => left - one, first as number),
  percent: ([base, percent]) => divided(base!, percent!, 10_000n, "down"),
  percentUp: ([base, percent]) => divided(base!, percent!, 10_000n, "up"),
  timesUp: ([months, payment]) => divided(payment!, months!, 100n, "up"),
  count: (values) => values.length,
  days: ([from, to]) => dayNumber(String(to)) - dayNumber(String(from)),
  addDays: ([day, days]) => addDays(String(day), Number(days)),
  addMonths: ([day, months]) => addMonths(String(day), Number(months)),
};

/** Without fractions; the second factor has two places. */
function divided(one: number | string, other: number | string, by: bigint, round: "up" | "down"): number {
  const product = BigInt(one) * BigInt(Math.round(Number(other) * 100));
  const rest = ((product % by) + by) % by;
  return Number((product - rest) / by) + (round === "up" && rest > 0n ? 1 : 0);
}

const HOLDS: Record<Relation, (left: number | string, right: number | string) => boolean> = {
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  not: (left, right) => left !== right,
};

/** What is shown as a bank line, an account's figure or a term of the loan is that. */
function isTraced({ value, origin }: Figure, question: Question): boolean {
  switch (origin.from) {
    case "line":
      return accountsOf(question).some(({ account }) =>
        account.transactions.some(({ id }) => id === origin.transactionId),
      );
    case "account":
      return accountsOf(question).some(({ account }) => account.id === origin.accountId);
    case "loan":
      return question.loan[origin.field] === value;
    default:
      return true;
  }
}

/** Findings that follow from a comparison: what is compared is always shown. */
const COMPARED: ReadonlySet<string> = new Set([
  ...["LARGE_UNSOURCED", "DOCUMENT_SOURCE", "MANY_UNEXPLAINED", "CASH_PATTERN", "LARGE_WITHDRAWAL", "ABOVE_AVERAGE"],
  ...["INSUFFICIENT_HISTORY", "ASK_MORE_DAYS", "RECENTLY_OPENED", "EXPIRED_AT_NOTE", "EXPIRED_AT_DISBURSEMENT"],
  ...["OLD_AT_APPLICATION", "FHA_DATA_OLD", "ITEM_BEHIND", "CREDITS_ABOVE_COSTS", "IPC_ABOVE_LIMIT", "MRI_SHORT"],
  ...["DOWN_PAYMENT_SHORT", "RESERVES_BELOW_TABLE", "OWN_FUNDS_SHORT", "LIQUIDATION_NEEDED", "FUNDS_FELL"],
  ...["EMD_DIFFERS", "EMD_NOT_FOUND", "EMD_UNSUPPORTED", "RETURNED_ITEMS", "RESUBMIT", "HELD_FUNDS", "DATA_FAULT"],
]);
const ADDED_UP: ReadonlySet<string> = new Set([
  ...["LARGE_UNSOURCED", "DOCUMENT_SOURCE", "MANY_UNEXPLAINED", "CASH_PATTERN", "ABOVE_AVERAGE", "RETURNED_ITEMS"],
  ...["CREDITS_ABOVE_COSTS", "DOWN_PAYMENT_SHORT", "MRI_SHORT", "LIQUIDATION_NEEDED", "OLD_AT_APPLICATION", "LEVY"],
  ...["UNDISCLOSED_DEBT", "BORROWED_FUNDS_DEDUCTED", "INTERESTED_PARTY_DEPOSIT", "EXPIRED_AT_DISBURSEMENT"],
]);

test("every figure of a finding is shown with where it is from, and every step adds up", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const evaluation = evaluate(question);
      for (const finding of evaluation.findings) {
        const { code } = finding;
        const { steps, lines, sources } = deriveFinding(question, evaluation, finding);
        const shown = steps.flatMap(figuresIn);
        for (const [name, value] of Object.entries(finding.inputs))
          if (value !== null && !shown.some((one) => one.name === name && one.value === value))
            expect.fail(`${code} does not show ${name}, ${value}`);
        for (const one of shown)
          if (!isTraced(one, question)) expect.fail(`${code} shows ${JSON.stringify(one)}, which is not so`);
        for (const step of steps) expectTrue(code, step);
        if (COMPARED.has(code) && !steps.some(({ kind }) => kind === "comparison"))
          expect.fail(`${code} compares nothing: ${JSON.stringify([finding.inputs, steps])}`);
        if (ADDED_UP.has(code) && !steps.some(({ kind }) => kind === "sum"))
          expect.fail(`${code} adds up nothing: ${JSON.stringify([finding.inputs, steps])}`);
        expect(lines.map(({ transactionId }) => transactionId)).toEqual(finding.transactionIds);
        expect(sources).toEqual(finding.sources);
      }
    }),
    Math.ceil(RUNS / 3),
  );
});

function expectTrue(code: string, step: Step): void {
  if (step.kind === "sum") {
    const { operation, parts, result } = step;
    const again = RESULTS[operation](parts.map(({ value }) => value));
    if (again !== result.value) expect.fail(`${code}: ${JSON.stringify(step)} is ${again}`);
  }
  if (step.kind === "comparison" && !HOLDS[step.relation](step.left.value, step.right.value))
    expect.fail(`${code}: ${JSON.stringify(step)} does not hold`);
}

test("the lines are those of the report, with money in above zero", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const evaluation = evaluate(question);
      const known = new Map(
        accountsOf(question).flatMap(({ account }) => account.transactions.map((line) => [line.id, line])),
      );
      for (const finding of evaluation.findings)
        for (const line of deriveFinding(question, evaluation, finding).lines) {
          const source = known.get(line.transactionId)!;
          expect([line.date, line.description, line.cents]).toEqual([
            source.date,
            source.description,
            -source.amountCents,
          ]);
        }
    }),
    Math.ceil(RUNS / 10),
  );
});

describe("by example", () => {
  function stepsOf(scenario: Scenario, code: string) {
    const question: Question = {
      report: reportOf([bank({ accounts: scenario.accounts ?? [] })]),
      previous: null,
      loan: scenario.loan ?? BASE,
      borrowers: [NORA],
      evidence: scenario.evidence ?? [],
      confirmations: [],
      waivers: [],
      policy: scenario.policy ?? { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
    };
    const evaluation = evaluate(question);
    return deriveFinding(
      question,
      evaluation,
      evaluation.findings.find((one) => one.code === code)!,
    ).steps.map(inShort);
  }

  const inShort = (step: Step): string => {
    const of = ({ name, value, origin }: Figure) =>
      `${name} ${value}${origin.from === "overlay" ? ` by ${origin.label} for ${origin.of} ${origin.replaces}` : ""}`;
    if (step.kind === "given") return of(step.figure);
    if (step.kind === "comparison") return `${of(step.left)} ${step.relation} ${of(step.right)}`;
    return `${step.operation} of ${step.parts.map(of).join(", ")} is ${of(step.result)}`;
  };

  test("a large deposit", () => {
    const deposit = cashIn("BRANCH DEPOSIT", 12_500_00, addDays(READ_AT, -20));
    const scenario = {
      accounts: [checking({ cents: 60_000_00, lines: [deposit] })],
      evidence: [evidence("other", deposit, 3_000_00)],
    };
    expect(stepsOf(scenario, "LARGE_UNSOURCED")).toEqual([
      "difference of amountCents 1250000, sourcedCents 300000 is unsourcedCents 950000",
      "percent of monthlyIncome 900000, percent 50 is thresholdCents 450000",
      "amountCents 1250000 > thresholdCents 450000",
      "unsourcedCents 950000 > thresholdCents 450000",
    ]);
  });

  test("returned items", () => {
    const fees = [10, 70, 90].map((ago) => cashOut("NSF FEE", 35_00, addDays(READ_AT, -ago)));
    expect(stepsOf({ accounts: [checking({ cents: 60_000_00, lines: fees })] }, "RETURNED_ITEMS")).toEqual([
      "refunded 0",
      "netCents 10500",
      "blockFrom 5",
      "count of lineCents 3500 is count60 1",
      "count of lineCents 3500, lineCents 3500, lineCents 3500 is count90 3",
      "count of lineCents 3500, lineCents 3500, lineCents 3500 is count365 3",
      "count365 3 >= reviewFrom 3",
    ]);
  });

  test("under an overlay, its limits and the figures that they replace", () => {
    const limits = { incomePercent: 40, nsfReview: 2, purchaseDays: 90, documentAgeDays: 20, daysToApplication: 25 };
    const policy = {
      ...{ nsfReview: 3, nsfBlocker: 5 },
      overlay: {
        ...{ id: "5f7c6f0a-64f5-4a3c-9a55-3b0c1f0d2e11", name: "Strict", version: 3, programName: null },
        settings: { limits, atLeast: [], atMost: [], documents: [], programsOff: [] },
      },
    };
    const lines = [
      cashIn("BRANCH DEPOSIT", 12_500_00, addDays(READ_AT, -20)),
      ...[10, 30].map((ago) => cashOut("NSF FEE", 35_00, addDays(READ_AT, -ago))),
    ];
    const loan = { ...BASE, applicationDate: addDays(READ_AT, 26) };
    const scenario = { accounts: [checking({ cents: 60_000_00, days: 70, lines })], loan, policy };
    const by = "by Strict, version 3 for";
    expect(stepsOf(scenario, "LARGE_UNSOURCED")).toContain(
      `percent of monthlyIncome 900000, percent 40 ${by} guide 50 is thresholdCents 360000`,
    );
    expect(stepsOf(scenario, "RETURNED_ITEMS")).toContain(`count365 2 >= reviewFrom 2 ${by} policy 3`);
    expect(stepsOf(scenario, "INSUFFICIENT_HISTORY")).toContain(`shownDays 70 < requiredDays 90 ${by} guide 60`);
    expect(stepsOf(scenario, "EXPIRED_AT_NOTE")).toContain(
      `addDays of asOf 2026-11-16, validDays 20 ${by} guide 120 is validThrough 2026-12-06`,
    );
    expect(stepsOf(scenario, "OLD_AT_APPLICATION")).toContain(`days 26 > mostDays 25 ${by} guide 45`);
  });

  test("too few days of history", () => {
    expect(stepsOf({ accounts: [checking({ cents: 60_000_00, days: 41 })] }, "INSUFFICIENT_HISTORY")).toEqual([
      "shownDays 41 < requiredDays 60",
      "difference of requiredDays 60, shownDays 41 is missingDays 19",
    ]);
  });
});
