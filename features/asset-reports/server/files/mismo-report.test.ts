import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fullName, type Loan } from "#features/borrowers/contract.ts";
import { previewLoanFile } from "#features/borrowers/server/loan-file/preview-loan-file.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import { someQuestion } from "#features/underwriting/rules/test-generators.ts";
import {
  bank,
  BASE,
  cashIn,
  cashOutOn,
  checking,
  gift,
  investment,
  monthly,
  NORA,
  person,
  reportOf,
  savings,
} from "#features/underwriting/rules/test-report.ts";
import { readMismo } from "#providers/mismo/read-xml.ts";
import { faultsOf } from "#providers/mismo/test-validator.ts";
import { at, childrenOf, type Element, textAt } from "#providers/statement-files/element.ts";
import { findReplyError } from "../../../../sandbox/plaid/openapi.ts";
import { documentOf, documentOfQuestion, sampleAccount, sampleReport } from "../document/test-documents.ts";
import type { DocumentInput } from "../document/schema.ts";
import { freddieReport } from "./freddie-report.ts";
import { mismoReport } from "./mismo-report.ts";

const QUESTIONS = fc.sample(someQuestion(), { numRuns: 200, seed: 20_261_128 });
/** Evaluated once for all tests. */
const REPORTS = QUESTIONS.map((question) => ({ question, input: documentOfQuestion(question) }));

const POLICY = { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null };

function questionOf(accounts: Parameters<typeof bank>[0]["accounts"], more: Partial<Question> = {}): Question {
  return {
    ...{ report: reportOf([bank({ accounts })]), loan: BASE, borrowers: [NORA], evidence: [], confirmations: [] },
    ...{ waivers: [], policy: POLICY, ...more },
  };
}

const dealOf = (input: DocumentInput) => readMismo(Buffer.from(mismoReport(input)))[0]!;
const assetsIn = (deal: Element) => childrenOf(at(deal, "ASSETS"), "ASSET");
const detailsIn = (deal: Element) => assetsIn(deal).map((asset) => at(asset, "ASSET_DETAIL"));
const arcsIn = (deal: Element) =>
  childrenOf(at(deal, "RELATIONSHIPS"), "RELATIONSHIP").map(
    ({ attributes }) => `${attributes["xlink:from"]} ${attributes["xlink:to"]}`,
  );

function freddieOf(input: DocumentInput) {
  const reply = JSON.parse([...freddieReport(input)].join("")) as {
    DEAL: { SERVICES: { SERVICE: FreddieService } };
  };
  const { STATUSES, VERIFICATION_OF_ASSET } = reply.DEAL.SERVICES.SERVICE;
  return { reply, status: STATUSES.STATUS, assets: VERIFICATION_OF_ASSET.VERIFICATION_OF_ASSET_RESPONSE.ASSETS.ASSET };
}
interface FreddieService {
  STATUSES: { STATUS: { StatusDescription: string } };
  VERIFICATION_OF_ASSET: { VERIFICATION_OF_ASSET_RESPONSE: { ASSETS: { ASSET: FreddieAsset[] } } };
}
interface FreddieAsset {
  ASSET_DETAIL: Record<string, unknown>;
  ASSET_TRANSACTIONS: { ASSET_TRANSACTION: { ASSET_TRANSACTION_DETAIL: Record<string, unknown> }[] };
}

/** The terms that come back, with the debts that the report found. */
function expectedTerms({ loan }: Question, input: DocumentInput): Loan {
  const { underwriting: _how, reserveMonthsRequired: _months, reserveReason: _why, ausReserves: _aus, ...first } = loan;
  const {
    financedProperties: _owned,
    acquiredOn: _on,
    acquisitionCost: _cost,
    leftOutAccounts: _left,
    ...more
  } = first;
  const { creditScore: _score, isFirstTimeBuyer: _first, isHomeReady: _ready, ...terms } = more;
  const types: Readonly<Record<string, "installment" | "revolving">> = {
    ...{ loan: "installment", bnpl: "installment", card: "revolving" },
  };
  const found = input.evaluation.figures.debts
    .filter((debt) => debt.isActive && !debt.isDisclosed && !debt.isConfirmedNoDebt)
    .flatMap(({ creditor, kind, monthlyCents }) =>
      monthlyCents === null
        ? []
        : [{ creditor, monthlyPayment: monthlyCents, type: types[kind] ?? ("other" as const) }],
    )
    .sort((a, b) => b.monthlyPayment - a.monthlyPayment);
  const disclosedLiabilities = [...(loan.disclosedLiabilities ?? []), ...found];
  const all = { ...terms, payoff: loan.transactionType === "purchase" ? undefined : loan.payoff, disclosedLiabilities };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

test("200 random reports are valid MISMO 3.4, and their terms and borrowers are read back equal", () => {
  const count = { assets: 0, arcs: 0, debts: 0 };
  for (const { question, input } of REPORTS) {
    const text = mismoReport(input);
    expect(faultsOf(text)).toEqual([]);
    const { fault, loans } = previewLoanFile({ content: Buffer.from(text).toString("base64") });
    expect(fault).toBeNull();
    expect(loans[0]?.loan).toEqual(expectedTerms(question, input));
    expect(loans[0]?.loanNumber).toBe("2026-004417");
    expect(loans[0]?.people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual(
      question.borrowers.map(fullName),
    );
    const deal = dealOf(input);
    const counted = input.evaluation.figures.accounts.filter(
      ({ isCounted, currentCents }) => isCounted && currentCents !== null && currentCents >= 0,
    );
    const accounts = detailsIn(deal).filter((detail) => textAt(detail, "AssetType") !== "GiftOfCash");
    expect(accounts).toHaveLength(counted.length);
    count.assets += accounts.length;
    count.arcs += arcsIn(deal).length;
    count.debts += childrenOf(at(deal, "LIABILITIES"), "LIABILITY").length;
  }
  // The reports have something in each list.
  expect(Math.min(...Object.values(count)), JSON.stringify(count)).toBeGreaterThan(100);
});

test("the accounts of 200 random reports fit Plaid's schema of Freddie Mac's form", () => {
  let lines = 0;
  for (const { input } of REPORTS) {
    const { reply, assets } = freddieOf(input);
    expect(findReplyError("/credit/asset_report/freddie_mac/get", 200, reply)).toBeNull();
    lines += assets.flatMap((asset) => asset.ASSET_TRANSACTIONS.ASSET_TRANSACTION).length;
  }
  expect(lines).toBeGreaterThan(1000);
});

describe("an account", () => {
  const LEE = person("Lee", "Quist");

  test("has its mask, its owner's arc, its balance and how long it was read", () => {
    const joint = checking({ mask: "4471", cents: 1_825_037, owners: ["Nora Quist", "Lee Quist"] });
    const deal = dealOf(documentOfQuestion(questionOf([joint], { borrowers: [NORA, LEE] })));
    const [asset] = assetsIn(deal);
    expect(textAt(asset, "ASSET_DETAIL", "AssetAccountIdentifier")).toBe("4471");
    expect(textAt(asset, "ASSET_DETAIL", "AssetCashOrMarketValueAmount")).toBe("18250.37");
    expect(textAt(asset, "ASSET_DETAIL", "AssetType")).toBe("CheckingAccount");
    expect(textAt(asset, "ASSET_HOLDER", "NAME", "FullName")).toBe("Bank One");
    expect(textAt(asset, "VERIFICATION", "VerificationStatusType")).toBe("Verified");
    expect(textAt(asset, "VERIFICATION", "VerificationDate")).toBe("2026-11-16");
    expect(arcsIn(deal)).toEqual(["ASSET_1 BORROWER_1", "ASSET_1 BORROWER_2"]);
  });

  test("never shows more than four characters of its number, whatever the bank sends", () => {
    const number = "000123456789";
    const input = documentOf(sampleReport([sampleAccount({ mask: number, name: "Checking", officialName: null })]));
    expect(mismoReport(input)).toContain("<AssetAccountIdentifier>6789</AssetAccountIdentifier>");
    expect(mismoReport(input)).not.toContain(number);
    expect([...freddieReport(input)].join("")).not.toContain(number);
  });

  test.each([
    [checking({ cents: 1 }), "CheckingAccount"],
    [savings({ cents: 1 }), "SavingsAccount"],
    [investment("ira", { cents: 1 }), "RetirementFund"],
    [investment("brokerage", { cents: 1 }), "Stock"],
  ])("has the model's type: %#", (account, type) => {
    const [detail] = detailsIn(dealOf(documentOfQuestion(questionOf([account]))));
    expect(textAt(detail, "AssetType")).toBe(type);
  });

  test("that the lender left out, or that is not the borrower's, is in no MISMO file", () => {
    const [own, other] = [checking({ cents: 5_000_00 }), savings({ cents: 7_000_00 })];
    const leftOut = questionOf([own, other], { loan: { ...BASE, leftOutAccounts: [other.id] } });
    expect(assetsIn(dealOf(documentOfQuestion(leftOut)))).toHaveLength(1);
    const stranger = questionOf([own], { borrowers: [person("Someone", "Else")] });
    expect(assetsIn(dealOf(documentOfQuestion(stranger)))).toHaveLength(0);
  });

  test("that is withheld is in no form of Freddie Mac", () => {
    const withheld = sampleReport([
      sampleAccount(),
      sampleAccount({ id: "account-2", transactions: [], withheldCount: 3 }),
    ]);
    expect(
      freddieOf(documentOf(withheld)).assets.map(({ ASSET_DETAIL }) => ASSET_DETAIL["AssetUniqueIdentifier"]),
    ).toEqual(["account-1"]);
  });

  test("of uploaded files is not verified, and both files say where it is from", () => {
    const input = documentOf({ ...sampleReport(), source: "files" });
    const [asset] = assetsIn(dealOf(input));
    expect(textAt(asset, "VERIFICATION", "VerificationStatusType")).toBe("NotVerified");
    expect(textAt(asset, "ASSET_DOCUMENTATIONS", "ASSET_DOCUMENTATION", "AssetDocumentType")).toBeNull();
    expect(mismoReport(input)).toContain("files that were uploaded");
    expect(freddieOf(input).status.StatusDescription).toContain("files that were uploaded");
  });

  test("lists posted lines with their direction and no sign", () => {
    const { assets } = freddieOf(documentOf(sampleReport()));
    const details = assets[0]!.ASSET_TRANSACTIONS.ASSET_TRANSACTION.map((line) => line.ASSET_TRANSACTION_DETAIL);
    expect(details).toHaveLength(64); // two of 66 are pending
    expect(details).toContainEqual(
      expect.objectContaining({
        AssetTransactionAmount: 3120.45,
        AssetTransactionType: "Credit",
        AssetTransactionCategoryType: "Paycheck",
      }),
    );
  });
});

describe("a gift", () => {
  const account = checking({ cents: 10_000_00 });
  const fileWith = (relationship: string) =>
    dealOf(
      documentOfQuestion(
        questionOf([account], { loan: { ...BASE, program: "fha" }, evidence: [gift(relationship, 5_000_00)] }),
      ),
    );

  test.each([
    ["mother", "Parent"],
    ["her mother-in-law", "Relative"],
    ["grandmother", "Relative"],
    ["fiancé", "UnmarriedPartner"],
    ["employer", "Employer"],
    ["church", "ReligiousNonProfit"],
    ["someone", "Other"],
  ])("of a %s has the source %s", (relationship, source) => {
    const details = detailsIn(fileWith(relationship)).filter((one) => textAt(one, "AssetType") === "GiftOfCash");
    expect(details.map((detail) => textAt(detail, "FundsSourceType"))).toEqual([source]);
    expect(textAt(details[0], "AssetCashOrMarketValueAmount")).toBe("5000.00");
    expect(textAt(details[0], "AssetAccountIdentifier")).toBeNull();
  });

  test("that is deposited is marked as part of an account", () => {
    const line = cashIn("BRANCH DEPOSIT", 5_000_00, "2026-10-20");
    const own = checking({ cents: 10_000_00, lines: [line] });
    const marks = [null, line].map((deposit) => {
      const question = questionOf([own], { evidence: [gift("mother", 5_000_00, deposit)] });
      const details = detailsIn(dealOf(documentOfQuestion(question)));
      const found = details.find((one) => textAt(one, "AssetType") === "GiftOfCash");
      return textAt(found, "EXTENSION", "OTHER", "ULAD:ASSET_DETAIL_EXTENSION", "ULAD:IncludedInAssetAccountIndicator");
    });
    expect(marks).toEqual(["false", "true"]);
  });
});

test("a debt that the payments show comes after those disclosed, with its owner", () => {
  const payments = cashOutOn(monthly("2026-11-05", 3), "TOYOTA FINANCIAL DES:AUTO PMT", 412_00);
  const question = questionOf([checking({ cents: 20_000_00, lines: payments })], {
    loan: { ...BASE, disclosedLiabilities: [{ creditor: "Upstart", monthlyPayment: 312_50, type: "installment" }] },
  });
  const deal = dealOf(documentOfQuestion(question));
  const found = childrenOf(at(deal, "LIABILITIES"), "LIABILITY").map((one) => [
    textAt(one, "LIABILITY_HOLDER", "NAME", "FullName"),
    textAt(one, "LIABILITY_DETAIL", "LiabilityMonthlyPaymentAmount"),
  ]);
  expect(found[0]).toEqual(["Upstart", "312.50"]);
  expect(found[1]?.[1]).toBe("412.00");
  expect(arcsIn(deal)).toContain("LIABILITY_2 BORROWER_1");
});

test("no more than Desktop Underwriter reads: names, suffix, loan number, accounts and debts", () => {
  const accounts = Array.from({ length: 60 }, (_, n) =>
    sampleAccount({
      id: `account-${n}`,
      mask: String(1000 + n),
      currentCents: n * 100,
      availableCents: n * 100,
      transactions: [],
    }),
  );
  const long = "x".repeat(40);
  const input = documentOf(sampleReport(accounts), {
    inputs: {
      borrowers: [
        { firstName: "Alberta", middleName: long, lastName: "Charleson", suffix: "Esquire", email: null, phone: null },
      ],
      loan: {
        ...BASE,
        disclosedLiabilities: Array.from({ length: 50 }, () => ({
          creditor: long.repeat(2),
          monthlyPayment: 1,
          type: "other" as const,
        })),
        interestedParties: Array.from({ length: 20 }, () => ({ name: long.repeat(2), role: "seller" })),
      },
    },
    printed: { loanNumber: "LN-2026-11-28-0042" },
  });
  const text = mismoReport(input);
  expect(faultsOf(text)).toEqual([]);
  const details = detailsIn(dealOf(input));
  expect(details).toHaveLength(50);
  expect(textAt(details[0], "AssetCashOrMarketValueAmount"), "the largest stay").toBe("59.00");
  expect(text).not.toContain("LN-2026");
  expect(text).not.toContain("Esquire");
});
