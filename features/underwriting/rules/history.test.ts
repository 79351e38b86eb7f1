import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import type { Program } from "./evaluation.ts";
import { evaluateHistory, type HistoryInput } from "./history.ts";
import { isDeposit, type Line } from "./model.ts";
import { account, daysAgo, item, line, modelOf, report, statement, type ModelOptions } from "./test-model.ts";
import type { ReportAccount } from "./parsed-report.ts";

const PURCHASE: Loan = { transactionType: "purchase" };
const REFINANCE: Loan = { transactionType: "rate_term" };
const MAIN: readonly Program[] = ["fannie", "freddie", "fha"];

function evaluate(
  of: ReportAccount,
  loan: Loan = PURCHASE,
  {
    daysRequested = 90,
    programs = MAIN,
    isExplained = () => false,
    ...options
  }: Partial<HistoryInput> & ModelOptions & { daysRequested?: number } = {},
) {
  const model = modelOf(report([item([of])], { daysRequested }), options);
  return evaluateHistory({ model, loan, programs, isExplained });
}

/** Shown for so many days, with money from before. */
const old = (days: number, more: Partial<ReportAccount> = {}) => account({ days, ...more });
const briefly = ({ findings }: ReturnType<typeof evaluate>, code = "INSUFFICIENT_HISTORY") =>
  findings.filter((one) => one.code === code).map(({ severity, programs }) => `${severity} ${programs.join(" ")}`);

describe("history of an account", () => {
  test.each([
    [PURCHASE, 59, ["blocker fannie freddie"]],
    [PURCHASE, 60, []],
    [PURCHASE, 29, ["blocker fannie freddie", "blocker fha"]],
    [PURCHASE, 30, ["blocker fannie freddie"]],
    [REFINANCE, 29, ["blocker fannie freddie fha"]],
    [REFINANCE, 30, []],
  ])("%o with %i days shown", (loan, days, expected) => {
    expect(briefly(evaluate(old(days), loan))).toEqual(expected);
  });

  test("each program states its own number of days", () => {
    const { findings } = evaluate(old(20));
    expect(findings.map(({ programs, text }) => [programs.join(), /shows (\d+ of \d+) days/.exec(text)?.[1]])).toEqual([
      ["fannie,freddie", "20 of 60"],
      ["fha", "20 of 30"],
    ]);
    expect(findings[0]!.text).toContain("Sep 17, 2026 to Oct 27, 2026");
  });

  test("a quiet account is shown as long as its daily balances go back", () => {
    const quiet = account({ transactions: [line(-500, daysAgo(20))] });
    expect(quiet.daysAvailable).toBe(20);
    expect(evaluate(quiet)).toMatchObject({ rows: [{ shownDays: 90 }], findings: [] });
  });

  test("days available count where the bank has no balances", () => {
    const shown = (more: Partial<ReportAccount>) =>
      evaluate(account({ historicalBalances: [], transactions: [line(-500, daysAgo(20))], ...more })).findings;
    expect(shown({ daysAvailable: 61 })).toEqual([]);
    expect(shown({ daysAvailable: 59 })).toHaveLength(1);
  });

  test.each([
    ["one statement closes the gap", [["2026-09-01", "2026-10-03"]], 0],
    [
      "two statements that join",
      [
        ["2026-09-20", "2026-10-02"],
        ["2026-08-20", "2026-09-19"],
      ],
      0,
    ],
    ["a statement that starts a day late", [["2026-09-18", "2026-10-03"]], 1],
    ["a statement that ends before what is shown", [["2026-09-01", "2026-10-01"]], 1],
    [
      "two statements with a day between them",
      [
        ["2026-09-20", "2026-10-03"],
        ["2026-08-20", "2026-09-18"],
      ],
      1,
    ],
  ])("%s", (_name, periods, blockers) => {
    const evidence = periods.map(([from, to]) => statement("checking", from!, to!)); // pairs, above
    expect(briefly(evaluate(old(44), PURCHASE, { evidence }))).toHaveLength(blockers);
    expect(briefly(evaluate(old(44)))).toHaveLength(1);
  });

  test("a statement of another account closes no gap", () => {
    const evidence = [statement("savings", "2026-09-01", "2026-10-03")];
    expect(briefly(evaluate(old(44), PURCHASE, { evidence }))).toHaveLength(1);
  });

  test("an account that does not count and an investment need no history", () => {
    expect(evaluate(old(20), PURCHASE, { uncounted: ["checking"] }).findings).toEqual([]);
    expect(evaluate(account({ type: "investment", historicalBalances: [] })).findings).toEqual([]);
  });

  test("without the transaction type Fannie Mae and Freddie Mac are not evaluated, FHA is", () => {
    const result = evaluate(old(20), {});
    expect(result.notEvaluated).toEqual([
      { ruleId: "R1", programs: ["fannie", "freddie"], missing: ["transactionType"] },
    ]);
    expect(briefly(result)).toEqual(["blocker fha"]);
  });

  test("VA and USDA need two statements", () => {
    expect(briefly(evaluate(old(59), REFINANCE, { programs: ["va"] }))).toEqual(["blocker va"]);
  });

  test("a report requested for too few days says so to the programs that need more", () => {
    const result = evaluate(old(45), PURCHASE, { daysRequested: 45 });
    expect(briefly(result, "ASK_MORE_DAYS")).toEqual(["info fannie freddie"]);
    expect(briefly(evaluate(old(45), PURCHASE, { daysRequested: 60 }), "ASK_MORE_DAYS")).toEqual([]);
  });
});

describe("recently opened account", () => {
  const opened = (days: number, cents: number, ...more: ReportAccount["transactions"]) =>
    account({
      days,
      currentCents: -cents,
      transactions: [line(cents, daysAgo(days), { description: "COUNTER DEPOSIT" }), ...more],
    });
  const all = () => true;
  const severities = (result: ReturnType<typeof evaluate>) => briefly(result, "RECENTLY_OPENED");

  test("opened by cash: FHA blocks, Fannie Mae and Freddie Mac review, and history is no blocker", () => {
    const result = evaluate(opened(27, -380_000));
    expect(severities(result)).toEqual(["review fannie freddie", "blocker fha"]);
    expect(briefly(result)).toEqual(["review fannie freddie", "review fha"]);
  });

  test("opened by an explained deposit: info only", () => {
    expect(severities(evaluate(opened(41, -2_000_000), PURCHASE, { isExplained: all }))).toEqual([
      "info fannie freddie fha",
    ]);
  });

  test("what comes in later does not explain the first deposit", () => {
    const later = line(-100, daysAgo(5), { description: "INTEREST" });
    const isExplained = (one: Line) => one.source.description === "INTEREST";
    expect(severities(evaluate(opened(41, -2_000_000, later), PURCHASE, { isExplained }))).toContain("blocker fha");
  });

  test("every deposit of the first day needs an explanation, and later ones do not", () => {
    const isExplained = (one: Line) => one.source.description === "COUNTER DEPOSIT";
    const other = (ago: number) => opened(41, -2_000_000, line(-100, daysAgo(ago), { description: "CHECK" }));
    expect(severities(evaluate(other(41), PURCHASE, { isExplained }))).toContain("blocker fha");
    expect(severities(evaluate(other(40), PURCHASE, { isExplained }))).toEqual(["info fannie freddie fha"]);
  });

  test.each([
    [89, 0, 1],
    [90, 0, 0],
    [41, 100, 1],
    [41, 101, 0],
    [41, -100, 1],
    [41, -101, 0],
  ])("%i days shown, %i cents before the first deposit", (days, cents, found) => {
    const one = opened(days, -500_000);
    const historicalBalances = one.historicalBalances.map((balance) => ({
      ...balance,
      currentCents: balance.currentCents + cents,
    }));
    const of = { ...one, historicalBalances };
    expect(
      evaluate(of, PURCHASE, { isExplained: all }).findings.filter(({ code }) => code === "RECENTLY_OPENED"),
    ).toHaveLength(found);
  });

  test("an empty account that never held money needs no explanation", () => {
    expect(severities(evaluate(account({ days: 20, currentCents: 0 })))).toEqual([]);
  });

  test("the order of balances and lines changes nothing", () => {
    const one = opened(41, -2_000_000, line(-100, daysAgo(5)));
    const turned = {
      ...one,
      historicalBalances: [...one.historicalBalances].reverse(),
      transactions: [...one.transactions].reverse(),
    };
    expect(evaluate(turned).findings).toEqual(evaluate(one).findings);
    expect(evaluate(one).rows[0]!.firstDeposits.every(isDeposit)).toBe(true);
  });
});

describe("at the limits", () => {
  test("part of a day is no day, and nothing older than a century is believed", () => {
    const shown = (daysAvailable: number, more: Partial<ReportAccount> = {}) =>
      evaluate(account({ historicalBalances: [], transactions: [line(-500, daysAgo(20))], daysAvailable, ...more }))
        .rows[0]!.shownDays;
    expect([59.9, 0, -3, NaN, Infinity, 36_499, 36_500, 36_501].map((days) => shown(days))).toEqual([
      59, 0, 0, 0, 0, 36_499, 36_500, 36_500,
    ]);
    const unread = [{ date: "unknown", currentCents: 100 }];
    expect(shown(45, { historicalBalances: unread })).toBe(45);
  });

  test("nothing is asked for without an account that counts, and of no program that is not evaluated", () => {
    expect(evaluate(old(20), PURCHASE, { daysRequested: 20, uncounted: ["checking"] }).findings).toEqual([]);
    expect(evaluate(old(60)).notEvaluated).toEqual([]);
    expect(evaluate(old(60), {}, { programs: ["fannie"] }).notEvaluated).toHaveLength(1);
  });

  test("statements close a gap in whatever order they are filed", () => {
    const joined = [
      statement("checking", "2026-08-20", "2026-09-19"),
      statement("checking", "2026-09-20", "2026-10-02"),
    ];
    for (const evidence of [joined, joined.toReversed()])
      expect(briefly(evaluate(old(44), PURCHASE, { evidence }))).toEqual([]);
  });

  test("the first money of a new account is asked for without what is explained", () => {
    const day = daysAgo(41);
    const transactions = [
      line(-500_000, day, { description: "COUNTER DEPOSIT" }),
      line(-200_000, day, { description: "CHECK" }),
      line(3_000, day, { description: "SHOP" }),
    ];
    const of = account({ days: 41, currentCents: 697_000, transactions });
    const opened = (isExplained: (one: Line) => boolean) =>
      evaluate(of, PURCHASE, { isExplained }).findings.filter(({ code }) => code === "RECENTLY_OPENED");
    const [asked] = opened(({ source }) => source.description === "CHECK");
    expect(asked).toMatchObject({
      inputs: { shownDays: 41, firstDepositCents: 500_000 },
      transactionIds: [transactions[0]!.id],
    });
    expect(asked!.clearedBy).toContainEqual({ by: "confirmation", kind: "ownTransfer", needsDocument: true });
    const [reported, ...more] = opened(() => true);
    expect(reported).toMatchObject({ inputs: { firstDepositCents: 700_000 }, clearedBy: [] });
    expect(more).toEqual([]);
    expect(reported!.factsHash).not.toBe(asked!.factsHash);
  });

  test("a new account without a deposit is asked about above one dollar", () => {
    const silent = (cents: number | null) =>
      briefly(
        evaluate(
          account({
            currentCents: cents,
            daysAvailable: 20,
            historicalBalances: [{ date: daysAgo(20), currentCents: 0 }],
          }),
          PURCHASE,
          { isExplained: () => true },
        ),
        "RECENTLY_OPENED",
      );
    expect(silent(100)).toEqual([]);
    expect(silent(null)).toEqual([]);
    expect(silent(101)).toEqual(["review fannie freddie", "blocker fha"]);
  });

  test("a program that does not ask gets no finding", () => {
    const of = account({ days: 20, transactions: [line(-500_000, daysAgo(20))], currentCents: 500_000 });
    const severities = (programs: readonly Program[]) =>
      briefly(evaluate(of, PURCHASE, { programs }), "RECENTLY_OPENED");
    expect(severities(["fha"])).toEqual(["blocker fha"]);
    expect(severities(["fannie"])).toEqual(["review fannie"]);
  });
});
