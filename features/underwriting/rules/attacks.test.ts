// Inputs that once made money count, or a verdict enough, although the rules do not allow it.
import { describe, expect, test } from "vitest";
import { donorGroup } from "./gifts.ts";
import {
  all,
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
  needs,
  outcomes,
  printed,
  reductions,
  savings,
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
