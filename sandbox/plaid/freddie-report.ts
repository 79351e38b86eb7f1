// An asset report in Freddie Mac's format, "Verification of Assets" version 1.
import type { ReportAccount, ReportItem } from "./item-accounts.ts";
import type { ReportReply } from "./report-body.ts";

const MAX_OWNERS = 4;

export function freddieReport({ report }: ReportReply, auditCopyToken: string) {
  const { first_name, last_name } = report.user;
  return {
    SchemaVersion: 1,
    DEAL: {
      LOANS: {
        LOAN: {
          LOAN_IDENTIFIERS: {
            LOAN_IDENTIFIER: { LoanIdentifier: report.client_report_id, LoanIdentifierType: "LenderLoan" },
          },
        },
      },
      PARTIES: {
        PARTY: [
          {
            INDIVIDUAL: { NAME: { FirstName: first_name ?? "", LastName: last_name ?? "" } },
            ROLES: { ROLE: { ROLE_DETAIL: { PartyRoleType: "Borrower" } } },
            TAXPAYER_IDENTIFIERS: {
              TAXPAYER_IDENTIFIER: { TaxpayerIdentifierType: null, TaxpayerIdentifierValue: null },
            },
          },
        ],
      },
      SERVICES: {
        SERVICE: {
          VERIFICATION_OF_ASSET: {
            REPORTING_INFORMATION: { ReportingInformationIdentifier: auditCopyToken },
            SERVICE_PRODUCT_FULFILLMENT: {
              SERVICE_PRODUCT_FULFILLMENT_DETAIL: {
                VendorOrderIdentifier: "PLAID",
                ServiceProductFulfillmentIdentifier: "VOA",
              },
            },
            VERIFICATION_OF_ASSET_RESPONSE: { ASSETS: { ASSET: assetsOf(report) } },
          },
          STATUSES: { STATUS: { StatusCode: "success", StatusDescription: null } },
        },
      },
    },
  };
}

function assetsOf({ items, days_requested }: ReportReply["report"]) {
  return items.flatMap((item) => item.accounts.map((account) => toAsset(item, account, days_requested)));
}

function toAsset(item: ReportItem, account: ReportAccount, daysRequested: number) {
  const { available, current } = account.balances;
  const names = account.owners.flatMap((owner) => owner.names).slice(0, MAX_OWNERS);
  return {
    ASSET_DETAIL: {
      AssetUniqueIdentifier: account.account_id,
      AssetAccountIdentifier: account.mask ?? "",
      AssetAsOfDate: item.date_last_updated.slice(0, 10),
      AssetDescription: account.official_name ?? account.name,
      AssetAvailableBalanceAmount: available ?? current ?? 0,
      AssetCurrentBalanceAmount: current ?? 0,
      AssetType: typeOf(account),
      AssetTypeAdditionalDescription: account.subtype,
      AssetDaysRequestedCount: daysRequested,
      AssetOwnershipType: account.ownership_type,
    },
    ASSET_OWNERS: { ASSET_OWNER: names.map((name) => ({ AssetOwnerText: name })) },
    ASSET_HOLDER: { NAME: { FullName: item.institution_name } },
    ASSET_TRANSACTIONS: { ASSET_TRANSACTION: account.transactions.map(toTransaction) },
    VALIDATION_SOURCES: {
      VALIDATION_SOURCE: [{ ValidationSourceName: "", ValidationSourceReferenceIdentifier: "" }],
    },
  };
}

function typeOf({ type, subtype }: ReportAccount): string {
  if (type === "investment") return "Investment";
  const known = new Map([
    ["checking", "CheckingAccount"],
    ["savings", "SavingsAccount"],
    ["money market", "MoneyMarketFund"],
  ]);
  return known.get(subtype) ?? "Other";
}

function toTransaction({ transaction_id, amount, date, original_description }: ReportAccount["transactions"][number]) {
  return {
    ASSET_TRANSACTION_DETAIL: {
      AssetTransactionUniqueIdentifier: transaction_id,
      AssetTransactionAmount: Math.abs(amount),
      AssetTransactionDate: date,
      AssetTransactionPostDate: date,
      AssetTransactionType: amount > 0 ? "Debit" : "Credit",
      AssetTransactionPaidByName: null,
      AssetTransactionTypeAdditionalDescription: null,
      AssetInvestmentTransactionTypeDescription: null,
      AssetTransactionCategoryType: null,
      FinancialInstitutionTransactionIdentifier: null,
    },
    // So spelled in the schema.
    ASSET_TRANSACTION_DESCRIPTON: [{ AssetTransactionDescription: original_description }],
  };
}
