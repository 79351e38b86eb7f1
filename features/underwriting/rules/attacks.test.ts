// Inputs that once made money count, or a verdict enough, although the rules do not allow it.
import { describe, expect, test } from "vitest";
import type { Confirmation, Evaluation } from "./evaluation.ts";
import { donorGroup } from "./gifts.ts";
import {
  type AccountDraft,
  all,
  bank,
  cashIn,
  cashInOn,
  cashOut,
  checking,
  classOf,
  codes,
  confirmation,
  depositRow,
  evaluated,
  evidence,
  findings,
  fundsOf,
  gift,
  holding,
  investment,
  loanWith,
  NORA,
  needs,
  outcomes,
  person,
  printed,
  reductions,
  savings,
  severities,
  split,
  withDocument,
} from "./test-report.ts";

/** What a single deposit on 10/20 is taken for. */
function seen(description: string, cents = 3_900_00) {
  const line = cashIn(description, cents, "2026-10-20");
  const e = evaluated({ accounts: [checking({ cents: 60_000_00, lines: [line] })] });
  return {
    class: classOf(e, line),
    identifiedAs: depositRow(e, line)!.identifiedAs,
    outcome: depositRow(e, line)!.outcomes.fannie,
  };
}

describe("transfers and refunds", () => {
  test("what a stranger's account paid is not refunded to the borrower", () => {
    const wire = cashOut("WIRE TRANSFER OUT CHICAGO TITLE", 15_000_00, "2026-10-10");
    const back = cashIn("RETURNED WIRE CHICAGO TITLE", 15_000_00, "2026-10-12");
    const e = evaluated({
      accounts: [
        checking({ cents: 30_000_00, mask: "4471", lines: [back] }),
        checking({ cents: 50_00, mask: "9999", owners: ["KARL POPE"], lines: [wire] }),
      ],
    });
    expect(depositRow(e, back)!.identifiedAs).toBeNull();
    expect(reductions(e)).toEqual(split(15_000_00, 0));
    expect(outcomes(e)).toEqual(split("short", "open"));
  });

  test.each([
    ["WIRE OUT KARL POPE", "REFUND WIRE HALE LLC", null],
    ["WIRE OUT KARL POPE LLC", "REFUND WIRE POPE LLC", "refund"],
    ["WIRE OUT KARL POPE LLC", "RETURNED WIRE", "refund"],
    ["WIRE OUT KARL POPE LLC", "RETURNED WIRE HALE LLC", null],
    ["WIRE OUT CHICAGO TITLE", "RETURNED WIRE KARL POPE", null],
    ["WIRE OUT CHICAGO TITLE", "WIRE RETURNED UNABLE TO APPLY", "refund"],
    ["OUTGOING WIRE TRANSFER", "RETURNED WIRE BANK OF AMERICA", "refund"],
  ])("%s and %s: %s", (out, back, identifiedAs) => {
    const refund = cashIn(back, 9_000_00, "2026-10-21");
    const lines = [cashOut(out, 9_000_00, "2026-09-20"), refund];
    const e = evaluated({ accounts: [checking({ cents: 60_000_00, lines })] });
    expect(depositRow(e, refund)!.identifiedAs).toBe(identifiedAs);
  });

  test.each([
    ["TRANSFER TO KLINE M", "TRANSFER FROM KOWALSKI W"],
    ["ONLINE TRANSFER TO WOJCIECH KOWALSKI", "DEPOSIT"],
    ["BILL PAYMENT SMITHSON", "EXTERNAL DEPOSIT"],
  ])("%s and %s are not one transfer", (paid, received) => {
    expect(transfersOf(paid, received)).toEqual([]);
  });

  test.each([
    ["TRANSFER TO QUIST N", "TRANSFER FROM QUIST N"],
    ["WEB XFER OUT", "DEPOSIT"],
    ["TRANSFER TO KLINE M", "ONLINE TRANSFER FROM CHK ...4471"],
  ])("%s and %s are one transfer", (paid, received) => {
    expect(transfersOf(paid, received)).toMatchObject([{ isPossible: false }]);
  });

  function transfersOf(paid: string, received: string) {
    const out = cashOut(paid, 26_000_00, "2026-10-20");
    const into = cashIn(received, 26_000_00, "2026-10-21");
    const from = checking({ cents: 30_000_00, mask: "4471", lines: [out] });
    const to = savings({ cents: 30_000_00, mask: "8810", lines: [into] });
    return evaluated({ accounts: [from, to] }).figures.transfers;
  }
});

test.each(["NORA QUIST AGENT FOR KARL QUIST", "NORA QUIST PARENT OF LEO QUIST", "NORA QUIST ON BEHALF OF KARL QUIST"])(
  "%s holds another person's money",
  (name) => {
    const e = evaluated({ accounts: [checking({ cents: 30_000_00, owners: [name] })] });
    expect(codes(e)).toContain("HELD_FOR_ANOTHER");
    expect(outcomes(e)).toEqual(all("short"));
  },
);

test("a confirmation does not hold for a line that has another amount now", () => {
  const line = cashIn("DEPOSIT", 10_900_00, "2026-10-20");
  const confirmed = (lineKey: string | null) => {
    const one = confirmation("ownTransfer", { line }, withDocument);
    const e = evaluated({
      accounts: [checking({ cents: 60_000_00, lines: [line] })],
      confirmations: [{ ...one, subject: { ...one.subject, lineKey } }],
    });
    return depositRow(e, line)!.identifiedAs;
  };
  expect(confirmed("ONE|4471|depository|checking#2026-10-20|-990000|DEPOSIT")).toBeNull();
  expect(confirmed("ONE|4471|depository|checking#2026-10-20|-1090000|COUNTER DEPOSIT")).toBe("own_transfer_confirmed");
  expect(confirmed(null)).toBe("own_transfer_confirmed");
});

test("a gift that may not be used comes off besides what has no source", () => {
  const line = cashIn("DEPOSIT", 20_000_00, "2026-10-20");
  const accounts = [checking({ cents: 50_000_00, lines: [line] })];
  const once = evaluated({ accounts, evidence: [gift("employer", 8_000_00, line)] });
  expect(reductions(once)).toEqual(split(20_000_00, 0));
  const twice = evaluated({ accounts, evidence: [gift("employer", 8_000_00, line), gift("employer", 8_000_00, line)] });
  expect(printed(twice)).toEqual(split(34_000_00, 50_000_00));
});

test("liquidation of one account proves nothing about another", () => {
  const brokerage = investment("brokerage", { cents: 11_999_99 });
  const foreign = checking({ cents: 10_000_00, currency: "CAD" });
  const accounts = [checking({ cents: 18_000_00 }), brokerage, foreign];
  const outcomeWith = (accountId: string) =>
    outcomes(evaluated({ accounts, evidence: [evidence("liquidation", null, 10_000_00, { accountId })] })).fannie;
  expect(outcomeWith(foreign.id)).toBe("short");
  expect(outcomeWith(brokerage.id)).toBe("enough");
});

test("a plan counts for no more than it is worth", () => {
  const plan = investment("401k", {
    cents: 10_000_00,
    holdings: [holding(10_000_00, { vestedValueCents: 90_000_00 })],
  });
  const e = evaluated({
    accounts: [checking({ cents: 18_000_00 }), plan],
    confirmations: [confirmation("planTerms", { account: plan }, withDocument)],
  });
  expect(outcomes(e).fannie).toBe("short");
});

test("earnest money that came back less a fee is not credited", () => {
  const paid = cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", 16_000_00, "2026-09-20");
  const back = cashIn("RETURNED WIRE STEWART TITLE GUARANTY", 15_500_00, "2026-10-10");
  const e = evaluated({
    accounts: [checking({ cents: 24_000_00, lines: [paid, back] })],
    loan: loanWith({ emd: 16_000_00 }),
  });
  expect(needs(e)).toEqual(all(28_000_00));
  expect(findings(e, "EMD_NOT_FOUND")).not.toEqual([]);
});

describe("required reserves", () => {
  const investor = {
    occupancy: "investment",
    loanAmount: 300_000_00,
    underwriting: "manual",
    reserveMonthsRequired: 0,
  } as const;
  const fannieWith = (terms: Parameters<typeof loanWith>[0], cents = 200_000_00) =>
    evaluated({ accounts: [checking({ cents })], loan: loanWith({ ...investor, ...terms }) }).verdicts.fannie;

  test("entered months need a reason while the other financed properties are not known", () => {
    expect(fannieWith({}).outcome).toBe("notEvaluated");
    expect(fannieWith({}).missing).toEqual(["financedProperties"]);
    expect(fannieWith({}, 110_000_00).outcome).toBe("short");
    expect(fannieWith({ financedProperties: [] }).outcome).toBe("enough");
    expect(fannieWith({ reserveReason: "Waived by the investor" }).outcome).toBe("enough");
    expect(fannieWith({ underwriting: "aus" }).outcome).toBe("enough");
  });
});

describe("interested parties", () => {
  const blockersOf = (name: string, description: string) => {
    const line = cashIn(description, 4_000_00, "2026-10-20");
    const e = evaluated({
      accounts: [checking({ cents: 60_000_00, lines: [line] })],
      loan: loanWith({ interestedParties: [{ name, role: "seller" }] }),
    });
    return codes(e, "fannie", "blocker");
  };

  test.each([
    ["KB Home", "KB HOME DES:TRADE PAY"],
    ["KB Home", "KB HOME DES:PAYROLL"],
    ["Hale LLC", "WIRE FROM HALE LLC"],
    ["Hale Builders", "HALE BUILDERS LLC DES:SALARY"],
  ])("a single deposit of %s, %s, is theirs", (name, description) => {
    expect(blockersOf(name, description)).toEqual(["INTERESTED_PARTY_DEPOSIT"]);
  });

  test("another name that contains a short one is not theirs", () => {
    expect(blockersOf("Hale LLC", "WIRE FROM HALEY PARTNERS LLC")).toEqual([]);
  });
});

describe("donors", () => {
  test.each([
    ["friend's mother", "friend"],
    ["neighbors son", "friend"],
    ["former coworker", "friend"],
    ["boss's wife", "unknown"],
    ["business partner", "unknown"],
    ["mother's boyfriend", "unknown"],
    ["former employer", "unknown"],
    ["attorney at law", "unknown"],
    ["real estate agency", "unknown"],
    ["fiancé's mother", "familial"],
    ["ex-husband", "familial"],
    ["domestic partner", "partner"],
    ["mother-in-law", "family"],
    ["in-laws", "family"],
    ["mother and seller", "family"],
  ])("%s is of the group %s", (relationship, group) => {
    expect(donorGroup(relationship)).toBe(group);
  });

  test("a gift of a friend's mother is not a relative's", () => {
    const e = evaluated({ accounts: [checking({ cents: 20_000_00 })], evidence: [gift("friend's mother", 10_000_00)] });
    expect(fundsOf(e, ({ giftCents }) => giftCents)).toEqual(split(0, 10_000_00));
    expect(outcomes(e)).toEqual(split("short", "open"));
  });
});

describe("pay", () => {
  test.each([
    "DIRECT DEPOSIT",
    "PAYROLL",
    "RTP CREDIT PAYROLL",
    "NORA QUIST DES:PAYROLL",
    "QUIST NORA DES:SALARY",
    "ACME LLC DES:ACH PAY",
    "COINBASE INC DES:PAYROLL",
    "MOBILE DEPOSIT PAYROLL CK HARLAN DRYWALL",
  ])("a single %s is not identified", (description) => {
    expect(seen(description).identifiedAs).toBeNull();
    expect(seen(description).outcome).toBe("below_threshold");
  });

  test.each(["ACME CORP DES:PAYROLL", "ACME CORP PAYROLL PPD ID: 1234", "LARKMEAD DES:NET PAY", "ADP PAYROLL"])(
    "a single %s is identified up to the monthly income",
    (description) => {
      expect(seen(description, 9_000_00).outcome).toBe("identified");
      expect(seen(description, 9_000_01).outcome).toBe("large_unsourced");
    },
  );

  test("pay of one day that is split is identified as pay that is not", () => {
    const of = (...parts: number[]) => {
      const lines = parts.map((cents) => cashIn("ACME CORP DES:PAYROLL", cents, "2026-10-20"));
      return printed(evaluated({ accounts: [checking({ cents: 60_000_00, lines })] })).fannie;
    };
    expect(of(9_000_00)).toBe(60_000_00);
    expect(of(5_000_00, 4_000_00)).toBe(60_000_00);
    expect(of(18_000_00)).toBe(42_000_00);
    expect(of(9_000_00, 9_000_01)).toBe(41_999_99);
  });

  test("what the borrower's own name pays again and again is no pay", () => {
    const lines = cashInOn(["2026-10-02", "2026-10-16", "2026-10-30"], "NORA QUIST DES:PAYROLL", 5_000_00);
    const e = evaluated({ accounts: [checking({ cents: 40_000_00, lines })] });
    expect(reductions(e)).toEqual(split(15_000_00, 0));
  });
});

describe("benefits and tax refunds", () => {
  test.each([
    "COUNTER DEPOSIT SOC SEC",
    "ATM DEPOSIT UI",
    "MOBILE CHECK DEPOSIT TAX REFUND",
    "CASH DEPOSIT TAX REFUND",
    "CHECK DEPOSIT IRS TREAS 310",
    "NORA QUIST DES:TAX REF",
    "NORA QUIST DES:SOC SEC",
    "BOB SMITH IRS TREAS 310",
    "MOM SOC SEC",
    "DAD SSA",
    "SSI ENTERPRISES LLC",
    "EDD HOMES LLC DES:ACH",
    "SNAP INC DES:VENDOR",
    "OPM BUILDERS",
    "PFD CONSTRUCTION DES:PAYMENT",
    "PFL INVESTMENTS DES:CASH",
    "UI HEALTH SYSTEM DES:PAYMENT",
    "HALE BUILDERS DES:UI",
    "EIP CAPITAL DES:DIST",
    "STATE REFUND JOHN",
    "HALE BUILDERS DES:TRADE PAY",
  ])("%s is not identified", (description) => {
    expect(seen(description).identifiedAs).toBeNull();
  });

  test.each([
    ["SSA TREAS 310 DES:XXSOC SEC", "benefit"],
    ["WASHINGTON STATE PAID FAMILY LEAVE", "benefit"],
    ["OHIO ODJFS UNEMPLOYMENT", "benefit"],
    ["VIRGINIA EMPLOYMENT COMM UI BENEFIT", "benefit"],
    ["VIRGINIA DEPT TAX TAX REFUND", "tax_refund"],
    ["IRS TREAS 310 TAX REF", "tax_refund"],
    ["SBTPG LLC DES:TPG PRODUCTS", "tax_refund"],
    ["HAWAII STATE TAX REFUND HISTTAXRFD", "tax_refund"],
  ])("%s is a %s", (description, kind) => {
    expect(seen(description).identifiedAs).toBe(kind);
  });
});

const fundsUnder = ({ funds }: Evaluation, program: "fannie" | "fha") => funds[program];

describe("earnest money that was not paid, or is counted already", () => {
  const paid = cashOut("WIRE OUT STEWART TITLE GUARANTY", 4_000_00, "2026-09-20");
  const earnest = (lines: ReturnType<typeof cashIn>[], cents = 24_500_00) =>
    evaluated({ accounts: [checking({ cents, lines: [paid, ...lines] })], loan: loanWith({ emd: 4_000_00 }) });

  test.each([
    ["STEWART TITLE ESCROW DISBURSEMENT", 4_000_00, "2026-10-05", 0],
    ["WIRE IN STEWART TITLE GUARANTY", 4_000_00, "2026-09-20", 0],
    ["WIRE IN STEWART TITLE GUARANTY", 3_600_00, "2026-10-05", 0],
    ["WIRE IN STEWART TITLE GUARANTY", 3_599_99, "2026-10-05", 4_000_00],
    ["WIRE IN STEWART TITLE GUARANTY", 4_000_01, "2026-10-05", 4_000_00],
    ["WIRE IN STEWART TITLE GUARANTY", 4_000_00, "2026-09-19", 4_000_00],
  ])("%s of %i on %s", (words, cents, date, credit) => {
    expect(fundsUnder(earnest([cashIn(words, cents, date)]), "fannie").earnestPaidCents).toBe(credit);
  });

  test("paid again after it came back, it is credited", () => {
    const again = cashOut("WIRE OUT CHICAGO TITLE", 4_000_00, "2026-10-10");
    const back = cashIn("WIRE IN STEWART TITLE GUARANTY", 4_000_00, "2026-10-05");
    const e = earnest([back, again]);
    expect(fundsUnder(e, "fannie").earnestPaidCents).toBe(4_000_00);
    expect(e.figures.earnestMoney!.lines.map(({ transactionId }) => transactionId)).toEqual([again.id]);
  });

  test("two payments that came back as one are not credited", () => {
    const rest = cashOut("WIRE OUT STEWART TITLE GUARANTY", 5_000_00, "2026-10-01");
    const of = (lines: ReturnType<typeof cashIn>[]) =>
      evaluated({
        accounts: [checking({ cents: 40_000_00, lines: [paid, rest, ...lines] })],
        loan: loanWith({ emd: 9_000_00 }),
      }).figures.earnestMoney!.creditCents;
    expect(of([])).toBe(9_000_00);
    expect(of([cashIn("WIRE IN STEWART TITLE GUARANTY", 9_000_00, "2026-10-12")])).toBe(0);
    expect(of([cashIn("WIRE IN STEWART TITLE GUARANTY", 9_000_00, "2026-09-30")])).toBe(9_000_00);
  });

  const receipt = (cents = 8_000_00, more = {}) =>
    evidence("emd_receipt", null, cents, { clearedOn: "2026-10-20", ...more });
  const withEvidence = (sources: ReturnType<typeof evidence>[], accounts = [checking({ cents: 14_000_00 })]) =>
    evaluated({ accounts, loan: loanWith({ emd: 8_000_00 }), evidence: sources });

  test("a gift that paid it counts once, with its letter and the receipt", () => {
    const e = withEvidence([gift("father", 8_000_00), receipt()]);
    expect(outcomes(e)).toEqual(all("short"));
    expect(codes(e, undefined, "review")).toContain("EMD_PAID_BY_GIFT");
    expect(codes(e)).not.toContain("EMD_NOT_FOUND");
    expect(fundsUnder(e, "fha")).toMatchObject({ usableClosingCents: 22_000_00, earnestPaidCents: 0 });
    // Another amount is another payment, and so is a receipt for a payment of the borrower's own account.
    const other = withEvidence([gift("father", 7_999_99), receipt()]);
    expect(fundsUnder(other, "fannie")).toMatchObject({ usableClosingCents: 21_999_99, earnestPaidCents: 8_000_00 });
    const check = cashOut("WITHDRAWAL", 8_000_00, "2026-10-20");
    const own = withEvidence(
      [gift("father", 8_000_00), receipt(8_000_00, { transactionId: check.id })],
      [checking({ cents: 14_000_00, lines: [check] })],
    );
    expect(fundsUnder(own, "fannie")).toMatchObject({ usableClosingCents: 22_000_00, earnestPaidCents: 8_000_00 });
  });

  test("a receipt for a payment that the bank still shows as pending", () => {
    const pending = cashOut("WIRE OUT STEWART TITLE GUARANTY", 8_000_00, "2026-11-15", { pending: true });
    const of = (availableCents: number | null) =>
      withEvidence(
        [receipt(8_000_00, { clearedOn: "2026-11-15" })],
        [checking({ cents: 22_000_00, availableCents, lines: [pending] })],
      );
    for (const availableCents of [null, 22_000_00]) {
      expect(outcomes(of(availableCents)).fannie).toBe("open");
      expect(codes(of(availableCents), "fannie", "blocker")).toEqual(["EMD_RECEIPT_NOT_CLEARED"]);
    }
    expect(fundsUnder(of(14_000_00), "fannie")).toMatchObject({
      usableClosingCents: 14_000_00,
      earnestPaidCents: 8_000_00,
    });
    expect(codes(of(14_000_01))).toContain("EMD_RECEIPT_NOT_CLEARED");
    expect(codes(of(14_000_00))).not.toContain("EMD_RECEIPT_NOT_CLEARED");
  });

  test("a letter of that amount counts as the gift, and one gift explains one receipt", () => {
    const letter = withEvidence([gift("father", 5_000_00, null, { amountCents: 8_000_00 }), receipt()]);
    expect(fundsUnder(letter, "fannie").earnestPaidCents).toBe(0);
    const two = withEvidence([gift("father", 4_000_00), receipt(4_000_00), receipt(4_000_00, { clearedOn: null })]);
    expect(fundsUnder(two, "fannie")).toMatchObject({ usableClosingCents: 18_000_00, earnestPaidCents: 4_000_00 });
  });

  test("a gift that pays what the borrower's own payment leaves open counts once", () => {
    const own = cashOut("WIRE OUT STEWART TITLE GUARANTY", 7_500_00, "2026-10-20");
    const of = (more: ReturnType<typeof evidence>[]) =>
      fundsUnder(withEvidence([receipt(), ...more], [checking({ cents: 14_000_00, lines: [own] })]), "fannie");
    expect(of([])).toMatchObject({ earnestPaidCents: 8_000_00 });
    expect(of([gift("father", 500_00)])).toMatchObject({ earnestPaidCents: 7_500_00, usableClosingCents: 14_500_00 });
  });

  test("one receipt that was accepted twice shows one payment", () => {
    const of = (...sources: ReturnType<typeof evidence>[]) =>
      fundsUnder(withEvidence(sources), "fannie").earnestPaidCents;
    expect(of(receipt(4_000_00), receipt(4_000_00))).toBe(4_000_00);
    expect(of(receipt(4_000_00), receipt(4_000_00, { clearedOn: "2026-10-21" }))).toBe(8_000_00);
    expect(of(receipt(4_000_00), receipt(4_000_00, { accountId: "other" }))).toBe(8_000_00);
    expect(of(receipt(4_000_00), receipt(3_000_00))).toBe(7_000_00);
  });
});

test("one gift letter that was accepted twice counts once, and the complete one counts", () => {
  const of = (...sources: ReturnType<typeof gift>[]) =>
    evaluated({ accounts: [checking({ cents: 10_000_00 })], evidence: sources });
  const twice = of(gift("mother", 9_000_00), gift("mother", 9_000_00));
  expect(fundsUnder(twice, "fannie").usableClosingCents).toBe(19_000_00);
  expect(codes(twice, undefined, "review")).toEqual(["GIFT_MAY_BE_REPEATED"]);
  const half = gift("mother", 9_000_00, null, { noRepayment: false });
  for (const sources of [
    [half, gift("mother", 9_000_00)],
    [gift("mother", 9_000_00), half],
  ])
    expect(codes(of(...sources))).toEqual(["GIFT_MAY_BE_REPEATED"]);
  const father = gift("father", 9_000_00, null, { donor: { name: "Karl Quist" } });
  expect(fundsUnder(of(gift("mother", 9_000_00), father), "fannie").usableClosingCents).toBe(28_000_00);
  expect(fundsUnder(of(gift("mother", 9_000_00), gift("mother", 8_000_00)), "fannie").usableClosingCents).toBe(
    27_000_00,
  );
});

describe("sources that only look shown", () => {
  const posted = (words: string, cents: number, category: string, dates = ["2026-10-20"]) => {
    const lines = dates.map((date) =>
      cashIn(words, cents, date, { categoryPrimary: "INCOME", categoryDetailed: category }),
    );
    return depositRow(evaluated({ accounts: [checking({ cents: 600_000_00, lines })] }), lines[0]!)!.identifiedAs;
  };

  test("a bare deposit that only the category calls income is not identified", () => {
    const dates = ["2026-09-20", "2026-10-05", "2026-10-20", "2026-11-05"];
    expect(posted("DEPOSIT", 45_000_00, "INCOME_TAX_REFUND")).toBeNull();
    expect(posted("ACH CREDIT", 45_000_00, "INCOME_UNEMPLOYMENT")).toBeNull();
    expect(posted("DEPOSIT", 9_000_00, "INCOME_INTEREST_EARNED")).toBeNull();
    expect(posted("DEPOSIT", 12_000_00, "INCOME_SALARY", dates)).toBeNull();
    expect(posted("DIRECT DEPOSIT", 2_000_00, "INCOME_SALARY", dates)).toBe("payroll");
    expect(posted("LARKMEAD FOODS INC", 2_000_00, "INCOME_SALARY", dates)).toBe("payroll");
    expect(posted("TAX REFUND", 3_000_00, "INCOME_TAX_REFUND")).toBe("tax_refund");
  });

  test("an own transfer is confirmed with a document, unless the report shows both legs", () => {
    const line = cashIn("COUNTER CASH DEPOSIT", 20_000_00, "2026-10-20");
    const of = (more = {}) =>
      evaluated({
        accounts: [checking({ cents: 28_500_00, lines: [line] })],
        confirmations: [confirmation("ownTransfer", { line }, more)],
      });
    expect(outcomes(of())).toEqual(split("short", "open"));
    expect(outcomes(of(withDocument))).toEqual(all("enough"));
  });

  test("pending pay counts after two days of pay, together with what the payer still posts", () => {
    const pay = (cents: number, date: string, pending = false) =>
      cashIn("ACME DES:PAYROLL INDN:NORA QUIST", cents, date, { pending });
    const counted = (...lines: ReturnType<typeof pay>[]) =>
      fundsUnder(evaluated({ accounts: [checking({ cents: 30_000_00, lines })] }), "fannie").usableClosingCents;
    const [first, second, third] = ["2026-10-18", "2026-11-01", "2026-11-15"] as const;
    expect(counted(pay(2_000_00, second), pay(2_000_00, second), pay(2_000_00, third, true))).toBe(28_000_00);
    expect(counted(pay(2_000_00, first), pay(2_000_00, second), pay(3_000_00, third, true))).toBe(30_000_00);
    expect(counted(pay(2_000_00, first), pay(2_000_00, second), pay(3_000_01, third, true))).toBe(26_999_99);
    const halves = [pay(1_500_00, third, true), pay(1_500_01, third, true)];
    expect(counted(pay(2_000_00, first), pay(2_000_00, second), ...halves)).toBe(26_999_99);
  });

  test("an account without transaction data shows no history", () => {
    const silent = { cents: 40_000_00, everyday: false, historicalBalances: [], daysAvailable: 730 };
    expect(outcomes(evaluated({ accounts: [checking(silent)] }))).toEqual(all("open"));
    const quiet = { cents: 40_000_00, everyday: false, daysAvailable: 730 };
    expect(outcomes(evaluated({ accounts: [checking(quiet)] }))).toEqual(all("enough"));
    const banks = [bank({ accounts: [checking(quiet)] })];
    for (const itemId of [banks[0]!.id, null]) {
      const warnings = [{ code: "TRANSACTIONS_UNAVAILABLE", itemId, message: null }];
      expect(codes(evaluated({ banks, report: { warnings } }), undefined, "blocker")).toContain("INSUFFICIENT_HISTORY");
    }
  });

  test("holdings that the bank didn't provide block only what counts because of them", () => {
    const blockers = (...accounts: ReturnType<typeof checking>[]) => {
      const source = bank({ accounts: [checking({ cents: 40_000_00 }), ...accounts] });
      const warnings = [{ code: "INVESTMENTS_UNAVAILABLE", itemId: source.id, message: null }];
      const statements = accounts.map(({ id }) => evidence("statement", null, 5_000_00, { accountId: id }));
      return codes(evaluated({ banks: [source], report: { warnings }, evidence: statements }), "fannie", "blocker");
    };
    expect(blockers(investment("brokerage", { cents: 9_000_00 }))).toEqual(["HOLDINGS_UNAVAILABLE"]);
    expect(blockers(investment("ira", { cents: 9_000_00 }))).toEqual(["HOLDINGS_UNAVAILABLE"]);
    expect(blockers(investment("401k", { cents: 9_000_00 })), "counts for nothing").toEqual([]);
    expect(blockers(investment("annuity", { cents: 9_000_00 })), "counts for its statement").toEqual([]);
  });

  test("one account without a number through two sign-ins counts once", () => {
    const lines = (amounts: readonly number[]) =>
      amounts.map((cents, at) => cashOut("H-E-B #455", cents, `2026-10-2${at}`));
    const both = (amounts: readonly number[], cents = 16_000_00, owners = ["NORA QUIST"]) =>
      evaluated({
        banks: [
          bank({ accounts: [checking({ mask: null, cents: 16_000_00, everyday: false, lines: lines([41, 52, 63]) })] }),
          bank({
            institutionId: "ins_other",
            accounts: [checking({ mask: null, cents, owners, everyday: false, lines: lines(amounts) })],
          }),
        ],
      });
    const counted = (...of: Parameters<typeof both>) => fundsUnder(both(...of), "fannie").usableClosingCents;
    expect(counted([41, 52, 63])).toBe(16_000_00);
    expect(counted([41, 52, 64])).toBe(32_000_00);
    expect(counted([41, 52])).toBe(32_000_00);
    expect(counted([41, 52, 63], 15_000_00)).toBe(31_000_00);
  });
});

test("an investment without a number through two sign-ins may be one account", () => {
  const brokerage = (more = {}) => investment("brokerage", { cents: 12_000_00, mask: null, ...more });
  const of = (other: AccountDraft, confirmations: Confirmation[] = []) =>
    evaluated({
      banks: [bank({ accounts: [checking({ cents: 13_000_00 }), brokerage()] }), bank({ accounts: [other] })],
      confirmations,
    });
  const copy = brokerage();
  expect(severities(of(copy), "MAYBE_SAME_ACCOUNT")).toMatchObject({ fannie: "blocker" });
  expect(outcomes(of(copy)).fannie).toBe("open");
  expect(outcomes(of(copy, [confirmation("differentAccounts", { account: copy })])).fannie).toBe("enough");
  for (const other of [brokerage({ cents: 12_000_01 }), brokerage({ owners: ["THEO QUIST"] })])
    expect(codes(of(other))).not.toContain("MAYBE_SAME_ACCOUNT");
});

describe("payments to oneself", () => {
  const twoBanks = (
    debit: string,
    credit: string,
    more: { readonly owners?: string[]; readonly readAt?: string } = {},
  ) => {
    const out = cashOut(debit, 9_000_00, "2026-10-20");
    const into = cashIn(credit, 9_000_00, "2026-10-20");
    const { owners = ["NORA QUIST"] } = more;
    const banks = [
      bank({ accounts: [checking({ cents: 10_000_00, lines: [out] })] }),
      bank({ name: "Bank Two", accounts: [savings({ cents: 22_000_00, owners, lines: [into] })] }),
    ];
    return evaluated({ banks, borrowers: [NORA, person("Theo", "Quist")] }).figures.transfers.length > 0;
  };

  test("between two accounts of the borrowers are own transfers when each leg names the other's owner", () => {
    expect(twoBanks("ZELLE TO NORA QUIST", "ZELLE FROM NORA QUIST")).toBe(true);
    expect(twoBanks("ZELLE TO THEO QUIST", "ZELLE FROM NORA QUIST", { owners: ["THEO QUIST"] })).toBe(true);
    expect(twoBanks("ZELLE TO SELF", "ZELLE FROM NORA QUIST")).toBe(true);
    expect(twoBanks("ZELLE TO KARL QUIST", "ZELLE FROM NORA QUIST")).toBe(false);
    expect(twoBanks("ZELLE TO NORA QUIST", "ZELLE FROM KARL QUIST")).toBe(false);
    expect(twoBanks("WITHDRAWAL 0042", "ZELLE FROM NORA QUIST")).toBe(false);
  });

  test("are own transfers when they name the owner as the bank does", () => {
    const theo = { owners: ["THEODORE QUIST"] };
    expect(twoBanks("ZELLE TO THEODORE QUIST", "ZELLE FROM NORA QUIST", theo)).toBe(true);
    expect(twoBanks("WIRE TYPE:WIRE OUT BNF:THEODORE QUIST", "WIRE IN ORIG:NORA QUIST", theo)).toBe(true);
    expect(twoBanks("Zelle Transfer Conf# ab12; QUIST, THEO", "Zelle Transfer Conf# abcd; QUIST, NORA", theo)).toBe(
      true,
    );
    expect(twoBanks("Zelle Transfer Conf# ab12; QUIST, KARL", "Zelle Transfer Conf# abcd; QUIST, NORA", theo)).toBe(
      false,
    );
    expect(twoBanks("ZELLE TO THEODORE POPE", "ZELLE FROM NORA QUIST", theo)).toBe(false);
    expect(twoBanks("ZELLE TO KARL QUIST", "ZELLE FROM NORA QUIST", { owners: ["NORA QUIST", "KARL QUIST"] })).toBe(
      false,
    );
  });

  test("after another bank was read may be its money", () => {
    const of = (words: string) =>
      evaluated({
        banks: [
          bank({ readAt: "2026-10-25", accounts: [checking({ cents: 10_000_00 })] }),
          bank({
            name: "Bank Two",
            accounts: [savings({ cents: 18_500_00, lines: [cashIn(words, 4_000_00, "2026-11-02")] })],
          }),
        ],
      });
    expect(codes(of("ZELLE FROM NORA QUIST"))).toContain("MOVED_AFTER_READING");
    expect(codes(of("ZELLE FROM INES QUIST"))).not.toContain("MOVED_AFTER_READING");
  });
});

describe("money that another decision counts already", () => {
  test("a gift that is to come and already deposited", () => {
    const deposit = cashIn("ZELLE FROM INES QUIST", 4_000_00, "2026-11-10");
    const e = evaluated({
      accounts: [checking({ cents: 24_000_00, lines: [deposit] })],
      evidence: [gift("mother", 4_000_00)],
    });
    expect(findings(e, "GIFT_MAY_BE_DEPOSITED")[0]!.text).toContain("Link it to that deposit if it is the same gift.");
    expect(outcomes(e)).toEqual(all("short"));
  });

  test("but not another amount, another person, or a gift of last spring", () => {
    const lines = [
      cashIn("ZELLE FROM INES QUIST", 1_500_00, "2026-11-10"),
      cashIn("ZELLE FROM KARL POPE", 4_000_00, "2026-11-11"),
      cashIn("ZELLE FROM INES QUIST", 4_000_00, "2026-05-11"),
    ];
    const e = evaluated({
      accounts: [checking({ cents: 24_000_00, days: 365, lines })],
      evidence: [gift("mother", 4_000_00)],
    });
    expect(codes(e)).not.toContain("GIFT_MAY_BE_DEPOSITED");
    expect(outcomes(e)).toMatchObject({ fannie: "enough", freddie: "enough" });
  });

  test("a gift that is to come and arrived in several payments", () => {
    const dates = ["2026-11-08", "2026-11-09", "2026-11-10"];
    const of = (cents: number, more: (lines: ReturnType<typeof cashInOn>) => ReturnType<typeof gift>[] = () => []) => {
      const lines = [
        cashIn("ZELLE FROM INES QUIST", 50_00, "2026-09-20"),
        ...cashInOn(dates, "ZELLE FROM INES QUIST", cents),
      ];
      const e = evaluated({
        accounts: [checking({ cents: 19_500_00, lines })],
        evidence: [gift("mother", 9_000_00), ...more(lines.slice(1))],
      });
      return { codes: codes(e), outcome: outcomes(e).fannie };
    };
    expect(of(3_000_00)).toMatchObject({ outcome: "short" });
    expect(of(3_000_00).codes).toContain("GIFT_MAY_BE_DEPOSITED");
    expect(of(3_000_00, (lines) => lines.map((line) => gift("mother", 3_000_00, line))).outcome).toBe("short");
    expect(of(2_000_00).codes).not.toContain("GIFT_MAY_BE_DEPOSITED");
    expect(of(2_000_00).outcome).toBe("enough");
  });

  test("proof that one account was liquidated releases no other account's money", () => {
    const [brokerage, ira] = [investment("brokerage", { cents: 1_000_00 }), investment("ira", { cents: 10_500_00 })];
    const of = (account: AccountDraft, cents: number) =>
      evaluated({
        accounts: [checking({ cents: 18_000_00 }), brokerage, ira],
        evidence: [evidence("liquidation", null, cents, { accountId: account.id })],
      });
    expect(outcomes(of(brokerage, 10_000_00))).toEqual(all("short"));
    expect(outcomes(of(ira, 10_000_00))).toEqual(all("enough"));
  });

  test("one proof of liquidation that was accepted twice", () => {
    const ira = investment("ira", { cents: 11_000_00 });
    const line = cashIn("VANGUARD IRA DISTRIBUTION", 5_000_00, "2026-11-10");
    const proof = (cents: number, of: ReturnType<typeof cashIn> | null = null) =>
      evidence("liquidation", of, cents, { accountId: ira.id });
    const outcomeWith = (...sources: ReturnType<typeof evidence>[]) =>
      outcomes(evaluated({ accounts: [checking({ cents: 18_000_00, lines: [line] }), ira], evidence: sources }));
    expect(outcomeWith(proof(5_000_00, line), proof(5_000_00), proof(5_000_01))).toEqual(all("short"));
    expect(outcomeWith(proof(5_000_00), proof(5_000_00)).fha).toBe("short");
    expect(outcomeWith(proof(5_000_00, line), proof(4_999_99), proof(5_000_01))).toEqual(all("enough"));
  });

  test("a loan from the borrower's plan comes off a plan that counts", () => {
    const line = cashIn("FIDELITY 401K LOAN DISBURSEMENT", 20_000_00, "2026-10-20");
    const counted = investment("401k", {
      cents: 70_000_00,
      holdings: [holding(70_000_00, { vestedValueCents: 70_000_00 })],
    });
    const larger = [
      investment("401k", { cents: 100_000_00, holdings: [holding(100_000_00)] }),
      investment("401k", {
        cents: 100_000_00,
        owners: ["KARL POPE"],
        holdings: [holding(100_000_00, { vestedValueCents: 100_000_00 })],
      }),
    ];
    for (const other of larger) {
      const e = evaluated({
        accounts: [checking({ cents: 28_000_00, lines: [line] }), other, counted],
        confirmations: [confirmation("planTerms", { account: counted }, withDocument)],
        evidence: [evidence("secured_loan", line, 20_000_00)],
      });
      const row = e.funds.fannie.investments.find(({ accountId }) => accountId === counted.id);
      expect(row!.countedCents).toBe(50_000_00);
    }
  });

  test("a transfer that papers document, out of a bank that was read before it", () => {
    const line = cashIn("COUNTER DEPOSIT", 20_000_00, "2026-11-02");
    const of = (readAt: string, more: Partial<Parameters<typeof evaluated>[0]>) =>
      evaluated({
        banks: [
          bank({ readAt, accounts: [checking({ cents: 20_000_00 })] }),
          bank({ name: "Bank Two", accounts: [savings({ cents: 22_000_00, lines: [line] })] }),
        ],
        loan: loanWith({ salesPrice: 395_000_00, appraisedValue: 395_000_00, closingCosts: 20_000_00 }),
        ...more,
      });
    for (const more of [
      { evidence: [evidence("transfer", line, 20_000_00)] },
      { confirmations: [confirmation("ownTransfer", { line }, withDocument)] },
    ]) {
      expect(outcomes(of("2026-10-31", more))).toEqual(all("short"));
      expect(reductions(of("2026-10-31", more))).toEqual(all(20_000_00));
      expect(outcomes(of("2026-11-03", more))).toEqual(all("enough"));
    }
    const sold = { evidence: [evidence("sale_of_personal_asset", line, 20_000_00)] };
    expect(outcomes(of("2026-10-31", sold))).toEqual(all("enough"));
  });

  test("securities that papers show were sold after they were read", () => {
    const line = cashIn("DEPOSIT", 20_000_00, "2026-11-02");
    const of = (readAt: string, older: AccountDraft = investment("brokerage", { cents: 20_000_00 })) =>
      evaluated({
        banks: [
          bank({ name: "Bank Two", readAt, accounts: [older] }),
          bank({ accounts: [checking({ cents: 28_000_00, lines: [line] })] }),
        ],
        loan: loanWith({ reserveMonthsRequired: 8 }),
        evidence: [evidence("liquidation", line, 20_000_00)],
      });
    expect(outcomes(of("2026-10-31"))).toEqual(split("short", "enough"));
    expect(reductions(of("2026-10-31"))).toEqual(all(20_000_00));
    expect(reductions(of("2026-11-03"))).toEqual(all(0));
    expect(outcomes(of("2026-11-03"))).toEqual(all("enough"));
    expect(reductions(of("2026-10-31", savings({ cents: 20_000_00 }))), "no securities").toEqual(all(0));
  });

  test("money that came from an account in a name that differs", () => {
    const out = cashOut("ONLINE TRANSFER TO SAV ...8810", 20_000_00, "2026-11-02");
    const into = cashIn("ONLINE TRANSFER FROM CHK ...4471", 20_000_00, "2026-11-02");
    const other = checking({ cents: 1_000_00, mask: "4471", owners: ["N QUIST"], lines: [out] });
    const of = (cents: number, confirmations: Confirmation[] = []) =>
      evaluated({ accounts: [other, savings({ cents, mask: "8810", lines: [into] })], confirmations });
    expect(severities(of(30_000_00), "NAME_DIFFERS")).toEqual(all("blocker"));
    expect(outcomes(of(30_000_00))).toEqual(all("open"));
    expect(severities(of(48_000_00), "NAME_DIFFERS")).toEqual(all("review"));
    const confirmed = confirmation("borrower", { account: other }, withDocument);
    expect(outcomes(of(30_000_00, [confirmed]))).toEqual(all("enough"));
  });

  test("earnest money that came from an account in a name that differs", () => {
    const paid = cashOut("WIRE TRANSFER OUT CHICAGO TITLE", 10_000_00, "2026-11-02");
    const other = checking({ cents: 1_000_00, mask: "4471", owners: ["N QUIST"], lines: [paid] });
    const of = (...confirmations: Confirmation[]) =>
      evaluated({
        accounts: [other, savings({ cents: 20_000_00 })],
        confirmations,
        loan: loanWith({ emd: 10_000_00 }),
      });
    expect(severities(of(), "NAME_DIFFERS")).toEqual(all("blocker"));
    expect(fundsOf(of(), ({ levels }) => levels.sure.cashToCloseCents)).toEqual(all(28_000_00));
    expect(needs(of())).toEqual(all(18_000_00));
    expect(outcomes(of(confirmation("borrower", { account: other }, withDocument))).fannie).toBe("enough");
  });

  test("a line against securities and the securities behind it", () => {
    const line = cashIn("SCHWAB PLEDGED ASSET LINE ADVANCE", 20_000_00, "2026-10-20");
    const of = (marginLoanCents: number | null, more: Partial<Parameters<typeof evaluated>[0]> = {}) => {
      const brokerage = investment("brokerage", { cents: 50_000_00, marginLoanCents });
      const e = evaluated({
        accounts: [checking({ cents: 28_000_00, lines: [line] }), brokerage],
        evidence: [evidence("secured_loan", line, 20_000_00), ...(more.evidence ?? [])],
      });
      return e.funds.fannie.investments[0]!.countedCents;
    };
    expect(of(null)).toBe(30_000_00);
    expect(of(0)).toBe(30_000_00);
    expect(of(20_000_00)).toBe(30_000_00);
    expect(of(25_000_00)).toBe(25_000_00);
  });

  test("what is owed on securities counts against them with either sign", () => {
    for (const marginLoanCents of [60_000_00, -60_000_00]) {
      const e = evaluated({
        accounts: [checking({ cents: 28_000_00 }), investment("brokerage", { cents: 100_000_00, marginLoanCents })],
      });
      expect(e.funds.fannie.investments[0]!.countedCents).toBe(40_000_00);
    }
  });
});

test("a gift into an account that was left out asks nothing", () => {
  const deposit = cashIn("ZELLE FROM KARL", 3_000_00, "2026-11-10");
  const other = savings({ cents: 5_000_00, lines: [deposit] });
  const of = (leftOutAccounts: string[]) =>
    evaluated({
      accounts: [checking({ cents: 60_000_00 }), other],
      loan: loanWith({ leftOutAccounts }),
      evidence: [gift("employer", 3_000_00, deposit)],
    });
  expect(codes(of([]))).toContain("DONOR_NOT_ACCEPTED");
  expect(codes(of([other.id]))).not.toContain("DONOR_NOT_ACCEPTED");
  expect(outcomes(of([other.id]))).toEqual(all("enough"));
});

describe("what the answer says", () => {
  const textOf = (scenario: Parameters<typeof evaluated>[0]) => evaluated(scenario).verdicts.fannie.text;

  test("a deposit with papers for a part of it is not counted in part", () => {
    const line = cashIn("DEPOSIT", 12_000_00, "2026-10-20");
    const other = cashIn("DEPOSIT", 11_000_00, "2026-10-21");
    const of = (lines: (typeof line)[]) =>
      textOf({ accounts: [checking({ cents: 60_000_00, lines })], evidence: [evidence("refund", line, 7_000_00)] });
    expect(of([line])).toContain("; $5,000.00 of the deposit of $12,000.00 is not counted until it is explained.");
    expect(of([line, other])).toContain("; all or part of 2 deposits is not counted until they are explained.");
  });

  test("a deposit that two findings name is one deposit", () => {
    const line = cashIn("ONLINE TRANSFER FROM SAV", 12_000_00, "2026-11-02");
    const banks = [
      bank({ readAt: "2026-10-30", accounts: [checking({ cents: 15_000_00 })] }),
      bank({ name: "Bank Two", accounts: [savings({ cents: 60_000_00, lines: [line] })] }),
    ];
    expect(textOf({ banks })).toContain("; one deposit of $12,000.00 is not counted until it is explained.");
  });

  test("what could restore an earnest-money credit, or a sale of securities", () => {
    const cash = cashIn("COUNTER CASH DEPOSIT", 18_000_00, "2026-10-20");
    const paid = cashOut("WIRE OUT STEWART TITLE GUARANTY", 18_000_00, "2026-10-21");
    expect(
      textOf({ accounts: [checking({ cents: 12_000_00, lines: [cash, paid] })], loan: loanWith({ emd: 18_000_00 }) }),
    ).toContain("$16,000.00 short of closing under Fannie Mae. Clearing what is open could restore up to $18,000.00.");
    expect(
      textOf({ accounts: [checking({ cents: 18_000_00 }), investment("brokerage", { cents: 11_000_00 })] }),
    ).toContain("$10,000.00 short of closing under Fannie Mae. Clearing what is open could restore up to $10,000.00.");
  });
});

describe("credits above the limit", () => {
  const terms = { closingCosts: 14_000_00, prepaids: 6_000_00, loanAmount: 388_000_00 };
  const of = (more: Parameters<typeof loanWith>[0]) =>
    evaluated({ accounts: [checking({ cents: 60_000_00 })], loan: loanWith({ ...terms, ...more }) });

  test("lower what loan-to-value is computed on, as a lower price does", () => {
    expect(codes(of({ credits: 12_000_00 }))).not.toContain("DOWN_PAYMENT_SHORT");
    const [above, lowerPrice] = [of({ credits: 16_000_00 }), of({ credits: 11_000_00, salesPrice: 396_000_00 })];
    for (const e of [above, lowerPrice])
      expect(findings(e, "DOWN_PAYMENT_SHORT")[0]).toMatchObject({
        programs: ["fannie", "freddie"],
        inputs: { contributionCents: 8_000_00 },
      });
    const [finding] = findings(above, "DOWN_PAYMENT_SHORT");
    expect(finding!.text).toContain("The down payment of $8,000.00, without the credits above the limit, is below");
    expect(finding!.clearedBy).toContainEqual(expect.objectContaining({ fields: expect.arrayContaining(["credits"]) }));
  });

  test("but not below an appraisal that is lower still", () => {
    const e = of({ credits: 16_000_00, salesPrice: 404_000_00, appraisedValue: 400_000_00 });
    expect(codes(e)).not.toContain("DOWN_PAYMENT_SHORT");
  });
});
