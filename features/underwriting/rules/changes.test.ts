import { describe, expect, test } from "vitest";
import { commonShare, compareReports, pairAccounts, type ComparedReport } from "./changes.ts";
import { addDays } from "./days.ts";
import { Difference, type DebtRow, type Finding } from "./evaluation.ts";
import { finding } from "./finding.ts";
import type { Account, Line } from "./model.ts";
import type { ParsedReport, ReportAccount, ReportTransaction } from "./parsed-report.ts";
import { account, AS_OF, daysAgo, item, line, modelOf, report } from "./test-model.ts";

const LATER = addDays(AS_OF, 20);
const BEFORE_ID = "6f1c2f0e-3a4b-4c5d-8e6f-7a8b9c0d1e2f";
const AFTER_ID = "0b9d8c7e-6f5a-4b3c-9d2e-1f0a9b8c7d6e";

interface Evaluated {
  readonly findings?: (lines: readonly Line[], accounts: readonly Account[]) => Finding[];
  readonly debts?: readonly Partial<DebtRow>[];
  readonly fees?: readonly string[];
  readonly copies?: readonly string[];
  readonly maybeCopies?: readonly string[];
}

function compared(
  reportId: string,
  of: ParsedReport,
  { findings, debts = [], fees = [], copies = [], maybeCopies = [] }: Evaluated = {},
) {
  const { accounts } = modelOf(of);
  const figures = {
    debts: debts.map((debt) => ({ payeeId: null, isActive: true, ...debt })),
    nsf: { transactionIds: fees },
    seenTwice: [...copies, ...maybeCopies].map((accountId) => ({
      accountId,
      countedAccountId: "checking",
      isSure: copies.includes(accountId),
    })),
  };
  const found =
    findings?.(
      accounts.flatMap(({ lines }) => lines),
      accounts,
    ) ?? [];
  // Only the figures that a comparison reads.
  return { reportId, report: of, evaluation: { findings: found, figures } } as unknown as ComparedReport;
}

const before = (accounts: readonly ReportAccount[], evaluated?: Evaluated) =>
  compared(BEFORE_ID, report([item(accounts)]), evaluated);
const after = (accounts: readonly ReportAccount[], evaluated?: Evaluated) =>
  compared(AFTER_ID, report([item(accounts, { lastUpdatedAt: `${LATER}T11:00:00.000Z` })]), evaluated);

const deposit = (cents: number, ago: number, id: string, more: Partial<ReportTransaction> = {}) =>
  line(-cents, daysAgo(ago), { id, description: "COUNTER DEPOSIT", ...more });

const large = (lines: readonly Line[]): Finding[] =>
  lines
    .filter(({ cents }) => cents < -450_000)
    .map((one) =>
      finding({
        ruleId: "R3",
        code: "LARGE_UNSOURCED",
        programs: ["fannie", "freddie"],
        severity: "info",
        text: "A large deposit.",
        clearedBy: [],
        lines: [one],
      }),
    );

test("two reports with the same lines differ in their balances alone", () => {
  const one = account({ transactions: [deposit(1_500_000, 10, "a"), line(20_000, daysAgo(12))] });
  const difference = compareReports(
    before([one], { findings: large }),
    after([{ ...one, currentCents: 9_000_000 }], { findings: large }),
  );
  expect(difference).toEqual({
    before: { reportId: BEFORE_ID, asOf: AS_OF },
    after: { reportId: AFTER_ID, asOf: LATER },
    balances: [
      {
        accountId: "checking",
        name: "Checking",
        mask: "4471",
        institutionName: "Bank One",
        beforeCents: 3_300_000,
        afterCents: 9_000_000,
      },
    ],
    ...{ newDeposits: [], newDebts: [], newFees: [], findingsOpened: [], findingsClosed: [] },
  });
  expect(Difference.parse(difference)).toEqual(difference);
});

test("new deposits, debts and fees are listed, with the findings that follow", () => {
  const fee = line(3_500, daysAgo(-6), { id: "fee", description: "NSF FEE" });
  const oldFee = line(3_500, daysAgo(6), { id: "old fee", description: "NSF FEE" });
  const old = [deposit(1_500_000, 10, "old"), oldFee];
  const debt = (creditor: string, monthlyCents: number | null, more: Partial<DebtRow> = {}) => ({
    ...{ creditor, monthlyCents },
    ...more,
  });
  const difference = compareReports(
    before([account({ transactions: old })], {
      findings: large,
      debts: [debt("Ford Credit", 40_000, { payeeId: "ford" })],
      fees: ["old fee"],
    }),
    after([account({ transactions: [deposit(2_000_000, -5, "new"), fee, ...old] })], {
      findings: large,
      debts: [
        debt("Ford Motor Credit", 41_000, { payeeId: "ford" }),
        debt("Upstart", 41_000),
        debt("Discover", null),
        debt("Navient", 26_500, { isActive: false }),
      ],
      fees: ["fee", "old fee"],
    }),
  );
  expect(difference.newDeposits).toEqual([
    {
      ...{ transactionId: "new", accountId: "checking", date: addDays(AS_OF, 5), description: "COUNTER DEPOSIT" },
      cents: 2_000_000,
    },
  ]);
  expect(difference.newDebts).toEqual([debt("Upstart", 41_000), debt("Discover", null)]);
  expect(difference.newFees).toEqual([
    { transactionId: "fee", date: addDays(AS_OF, 6), description: "NSF FEE", cents: 3_500 },
  ]);
  expect(difference.findingsOpened.map(({ transactionIds }) => transactionIds)).toEqual([["new"]]);
  expect(difference.findingsClosed).toEqual([]);
});

test("a finding that is gone is closed", () => {
  const one = account({ transactions: [deposit(1_500_000, 10, "old")] });
  const { findingsClosed, findingsOpened } = compareReports(before([one], { findings: large }), after([one]));
  expect([findingsClosed.map(({ code }) => code), findingsOpened]).toEqual([["LARGE_UNSOURCED"], []]);
});

test("a finding that grows by a line is the same finding, and one of another account is not", () => {
  const fees = (lines: readonly Line[]) => [
    finding({
      ...{ ruleId: "R10", code: "RETURNED_ITEMS", programs: ["fannie"], severity: "review", text: "", clearedBy: [] },
      lines,
    }),
  ];
  const fee = (ago: number, id: string) => line(3_500, daysAgo(ago), { id, description: "OVERDRAFT FEE" });
  const grown = compareReports(
    before([account({ transactions: [fee(30, "a")] })], { findings: fees }),
    after([account({ transactions: [fee(-3, "b"), fee(30, "a")] })], { findings: fees }),
  );
  expect([grown.findingsOpened, grown.findingsClosed]).toEqual([[], []]);
  const again = compareReports(
    before([account({ transactions: [fee(30, "a")] })], { findings: fees }),
    after([account({ id: "again", transactions: [fee(-3, "y"), fee(30, "x")] })], { findings: fees }),
  );
  expect([again.findingsOpened, again.findingsClosed]).toEqual([[], []]);
  const other = account({ id: "savings", mask: "8810" });
  const missing = (of: string) => (_lines: readonly Line[], accounts: readonly Account[]) => [
    finding({
      ...{ ruleId: "R4", code: "ELEMENT_MISSING", programs: ["fannie"], severity: "review", text: "", clearedBy: [] },
      accounts: accounts.filter(({ id }) => id === of),
    }),
  ];
  const moved = compareReports(
    before([account(), other], { findings: missing("checking") }),
    after([account(), other], { findings: missing("savings") }),
  );
  expect([moved.findingsOpened.length, moved.findingsClosed.length]).toEqual([1, 1]);
  const renamed = compareReports(
    before([account(), other], { findings: missing("checking") }),
    after([account({ id: "again", subtype: "cash management" }), other], { findings: missing("again") }),
  );
  expect([renamed.findingsOpened, renamed.findingsClosed]).toEqual([[], []]);
});

test("a finding that is exactly the same keeps its place before one that grew", () => {
  const about =
    (...groups: string[][]) =>
    (lines: readonly Line[]) =>
      groups.map((ids) =>
        finding({
          ...{ ruleId: "R20", code: "CASH_PATTERN", programs: ["fannie"], severity: "review", text: "", clearedBy: [] },
          lines: lines.filter(({ id }) => ids.includes(id)),
        }),
      );
  const one = account({ transactions: [deposit(900, 10, "a"), deposit(800, 9, "b")] });
  const { findingsOpened, findingsClosed } = compareReports(
    before([one], { findings: about(["a"]) }),
    after([one], { findings: about(["a", "b"], ["a"]) }),
  );
  expect(findingsOpened.map(({ transactionIds }) => transactionIds.length)).toEqual([2]);
  expect(findingsClosed).toEqual([]);
});

test("new deposits are listed oldest first, without those that are pending", () => {
  const lines = [deposit(3, -3, "c"), deposit(2, -1, "b", { pending: true }), deposit(1, 1, "a")];
  const { newDeposits } = compareReports(before([account()]), after([account({ transactions: lines })]));
  expect(newDeposits.map(({ transactionId }) => transactionId)).toEqual(["a", "c"]);
});

test("a pending deposit that has posted is new, and one older than what was requested then is not", () => {
  const pending = deposit(500_000, 1, "soon", { pending: true });
  const { newDeposits } = compareReports(
    before([account({ transactions: [pending] })]),
    after([account({ transactions: [deposit(500_000, 0, "posted"), deposit(600_000, 91, "older")] })]),
  );
  expect(newDeposits.map(({ transactionId }) => transactionId)).toEqual(["posted"]);
});

test("a bank that was connected again is the same bank, though all its ids and names are others", () => {
  const was = account({ transactions: [deposit(1_500_000, 10, "a1")] });
  const is = account({
    id: "again",
    name: "Everyday",
    transactions: [deposit(1_500_000, 10, "b1"), deposit(1_500_000, 10, "b2")],
  });
  const again = compareReports(before([was], { findings: large }), after([is], { findings: large }));
  expect(again.balances).toMatchObject([{ accountId: "again", beforeCents: 3_300_000, afterCents: 3_300_000 }]);
  expect(again.newDeposits.map(({ transactionId }) => transactionId)).toEqual(["b2"]);
  expect(again.findingsOpened.map(({ transactionIds }) => transactionIds)).toEqual([["b2"]]);
  expect(again.findingsClosed).toEqual([]);
});

test("the provider's ids alone make no pair: an account with the id of another one is a new account", () => {
  const { balances } = compareReports(before([account()]), after([account({ mask: "9917", currentCents: 5 })]));
  expect(balances.map(({ mask, beforeCents, afterCents }) => [mask, beforeCents, afterCents])).toEqual([
    ["9917", null, 5],
    ["4471", 3_300_000, null],
  ]);
});

test("accounts with one mask are paired by their lines", () => {
  const hers = account({ id: "1", currentCents: 1, transactions: [deposit(7_700, 9, "hers")] });
  const his = account({ id: "2", currentCents: 2, transactions: [deposit(8_800, 9, "his")] });
  const { balances } = compareReports(
    before([hers, his]),
    after([
      { ...his, id: "x", currentCents: 1 },
      { ...hers, id: "y", currentCents: 2 },
    ]),
  );
  expect(new Map(balances.map(({ beforeCents, afterCents }) => [beforeCents, afterCents]))).toEqual(
    new Map([
      [1, 2],
      [2, 1],
    ]),
  );
});

test("an account that is in a report twice is compared once, one that may be is compared", () => {
  const copies = [account(), account({ id: "copy" })];
  const { balances } = compareReports(before([account()]), after(copies, { copies: ["copy"] }));
  expect(balances.map(({ accountId }) => accountId)).toEqual(["checking"]);
  const maybe = compareReports(before([account()]), after(copies, { maybeCopies: ["copy"] }));
  expect(maybe.balances.map(({ accountId }) => accountId)).toEqual(["checking", "copy"]);
});

test("the order of accounts and lines changes nothing", () => {
  const lines = [deposit(1_500_000, 10, "a"), deposit(900, 3, "b"), deposit(900, -3, "c"), deposit(800, -3, "d")];
  const savings = account({ id: "savings", mask: "8810", transactions: lines.slice(2) });
  const then = before([account({ transactions: lines.slice(0, 2) })]);
  const now = compareReports(then, after([account({ transactions: lines }), savings]));
  const turned = after([
    { ...savings, transactions: [...savings.transactions].reverse() },
    account({ transactions: [...lines].reverse() }),
  ]);
  expect(compareReports(then, turned)).toEqual(now);
  expect(now.newDeposits).toHaveLength(4);
});

describe("accounts of two reports", () => {
  const located = (more: Parameters<typeof account>[0], bank = {}) => ({
    item: item([], bank),
    account: account(more),
  });
  const pairs = (before: readonly ReturnType<typeof located>[], after: readonly ReturnType<typeof located>[]) =>
    pairAccounts(before, after).map(({ before: was, after: is }) => `${was?.account.id} ${is?.account.id}`);

  test("a shared persistent id is one account, another one or none is not", () => {
    const was = located({ id: "was", mask: "1111", persistentId: "p" });
    expect(pairs([was], [located({ id: "is", mask: "2222", persistentId: "p" })])).toEqual(["was is"]);
    for (const persistentId of ["q", null])
      expect(pairs([was], [located({ id: "is", mask: "2222", persistentId })])).toHaveLength(2);
    const unnamed = { persistentId: null, mask: "1111" };
    expect(pairs([located({ ...unnamed, id: "was" })], [located({ ...unnamed, id: "is", mask: "2222" })])).toHaveLength(
      2,
    );
  });

  test("without a mask the name distinguishes accounts", () => {
    const of = (id: string, name: string) => located({ id, name, mask: null });
    expect(pairs([of("was", "Rent")], [of("is", "Rent")])).toEqual(["was is"]);
    expect(pairs([of("was", "Rent")], [of("is", "Food")])).toHaveLength(2);
  });

  test("another persistent id, or none on both sides, is no likeness", () => {
    const transactions = [line(-100, daysAgo(3))];
    const alike = located({ id: "alike", transactions });
    for (const [was, is] of [
      ["q", "p"],
      ["q", null],
      [null, null],
    ])
      expect(
        pairs(
          [located({ id: "other", persistentId: was! }), alike],
          [located({ id: "is", transactions, persistentId: is! })],
        ),
      ).toEqual(["alike is", "other undefined"]);
  });

  // Each row alone decides against all rows below it.
  const lines = [line(-100, daysAgo(3)), line(-200, daysAgo(4))];
  test.each([
    ["persistent id", { persistentId: "p" }],
    ["lines", { transactions: lines }],
    ["subtype", { subtype: "money market" }],
    ["owners", { owners: [{ names: ["BO REED"], emails: [], phones: [], addresses: [] }] }],
    ["name", { name: "Rainy day" }],
    ["balance", { currentCents: 7 }],
  ] as const)("of accounts with one mask, those with the same %s are one, whatever comes after it", (field, more) => {
    const all = [
      { persistentId: "p" },
      { transactions: lines },
      { subtype: "money market" },
      { owners: [{ names: ["BO REED"], emails: [], phones: [], addresses: [] }] },
      { name: "Rainy day" },
      { currentCents: 7 },
    ];
    const at = ["persistent id", "lines", "subtype", "owners", "name", "balance"].indexOf(field);
    const lesser = Object.assign({}, ...all.slice(at + 1)) as Parameters<typeof account>[0];
    // The newer account has the field and all that comes after it; of the older ones one has each.
    const is = located({ id: "is", ...lesser, ...more } as Parameters<typeof account>[0]);
    const byField = located({ id: "by field", ...more } as Parameters<typeof account>[0]);
    const byRest = located({ id: "by rest", ...lesser });
    for (const before of [
      [byField, byRest],
      [byRest, byField],
    ])
      expect(pairs(before, [is])).toContain("by field is");
  });

  test("the newer report's accounts come first, each side sorted by content", () => {
    const of = (id: string) => located({ id, mask: id });
    expect(pairs([of("4"), of("3")], [of("2"), of("1")])).toEqual([
      "undefined 1",
      "undefined 2",
      "3 undefined",
      "4 undefined",
    ]);
  });
});

describe("the share of lines in common", () => {
  const of = (...transactions: ReportTransaction[]) => account({ transactions, historicalBalances: [] });
  const sum = (cents: number, ago: number, more = {}) => line(cents, daysAgo(ago), more);

  test("counts each line once, and only posted lines of days that both show", () => {
    expect(commonShare(of(sum(1, 5), sum(2, 4)), of(sum(1, 5), sum(2, 4)))).toBe(1);
    expect(commonShare(of(sum(1, 5), sum(2, 4)), of(sum(1, 5)))).toBe(0.5);
    expect(commonShare(of(sum(1, 5), sum(1, 5)), of(sum(1, 5)))).toBe(0.5);
    expect(commonShare(of(sum(1, 5), sum(1, 5), sum(1, 5)), of(sum(1, 5), sum(1, 5)))).toBe(2 / 3);
    expect(commonShare(of(sum(1, 5), sum(2, 9)), of(sum(1, 5)))).toBe(1);
    expect(commonShare(of(sum(3, 5), sum(2, 4)), of(sum(1, 5), sum(2, 4)))).toBe(0.5);
    expect(commonShare(of(sum(1, 5), sum(2, 4, { pending: true })), of(sum(1, 5)))).toBe(1);
    expect(commonShare(of(sum(1, 5)), of(sum(1, 5, { pending: true })))).toBe(0);
    expect(commonShare(of(), of(sum(1, 5)))).toBe(0);
    expect(
      commonShare(of(sum(1, 5), sum(2, 9)), {
        ...of(sum(1, 5)),
        historicalBalances: [{ date: daysAgo(9), currentCents: 0 }],
      }),
    ).toBe(0.5);
  });
});

test("new lines are those from the first day that was requested", () => {
  const lines = [deposit(5, 90, "first day"), deposit(6, 91, "earlier"), deposit(0, 3, "nothing")];
  const { newDeposits } = compareReports(before([account()]), after([account({ transactions: lines })]));
  expect(newDeposits.map(({ transactionId }) => transactionId)).toEqual(["first day"]);
});

test("equal lines are the same by id, so the new one is the one with a new id", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => deposit(1_500_000, 10, id));
  const difference = compareReports(
    before([account({ transactions: [a!, b!] })], { findings: large }),
    after([account({ transactions: [b!, a!, c!] })], { findings: large }),
  );
  expect(difference.newDeposits.map(({ transactionId }) => transactionId)).toEqual(["c"]);
  expect(difference.findingsOpened.map(({ transactionIds }) => transactionIds)).toEqual([["c"]]);
  expect(difference.findingsClosed).toEqual([]);
});

test("equal lines whose ids have all changed are none of them new", () => {
  const of = (...ids: string[]) => account({ transactions: ids.map((id) => deposit(1_500_000, 10, id)) });
  expect(compareReports(before([of("a", "b")]), after([of("x", "y")])).newDeposits).toEqual([]);
});

test("of equal lines one that is gone leaves the finding of the other one", () => {
  const about =
    (...groups: string[][]) =>
    (lines: readonly Line[]) =>
      groups.map((ids) =>
        finding({
          ...{ ruleId: "R20", code: "CASH_PATTERN", programs: ["fannie"], severity: "review", text: "", clearedBy: [] },
          lines: lines.filter(({ id }) => ids.includes(id)),
        }),
      );
  const [a, b] = ["a", "b"].map((id) => deposit(900, 10, id));
  const { findingsOpened, findingsClosed } = compareReports(
    before([account({ transactions: [a!, b!] })], { findings: about(["a"], ["b"]) }),
    after([account({ transactions: [b!, deposit(800, -3, "c")] })], { findings: about(["b", "c"]) }),
  );
  expect(findingsOpened).toEqual([]);
  expect(findingsClosed.map(({ transactionIds }) => transactionIds)).toEqual([["a"]]);
});

test("a debt counts as often as it is there, by its payee or its creditor", () => {
  const debts = (...creditors: string[]) => creditors.map((creditor) => ({ creditor, monthlyCents: 1 }));
  const added = (then: string[], now: string[]) =>
    compareReports(before([], { debts: debts(...then) }), after([], { debts: debts(...now) })).newDebts.map(
      ({ creditor }) => creditor,
    );
  expect(added(["Upstart"], ["UPSTART"])).toEqual([]);
  expect(added(["Upstart"], ["Upstart", "Upstart"])).toEqual(["Upstart"]);
  expect(added(["Upstart", "Upstart"], ["Upstart", "Upstart", "Upstart"])).toEqual(["Upstart"]);
  expect(added(["Upstart"], ["Discover"])).toEqual(["Discover"]);
});

test("a finding is the same by rule, code, subject and programs, and by its lines or accounts", () => {
  const of =
    (more: Partial<Finding>, ids: readonly string[] = []) =>
    (lines: readonly Line[], accounts: readonly Account[]): Finding[] => [
      {
        ...finding({
          ...{
            ruleId: "R10",
            code: "RETURNED_ITEMS",
            programs: ["fannie"],
            severity: "review",
            text: "",
            clearedBy: [],
          },
          ...(ids.length > 0 ? { lines: lines.filter(({ id }) => ids.includes(id)) } : { accounts }),
        }),
        ...{ key: JSON.stringify(more) },
        ...more,
      },
    ];
  const one = account({ transactions: [deposit(1, 9, "a"), deposit(2, 8, "b")] });
  const opened = (was: ReturnType<typeof of>, is: ReturnType<typeof of>) =>
    compareReports(before([one], { findings: was }), after([one], { findings: is })).findingsOpened.length;
  const first = of({ key: "before" });
  expect(opened(first, of({ key: "after" }))).toBe(0);
  expect(opened(first, of({ key: "after", ruleId: "R11" }))).toBe(1);
  expect(opened(first, of({ key: "after", code: "DATA_FAULT" }))).toBe(1);
  expect(opened(first, of({ key: "after", subject: "Other" }))).toBe(1);
  expect(opened(first, of({ key: "after", programs: ["fha"] }))).toBe(1);
  expect(opened(of({ key: "before" }, ["a", "b"]), of({ key: "after" }, ["b"]))).toBe(0);
  expect(opened(of({ key: "before" }, ["a"]), of({ key: "after" }, ["b"]))).toBe(1);
  expect(opened(of({ key: "before" }), of({ key: "after" }, ["b"]))).toBe(1);
  expect(opened(of({ key: "before" }, ["a"]), of({ key: "after" }))).toBe(1);
  const places = (accountIds: string[]) => of({ key: JSON.stringify(accountIds), accountIds });
  expect(opened(places(["x", "y"]), places(["y", "x"]))).toBe(0);
  expect(opened(places(["x", "y"]), places(["x", "z"]))).toBe(1);
});
