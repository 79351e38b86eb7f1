// One bank account with the fields of Plaid's asset report. Only this file converts cents to decimals.
import type { BankAccount } from "./bank-data/bank-accounts.ts";
import { daysBetween } from "./bank-data/calendar.ts";
import type { Entry } from "./bank-data/ledger.ts";
import type { Owner } from "./bank-data/people.ts";
import type { Holding } from "./bank-data/retirement.ts";
import { idOf } from "./bank-data/seeded-random.ts";

export type ReportAccount = ReturnType<typeof reportAccount>;

export interface ReportItem {
  item_id: string;
  institution_name: string;
  institution_id: string;
  date_last_updated: string;
  accounts: ReportAccount[];
}

/** The id under which an item shows one of its accounts. */
export function accountId(itemId: string, key: string): string {
  return idOf(`${itemId}/${key}`);
}

/** `firstDay` (ISO) is the oldest day in the report, `day` the day on which the bank was read. */
export function reportAccount(
  itemId: string,
  account: BankAccount,
  { firstDay, day }: { firstDay: string; day: string },
  showsOwners: boolean,
) {
  const id = accountId(itemId, account.key);
  const history = account.history.filter(({ date }) => date >= firstDay);
  const posted = account.posted.filter(({ posts }) => posts >= firstDay);
  const earliest = posted.map(({ posts }) => posts).sort()[0] ?? day;
  const unit = inCurrency(account.currency);
  return {
    account_id: id,
    balances: reportBalances(account),
    mask: account.mask,
    name: account.name,
    official_name: account.officialName,
    type: account.type,
    subtype: account.subtype,
    days_available: account.countsDaysFrom === "first balance" ? history.length : daysBetween(earliest, day),
    ownership_type: account.ownership,
    owners: showsOwners ? account.owners.map(reportOwner) : [],
    historical_balances: history.map(({ date, cents }) => ({ current: decimal(cents), date, ...unit })).reverse(),
    transactions: [
      ...account.pending.map((entry) => reportTransaction(id, entry, unit, true)),
      ...posted.map((entry) => reportTransaction(id, entry, unit, false)),
    ].sort((one, other) => other.date.localeCompare(one.date)),
    ...(account.type === "investment" ? { investments: reportInvestments(id, account.holdings) } : {}),
  };
}

function inCurrency(iso_currency_code: string) {
  return { iso_currency_code, unofficial_currency_code: null };
}

export function reportBalances({ availableCents, currentCents, limitCents, marginLoanCents, currency }: BankAccount) {
  return {
    available: availableCents === null ? null : decimal(availableCents),
    current: decimal(currentCents),
    limit: limitCents === null ? null : decimal(limitCents),
    margin_loan_amount: marginLoanCents === null ? null : decimal(marginLoanCents),
    ...inCurrency(currency),
  };
}

export function decimal(cents: number): number {
  return cents / 100;
}

function reportTransaction(account_id: string, entry: Entry, unit: ReturnType<typeof inCurrency>, pending: boolean) {
  const waited = entry.posts !== entry.transacted;
  return {
    account_id,
    amount: decimal(entry.cents),
    ...unit,
    original_description: entry.line,
    credit_category: entry.category,
    check_number: entry.checkNumber,
    date: pending ? entry.transacted : entry.posts,
    date_transacted: waited && !pending ? entry.transacted : null,
    merchant_name: entry.merchant,
    pending,
    pending_transaction_id: waited && !pending ? transactionId(account_id, entry, true) : null,
    account_owner: null,
    transaction_id: transactionId(account_id, entry, pending),
    transaction_type: entry.kind,
  };
}

function transactionId(account: string, entry: Entry, pending: boolean): string {
  return idOf(`${account}/${entry.key}${pending ? "/pending" : ""}`);
}

function reportOwner(owner: Owner) {
  const { street, city, region, postalCode: postal_code } = owner;
  const home = { data: { city, country: "US", postal_code, region, street }, primary: true };
  const { names = [owner.fullName], addresses = [home] } = owner;
  const { emails = [{ data: owner.email }], phones = [{ data: owner.phone }] } = owner;
  return {
    names,
    addresses: addresses.map(({ data, primary = true }) => ({ data: { ...home.data, ...data }, primary })),
    emails: emails.map(({ data, primary = true, type = "primary" }) => ({ data, primary, type })),
    phone_numbers: phones.map(({ data, primary = true, type = "mobile" }) => ({ data, primary, type })),
  };
}

function reportInvestments(account_id: string, holdings: Holding[]) {
  return {
    holdings: holdings.map((holding) => ({
      account_id,
      security_id: idOf(holding.securityId),
      ticker_symbol: holding.ticker,
      institution_price: decimal(holding.priceCents),
      institution_price_as_of: holding.priceDate,
      institution_price_datetime: null,
      institution_value: decimal(holding.valueCents),
      cost_basis: holding.costCents === null ? null : decimal(holding.costCents),
      quantity: holding.quantityThousandths / 1000,
      ...inCurrency(holding.currency),
      vested_quantity: holding.vestedThousandths === null ? null : holding.vestedThousandths / 1000,
      vested_value: holding.vestedCents === null ? null : decimal(holding.vestedCents),
    })),
    securities: holdings.map((holding) => ({
      security_id: idOf(holding.securityId),
      isin: null,
      cusip: null,
      institution_security_id: null,
      institution_id: null,
      proxy_security_id: null,
      name: holding.fund,
      ticker_symbol: holding.ticker,
      is_cash_equivalent: holding.securityType === "cash",
      type: holding.securityType,
      close_price: decimal(holding.priceCents),
      close_price_as_of: holding.priceDate,
      ...inCurrency(holding.currency),
      market_identifier_code: null,
      option_contract: null,
    })),
    transactions: [],
  };
}
