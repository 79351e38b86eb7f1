// The same bank data as an asset report, in the formats of Plaid's Consumer Report.
import type { ReportReply } from "./report-body.ts";
import type { ReportAccount } from "./item-accounts.ts";

/** What only an asset report has. */
type AssetTransaction = ReportAccount["transactions"][number];

const DOLLARS = { iso_currency_code: "USD", unofficial_currency_code: null };

function toTransaction({ pending_transaction_id: _assets, credit_category, ...line }: AssetTransaction) {
  return { ...line, ...(credit_category === null ? {} : { credit_category }) };
}

function dates(account: ReportAccount) {
  const days = account.transactions.map(({ date }) => date).sort();
  return { start_date: days[0] ?? null, end_date: days.at(-1) ?? null };
}

function common({ account_id, mask, name, official_name, type, subtype, ...account }: ReportAccount) {
  const { days_available, owners, ownership_type } = account;
  const about = { account_id, mask, name, official_name, type, subtype, days_available, owners, ownership_type };
  return { ...about, consumer_disputes: [] };
}

export function baseReport({ report, warnings }: ReportReply) {
  const { client_report_id, date_generated, days_requested } = report;
  const items = report.items.map((item) => ({
    ...item,
    accounts: item.accounts.map((account) => {
      const { margin_loan_amount: _assets, ...balances } = account.balances;
      return {
        ...common(account),
        balances,
        metadata: dates(account),
        historical_balances: account.historical_balances,
        transactions: account.transactions.map(toTransaction),
      };
    }),
  }));
  return {
    report: { report_id: report.asset_report_id, client_report_id, date_generated, days_requested, items },
    warnings: (warnings as { cause: object }[]).map(({ cause }) => ({
      warning_type: "BASE_REPORT_WARNING",
      warning_code: "IDENTITY_UNAVAILABLE",
      cause,
    })),
  };
}

/** Verification of assets: the only one of these reports with holdings. */
export function verificationReport({ report }: ReportReply) {
  const lines = report.items.flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions));
  const total = (keeps: (amount: number) => boolean) => ({
    amount: Math.abs(lines.reduce((sum, { amount }) => (keeps(amount) ? sum + amount : sum), 0)),
    ...DOLLARS,
  });
  const voa = {
    generated_time: report.date_generated,
    days_requested: report.days_requested,
    items: report.items.map(({ date_last_updated, accounts, ...item }) => ({
      ...item,
      last_update_time: date_last_updated,
      accounts: accounts.map(verifiedAccount),
    })),
    attributes: {
      total_inflow_amount: total((amount) => amount < 0),
      total_outflow_amount: total((amount) => amount > 0),
    },
  };
  return {
    report: { report_id: report.asset_report_id, client_report_id: report.client_report_id, voa },
    warnings: [],
  };
}

function verifiedAccount(account: ReportAccount) {
  const { available, current, iso_currency_code, unofficial_currency_code } = account.balances;
  const { investments } = account;
  return {
    ...common(account),
    balances: {
      ...{ available, current, iso_currency_code, unofficial_currency_code },
      historical_balances: account.historical_balances,
      average_balance_30_days: null,
      average_balance_60_days: null,
      nsf_overdraft_transactions_count: 0,
    },
    transactions_insights: { all_transactions: account.transactions.map(toTransaction), ...dates(account) },
    ...(investments === undefined ? {} : { investments: toInvestments(investments) }),
  };
}

function toInvestments({ holdings, securities }: NonNullable<ReportAccount["investments"]>) {
  return {
    holdings: holdings.map(({ ticker_symbol: _it, vested_quantity: _quantity, vested_value: _value, ...one }) => one),
    securities: securities.map(({ security_id, name, isin, cusip, ticker_symbol, type, ...one }) => {
      const { institution_security_id, institution_id } = one;
      return { security_id, name, isin, cusip, ticker_symbol, type, institution_security_id, institution_id };
    }),
    investment_transactions: [],
  };
}
