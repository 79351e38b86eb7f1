// Bank lines that once said less to the rules than they say to a person.
import { describe, expect, test } from "vitest";
import type { ReportTransaction } from "./parsed-report.ts";
import {
  type AccountDraft,
  type Scenario,
  all,
  cashIn,
  cashOut,
  checking,
  classOf,
  codes,
  concerns,
  depositRow,
  evaluated,
  findings,
  gift,
  loanWith,
  NORA,
  outcomes,
  person,
  savings,
} from "./test-report.ts";

describe("an advance of a company that is not known", () => {
  const classOfDeposit = (words: string) => {
    const line = cashIn(words, 4_000_00, "2026-10-20");
    return classOf(evaluated({ accounts: [checking({ cents: 60_000_00, lines: [line] })] }), line);
  };

  test.each([
    "TILT ADVANCE",
    "TILT ADVANCE 8812",
    "KNOCK HOME SWAP ADVANCE",
    "KNOCK DES:HOME SWAP ADVANCE ID:8812",
    "HOMELIGHT TRADE IN ADVANCE",
  ])("%s is borrowed money", (words) => {
    expect(classOfDeposit(words)).toBe("loan_proceeds");
  });

  test.each([
    ["ADVANCE LOCAL DES:DIR DEP", "payroll"],
    ["UNITED ADVANCE DES:PAYROLL", "payroll"],
    ["SMITH ADVANCE AUTO PARTS", "other"],
    ["ACME CORP TRAVEL ADVANCE", "other"],
    ["ACME CORP DES:EXPENSE ADV", "other"],
    ["IRS TREAS 310 DES:CTC ADVANCE", "tax_refund"],
    ["LOAN REFUND", "refund_reversal"],
    ["STUDENT LOAN REFUND", "refund_reversal"],
  ])("%s is %s", (words, name) => {
    expect(classOfDeposit(words)).toBe(name);
  });

  test("does not close the loan", () => {
    const line = cashIn("KNOCK HOME SWAP ADVANCE", 4_000_00, "2026-10-20");
    const e = evaluated({ accounts: [checking({ cents: 28_000_00, lines: [line] })], loan: loanWith({}) });
    expect(outcomes(e)).toEqual(all("short"));
    expect(findings(e, "BORROWED_FUNDS_DEDUCTED")).not.toEqual([]);
  });
});

describe("an entry that names the person who is paid", () => {
  const THEO = person("Theodore", "Quist");
  const identifiedAs = (words: string, more: Pick<Scenario, "borrowers"> = {}, owners = ["NORA QUIST"]) => {
    const line = cashIn(words, 6_000_00, "2026-10-20");
    const e = evaluated({ accounts: [checking({ cents: 60_000_00, owners, lines: [line] })], ...more });
    return depositRow(e, line)!.identifiedAs;
  };

  test.each([
    "IRS TREAS 310 DES:TAX REF INDN:POPE, KARL",
    "IRS TREAS 310 DES:TAX REF INDN:QUIST,KARL CO ID:XXXXX",
    "SSA TREAS 310 DES:XXSOC SEC INDN:KARL POPE",
    "SSA TREAS 310 DES:XXSOC SEC INDN:POPE K",
    "ORIG CO NAME:SSA TREAS 310 ORIG ID:9031 CO ENTRY DESCR:XXSOC SEC SEC:PPD IND NAME:POPE KARL TRN:12",
    "LARKMEAD FOODS INC DES:PAYROLL INDN:POPE,KARL PPD",
  ])("%s does not show where the borrower's money is from", (words) => {
    expect(identifiedAs(words)).toBeNull();
  });

  test.each([
    "IRS TREAS 310 DES:TAX REF INDN:QUIST, NORA",
    "IRS TREAS 310 DES:TAX REF INDN:QUIST KARL & NORA",
    "IRS TREAS 310 DES:TAX REF INDN:QUIST",
    "SSA TREAS 310 DES:XXSOC SEC INDN:QUIST N",
    "SSA TREAS 310 DES:XXSOC SEC INDN:QUIST NO",
    "SSA TREAS 310 DES:XXSOC SEC INDN:NORA QUIST FOR LEO QUIST",
    "LARKMEAD FOODS INC DES:PAYROLL INDN:EMPLOYEE 0042 PPD",
    "LARKMEAD FOODS INC DES:PAYROLL INDN:ARTISAN BAKE",
  ])("%s does", (words) => {
    expect(identifiedAs(words)).not.toBeNull();
  });

  test("is of another borrower, or of an owner of the account", () => {
    const refund = "IRS TREAS 310 DES:TAX REF INDN:QUIST,THEO";
    expect(identifiedAs(refund)).toBeNull();
    expect(identifiedAs(refund, { borrowers: [NORA, THEO] })).toBe("tax_refund");
    expect(identifiedAs(refund, {}, ["NORA QUIST", "THEODORE QUIST"])).toBe("tax_refund");
  });

  test("pending, does not count before it posts", () => {
    const words = "IRS TREAS 310 DES:TAX REF INDN:POPE,KARL";
    const line = cashIn(words, 2_000_00, "2026-11-16", { pending: true });
    const accounts = [checking({ cents: 28_000_00, lines: [line] })];
    expect(outcomes(evaluated({ accounts }))).toEqual(all("short"));
  });
});

describe("a transfer out of a debt of the report", () => {
  const debt = (type: string, lines: ReportTransaction[] = []): AccountDraft => {
    const draft = checking({ cents: 5_000_00, mask: "7718", everyday: false, lines });
    return { ...draft, at: (readAt) => ({ ...draft.at(readAt), type, subtype: "line of credit" }) };
  };
  const of = (words: string, ...others: AccountDraft[]) => {
    const line = cashIn(words, 4_000_00, "2026-10-20");
    const e = evaluated({ accounts: [checking({ cents: 28_000_00, mask: "4471", lines: [line] }), ...others] });
    expect(outcomes(e), "an account that does not count changes no sum").toEqual(all("enough"));
    return concerns(e);
  };
  const [borrowed, own] = [["BORROWED_FUNDS review"], []];

  test("is looked at as borrowed when it names the debt, or the debt shows it", () => {
    for (const type of ["credit", "loan"]) {
      expect(of("ONLINE TRANSFER FROM ...7718", debt(type))).toEqual(borrowed);
      const advance = cashOut("ONLINE TRANSFER TO CHK ...4471", 4_000_00, "2026-10-20");
      expect(of("ONLINE TRANSFER", debt(type, [advance]))).toEqual(borrowed);
    }
  });

  test("is the borrower's own when it names another account, or the debt paid a shop", () => {
    expect(of("ONLINE TRANSFER FROM ...9902", debt("credit"))).toEqual(own);
    const shop = cashOut("HOME DEPOT 0042", 4_000_00, "2026-10-20");
    expect(of("ONLINE TRANSFER", debt("credit", [shop]))).toEqual(own);
    expect(of("ONLINE TRANSFER FROM ...7718 CASH BACK REWARDS", debt("credit"))).toEqual(own);
    const namesake = savings({ cents: 100_00, mask: "7718" });
    expect(of("ONLINE TRANSFER FROM ...7718", debt("credit"), namesake)).toEqual(own);
  });
});

describe("a nickname of an interested party", () => {
  const loan = loanWith({ interestedParties: [{ name: "Robert Pope", role: "seller" }] });

  test("on a deposit is theirs", () => {
    const of = (words: string) =>
      codes(
        evaluated({ accounts: [checking({ cents: 60_000_00, lines: [cashIn(words, 4_000_00, "2026-11-10")] })], loan }),
      );
    expect(of("ZELLE FROM BOB POPE")).toContain("INTERESTED_PARTY_DEPOSIT");
    expect(of("ZELLE FROM BOB PAPE")).not.toContain("INTERESTED_PARTY_DEPOSIT");
    expect(of("ZELLE FROM BILL POPE")).not.toContain("INTERESTED_PARTY_DEPOSIT");
  });

  test("on a gift letter is theirs", () => {
    const letter = gift("father", 9_000_00, null, { donor: { name: "Bob Pope" } });
    const e = evaluated({ accounts: [checking({ cents: 20_000_00 })], loan, evidence: [letter] });
    expect(codes(e)).toContain("GIFT_FROM_INTERESTED_PARTY");
  });
});
