// The JSON of an asset report: built once from the items, and shortened when the caller asks for less.
import { addDays, isoDate } from "./bank-data/calendar.ts";
import { errorBody } from "./errors.ts";
import { GOLDEN_ACCOUNTS, GOLDEN_ITEMS, goldenText } from "./golden.ts";
import { bankAccountsOfItem, institutionOf, personaOf, readAtOf } from "./item-accounts.ts";
import type { Item, Report } from "./plaid-data.ts";
import { accountId, reportAccount } from "./report-accounts.ts";
import type { ReportItem } from "./report-accounts.ts";
import { newRequestId } from "./tokens.ts";

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

/** The report's text. Only the golden person gets the golden text, identical except for the report's id. */
export function reportText(report: Report, items: Item[], now: Date): string {
  const golden = items.find((item) => personaOf(item).way === "golden");
  if (golden !== undefined && items.length === 1 && golden.accountIds.length === GOLDEN_ACCOUNTS.length)
    return goldenText(report.id);
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
        ...(golden === undefined ? [] : keepAccounts(GOLDEN_ITEMS, (id) => golden.accountIds.includes(id))),
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

export function mapAccounts(
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
