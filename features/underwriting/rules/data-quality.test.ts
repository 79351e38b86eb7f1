import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPlaidReport } from "#providers/plaid/report.ts";
import { PERSONAS, personBehind, type Persona } from "../../../sandbox/plaid/bank-data/personas.ts";
import { offeredAccounts } from "../../../sandbox/plaid/item-accounts.ts";
import type { Item, Report } from "../../../sandbox/plaid/plaid-data.ts";
import { cutToDays, reportText, type ReportReply } from "../../../sandbox/plaid/report-body.ts";
import { evaluateDataQuality, evaluateFundsFell, type FundsFellInput } from "./data-quality.ts";
import { addDays } from "./days.ts";
import type { ParsedReport, ReportAccount, ReportTransaction } from "./parsed-report.ts";
import { account, AS_OF, daysAgo, item, line, modelOf, report, type ModelOptions } from "./test-model.ts";

const MAIN = ["fannie", "freddie", "fha"] as const;

function evaluate(of: ParsedReport, options: ModelOptions = {}, conventionalThresholdCents: number | null = 450_000) {
  const model = modelOf(of, options);
  const { findings } = evaluateDataQuality({ model, programs: MAIN, duplicates: [], conventionalThresholdCents });
  return findings;
}
const one = (of: ReportAccount) => report([item([of])]);
const codes = (findings: ReturnType<typeof evaluate>) => findings.map(({ code, severity }) => `${code} ${severity}`);

// ---- Reports of the sandbox -----------------------------------------------------------------------------------------

const GOLDEN = readPlaidReport(
  readFileSync(path.join(import.meta.dirname, "../../../sandbox/plaid/bank-data/golden-asset-report.json")),
);

function sandboxReply(persona: Persona, now: Date): ReportReply {
  const identity = {
    itemId: "item-1",
    username: persona.username,
    person: personBehind(persona, { fullName: "Maria Silva" }),
    institutionId: "ins_109508",
    linkedOn: "2026-03-10",
  };
  const accountIds = offeredAccounts(identity, now).map(({ account_id }) => account_id);
  const asked = { id: "report-1", clientReportId: null, user: {}, daysRequested: 90, excludedAccountIds: null };
  return JSON.parse(reportText(asked as unknown as Report, [{ ...identity, accountIds } as unknown as Item], now));
}

const read = (reply: unknown) => readPlaidReport(Buffer.from(JSON.stringify(reply)));
const sandboxReport = (persona: Persona, day: string) => read(sandboxReply(persona, new Date(`${day}T15:00:00Z`)));

function changedAccount(of: ParsedReport, change: (account: ReportAccount) => Partial<ReportAccount>): ParsedReport {
  const [first, ...rest] = of.items;
  const [changed, ...others] = first!.accounts; // each of these reports has a bank with accounts
  return { ...of, items: [{ ...first!, accounts: [{ ...changed!, ...change(changed!) }, ...others] }, ...rest] };
}

const dataFaults = (of: ParsedReport) => evaluate(of).filter(({ code }) => code === "DATA_FAULT");

describe("balances and transactions that do not add up", () => {
  test.each(["golden", ...PERSONAS.map(({ username }) => username)])("the report of %s adds up", (username) => {
    const persona = PERSONAS.find((each) => each.username === username);
    const reports = persona
      ? [
          sandboxReport(persona, "2026-03-10"),
          read(cutToDays(sandboxReply(persona, new Date("2026-03-17T15:00:00Z")), 31)),
        ]
      : [GOLDEN];
    for (const of of reports) {
      expect(of.items.flatMap(({ accounts }) => accounts).some(({ transactions }) => transactions.length > 0)).toBe(
        true,
      );
      expect(dataFaults(of)).toEqual([]);
    }
  });

  const WITH_LINES = [GOLDEN, ...PERSONAS.slice(0, 3).map((persona) => sandboxReport(persona, "2026-03-10"))];

  test("a removed transaction is found, in any of them", () => {
    for (const of of WITH_LINES) {
      const { transactions: all, historicalBalances } = of.items[0]!.accounts[0]!; // as above
      // The oldest balance already holds the transactions of its own day.
      const posted = all.filter(({ pending, date }) => !pending && date > historicalBalances.at(-1)!.date);
      expect(posted.length).toBeGreaterThan(10);
      for (const gone of [posted[0], posted.at(-1)]) {
        const edited = changedAccount(of, ({ transactions }) => ({
          transactions: transactions.filter((each) => each !== gone),
        }));
        expect(dataFaults(edited)).toMatchObject([{ severity: "blocker", programs: MAIN }]);
        expect(Math.abs(dataFaults(edited)[0]!.inputs.differenceCents as number)).toBe(Math.abs(gone!.amountCents));
      }
    }
  });

  test("a transaction edited by one cent is found, and no waiver clears it", () => {
    for (const of of WITH_LINES) {
      const edited = changedAccount(of, ({ transactions }) => ({
        transactions: transactions.map((each, at) =>
          at === 20 ? { ...each, amountCents: each.amountCents + 1 } : each,
        ),
      }));
      expect(dataFaults(edited)).toHaveLength(1);
      expect(dataFaults(edited)[0]!.clearedBy.map(({ by }) => by)).toEqual(["newReport", "leaveOut"]);
    }
  });

  const salary = line(-500_000, daysAgo(10));
  const pendingOut = line(2_318, daysAgo(0), { pending: true });
  const pendingIn = line(-510_000, daysAgo(0), { pending: true });

  test.each([
    [[], 0],
    [[pendingOut], 2_318],
    [[pendingIn], -510_000],
    [[pendingIn, pendingOut], 2_318 - 510_000],
  ])("a balance that counts pending transactions adds up: %j", (pending, effect) => {
    const transactions = [salary, ...pending];
    const of = account({ transactions });
    expect(dataFaults(one({ ...of, currentCents: of.currentCents! - effect }))).toEqual([]);
    expect(dataFaults(one({ ...of, currentCents: of.currentCents! - effect - 1 }))).toHaveLength(1);
  });

  test("above a dozen pending transactions, a balance within their range adds up", () => {
    const pending = Array.from({ length: 13 }, (_one, at) => line(100, daysAgo(0), { id: `p${at}`, pending: true }));
    const of = account({ transactions: [salary, ...pending] });
    const off = (cents: number) => dataFaults(one({ ...of, currentCents: of.currentCents! - cents }));
    expect([off(50), off(1_300), off(1_301).length, off(-1).length]).toEqual([[], [], 1, 1]);
  });

  test("above a dozen, pending deposits widen the range downward and payments upward", () => {
    const pending = Array.from({ length: 13 }, (_one, at) =>
      line(at < 7 ? 100 : -100, daysAgo(0), { id: `p${at}`, pending: true }),
    );
    const of = account({ transactions: [salary, ...pending] });
    const off = (cents: number) => dataFaults(one({ ...of, currentCents: of.currentCents! - cents })).length;
    expect([off(700), off(701), off(-600), off(-601)]).toEqual([0, 1, 0, 1]);
  });

  test("of a dozen pending transactions, some must add up to the difference", () => {
    const pending = Array.from({ length: 12 }, (_one, at) => line(100, daysAgo(0), { id: `p${at}`, pending: true }));
    const of = account({ transactions: [salary, ...pending] });
    const off = (cents: number) => dataFaults(one({ ...of, currentCents: of.currentCents! - cents })).length;
    expect([off(1_200), off(500), off(50)]).toEqual([0, 0, 1]);
  });

  test("the finding names the balance, the expected one and how far they are apart", () => {
    const of = { ...account({ transactions: [line(2_500, daysAgo(3))] }), transactions: [] };
    const [finding] = dataFaults(one(of));
    // $25.00 went out by the daily balances, and no transaction says so.
    expect(finding!.inputs).toEqual({ currentCents: 3_300_000, expectedCents: 3_302_500, differenceCents: 2_500 });
    expect(finding!.text).toContain("they are $25.00 apart");
  });

  test("a transaction without a currency of its own is in the account's", () => {
    const wrong = {
      ...account({ transactions: [salary] }),
      transactions: [{ ...salary, amountCents: -1, currency: null }],
    };
    expect(dataFaults(one(wrong))).toHaveLength(1);
  });

  test("a repeated transaction may or may not be in the balance", () => {
    const copies = [salary, line(-500_000, daysAgo(10))];
    const found = (inBalance: readonly ReportTransaction[]) => {
      const of = { ...account({ transactions: [...inBalance] }), transactions: copies };
      const model = modelOf(one(of));
      const [read] = model.accounts;
      const deduplicated = { ...read!, lines: read!.lines.slice(1) };
      const counting = new Map([[deduplicated, model.counting.get(read!)!]]);
      return evaluateDataQuality({
        model: { ...model, accounts: [deduplicated], counting },
        programs: MAIN,
        duplicates: [],
        conventionalThresholdCents: null,
      }).findings.length;
    };
    expect([found(copies), found(copies.slice(1)), found([])]).toEqual([0, 0, 1]);
  });

  test("balances at the start of a day, and a newest balance of an earlier day, are not wrong", () => {
    const transactions = [salary, line(1_000, daysAgo(90))];
    const of = account({ transactions });
    const atStart = of.historicalBalances.map((balance) => ({
      ...balance,
      currentCents:
        balance.currentCents +
        transactions.filter(({ date }) => date === balance.date).reduce((sum, { amountCents }) => sum + amountCents, 0),
    }));
    expect(dataFaults(one({ ...of, historicalBalances: atStart }))).toEqual([]);
    expect(dataFaults(one({ ...of, historicalBalances: of.historicalBalances.slice(20) }))).toEqual([]);
  });

  test.each<[string, (of: ReportAccount) => ReportAccount]>([
    ["no balances", (of) => ({ ...of, historicalBalances: [] })],
    ["no current balance", (of) => ({ ...of, currentCents: null })],
    ["figures that cannot be read", (of) => ({ ...of, unreadCount: 1 })],
    [
      "transactions in another currency",
      (of) => ({ ...of, transactions: [{ ...salary, amountCents: -1, currency: "CAD" }] }),
    ],
    ["an investment", (of) => ({ ...of, type: "investment" })],
  ])("nothing is concluded from %s", (_name, change) => {
    const wrong = { ...account({ transactions: [salary] }), transactions: [] };
    expect(dataFaults(one(wrong))).toHaveLength(1);
    expect(dataFaults(one(change(wrong)))).toEqual([]);
  });

  test("an account that does not count does not block", () => {
    const wrong = { ...account({ transactions: [salary] }), transactions: [] };
    expect(evaluate(one(wrong), { uncounted: ["checking"] })).toEqual([]);
  });

  test("any set of transactions adds up, and not without one of them", () => {
    const lines = fc.array(
      fc.record({ cents: fc.integer({ min: -900_000, max: 900_000 }), ago: fc.integer({ min: 0, max: 88 }) }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 900_000 }), (all, more) => {
        const transactions = all.map(({ cents, ago }, at) => line(cents, daysAgo(ago), { id: `l${at}` }));
        const gone = line(more, daysAgo(30), { id: "gone" });
        const of = account({ transactions: [...transactions, gone] });
        expect(dataFaults(one(of))).toEqual([]);
        expect(dataFaults(one({ ...of, transactions }))).toHaveLength(1);
      }),
    );
  });
});

describe("lines left out", () => {
  const leftOut = (of: ReportAccount, copies: readonly ReportTransaction[], options: ModelOptions = {}) => {
    const model = modelOf(one(of), options);
    const duplicates = model.accounts[0]!.lines.filter(({ source }) => copies.includes(source));
    return codes(evaluateDataQuality({ model, programs: MAIN, duplicates, conventionalThresholdCents: null }).findings);
  };

  test("what cannot be read blocks, since its amount is not known", () => {
    expect(leftOut(account({ unreadCount: 1 }), [])).toEqual(["LINES_LEFT_OUT blocker"]);
    expect(leftOut(account({ unreadCount: 1 }), [], { uncounted: ["checking"] })).toEqual(["LINES_LEFT_OUT review"]);
    expect(leftOut(account(), [])).toEqual([]);
  });

  test.each([
    [101, 60, "blocker"],
    [100, 60, "review"],
    [500_000, 61, "review"],
    [-101, 0, "blocker"],
  ])("%i cents sent twice, %i days ago: %s", (cents, ago, severity) => {
    const copy = line(cents, daysAgo(ago));
    expect(leftOut(account({ transactions: [copy] }), [copy])).toEqual([`LINES_LEFT_OUT ${severity}`]);
  });

  test("each account's finding is about its own", () => {
    const copy = line(500, daysAgo(9));
    const savings = account({ id: "savings", mask: "8810" });
    const model = modelOf(report([item([account({ transactions: [copy] }), savings])]));
    const duplicates = model.accounts.flatMap(({ lines }) => lines);
    const { findings } = evaluateDataQuality({ model, programs: MAIN, duplicates, conventionalThresholdCents: null });
    expect(findings.map(({ accountIds }) => accountIds)).toEqual([["checking"]]);
  });

  test.each([
    [1, 0, "has 1 figure that cannot be read, which"],
    [2, 0, "has 2 figures that cannot be read, which"],
    [0, 1, "has 1 transaction that the provider sent twice, which"],
    [0, 2, "has 2 transactions that the provider sent twice, which"],
    [1, 2, "has 1 figure that cannot be read and 2 transactions that the provider sent twice, which"],
  ])("%i figures not read and %i transactions sent twice: %s", (unreadCount, copies, text) => {
    const transactions = [line(500, daysAgo(9)), line(600, daysAgo(8))].slice(0, copies);
    const of = (options: ModelOptions) => {
      const model = modelOf(one(account({ transactions, unreadCount })), options);
      const duplicates = model.accounts[0]!.lines;
      const { findings } = evaluateDataQuality({ model, programs: MAIN, duplicates, conventionalThresholdCents: null });
      return findings[0]!;
    };
    expect(of({}).text).toContain(text);
    expect(of({}).clearedBy.map(({ by }) => by)).toEqual(["newReport", "leaveOut"]);
    // What does not count has no need to be left out.
    expect(of({ uncounted: ["checking"] }).clearedBy.map(({ by }) => by)).toEqual(["newReport"]);
  });
});

describe("quiet periods", () => {
  const quiet = (...ago: number[]) =>
    codes(evaluate(one(account({ transactions: ago.map((days) => line(-5_000, daysAgo(days))) }))));

  test("45 days without activity and then a transaction", () => {
    expect(quiet(80, 34)).toEqual(["QUIET_PERIOD info"]);
    expect(quiet(80, 35)).toEqual([]);
    expect(quiet(80, 57, 34)).toEqual([]);
  });

  test("the days in between are counted, without those of both transactions", () => {
    const transactions = [line(-5_000, daysAgo(80)), line(-5_000, daysAgo(34))];
    expect(evaluate(one(account({ transactions })))[0]!.inputs).toEqual({ days: 45 });
  });

  test("the bank's interest is no activity", () => {
    const interest = line(-100, daysAgo(57), { description: "INTEREST PAID" });
    const transactions = [line(-5_000, daysAgo(80)), interest, line(-5_000, daysAgo(34))];
    const classes = { "INTEREST PAID": "interest" } as const;
    expect(codes(evaluate(one(account({ transactions })), { classes }))).toEqual(["QUIET_PERIOD info"]);
    expect(codes(evaluate(one(account({ transactions: [interest] })), { classes }))).toEqual([]);
  });
});

// ---- Against the report before ----------------------------------------------------------------------------------------

const EARLIER = addDays(AS_OF, -31);

/** The same bank a month ago: its lines of then, and its balances that follow from them. */
function before(of: ReportAccount, lines: readonly ReportTransaction[], more: Partial<ReportAccount> = {}) {
  const later = of.transactions.filter(({ date, pending }) => !pending && date >= EARLIER);
  const currentCents = (of.currentCents ?? 0) + later.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const former = account({ readOn: EARLIER, currentCents, transactions: [...lines], mask: of.mask, ...more });
  return report([item([former], { lastUpdatedAt: `${EARLIER}T11:00:00.000Z` })]);
}

const COUNTER = line(-520_000, "2026-10-02", { id: "counter", description: "COUNTER DEPOSIT" });
const RENT = line(140_000, "2026-09-20", { id: "rent", description: "RENT" });
const NEW = line(-10_000, "2026-11-01", { id: "new", description: "REFUND" });

describe("history against the report before", () => {
  const now = account({ transactions: [RENT, COUNTER, NEW] });

  test("the same history a month later is not changed, whatever its ids are", () => {
    const renamed = [RENT, COUNTER].map((each) => ({ ...each, id: `old ${each.id}` }));
    expect(evaluate(one(now), { previous: before(now, renamed, { id: "former" }) })).toEqual([]);
  });

  test("a deposit that is missing now blocks above the threshold", () => {
    const without = account({ transactions: [RENT, NEW] });
    const previous = before(now, [RENT, COUNTER]);
    const severities = [449_999, 520_000, null].map((t) => codes(evaluate(one(without), { previous }, t)));
    expect(severities).toEqual([["HISTORY_CHANGED blocker"], ["HISTORY_CHANGED review"], ["HISTORY_CHANGED review"]]);
    const [finding] = evaluate(one(without), { previous });
    expect(finding!.text).toContain(
      "1 transaction of the earlier report is missing or changed, such as $5,200.00 on Oct 2, 2026",
    );
    expect(finding!.text).toContain("the report of Oct 16, 2026");
    expect(codes(evaluate(one(without), { previous, uncounted: ["checking"] }))).toEqual(["HISTORY_CHANGED review"]);
  });

  test("another amount is a change, and other words or a day's move are reviewed", () => {
    const changed = (more: Partial<ReportTransaction>) => {
      const of = account({ transactions: [RENT, { ...COUNTER, ...more }, NEW] });
      const { historicalBalances } = now; // that the balances move with it is not what is asked here
      return codes(
        evaluate(one({ ...of, historicalBalances, unreadCount: 0 }), { previous: before(now, [RENT, COUNTER]) }),
      );
    };
    expect(changed({ amountCents: -470_000 })).toContain("HISTORY_CHANGED blocker");
    expect(changed({ description: "PAYROLL" })).toEqual(["HISTORY_CHANGED review"]);
    expect(changed({ date: "2026-10-03" })).toContain("HISTORY_CHANGED review");
    expect(changed({ date: "2026-10-12" })).toContain("HISTORY_CHANGED blocker");
    expect(changed({ description: "counter  deposit" })).toEqual([]);
  });

  test("what the newer report no longer reaches, and the day of the earlier reading, are not compared", () => {
    const early = line(-520_000, daysAgo(90), { id: "early" });
    const late = line(-520_000, EARLIER, { id: "late" });
    const previous = before(now, [early, RENT, COUNTER, late]);
    const balances = (of: ParsedReport) => changedAccount(of, () => ({ historicalBalances: [] }));
    expect(evaluate(one(now), { previous: balances(previous) })).toEqual([]);
  });

  /** The bank a month later, which shows these transactions and the balances of `now`. */
  const later = (lines: readonly ReportTransaction[], previous: ParsedReport, more: Partial<ReportAccount> = {}) =>
    evaluate(one({ ...now, transactions: [...lines], unreadCount: 0, ...more }), { previous }).filter(
      ({ code }) => code === "HISTORY_CHANGED",
    );

  test.each([
    ["moved by 5 days", { date: "2026-10-07" }, 0, 1],
    ["moved by 6 days", { date: "2026-10-08" }, 1, 0],
    ["moved back by 5 days", { date: "2026-09-27" }, 0, 1],
    ["moved back by 6 days", { date: "2026-09-26" }, 1, 0],
    ["of another amount", { amountCents: -520_001 }, 1, 0],
    ["pending again", { description: "PENDING", pending: true }, 1, 0],
  ])("a deposit that is %s", (_name, more, missing, reworded) => {
    const [finding] = later([RENT, { ...COUNTER, ...more }, NEW], before(now, [RENT, COUNTER]));
    expect(finding!.inputs).toMatchObject({ missing, reworded });
  });

  test("a transaction that both reports show is not another one in other words", () => {
    const fee = line(-520_000, "2026-10-05", { id: "fee", description: "WIRE IN" });
    const [finding] = later([RENT, fee, NEW], before(now, [RENT, COUNTER, fee]));
    expect(finding!.inputs).toMatchObject({ missing: 1, reworded: 0 });
  });

  test("each transaction in other words is the same as one of the earlier report only", () => {
    const other = { ...COUNTER, id: "other", description: "TELLER DEPOSIT" };
    const third = { ...COUNTER, id: "third", description: "BRANCH DEPOSIT" };
    const changed = (...lines: readonly ReportTransaction[]) =>
      later([RENT, ...lines, NEW], before(now, [RENT, COUNTER, other]))[0]?.inputs;
    expect(changed(third)).toMatchObject({ missing: 1, reworded: 1 });
    expect(changed(third, { ...third, id: "fourth" })).toMatchObject({ missing: 0, reworded: 2 });
    expect(changed({ ...third, date: "2026-11-02" }, third)).toMatchObject({ missing: 1, reworded: 1 });
    expect(changed({ ...third, date: "2026-11-02" })).toMatchObject({ missing: 2, reworded: 0 });
  });

  test("of equal transactions, as many must be there as before", () => {
    const twin = { ...COUNTER, id: "twin" };
    const missing = (was: readonly ReportTransaction[], is: readonly ReportTransaction[]) =>
      later(is, before(now, was, { historicalBalances: [] }))[0]?.inputs.missing;
    expect(missing([COUNTER, twin], [COUNTER, twin])).toBeUndefined();
    expect(missing([COUNTER, twin], [COUNTER])).toBe(1);
    expect(missing([COUNTER, twin], [])).toBe(2);
    expect(missing([COUNTER], [COUNTER, twin])).toBeUndefined();
  });

  test("what was pending then need not be there now", () => {
    const pending = line(-520_000, "2026-10-02", { id: "pending", pending: true });
    expect(later([RENT, COUNTER, NEW], before(now, [RENT, COUNTER, pending]))).toEqual([]);
  });

  test("the newer report's first day may be shown in part; from its second day on, all is compared", () => {
    // The newer report shows balances from daysAgo(90) on.
    const on = (ago: number) => line(-520_000, daysAgo(ago), { id: "early" });
    const missing = (ago: number) => later([RENT, COUNTER, NEW], before(now, [on(ago), RENT, COUNTER])).length;
    expect([missing(91), missing(90), missing(89), missing(88)]).toEqual([0, 0, 1, 1]);
  });

  test("without daily balances, a report shows what its transactions reach", () => {
    const first = line(-1_000, "2026-09-01", { id: "first" });
    const on = (date: string) => line(-520_000, date, { id: "early" });
    const missing = (date: string, balances: ReportAccount["historicalBalances"]) =>
      later([first, RENT, COUNTER], before(now, [on(date), RENT, COUNTER]), { historicalBalances: balances }).length;
    expect([missing("2026-09-01", []), missing("2026-09-02", [])]).toEqual([0, 1]);
    // One daily balance is enough to say where it begins.
    const balances = [{ date: "2026-09-10", currentCents: 0 }];
    expect([missing("2026-09-10", balances), missing("2026-09-11", balances)]).toEqual([0, 1]);
    const nothing = { ...now, transactions: [], historicalBalances: [] };
    expect(evaluate(one(nothing), { previous: before(now, [RENT, COUNTER]) })).toEqual([]);
  });

  test.each([
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ])("figures not read, %i now and %i then: nothing is compared with a gap", (is, was, found) => {
    const previous = before(now, [RENT, COUNTER], { unreadCount: was });
    expect(later([RENT, NEW], previous, { unreadCount: is })).toHaveLength(found);
  });

  test("the largest transaction that is missing is the example", () => {
    const named = (cents: number, words: string, date = "2026-10-02") =>
      line(cents, date, { id: words, description: words });
    const text = (...gone: readonly ReportTransaction[]) => later([RENT], before(now, [RENT, ...gone]))[0]!.text;
    const [small, large, out] = [
      named(-1_000, "A"),
      named(-300_000, "B", "2026-10-03"),
      named(400_000, "C", "2026-10-04"),
    ];
    expect(text(small, large)).toContain(
      "2 transactions of the earlier report are missing or changed, such as $3,000.00 on Oct 3",
    );
    expect(text(large, small)).toContain("such as $3,000.00 on Oct 3");
    expect(text(small, large, out)).toContain("such as $4,000.00 on Oct 4");
    // Of equal amounts the first by date.
    const [early, late] = [named(-1_000, "Z", "2026-10-01"), named(1_000, "D", "2026-10-05")];
    for (const gone of [
      [early, small, late],
      [late, small, early],
      [small, late, early],
    ])
      expect(text(...gone)).toContain("such as $10.00 on Oct 1");
  });

  test.each([
    [
      [COUNTER],
      "1 transaction of the earlier report has another description or date, such as $5,200.00 on Oct 2, 2026",
    ],
    [[COUNTER, RENT], "2 transactions of the earlier report have another description or date, such as $5,200.00"],
  ])("transactions in other words are named", (changed, text) => {
    const reworded = [RENT, COUNTER].map((each) => (changed.includes(each) ? { ...each, description: "OTHER" } : each));
    const [finding] = later(reworded, before(now, [RENT, COUNTER]));
    expect(finding!.text).toContain(text);
    expect(finding!.inputs).toMatchObject({ missing: 0, largestCents: 0, balanceDifferenceCents: 0 });
  });

  test("a change of an account that does not count is cleared by a new report alone", () => {
    const clearedBy = (options: ModelOptions) =>
      evaluate(one({ ...now, transactions: [RENT] }), { previous: before(now, [RENT, COUNTER]), ...options })
        .filter(({ code }) => code === "HISTORY_CHANGED")
        .flatMap((finding) => finding.clearedBy.map(({ by }) => by));
    expect(clearedBy({})).toEqual(["newReport", "leaveOut", "waiver"]);
    expect(clearedBy({ uncounted: ["checking"] })).toEqual(["newReport", "waiver"]);
  });

  const shiftedOn = (changes: Readonly<Record<string, number>>, pending: readonly ReportTransaction[] = []) =>
    changedAccount(before(now, [RENT, COUNTER, ...pending]), ({ historicalBalances }) => ({
      historicalBalances: historicalBalances.map((balance) => ({
        ...balance,
        currentCents: balance.currentCents + (changes[balance.date] ?? 0),
      })),
    }));
  const difference = (previous: ParsedReport, of: ReportAccount = now) => {
    const [finding] = evaluate(one(of), { previous }).filter(({ code }) => code === "HISTORY_CHANGED");
    return finding?.inputs.balanceDifferenceCents;
  };

  test("a daily balance that differs by a cent is found, on the days that both show", () => {
    const firstDay = daysAgo(90);
    // The earlier report shows days that the newer one no longer does.
    const longer = (changes: Readonly<Record<string, number>>, days = 90) => {
      const former = before(now, [RENT, COUNTER], { historicalBalances: balancesOf(days) });
      return changedAccount(former, ({ historicalBalances }) => ({
        historicalBalances: historicalBalances.map((balance) => ({
          ...balance,
          currentCents: balance.currentCents + (changes[balance.date] ?? 0),
        })),
      }));
    };
    const balancesOf = (days: number) =>
      Array.from({ length: days }, (_day, at) => {
        const date = addDays(EARLIER, 1 - at); // a day more than was complete
        const cents = now.historicalBalances.find((balance) => balance.date === date)?.currentCents ?? 0;
        return { date, currentCents: cents };
      });
    expect(difference(longer({}))).toBeUndefined();
    expect(difference(longer({ "2026-10-10": 1 }))).toBe(1);
    expect(difference(longer({ "2026-10-10": -1 }))).toBe(1);
    expect(difference(longer({ [firstDay]: 500 }))).toBeUndefined();
    expect(difference(longer({ [addDays(firstDay, 1)]: 500 }))).toBe(500);
    expect(difference(longer({ [addDays(EARLIER, -1)]: 500 }))).toBe(500);
    expect(difference(longer({ [EARLIER]: 500, [addDays(EARLIER, 1)]: 500 }))).toBeUndefined();
    // A day without a balance now is no difference.
    const gap = { ...now, historicalBalances: now.historicalBalances.filter(({ date }) => date !== "2026-10-10") };
    expect(difference(longer({ "2026-10-10": 500 }), gap)).toBeUndefined();
    expect(difference(longer({ "2026-10-10": 500, "2026-10-11": 400 }), gap)).toBe(400);
  });

  test("the largest difference is named, of equal ones the newest", () => {
    const text = (changes: Readonly<Record<string, number>>) =>
      evaluate(one(now), { previous: shiftedOn(changes) })[0]!.text;
    expect(text({ "2026-10-05": 300, "2026-10-06": -900, "2026-10-07": 500 })).toContain(
      "the balance of Oct 6, 2026 differs by $9.00 from the earlier report",
    );
    expect(text({ "2026-10-05": 900, "2026-10-06": 900, "2026-10-07": 500 })).toContain("Oct 6, 2026 differs by $9.00");
    const changed = shiftedOn({ "2026-10-05": 900, "2026-10-06": 900 });
    const oldestFirst = changedAccount(changed, (of) => ({ historicalBalances: [...of.historicalBalances].reverse() }));
    expect(evaluate(one(now), { previous: oldestFirst })[0]!.text).toContain("Oct 6, 2026 differs by $9.00");
  });

  test("pending payments and deposits explain a difference up to their sum", () => {
    const pending = [
      line(3_000, "2026-10-09", { id: "out", pending: true }),
      line(-5_000, "2026-10-10", { id: "in", pending: true }),
    ];
    const of = (cents: number) => difference(shiftedOn({ "2026-10-10": cents }, pending));
    expect([of(8_000), of(-8_000), of(8_001)]).toEqual([undefined, undefined, 8_001]);
  });

  test("a daily balance that differs is found; what was pending then explains it", () => {
    const shifted = (pending: readonly ReportTransaction[]) =>
      changedAccount(before(now, [RENT, COUNTER, ...pending]), ({ historicalBalances }) => ({
        historicalBalances: historicalBalances.map((balance) =>
          balance.date >= "2026-10-10" ? { ...balance, currentCents: balance.currentCents + 460_000 } : balance,
        ),
      }));
    expect(codes(evaluate(one(now), { previous: shifted([]) }))).toEqual(["HISTORY_CHANGED blocker"]);
    const pending = (date: string, cents: number) => shifted([line(cents, date, { pending: true })]);
    expect(evaluate(one(now), { previous: pending("2026-10-10", 460_000) })).toEqual([]);
    expect(codes(evaluate(one(now), { previous: pending("2026-10-12", 460_000) }))).toHaveLength(1);
    expect(codes(evaluate(one(now), { previous: pending("2026-10-10", 459_999) }))).toHaveLength(1);
  });

  test("the sandbox's banks report the same history a week later", () => {
    for (const persona of PERSONAS.filter(({ way }) => way !== "golden")) {
      const previous = sandboxReport(persona, "2026-03-10");
      const found = codes(evaluate(sandboxReport(persona, "2026-03-17"), { previous }));
      expect(
        found.filter((code) => /^(HISTORY|ACCOUNT)/.test(code)),
        persona.username,
      ).toEqual([]);
    }
    expect(evaluate(GOLDEN, { previous: GOLDEN }).filter(({ code }) => /^(HISTORY|ACCOUNT)/.test(code))).toEqual([]);
  });
});

describe("an account that is gone", () => {
  const savings = account({ id: "savings", name: "Savings", mask: "8810", subtype: "savings", currentCents: 900_000 });
  const checking = account();
  const gone = (then: readonly ReportAccount[], now: readonly ReportAccount[]) =>
    evaluate(report([item(now)]), { previous: report([item(then)]) }).filter(({ code }) => code === "ACCOUNT_GONE");

  test("is reviewed and named", () => {
    const [finding] = gone([checking, savings], [checking]);
    expect(finding).toMatchObject({ severity: "review", subject: "Bank One Savings …8810" });
    expect(gone([checking], [checking, savings])).toEqual([]);
  });

  test("is not gone when only its ids or its name at the bank changed", () => {
    expect(gone([checking, savings], [checking, { ...savings, id: "other", name: "Rainy day" }])).toEqual([]);
  });

  test("one of two accounts with the same mask is gone; one of two sign-ins is not", () => {
    const twin = account({ id: "twin", currentCents: 1_550_000, transactions: [line(-9_900, daysAgo(9))] });
    expect(gone([checking, twin], [twin])).toHaveLength(1);
    expect(gone([checking, { ...checking, id: "copy" }], [checking])).toEqual([]);
  });

  test("an account without a number that is still there is not gone", () => {
    const unnumbered = account({ mask: null });
    expect(gone([unnumbered], [unnumbered])).toEqual([]);
  });

  const lines = (...ago: number[]) => ago.map((days) => line(-1_000 * (days + 1), daysAgo(days), { id: `l${days}` }));
  const seen = account({ id: "seen", transactions: lines(5, 6, 7, 8, 9) });

  test.each<[string, number, Partial<ReportAccount>]>([
    ["the same transactions", 0, {}],
    ["four of five transactions in common", 0, { transactions: lines(5, 6, 7, 8, 19) }],
    ["three of five transactions in common", 1, { transactions: lines(5, 6, 7, 18, 19) }],
    ["no transactions", 0, { transactions: [] }],
    ["another balance", 1, { currentCents: 3_300_001 }],
    ["another number", 1, { mask: "9902" }],
    ["no number", 1, { mask: null }],
    ["another type", 1, { type: "loan", transactions: [] }],
  ])("seen twice then and once now, with %s: %i gone", (_name, number, more) => {
    expect(gone([{ ...seen, id: "copy", name: "Copy", ...more }, seen], [seen])).toHaveLength(number);
  });

  test("two accounts without a number are two, however alike", () => {
    const unnumbered = account({ mask: null });
    expect(gone([unnumbered, { ...unnumbered, id: "other" }], [unnumbered])).toHaveLength(1);
  });
});

describe("money that is gone since the report before", () => {
  const savings = (cents: number) => account({ id: "savings", mask: "8810", currentCents: cents });
  const fell = (now: readonly ReportAccount[], funds: FundsFellInput["funds"], options: ModelOptions = {}) => {
    const previous = report([item([account(), savings(1_000_000)])], { asOf: EARLIER });
    const model = modelOf(report([item(now)]), { previous, ...options });
    return evaluateFundsFell({ model, programs: MAIN, funds }).findings;
  };
  const funds = (usableClosingCents: number, cashToCloseCents: number | null = 4_000_000) => ({
    fannie: { usableClosingCents, cashToCloseCents },
  });

  test("is reviewed when cash to close is no longer covered", () => {
    expect(fell([account(), savings(100_000)], funds(3_400_000))).toMatchObject([
      {
        code: "FUNDS_FELL",
        severity: "review",
        programs: ["fannie"],
        inputs: { beforeCents: 4_300_000, afterCents: 3_400_000 },
      },
    ]);
    expect(fell([account()], funds(3_300_000))).toHaveLength(1);
    // What was there before was just enough.
    expect(fell([account(), savings(100_000)], funds(3_400_000, 4_300_000))).toHaveLength(1);
  });

  /** The savings account before and now; the checking account stays at $33,000.00. */
  const inputs = (was: Partial<ReportAccount>, is: Partial<ReportAccount> | null, options: ModelOptions = {}) => {
    const previous = report([item([account(), { ...savings(1_000_000), ...was }])], { asOf: EARLIER });
    const now = is === null ? [account()] : [account(), { ...savings(1_000_000), ...is }];
    const model = modelOf(report([item(now)]), { previous, ...options });
    const [finding] = evaluateFundsFell({
      model,
      programs: MAIN,
      funds: { fha: { usableClosingCents: 0, cashToCloseCents: 1 } },
    }).findings;
    return finding && [finding.inputs.beforeCents, finding.inputs.afterCents];
  };

  test.each<[string, Partial<ReportAccount>, number]>([
    ["the balance", { currentCents: 1_000_000, availableCents: null }, 1_000_000],
    ["no more than is available", { currentCents: 1_000_000, availableCents: 900_000 }, 900_000],
    ["no more than the balance", { currentCents: 1_000_000, availableCents: 1_100_000 }, 1_000_000],
    ["nothing when overdrawn", { currentCents: -50_000, availableCents: -50_000 }, 0],
    ["nothing without a balance", { currentCents: null, availableCents: 700_000 }, 0],
    ["nothing with none of it available", { currentCents: 5_000, availableCents: 0 }, 0],
  ])("an account held %s", (_name, balances, cents) => {
    expect(inputs(balances, { currentCents: -1, availableCents: -1 })).toEqual(
      cents === 0 ? undefined : [3_300_000 + cents, 3_300_000],
    );
    expect(inputs({ currentCents: 2_000_000, availableCents: 2_000_000 }, balances)).toEqual([
      5_300_000,
      3_300_000 + cents,
    ]);
  });

  test("only accounts that count now, and bank accounts that are gone, are compared", () => {
    const fallen = { currentCents: 100_000, availableCents: 100_000 };
    expect(inputs({}, fallen)).toEqual([4_300_000, 3_400_000]);
    expect(inputs({}, fallen, { uncounted: ["savings"] })).toBeUndefined();
    const brokerage = { type: "investment", subtype: "brokerage" };
    expect(inputs(brokerage, { ...brokerage, ...fallen })).toBeUndefined();
    expect(inputs({}, null)).toEqual([4_300_000, 3_300_000]);
    expect(inputs(brokerage, null)).toBeUndefined();
    expect(inputs({ currency: "CAD" }, null)).toBeUndefined();
    expect(inputs({ currency: null }, null)).toBeUndefined();
  });

  test.each([
    ["it is still covered", funds(4_000_000)],
    ["it was not covered before either", funds(3_400_000, 4_300_001)],
    ["cash to close is not known", funds(3_400_000, null)],
    ["funds are not known", {}],
  ])("is not when %s", (_name, of) => {
    expect(fell([account(), savings(100_000)], of)).toEqual([]);
  });

  test("is not when the money only moved between the accounts", () => {
    expect(fell([account({ currentCents: 4_200_000 }), savings(100_000)], funds(3_900_000))).toEqual([]);
  });
});
