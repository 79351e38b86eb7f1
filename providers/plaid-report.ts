// Owns how Plaid's asset report reads in our words: cents for its decimals, days and names as we call them.
import type {
  AccountAssets,
  AssetReport,
  AssetReportGetResponse,
  AssetReportInvestmentHolding,
  AssetReportItem,
  AssetReportTransaction,
  Owner,
  Warning,
} from "plaid";

/** A report in our words; the contract's `Reading` takes it as it is. Money in cents, signs as the provider's. */
export type BankReport = ReturnType<typeof readPlaidReport>;

/** Throws when the bytes are no report: then the provider changed its mind about its own format. */
export function readPlaidReport(json: Buffer) {
  const { report, warnings } = JSON.parse(json.toString("utf8")) as AssetReportGetResponse;
  return {
    providerReportId: report.asset_report_id,
    generatedAt: toInstant(report.date_generated),
    asOf: asOfDay(report),
    daysRequested: report.days_requested,
    items: report.items.map(toItem),
    warnings: warnings.map(toWarning),
  };
}

// The oldest item decides: nothing in the report is known to be newer.
function asOfDay({ items, date_generated }: AssetReport): string {
  const updates = items.map((item) => Date.parse(item.date_last_updated));
  const oldest = updates.length > 0 ? Math.min(...updates) : Date.parse(date_generated);
  return new Date(oldest).toISOString().slice(0, 10);
}

function toItem(item: AssetReportItem) {
  return {
    id: item.item_id,
    institutionId: item.institution_id,
    institutionName: item.institution_name,
    lastUpdatedAt: toInstant(item.date_last_updated),
    accounts: item.accounts.map(toAccount),
  };
}

function toAccount(account: AccountAssets) {
  const { balances, investments } = account;
  const securities = new Map(investments?.securities?.map((security) => [security.security_id, security]));
  return {
    id: account.account_id,
    name: account.name,
    officialName: account.official_name,
    mask: account.mask,
    type: account.type,
    subtype: account.subtype,
    currency: balances.iso_currency_code ?? balances.unofficial_currency_code,
    currentCents: toCents(balances.current),
    availableCents: toCents(balances.available),
    limitCents: toCents(balances.limit ?? null),
    daysAvailable: account.days_available,
    ownershipType: account.ownership_type ?? null,
    owners: account.owners.map(toOwner),
    historicalBalances: account.historical_balances.map(({ date, current }) => ({
      date,
      currentCents: Math.round(current * 100),
    })),
    holdings: (investments?.holdings ?? []).map((holding) => ({
      name: securities.get(holding.security_id)?.name ?? null,
      ticker: holding.ticker_symbol,
      quantity: holding.quantity,
      valueCents: Math.round(holding.institution_value * 100),
      vestedValueCents: toCents(vestedValueOf(holding)),
    })),
    transactions: account.transactions.map(toTransaction),
  };
}

// Sent, and in the provider's own document, but missing from its package's types.
function vestedValueOf(holding: AssetReportInvestmentHolding & { vested_value?: number | null }): number | null {
  return holding.vested_value ?? null;
}

function toOwner({ names, emails, phone_numbers, addresses }: Owner) {
  return {
    names,
    emails: emails.map(({ data }) => data),
    phones: phone_numbers.map(({ data }) => data),
    addresses: addresses.map(({ data }) =>
      [data.street, data.city, data.region, data.postal_code, data.country].filter(Boolean).join(", "),
    ),
  };
}

function toTransaction(line: AssetReportTransaction) {
  return {
    id: line.transaction_id,
    date: line.date,
    description: line.original_description ?? line.name ?? "",
    merchantName: line.merchant_name ?? null,
    category: line.credit_category?.detailed ?? null,
    amountCents: Math.round(line.amount * 100),
    currency: line.iso_currency_code ?? line.unofficial_currency_code,
    pending: line.pending,
  };
}

function toWarning({ warning_code, cause }: Warning) {
  return { code: warning_code, itemId: cause?.item_id ?? null, message: cause?.error_message ?? null };
}

function toCents(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 100);
}

function toInstant(text: string): string {
  return new Date(text).toISOString();
}
