import { disclaimerOf } from "#features/asset-reports/labels.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import type { ReportAccount, ReportItem, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { canonicalParts } from "#platform/contract/canonical-json.ts";
import { indexOf } from "../document/document-index.ts";
import type { DocumentInput } from "../document/schema.ts";

/** Version of the form, by its own number. */
const SCHEMA_VERSION = 1;
/** Down to a bank line, so that a long list is never one piece of text. */
const LEVELS = 12;
/** The most owners that the form has of an account. */
const OWNERS = 4;
/** The length of a mask: never more of an account's number, whatever a bank sends. */
const MASK = 4;

/**
 * The report's accounts in the form in which Freddie Mac reads a verification of assets, as Plaid publishes it
 * (`AssetReportFreddieGetResponse`, OpenAPI document 1.697.4). Lines are posted ones; withheld accounts and other currencies
 * are left out, because the form has no place to say so.
 */
export function freddieReport(input: DocumentInput): Generator<string> {
  const { report, parsedReport, evaluation } = input;
  const { loanNumber } = evaluation.printed;
  const isFromFiles = parsedReport.source === "files";
  const form = {
    request_id: evaluation.id,
    SchemaVersion: SCHEMA_VERSION,
    DEAL: {
      LOANS: {
        LOAN: {
          LOAN_IDENTIFIERS: {
            LOAN_IDENTIFIER: {
              LoanIdentifier: loanNumber,
              LoanIdentifierType: loanNumber === null ? null : "LenderLoan",
            },
          },
        },
      },
      PARTIES: {
        PARTY: evaluation.inputs.borrowers.map(({ firstName, lastName }) => ({
          INDIVIDUAL: { NAME: { FirstName: firstName, LastName: lastName } },
          ROLES: { ROLE: { ROLE_DETAIL: { PartyRoleType: "Borrower" } } },
          TAXPAYER_IDENTIFIERS: {
            TAXPAYER_IDENTIFIER: { TaxpayerIdentifierType: null, TaxpayerIdentifierValue: null },
          },
        })),
      },
      SERVICES: {
        SERVICE: {
          STATUSES: { STATUS: { StatusCode: "success", StatusDescription: disclaimerOf(parsedReport) } },
          VERIFICATION_OF_ASSET: {
            REPORTING_INFORMATION: { ReportingInformationIdentifier: report.id },
            SERVICE_PRODUCT_FULFILLMENT: {
              SERVICE_PRODUCT_FULFILLMENT_DETAIL: {
                VendorOrderIdentifier: report.providerReportId,
                ServiceProductFulfillmentIdentifier: "VOA",
              },
            },
            VERIFICATION_OF_ASSET_RESPONSE: {
              ASSETS: {
                ASSET: indexOf(input)
                  .accounts.filter(({ source }) => isInForm(source))
                  .map(({ item, source }) => assetOf(item, source, report.daysRequested, isFromFiles)),
              },
            },
          },
        },
      },
    },
  };
  return canonicalParts(form, LEVELS);
}

function isInForm({ type, currency, currentCents, withheldCount }: ReportAccount): boolean {
  const isAsset = type === "depository" || type === "investment";
  return isAsset && currency === "USD" && currentCents !== null && withheldCount === undefined;
}

function assetOf(item: ReportItem, account: ReportAccount, daysRequested: number, isFromFiles: boolean) {
  const { id, mask, name, officialName, currentCents, availableCents, subtype, ownershipType, owners } = account;
  const names = [...new Set(owners.flatMap((owner) => owner.names))].slice(0, OWNERS);
  return {
    ASSET_DETAIL: {
      AssetUniqueIdentifier: id,
      AssetAccountIdentifier: mask?.slice(-MASK) ?? "",
      AssetAsOfDate: item.lastUpdatedAt.slice(0, 10),
      AssetDescription: officialName ?? name,
      // The form must have both balances; not every bank reports what is available.
      AssetAvailableBalanceAmount: dollars(availableCents ?? currentCents ?? 0),
      AssetCurrentBalanceAmount: dollars(currentCents ?? 0),
      AssetType: typeOf(account),
      AssetTypeAdditionalDescription: subtype,
      AssetDaysRequestedCount: daysRequested,
      AssetOwnershipType: ownershipType,
    },
    ASSET_OWNERS: { ASSET_OWNER: names.map((AssetOwnerText) => ({ AssetOwnerText })) },
    ASSET_HOLDER: { NAME: { FullName: item.institutionName } },
    ASSET_TRANSACTIONS: {
      ASSET_TRANSACTION: account.transactions
        .filter((line) => !line.pending && currencyOf(line, account) === "USD")
        .map(transactionOf),
    },
    VALIDATION_SOURCES: {
      VALIDATION_SOURCE: [
        {
          ValidationSourceName: isFromFiles ? "Uploaded files" : item.institutionName,
          ValidationSourceReferenceIdentifier: isFromFiles ? null : item.institutionId,
        },
      ],
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  checking: "CheckingAccount",
  savings: "SavingsAccount",
  "money market": "MoneyMarketFund",
};

function typeOf({ type, subtype }: ReportAccount): string {
  if (type === "investment") return "Investment";
  return subtype !== null && Object.hasOwn(TYPES, subtype) ? TYPES[subtype]! : "Other"; // the table has it
}

function transactionOf({ id, date, amountCents, description, merchantName, ...line }: ReportTransaction) {
  const isOut = amountCents > 0;
  return {
    ASSET_TRANSACTION_DETAIL: {
      AssetTransactionUniqueIdentifier: id,
      AssetTransactionAmount: dollars(Math.abs(amountCents)),
      AssetTransactionDate: date,
      AssetTransactionPostDate: date,
      AssetTransactionType: isOut ? "Debit" : "Credit",
      AssetTransactionPaidByName: isOut ? null : merchantName,
      AssetTransactionPaidToName: isOut ? merchantName : null,
      AssetTransactionTypeAdditionalDescription: null,
      AssetInvestmentTransactionTypeDescription: null,
      AssetTransactionCategoryType: categoryOf(line),
      FinancialInstitutionTransactionIdentifier: null,
    },
    // So spelled in the form.
    ASSET_TRANSACTION_DESCRIPTON: [{ AssetTransactionDescription: description }],
  };
}

/** The provider's categories that the form has in its own words; the others are left out. */
const CATEGORIES: Readonly<Record<string, string>> = {
  BANK_FEES_ATM_FEES: "ATMFee",
  FOOD_AND_DRINK_COFFEE: "CoffeeShops",
  FOOD_AND_DRINK_FAST_FOOD: "FastFood",
  FOOD_AND_DRINK_GROCERIES: "Groceries",
  FOOD_AND_DRINK_RESTAURANT: "Restaurants",
  INCOME_INTEREST_EARNED: "InterestIncome",
  INCOME_SALARY: "Paycheck",
  INCOME_WAGES: "Paycheck",
  LOAN_PAYMENTS_CAR_PAYMENT: "AutoPayment",
  LOAN_PAYMENTS_CREDIT_CARD_PAYMENT: "CreditCardPayment",
  LOAN_PAYMENTS_MORTGAGE_PAYMENT: "MortgageRent",
  LOAN_PAYMENTS_PERSONAL_LOAN_PAYMENT: "LoanPayment",
  LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT: "Student Loan",
  RENT_AND_UTILITIES_GAS_AND_ELECTRICITY: "Utilities",
  RENT_AND_UTILITIES_RENT: "MortgageRent",
  TRANSFER_IN_ACCOUNT_TRANSFER: "Transfer",
  TRANSFER_OUT_ACCOUNT_TRANSFER: "Transfer",
  TRANSPORTATION_GAS: "GasFuel",
};

function categoryOf({ categoryDetailed }: Pick<ReportTransaction, "categoryDetailed">): string | null {
  return categoryDetailed !== null && Object.hasOwn(CATEGORIES, categoryDetailed)
    ? CATEGORIES[categoryDetailed]!
    : null; // the table has it
}

/** The form has numbers of dollars. Up to 2^53 cents the nearest one prints as written. */
function dollars(cents: number): number {
  return cents / 100;
}
