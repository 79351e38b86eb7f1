// The accounts of a bank login: generated, or those of the golden report.
import { type BankAccount, bankAccountsOf, type Holding } from "./bank-data/bank-accounts.ts";
import { daysBetween, isoDate } from "./bank-data/calendar.ts";
import { customAccountsOf } from "./bank-data/custom-accounts.ts";
import { findInstitution, findPersona, type Institution, type Owner, type Persona } from "./bank-data/personas.ts";
import type { Item, ItemIdentity } from "./plaid-data.ts";
import { readFileSync } from "node:fs";
import type { Entry } from "./bank-data/ledger.ts";
import { idOf } from "./bank-data/seeded-random.ts";

// The published example report. The login user_golden returns it byte for byte, under the ids of the requested report and
// its item. It is of two banks; the second one, which no single sign-in shows, stays under its own id.
const TEXT = readFileSync(new URL("bank-data/golden-asset-report.json", import.meta.url), "utf8");

const golden = JSON.parse(TEXT) as { report: { asset_report_id: string; items: ReportItem[] } };

export function goldenText(reportId: string, itemId: string): string {
  const [first] = golden.report.items;
  return TEXT.replace(golden.report.asset_report_id, reportId).replace(first!.item_id, itemId); // it has two
}

/** Of the accounts that were chosen. */
export function goldenItems({ itemId, accountIds }: Pick<Item, "itemId" | "accountIds">): ReportItem[] {
  return golden.report.items
    .map((item) => ({ ...item, accounts: item.accounts.filter(({ account_id }) => accountIds.includes(account_id)) }))
    .filter(({ accounts }) => accounts.length > 0)
    .map((item, at) => (at === 0 ? { ...item, item_id: itemId } : item));
}

export const GOLDEN_ACCOUNTS: readonly ReportAccount[] = golden.report.items.flatMap(({ accounts }) => accounts);

/** Plaid's AccountBase. */
export interface AccountBase {
  account_id: string;
  balances: ReturnType<typeof reportBalances>;
  mask: string | null;
  name: string;
  official_name: string | null;
  type: string;
  subtype: string;
}

export function personaOf({ username }: Pick<ItemIdentity, "username">): Persona {
  const persona = findPersona(username);
  if (persona === undefined) throw new Error(`There is no user ${username}`);
  return persona;
}

export function institutionOf({ institutionId }: Pick<ItemIdentity, "institutionId">): Institution {
  const institution = findInstitution(institutionId);
  if (institution === undefined) throw new Error(`There is no institution ${institutionId}`);
  return institution;
}

/** When the bank was last read for this item: now, or the moment that was steered. */
export function readAtOf({ readAt }: Pick<Item, "readAt">, now: Date): Date {
  return readAt === undefined ? now : new Date(readAt);
}

/** The bank's own books of an item. */
export function bankAccountsOfItem(item: ItemIdentity & Pick<Item, "readAt">, now: Date) {
  const { person, linkedOn, custom } = item;
  const day = isoDate(readAtOf(item, now));
  const seed = custom?.seed;
  const logIn = { persona: personaOf(item), person, institution: institutionOf(item), linkedOn };
  const generated = bankAccountsOf({ ...logIn, ...(seed === undefined ? {} : { seed }) }, day);
  if (custom === undefined || custom.accounts.length === 0) return generated;
  return customAccountsOf(custom, { person, linkedOn, day, isOld: item.readAt !== undefined, generated });
}

/** All accounts that the bank offers, chosen by the person or not. */
export function offeredAccounts(item: ItemIdentity & Pick<Item, "readAt">, now: Date): AccountBase[] {
  if (personaOf(item).way === "golden") {
    return GOLDEN_ACCOUNTS.map(({ account_id, balances, mask, name, official_name, type, subtype }) => ({
      account_id,
      balances,
      mask,
      name,
      official_name,
      type,
      subtype,
    }));
  }
  return bankAccountsOfItem(item, now).map((account) => ({
    account_id: accountId(item.itemId, account.key),
    balances: reportBalances(account),
    mask: account.mask,
    name: account.name,
    official_name: account.officialName,
    type: account.type,
    subtype: account.subtype,
  }));
}

/** An account as Link's metadata shows it. */
export function linkAccounts(identity: ItemIdentity, now: Date) {
  return offeredAccounts(identity, now).map(({ account_id, name, mask, type, subtype }) => ({
    id: account_id,
    name,
    mask,
    type,
    subtype,
    verification_status: null,
    class_type: null,
  }));
}

// One bank account with the fields of Plaid's asset report. Only this file converts cents to decimals.
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

function reportBalances({ availableCents, currentCents, limitCents, marginLoanCents, currency }: BankAccount) {
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
