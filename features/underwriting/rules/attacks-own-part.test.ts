// Inputs that once credited earnest money or a sale twice, or counted as the borrower's own part what is not sure.
import { describe, expect, test } from "vitest";
import type { EvidenceSource } from "./evaluation.ts";
import type { ReportTransaction } from "./parsed-report.ts";
import {
  cashIn,
  cashOut,
  checking,
  evaluated,
  evidence,
  findings,
  gift,
  investment,
  loanWith,
  outcomes,
  savings,
  severities,
} from "./test-report.ts";

const receipt = (cents: number, more = {}) =>
  evidence("emd_receipt", null, cents, { clearedOn: "2026-09-20", ...more });
const paid = cashOut("WIRE OUT STEWART TITLE GUARANTY", 4_000_00, "2026-09-20");

function withEarnest(
  emd: number,
  lines: readonly ReportTransaction[],
  receipts: readonly EvidenceSource[],
  cents = 25_000_00,
) {
  return evaluated({ accounts: [checking({ cents, lines })], loan: loanWith({ emd }), evidence: [...receipts] });
}

describe("earnest money that came back", () => {
  test.each(["RETURNED WIRE STEWART TITLE GUARANTY", "WIRE IN STEWART TITLE GUARANTY"])(
    "is not credited by its receipt: %s",
    (words) => {
      const lines = [paid, cashIn(words, 4_000_00, "2026-10-05")];
      for (const more of [{}, { transactionId: paid.id }])
        expect(outcomes(withEarnest(4_000_00, lines, [receipt(4_000_00, more)])).fannie).toBe("short");
    },
  );

  test("in two parts", () => {
    const back = ["2026-10-05", "2026-10-06"].map((day) => cashIn("WIRE IN STEWART TITLE GUARANTY", 2_000_00, day));
    expect(outcomes(withEarnest(4_000_00, [paid, ...back], [])).fannie).toBe("short");
  });

  test("does not come from another title company", () => {
    const other = cashIn("FIRST AMERICAN TITLE ESCROW REFUND", 3_900_00, "2026-10-10");
    expect(outcomes(withEarnest(4_000_00, [paid, other], [])).fannie).toBe("enough");
  });
});

describe("one payment that several receipts show", () => {
  const line = cashOut("WITHDRAWAL", 4_000_00, "2026-10-20");
  const linked = { transactionId: line.id, clearedOn: "2026-10-20" };

  test.each([
    ["a day apart", [receipt(4_000_00, linked), receipt(4_000_00, { ...linked, clearedOn: "2026-10-21" })]],
    ["for more than its line", [receipt(8_000_00, linked)]],
    ["one of them without its line", [receipt(4_000_00, linked), receipt(4_000_00, { clearedOn: "2026-10-20" })]],
  ])("%s, is credited once", (_, receipts) => {
    const e = withEarnest(8_000_00, [line], receipts, 20_500_00);
    expect(e.figures.earnestMoney!.creditCents).toBe(4_000_00);
    expect(outcomes(e)).toEqual({ fannie: "short", freddie: "short", fha: "short" });
  });
});

test("earnest money waits with the account that a receipt says it left", () => {
  const line = cashOut("WITHDRAWAL", 10_000_00, "2026-10-20");
  const other = checking({ cents: 1_000_00, owners: ["N QUIST"], lines: [line] });
  const cleared = { clearedOn: "2026-10-20" };
  for (const more of [{ transactionId: line.id }, { accountId: other.id }]) {
    const shown = [receipt(10_000_00, { ...cleared, ...more })];
    const accounts = [other, savings({ cents: 20_000_00 })];
    expect(outcomes(evaluated({ accounts, loan: loanWith({ emd: 10_000_00 }), evidence: shown })).fannie).toBe("open");
  }
});

test("a receipt for payments that were found takes nothing more off them", () => {
  const wire = (cents: number) => cashOut("WIRE OUT STEWART TITLE GUARANTY", cents, "2026-10-20");
  const other = checking({ cents: 1_000_00, owners: ["N QUIST"], lines: [wire(5_000_00)] });
  const accounts = [other, savings({ cents: 20_000_00, lines: [wire(5_000_01)] })];
  const sure = (...receipts: EvidenceSource[]) =>
    evaluated({ accounts, loan: loanWith({ emd: 10_000_01 }), evidence: receipts }).funds.fannie.levels.sure;
  expect(sure(receipt(10_000_01, { accountId: other.id, clearedOn: "2026-10-20" }))).toEqual(sure());
});

test("what a gift paid is not said to be credited", () => {
  const e = evaluated({
    accounts: [checking({ cents: 40_000_00 })],
    loan: loanWith({ emd: 8_000_00 }),
    evidence: [gift("father", 4_000_00), receipt(4_000_00)],
  });
  expect(findings(e, "EMD_NOT_FOUND")[0]!.text).toContain("so it is not credited");
});

test("one sale is proved once, whether or not both proofs name its account", () => {
  const ira = investment("ira", { cents: 100_000_00 });
  const proof = (more = {}) => evidence("liquidation", null, 10_000_00, more);
  const of = (...proofs: EvidenceSource[]) =>
    outcomes(evaluated({ accounts: [checking({ cents: 8_000_00 }), ira], evidence: proofs })).fha;
  expect(of(proof({ accountId: ira.id }), proof())).toBe(of(proof()));
  expect(of(proof(), proof({ accountId: ira.id }))).toBe("short");
});

test("a figure of the underwriting system does not lower FHA's own table without a reason", () => {
  const terms = { program: "fha", units: 3, reserveMonthsRequired: undefined, ausReserves: 0 } as const;
  const of = (more = {}) =>
    evaluated({ accounts: [checking({ cents: 30_000_00 })], loan: loanWith({ ...terms, ...more }) });
  expect(outcomes(of()).fha).toBe("short");
  expect(outcomes(of({ reserveReason: "The lender's own rule" })).fha).toBe("enough");
});

test("a relative who sells the home is a relative", () => {
  const e = evaluated({
    accounts: [checking({ cents: 20_000_00 })],
    loan: loanWith({ interestedParties: [{ name: "Ines Quist", role: "seller" }] }),
    evidence: [gift("mother", 10_000_00)],
  });
  expect(findings(e, "DONOR_INTEREST")[0]!.text).toContain("the donor also sells the property");
});

describe("the borrower's own part beside a gift", () => {
  const home = loanWith({
    occupancy: "second_home",
    salesPrice: 500_000_00,
    appraisedValue: 500_000_00,
    loanAmount: 425_000_00,
  });
  const withSavings = (owners: readonly string[]) =>
    evaluated({
      accounts: [checking({ cents: 10_000_00 }), savings({ cents: 20_000_00, owners })],
      loan: home,
      evidence: [gift("mother", 90_000_00)],
    });

  test("is not money of an account whose owner is not confirmed", () => {
    const e = withSavings(["N QUIST"]);
    expect(outcomes(e).fannie).toBe("open");
    expect(severities(e, "NAME_DIFFERS").fannie).toBe("blocker");
    expect(e.leastDocumentation.fannie.alsoRequired).toHaveLength(1);
  });

  test("is the borrower's own account", () => {
    expect(outcomes(withSavings(["NORA QUIST"])).fannie).toBe("enough");
  });
});
