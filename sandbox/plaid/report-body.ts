// The JSON of an asset report: built once from the items, and shortened when the caller asks for less.
import { addDays, daysBetween, isoDate } from "./bank-data/calendar.ts";
import { errorBody } from "./errors.ts";
import {
  accountId,
  bankAccountsOfItem,
  GOLDEN_ACCOUNTS,
  goldenItems,
  goldenText,
  institutionOf,
  personaOf,
  readAtOf,
  reportAccount,
  type ReportAccount,
  type ReportItem,
} from "./item-accounts.ts";
import { type Item, newRequestId, type Report } from "./plaid-data.ts";

export interface ReportReply {
  report: {
    asset_report_id: string;
    client_report_id: string | null;
    date_generated: string;
    days_requested: number;
    user: Record<string, string | null>;
    items: ReportItem[];
    insights?: object;
  };
  warnings: object[];
  request_id: string;
}

/** The report's text. Only the golden person gets the golden text, identical except for its ids. */
export function reportText(report: Report, items: Item[], now: Date): string {
  const golden = items.find((item) => personaOf(item).way === "golden");
  if (golden !== undefined && items.length === 1 && golden.accountIds.length === GOLDEN_ACCOUNTS.length)
    return goldenText(report.id, golden.itemId);
  const firstDay = addDays(isoDate(now), -report.daysRequested);
  const others = items.filter((item) => personaOf(item).way !== "golden");
  const reply: ReportReply = {
    report: {
      asset_report_id: report.id,
      client_report_id: report.clientReportId,
      date_generated: timestamp(now),
      days_requested: report.daysRequested,
      user: report.user,
      items: [
        ...(golden === undefined ? [] : goldenItems(golden)),
        ...others.map((item) => reportItem(item, firstDay, now)),
      ],
    },
    warnings: others.filter((item) => personaOf(item).fault === "owners unavailable").map(ownersWarning),
    request_id: newRequestId(),
  };
  return JSON.stringify(reply);
}

/** The parent's report without some accounts, under its own id. */
export function filteredText(parentText: string, report: Report, now: Date): string {
  const reply = JSON.parse(parentText) as ReportReply;
  const excluded = report.excludedAccountIds ?? [];
  const items = keepAccounts(reply.report.items, (id) => !excluded.includes(id));
  const asset_report_id = report.id;
  const changed = { ...reply.report, asset_report_id, date_generated: timestamp(now), items };
  return JSON.stringify({ ...reply, report: changed, request_id: newRequestId() });
}

/** Only the newest `days` before the report was made; balances stay. */
export function cutToDays(reply: ReportReply, days: number): ReportReply {
  const first = addDays(reply.report.date_generated.slice(0, 10), -days);
  const items = mapAccounts(reply.report.items, (account) => {
    const historical_balances = account.historical_balances.filter(({ date }) => date >= first);
    const transactions = account.transactions.filter(({ date }) => date >= first);
    return { ...account, days_available: historical_balances.length, historical_balances, transactions };
  });
  return { ...reply, report: { ...reply.report, items } };
}

/** What Plaid calls the fast report: owners and balances. */
export function withoutTransactions(reply: ReportReply): ReportReply {
  const items = mapAccounts(reply.report.items, (account) => ({
    ...account,
    historical_balances: [],
    transactions: [],
  }));
  return { ...reply, report: { ...reply.report, items } };
}

function mapAccounts(
  items: readonly ReportItem[],
  change: (account: ReportItem["accounts"][number]) => ReportItem["accounts"][number],
): ReportItem[] {
  return items.map((item) => ({ ...item, accounts: item.accounts.map(change) }));
}

function keepAccounts(items: readonly ReportItem[], keeps: (accountId: string) => boolean): ReportItem[] {
  return items
    .map((item) => ({ ...item, accounts: item.accounts.filter(({ account_id }) => keeps(account_id)) }))
    .filter(({ accounts }) => accounts.length > 0);
}

function reportItem(item: Item, firstDay: string, now: Date): ReportItem {
  const showsOwners = personaOf(item).fault !== "owners unavailable";
  const readAt = readAtOf(item, now);
  const days = { firstDay, day: isoDate(readAt) };
  const chosen = bankAccountsOfItem(item, now).filter(({ key }) =>
    item.accountIds.includes(accountId(item.itemId, key)),
  );
  return {
    item_id: item.itemId,
    institution_name: institutionOf(item).name,
    institution_id: item.institutionId,
    date_last_updated: timestamp(readAt),
    accounts: chosen.map((account) => reportAccount(item.itemId, account, days, showsOwners)),
  };
}

function ownersWarning(item: Item): object {
  const { error_type, error_code, error_message, display_message } = errorBody("PRODUCTS_NOT_SUPPORTED", "identity");
  return {
    warning_type: "ASSET_REPORT_WARNING",
    warning_code: "OWNERS_UNAVAILABLE",
    cause: { item_id: item.itemId, error_type, error_code, error_message, display_message },
  };
}

/** Plaid uses whole seconds. */
function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

// The insights of `include_insights`: what the transactions of a report say about risk and affordability.
type Transaction = ReportAccount["transactions"][number];

const DOLLARS = { iso_currency_code: "USD", unofficial_currency_code: null };
const DAYS_A_MONTH = 365.25 / 12;
const ESSENTIAL = new Set(["RENT_AND_UTILITIES", "FOOD_RETAIL", "TRANSPORTATION", "MEDICAL", "GENERAL_SERVICES"]);
const TOP = 3;

/** Adds `insights` for the whole report and `account_insights` for each account; figures are of posted transactions. */
export function withInsights(reply: ReportReply): ReportReply {
  const { report } = reply;
  const asOf = report.date_generated.slice(0, 10);
  const items = mapAccounts(report.items, (account) => ({ ...account, account_insights: insightsOf([account], asOf) }));
  return {
    ...reply,
    report: {
      ...report,
      items,
      insights: insightsOf(
        items.flatMap(({ accounts }) => accounts),
        asOf,
      ),
    },
  };
}

function insightsOf(accounts: ReportAccount[], asOf: string) {
  const posted = accounts.flatMap(({ transactions }) => transactions).filter(({ pending }) => !pending);
  const days = Math.max(1, ...accounts.map(({ days_available }) => days_available));
  const outflows = posted.filter(({ amount }) => amount > 0);
  const inflows = posted.filter(({ amount }) => amount < 0);
  const group = (transactions: Transaction[]) => summary(transactions, inflows, days);
  const primary = (transactions: Transaction[], name: string) =>
    transactions.filter((one) => one.credit_category?.primary === name);
  const indicator = (transactions: Transaction[]) => ({
    ...money(sum(transactions)),
    monthly_average: money((sum(transactions) / days) * DAYS_A_MONTH),
    transactions_count: transactions.length,
    days_since_last_occurrence: daysSince(transactions, asOf),
    percentage_of_income: share(transactions, inflows),
  });
  const essential = outflows.filter((one) => ESSENTIAL.has(one.credit_category?.primary ?? ""));
  const transfers = primary(outflows, "TRANSFER_OUT");
  const earned = inflows.filter((one) => one.credit_category?.primary !== "TRANSFER_IN");
  return {
    risk: {
      bank_penalties: {
        ...indicator(primary(outflows, "BANK_PENALTIES")),
        category_details: topCategories(primary(outflows, "BANK_PENALTIES"), days),
      },
      gambling: {
        ...indicator(primary(outflows, "GAMBLING")),
        top_merchants: topMerchants(primary(outflows, "GAMBLING")),
      },
      loan_disbursements: {
        ...indicator(primary(inflows, "LOAN_DISBURSEMENTS")),
        top_providers: topMerchants(primary(inflows, "LOAN_DISBURSEMENTS")),
      },
      loan_payments: {
        ...indicator(primary(outflows, "LOAN_PAYMENTS")),
        top_providers: topMerchants(primary(outflows, "LOAN_PAYMENTS")),
      },
      negative_balance: negativeBalance(accounts, asOf),
    },
    affordability: {
      expenditure: {
        cash_flow: average(sum(inflows) - sum(outflows), days),
        total_expenditure: group(outflows),
        essential_expenditure: group(essential),
        non_essential_expenditure: group(
          outflows.filter((one) => !essential.includes(one) && !transfers.includes(one)),
        ),
        other: group(outflows.filter((one) => one.credit_category === null)),
        transfers_out: group(transfers),
      },
      income: {
        total_income: money(sum(inflows)),
        income_excluding_transfers: average(sum(earned), days),
        transfers_in: average(sum(inflows) - sum(earned), days),
      },
    },
  };
}

function summary(transactions: Transaction[], inflows: Transaction[], days: number) {
  return {
    ...average(sum(transactions), days),
    transactions_count: transactions.length,
    percentage_of_income: share(transactions, inflows),
    top_categories: topCategories(transactions, days),
  };
}

/** Days below zero are counted on deposit accounts: there a negative balance is the bank's money. */
function negativeBalance(accounts: ReportAccount[], asOf: string) {
  const below = accounts
    .filter(({ type }) => type === "depository")
    .flatMap(({ historical_balances }) => historical_balances)
    .filter(({ current }) => current < 0);
  const dates = [...new Set(below.map(({ date }) => date))].sort();
  const last = dates.at(-1);
  return {
    days_since_last_occurrence: last === undefined ? null : daysBetween(last, asOf),
    days_with_negative_balance: dates.length,
    minimum_balance: below.length === 0 ? null : money(Math.min(...below.map(({ current }) => current))),
    occurrences: [],
  };
}

function topCategories(transactions: Transaction[], days: number) {
  const groups = Map.groupBy(transactions, (one) => one.credit_category?.primary ?? "OTHER");
  const shown = [...groups].map(([id, members]) => ({
    id,
    transactions_count: members.length,
    ...average(sum(members), days),
  }));
  return shown.sort((one, other) => other.amount - one.amount).slice(0, TOP);
}

function topMerchants(transactions: Transaction[]): string[] {
  const groups = Map.groupBy(transactions, (one) => one.merchant_name ?? "");
  groups.delete("");
  return [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name]) => name)
    .slice(0, TOP);
}

function daysSince(transactions: Transaction[], asOf: string): number | null {
  const last = transactions
    .map(({ date }) => date)
    .sort()
    .at(-1);
  return last === undefined ? null : daysBetween(last, asOf);
}

function share(transactions: Transaction[], inflows: Transaction[]): number | null {
  return inflows.length === 0 ? null : Math.round((sum(transactions) / sum(inflows)) * 10_000) / 10_000;
}

function average(amount: number, days: number) {
  return { ...money(amount), monthly_average: money((amount / days) * DAYS_A_MONTH) };
}

function sum(transactions: Transaction[]): number {
  return transactions.reduce((total, { amount }) => total + Math.round(Math.abs(amount) * 100), 0) / 100;
}

function money(amount: number) {
  return { amount: Math.round(amount * 100) / 100, ...DOLLARS };
}
