import { expect, test } from "vitest";
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { evaluate } from "./evaluate.ts";
import { account, deposit, owner, PURCHASE, reading } from "./test-case.ts";

const COUPLE = [
  { firstName: "Ada", lastName: "Lovell" },
  { firstName: "Ben", lastName: "Lovell" },
];

/** What two log-ins show, the second an hour newer. */
function twoLogIns(first: ReportAccount[], second: ReportAccount[], institutionId = "ins_1"): ParsedReport {
  const { items, ...rest } = reading();
  const [item] = items;
  return {
    ...rest,
    items: [
      { ...item!, accounts: first },
      { ...item!, id: "item-2", institutionId, lastUpdatedAt: "2026-11-02T11:30:00.000Z", accounts: second },
    ],
  };
}

const judged = (read: ParsedReport, evidence: Parameters<typeof evaluate>[0]["evidence"] = []) =>
  evaluate({ reading: read, loan: PURCHASE, borrowers: COUPLE, evidence });
const joint = (id: string, more: Partial<ReportAccount> = {}) =>
  account({ id, ownershipType: "joint", owners: [owner("Ada Lovell"), owner("Ben Lovell")], ...more });

test("S7.25 a joint account that both log-ins show is counted once, by the newer data", () => {
  const read = twoLogIns([joint("hers", { currentCents: 5_000_000 })], [joint("his", { currentCents: 6_000_000 })]);
  const { figures, findings } = judged(read);
  expect(figures.funds.fannie.usableByAccount).toEqual([{ accountId: "his", cents: 6_000_000 }]);
  expect(findings.find(({ code }) => code === "SEEN_TWICE")).toMatchObject({
    severity: "info",
    text: "Checking …0000 is shown by two bank log-ins. It is counted once, by the newer data.",
    accountIds: ["his", "hers"],
  });
  const turned = { ...read, items: read.items.toReversed() };
  expect(judged(turned).figures.funds).toEqual(figures.funds);
});

test("accounts of another bank, number or name are others, and so are two under one log-in", () => {
  const counted = (read: ParsedReport) => judged(read).figures.funds.fannie.usableByAccount.length;
  expect(counted(twoLogIns([joint("a")], [joint("b")], "ins_2"))).toBe(2);
  expect(counted(twoLogIns([joint("a")], [joint("b", { mask: "1111" })]))).toBe(2);
  expect(counted(twoLogIns([joint("a")], [joint("b", { name: "Savings" })]))).toBe(2);
  expect(counted(twoLogIns([joint("a", { mask: null })], [joint("b", { mask: null })]))).toBe(2);
  expect(counted(twoLogIns([joint("a"), joint("b")], []))).toBe(2);
});

test("a deposit on an account that is seen twice is one deposit, whichever line its evidence names", () => {
  const line = (id: string) => deposit(1_500_000, 10, { id });
  const read = twoLogIns([joint("a", { transactions: [line("a1")] })], [joint("b", { transactions: [line("b1")] })]);
  const large = judged(read).figures.largeDeposits;
  expect(large.evaluated.map((each) => each.line.id)).toEqual(["b1"]);
  expect(large.conventionalReductionCents).toBe(1_500_000);
  const [source] = [{ transactionId: "a1", kind: "income", sourcedCents: 1_500_000 } as const];
  expect(judged(read, [source]).figures.largeDeposits.conventionalReductionCents).toBe(0);
});

test("three log-ins of one account leave one, and each of the others is named", () => {
  const read = twoLogIns([joint("a")], [joint("b")]);
  const three = { ...read, items: [...read.items, { ...read.items[0]!, id: "item-3", accounts: [joint("c")] }] };
  const { figures, findings } = judged(three);
  expect(figures.funds.fannie.usableByAccount).toHaveLength(1);
  expect(findings.filter(({ code }) => code === "SEEN_TWICE")).toHaveLength(2);
});
