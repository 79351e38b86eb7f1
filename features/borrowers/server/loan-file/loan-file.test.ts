import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { LOAN_FILE, type Loan, type LoanFileLoan } from "#features/borrowers/contract.ts";
import { someLoan } from "#features/underwriting/rules/test-generators.ts";
import { base64Length } from "#platform/contract/fields.ts";
import { MISMO, NAMESPACES } from "#providers/mismo/element-model.ts";
import { faultsOf } from "#providers/mismo/test-validator.ts";
import { writeMismo } from "#providers/mismo/write-xml.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { aLender, type Lender } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { previewLoanFile } from "./preview-loan-file.ts";
import { aLoanFile } from "./test-loan-file.ts";
import { termsInMismo } from "./write-terms.ts";

const preview = (text: string) => previewLoanFile({ content: Buffer.from(text).toString("base64") });

/** The only loan of a file. */
function loanOf(text: string): LoanFileLoan {
  const { fault, loans } = preview(text);
  expect(fault).toBeNull();
  return loans[0]!;
}

/** A file as we write it, with nothing but terms. */
function fileOf(loan: Loan): string {
  const { collaterals, subjectLoan, liabilities, liabilitySummary, interestedParties, income } = termsInMismo(loan);
  const borrower = {
    ROLES: { ROLE: { BORROWER: { CURRENT_INCOME: income }, ROLE_DETAIL: { PartyRoleType: "Borrower" } } },
  };
  const DEAL = {
    COLLATERALS: collaterals,
    LIABILITIES: { LIABILITY: liabilities, LIABILITY_SUMMARY: liabilitySummary },
    LOANS: { LOAN: { "@LoanRoleType": "SubjectLoan", ...subjectLoan } },
    PARTIES: { PARTY: [borrower, ...interestedParties] },
  };
  return writeMismo({ DEAL_SETS: { DEAL_SET: { DEALS: { DEAL } } } }, "Test");
}

/** The terms that a file carries. Of a list, one without entries is the same as none. */
function carried(loan: Loan): Loan {
  const { underwriting: _how, reserveMonthsRequired: _months, reserveReason: _why, ausReserves: _aus, ...first } = loan;
  const {
    financedProperties: _owned,
    acquiredOn: _on,
    acquisitionCost: _cost,
    leftOutAccounts: _left,
    ...more
  } = first;
  const { creditScore: _score, isFirstTimeBuyer: _first, isHomeReady: _ready, ...terms } = more;
  return Object.fromEntries(
    Object.entries({ ...terms, payoff: loan.transactionType === "purchase" ? undefined : loan.payoff }).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

test("the terms of 500 random loans are valid MISMO and come back equal", () => {
  fc.assert(
    fc.property(someLoan(), (loan) => {
      const text = fileOf(loan);
      expect(faultsOf(text)).toEqual([]);
      const read = loanOf(text);
      expect(read.loan).toEqual(carried(loan));
      expect(read.problems).toEqual([]);
    }),
    { numRuns: 500, seed: 20_261_128 },
  );
});

test("each program, and every amount up to a billion dollars, comes back equal", () => {
  for (const program of ["conventional", "fannie", "freddie", "fha", "va", "usda", "other"] as const)
    expect(loanOf(fileOf({ program })).loan).toEqual({ program });
  for (const salesPrice of [0, 1, 99, 100, 42_500_037, 100_000_000_000])
    expect(loanOf(fileOf({ salesPrice })).loan).toEqual({ salesPrice });
});

test("the role of an interested party comes back as it was entered", () => {
  const interestedParties = ["Seller", "seller", "Realtor", "Uncle of the seller", ""].map((role, at) => ({
    name: at === 2 ? "Oak Homes LLC" : `Mark Doyle ${at}`,
    role,
  }));
  const text = fileOf({ interestedParties });
  expect(faultsOf(text)).toEqual([]);
  expect(loanOf(text).loan).toEqual({ interestedParties });
});

describe("a file as Desktop Underwriter takes it", () => {
  const { loanNumber, people, loan, problems } = loanOf(aLoanFile());

  test("borrowers come with names, email and mobile phone, and no Social Security number", () => {
    expect(loanNumber).toBe("LN-2026-0042");
    expect(people).toEqual([
      {
        firstName: "Dana",
        middleName: "",
        lastName: "Reyes",
        suffix: "",
        email: "dana@example.net",
        phone: "+15125550142",
      },
      { firstName: "Lee", middleName: "N", lastName: "Reyes", suffix: "JR", email: "", phone: "" },
    ]);
    expect(JSON.stringify(preview(aLoanFile()))).not.toContain("991919991");
  });

  test("each term comes from its place", () => {
    expect(problems).toEqual([
      { field: "credits", code: "NOT_ADDED", found: "BorrowerPaidOutsideClosing 368.00", line: expect.any(Number) },
    ]);
    expect(loan).toEqual({
      transactionType: "purchase",
      program: "fha",
      occupancy: "primary",
      units: 1,
      salesPrice: 15_100_000,
      appraisedValue: 15_100_000,
      loanAmount: 14_250_000,
      financedFees: 249_300,
      subordinateFinancing: 450_000,
      monthlyIncome: 525_000 + 1_000_000,
      // Principal and interest, the second lien, insurance, tax and dues; not the rent that is paid today.
      pitia: 63_102 + 2_700 + 5_300 + 8_600 + 3_500,
      closingCosts: 180_000,
      prepaids: 79_900,
      credits: 200_000 + 7_500,
      inducements: 75_000,
      emd: 100_000,
      interestedParties: [{ name: "Alicia Owens", role: "Seller" }],
      disclosedLiabilities: [
        { creditor: "Mountain Bank", monthlyPayment: 12_300, type: "installment" },
        { creditor: "Hemlocks", monthlyPayment: 4_400, type: "revolving" },
      ],
    });
  });

  test.each<[string, string | RegExp, string, object, (loan: Loan) => unknown]>([
    [
      "a sales price with a comma",
      /<SalesContractAmount>[^<]*/,
      "<SalesContractAmount>425,00",
      { field: "salesPrice", code: "AMOUNT", found: "425,00" },
      (loan) => loan.salesPrice,
    ],
    [
      "a negative loan amount",
      "<BaseLoanAmount>",
      "<BaseLoanAmount>-",
      { field: "loanAmount", code: "AMOUNT" },
      (loan) => loan.loanAmount,
    ],
    [
      "an amount in words",
      /<PropertyValuationAmount>[^<]*/,
      "<PropertyValuationAmount>about 150k",
      { field: "appraisedValue", code: "AMOUNT" },
      (loan) => loan.appraisedValue,
    ],
    [
      "an amount that is too large",
      "<EstimatedClosingCostsAmount>",
      "<EstimatedClosingCostsAmount>99999999",
      { field: "closingCosts", code: "TOO_BIG" },
      (loan) => loan.closingCosts,
    ],
    [
      "an unknown occupancy",
      "PrimaryResidence",
      "Castle",
      { field: "occupancy", code: "VALUE", found: "Castle" },
      (loan) => loan.occupancy,
    ],
    [
      "an unknown program",
      "<MortgageType>FHA",
      "<MortgageType>Barter",
      { field: "program", code: "VALUE", found: "Barter" },
      (loan) => loan.program,
    ],
    [
      "a purpose we do not have",
      ">Purchase<",
      ">MortgageModification<",
      { field: "transactionType", code: "VALUE" },
      (loan) => loan.transactionType,
    ],
    [
      "five units",
      "<FinancedUnitCount>1",
      "<FinancedUnitCount>5",
      { field: "units", code: "COUNT", found: "5" },
      (loan) => loan.units,
    ],
    [
      "a day that does not exist",
      "<NoteRatePercent>3.250</NoteRatePercent>",
      "<NoteDate>2026-02-30</NoteDate>",
      { field: "noteDate", code: "DATE", found: "2026-02-30" },
      (loan) => loan.noteDate,
    ],
    [
      "one income of several",
      ">10000.00<",
      ">ten<",
      { field: "monthlyIncome", code: "AMOUNT" },
      (loan) => loan.monthlyIncome,
    ],
    [
      "a debt without a payment",
      "<LiabilityMonthlyPaymentAmount>44.00</LiabilityMonthlyPaymentAmount>",
      "",
      { field: "disclosedLiabilities", code: "INCOMPLETE", found: "Hemlocks" },
      (loan) => loan.disclosedLiabilities?.[1],
    ],
  ])("%s is named with its line, and the term stays missing", (_name, from, to, problem, termOf) => {
    const text = aLoanFile().replace(from, to);
    expect(text).not.toBe(aLoanFile());
    const read = loanOf(text);
    expect(read.problems).toContainEqual(expect.objectContaining(problem));
    const { line, found } = read.problems.find(({ code }) => code === (problem as { code: string }).code)!;
    if (found !== "Hemlocks") expect(text.split("\n")[line - 1]).toContain(found);
    expect(termOf(read.loan)).toBeUndefined();
  });

  test("a phone that is none is named, and the borrower has none", () => {
    const read = loanOf(aLoanFile().replace("5125550142", "call me"));
    expect(read.problems).toContainEqual(expect.objectContaining({ field: "phone", code: "PHONE", found: "call me" }));
    expect(read.people[0]?.phone).toBe("");
  });

  test("earnest money is read once, where it is a credit and an asset as well", () => {
    const asset =
      "<ASSETS><ASSET><ASSET_DETAIL><AssetCashOrMarketValueAmount>1000.00</AssetCashOrMarketValueAmount>" +
      "<AssetType>EarnestMoneyCashDepositTowardPurchase</AssetType></ASSET_DETAIL></ASSET></ASSETS><COLLATERALS>";
    const both = aLoanFile().replace("<COLLATERALS>", asset);
    expect(loanOf(both).loan.emd).toBe(100_000);
    const asAsset = both.replace("<PurchaseCreditType>EarnestMoney", "<PurchaseCreditType>SweatEquity");
    expect(loanOf(asAsset).loan.emd).toBe(100_000);
  });

  test("a payment of principal, interest, taxes and insurance is not added to its own parts", () => {
    const whole = aLoanFile().replace("FirstMortgagePrincipalAndInterest", "FirstMortgagePITI");
    expect(loanOf(whole).loan.pitia).toBe(63_102 + 2_700 + 3_500);
  });

  test("a refinance without a total pays off the liens that are marked", () => {
    const lien =
      "<LIABILITY><LIABILITY_DETAIL><LiabilityMonthlyPaymentAmount>900.00</LiabilityMonthlyPaymentAmount>" +
      "<LiabilityPayoffStatusIndicator>true</LiabilityPayoffStatusIndicator><LiabilityType>MortgageLoan</LiabilityType>" +
      "<LiabilityUnpaidBalanceAmount>140000.00</LiabilityUnpaidBalanceAmount></LIABILITY_DETAIL></LIABILITY></LIABILITIES>";
    const purchase = aLoanFile().replace("</LIABILITIES>", lien);
    expect(loanOf(purchase).loan.payoff).toBeUndefined();
    const refinance = purchase
      .replace(">Purchase<", ">Refinance<")
      .replace(
        "<TERMS_OF_LOAN>",
        "<REFINANCE><RefinanceCashOutDeterminationType>NoCashOut</RefinanceCashOutDeterminationType></REFINANCE><TERMS_OF_LOAN>",
      );
    expect(loanOf(refinance).loan).toMatchObject({ transactionType: "rate_term", payoff: 14_000_000 });
  });

  test("a note amount contains the financed fees", () => {
    const text = aLoanFile()
      .replace("<BaseLoanAmount>142500.00</BaseLoanAmount>", "")
      .replace("<NoteRatePercent>3.250</NoteRatePercent>", "<NoteAmount>144993.00</NoteAmount>");
    expect(loanOf(text).loan.loanAmount).toBe(14_250_000);
  });

  test("a related loan is none of the terms", () => {
    const text = aLoanFile().replace('LoanRoleType="SubjectLoan"', 'LoanRoleType="RelatedLoan"');
    expect(loanOf(text).loan.loanAmount).toBeUndefined();
  });

  test("a fifth borrower is named", () => {
    const party = /<PARTY>[^]*?<\/PARTY>/.exec(aLoanFile())![0]; // the file has two
    const read = loanOf(aLoanFile().replace(party, party.repeat(5)));
    expect(read.people).toHaveLength(4);
    expect(read.problems).toContainEqual(
      expect.objectContaining({ field: "coBorrowers", code: "TOO_MANY", found: "6" }),
    );
  });

  test("a file with several loans gives each, up to twenty", () => {
    const deal = /<DEAL>[^]*<\/DEAL>/.exec(aLoanFile())![0]; // the file has one
    const times = (count: number) => preview(aLoanFile().replace(deal, deal.repeat(count)));
    expect(times(20).loans).toHaveLength(20);
    expect(times(21)).toEqual({ fault: { code: "TOO_MANY_LOANS", line: null, found: "21" }, loans: [] });
  });

  test("a hostile file cannot make the list of problems long", () => {
    const many = "<PURCHASE_CREDIT><PurchaseCreditAmount>1</PurchaseCreditAmount></PURCHASE_CREDIT>".repeat(10_000);
    expect(loanOf(aLoanFile().replace("<PURCHASE_CREDITS>", `<PURCHASE_CREDITS>${many}`)).problems).toHaveLength(100);
  });
});

describe("the call", () => {
  let product: TestProduct;
  let lender: Lender;
  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    lender = await aLender(product);
  });
  afterAll(() => product.close());

  const send = async (text: string) => {
    const officer = await lender.as("registered");
    return officer.send(calls.previewLoanFile, { content: Buffer.from(text).toString("base64") });
  };

  test("a preview stores nothing", async () => {
    const officer = await lender.as("registered");
    expect(await send(aLoanFile())).toMatchObject({
      status: 200,
      body: { fault: null, loans: [{ loanNumber: "LN-2026-0042" }] },
    });
    expect((await officer.send(calls.listBorrowers)).body).toEqual([]);
  });

  test.each([
    ["entities", `<!DOCTYPE m [<!ENTITY a "b">]>${aLoanFile().replace(/^<\?xml[^>]*>/, "")}`, "DOCTYPE"],
    ["another namespace", aLoanFile().replace(MISMO.namespace, NAMESPACES.ULAD), "NAMESPACE"],
    ["a newer version", aLoanFile().replace(MISMO.version, "3.6.2"), "VERSION"],
    ["half of it", aLoanFile().slice(0, 900), "BROKEN"],
  ])("a file with %s is refused", async (_name, text, code) => {
    expect(await send(text)).toMatchObject({ status: 200, body: { fault: { code }, loans: [] } });
  });

  test("a gigabyte is refused by its announced length, and more than the limit after it was read so far", async () => {
    const { token } = await lender.as("registered");
    const url = `${product.url}/api/latest${calls.previewLoanFile.path}`;
    const headers = { authorization: `bearer ${token}`, "content-type": "application/json" };
    const announced = await fetch(url, {
      method: "POST",
      headers,
      body: `{"content":"${"A".repeat(base64Length(LOAN_FILE.maxBytes) + 20_000)}"}`,
    });
    expect(announced.status).toBe(413);
    let sent = 0;
    const chunk = new TextEncoder().encode("A".repeat(65_536));
    const gigabyte = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        if (sent > 1_000_000_000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const streamed = await fetch(url, { method: "POST", headers, body: gigabyte, duplex: "half" } as RequestInit).then(
      ({ status }) => status,
      () => 413, // the connection was closed while we still sent
    );
    expect(streamed).toBe(413);
    expect(sent).toBeLessThan(50_000_000);
  });
});
