// Gifts and earnest money that once counted twice, or that the offered document didn't settle.
import { describe, expect, test } from "vitest";
import type { EvidenceSource } from "./evaluation.ts";
import {
  type AccountSpec,
  all,
  cashIn,
  cashOut,
  checking,
  codes,
  evaluated,
  evidence,
  findings,
  fundsOf,
  gift,
  loanWith,
  outcomes,
  split,
} from "./test-report.ts";

describe("a gift that is to come and arrives without a word that a person sent it", () => {
  const of = (words: string, cents = 4_000_00) => {
    const line = cashIn(words, cents, "2026-11-10");
    const e = evaluated({
      accounts: [checking({ cents: 24_000_00, lines: [line] })],
      evidence: [gift("mother", 4_000_00)],
    });
    return { outcome: outcomes(e).fannie, isSeen: codes(e).includes("GIFT_MAY_BE_DEPOSITED") };
  };

  test.each(["ACH CREDIT INES QUIST", "MOBILE CHECK DEPOSIT", "DEPOSIT", "CHECK DEPOSIT INES QUIST"])(
    "counts once: %s",
    (words) => {
      expect(of(words)).toEqual({ outcome: "short", isSeen: true });
    },
  );

  test("is not another amount or another sender's", () => {
    const counted = { outcome: "enough", isSeen: false };
    expect(of("MOBILE CHECK DEPOSIT", 3_990_00)).toEqual(counted);
    expect(of("ACH CREDIT KARL POPE")).toEqual(counted);
    expect(of("INES QUIST DDS DES:PAYROLL INDN:QUIST,NORA")).toEqual(counted);
  });

  test("is not lost beside a deposit that is taken off anyway", () => {
    const line = cashIn("MOBILE CHECK DEPOSIT", 5_000_00, "2026-11-10");
    const accounts = [checking({ cents: 28_000_00, lines: [line] })];
    expect(outcomes(evaluated({ accounts, evidence: [gift("mother", 5_000_00)] }))).toEqual(split("enough", "open"));
  });

  test("counts once when its letter is linked to the deposit", () => {
    const line = cashIn("ACH CREDIT INES QUIST", 4_000_00, "2026-11-10");
    const accounts = [checking({ cents: 28_000_00, lines: [line] })];
    expect(outcomes(evaluated({ accounts, evidence: [gift("mother", 4_000_00, line)] }))).toEqual(all("enough"));
  });
});

describe("earnest money that another person paid", () => {
  const wire = cashOut("WIRE OUT STEWART TITLE GUARANTY", 8_000_00, "2026-10-20");
  const fathers: AccountSpec = { cents: 5_000_00, owners: ["KARL POPE"], lines: [wire] };
  const letter = (relationship = "father", more: Partial<EvidenceSource> = {}) =>
    gift(relationship, 8_000_00, wire, { donor: { name: "Karl Pope" }, ...more });
  const of = (sources: readonly EvidenceSource[], { cents = 20_000_00, terms = {}, other = fathers } = {}) => {
    const e = evaluated({
      accounts: [checking({ cents }), checking(other)],
      loan: loanWith({ emd: 8_000_00, ...terms }),
      evidence: [...sources],
    });
    return { outcomes: outcomes(e), codes: codes(e).filter((code) => /EMD|GIFT|DONOR/.test(code)) };
  };

  test("is settled by the donor's letter for the payment, and counts once", () => {
    expect(of([])).toEqual({ outcomes: all("short"), codes: ["EMD_FROM_OTHER"] });
    expect(of([letter()])).toEqual({ outcomes: all("enough"), codes: [] });
    expect(of([letter()], { cents: 19_999_99 }).outcomes).toEqual(all("short"));
    const receipts = [
      evidence("emd_receipt", wire, 8_000_00),
      evidence("emd_receipt", null, 8_000_00, { clearedOn: "2026-10-20" }),
    ];
    for (const receipt of receipts)
      expect(of([letter(), receipt], { cents: 19_999_99 }).outcomes).toEqual(all("short"));
    const part = letter("father", { sourcedCents: 7_000_00, amountCents: 7_000_00 });
    for (const receipt of receipts) expect(of([part, receipt], { cents: 20_999_99 }).outcomes).toEqual(all("short"));
  });

  test("is no gift of one who may not give, or before the contract, or from the borrower's own account", () => {
    expect(of([letter("employer")])).toMatchObject({ outcomes: split("short", "enough") });
    expect(of([letter()], { terms: { contractDate: "2026-10-21" } }).outcomes).toEqual(all("short"));
    const own = { ...fathers, owners: ["NORA QUIST"], currency: "CAD" };
    expect(of([letter()], { other: own })).toEqual({ outcomes: all("short"), codes: ["EMD_FROM_OTHER"] });
  });

  test("asks for a gift letter only where a gift can settle it", () => {
    const waysOf = (other: AccountSpec) => {
      const accounts = [checking({ cents: 20_000_00 }), checking(other)];
      const [finding] = findings(evaluated({ accounts, loan: loanWith({ emd: 8_000_00 }) }), "EMD_FROM_OTHER");
      return JSON.stringify(finding!.clearedBy).includes('"gift"');
    };
    expect(waysOf(fathers)).toBe(true);
    expect(waysOf({ ...fathers, owners: ["NORA QUIST"], currency: "CAD" })).toBe(false);
  });
});

test("a receipt for a payment long before the contract is for another one", () => {
  const of = (clearedOn: string) => {
    const e = evaluated({
      accounts: [checking({ cents: 20_000_00 })],
      loan: loanWith({ emd: 8_000_00, contractDate: "2026-10-10" }),
      evidence: [evidence("emd_receipt", null, 8_000_00, { clearedOn })],
    });
    return { outcomes: outcomes(e), credited: fundsOf(e, ({ earnestPaidCents }) => earnestPaidCents).fannie };
  };
  expect(of("2026-08-10")).toEqual({ outcomes: all("short"), credited: 0 });
  expect(of("2026-08-11")).toEqual({ outcomes: all("enough"), credited: 8_000_00 });
});
