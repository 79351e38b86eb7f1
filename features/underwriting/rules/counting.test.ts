import { describe, expect, test } from "vitest";
import type { EvidenceKind } from "./evaluation.ts";
import {
  accountRow,
  balancesBefore,
  bank,
  cashIn,
  cashInOn,
  checking,
  confirmation,
  depository,
  evaluated,
  evidence,
  findings,
  holding,
  investment,
  READ_AT,
  severities,
  withDocument,
  all,
  type AccountDraft,
  type AccountSpec,
  type Scenario,
} from "./test-report.ts";

const counts = (account: AccountDraft, more: Scenario = {}) =>
  accountRow(evaluated({ accounts: [account], ...more }), account)!;
const cents = (account: AccountDraft, more: Scenario = {}) => {
  const { isCounted, isConditional, countsCents } = counts(account, more);
  return isCounted ? (isConditional ? `conditional ${countsCents}` : countsCents) : "not counted";
};

describe("bank accounts", () => {
  test.each(["checking", "savings", "money market", "cash management"])(
    "%s: the lower of current and available",
    (subtype) => {
      const of = (currentCents: number | null, availableCents: number | null) =>
        cents(depository(subtype, { cents: 0, currentCents, availableCents }));
      expect(of(4_000_00, 3_100_00)).toBe(3_100_00);
      expect(of(4_000_00, 4_200_00)).toBe(4_000_00);
      expect(of(4_000_00, null)).toBe(4_000_00);
      expect(of(-50_00, 100_00)).toBe(0);
      expect(of(4_000_00, -1)).toBe(0);
      expect(of(null, 4_000_00)).toBe(0);
      expect(of(1, 1)).toBe(1);
    },
  );

  test("a certificate of deposit: the balance, even if none of it is available", () => {
    expect(cents(depository("cd", { cents: 50_000_00, availableCents: 0 }))).toBe(50_000_00);
  });

  test.each(["paypal", "prepaid", "payroll", "hsa"])(
    "%s: once a document shows that it can be withdrawn",
    (subtype) => {
      const account = depository(subtype, { cents: 2_000_00 });
      const confirmed = (more = {}) => ({ confirmations: [confirmation("canBeWithdrawn", { account }, more)] });
      expect(cents(account)).toBe("not counted");
      expect(cents(account, confirmed())).toBe("not counted");
      expect(cents(account, confirmed(withDocument))).toBe(2_000_00);
    },
  );

  test.each([
    "ebt",
    "health reimbursement arrangement",
    "529",
    "education savings account",
    "ugma",
    "utma",
    "crypto exchange",
    "non-custodial wallet",
  ])("%s: never, whatever is confirmed", (subtype) => {
    for (const account of [depository(subtype, { cents: 2_000_00 }), investment(subtype, { cents: 2_000_00 })])
      expect(cents(account, { confirmations: [confirmation("canBeWithdrawn", { account }, withDocument)] })).toBe(
        "not counted",
      );
  });

  test("an unknown type is conditional until it is confirmed with a document", () => {
    for (const account of [depository("sweep", { cents: 2_000_00 }), investment("sweep", { cents: 2_000_00 })]) {
      expect(cents(account)).toBe("conditional 200000");
      const confirmations = [confirmation("canBeWithdrawn", { account })];
      expect(cents(account, { confirmations })).toBe("conditional 200000");
      const documented = [confirmation("canBeWithdrawn", { account }, withDocument)];
      expect(cents(account, { confirmations: documented })).toBe(2_000_00);
    }
  });

  test("the type is read in any case, without spaces around it", () => {
    expect(cents(depository("checking", { cents: 2_000_00, subtype: " Checking " }))).toBe(2_000_00);
    expect(cents(depository("checking", { cents: 2_000_00, subtype: null }))).toBe("conditional 200000");
  });
});

describe("securities of a report that shows no margin loan", () => {
  const worth = (sourcedCents: number, periodTo?: string, more: Partial<AccountSpec> = {}, subtype = "brokerage") => {
    const account = investment(subtype, { cents: 100_000_00, ...more });
    const source = bank({ accounts: [account] });
    return (...others: [number, string][]) =>
      cents(account, {
        banks: [source],
        report: { warnings: [{ code: "MARGIN_NOT_REPORTED", itemId: source.id, message: null }] },
        confirmations: subtype === "sweep" ? [confirmation("canBeWithdrawn", { account }, withDocument)] : [],
        evidence: [[sourcedCents, periodTo] as const, ...others].map(([value, day]) =>
          evidence("statement", null, value, { accountId: account.id, ...(day && { periodTo: day }) }),
        ),
      });
  };

  test("count for what the newest statement leaves after the loan", () => {
    expect(worth(70_000_00, "2026-10-31")()).toBe(70_000_00);
    expect(worth(100_000_00, "2026-08-31")([70_000_00, "2026-10-31"])).toBe(70_000_00);
    expect(worth(70_000_00, "2026-10-31")([100_000_00, "2026-08-31"], [80_000_00, "2026-10-31"])).toBe(70_000_00);
    expect(worth(120_000_00, "2026-10-31")()).toBe(100_000_00);
  });

  test("count conditionally while no statement of the last 120 days shows it", () => {
    expect(worth(70_000_00, "2026-07-19")()).toBe(70_000_00);
    expect(worth(70_000_00, "2026-07-18")()).toBe("conditional 10000000");
    expect(worth(70_000_00)()).toBe("conditional 10000000");
    expect(worth(0, "2026-10-31")()).toBe("conditional 10000000");
  });

  test("count for less than that where the loan is also secured by what never counts", () => {
    const holdings = [holding(60_000_00), holding(40_000_00, { securityType: "cryptocurrency" })];
    expect(worth(70_000_00, "2026-10-31", { holdings })()).toBe(30_000_00);
  });

  test("count for less than that where they lost value since", () => {
    const historicalBalances = [{ date: "2026-10-31", currentCents: 140_000_00 }];
    expect(worth(110_000_00, "2026-10-31", { historicalBalances })()).toBe(70_000_00);
  });

  test("an investment of an unknown type may secure one too", () => {
    expect(worth(0, "2026-10-31", {}, "sweep")()).toBe("conditional 10000000");
    expect(worth(70_000_00, "2026-10-31", {}, "sweep")()).toBe(70_000_00);
  });
});

describe("accounts that do not count", () => {
  test("debts, unknown kinds, other currencies and accounts left out", () => {
    expect(cents(checking({ cents: 1_00, type: "credit", subtype: "credit card" }))).toBe("not counted");
    expect(cents(checking({ cents: 1_00, type: "loan", subtype: "mortgage" }))).toBe("not counted");
    expect(cents(checking({ cents: 1_00, type: "vault" }))).toBe("not counted");
    expect(cents(checking({ cents: 1_00, currency: "CAD" }))).toBe("not counted");
    expect(cents(checking({ cents: 1_00, currency: null }))).toBe("not counted");
    const account = checking({ cents: 1_00 });
    expect(cents(account)).toBe(1_00);
    expect(cents(account, { loan: { leftOutAccounts: [account.id] } })).toBe("not counted");
  });

  test("an account of no one on the loan counts after a statement or a documented confirmation", () => {
    const account = checking({ cents: 5_000_00, owners: ["MARSHA VOLK"] });
    const confirmed = (more = {}) => ({
      confirmations: [confirmation("borrower", { account, bankName: "MARSHA VOLK" }, more)],
    });
    expect(cents(account)).toBe("not counted");
    expect(cents(account, confirmed())).toBe("not counted");
    expect(cents(account, confirmed(withDocument))).toBe(5_000_00);
    const statement = evidence("statement", null, 0, { accountId: account.id });
    expect(cents(account, { evidence: [statement] })).toBe(5_000_00);
    expect(cents(account, { evidence: [evidence("statement", null, 0, { accountId: "other" })] })).toBe("not counted");
    expect(cents(account, { evidence: [evidence("other", null, 0, { accountId: account.id })] })).toBe("not counted");
  });

  test("a confirmation or a statement of a copy holds for the account that counts", () => {
    const one = (id: string) =>
      depository("prepaid", { id, cents: 2_000_00, mask: "4471", persistentId: "persistent", owners: ["MARSHA VOLK"] });
    const banks = [bank({ accounts: [one("first")] }), bank({ accounts: [one("second")] })];
    const counted = (...ids: string[]) => {
      const e = evaluated({
        banks,
        confirmations: [confirmation("canBeWithdrawn", { account: { id: ids[0]! } }, withDocument)],
        evidence: [evidence("statement", null, 0, { accountId: ids[1] })],
      });
      return e.figures.accounts.filter(({ isCounted }) => isCounted).length;
    };
    expect([counted("first", "first"), counted("second", "second"), counted("first", "second")]).toEqual([1, 1, 1]);
    expect([counted("other", "first"), counted("first", "other")]).toEqual([0, 0]);
  });

  test("evidence about no account is about none", () => {
    const account = checking({ cents: 5_000_00, owners: ["MARSHA VOLK"] });
    expect(cents(account, { evidence: [evidence("statement", null, 0)] })).toBe("not counted");
    expect(cents(account, { evidence: [evidence("statement", null, 0, { accountId: "" })] })).toBe("not counted");
  });

  test("a trust that does not name the borrower counts with its pages; they settle no other owner", () => {
    const pages = (account: AccountDraft) => ({ confirmations: [confirmation("trust", { account }, withDocument)] });
    const trust = checking({ cents: 5_000_00, owners: ["VOLK FAMILY TRUST"] });
    expect(cents(trust)).toBe("not counted");
    expect(cents(trust, pages(trust))).toBe(5_000_00);
    const other = checking({ cents: 5_000_00, owners: ["MARSHA VOLK"] });
    expect(cents(other, pages(other))).toBe("not counted");
  });

  test("an account that does not count is not conditional and is worth nothing", () => {
    const account = checking({ cents: 5_000_00, currency: "CAD", owners: ["N QUIST"] });
    expect(counts(account)).toMatchObject({ isCounted: false, isConditional: false, countsCents: 0 });
  });

  test("a trust's money counts with the trust's pages", () => {
    const account = checking({ cents: 5_000_00, owners: ["NORA QUIST TTEE QUIST FAMILY TRUST"] });
    expect(cents(account)).toBe("not counted");
    expect(cents(account, { confirmations: [confirmation("trust", { account })] })).toBe("not counted");
    expect(cents(account, { confirmations: [confirmation("trust", { account }, withDocument)] })).toBe(5_000_00);
  });

  test("money held for another counts once a document shows that it is the borrower's", () => {
    const account = checking({ cents: 5_000_00, owners: ["NORA QUIST FBO MILO QUIST"] });
    expect(cents(account)).toBe("not counted");
    const statement = evidence("statement", null, 0, { accountId: account.id });
    expect(cents(account, { evidence: [statement] })).toBe(5_000_00);
    expect(cents(account, { confirmations: [confirmation("borrower", { account }, withDocument)] })).toBe(5_000_00);
    expect(cents(account, { confirmations: [confirmation("borrower", { account })] })).toBe("not counted");
  });

  test.each(["life insurance", "annuity", "trust"])("%s counts for the cash value of a statement", (subtype) => {
    const account = investment(subtype, { cents: 90_000_00 });
    const statement = (value: number) => ({
      evidence: [evidence("statement", null, value, { accountId: account.id })],
    });
    expect(cents(account)).toBe("not counted");
    expect(cents(account, statement(0))).toBe("not counted");
    expect(cents(account, statement(40_000_00))).toBe(40_000_00);
    expect(cents(account, statement(1))).toBe(1);
    const other = (kind: EvidenceKind, accountId: string) =>
      cents(account, { evidence: [evidence(kind, null, 40_000_00, { accountId })] });
    expect([other("statement", "other"), other("other", account.id)]).toEqual(["not counted", "not counted"]);
  });
});

describe("conditional money", () => {
  test("of a similar name, until it is confirmed or a statement shows it", () => {
    const account = checking({ cents: 5_000_00, owners: ["N QUIST"] });
    expect(cents(account)).toBe("conditional 500000");
    const statement = evidence("statement", null, 0, { accountId: account.id });
    expect(cents(account, { evidence: [statement] })).toBe(5_000_00);
  });

  test("of a business, until its analysis is confirmed with a document", () => {
    const account = checking({ cents: 5_000_00, owners: ["QUIST DESIGN LLC", "NORA QUIST"] });
    expect(cents(account)).toBe("conditional 500000");
    expect(cents(account, { confirmations: [confirmation("businessAnalysis", { account })] })).toBe(
      "conditional 500000",
    );
    expect(cents(account, { confirmations: [confirmation("businessAnalysis", { account }, withDocument)] })).toBe(
      5_000_00,
    );
  });

  test("of a plan, until its terms are known", () => {
    const account = investment("401k", {
      cents: 9_000_00,
      holdings: [holding(9_000_00, { vestedValueCents: 4_000_00 })],
    });
    expect(cents(account)).toBe("conditional 400000");
    expect(cents(account, { confirmations: [confirmation("planTerms", { account })] })).toBe("conditional 400000");
    expect(cents(account, { confirmations: [confirmation("planTerms", { account }, withDocument)] })).toBe(4_000_00);
    const terms = (accountId: string) => ({ evidence: [evidence("plan_terms", null, 0, { accountId })] });
    expect(cents(account, terms(account.id))).toBe(4_000_00);
    expect(cents(account, terms("other"))).toBe("conditional 400000");
  });
});

describe("pending deposits", () => {
  const pending = (amount: number) => cashIn("DEPOSIT", amount, "2026-11-15", { pending: true });
  const posted = cashIn("INTEREST PAID", 3_00, "2026-11-02");
  const history = (atPosting: number) => balancesBefore(READ_AT, 90, atPosting, [posted]);
  const withPending = (
    currentCents: number,
    availableCents: number | null,
    atPosting: number | null,
    subtype = "checking",
  ) =>
    cents(
      depository(subtype, {
        cents: currentCents,
        availableCents,
        everyday: false,
        lines: [pending(7_000_00), posted],
        historicalBalances: atPosting === null ? [] : history(atPosting),
      }),
    );

  test("never count: they come off what is available", () => {
    expect(withPending(26_000_00, 33_000_00, 26_000_00)).toBe(26_000_00);
    expect(withPending(26_000_00, 26_000_00, 26_000_00)).toBe(19_000_00);
    expect(withPending(26_000_00, 30_000_00, 26_000_00)).toBe(23_000_00);
  });

  test("come off a balance that already holds them, as the history shows", () => {
    expect(withPending(33_000_00, 40_000_00, 26_000_00)).toBe(26_000_00);
    expect(withPending(33_000_00, 40_000_00, 33_000_00)).toBe(33_000_00);
    expect(withPending(33_000_00, null, 26_000_00)).toBe(26_000_00);
    expect(withPending(33_000_00, null, 33_000_00)).toBe(33_000_00);
    expect(withPending(33_000_00, null, null)).toBe(26_000_00);
    expect(withPending(33_000_00, 40_000_00, null)).toBe(33_000_00);
    // Less than the pending deposit is not explained: the history does not say.
    expect(withPending(32_999_99, 40_000_00, 26_000_00)).toBe(32_999_99);
  });

  test("the oldest balance holds the transactions of its own day", () => {
    const first = cashIn("DEPOSIT", 500_00, "2026-09-01");
    const balances = [
      { date: "2026-11-14", currentCents: 1 }, // only the oldest one is read
      { date: "2026-09-01", currentCents: 26_000_00 },
      { date: "2026-10-14", currentCents: 2 },
    ];
    const of = (currentCents: number, historicalBalances = balances) =>
      cents(
        checking({
          cents: currentCents,
          availableCents: null,
          everyday: false,
          lines: [pending(7_000_00), first],
          historicalBalances,
        }),
      );
    expect(of(26_000_00)).toBe(26_000_00);
    expect(of(33_000_00)).toBe(26_000_00);
    expect(of(25_500_00)).toBe(18_500_00);
    expect(of(26_000_00, balances.toReversed())).toBe(26_000_00);
  });

  test("of a cent, too", () => {
    const account = checking({ cents: 9_000_00, lines: [pending(1)] });
    expect(counts(account)).toMatchObject({
      countsCents: 8_999_99,
      countsWhy: "Without pending deposits and held funds",
    });
    const nothing = checking({ cents: 9_000_00, availableCents: 8_000_00, lines: [pending(0)] });
    expect(counts(nothing).countsWhy).toBe("Without held funds");
  });

  test("come off a certificate unless its balance is known to be without them", () => {
    expect(withPending(33_000_00, 0, 26_000_00, "cd")).toBe(26_000_00);
    expect(withPending(33_000_00, 0, null, "cd")).toBe(26_000_00);
    expect(withPending(33_000_00, 0, 33_000_00, "cd")).toBe(33_000_00);
  });

  test("count if the line shows their source", () => {
    const refund = cashIn("IRS TREAS 310 TAX REF", 2_000_00, "2026-11-15", { pending: true });
    expect(cents(checking({ cents: 9_000_00, lines: [refund] }))).toBe(9_000_00);
    expect(cents(checking({ cents: 9_000_00, availableCents: 8_000_00, lines: [refund] }))).toBe(8_000_00);
    const pays = cashInOn(["2026-10-02", "2026-10-16", "2026-10-30"], "LARKMEAD FOODS DES:PAYROLL ID:9", 2_000_00);
    const pay = (amount: number) => cashIn("LARKMEAD FOODS DES:PAYROLL ID:9", amount, "2026-11-13", { pending: true });
    expect(cents(checking({ cents: 9_000_00, lines: [...pays, pay(3_000_00)] }))).toBe(9_000_00);
    expect(cents(checking({ cents: 9_000_00, lines: [...pays, pay(3_000_01)] }))).toBe(5_999_99);
    expect(cents(checking({ cents: 9_000_00, lines: [...pays.slice(1), pay(2_000_00)] }))).toBe(9_000_00);
    expect(cents(checking({ cents: 9_000_00, lines: [...pays.slice(2), pay(2_000_00)] }))).toBe(7_000_00);
  });

  test("a pending payment changes nothing", () => {
    const payment = cashIn("CHECK 1042", -500_00, "2026-11-15", { pending: true });
    expect(cents(checking({ cents: 9_000_00, lines: [payment] }))).toBe(9_000_00);
  });
});

describe("securities and retirement", () => {
  test("the balance if reported, else the holdings; the lower where they differ by more than 1 percent", () => {
    const of = (currentCents: number | null, ...values: number[]) =>
      cents(investment("brokerage", { cents: 0, currentCents, holdings: values.map((one) => holding(one)) }));
    expect(of(52_300_00)).toBe(52_300_00);
    expect(of(null)).toBe(0);
    expect(of(null, 10_000_00, 5_000_00)).toBe(15_000_00);
    expect(of(10_000_00, 10_100_00)).toBe(10_000_00);
    expect(of(10_000_00, 9_900_00)).toBe(10_000_00);
    expect(of(10_000_00, 9_899_99)).toBe(9_899_99);
    expect(of(10_000_00, 20_000_00)).toBe(10_000_00);
  });

  test("reported and held differ by more than 1 percent of the larger one", () => {
    const differs = (currentCents: number | null, ...values: number[]) => {
      const account = investment("brokerage", { cents: 0, currentCents, holdings: values.map((one) => holding(one)) });
      return findings(evaluated({ accounts: [account] }), "VALUES_DIFFER").length > 0;
    };
    expect([differs(10_000_00, 9_900_00), differs(10_000_00, 9_899_99)]).toEqual([false, true]);
    expect([differs(9_900_00, 10_000_00), differs(9_899_99, 10_000_00)]).toEqual([false, true]);
    expect([differs(null, 10_000_00), differs(10_000_00)]).toEqual([false, false]);
    // Of what may count: the rest is in both.
    const crypto = (value: number) => {
      const holdings = [holding(1_000_00), holding(value, { securityType: "cryptocurrency" })];
      const account = investment("brokerage", { cents: 990_00 + value, holdings });
      return findings(evaluated({ accounts: [account] }), "VALUES_DIFFER").length > 0;
    };
    expect([crypto(0), crypto(100_000_00)]).toEqual([false, false]);
    const less = investment("brokerage", {
      cents: 100_989_99,
      holdings: [holding(1_000_00), holding(100_000_00, { securityType: "cryptocurrency" })],
    });
    expect(findings(evaluated({ accounts: [less] }), "VALUES_DIFFER")).not.toEqual([]);
    expect(cents(less)).toBe(989_99);
  });

  test("less margin, virtual currency, derivatives and other currencies", () => {
    const of = (...more: Parameters<typeof holding>[1][]) =>
      cents(
        investment("brokerage", {
          cents: 10_000_00 + more.length * 1_000_00,
          holdings: [holding(10_000_00), ...more.map((one) => holding(1_000_00, one))],
        }),
      );
    expect(of({})).toBe(11_000_00);
    expect(of({ securityType: "cryptocurrency" })).toBe(10_000_00);
    expect(of({ securityType: "derivative" }, { currency: "EUR" })).toBe(10_000_00);
    expect(of({ currency: null, securityType: null })).toBe(11_000_00);
    const margin = (marginLoanCents: number) => cents(investment("brokerage", { cents: 100_000_00, marginLoanCents }));
    expect(margin(60_000_00)).toBe(40_000_00);
    expect(margin(160_000_00)).toBe(0);
  });

  test("a holding below zero that never counts adds nothing", () => {
    const holdings = [holding(10_000_00), holding(-500_00, { securityType: "derivative" })];
    expect(cents(investment("brokerage", { cents: 9_500_00, holdings }))).toBe(9_500_00);
  });

  test.each(["ira", "roth", "roth ira", "sep ira", "simple ira", "sarsep"])("%s is vested by law", (subtype) => {
    expect(cents(investment(subtype, { cents: 14_000_00 }))).toBe(14_000_00);
    expect(cents(investment(subtype, { cents: 14_000_00, holdings: [holding(14_000_00)] }))).toBe(14_000_00);
  });

  test.each([
    "401k",
    "401a",
    "403b",
    "457b",
    "keogh",
    "pension",
    "thrift savings plan",
    "profit sharing plan",
    "roth 401k",
    "stock plan",
  ])("%s counts for what is vested, and for nothing if that is not reported", (subtype) => {
    const of = (...holdings: ReturnType<typeof holding>[]) =>
      counts(investment(subtype, { cents: 9_000_00, holdings })).countsCents;
    expect(of()).toBe(0);
    expect(
      of(holding(5_000_00, { vestedValueCents: 4_000_00 }), holding(4_000_00, { vestedValueCents: 1_000_00 })),
    ).toBe(5_000_00);
    expect(of(holding(5_000_00, { vestedValueCents: 4_000_00 }), holding(4_000_00))).toBe(0);
    expect(
      of(
        holding(5_000_00, { vestedValueCents: 4_000_00 }),
        holding(2_000_00, { vestedValueCents: 2_000_00, securityType: "cryptocurrency" }),
        holding(2_000_00, { vestedValueCents: 2_000_00, currency: "EUR" }),
      ),
    ).toBe(4_000_00);
  });

  test("a plan's margin comes off, and it counts for no more than its value", () => {
    const plan = (value: number, more: Partial<Parameters<typeof investment>[1]> = {}) =>
      counts(
        investment("401k", { cents: value, holdings: [holding(9_000_00, { vestedValueCents: 8_000_00 })], ...more }),
      ).countsCents;
    expect(plan(9_000_00)).toBe(8_000_00);
    expect(plan(7_000_00)).toBe(7_000_00);
    expect(plan(9_000_00, { marginLoanCents: 1_000_00 })).toBe(7_000_00);
  });

  test("a plan that reports nothing vested counts for what a recent statement shows as vested", () => {
    const plan = (...holdings: Parameters<typeof investment>[1]["holdings"] & object) =>
      investment("401k", { cents: 9_000_00, holdings });
    const on = (vested: number, periodTo: string | null = "2026-10-31", account = plan(holding(9_000_00))) =>
      cents(account, { evidence: [evidence("statement", null, vested, { accountId: account.id, periodTo })] });
    expect(on(6_000_00)).toBe("conditional 600000");
    expect(on(9_500_00), "no more than it is worth today").toBe("conditional 900000");
    expect(on(6_000_00, "2026-01-31"), "too old").toBe(0);
    expect(on(6_000_00, null), "of no known day").toBe(0);
    expect(on(0), "without a value").toBe(0);
    const coins = holding(2_000_00, { securityType: "cryptocurrency" });
    expect(on(6_000_00, "2026-10-31", plan(holding(7_000_00), coins))).toBe("conditional 400000");
    expect(on(1_000_00, "2026-10-31", plan(holding(7_000_00), coins))).toBe("conditional 0");
    const partly = plan(holding(5_000_00, { vestedValueCents: 1_000_00 }), holding(4_000_00));
    expect(on(9_000_00, "2026-10-31", partly), "where the bank reports some").toBe("conditional 500000");
    expect(on(9_000_00, "2026-10-31", plan()), "without holdings").toBe("conditional 900000");
    // A value that the bank reports is not raised by a statement.
    const reported = plan(holding(9_000_00, { vestedValueCents: 4_000_00 }));
    expect(on(6_000_00, "2026-10-31", reported)).toBe("conditional 400000");
  });

  test("a plan without money lacks no vesting", () => {
    expect(counts(investment("401k", { cents: 0 })).countsWhy).toBe("");
    expect(counts(investment("401k", { cents: 1 })).countsWhy).toBe("The plan does not report what is vested");
  });

  test("a plan's loan comes off the largest plan, of equal ones the first, and off no other account", () => {
    const of = (subtype: string, value: number, mask: string) =>
      investment(subtype, {
        id: `plan-${mask}`,
        cents: value,
        holdings: [holding(value, { vestedValueCents: value })],
        mask,
      });
    const loan = cashIn("FIDELITY 401K LOAN DISBURSEMENT", 20_000_00, "2026-10-20");
    const left = (...accounts: AccountDraft[]) => {
      const e = evaluated({ accounts: [checking({ cents: 30_000_00, lines: [loan] }), ...accounts] });
      return accounts.map((account) => accountRow(e, account)!.countsCents / 100);
    };
    const [small, large] = [of("401k", 70_000_00, "0001"), of("401k", 80_000_00, "0002")];
    expect([left(small, large), left(large, small)]).toEqual([[70_000, 60_000], [60_000, 70_000]]); // prettier-ignore
    expect(left(of("401k", 80_000_00, "0003"), of("401k", 70_000_00, "0004"))).toEqual([60_000, 70_000]);
    const equal = [of("401k", 80_000_00, "0005"), of("401k", 80_000_00, "0006")] as const;
    expect([left(...equal), left(equal[1], equal[0])]).toEqual([[60_000, 80_000], [80_000, 60_000]]); // prettier-ignore
    expect(left(of("brokerage", 90_000_00, "0007"), small)).toEqual([90_000, 50_000]);
    expect(left(of("brokerage", 90_000_00, "0008"))).toEqual([90_000]);
  });

  test("loans of a plan come off: as its terms say, else as the bank shows them", () => {
    const plan = (value: number) =>
      investment("401k", { cents: value, holdings: [holding(value, { vestedValueCents: value })] });
    const loan = cashIn("FIDELITY 401K LOAN DISBURSEMENT", 20_000_00, "2026-10-20");
    const account = checking({ cents: 30_000_00, lines: [loan] });
    const [large, small] = [plan(80_000_00), plan(10_000_00)];
    const e = evaluated({ accounts: [account, small, large] });
    expect(accountRow(e, large)).toMatchObject({ countsCents: 60_000_00 });
    expect(accountRow(e, small)).toMatchObject({ countsCents: 10_000_00 });
    const confirmations = [
      confirmation("planTerms", { account: large }, { ...withDocument, loanBalanceCents: 5_000_00 }),
    ];
    expect(accountRow(evaluated({ accounts: [account, large], confirmations }), large)).toMatchObject({
      countsCents: 75_000_00,
    });
    const pending = { ...loan, pending: true };
    expect(
      accountRow(evaluated({ accounts: [checking({ cents: 30_000_00, lines: [pending] }), large] }), large),
    ).toMatchObject({
      countsCents: 80_000_00,
    });
    const cent = [cashIn("FIDELITY 401K LOAN DISBURSEMENT", 1, "2026-10-20")];
    expect(
      accountRow(evaluated({ accounts: [checking({ cents: 30_000_00, lines: cent }), large] }), large),
    ).toMatchObject({ countsCents: 79_999_99 });
    const personal = cashIn("UPSTART NETWORK DES:LOAN PROC", 20_000_00, "2026-10-20");
    expect(
      accountRow(evaluated({ accounts: [checking({ cents: 30_000_00, lines: [personal] }), large] }), large),
    ).toMatchObject({
      countsCents: 80_000_00,
    });
  });
});

describe("why an account counts for less than its balance", () => {
  const why = (account: AccountDraft, more: Scenario = {}) => counts(account, more).countsWhy;

  test("is said where it does", () => {
    expect(why(checking({ cents: 1_000_00 }))).toBe("");
    expect(why(checking({ cents: 1_000_00, availableCents: 900_00 }))).toBe("Without held funds");
    const pending = cashIn("DEPOSIT", 300_00, "2026-11-15", { pending: true });
    expect(why(checking({ cents: 1_000_00, lines: [pending] }))).toBe("Without pending deposits and held funds");
    expect(why(checking({ cents: -1 }))).toBe("Overdrawn");
    expect(why(checking({ cents: 0 }))).toBe("");
    expect(why(checking({ cents: 0, currentCents: null }))).toBe("The bank does not report a balance");
    expect(why(investment("401k", { cents: 9_000_00 }))).toBe("The plan does not report what is vested");
    expect(why(investment("brokerage", { cents: 9_000_00, marginLoanCents: 1 }))).toMatch(
      /^Only vested value, less margin/,
    );
  });

  test("an account that does not count says why", () => {
    expect(why(checking({ cents: 1_00, type: "credit" }))).toBe("A debt, not an asset");
    expect(why(checking({ cents: 1_00, type: "loan" }))).toBe("A debt, not an asset");
    expect(why(checking({ cents: 1_00, type: "vault" }))).toBe("An account type that is not known");
    expect(why(checking({ cents: 1_00, owners: ["NORA QUIST TTEE QUIST FAMILY TRUST"] }))).toBe("Held by a trust");
    expect(why(depository("prepaid", { cents: 1_00 }))).toMatch(/^Not counted until it is confirmed/);
    expect(why(investment("annuity", { cents: 1_00 }))).toBe("Not counted until a statement shows the cash value");
    expect(why(checking({ cents: 1_00, currency: "CAD" }))).toBe("Not in US dollars");
    expect(why(checking({ cents: 1_00, owners: [] }))).toBe("The bank does not report an owner");
    expect(why(checking({ cents: 1_00, owners: ["MARSHA VOLK"] }))).toBe("Not the borrower's");
    expect(why(checking({ cents: 1_00, owners: ["NORA QUIST FBO MILO QUIST"] }))).toBe("Held for another person");
    expect(why(depository("ebt", { cents: 1_00 }))).toBe("Not an eligible type of account");
    const account = checking({ cents: 1_00 });
    expect(why(account, { loan: { leftOutAccounts: [account.id] } })).toBe("Left out by the lender");
  });
});

test("an account seen through two banks' sign-ins counts once, conditionally while it is not sure", () => {
  const one = (id: string, amount: number) => checking({ id, cents: amount, mask: "4471", everyday: false });
  const banks = [one("first", 3_000_00), one("second", 2_000_00)].map((account) =>
    bank({ institutionId: "ins_1", accounts: [account] }),
  );
  const e = evaluated({ banks });
  expect(accountRow(e, { id: "first" } as AccountDraft)).toMatchObject({ isConditional: false, countsCents: 3_000_00 });
  expect(accountRow(e, { id: "second" } as AccountDraft)).toMatchObject({ isConditional: true, countsCents: 2_000_00 });
  expect(severities(e, "MAYBE_SAME_ACCOUNT")).toEqual(all("review"));
});
