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
import { AppError } from "#kit/contract/errors.ts";
import { ProviderRefusal } from "./plaid-errors.ts";

/** A report in our words; `ParsedReport` takes it as it is. Money in cents, signs as the provider's. */
export type BankReport = ReturnType<typeof readPlaidReport>;

/** A hundred billion dollars in cents. Beyond it sums are no longer exact: such an amount is a mistake, and not read. */
const MOST_CENTS = 1e13;

/** Throws REPORT_UNREADABLE of the provider when the bytes are no report: it changed its mind about its own format. */
export function readPlaidReport(json: Buffer) {
  try {
    return read(json);
  } catch (error) {
    throw unreadable(error);
  }
}

/** What cannot be read now never will be, so the provider is taken to have said so for good. */
export function unreadable(error: unknown): AppError {
  return new AppError("PROVIDER_UNAVAILABLE", { cause: new ProviderRefusal("REPORT_UNREADABLE", error) });
}

function read(json: Buffer) {
  const { report, warnings } = parse(json.toString("utf8"));
  const read = report.items.map(toItem);
  return {
    providerReportId: report.asset_report_id,
    generatedAt: toInstant(report.date_generated),
    asOf: asOfDay(report),
    daysRequested: report.days_requested,
    items: read.map(({ item }) => item),
    warnings: [...warnings.map(toWarning), ...read.flatMap(({ warnings }) => warnings)],
  };
}

// What the database cannot keep comes as an escape alone, and in a sound report never.
const UNKEEPABLE = /\\u(?:0000|[dD][89a-fA-F])/;

function parse(text: string): AssetReportGetResponse {
  const cleaned = (_key: string, value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\u0000", "\ufffd") : value;
  return JSON.parse(text, UNKEEPABLE.test(text) ? cleaned : undefined) as AssetReportGetResponse;
}

// The oldest item decides: nothing in the report is known to be newer.
function asOfDay({ items, date_generated }: AssetReport): string {
  const updates = items.map((item) => Date.parse(item.date_last_updated));
  const oldest = updates.length > 0 ? Math.min(...updates) : Date.parse(date_generated);
  return new Date(oldest).toISOString().slice(0, 10);
}

function toItem(item: AssetReportItem) {
  const accounts = item.accounts.map(toAccount);
  return {
    item: {
      id: item.item_id,
      institutionId: item.institution_id,
      institutionName: item.institution_name,
      lastUpdatedAt: toInstant(item.date_last_updated),
      accounts: accounts.map(({ account }) => account),
    },
    warnings: accounts.flatMap(({ account, unread }) =>
      unread === 0 ? [] : [{ code: "NOT_READABLE", itemId: item.item_id, message: leftOut(account, unread) }],
    ),
  };
}

function leftOut({ name, mask }: { name: string; mask: string | null }, unread: number): string {
  const account = mask === null ? name : `${name}, ending in ${mask}`;
  return `Left out of ${account}, as they cannot be read: ${unread} ${unread === 1 ? "figure or line" : "figures or lines"}.`;
}

/** With how many of its figures and lines could not be read: those are left out, and never guessed. */
function toAccount(account: AccountAssets) {
  const { balances, investments } = account;
  const securities = new Map(investments?.securities?.map((security) => [security.security_id, security]));
  let unread = 0;
  const cents = (amount: number | null | undefined): number | null => {
    const read = toCents(amount ?? null);
    if (typeof read === "symbol") unread += 1;
    return typeof read === "symbol" ? null : read;
  };
  /** Only those of which each part could be read. */
  const sound = <From, To>(list: readonly From[], toOurs: (one: From) => To | null): To[] =>
    list.flatMap((one) => {
      const ours = toOurs(one);
      if (ours === null) unread += 1;
      return ours === null ? [] : [ours];
    });
  const read = {
    id: account.account_id,
    name: account.name.trim() || account.official_name?.trim() || "Unnamed account",
    officialName: account.official_name,
    mask: account.mask,
    type: account.type,
    subtype: account.subtype,
    currency: balances.iso_currency_code ?? balances.unofficial_currency_code,
    currentCents: cents(balances.current),
    availableCents: cents(balances.available),
    limitCents: cents(balances.limit),
    daysAvailable: account.days_available,
    ownershipType: account.ownership_type ?? null,
    owners: account.owners.map(toOwner),
    historicalBalances: sound(account.historical_balances, ({ date, current }) => {
      const currentCents = toCents(current);
      return typeof currentCents === "number" && isDay(date) ? { date, currentCents } : null;
    }),
    holdings: sound(investments?.holdings ?? [], (holding) => {
      const [valueCents, vestedValueCents] = [toCents(holding.institution_value), toCents(vestedValueOf(holding))];
      if (typeof valueCents !== "number" || typeof vestedValueCents === "symbol" || !Number.isFinite(holding.quantity))
        return null;
      return {
        name: securities.get(holding.security_id)?.name ?? null,
        ticker: holding.ticker_symbol,
        quantity: holding.quantity,
        valueCents,
        vestedValueCents,
      };
    }),
    transactions: sound(account.transactions, toTransaction),
  };
  return { account: read, unread };
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
  const amountCents = toCents(line.amount);
  if (typeof amountCents !== "number" || !isDay(line.date)) return null;
  return {
    id: line.transaction_id,
    date: line.date,
    description: line.original_description ?? line.name ?? "",
    merchantName: line.merchant_name ?? null,
    category: line.credit_category?.detailed ?? null,
    amountCents,
    currency: line.iso_currency_code ?? line.unofficial_currency_code,
    pending: line.pending,
  };
}

function toWarning({ warning_code, cause }: Warning) {
  return { code: warning_code, itemId: cause?.item_id ?? null, message: cause?.error_message ?? null };
}

const UNREAD = Symbol("an amount that cannot be read");

/** `null`: the bank does not tell it. */
function toCents(amount: number | null): number | null | typeof UNREAD {
  if (amount === null) return null;
  const cents = Math.round(amount * 100);
  return Math.abs(cents) <= MOST_CENTS ? cents : UNREAD;
}

/** Whether it is a day of the calendar, `YYYY-MM-DD`. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function toInstant(text: string): string {
  return new Date(text).toISOString();
}
