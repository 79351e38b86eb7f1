import { describe, expect, test } from "vitest";
import { addDays } from "./days.ts";
import type { Evaluation } from "./evaluation.ts";
import {
  all,
  bank,
  BASE,
  cashIn,
  cashOut,
  checking,
  evaluated,
  evidence,
  findings,
  fundsOf,
  gift,
  investment,
  loanWith,
  outcomes,
  READ_AT,
  refinanceWith,
  savings,
  severities,
  split,
  type Scenario,
} from "./test-report.ts";

const daysAgo = (days: number) => addDays(READ_AT, -days);

describe("what is not evaluated", () => {
  const missing = (loan: Scenario["loan"], ruleId: string) =>
    evaluated({ accounts: [checking({ cents: 50_000_00 })], ...(loan && { loan }) })
      .notEvaluated.filter((one) => one.ruleId === ruleId)
      .map((one) => [one.programs, one.missing]);

  test("large deposits of a purchase without an income, under Fannie Mae and Freddie Mac", () => {
    expect(missing(BASE, "R3")).toEqual([]);
    expect(missing(loanWith({ monthlyIncome: undefined }), "R3")).toEqual([[["fannie", "freddie"], ["monthlyIncome"]]]);
    expect(missing(refinanceWith({ monthlyIncome: undefined, payoff: 300_000_00 }), "R3")).toEqual([]);
  });

  test("large deposits under FHA without an adjusted value", () => {
    expect(missing(BASE, "R3c")).toEqual([]);
    expect(missing(loanWith({ appraisedValue: undefined }), "R3c")).toEqual([[["fha"], ["appraisedValue"]]]);
    const refinance = refinanceWith({ payoff: 300_000_00, acquiredOn: "2026-06-01" });
    expect(missing(refinance, "R3c")).toEqual([[["fha"], ["acquisitionCost"]]]);
  });
});

describe("borrowed money from before the window", () => {
  test.each([
    [0, 0],
    [1, 1],
    [7_000_00, 5_000_00],
  ])("with %i cents in the accounts since, %i cents of it may still be there", (cents, left) => {
    const proceeds = cashIn("UPSTART NETWORK DES:LOAN PROC", 5_000_00, daysAgo(80));
    const e = evaluated({ accounts: [checking({ cents, everyday: false, lines: [proceeds] })] });
    expect(findings(e, "BORROWED_FUNDS")[0]!.inputs.stillThereCents).toBe(left);
    expect(fundsOf(e, ({ conditionalCents }) => conditionalCents)).toEqual(all(left));
  });
});

test("student loan money that is left over is borrowed money", () => {
  const student = cashIn("US DEPT OF EDUCATION STUDENT LOAN REFUND", 3_000_00, "2026-10-20");
  const e = evaluated({ accounts: [checking({ cents: 60_000_00, lines: [student] })] });
  expect(findings(e, "BORROWED_FUNDS_DEDUCTED")[0]!.text).toContain("looks like borrowed money, so $3,000.00");
});

describe("gifts", () => {
  test("no one may give until the occupancy is known", () => {
    const e = evaluated({
      accounts: [checking({ cents: 30_000_00 })],
      loan: loanWith({ occupancy: undefined }),
      evidence: [gift("mother", 10_000_00)],
    });
    const [finding] = findings(e, "DONOR_NOT_ACCEPTED");
    expect(finding).toMatchObject({ severity: "review", programs: ["fannie", "freddie"] });
    expect(finding!.clearedBy).toContainEqual({ by: "loanTerms", fields: ["occupancy"] });
  });

  test.each([
    [{ phone: "" }, "Still needed: the donor's phone."],
    [{ phone: "", address: "" }, "Still needed: the donor's address and the donor's phone."],
    [{ phone: "", address: "", name: "" }, "the donor's name, the donor's address and the donor's phone."],
  ])("what the letter lacks is named", (donor, text) => {
    const letter = gift("mother", 10_000_00, null, { donor: { name: "Ines Quist", ...donor } });
    const whole = { ...letter, donor: { ...gift("mother", 1).donor, ...donor } };
    const e = evaluated({ accounts: [checking({ cents: 30_000_00 })], evidence: [whole] });
    expect(findings(e, "GIFT_INCOMPLETE")[0]!.text).toContain(text);
  });

  test("a gift that is not accepted is named by the donor's relationship", () => {
    const e = evaluated({ accounts: [checking({ cents: 30_000_00 })], evidence: [gift("employer", 10_000_00)] });
    const [finding] = findings(e, "DONOR_NOT_ACCEPTED");
    expect(finding!.text).toContain("a donor who is “employer” is not accepted");
    expect(finding!.programs).toEqual(["fannie", "freddie"]);
  });
});

describe("transfers after another bank was read", () => {
  // The older bank has $4,000.00, which is laid to lines that are not taken off anyway before those that are.
  const taken = (sourced: number) => {
    const large = cashIn("ONLINE TRANSFER FROM SAV ...5521", 6_000_00, "2026-11-12");
    const small = cashIn("ONLINE TRANSFER FROM SAV ...5521", 3_000_00, "2026-11-13");
    const e = evaluated({
      banks: [
        bank({ readAt: "2026-11-10", accounts: [savings({ cents: 4_000_00, mask: "5521" })] }),
        bank({ name: "Bank Two", accounts: [checking({ cents: 40_000_00, lines: [large, small] })] }),
      ],
      evidence: sourced > 0 ? [evidence("other", large, sourced)] : [],
    });
    return [large, small].map(
      ({ id }) =>
        e.funds.fannie.reductions.find((one) => one.transactionId === id && one.code === "MOVED_AFTER_READING")?.cents,
    );
  };

  test("are not looked for in a deposit that is taken off as a whole, as long as others may be from there", () => {
    expect(taken(0)).toEqual([1_000_00, 3_000_00]);
  });

  test("are looked for in a deposit of which a part is taken off, as in others", () => {
    expect(taken(1_000_00)).toEqual([4_000_00, undefined]);
  });
});

describe("money from an interested party", () => {
  test.each([
    [4_999_99, 1],
    [5_000_00, undefined],
  ])("with %i cents of another source", (sourced, open) => {
    const wire = cashIn("WIRE FROM HALE BUILDERS", 5_000_00, "2026-10-20");
    const e = evaluated({
      accounts: [checking({ cents: 40_000_00, lines: [wire] })],
      loan: loanWith({ interestedParties: [{ name: "Hale Builders", role: "seller" }] }),
      evidence: [evidence("other", wire, sourced)],
    });
    expect(findings(e, "INTERESTED_PARTY_DEPOSIT")[0]?.inputs.unsourcedCents).toBe(open);
  });
});

describe("small deposits without a source", () => {
  const many = (deposits: readonly (readonly [ago: number, cents: number])[], more: Scenario = {}) => {
    const lines = deposits.map(([ago, cents]) => cashIn("DEPOSIT", cents, daysAgo(ago)));
    const e = evaluated({ accounts: [checking({ cents: 80_000_00, everyday: false, lines })], ...more });
    return { e, lines, found: findings(e, "MANY_UNEXPLAINED").find(({ programs }) => programs.includes("fannie")) };
  };

  test("are reviewed when they add up to more than the threshold", () => {
    expect(many([[9, 4_000_00], [5, 500_00]]).found).toBeUndefined(); // prettier-ignore
    expect(many([[9, 4_000_00], [5, 500_01]]).found).toMatchObject({ severity: "review", inputs: { sumCents: 4_500_01, number: 2 } }); // prettier-ignore
  });

  test("are those up to the threshold", () => {
    expect(many([[9, 4_500_00], [5, 1]]).found!.inputs).toMatchObject({ sumCents: 4_500_01, number: 2 }); // prettier-ignore
    expect(many([[9, 4_500_01], [5, 1]]).found).toBeUndefined(); // prettier-ignore
  });

  test("are added up over 30 days, the first and the last one included", () => {
    expect(many([[40, 3_000_00], [11, 3_000_00]]).found!.inputs.sumCents).toBe(6_000_00); // prettier-ignore
    expect(many([[40, 3_000_00], [10, 3_000_00]]).found).toBeUndefined(); // prettier-ignore
  });

  test("of several runs the largest is named, of equal ones the first", () => {
    const { found, lines } = many([[55, 3_000_00], [50, 2_000_00], [15, 3_000_00], [10, 2_000_00]]); // prettier-ignore
    expect(found!.transactionIds).toEqual([lines[0]!.id, lines[1]!.id]);
    const later = many([[55, 3_000_00], [50, 2_000_00], [15, 3_000_00], [10, 2_000_01]]); // prettier-ignore
    expect(later.found!.transactionIds).toEqual([later.lines[2]!.id, later.lines[3]!.id]);
    expect(later.found!.text).toMatch(/^2 small deposits without a known source add up to \$5,000\.01 within 30 days/);
  });

  test("of several accounts are added up by day", () => {
    const deposits = (...days: readonly number[]) => days.map((ago) => cashIn("DEPOSIT", 3_000_00, daysAgo(ago)));
    const [first, second] = [deposits(50, 12), deposits(45, 10)];
    const accounts = [first, second].map((lines) => checking({ cents: 40_000_00, everyday: false, lines }));
    const [finding] = findings(evaluated({ accounts }), "MANY_UNEXPLAINED");
    expect(finding!.transactionIds).toEqual([first[0]!.id, second[0]!.id]);
    expect(finding!.inputs.sumCents).toBe(6_000_00);
  });

  test("count for what has no source", () => {
    const lines = [cashIn("DEPOSIT", 4_400_00, daysAgo(9)), cashIn("DEPOSIT", 3_000_00, daysAgo(8))];
    const [first, second] = lines;
    const found = (sourced: number, other = 200_00) => {
      const third = cashIn("DEPOSIT", other, daysAgo(7));
      const e = evaluated({
        accounts: [checking({ cents: 80_000_00, everyday: false, lines: [...lines, third] })],
        evidence: [evidence("other", second!, sourced)],
      });
      const [finding] = findings(e, "MANY_UNEXPLAINED");
      return finding && [finding.inputs.sumCents, finding.inputs.number];
    };
    expect(first!.amountCents).toBe(-4_400_00);
    expect(found(3_000_00)).toEqual([4_600_00, 2]);
    expect(found(2_999_99)).toEqual([4_600_01, 3]);
    expect(found(3_000_00, 100_00)).toBeUndefined();
  });

  test("have FHA's threshold where no income is entered", () => {
    const { e } = many([[9, 3_000_00], [5, 1_000_01]], { loan: loanWith({ monthlyIncome: undefined }) }); // prettier-ignore
    expect(severities(e, "MANY_UNEXPLAINED")).toEqual({ fha: "review" });
    const { e: none } = many([[9, 3_000_00], [5, 1_000_00]], { loan: loanWith({ monthlyIncome: undefined }) }); // prettier-ignore
    expect(findings(none, "MANY_UNEXPLAINED")).toEqual([]);
  });

  test("are taken off above the lender's limit only", () => {
    const reductions = (smallDepositsLimitCents: number | null | undefined) => {
      const policy = { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents };
      const { e } = many([[9, 4_000_00], [5, 2_000_00]], { policy }); // prettier-ignore
      return [severities(e, "MANY_UNEXPLAINED").fannie, e.funds.fannie.reductionCents];
    };
    expect(reductions(null)).toEqual(["review", 0]);
    expect(reductions(undefined)).toEqual(["review", 0]);
    expect(reductions(6_000_00)).toEqual(["review", 0]);
    expect(reductions(5_999_99)).toEqual(["review", 6_000_00]);
  });
});

describe("cash deposits of a pattern", () => {
  const pattern = (...deposits: readonly (readonly [ago: number, cents: number])[]) => {
    const lines = deposits.map(([ago, cents]) => cashIn("COUNTER CASH DEPOSIT", cents, daysAgo(ago)));
    const e = evaluated({ accounts: [checking({ cents: 80_000_00, lines })] });
    const [finding] = findings(e, "CASH_PATTERN");
    return { finding, lines, e };
  };

  test("are three or more within 15 days", () => {
    const { finding, lines, e } = pattern([30, 3_100_00], [20, 3_200_00], [15, 3_300_00]);
    expect(severities(e, "CASH_PATTERN")).toEqual(all("review"));
    expect(finding!.transactionIds).toEqual(lines.map(({ id }) => id));
    expect(finding!.inputs).toEqual({ sumCents: 9_600_00, number: 3 });
    expect(finding!.text).toContain("3 cash deposits of $3,000.00 to $10,000.00 within 15 days add up to $9,600.00");
    expect(pattern([31, 3_100_00], [20, 3_200_00], [15, 3_300_00]).finding).toBeUndefined();
    expect(pattern([20, 3_200_00], [15, 3_300_00]).finding).toBeUndefined();
  });

  test.each([
    [2_999_99, false],
    [3_000_00, true],
    [10_000_00, true],
    [10_000_01, false],
  ])("of %i cents: %s", (cents, isPart) => {
    expect(pattern([12, 5_000_00], [11, 5_000_00], [10, cents]).finding !== undefined).toBe(isPart);
  });

  test("the longest run is named, of equal ones the first", () => {
    const both = pattern(
      [55, 3_000_00],
      [50, 3_000_00],
      [45, 3_000_00],
      [20, 9_000_00],
      [15, 9_000_00],
      [10, 9_000_00],
    );
    expect(both.finding!.transactionIds).toEqual(both.lines.slice(0, 3).map(({ id }) => id));
    const { finding, lines } = pattern(
      ...([
        [55, 9_000_00],
        [50, 9_000_00],
        [45, 9_000_00],
      ] as const),
      ...([
        [20, 3_000_00],
        [15, 3_000_00],
        [12, 3_000_00],
        [10, 3_000_00],
      ] as const),
    );
    expect(finding!.transactionIds).toEqual(lines.slice(3).map(({ id }) => id));
  });

  test("are of cash only", () => {
    const lines = [12, 11, 10].map((ago) => cashIn("DEPOSIT", 3_500_00, daysAgo(ago)));
    expect(findings(evaluated({ accounts: [checking({ cents: 80_000_00, lines })] }), "CASH_PATTERN")).toEqual([]);
  });
});

describe("earnest money", () => {
  const wire = (cents: number) => cashOut("WIRE TRANSFER OUT STEWART TITLE GUARANTY", cents, "2026-10-22");
  const receipt = (cents: number) =>
    cents > 0 ? [evidence("emd_receipt", null, cents, { clearedOn: "2026-10-02" })] : [];
  const found = (emd: number, lines: readonly ReturnType<typeof wire>[], receiptCents = 0, more: Scenario = {}) =>
    evaluated({
      accounts: [checking({ cents: 60_000_00, lines })],
      loan: loanWith({ emd }),
      evidence: receipt(receiptCents),
      ...more,
    });
  const codesOf = (e: ReturnType<typeof evaluated>) =>
    [...new Set(e.findings.filter(({ ruleId }) => ruleId === "R14").map(({ code }) => code))].sort();

  test("that is not found blocks under FHA above 1 percent of the price", () => {
    expect(severities(found(4_000_00, []), "EMD_NOT_FOUND")).toEqual(all("review"));
    expect(severities(found(4_000_01, []), "EMD_NOT_FOUND")).toEqual(split("review", "blocker"));
  });

  test("that is not found is credited as far as a receipt shows it", () => {
    expect(findings(found(4_000_00, []), "EMD_NOT_FOUND")[0]!.text).toContain("so it is not credited");
    expect(findings(found(4_000_00, [], 1), "EMD_NOT_FOUND")[0]!.text).toContain("so only $0.01 is credited");
    expect(codesOf(found(4_000_00, [], 3_999_99))).toEqual(["EMD_NOT_FOUND"]);
    // What a gift paid is not missing; a cent is a payment.
    expect(codesOf(found(1, [], 1, { evidence: [...receipt(1), gift("father", 1)] }))).toEqual(["EMD_PAID_BY_GIFT"]);
    expect(codesOf(found(4_000_00, [], 4_000_00))).toEqual([]);
  });

  test("by a check is asked for until a receipt shows all of it", () => {
    const check = cashOut("CHECK 1042", 4_000_00, "2026-10-22", { checkNumber: "1042" });
    const e = (receiptCents: number) => found(4_000_00, [check], receiptCents);
    expect(codesOf(e(0))).toEqual(["EMD_CHECK_NOT_CONFIRMED"]);
    expect(fundsOf(e(3_999_99), ({ conditionalCents }) => conditionalCents)).toEqual(all(1));
    expect(codesOf(e(3_999_99))).toEqual(["EMD_CHECK_NOT_CONFIRMED"]);
    expect(codesOf(e(4_000_00))).toEqual([]);
  });

  test("from an account that does not count is named until a receipt shows all of it", () => {
    const other = checking({ cents: 60_000_00, owners: ["MARSHA VOLK"], lines: [wire(4_000_00)] });
    const e = (receiptCents: number) =>
      found(4_000_00, [], receiptCents, { accounts: [checking({ cents: 60_000_00 }), other] });
    expect(codesOf(e(0))).toEqual(["EMD_FROM_OTHER"]);
    expect(codesOf(e(3_999_99))).toEqual(["EMD_FROM_OTHER"]);
    expect(codesOf(e(4_000_00))).toEqual([]);
  });

  test.each([
    [9_000_00, 0, undefined],
    [8_500_00, 500_00, undefined],
    [8_500_00, 499_99, 1],
    [8_500_00, 0, 500_00],
    [9_000_01, 0, 0],
  ])("of $9,000.00 with %i cents found and %i by receipt: %s cents need a receipt", (cents, shown, missing) => {
    const [finding] = findings(found(9_000_00, [wire(cents)], shown), "EMD_DIFFERS");
    expect(finding?.inputs.missingCents).toBe(missing);
    if (missing === 0) expect(finding!.text).toContain("$9,000.00 is entered and credited.");
  });

  test("above the average balance is asked for until a receipt shows all of it", () => {
    const cash = cashIn("COUNTER CASH DEPOSIT", 62_500_00, "2026-10-21");
    const e = (receiptCents: number) => found(9_000_00, [cash, wire(9_000_00)], receiptCents);
    expect(severities(e(0), "EMD_UNSUPPORTED")).toEqual(split("review", "blocker"));
    expect(findings(e(8_999_99), "EMD_UNSUPPORTED")).not.toEqual([]);
    expect(findings(e(9_000_00), "EMD_UNSUPPORTED")).toEqual([]);
    const less = (receiptCents: number) => found(9_200_00, [cash, wire(9_000_00)], receiptCents);
    expect(findings(less(8_999_99), "EMD_UNSUPPORTED")).not.toEqual([]);
    expect(findings(less(9_000_00), "EMD_UNSUPPORTED")).toEqual([]);
  });

  test("paid after the bank was read is not counted a second time", () => {
    const receipts = (clearedOn?: string) => [
      evidence("emd_receipt", null, 8_000_00, clearedOn === undefined ? {} : { clearedOn }),
    ];
    const e = (cents: number, clearedOn?: string) =>
      found(8_000_00, [], 0, { accounts: [checking({ cents })], evidence: receipts(clearedOn) });
    // $28,000.00 is needed: with the credit $20,000.00.
    const bridged = e(20_000_00, "2026-11-17");
    expect(outcomes(bridged)).toEqual(all("open"));
    expect(severities(bridged, "EMD_RECEIPT_NOT_CLEARED")).toEqual(all("blocker"));
    expect(findings(bridged, "EMD_RECEIPT_NOT_CLEARED")[0]!.clearedBy).toEqual([
      { by: "evidence", kinds: ["emd_receipt"] },
      { by: "newReport" },
      { by: "waiver" },
    ]);
    expect(codesOf(bridged)).toEqual(["EMD_RECEIPT_NOT_CLEARED"]);
    expect(outcomes(e(20_000_00))).toEqual(all("open"));
    expect(outcomes(e(20_000_00, "2026-11-16"))).toEqual(all("open"));
    expect(outcomes(e(20_000_00, "2026-11-15"))).toEqual(all("enough"));
    expect(outcomes(e(19_999_99, "2026-11-15"))).toEqual(all("short"));
    // Without the credit there is enough too, so nothing is in the way.
    expect(severities(e(28_000_00, "2026-11-17"), "EMD_RECEIPT_NOT_CLEARED")).toEqual(all("review"));
    expect(outcomes(e(28_000_00, "2026-11-17"))).toEqual(all("enough"));
  });

  test("by a receipt for a part leaves the rest to be found", () => {
    const half = found(8_000_00, [], 0, { evidence: [evidence("emd_receipt", null, 4_000_00)] });
    expect(codesOf(half)).toEqual(["EMD_NOT_FOUND", "EMD_RECEIPT_NOT_CLEARED"]);
    expect(findings(half, "EMD_NOT_FOUND")[0]!.text).toContain("so only $4,000.00 is credited");
  });
});

describe("the borrower's own funds", () => {
  const home = { occupancy: "second_home", salesPrice: 500_000_00, appraisedValue: 500_000_00 } as const;
  const own = (terms: Parameters<typeof loanWith>[0], cents = 80_000_00, gifts = [gift("mother", 60_000_00)]) =>
    evaluated({
      accounts: [checking({ cents })],
      loan: loanWith({ ...home, loanAmount: 425_000_00, ...terms }),
      evidence: gifts,
    });
  const required = (...of: Parameters<typeof own>) =>
    fundsOf(own(...of), ({ requiredOwnFundsCents }) => requiredOwnFundsCents);

  test("are asked for with a gift, above 80 percent of the lower of price and value", () => {
    expect(required({ loanAmount: 400_000_00 })).toEqual(all(null));
    expect(required({ loanAmount: 400_000_01 })).toEqual(split(25_000_00, null));
    expect(required({}, 80_000_00, [])).toEqual(all(null));
    expect(required({ appraisedValue: undefined })).toEqual(all(null));
    expect(required({ loanAmount: undefined })).toEqual(all(null));
  });

  test("are 5 percent of the price, rounded up", () => {
    expect(required({ salesPrice: 500_000_01 })).toEqual(split(25_000_01, null));
  });

  test("are asked for on a principal residence of several units by Fannie Mae only", () => {
    expect(required({ occupancy: "primary", units: 1 })).toEqual(all(null));
    expect(required({ occupancy: "primary", units: 2 })).toEqual({ fannie: 25_000_00, freddie: null, fha: null });
    expect(required({ occupancy: "primary", units: undefined })).toEqual(all(null));
    expect(required({ occupancy: "investment", units: 2 })).toEqual(all(null));
    expect(required({ isHomeReady: true })).toEqual({ fannie: null, freddie: 25_000_00, fha: null });
  });

  test("must be as much as is asked for", () => {
    expect(findings(own({}, 25_000_00), "OWN_FUNDS_SHORT")).toEqual([]);
    expect(severities(own({}, 24_999_99), "OWN_FUNDS_SHORT")).toEqual({ fannie: "blocker", freddie: "blocker" });
  });

  test("may be securities worth a fifth more than what is missing, although the gift leaves no shortfall", () => {
    const of = (cents: number) =>
      evaluated({
        accounts: [checking({ cents: 15_000_00 }), investment("brokerage", { cents })],
        loan: loanWith({ ...home, loanAmount: 425_000_00 }),
        evidence: [gift("mother", 90_000_00)],
      });
    const ownCents = (e: Evaluation) => fundsOf(e, ({ ownFundsCents }) => ownFundsCents).fannie;
    expect(findings(of(12_000_00), "OWN_FUNDS_SHORT")).toEqual([]);
    expect(ownCents(of(12_000_00))).toBe(25_000_00);
    expect(severities(of(11_999_99), "OWN_FUNDS_SHORT")).toEqual({ fannie: "blocker", freddie: "blocker" });
    expect(ownCents(of(11_999_99))).toBe(15_000_00);
  });
});

describe("the minimum contribution", () => {
  const contribution = (terms: Parameters<typeof loanWith>[0]) => {
    const e = evaluated({ accounts: [checking({ cents: 80_000_00 })], loan: loanWith(terms) });
    return { e, required: fundsOf(e, ({ requiredContributionCents }) => requiredContributionCents) };
  };

  test("of FHA is 3.5 percent from a credit score of 580 on, 10 percent below", () => {
    expect(contribution({ creditScore: 580 }).required.fha).toBe(14_000_00);
    expect(contribution({ creditScore: 579 }).required.fha).toBe(40_000_00);
  });

  test("of FHA cannot be met below a credit score of 500", () => {
    const text = (creditScore: number) =>
      findings(contribution({ creditScore, loanAmount: 360_000_00 }).e, "MRI_SHORT").map((finding) => finding.text);
    expect(text(500)).toEqual([]);
    expect(text(499)).toEqual(["FHA does not insure a loan with a credit score below 500."]);
  });

  test("is rounded up", () => {
    expect(contribution({ salesPrice: 400_000_01, appraisedValue: 400_000_01 }).required).toEqual(
      split(12_000_01, 14_000_01),
    );
  });

  test.each([
    [388_000_00, undefined],
    [388_000_01, "blocker"],
  ])("of 3 percent with a loan of %i cents: %s", (loanAmount, severity) => {
    expect(severities(contribution({ loanAmount }).e, "DOWN_PAYMENT_SHORT").fannie).toBe(severity);
  });
});

describe("securities that closing needs", () => {
  // $28,000.00 is needed; of $20,000.00 in the bank, $10,000.00 have no source.
  const needed = (brokerage: number) => {
    const cash = cashIn("COUNTER CASH DEPOSIT", 10_000_00, "2026-10-20");
    const e = evaluated({
      accounts: [checking({ cents: 20_000_00, lines: [cash] }), investment("brokerage", { cents: brokerage })],
    });
    return findings(e, "LIQUIDATION_NEEDED").find(({ programs }) => programs.includes("fannie"))?.inputs.neededCents;
  };

  test.each([
    [21_600_00, undefined], // 20 percent more than the shortfall: no proof is asked for
    [21_599_99, 18_000_00],
    [18_000_00, 18_000_00],
    // Too little alone; with the deposit explained, $8,000.00 are short.
    [17_999_99, undefined],
    [9_600_00, undefined],
    [9_599_99, 8_000_00],
  ])("worth %i cents: %s cents must be liquidated", (brokerage, cents) => {
    expect(needed(brokerage)).toBe(cents);
  });
});
