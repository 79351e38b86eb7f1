import {
  DEBTS_PER_LOAN,
  INTERESTED_PARTIES_PER_LOAN,
  type Loan,
  type LoanFileProblem,
} from "#features/borrowers/contract.ts";
import { Day, MAX_CENTS, Name, text } from "#platform/contract/fields.ts";
import { at, childrenOf, type Element, textAt } from "#providers/statement-files/element.ts";
import { VALUES } from "#providers/mismo/element-model.ts";
import { INTERESTED_ROLES, OCCUPANCY_TYPES, OTHER_INTERESTED_PARTY, PROGRAM_TYPES } from "./term-names.ts";

type Field = keyof Loan;

/** The longest part of a wrong value that is shown, and so many problems of a loan: a hostile file may have thousands. */
const SHOWN = { characters: 60, problems: 100 };

/** Collects what could not be read. */
export class Problems {
  readonly list: LoanFileProblem[] = [];

  add(field: string, code: LoanFileProblem["code"], place: Element, found: string = place.text.trim()): undefined {
    if (this.list.length < SHOWN.problems)
      this.list.push({ field, code, found: found.slice(0, SHOWN.characters), line: place.line });
  }
}

/** The loan's terms in a deal. What is missing or cannot be read stays missing. */
export function readTerms(deal: Element, problems: Problems): Loan {
  const loan = subjectLoanOf(deal);
  const read = readerOf(problems);
  const property = at(deal, "COLLATERALS", "COLLATERAL", "SUBJECT_PROPERTY");
  const contract = at(property, "SALES_CONTRACTS", "SALES_CONTRACT");
  const urla = at(loan, "DOCUMENT_SPECIFIC_DATA_SETS", "DOCUMENT_SPECIFIC_DATA_SET", "URLA");
  const costs = at(urla, "URLA_DETAIL");
  const terms = at(loan, "TERMS_OF_LOAN");
  const closing = at(loan, "CLOSING_INFORMATION");
  const transactionType = purposeOf(loan, read);
  const credits = creditsOf(loan, problems);
  const financedFees = read.amount("financedFees", at(costs, "MIAndFundingFeeFinancedAmount"));
  const found: { readonly [F in Field]?: Loan[F] | undefined } = {
    transactionType,
    program: programOf(loan, read),
    occupancy: read.value("occupancy", at(property, "PROPERTY_DETAIL", "PropertyUsageType"), OCCUPANCIES),
    units: read.units(at(property, "PROPERTY_DETAIL", "FinancedUnitCount")),
    salesPrice: read.amount(
      "salesPrice",
      at(contract, "SALES_CONTRACT_DETAIL", "SalesContractAmount") ?? at(costs, "PurchasePriceAmount"),
    ),
    payoff: transactionType === "purchase" ? undefined : payoffOf(deal, read),
    appraisedValue: read.amount(
      "appraisedValue",
      at(property, "PROPERTY_VALUATIONS", "PROPERTY_VALUATION", "PROPERTY_VALUATION_DETAIL", "PropertyValuationAmount"),
    ),
    loanAmount: loanAmountOf(terms, financedFees, read),
    financedFees,
    subordinateFinancing: read.amount(
      "subordinateFinancing",
      at(loan, "LOAN_DETAIL", "TotalSubordinateFinancingAmount"),
    ),
    monthlyIncome: read.sum("monthlyIncome", partiesOf(deal, "Borrower").flatMap(incomesOf)),
    pitia: read.sum("pitia", housingExpensesOf(loan)),
    closingCosts: read.amount("closingCosts", at(costs, "EstimatedClosingCostsAmount")),
    prepaids: read.amount("prepaids", at(costs, "PrepaidItemsEstimatedAmount")),
    credits: read.sum("credits", [...sellerCreditsOf(urla), ...credits.ofParties]),
    lenderCredits: read.sum("lenderCredits", [...lenderCreditsOf(closing), ...credits.ofLender]),
    inducements: read.sum(
      "inducements",
      amountsIn(contract, "SALES_CONCESSIONS", "SALES_CONCESSION", "SalesConcessionAmount"),
    ),
    emd: read.sum("emd", credits.earnestMoney.length > 0 ? credits.earnestMoney : earnestAssetsOf(deal)),
    contractDate: read.day("contractDate", at(contract, "SALES_CONTRACT_DETAIL", "SalesContractDate")),
    applicationDate: read.day("applicationDate", at(loan, "LOAN_DETAIL", "ApplicationReceivedDate")),
    noteDate: read.day("noteDate", at(terms, "NoteDate")),
    disbursementDate: read.day("disbursementDate", at(closing, "CLOSING_INFORMATION_DETAIL", "DisbursementDate")),
    interestedParties: interestedPartiesOf(deal, problems),
    disclosedLiabilities: liabilitiesOf(deal, read, problems),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The loan that is applied for; a related one is none of its terms. */
export function subjectLoanOf(deal: Element): Element | undefined {
  const loans = childrenOf(at(deal, "LOANS"), "LOAN");
  return loans.find(({ attributes }) => attributes["LoanRoleType"] === "SubjectLoan");
}

/** Parties with this role, in the order of the file. */
export function partiesOf(deal: Element, type: string): Element[] {
  return childrenOf(at(deal, "PARTIES"), "PARTY").filter((party) =>
    rolesOf(party).some((role) => roleType(role) === type),
  );
}

function rolesOf(party: Element): Element[] {
  return childrenOf(at(party, "ROLES"), "ROLE");
}

function roleType(role: Element): string | null {
  return textAt(role, "ROLE_DETAIL", "PartyRoleType");
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(problems: Problems) {
  const amount = (field: Field, element: Element | undefined): number | undefined => {
    const typed = element?.text.trim() ?? "";
    if (!element || typed === "") return undefined;
    if (!/^\d{1,15}(\.\d{1,2})?$/.test(typed)) return problems.add(field, "AMOUNT", element);
    const [dollars = "", fraction = ""] = typed.split(".");
    const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, "0"));
    return cents > MAX_CENTS ? problems.add(field, "TOO_BIG", element) : cents;
  };
  return {
    amount,
    /** Missing if any part cannot be read: a sum without it would be another figure. */
    sum(field: Field, elements: readonly Element[]): number | undefined {
      const parts = elements.map((element) => amount(field, element));
      if (parts.length === 0 || parts.includes(undefined)) return undefined;
      const cents = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
      return cents > MAX_CENTS ? problems.add(field, "TOO_BIG", elements[0]!) : cents; // there is a part
    },
    day(field: Field, element: Element | undefined): string | undefined {
      const typed = element?.text.trim() ?? "";
      if (!element || typed === "") return undefined;
      return Day.safeParse(typed).success ? typed : problems.add(field, "DATE", element);
    },
    /** `null` in the table: a value of MISMO that says that it is not known. */
    value<Value>(
      field: Field,
      element: Element | undefined,
      table: ReadonlyMap<string, Value | null>,
    ): Value | undefined {
      const typed = element?.text.trim() ?? "";
      if (!element || typed === "") return undefined;
      const known = table.get(typed);
      return known === undefined ? problems.add(field, "VALUE", element) : (known ?? undefined);
    },
    units(element: Element | undefined): number | undefined {
      const typed = element?.text.trim() ?? "";
      if (!element || typed === "") return undefined;
      return /^[1-4]$/.test(typed) ? Number(typed) : problems.add("units", "COUNT", element);
    },
  };
}

const OCCUPANCIES = new Map(
  Object.entries(OCCUPANCY_TYPES).map(([ours, theirs]) => [theirs, ours as NonNullable<Loan["occupancy"]>]),
);

const PURPOSES = new Map<string, "Purchase" | "Refinance" | null>([
  ["Purchase", "Purchase"],
  ["Refinance", "Refinance"],
  ["Unknown", null],
]);

const REFINANCES = new Map<string, NonNullable<Loan["transactionType"]> | null>([
  ["CashOut", "cash_out"],
  ["LimitedCashOut", "rate_term"],
  ["NoCashOut", "rate_term"],
  ["Unknown", null],
]);

function purposeOf(loan: Element | undefined, read: Reader): Loan["transactionType"] {
  const purpose = read.value("transactionType", at(loan, "TERMS_OF_LOAN", "LoanPurposeType"), PURPOSES);
  if (purpose !== "Refinance") return purpose && "purchase";
  return read.value("transactionType", at(loan, "REFINANCE", "RefinanceCashOutDeterminationType"), REFINANCES);
}

const PROGRAMS = new Map<string, NonNullable<Loan["program"]>>([
  ...VALUES.MortgageType.map((type) => [type, "other"] as const),
  ...Object.entries(PROGRAM_TYPES)
    .filter(([, { system }]) => system === undefined)
    .map(([ours, { mortgage }]) => [mortgage, ours as NonNullable<Loan["program"]>] as const),
]);

/** Of a conventional loan its underwriting system says whose it is, unless both were asked. */
function programOf(loan: Element | undefined, read: Reader): Loan["program"] {
  const program = read.value("program", at(loan, "TERMS_OF_LOAN", "MortgageType"), PROGRAMS);
  if (program !== "conventional") return program;
  const systems = new Set(
    childrenOf(at(loan, "UNDERWRITING", "AUTOMATED_UNDERWRITINGS"), "AUTOMATED_UNDERWRITING").map((one) =>
      textAt(one, "AutomatedUnderwritingSystemType"),
    ),
  );
  const named = (["fannie", "freddie"] as const).filter((one) => systems.has(PROGRAM_TYPES[one].system ?? null));
  return named.length === 1 ? named[0] : program;
}

function loanAmountOf(terms: Element | undefined, financedFees: number | undefined, read: Reader): Loan["loanAmount"] {
  const base = at(terms, "BaseLoanAmount");
  if (base) return read.amount("loanAmount", base);
  const note = read.amount("loanAmount", at(terms, "NoteAmount"));
  return note === undefined || (financedFees ?? 0) > note ? undefined : note - (financedFees ?? 0);
}

/** Of a refinance. Without the total: the liens that are to be paid off. */
function payoffOf(deal: Element, read: Reader): Loan["payoff"] {
  const total = at(deal, "LIABILITIES", "LIABILITY_SUMMARY", "TotalSubjectPropertyPayoffsAndPaymentsAmount");
  if (total) return read.amount("payoff", total);
  const liens = childrenOf(at(deal, "LIABILITIES"), "LIABILITY")
    .flatMap((liability) => childrenOf(liability, "LIABILITY_DETAIL"))
    .filter((detail) => textAt(detail, "LiabilityPayoffStatusIndicator") === "true")
    .filter((detail) => ["MortgageLoan", "HELOC"].includes(textAt(detail, "LiabilityType") ?? ""));
  return read.sum(
    "payoff",
    liens.flatMap((detail) => childrenOf(detail, "LiabilityUnpaidBalanceAmount")),
  );
}

/** Amounts in repeated children of a list. */
function amountsIn(element: Element | undefined, list: string, child: string, name: string): Element[] {
  return childrenOf(at(element, list), child).flatMap((one) => childrenOf(one, name));
}

function incomesOf(party: Element): Element[] {
  return rolesOf(party)
    .flatMap((role) =>
      childrenOf(at(role, "BORROWER", "CURRENT_INCOME", "CURRENT_INCOME_ITEMS"), "CURRENT_INCOME_ITEM"),
    )
    .flatMap((item) => childrenOf(at(item, "CURRENT_INCOME_ITEM_DETAIL"), "CurrentIncomeMonthlyTotalAmount"));
}

/** What principal, interest, taxes and insurance in one sum contain already. */
const IN_PITI = ["FirstMortgagePrincipalAndInterest", "HomeownersInsurance", "RealEstateTax"];
/** Proposed, and no part of what the loan costs. */
const NOT_OF_THE_LOAN = ["Rent", "Utilities"];

function housingExpensesOf(loan: Element | undefined): Element[] {
  const proposed = childrenOf(at(loan, "HOUSING_EXPENSES"), "HOUSING_EXPENSE").filter(
    (one) => textAt(one, "HousingExpenseTimingType") === "Proposed",
  );
  const typeOf = (one: Element) => textAt(one, "HousingExpenseType") ?? "";
  const hasPiti = proposed.some((one) => typeOf(one) === "FirstMortgagePITI");
  const left = [...NOT_OF_THE_LOAN, ...(hasPiti ? IN_PITI : [])];
  return proposed
    .filter((one) => !left.includes(typeOf(one)))
    .flatMap((one) => childrenOf(one, "HousingExpensePaymentAmount"));
}

function sellerCreditsOf(urla: Element | undefined): Element[] {
  return childrenOf(
    at(urla, "URLA_TOTAL", "EXTENSION", "OTHER", "ULAD:URLA_TOTAL_EXTENSION"),
    "ULAD:URLATotalSellerCreditsAmount",
  );
}

function lenderCreditsOf(closing: Element | undefined): Element[] {
  return childrenOf(at(closing, "CLOSING_ADJUSTMENT_ITEMS"), "CLOSING_ADJUSTMENT_ITEM")
    .flatMap((item) => childrenOf(item, "CLOSING_ADJUSTMENT_ITEM_DETAIL"))
    .filter((detail) => textAt(detail, "ClosingAdjustmentItemType") === "LenderCredit")
    .flatMap((detail) => childrenOf(detail, "ClosingAdjustmentItemAmount"));
}

const PARTY_SOURCES = ["PropertySeller", "RealEstateAgent", "BuilderDeveloper", "Builder", "Other"];

/** A credit of the borrower's own, or of no one who is named, is not an interested party's. */
function creditsOf(loan: Element | undefined, problems: Problems) {
  const credits = { earnestMoney: [] as Element[], ofParties: [] as Element[], ofLender: [] as Element[] };
  for (const credit of childrenOf(at(loan, "PURCHASE_CREDITS"), "PURCHASE_CREDIT")) {
    const [type, source] = [textAt(credit, "PurchaseCreditType"), textAt(credit, "PurchaseCreditSourceType")];
    const amounts = childrenOf(credit, "PurchaseCreditAmount");
    if (type === "EarnestMoney") credits.earnestMoney.push(...amounts);
    else if (source === "Lender") credits.ofLender.push(...amounts);
    else if (source !== null && PARTY_SOURCES.includes(source)) credits.ofParties.push(...amounts);
    else {
      const found = [type, source, amounts[0]?.text.trim()].filter(Boolean).join(" ");
      problems.add("credits", "NOT_ADDED", credit, found);
    }
  }
  return credits;
}

function earnestAssetsOf(deal: Element): Element[] {
  return childrenOf(at(deal, "ASSETS"), "ASSET")
    .flatMap((asset) => childrenOf(asset, "ASSET_DETAIL"))
    .filter((detail) => textAt(detail, "AssetType") === "EarnestMoneyCashDepositTowardPurchase")
    .flatMap((detail) => childrenOf(detail, "AssetCashOrMarketValueAmount"));
}

const RoleText = text(60);

function interestedPartiesOf(deal: Element, problems: Problems): Loan["interestedParties"] {
  const parties: NonNullable<Loan["interestedParties"]> = [];
  for (const party of childrenOf(at(deal, "PARTIES"), "PARTY")) {
    const role = rolesOf(party)
      .map(interestedRole)
      .find((one) => one !== undefined);
    if (role === undefined) continue;
    const name = Name.safeParse(partyName(party));
    if (!name.success) problems.add("interestedParties", "INCOMPLETE", party, role);
    else if (parties.length === INTERESTED_PARTIES_PER_LOAN) {
      problems.add("interestedParties", "TOO_MANY", party, name.data);
      break;
    } else parties.push({ name: name.data, role });
  }
  return parties.length > 0 ? parties : undefined;
}

/** What we call the role of an interested party; `undefined` for others. */
function interestedRole(role: Element): string | undefined {
  const detail = at(role, "ROLE_DETAIL");
  const type = textAt(detail, "PartyRoleType");
  const label =
    type === "Other" && textAt(detail, "PartyRoleTypeOtherDescription") === OTHER_INTERESTED_PARTY
      ? ""
      : INTERESTED_ROLES.find((one) => one.type === type)?.label;
  const own = RoleText.safeParse(textAt(detail, "PartyRoleTypeAdditionalDescription") ?? "");
  return label !== undefined && own.success ? own.data : label;
}

function partyName(party: Element): string {
  const name = at(party, "INDIVIDUAL", "NAME");
  const parts = [textAt(name, "FirstName"), textAt(name, "MiddleName"), textAt(name, "LastName")];
  return (
    textAt(party, "LEGAL_ENTITY", "LEGAL_ENTITY_DETAIL", "FullName") ??
    textAt(name, "FullName") ??
    parts.filter(Boolean).join(" ")
  );
}

type Disclosed = NonNullable<Loan["disclosedLiabilities"]>[number];

const DEBT_TYPES = new Map<string, Disclosed["type"]>([
  ...VALUES.LiabilityType.map((type) => [type, "other"] as const),
  ["Installment", "installment"],
  ["Revolving", "revolving"],
  ["HELOC", "revolving"],
  ["Open30DayChargeAccount", "revolving"],
]);

function liabilitiesOf(deal: Element, read: Reader, problems: Problems): Loan["disclosedLiabilities"] {
  const debts: Disclosed[] = [];
  const all = childrenOf(at(deal, "LIABILITIES"), "LIABILITY");
  for (const liability of all) {
    const detail = at(liability, "LIABILITY_DETAIL");
    const holder = textAt(liability, "LIABILITY_HOLDER", "NAME", "FullName") ?? "";
    const creditor = Name.safeParse(holder);
    const type = DEBT_TYPES.get(textAt(detail, "LiabilityType") ?? "") ?? "other";
    const isEmpty = textAt(detail, "LiabilityMonthlyPaymentAmount") === null;
    if (!creditor.success || isEmpty) {
      problems.add("disclosedLiabilities", "INCOMPLETE", liability, holder);
      continue;
    }
    if (debts.length === DEBTS_PER_LOAN) {
      problems.add("disclosedLiabilities", "TOO_MANY", liability, creditor.data);
      break;
    }
    const monthlyPayment = read.amount("disclosedLiabilities", at(detail, "LiabilityMonthlyPaymentAmount"));
    if (monthlyPayment !== undefined) debts.push({ creditor: creditor.data, monthlyPayment, type });
  }
  return debts.length > 0 ? debts : undefined;
}
