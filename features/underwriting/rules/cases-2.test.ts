// Cases 22 to 37: money that is not there, continued.
import { expect, test } from "vitest";
import {
  accountRow,
  all,
  cashIn,
  checking,
  codes,
  confirmation,
  depository,
  depositRow,
  evaluated,
  evidence,
  findings,
  fundsOf,
  gift,
  holding,
  investment,
  loanWith,
  months,
  needs,
  outcomes,
  person,
  printed,
  reductions,
  reserves,
  savings,
  severities,
  shortBy,
  split,
  sure,
  surplus,
  withDocument,
} from "./test-report.ts";

test("22: accounts of an ineligible kind never count, and a health savings account once it can be withdrawn", () => {
  const health = depository("hsa", { cents: 4_400_00, everyday: false });
  const accounts = [
    checking({ cents: 21_000_00 }),
    investment("crypto exchange", { cents: 35_000_00 }),
    investment("529", { cents: 22_000_00 }),
    investment("utma", { cents: 9_000_00 }),
    health,
  ];
  const e = evaluated({ accounts });
  expect(severities(e, "NOT_ELIGIBLE")).toEqual(all("info info info"));
  expect(accountRow(e, health)?.countsCents).toBe(0);
  expect(printed(e)).toEqual(all(21_000_00));
  expect(shortBy(e)).toEqual(all(7_000_00));
  expect(outcomes(e)).toEqual(all("short"));

  const shown = evaluated({
    accounts,
    confirmations: [confirmation("canBeWithdrawn", { account: health }, withDocument)],
  });
  expect(printed(shown)).toEqual(all(25_400_00));
  expect(shortBy(shown)).toEqual(all(2_600_00));
  expect(outcomes(shown)).toEqual(all("short"));
});

test("23: a margin loan comes off the brokerage before it covers a shortfall", () => {
  const e = evaluated({
    accounts: [
      checking({ cents: 20_000_00 }),
      investment("brokerage", { cents: 82_000_00, marginLoanCents: 51_000_00, holdings: [holding(82_000_00)] }),
    ],
  });
  expect(printed(e)).toEqual(all(20_000_00));
  expect(fundsOf(e, ({ investmentClosingCents }) => investmentClosingCents)).toEqual(all(8_000_00));
  expect(reserves(e)).toEqual(all(23_000_00));
  expect(months(e)).toEqual(all(9.2));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("24: the vested part of a thrift savings plan counts once its terms are shown", () => {
  const plan = investment("roth thrift savings plan", {
    cents: 64_000_00,
    holdings: [holding(64_000_00, { vestedValueCents: 25_600_00 })],
  });
  const question = {
    accounts: [checking({ cents: 30_000_00 }), plan],
    loan: loanWith({ reserveMonthsRequired: 5 }),
  };
  const e = evaluated(question);
  expect(fundsOf(e, ({ requiredReservesCents }) => requiredReservesCents)).toEqual(split(12_500_00, 0));
  expect(fundsOf(e, ({ levels }) => levels.printed.reservesCents)).toEqual(split(27_600_00, 17_360_00));
  expect(fundsOf(e, ({ levels }) => levels.sure.reservesCents)).toEqual(all(2_000_00));
  expect(severities(e, "REQUEST_PLAN_TERMS")).toEqual(split("blocker", "review"));
  expect(outcomes(e)).toEqual(split("open", "enough"));

  const terms = confirmation("planTerms", { account: plan }, { hasDocument: true, loanBalanceCents: 0 });
  const shown = evaluated({ ...question, confirmations: [terms] });
  expect(findings(shown, "REQUEST_PLAN_TERMS")).toEqual([]);
  expect(months(shown)).toMatchObject({ fannie: 11.04, freddie: 11.04 });
  expect(outcomes(shown)).toEqual(all("enough"));

  const withoutDocument = evaluated({ ...question, confirmations: [{ ...terms, hasDocument: false }] });
  expect(outcomes(withoutDocument)).toEqual(split("open", "enough"));
});

test("25: a senior's account is not the junior's", () => {
  const question = {
    borrowers: [person("Alvin", "Brandt", { suffix: "Jr" })],
    accounts: [checking({ cents: 40_000_00, owners: ["ALVIN BRANDT SR"] })],
  };
  const e = evaluated(question);
  expect(e.figures.owners).toMatchObject([{ match: "none", standing: "none" }]);
  expect(severities(e, "NOT_THE_BORROWERS")).toEqual(all("review"));
  expect(findings(e, "NOT_THE_BORROWERS")[0]!.clearedBy).toContainEqual({
    by: "confirmation",
    kind: "borrower",
    needsDocument: true,
  });
  expect(printed(e)).toEqual(all(0));
  expect(shortBy(e)).toEqual(all(28_000_00));
  expect(outcomes(e)).toEqual(all("short"));

  const same = confirmation("borrower", { bankName: "ALVIN BRANDT SR" });
  expect(printed(evaluated({ ...question, confirmations: [same] }))).toEqual(all(0));
  expect(printed(evaluated({ ...question, confirmations: [{ ...same, hasDocument: true }] }))).toEqual(all(40_000_00));
});

test("26: money that the borrower holds for someone else does not count", () => {
  const e = evaluated({
    accounts: [checking({ cents: 29_000_00 }), savings({ cents: 26_000_00, owners: ["NORA QUIST FBO MILO QUIST"] })],
  });
  expect(severities(e, "HELD_FOR_ANOTHER")).toEqual(all("review"));
  expect(printed(e)).toEqual(all(29_000_00));
  expect(surplus(e)).toEqual(all(1_000_00));
  expect(outcomes(e)).toEqual(all("enough"));
});

test("27: a second owner in the same line of text needs an access letter under FHA", () => {
  const account = checking({ cents: 31_000_00, owners: ["NORA QUIST OR DEVIN HALE"] });
  const e = evaluated({ accounts: [account] });
  expect(e.figures.owners).toMatchObject([{ match: "exact", standing: "confirmed", isJoint: true }]);
  expect(e.figures.owners[0]!.nonBorrowerOwners.map((name) => name.toUpperCase())).toEqual(["DEVIN HALE"]);
  expect(surplus(e)).toEqual(all(3_000_00));
  expect(severities(e, "ACCESS_LETTER")).toEqual({ fha: "blocker" });
  expect(findings(e, "ACCESS_LETTER")[0]!.subject?.toUpperCase()).toBe("DEVIN HALE");
  expect(outcomes(e)).toEqual(split("enough", "open"));

  const letter = evidence("access_letter", null, 0, { accountId: account.id, person: "DEVIN HALE" });
  const shown = evaluated({ accounts: [account], evidence: [letter] });
  expect(findings(shown, "ACCESS_LETTER")).toEqual([]);
  expect(outcomes(shown)).toEqual(all("enough"));
});

test("28: Marsha is not Martha", () => {
  const e = evaluated({
    borrowers: [person("Martha", "Volk")],
    accounts: [checking({ cents: 30_000_00, owners: ["MARSHA VOLK"] })],
  });
  expect(e.figures.owners).toMatchObject([{ match: "none" }]);
  expect(shortBy(e)).toEqual(all(28_000_00));
  expect(outcomes(e)).toEqual(all("short"));
});

test("29: a pending deposit does not count until it posts, and is tested then", () => {
  const deposit = cashIn("MOBILE CHECK DEPOSIT", 19_000_00, "2026-11-15", { pending: true });
  const e = evaluated({ accounts: [checking({ cents: 41_000_00, lines: [deposit] })] });
  expect(printed(e)).toEqual(all(22_000_00));
  expect(severities(e, "PENDING_NOT_COUNTED")).toEqual(all("review"));
  expect(shortBy(e)).toEqual(all(6_000_00));
  expect(outcomes(e)).toEqual(all("short"));

  const posted = evaluated({ accounts: [checking({ cents: 41_000_00, lines: [{ ...deposit, pending: false }] })] });
  expect(findings(posted, "PENDING_NOT_COUNTED")).toEqual([]);
  expect(severities(posted, "LARGE_UNSOURCED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(severities(posted, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(printed(posted)).toEqual(split(22_000_00, 41_000_00));
  expect(outcomes(posted)).toEqual(split("short", "open"));
});

test("30: data that is too old at closing blocks", () => {
  const e = evaluated({
    accounts: [checking({ cents: 50_000_00 })],
    loan: loanWith({ noteDate: "2027-05-19", disbursementDate: "2027-05-20" }),
  });
  expect(severities(e, "EXPIRED_AT_NOTE")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(severities(e, "EXPIRED_AT_DISBURSEMENT")).toEqual({ fha: "blocker" });
  const { fannie, freddie, fha } = e.verdicts;
  expect([fannie.validThrough, freddie.validThrough, fha.validThrough]).toEqual(Array(3).fill("2027-03-16"));
  expect(outcomes(e)).toEqual(all("open"));
});

test("31: a 401(k) covers a shortfall, under FHA only once it is liquidated", () => {
  const plan = investment("401k", {
    cents: 90_000_00,
    holdings: [holding(90_000_00, { vestedValueCents: 90_000_00 })],
  });
  const question = {
    accounts: [checking({ cents: 21_500_00 }), plan],
    confirmations: [confirmation("planTerms", { account: plan }, { hasDocument: true, loanBalanceCents: 0 })],
  };
  const e = evaluated(question);
  expect(e.funds.fannie.reservesCents).toBe(83_500_00);
  expect(e.funds.freddie.reservesCents).toBe(83_500_00);
  expect(shortBy(e)).toEqual(split(null, 6_500_00));
  expect(severities(e, "LIQUIDATION_NEEDED")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(split("enough", "short"));

  const sold = evaluated({
    ...question,
    evidence: [evidence("liquidation", null, 6_500_00, { accountId: plan.id })],
  });
  expect(findings(sold, "LIQUIDATION_NEEDED")).toEqual([]);
  expect(reserves(sold)).toEqual(split(83_500_00, 47_500_00));
  expect(outcomes(sold)).toEqual(all("enough"));
});

test("32: under FHA a gift that is left over is no reserve", () => {
  const e = evaluated({
    accounts: [checking({ cents: 5_000_00 })],
    loan: loanWith({ program: "fha", units: 3, reserveMonthsRequired: 3 }),
    evidence: [gift("mother", 34_000_00)],
  });
  expect(e.funds.fha).toMatchObject({
    giftCents: 34_000_00,
    surplusCents: 11_000_00,
    reservesCents: 5_000_00,
    reserveMonths: 2,
    requiredReservesCents: 7_500_00,
    isReserveEnough: false,
  });
  expect(e.verdicts.fha.outcome).toBe("short");
});

test("33: other financed properties raise the reserves of an investment property", () => {
  const e = evaluated({
    accounts: [checking({ cents: 120_000_00 })],
    loan: loanWith({
      occupancy: "investment",
      loanAmount: 300_000_00,
      reserveMonthsRequired: undefined,
      financedProperties: [
        { unpaidPrincipal: 250_000_00, monthlyPayment: 1_900_00, isPrincipal: true },
        { unpaidPrincipal: 180_000_00, monthlyPayment: 1_400_00, isPrincipal: false },
        { unpaidPrincipal: 120_000_00, monthlyPayment: 1_100_00, isPrincipal: false },
      ],
    }),
  });
  expect(needs(e)).toEqual(all(108_000_00));
  expect(surplus(e)).toEqual(all(12_000_00));
  expect(e.funds.fannie.requiredReservesCents).toBe(21_000_00);
  expect(e.funds.freddie.requiredReservesCents).toBe(20_000_00);
  expect(severities(e, "OCCUPANCY_NOT_FHA")).toEqual({ fha: "blocker" });
  expect(outcomes(e)).toEqual(split("short", "open"));
});

test("34: earnest money that is not in the data is no credit until a receipt shows it", () => {
  const account = checking({ cents: 28_600_00 });
  const question = { accounts: [account], loan: loanWith({ emd: 7_000_00 }) };
  const e = evaluated(question);
  expect(fundsOf(e, ({ earnestPaidCents }) => earnestPaidCents)).toEqual(all(0));
  expect(surplus(e)).toEqual(all(600_00));
  expect(severities(e, "EMD_NOT_FOUND")).toEqual(split("review", "blocker"));
  expect(outcomes(e)).toEqual(split("enough", "open"));

  const shown = evaluated({
    ...question,
    evidence: [evidence("emd_receipt", null, 7_000_00, { accountId: account.id, clearedOn: "2026-09-02" })],
  });
  expect(findings(shown, "EMD_NOT_FOUND")).toEqual([]);
  expect(needs(shown)).toEqual(all(21_000_00));
  expect(outcomes(shown)).toEqual(all("enough"));
});

test("35: one documented cent clears one cent of borrowed money", () => {
  const proceeds = cashIn("UPSTART NETWORK DES:LOAN PROC", 16_400_00, "2026-10-25");
  const e = evaluated({
    accounts: [checking({ cents: 50_000_00, lines: [proceeds] })],
    evidence: [evidence("secured_loan", proceeds, 1)],
  });
  expect(depositRow(e, proceeds)?.unsourcedCents).toBe(16_399_99);
  expect(reductions(e)).toEqual(all(16_399_99));
  expect(printed(e)).toEqual(all(33_600_01));
  expect(surplus(e)).toEqual(all(5_600_01));
  expect(severities(e, "BORROWED_FUNDS_DEDUCTED")).toEqual(all("review"));
  expect(severities(e, "DOCUMENT_SOURCE")).toEqual({ fha: "blocker" });
  expect(codes(e, "fannie", "blocker")).toEqual([]);
  expect(outcomes(e)).toEqual(split("enough", "open"));
});

test("36: evidence accepted without a file or a reason has no effect", () => {
  const cash = cashIn("COUNTER CASH DEPOSIT", 9_900_00, "2026-10-20");
  const accounts = [checking({ cents: 36_000_00, lines: [cash] })];
  const bare = evidence("other", cash, 9_900_00, { hasDocument: false });
  const e = evaluated({ accounts, evidence: [bare] });
  expect(printed(e)).toEqual(split(26_100_00, 36_000_00));
  expect(shortBy(e)).toEqual(split(1_900_00, null));
  expect(outcomes(e)).toEqual(split("short", "open"));

  for (const more of [{ hasDocument: true }, { reason: "Seen at the branch" }]) {
    const shown = evaluated({ accounts, evidence: [{ ...bare, ...more }] });
    expect(printed(shown)).toEqual(all(36_000_00));
    expect(outcomes(shown)).toEqual(all("enough"));
  }
  const shortReason = evaluated({ accounts, evidence: [{ ...bare, reason: "fine" }] });
  expect(outcomes(shortReason)).toEqual(split("short", "open"));
});

test("37: half a gift letter leaves the gift conditional and names what is missing", () => {
  const wire = cashIn("WIRE TRANSFER IN FROM INES QUIST", 12_000_00, "2026-10-20");
  const accounts = [checking({ cents: 33_000_00, lines: [wire] })];
  const half = evidence("gift", wire, 12_000_00, {
    donor: { name: "Ines Quist", relationship: "mother" },
    amountCents: 12_000_00,
    transferEvidence: true,
  });
  const e = evaluated({ accounts, evidence: [half] });
  expect(printed(e)).toEqual(all(33_000_00));
  expect(sure(e)).toEqual(all(21_000_00));
  expect(severities(e, "GIFT_INCOMPLETE")).toEqual(all("blocker"));
  const { text } = findings(e, "GIFT_INCOMPLETE")[0]!;
  expect(text).toMatch(/address/i);
  expect(text).toMatch(/phone/i);
  expect(text).toMatch(/repa(y|id)/i);
  expect(e.figures.gifts).toMatchObject([{ transactionId: wire.id, outcomes: all("conditional") }]);
  expect(e.figures.gifts[0]!.missing).toHaveLength(3);
  expect(outcomes(e)).toEqual(all("open"));

  const complete = evaluated({ accounts, evidence: [gift("mother", 12_000_00, wire)] });
  expect(findings(complete, "GIFT_INCOMPLETE")).toEqual([]);
  expect(outcomes(complete)).toEqual(all("enough"));
});
