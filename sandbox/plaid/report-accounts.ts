// One bank account in the fields of Plaid's asset report; cents become decimals here and nowhere else.
import type { BankAccount } from "./bank-data/bank-accounts.ts";
import type { Entry } from "./bank-data/ledger.ts";
import type { Owner } from "./bank-data/people.ts";
import type { Holding } from "./bank-data/retirement.ts";
import { idOf } from "./bank-data/seeded-random.ts";

const DOLLARS = { iso_currency_code: "USD", unofficial_currency_code: null };

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

/** `firstDay` (ISO) is the oldest day that the report covers. */
export function reportAccount(itemId: string, account: BankAccount, firstDay: string, showsOwners: boolean) {
  const id = accountId(itemId, account.key);
  const history = account.history.filter(({ date }) => date >= firstDay);
  const posted = account.posted.filter(({ posts }) => posts >= firstDay);
  return {
    account_id: id,
    balances: reportBalances(account),
    mask: account.mask,
    name: account.name,
    official_name: account.officialName,
    type: account.type,
    subtype: account.subtype,
    days_available: history.length,
    ownership_type: account.ownership,
    owners: showsOwners ? account.owners.map(reportOwner) : [],
    historical_balances: history.map(({ date, cents }) => ({ current: decimal(cents), date, ...DOLLARS })).reverse(),
    transactions: [
      ...account.pending.map((entry) => reportTransaction(id, entry, true)),
      ...posted.map((entry) => reportTransaction(id, entry, false)),
    ].sort((one, other) => other.date.localeCompare(one.date)),
    ...(account.type === "investment" ? { investments: reportInvestments(id, account.holdings) } : {}),
  };
}

export function reportBalances({ availableCents, currentCents, limitCents }: BankAccount) {
  return {
    available: availableCents === null ? null : decimal(availableCents),
    current: decimal(currentCents),
    limit: limitCents === null ? null : decimal(limitCents),
    margin_loan_amount: null,
    ...DOLLARS,
  };
}

export function decimal(cents: number): number {
  return cents / 100;
}

function reportTransaction(account_id: string, entry: Entry, pending: boolean) {
  const waited = entry.posts !== entry.transacted;
  return {
    account_id,
    amount: decimal(entry.cents),
    ...DOLLARS,
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
  return {
    names: [owner.fullName],
    addresses: [{ data: { city, country: "US", postal_code, region, street }, primary: true }],
    emails: [{ data: owner.email, primary: true, type: "primary" }],
    phone_numbers: [{ data: owner.phone, primary: true, type: "mobile" }],
  };
}

function reportInvestments(account_id: string, holdings: Holding[]) {
  return {
    holdings: holdings.map((holding) => ({
      account_id,
      security_id: idOf(holding.ticker),
      ticker_symbol: holding.ticker,
      institution_price: decimal(holding.priceCents),
      institution_price_as_of: holding.priceDate,
      institution_price_datetime: null,
      institution_value: decimal(holding.valueCents),
      cost_basis: decimal(holding.costCents),
      quantity: holding.quantityThousandths / 1000,
      ...DOLLARS,
      vested_quantity: holding.vestedThousandths / 1000,
      vested_value: decimal(holding.vestedCents),
    })),
    securities: holdings.map((holding) => ({
      security_id: idOf(holding.ticker),
      isin: null,
      cusip: null,
      institution_security_id: null,
      institution_id: null,
      proxy_security_id: null,
      name: holding.fund,
      ticker_symbol: holding.ticker,
      is_cash_equivalent: false,
      type: "mutual fund",
      close_price: decimal(holding.priceCents),
      close_price_as_of: holding.priceDate,
      ...DOLLARS,
      market_identifier_code: null,
      option_contract: null,
    })),
    transactions: [],
  };
}
