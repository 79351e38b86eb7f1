import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import type { LineClass } from "./classifier/classify.ts";
import {
  interestedPartyOf,
  isSettled,
  lowestBalanceSince,
  movedAfterReading,
  needsFhaSource,
  readDeposits,
  testDeposits,
} from "./deposits.ts";
import type { Confirmation, EvidenceSource, Program } from "./evaluation.ts";
import type { Account, Line, Model } from "./model.ts";
import type { ReportAccount, ReportTransaction } from "./parsed-report.ts";
import { RULES } from "./rule-set.ts";
import { termsOf } from "./terms.ts";
import { account, daysAgo, item, line, modelOf, report, type ModelOptions } from "./test-model.ts";
import { BASE, loanWith, refinanceWith } from "./test-report.ts";

const PROGRAMS = ["fannie", "freddie", "fha", "va", "usda"] as const;

/** A deposit 20 days before the bank was read. */
const deposit = (
  cents: number,
  description = "COUNTER CASH DEPOSIT",
  ago = 20,
  more: Partial<ReportTransaction> = {},
) => line(-cents, daysAgo(ago), { description, id: `${description} ${cents} ${ago}`, ...more });

const PAYROLL = "LARKMEAD FOODS INC DES:PAYROLL INDN:QUIST,NORA CO ID:XXXXX41722 PPD";
const INTEREST = "INTEREST PAID";
const FOREIGN = "INTERNATIONAL WIRE IN";
const LOAN = "UPSTART DES:LOAN PROCEEDS";

/** One account of Nora Quist's with these lines. */
function modelWith(
  lines: readonly ReportTransaction[],
  {
    more = {},
    owners = ["Nora Quist"],
    bank = "Bank One",
    ...options
  }: ModelOptions & {
    readonly more?: Partial<ReportAccount>;
    /** Borrowers' names behind the owners; `null` for an owner who is no borrower. */
    readonly owners?: readonly (string | null)[];
    readonly bank?: string;
  } = {},
): Model {
  const model = modelOf(
    report([item([account({ transactions: [...lines], ...more })], { institutionName: bank })]),
    options,
  );
  const ownership = { standing: "confirmed", persons: owners.map((borrower) => ({ bankName: "", borrower })) };
  for (const one of model.accounts) Object.assign(one, { ownership });
  return model;
}

const lineOf = ({ accounts }: Model, id: string): Line =>
  accounts.flatMap(({ lines }) => lines).find((one) => one.id === id)!;
const proof = (of: ReportTransaction, sourcedCents: number, more: Partial<EvidenceSource> = {}): EvidenceSource => ({
  transactionId: of.id,
  kind: "other",
  sourcedCents,
  hasDocument: true,
  reason: null,
  ...more,
});
const confirming =
  (kind: Confirmation["kind"], hasDocument = true): NonNullable<ModelOptions["confirmed"]> =>
  (asked) =>
    asked === kind ? ({ id: "confirmation", hasDocument } as Confirmation) : undefined;

const tested = (model: Model, program: Program = "fannie", loan: Loan = BASE) =>
  testDeposits({ model, loan, program, terms: termsOf(loan, program) });
/** What became of the only deposit. */
const outcome = (model: Model, program: Program = "fannie", loan: Loan = BASE) =>
  tested(model, program, loan).all[0]!.outcome;

// ---- What the statement shows -----------------------------------------------------------------------------------

describe("the deposits of a file", () => {
  test("are posted money in on bank accounts, counted or not", () => {
    const lines = [deposit(5_00), line(9_00, daysAgo(3)), deposit(7_00, "CASH", 2, { pending: true })];
    const accounts = [
      account({ transactions: lines }),
      account({ id: "other", mask: "2", transactions: [deposit(6_00)] }),
      account({ id: "ira", mask: "3", type: "investment", subtype: "ira", transactions: [deposit(8_00)] }),
    ];
    const model = modelOf(report([item(accounts)]), { uncounted: ["other"] });
    for (const one of model.accounts) Object.assign(one, { ownership: { persons: [] } });
    expect(readDeposits(model).map(({ cents, isCounted }) => [cents, isCounted])).toEqual([
      [6_00, false],
      [5_00, true],
    ]);
  });

  test("are within 60 days or older", () => {
    const inWindow = (ago: number) => readDeposits(modelWith([deposit(5_00, "CASH", ago)]))[0]!.isInWindow;
    expect([60, 61, -1].map(inWindow)).toEqual([true, false, true]);
  });
});

describe("what evidence shows of a deposit", () => {
  const cash = deposit(5_000_00);
  const read = (...evidence: EvidenceSource[]) => readDeposits(modelWith([cash], { evidence }))[0]!;

  test("nothing, without any", () => {
    expect(read()).toMatchObject({ sourcedCents: 0, documentedCents: 0, giftCents: 0, evidenceIds: [] });
  });

  test("the sum of what it sources, at most the deposit", () => {
    expect(read(proof(cash, 2_000_00), proof(cash, 1_000_00)).sourcedCents).toBe(3_000_00);
    expect(read(proof(cash, 4_000_00), proof(cash, 4_000_00)).sourcedCents).toBe(5_000_00);
  });

  test.each(["letter", "statement", "emd_receipt", "access_letter", "plan_terms"] as const)(
    "a %s shows no source",
    (kind) => {
      expect(read(proof(cash, 5_000_00, { kind })).sourcedCents).toBe(0);
    },
  );

  test.each([
    "gift",
    "sale_of_personal_asset",
    "transfer",
    "secured_loan",
    "income",
    "insurance_settlement",
    "refund",
    "liquidation",
    "other",
  ] as const)("a %s shows one", (kind) => {
    expect(read(proof(cash, 5_000_00, { kind })).sourcedCents).toBe(5_000_00);
  });

  test("gifts and papers with a document are known apart", () => {
    expect(
      read(
        proof(cash, 1_000_00, { kind: "gift", id: "gift" }),
        proof(cash, 2_000_00, { hasDocument: false, reason: "Seen at the branch" }),
      ),
    ).toMatchObject({ sourcedCents: 3_000_00, documentedCents: 1_000_00, giftCents: 1_000_00, evidenceIds: ["gift"] });
  });
});

describe("a deposit whose source the statement shows", () => {
  const identified = (model: Model) => readDeposits(model)[0]!.identifiedAs;

  test("is an own transfer, matched or confirmed", () => {
    const cash = deposit(5_000_00);
    expect(identified(modelWith([cash], { matched: [cash.id] }))).toBe("own_transfer");
    expect(identified(modelWith([cash], { confirmed: confirming("ownTransfer") }))).toBe("own_transfer_confirmed");
    expect(identified(modelWith([cash]))).toBeNull();
  });

  test("was returned on that account on the same day or later, or pays back an earlier payment", () => {
    const lines = [deposit(5_00, "CASH", 20, { id: "in" }), line(5_00, daysAgo(20), { id: "same day" })];
    const others = [line(5_00, daysAgo(19), { id: "later" }), line(5_00, daysAgo(21), { id: "earlier" })];
    const model = modelOf(
      report([
        item([
          account({ transactions: [...lines, ...others] }),
          account({ id: "other", mask: "2", transactions: [line(5_00, daysAgo(10), { id: "elsewhere" })] }),
        ]),
      ]),
    );
    for (const one of model.accounts) Object.assign(one, { ownership: { persons: [] } });
    const as = (id: string) => identified({ ...model, netOf: new Map([[lineOf(model, "in"), lineOf(model, id)]]) });
    expect(["same day", "later", "earlier", "elsewhere"].map(as)).toEqual(["returned", "returned", "refund", "refund"]);
  });

  test("is pay of a payer who paid before, but not from the borrower's own name", () => {
    const pays = (description: string) => [6, 20, 34, 48].map((ago) => deposit(3_000_00, description, ago));
    expect(identified(modelWith(pays(PAYROLL)))).toBe("payroll");
    expect(identified(modelWith(pays("NORA QUIST DES:PAYROLL INDN:QUIST,NORA")))).toBeNull();
    expect(identified(modelWith(pays("NORA QUIST DES:PAYROLL INDN:QUIST,NORA"), { owners: ["Ole Brandt"] }))).toBe(
      "payroll",
    );
    expect(identified(modelWith(pays("NORA QUIST DES:PAYROLL INDN:QUIST,NORA"), { owners: [null] }))).toBe("payroll");
    expect(
      identified(modelWith(pays("NORA QUIST DES:PAYROLL INDN:QUIST,NORA"), { owners: [null, "Nora Quist"] })),
    ).toBeNull();
    expect(readDeposits(modelWith(pays(PAYROLL))).every(({ isAchPayroll }) => !isAchPayroll)).toBe(true);
  });

  test("that only its entry names as pay is pay up to the monthly income", () => {
    const once = (cents: number, description = PAYROLL) => modelWith([deposit(cents, description)]);
    expect(readDeposits(once(3_000_00))[0]).toMatchObject({ identifiedAs: null, isAchPayroll: true });
    expect(readDeposits(once(3_000_00, "NORA QUIST DES:PAYROLL"))[0]).toMatchObject({ isAchPayroll: false });
    expect(readDeposits(once(3_000_00, "CASH"))[0]).toMatchObject({ isAchPayroll: false });
    const at = (cents: number, loan: Loan = BASE) => tested(once(cents), "fannie", loan).all[0]!;
    expect(at(9_000_00)).toMatchObject({ outcome: "identified", identifiedAs: "payroll", unsourcedCents: 0 });
    expect(at(9_000_01)).toMatchObject({ outcome: "large_unsourced", identifiedAs: null, unsourcedCents: 9_000_01 });
    expect(at(3_000_00, loanWith({ monthlyIncome: undefined }))).toMatchObject({ identifiedAs: null });
    const seller = loanWith({ interestedParties: [{ name: "Larkmead Foods", role: "seller" }] });
    expect(at(5_000_00, seller)).toMatchObject({ outcome: "interested_party", identifiedAs: null });
  });

  test.each<[string, LineClass]>([
    ["SSA TREAS 310 DES:XXSOC SEC", "benefit"],
    ["IRS TREAS 310 DES:TAX REF", "tax_refund"],
  ])("%s is a %s of an agency, not of the borrower", (description, kind) => {
    expect(identified(modelWith([deposit(900_00, description)]))).toBe(kind);
    const own = modelWith([deposit(900_00, "NORA QUIST")], { classes: { "NORA QUIST": kind } });
    expect(identified(own)).toBeNull();
    expect(identified(modelWith([deposit(900_00, description)], { owners: ["Ssa Treas"] }))).toBe(kind);
  });

  test("is interest of the account's own bank, without a person's name", () => {
    const interest = (description: string, bank = "Chase") =>
      identified(modelWith([deposit(1_00, description)], { bank, classes: { [description]: "interest" } }));
    expect(interest(INTEREST)).toBe("interest");
    expect(interest("CHASE INTEREST PAYMENT")).toBe("interest");
    expect(interest("CHASE INTEREST PAYMENT", "Wells Fargo")).toBeNull();
    expect(interest("CHASE INTEREST PAYMENT", "Bank One")).toBeNull();
    expect(interest("INTEREST FROM INES QUIST")).toBeNull();
    expect(identified(modelWith([deposit(1_00)]))).toBeNull();
  });

  test("is interest up to 2 percent of the average balance, or of the balance", () => {
    expect(RULES.S2.parameters.interestPercentOfAverage).toBe(2);
    const interest = (cents: number, balances: readonly number[], currentCents: number | null = 0) =>
      identified(
        modelWith([deposit(cents, INTEREST)], {
          more: {
            currentCents,
            historicalBalances: balances.map((one, at) => ({ date: daysAgo(at - 1), currentCents: one })),
          },
        }),
      );
    expect(interest(20_00, [1_000_00])).toBe("interest");
    expect(interest(20_01, [1_000_00])).toBeNull();
    expect(interest(20_00, [500_00, 1_500_00, 1_000_00])).toBe("interest");
    expect(interest(20_01, [500_00, 1_500_00, 1_000_00])).toBeNull();
    expect(interest(20_00, [], 1_000_00)).toBe("interest");
    expect(interest(20_01, [], 1_000_00)).toBeNull();
    expect(interest(1, [], null)).toBeNull();
    expect(interest(1, [], 0)).toBeNull();
  });

  test("is no borrowed money", () => {
    const borrowed = (options: Parameters<typeof modelWith>[1] = {}, description = LOAN) =>
      readDeposits(modelWith([deposit(5_000_00, description, 20, { id: "loan" })], options))[0]!.isBorrowed;
    expect(borrowed()).toBe(true);
    expect(borrowed({ matched: ["loan"] })).toBe(false);
    expect(borrowed({}, "COUNTER CASH DEPOSIT")).toBe(false);
    expect(borrowed({ confirmed: confirming("notALoan") })).toBe(false);
    expect(borrowed({ confirmed: confirming("notALoan", false) })).toBe(true);
  });
});

// ---- The test of one deposit ------------------------------------------------------------------------------------

describe("a deposit under Fannie Mae and Freddie Mac", () => {
  const cash = (cents: number, ...evidence: [cents: number][]) => {
    const one = deposit(cents);
    return modelWith([one], { evidence: evidence.map(([sourced]) => proof(one, sourced)) });
  };

  test("above half of the monthly income is large", () => {
    for (const program of ["fannie", "freddie"] as const) {
      expect(tested(cash(4_500_00), program).all[0]).toMatchObject({
        outcome: "below_threshold",
        unsourcedCents: 4_500_00,
        why: null,
      });
      expect(tested(cash(4_500_01), program).all[0]).toMatchObject({
        outcome: "large_unsourced",
        unsourcedCents: 4_500_01,
      });
    }
    const odd = loanWith({ monthlyIncome: 9_000_01 });
    expect(outcome(cash(4_500_00), "fannie", odd)).toBe("below_threshold");
    expect(outcome(cash(4_500_01), "fannie", odd)).toBe("large_unsourced");
  });

  test("is large until its source leaves half of the income or less", () => {
    expect(outcome(cash(12_000_00, [7_499_99]))).toBe("large_unsourced");
    expect(outcome(cash(12_000_00, [7_500_00]))).toBe("not_large_after_sourcing");
    expect(outcome(cash(12_000_00, [11_999_99]))).toBe("not_large_after_sourcing");
    expect(outcome(cash(12_000_00, [12_000_00]))).toBe("sourced");
    expect(tested(cash(12_000_00, [8_000_00])).all[0]).toMatchObject({ unsourcedCents: 4_000_00 });
  });

  test("is tested without the part that pays something back", () => {
    const refund = (refunded: number, ...evidence: [number][]) => {
      const model = cash(12_000_00, ...evidence);
      return { ...model, partialRefundOf: new Map([[model.accounts[0]!.lines[0]!, refunded]]) };
    };
    expect(outcome(refund(7_500_00))).toBe("below_threshold");
    expect(tested(refund(7_000_00)).all[0]).toMatchObject({ outcome: "large_unsourced", unsourcedCents: 5_000_00 });
    expect(tested(refund(7_000_00, [6_000_00])).all[0]).toMatchObject({ outcome: "sourced", unsourcedCents: 0 });
  });

  test("of a refinance needs no source, and without terms is not evaluated", () => {
    const large = cash(90_000_00);
    const why = (loan: Loan) => tested(large, "fannie", loan).all[0];
    expect(why(refinanceWith({}))).toMatchObject({ outcome: "not_tested", why: "A refinance needs no source" });
    expect(why(loanWith({ transactionType: undefined }))).toMatchObject({
      outcome: "not_tested",
      why: "Not evaluated",
    });
    expect(why(loanWith({ monthlyIncome: undefined }))).toMatchObject({ outcome: "not_tested", why: "Not evaluated" });
  });
});

describe("a deposit under FHA", () => {
  const cash = (cents: number, sourcedCents = 0) => {
    const one = deposit(cents);
    return modelWith([one], { evidence: [proof(one, sourcedCents)] });
  };
  const fha = (model: Model, loan: Loan = BASE) => outcome(model, "fha", loan);

  test("above 1 percent of the adjusted value must be sourced as a whole", () => {
    expect(fha(cash(4_000_00))).toBe("below_threshold");
    expect(fha(cash(4_000_01))).toBe("document_source");
    expect(fha(cash(8_000_00, 7_999_99))).toBe("document_source");
    expect(fha(cash(8_000_00, 8_000_00))).toBe("sourced");
    expect(tested(cash(8_000_00), "fha", loanWith({ appraisedValue: undefined })).all[0]).toMatchObject({
      outcome: "not_tested",
      why: "Not evaluated",
    });
  });

  test("is tested without the part that pays something back", () => {
    const model = cash(8_000_00);
    const refund = (cents: number) =>
      fha({ ...model, partialRefundOf: new Map([[model.accounts[0]!.lines[0]!, cents]]) });
    expect(refund(4_000_00)).toBe("below_threshold");
    expect(refund(3_999_99)).toBe("document_source");
  });

  test("needs a source although another rule took it off, above the threshold and in the window", () => {
    const needs = (
      cents: number,
      { ago = 20, sourced = 0, loan = BASE }: { ago?: number; sourced?: number; loan?: Loan } = {},
    ) => {
      const one = deposit(cents, LOAN, ago);
      const model = modelWith([one], { evidence: [proof(one, sourced)] });
      return needsFhaSource(tested(model, "fha", loan).all[0]!, termsOf(loan, "fha"));
    };
    expect(needs(4_000_01)).toBe(true);
    expect(needs(4_000_00)).toBe(false);
    expect(needs(4_000_01, { ago: 61 })).toBe(false);
    expect(needs(4_000_01, { sourced: 4_000_00 })).toBe(true);
    expect(needs(4_000_01, { sourced: 4_000_01 })).toBe(false);
    expect(needs(4_000_01, { loan: loanWith({ appraisedValue: undefined }) })).toBe(false);
  });
});

test("VA and USDA have no large-deposit test here", () => {
  for (const program of ["va", "usda"] as const)
    expect(tested(modelWith([deposit(90_000_00)]), program).all[0]).toMatchObject({
      outcome: "not_tested",
      why: "This program has no large-deposit test here",
    });
});

describe("under every program", () => {
  const every = (model: Model, loan: Loan = BASE) => new Set(PROGRAMS.map((program) => outcome(model, program, loan)));

  test("borrowed money in the window is found, older money is not tested", () => {
    expect(every(modelWith([deposit(100_00, LOAN, 60)]))).toEqual(new Set(["borrowed"]));
    expect(every(modelWith([deposit(100_00, LOAN, 61)]))).toEqual(new Set(["not_tested"]));
    expect(tested(modelWith([deposit(100_00, LOAN, 61)])).all[0]!.why).toBe("Older than 60 days");
    expect(every(modelWith([deposit(90_000_00, "CASH", 61)]))).toEqual(new Set(["not_tested"]));
    expect(tested(modelWith([deposit(90_000_00, "CASH", 61)])).all[0]!.why).toBe("Older than 60 days");
  });

  test("an account that does not count is not tested", () => {
    const uncounted = { uncounted: ["checking"] };
    for (const description of ["CASH", LOAN, PAYROLL]) {
      const model = modelWith([deposit(90_000_00, description)], uncounted);
      expect(every(model)).toEqual(new Set(["not_tested"]));
      expect(tested(model).all[0]!.why).toBe("On an account that does not count");
    }
    const party = loanWith({ interestedParties: [{ name: "Hale Builders", role: "builder" }] });
    expect(every(modelWith([deposit(900_00, "CHECK HALE BUILDERS")], uncounted), party)).toEqual(
      new Set(["not_tested"]),
    );
  });

  test("money from an interested party is found, however small or old, unless it is identified", () => {
    const party = loanWith({ interestedParties: [{ name: "Hale Builders", role: "builder" }] });
    const hale = deposit(1_00, "DEPOSIT HALE BUILDERS", 80, { id: "hale" });
    expect(every(modelWith([hale]), party)).toEqual(new Set(["interested_party"]));
    expect(every(modelWith([hale], { matched: ["hale"] }), party)).toEqual(new Set(["identified"]));
    expect(every(modelWith([deposit(1_00, "CASH", 80)]), party)).toEqual(new Set(["not_tested"]));
  });
});

describe("the deposits that rules look at", () => {
  const lines = [
    deposit(1_00, PAYROLL, 9, { id: "matched" }),
    deposit(2_00, "CASH", 8, { id: "small" }),
    deposit(3_00, "CASH", 70, { id: "old" }),
    deposit(4_00, FOREIGN, 71, { id: "old, from abroad" }),
    deposit(5_00, FOREIGN, 7, { id: "matched, from abroad" }),
    deposit(6_00, "CASH", 6, { id: "returned" }),
    line(6_00, daysAgo(5), { id: "return" }),
  ];
  const build = (options: ModelOptions = {}) => {
    const model = modelWith(lines, { matched: ["matched", "matched, from abroad"], ...options });
    return { ...model, netOf: new Map([[lineOf(model, "returned"), lineOf(model, "return")]]) };
  };
  const ids = (rows: ReturnType<typeof tested>["open"]) => rows.map(({ deposit: { line: one } }) => one.id).sort();
  const open = (model: Model, loan: Loan = BASE) => ids(tested(model, "fannie", loan).open);

  test("are those that terms decide on, returned ones, and money from abroad", () => {
    expect(open(build())).toEqual(["old, from abroad", "returned", "small"]);
    expect(open(build({ uncounted: ["checking"] }))).toEqual([]);
    const only = modelWith([lines[5]!, lines[6]!]);
    expect(open({ ...only, netOf: new Map([[lineOf(only, "returned"), lineOf(only, "return")]]) })).toEqual([
      "returned",
    ]);
  });

  test("are all, once each, where an interested party is known", () => {
    const party = loanWith({ interestedParties: [{ name: "Hale Builders", role: "builder" }] });
    const six = lines
      .slice(0, 6)
      .map(({ id }) => id)
      .sort();
    expect(open(build(), party)).toEqual(six);
    expect(ids(tested(build()).all)).toEqual(six);
    expect(open(build(), loanWith({ interestedParties: [] }))).toEqual(["old, from abroad", "returned", "small"]);
    expect(open(build(), loanWith({ interestedParties: undefined }))).toEqual([
      "old, from abroad",
      "returned",
      "small",
    ]);
  });

  test("are the ones whose outcome the terms can change", () => {
    const model = build();
    const settled = readDeposits(model).flatMap(({ line: one }, at) => (isSettled(model, at) ? [one.id] : []));
    expect(settled.sort()).toEqual(["matched", "matched, from abroad", "old", "old, from abroad", "returned"]);
    const borrowed = modelWith([deposit(1_00, LOAN, 90), deposit(2_00, PAYROLL, 90)]);
    expect([0, 1].map((at) => isSettled(borrowed, at))).toEqual([false, false]);
  });

  test("leave nothing open that is identified", () => {
    const model = modelWith([deposit(5_00, "CASH", 20, { id: "matched" })], { matched: ["matched"] });
    expect(tested(model).all[0]).toMatchObject({
      outcome: "identified",
      identifiedAs: "own_transfer",
      unsourcedCents: 0,
    });
    const over = deposit(5_00);
    const refunded = modelWith([over], { evidence: [proof(over, 5_00)] });
    const both = { ...refunded, partialRefundOf: new Map([[refunded.accounts[0]!.lines[0]!, 4_00]]) };
    expect(tested(both).all[0]!.unsourcedCents).toBe(0);
  });
});

// ---- Interested parties -----------------------------------------------------------------------------------------

describe("the interested party whom a deposit names", () => {
  const found = (description: string, ...names: string[]) => {
    const [one] = modelWith([deposit(1_00, description)]).accounts[0]!.lines;
    return interestedPartyOf(one!, { interestedParties: names.map((name) => ({ name, role: "seller" })) });
  };

  test.each<[string, string, boolean]>([
    ["CHECK HALE BUILDERS", "Hale Builders", true],
    ["CHECK HALE-BUILDERS", "Hale Builders, LLC", true],
    ["BUILDERS OF HALE", "Hale Builders", true],
    ["CHECK HALE", "Hale Builders", false],
    ["CHECK BUILDERS", "Hale Builders", false],
    ["DEPOSIT KB HOME 4471", "KB Home", true],
    ["DEPOSIT HOME OF KB", "KB Home", false],
    ["DEPOSIT KBHOME", "KB Home", false],
    ["DEPOSIT HALE 12", "Hale", true],
    ["DEPOSIT WHALE 12", "Hale", false],
    ["DEPOSIT HALES 12", "Hale", false],
    ["DEPOSIT LEE", "Lee", false],
    ["DEPOSIT HUNTS", "JB Hunts", true],
    ["WIRE FROM ANSELMO MUNOZ IBANEZ", "Anselmo Muñoz Ibáñez", true],
    ["ZELLE FROM NGỌC TRẦN", "Ngoc Tran", true],
    ["CHECK OBRIEN BUILDERS", "O’Brien Builders", true],
    ["DEPOSIT HUNT", "JB Hunt", false],
    ["HALE CO CORP THE", "The Hale Co. LLC", true],
    ["DEPOSIT LLC", "LLC", false],
    ["DEPOSIT THE AND CO", "The and Co", false],
    ["12 LENNAR 4", "Lennar", true],
    ["DEPOSIT ÅBERG", "Åberg", true],
    ["ZELLE FROM INES QUIST", "Quist Ines", true],
    ["ZELLE FROM INES M QUIST", "Ines Maria Quist", true],
    ["ZELLE FROM INES QUIST", "Otto Quist", false],
    ["DEPOSIT", "", false],
  ])("%s and %s: %s", (description, name, isNamed) => {
    expect(found(description, name)).toBe(isNamed ? name : undefined);
  });

  test("each word of a name of several is needed", () => {
    expect(found("WIRE NORTH RIVER GROUP", "North River Homes")).toBeUndefined();
    expect(found("WIRE HOMES RIVER NORTH", "North River Homes")).toBe("North River Homes");
    expect(found("WIRE RIVER OF NORTH", "North of River")).toBe("North of River");
    expect(found("ABC XYZ", "Xyz Abc")).toBe("Xyz Abc");
  });

  test("is the first of several", () => {
    expect(found("CHECK HALE BUILDERS LENNAR", "Lennar", "Hale Builders")).toBe("Lennar");
    expect(found("CHECK HALE BUILDERS", "Lennar", "Hale Builders")).toBe("Hale Builders");
    expect(found("CHECK HALE BUILDERS")).toBeUndefined();
    const [one] = modelWith([deposit(1_00)]).accounts[0]!.lines;
    expect(interestedPartyOf(one!, {})).toBeUndefined();
  });
});

// ---- Banks read on different days -------------------------------------------------------------------------------

describe("money that moved after another bank was read", () => {
  interface Bank {
    readonly id: string;
    readonly readAgo: number;
    readonly cents: number;
    readonly lines?: readonly ReportTransaction[];
    readonly name?: string;
    readonly mask?: string | null;
    readonly isCounted?: boolean;
  }
  function banksOf(...banks: readonly Bank[]): Model {
    return modelOf(
      report(
        banks.map(({ id, readAgo, cents, lines = [], name = id, mask = null }) =>
          item([account({ id, mask, currentCents: cents, transactions: [...lines], days: 0 })], {
            id,
            institutionName: name,
            lastUpdatedAt: `${daysAgo(readAgo)}T11:00:00.000Z`,
          }),
        ),
      ),
      { uncounted: banks.filter(({ isCounted = true }) => !isCounted).map(({ id }) => id) },
    );
  }
  const moved = (cents: number, ago: number, description = "TRANSFER FROM CHECKING") =>
    deposit(cents, description, ago, { id: `${cents} ${ago}` });
  const found = (model: Model, takenOff: readonly string[] = []) => {
    for (const one of model.accounts) Object.assign(one, { ownership: { persons: [] } });
    const lines = new Set(takenOff.map((id) => lineOf(model, id)));
    return movedAfterReading(model, lines).map(({ line: one, cents }) => [one.id, cents]);
  };
  const pair = (
    ago: number,
    {
      first = {},
      second = {},
      line: one = moved(5_000_00, ago),
    }: {
      readonly first?: Partial<Bank>;
      readonly second?: Partial<Bank>;
      readonly line?: ReportTransaction;
    } = {},
  ) =>
    banksOf(
      { id: "Alpha", readAgo: 10, cents: 3_000_00, ...first },
      { id: "Beta", readAgo: 0, cents: 9_000_00, lines: [one], ...second },
    );

  test("is a transfer dated after the older reading, up to the older money", () => {
    expect(found(pair(9))).toEqual([["500000 9", 3_000_00]]);
    expect(found(pair(10))).toEqual([]);
    expect(found(pair(9, { first: { cents: 5_000_01 } }))).toEqual([["500000 9", 5_000_00]]);
    expect(found(pair(9, { first: { cents: 0 } }))).toEqual([]);
    expect(found(pair(9, { first: { cents: 1 } }))).toEqual([["500000 9", 1]]);
    expect(found(pair(9, { second: { readAgo: 10 } }))).toEqual([]);
    expect(found(pair(9, { second: { readAgo: 9 } }))).toEqual([["500000 9", 3_000_00]]);
    expect(found(pair(-1, { first: { readAgo: 0 }, second: { readAgo: 1 } }))).toEqual([]);
  });

  test("is a free transfer between accounts that count", () => {
    expect(found(pair(9, { first: { isCounted: false } }))).toEqual([]);
    expect(found(pair(9, { second: { isCounted: false } }))).toEqual([]);
    expect(found(pair(9, { line: deposit(5_000_00, "COUNTER CASH DEPOSIT", 9) }))).toEqual([]);
    const model = pair(9);
    const one = lineOf(model, "500000 9");
    expect(found({ ...model, transferOf: new Map([[one, one]]) })).toEqual([]);
    expect(found({ ...model, netOf: new Map([[one, one]]) })).toEqual([]);
    const noWords = pair(9);
    const quiet = lineOf(noWords, "500000 9");
    Object.assign(quiet, { classification: { ...quiet.classification, hasTransferWords: false } });
    expect(found(noWords)).toEqual([]);
    const other = pair(9);
    Object.assign(lineOf(other, "500000 9"), { class: "other" });
    expect(found(other)).toEqual([]);
  });

  test("may be from the account that it names, or that cannot be distinguished", () => {
    const from = (mask: string | null) =>
      found(pair(9, { line: moved(5_000_00, 9, "ONLINE TRANSFER FROM SAV ...8810"), first: { mask } })).length;
    expect([from("8810"), from(null), from("4471")]).toEqual([1, 1, 0]);
    const named = (name: string) =>
      found(pair(9, { line: moved(5_000_00, 9, "ACCOUNT TRANSFER FROM CAPITAL ONE"), first: { name } })).length;
    expect([named("Capital One"), named("Bank One"), named("Chase")]).toEqual([1, 1, 0]);
    expect(found(pair(9, { first: { name: "Chase", mask: "4471" } }))).toHaveLength(1);
  });

  test("is laid to one line after another, the oldest first", () => {
    const lines = (...agos: readonly number[]) => agos.map((ago, at) => moved(2_000_00 + at, ago));
    const three = (...agos: readonly number[]) => found(pair(9, { second: { lines: lines(...agos) } }));
    expect(three(9, 8, 7)).toEqual([
      ["200000 9", 2_000_00],
      ["200001 8", 1_000_00],
    ]);
    expect(three(7, 8, 9)).toEqual([
      ["200002 9", 2_000_02],
      ["200001 8", 999_98],
    ]);
    // Of one day by account, then by line.
    const sameDay = (first: number, second: number) =>
      found(
        banksOf(
          { id: "Alpha", readAgo: 10, cents: 3_000_00 },
          { id: "Beta", readAgo: 0, cents: 0, lines: [moved(first, 5)] },
          { id: "Gamma", readAgo: 0, cents: 0, lines: [moved(second, 5)] },
        ),
      );
    expect(sameDay(2_000_00, 2_500_00)).toEqual([
      ["200000 5", 2_000_00],
      ["250000 5", 1_000_00],
    ]);
    expect(sameDay(2_500_00, 2_000_00)).toEqual([
      ["250000 5", 2_500_00],
      ["200000 5", 500_00],
    ]);
    const words = (first: string, second: string) =>
      found(
        pair(9, {
          second: {
            lines: [first, second].map((description, at) =>
              deposit(2_000_00, description, 5, { id: `${at} ${description}` }),
            ),
          },
        }),
      ).map(([id]) => String(id).slice(2));
    expect(words("TRANSFER FROM A", "TRANSFER FROM B")).toEqual(["TRANSFER FROM A", "TRANSFER FROM B"]);
    expect(words("TRANSFER FROM B", "TRANSFER FROM A")).toEqual(["TRANSFER FROM A", "TRANSFER FROM B"]);
  });

  test("is laid to lines that are not taken off anyway before those that are", () => {
    const model = pair(9, { second: { lines: [moved(2_000_00, 9), moved(2_500_00, 8)] } });
    expect(found(model)).toEqual([
      ["200000 9", 2_000_00],
      ["250000 8", 1_000_00],
    ]);
    expect(found(model, ["200000 9"])).toEqual([
      ["250000 8", 2_500_00],
      ["200000 9", 500_00],
    ]);
  });

  test("is taken from several older accounts, each cent once", () => {
    const model = banksOf(
      { id: "Alpha", readAgo: 10, cents: 3_000_00 },
      { id: "Beta", readAgo: 8, cents: 1_500_00 },
      { id: "Gamma", readAgo: 0, cents: 0, lines: [moved(4_000_00, 5), moved(4_000_00, 4), moved(4_000_00, 9)] },
    );
    // The first is before the second bank was read, so only the first bank may have paid it.
    expect(found(model)).toEqual([
      ["400000 9", 3_000_00],
      ["400000 5", 1_500_00],
    ]);
    const both = banksOf(
      { id: "Alpha", readAgo: 10, cents: 3_000_00 },
      { id: "Beta", readAgo: 8, cents: 1_500_00 },
      { id: "Gamma", readAgo: 0, cents: 0, lines: [moved(4_000_00, 5), moved(4_000_00, 4)] },
    );
    expect(found(both)).toEqual([
      ["400000 5", 4_000_00],
      ["400000 4", 500_00],
    ]);
  });
});

// ---- Lowest balance ---------------------------------------------------------------------------------------------

describe("the lowest balance since a day", () => {
  type Balances = readonly (readonly [ago: number, cents: number])[];
  const bankAccount = (
    id: string,
    currentCents: number | null,
    balances: Balances,
    more: Partial<ReportAccount> = {},
  ) =>
    account({
      id,
      mask: id,
      currentCents,
      historicalBalances: balances.map(([ago, cents]) => ({ date: daysAgo(ago), currentCents: cents })),
      ...more,
    });
  const lowest = (model: Model, ago: number) => lowestBalanceSince(model, dayOf(model) - ago);
  const dayOf = (model: Model) => Math.max(...model.accounts.map((one: Account) => one.asOf));
  const modelFrom = (accounts: readonly ReportAccount[], options: ModelOptions = {}) =>
    modelOf(report([item(accounts)]), options);

  test("is that of the day or a later one", () => {
    const model = modelFrom([
      bankAccount("A", 9_00, [
        [1, 8_00],
        [2, 3_00],
        [3, 5_00],
        [4, 1_00],
      ]),
    ]);
    expect([0, 1, 2, 3, 4, 5, 900, -5].map((ago) => lowest(model, ago))).toEqual([
      9_00, 8_00, 3_00, 3_00, 1_00, 1_00, 1_00, 9_00,
    ]);
  });

  test("holds over days without a balance, and the first balance over the days before it", () => {
    const model = modelFrom([
      bankAccount("A", 9_00, [
        [2, 8_00],
        [5, 6_00],
      ]),
    ]);
    expect([1, 2, 3, 5, 6, 90].map((ago) => lowest(model, ago))).toEqual([8_00, 8_00, 6_00, 6_00, 6_00, 6_00]);
    expect(lowest(modelFrom([bankAccount("A", 9_00, [])]), 30)).toBe(9_00);
  });

  test("is the sum of counted bank accounts, never below 0", () => {
    const accounts = [
      bankAccount("A", 9_00, [[1, 5_00]]),
      bankAccount("B", 4_00, [[1, 6_00]]),
      bankAccount("C", 1_000_00, [[1, 1_00]]),
      bankAccount("D", 1_000_00, [[1, 1_00]], { type: "investment", subtype: "ira" }),
    ];
    const model = modelFrom(accounts, { uncounted: ["C"] });
    expect([lowest(model, 0), lowest(model, 1)]).toEqual([13_00, 11_00]);
    expect(lowest(modelFrom([bankAccount("A", 9_00, [[1, -1_00]])]), 1)).toBe(0);
    expect(lowest(modelFrom(accounts, { uncounted: ["A", "B", "C"] }), 5)).toBe(0);
    const unknown = modelFrom([bankAccount("A", null, []), bankAccount("B", 4_00, [])]);
    expect(lowest(unknown, 3)).toBe(4_00);
  });

  test("takes the current balance from the day of reading on", () => {
    const model = modelOf(
      report([
        item([bankAccount("A", 9_00, [[1, 5_00]])]),
        item(
          [
            bankAccount("B", 20_00, [
              [2, 7_00],
              [3, 1_00],
              [4, 6_00],
            ]),
          ],
          { id: "other", lastUpdatedAt: `${daysAgo(3)}T11:00:00.000Z` },
        ),
      ]),
    );
    expect([0, 1, 2, 3, 4].map((ago) => lowest(model, ago))).toEqual([29_00, 25_00, 25_00, 25_00, 11_00]);
  });

  test("is searched for 800 days", () => {
    const model = modelFrom([
      bankAccount("A", 9_00, [
        [1, 8_00],
        [800, 3_00],
        [801, 2_00],
        [802, 1_00],
      ]),
    ]);
    expect([799, 800, 801, 900].map((ago) => lowest(model, ago))).toEqual([3_00, 3_00, 3_00, 3_00]);
    const late = modelFrom([
      bankAccount("A", 9_00, [
        [799, 8_00],
        [800, 7_00],
        [801, 6_00],
      ]),
    ]);
    expect([799, 800, 801, 900].map((ago) => lowest(late, ago))).toEqual([8_00, 7_00, 7_00, 7_00]);
  });
});
