// The insights of `include_insights`: what the transactions of a report say about risk and affordability.
import type { ReportReply } from "./report-body.ts";
import { mapAccounts } from "./report-body.ts";
import type { ReportAccount } from "./report-accounts.ts";
import { daysBetween } from "./bank-data/calendar.ts";

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
