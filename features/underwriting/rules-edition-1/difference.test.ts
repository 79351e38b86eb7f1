import { expect, test } from "vitest";
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { addDays } from "./days.ts";
import { differenceOf } from "./difference.ts";
import { evaluate } from "./evaluate.ts";
import { account, AS_OF, deposit, payment, PURCHASE, reading } from "./test-case.ts";

const LATER = addDays(AS_OF, 20);

function judged(reportId: string, read: ParsedReport, evidence: Parameters<typeof evaluate>[0]["evidence"] = []) {
  const grounds = {
    loan: PURCHASE,
    borrowers: [{ firstName: "Ada", lastName: "Lovell" }],
    evidence: [...evidence],
    feePolicy: { reviewFrom: 3, blockFrom: 5 },
    printed: { fullNames: ["Ada Lovell"], loanNumber: null, lender: "Acme Lending", timeZone: "America/New_York" },
  };
  return { reportId, reading: read, grounds, findings: evaluate({ reading: read, ...grounds }).findings };
}
const before = (...accounts: ReportAccount[]) => judged("before", reading(...accounts));
const after = (...accounts: ReportAccount[]) => judged("after", { ...reading(...accounts), asOf: LATER });
const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code);

test("S7.25 two reports with the same lines differ in nothing but their balances", () => {
  const lines = [deposit(1_500_000, 10), payment(20_000, 12)];
  const one = account({ transactions: lines });
  const difference = differenceOf(before(one), after({ ...one, currentCents: 9_000_000 }));
  expect(difference).toMatchObject({
    before: { reportId: "before", asOf: AS_OF },
    after: { reportId: "after", asOf: LATER },
    balances: [{ accountId: "checking", beforeCents: 10_000_000, afterCents: 9_000_000 }],
    ...{ newDeposits: [], newDebts: [], newFees: [], findingsClosed: [], findingsOpened: [] },
  });
});

test("what came in, what is owed and what was charged since then is told, with the findings that follow", () => {
  const old = [deposit(1_500_000, 10, { id: "old" })];
  const loan = { description: "UPSTART LOAN PYMT", merchantName: "Upstart" };
  const news = [
    deposit(2_000_000, -5, { id: "new" }),
    payment(3_500, -6, { id: "fee", description: "NSF FEE" }),
    payment(41_000, 20, loan),
    payment(41_000, -10, loan),
  ];
  const difference = differenceOf(
    before(account({ transactions: old })),
    after(account({ transactions: [...old, ...news] })),
  );
  expect(difference.newDeposits).toEqual([
    {
      transactionId: "new",
      accountId: "checking",
      date: addDays(AS_OF, 5),
      description: "BRANCH DEPOSIT",
      cents: 2_000_000,
    },
  ]);
  expect(difference.newDebts).toEqual([{ creditor: "Upstart", monthlyCents: 41_000 }]);
  expect(difference.newFees).toMatchObject([{ transactionId: "fee", cents: 3_500 }]);
  expect(codes(difference.findingsOpened)).toEqual(
    expect.arrayContaining(["LARGE_UNSOURCED", "UNDISCLOSED_DEBT", "RETURNED_ITEMS"]),
  );
  expect(difference.findingsOpened.filter(({ code }) => code === "LARGE_UNSOURCED")).toHaveLength(1);
});

test("a deposit whose source was shown since closes its finding", () => {
  const one = account({ transactions: [deposit(1_500_000, 10, { id: "old" })] });
  const shown = { transactionId: "old", kind: "income", sourcedCents: 1_500_000 } as const;
  const now = judged("after", { ...reading(one), asOf: LATER }, [shown]);
  const { findingsClosed, findingsOpened } = differenceOf(before(one), now);
  expect(codes(findingsClosed)).toEqual(["DOCUMENT_SOURCE", "LARGE_UNSOURCED"]);
  expect(findingsOpened).toEqual([]);
});

test("a finding that grows by a line is the same finding", () => {
  const fee = (ago: number, id: string) => payment(3_500, ago, { id, description: "OVERDRAFT FEE" });
  const difference = differenceOf(
    before(account({ transactions: [fee(30, "a")] })),
    after(account({ transactions: [fee(30, "a"), fee(-3, "b")] })),
  );
  expect(difference.newFees.map(({ transactionId }) => transactionId)).toEqual(["b"]);
  expect([difference.findingsOpened, difference.findingsClosed]).toEqual([[], []]);
});

test("a pending deposit that has posted is new, and one older than what was asked for then is not", () => {
  const was = account({ transactions: [deposit(500_000, 1, { id: "soon", pending: true })] });
  const is = account({ transactions: [deposit(500_000, 0, { id: "posted" }), deposit(600_000, 91, { id: "older" })] });
  const { newDeposits } = differenceOf(before(was), after(is));
  expect(newDeposits.map(({ transactionId }) => transactionId)).toEqual(["posted"]);
});

test("a bank that was connected anew is the same bank, though all its ids are others", () => {
  const was = account({ transactions: [deposit(1_500_000, 10, { id: "a1" })] });
  const is = account({
    id: "anew",
    transactions: [deposit(1_500_000, 10, { id: "b1" }), deposit(1_500_000, 10, { id: "b2" })],
  });
  const difference = differenceOf(before(was), after(is));
  expect(difference.balances).toMatchObject([{ accountId: "anew", beforeCents: 10_000_000, afterCents: 10_000_000 }]);
  expect(difference.newDeposits.map(({ transactionId }) => transactionId)).toEqual(["b2"]);
  expect(difference.findingsClosed).toEqual([]);
  expect(codes(difference.findingsOpened)).toEqual(["DOCUMENT_SOURCE", "LARGE_UNSOURCED"]);
});

test("an account that came or went stands with one balance alone", () => {
  const [here, there] = [account(), account({ id: "savings", name: "Savings", mask: "1111", currentCents: 1 })];
  expect(differenceOf(before(here), after(there)).balances).toMatchObject([
    { accountId: "savings", beforeCents: null, afterCents: 1 },
    { accountId: "checking", beforeCents: 10_000_000, afterCents: null },
  ]);
});
