import { withoutDirectionMarks } from "#platform/text/text.ts";
import { AppError } from "#platform/contract/errors.ts";
import { ProviderRefusal } from "./errors.ts";

/** A report in our types; the rules' `ParsedReport` accepts it as it is. Money in cents, signs as the provider's. */
export type BankReport = ReturnType<typeof readPlaidReport>;

/** A hundred billion dollars in cents. Sums of larger amounts are no longer exact; such an amount is a mistake. */
const MAX_CENTS = 1e13;

/**
 * Throws REPORT_UNREADABLE of the provider when the bytes are no report, or when a report or one of its banks has no
 * readable time: the age of the data decides whether it may be used. Anything else that cannot be read is left out.
 */
export function readPlaidReport(json: Buffer) {
  try {
    return read(json);
  } catch (error) {
    throw unreadable(error);
  }
}

/** What cannot be read now never will be, so it counts as the provider's final answer. */
export function unreadable(error: unknown): AppError {
  return new AppError("PROVIDER_UNAVAILABLE", { cause: new ProviderRefusal("REPORT_UNREADABLE", error) });
}

function read(json: Buffer) {
  const { report, warnings } = parse(json.toString("utf8"));
  if (!isObject(report) || typeof report.asset_report_id !== "string") throw new Error("not an asset report");
  return toBankReport(report.asset_report_id, report, warnings);
}

export function toBankReport(providerReportId: string, report: Json, warnings: unknown) {
  const generatedAt = toInstant(report.date_generated);
  const read = objects(report.items).map(toItem);
  const items = read.map(({ item }) => item);
  return {
    providerReportId,
    generatedAt,
    asOf: asOfDay(items, generatedAt),
    daysRequested: toDays(report.days_requested),
    items,
    warnings: [...objects(warnings).map(toWarning), ...read.flatMap(({ warnings }) => warnings)],
  };
}

// PostgreSQL stores neither NUL nor half of a surrogate pair; in sound JSON both appear only as escapes. Direction marks
// may be written either way.
const NOT_CLEAN = /\\u(?:0000|[dD][89a-fA-F]|202[a-eA-E]|206[6-9])|[\u202a-\u202e\u2066-\u2069]/;

export function parse(text: string): Json {
  const cleaned = (_key: string, value: unknown) =>
    typeof value === "string" ? withoutDirectionMarks(value).toWellFormed().replaceAll("\u0000", "\ufffd") : value;
  const value: unknown = JSON.parse(text, NOT_CLEAN.test(text) ? cleaned : undefined);
  if (!isObject(value)) throw new Error("not an object");
  return value;
}

// The oldest item decides: nothing in the report is known to be newer.
function asOfDay(items: readonly { lastUpdatedAt: string }[], generatedAt: string): string {
  const times = items.map(({ lastUpdatedAt }) => lastUpdatedAt);
  return (times.length > 0 ? times.reduce((a, b) => (b < a ? b : a)) : generatedAt).slice(0, 10);
}

function toItem(item: Json, at: number) {
  const id = string(item.item_id) ?? `item ${at + 1}`;
  const accounts = objects(item.accounts).map((account, index) => toAccount(account, `${id} account ${index + 1}`));
  return {
    item: {
      id,
      institutionId: string(item.institution_id) ?? "",
      institutionName: string(item.institution_name) ?? "",
      lastUpdatedAt: toInstant(item.date_last_updated),
      accounts,
    },
    warnings: accounts
      .filter(({ unreadCount }) => unreadCount > 0)
      .map((account) => ({ code: "NOT_READABLE", itemId: id, message: leftOut(account) })),
  };
}

function leftOut({ name, mask, unreadCount }: { name: string; mask: string | null; unreadCount: number }): string {
  const account = mask === null ? name : `${name}, ending in ${mask}`;
  return `Left out of ${account}, as they cannot be read: ${unreadCount} ${unreadCount === 1 ? "figure or line" : "figures or lines"}.`;
}

/** What cannot be read is counted and left out, and never guessed. */
function toAccount(account: Json, unnamed: string) {
  const balances = object(account.balances);
  const investments = object(account.investments);
  const securities = new Map(objects(investments.securities).map((security) => [security.security_id, security]));
  const id = string(account.account_id) ?? unnamed;
  let unreadCount = 0;
  const cents = (amount: unknown): number | null => {
    const read = toCents(amount);
    if (read === UNREAD) unreadCount += 1;
    return read === UNREAD ? null : read;
  };
  /** Entries of which each part could be read. */
  const readable = <Ours>(list: unknown, toOurs: (one: Json, at: number) => Ours | null): Ours[] =>
    (Array.isArray(list) ? (list as unknown[]) : []).flatMap((one, at) => {
      const ours = isObject(one) ? toOurs(one, at) : null;
      if (ours === null) unreadCount += 1;
      return ours === null ? [] : [ours];
    });
  const currentCents = cents(balances.current);
  const availableCents = cents(balances.available);
  const limitCents = cents(balances.limit);
  const marginLoanCents = cents(balances.margin_loan_amount);
  const historicalBalances = readable(account.historical_balances, toBalance).sort((a, b) =>
    a.date < b.date ? 1 : a.date > b.date ? -1 : 0,
  );
  const holdings = readable(investments.holdings, (holding) => toHolding(holding, securities));
  const transactions = readable(account.transactions, (line, at) => toTransaction(line, `${id} line ${at + 1}`));
  return {
    id,
    persistentId: named(account.persistent_account_id),
    name: named(account.name) ?? named(account.official_name) ?? "Unnamed account",
    officialName: string(account.official_name),
    mask: string(account.mask),
    type: string(account.type) ?? "other",
    subtype: string(account.subtype),
    currency: currencyOf(balances),
    currentCents,
    availableCents,
    limitCents,
    marginLoanCents,
    daysAvailable: toDays(account.days_available),
    ownershipType: string(account.ownership_type),
    owners: objects(account.owners).map(toOwner),
    historicalBalances,
    holdings,
    transactions,
    unreadCount,
  };
}

function toBalance({ date, current }: Json) {
  const currentCents = toCents(current);
  return typeof currentCents === "number" && isDay(date) ? { date, currentCents } : null;
}

function toHolding(holding: Json, securities: ReadonlyMap<unknown, Json>) {
  const { quantity } = holding;
  const valueCents = toCents(holding.institution_value);
  // Plaid sends it and documents it, but its package's types do not have it.
  const vestedValueCents = toCents(holding.vested_value);
  if (typeof valueCents !== "number" || vestedValueCents === UNREAD || !isFiniteNumber(quantity)) return null;
  const security = securities.get(holding.security_id);
  return {
    name: string(security?.name),
    ticker: string(holding.ticker_symbol) ?? string(security?.ticker_symbol),
    securityType: string(security?.type),
    currency: currencyOf(holding),
    quantity,
    valueCents,
    vestedValueCents,
  };
}

function toOwner(owner: Json) {
  const data = (list: unknown): unknown[] => objects(list).map((one) => one.data);
  return {
    names: strings(owner.names),
    emails: strings(data(owner.emails)),
    phones: strings(data(owner.phone_numbers)),
    addresses: objects(data(owner.addresses)).map(({ street, city, region, postal_code, country }) =>
      strings([street, city, region, postal_code, country]).filter(Boolean).join(", "),
    ),
  };
}

function toTransaction(line: Json, unnamed: string) {
  const amountCents = toCents(line.amount);
  const { date } = line;
  if (typeof amountCents !== "number" || !isDay(date)) return null;
  const category = object(line.credit_category);
  return {
    id: string(line.transaction_id) ?? unnamed,
    date,
    description: [line.original_description, line.name].map(string).find((text) => text?.trim()) ?? "",
    merchantName: string(line.merchant_name),
    categoryPrimary: string(category.primary),
    categoryDetailed: string(category.detailed),
    checkNumber: string(line.check_number),
    amountCents,
    currency: currencyOf(line),
    pending: line.pending === true,
  };
}

function toWarning({ warning_code, cause }: Json) {
  const { item_id, error_message } = object(cause);
  return { code: string(warning_code) ?? "UNKNOWN", itemId: string(item_id), message: string(error_message) };
}

// ---- Values ---------------------------------------------------------------------------------------------------------

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function string(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function strings(values: unknown): string[] {
  return Array.isArray(values) ? values.map(string).filter((value) => value !== null) : [];
}

/** `null` for a name that is blank. */
function named(value: unknown): string | null {
  return string(value)?.trim() || null;
}

function currencyOf({ iso_currency_code, unofficial_currency_code }: Json): string | null {
  return string(iso_currency_code) ?? string(unofficial_currency_code);
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

const UNREAD = Symbol("an amount that cannot be read");

/** `null`: the bank does not report it. */
function toCents(amount: unknown): number | null | typeof UNREAD {
  if (amount === null || amount === undefined) return null;
  const cents = isFiniteNumber(amount) ? Math.round(amount * 100) + 0 : Infinity; // + 0: no negative zero
  return Math.abs(cents) <= MAX_CENTS ? cents : UNREAD;
}

function toDays(days: unknown): number {
  return isFiniteNumber(days) && days > 0 && days < 100_000 ? Math.floor(days) : 0;
}

/** A day that each month has. */
const COMMON_DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

/** A day of the calendar, `YYYY-MM-DD`. */
function isDay(value: unknown): value is string {
  if (typeof value !== "string") return false;
  if (COMMON_DAY.test(value)) return true; // without a Date: a report has tens of thousands
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** A time without an offset is UTC, as all of Plaid's. */
function toInstant(value: unknown): string {
  const text = string(value) ?? "";
  // Date would read February 30 as March 2, and the data as newer than it is.
  if (!isDay(text.slice(0, 10))) throw new Error(`not a time: ${text.slice(0, 40)}`);
  const hasOffset = text.length === 10 || /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text);
  return new Date(hasOffset ? text : `${text}Z`).toISOString();
}
