import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import { capped, lastingFinding, monthName, monthOf } from "./cadence.ts";
import { dayNumber, dayOf } from "./days.ts";
import type { AccountRow, Finding, NotEvaluated, Program, VodLoanRow, VodRow } from "./evaluation.ts";
import { evidence } from "./finding.ts";
import { isDeposit, isWithin, type Account, type Line, type Model } from "./model.ts";
import { half, ratio, sum } from "./money.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

type MonthRow = AccountRow["months"][number];

export interface AccountBalances {
  readonly average30Cents: number | null;
  readonly average60Cents: number | null;
  readonly average90Cents: number | null;
  readonly months: readonly MonthRow[];
}

export interface Balances {
  readonly byAccount: ReadonlyMap<Account, AccountBalances>;
  readonly vod: readonly VodRow[];
  readonly vodLoans: readonly VodLoanRow[];
}

/** R17, R18 and the averages and months of every account. */
export const findBalances = once((model: Model): Balances => {
  const byAccount = new Map<Account, AccountBalances>();
  for (const account of model.accounts)
    byAccount.set(account, {
      average30Cents: averageBefore(account, account.asOf, 30),
      average60Cents: averageBefore(account, account.asOf, RULES.R17.parameters.days),
      average90Cents: averageBefore(account, account.asOf, 90),
      months: monthsOf(account),
    });
  const of = (...kinds: Account["kind"][]) => model.accounts.filter(({ kind }) => kinds.includes(kind));
  return {
    byAccount,
    vod: of("depository", "investment").map((account) => toVod(account, model, byAccount.get(account)!)), // just set
    vodLoans: of("credit", "loan").map(toVodLoan),
  };
});

// ---- Daily balances ---------------------------------------------------------------------------------------------

interface DailyBalance {
  readonly day: number;
  readonly cents: number;
}

/** One balance a day, oldest first. */
export const dailyBalances = once(({ source }: Account): readonly DailyBalance[] => {
  const byDay = new Map<number, number>();
  for (const { date, currentCents } of source.historicalBalances) {
    const day = dayNumber(date);
    // Of two balances of one day the lower, whatever their order.
    if (Number.isFinite(day)) byDay.set(day, Math.min(byDay.get(day) ?? Infinity, currentCents));
  }
  return [...byDay].sort(([a], [b]) => a - b).map(([day, cents]) => ({ day, cents }));
});

/** The mean of the newest so many daily balances before a day, half up; `null` without balances. */
export function averageBefore(account: Account, day: number, days: number): number | null {
  const balances = dailyBalances(account);
  let end = balances.length;
  while (end > 0 && balances[end - 1]!.day >= day) end--; // within the list
  const newest = balances.slice(Math.max(0, end - days), end);
  return newest.length === 0 ? null : half(sum(newest.map(({ cents }) => cents)) / newest.length);
}

// ---- Calendar months --------------------------------------------------------------------------------------------

/** Two years of data, and the months that they begin and end in. */
const MAX_MONTHS = 26;

/** None without any day. */
function monthsOf(account: Account): MonthRow[] {
  const { lines, asOf, source } = account;
  const balances = dailyBalances(account);
  const posted = lines.filter((line) => !line.isPending && Number.isFinite(line.day));
  const last = monthOf(asOf);
  const oldestMonth = monthOf(Math.min(...[posted, balances].flatMap(([oldest]) => oldest?.day ?? [])));
  const flows = new Map<number, { in: number; out: number }>();
  for (const { day, cents } of posted) {
    // Lines after the day of reading are in that month's balance.
    const month = Math.min(last, monthOf(day));
    const flow = flows.get(month) ?? { in: 0, out: 0 };
    flow.in += Math.max(0, -cents);
    flow.out += Math.max(0, cents);
    flows.set(month, flow);
  }
  const closings = closingsOf(balances, posted, last);
  if (!closings.has(last) && source.currentCents !== null)
    closings.set(last, { day: asOf, cents: source.currentCents });
  const beginning = beginningOf(balances, posted);
  const rows: MonthRow[] = [];
  for (let month = Math.max(oldestMonth, last - MAX_MONTHS + 1); month <= last; month++) {
    const opening = closings.get(month - 1)?.cents ?? (month === oldestMonth ? beginning : null);
    const flow = flows.get(month) ?? { in: 0, out: 0 };
    rows.push({
      month: monthName(month),
      openingCents: opening === null ? null : capped(opening),
      inCents: capped(flow.in),
      outCents: capped(flow.out),
      closingCents: closings.get(month)?.cents ?? null,
    });
  }
  return rows;
}

/** What was there before the lines of the first day; `null` when lines are older than the balances. */
function beginningOf([oldest]: readonly DailyBalance[], posted: readonly Line[]): number | null {
  if (!oldest || posted.some(({ day }) => day < oldest.day)) return null;
  return oldest.cents + sum(posted.filter(({ day }) => day === oldest.day).map(({ cents }) => cents));
}

/** The last balance of each month, unless lines of the month are posted after it. */
function closingsOf(balances: readonly DailyBalance[], posted: readonly Line[], last: number) {
  const closings = new Map(balances.map((balance) => [monthOf(balance.day), balance]));
  for (const { day } of posted) {
    const month = Math.min(last, monthOf(day));
    const closing = closings.get(month);
    if (closing && day > closing.day) closings.delete(month);
  }
  return closings;
}

// ---- Verification of deposit view -------------------------------------------------------------------------------

function toVod(account: Account, model: Model, { average60Cents }: AccountBalances): VodRow {
  const { source, item, isDollars } = account;
  return {
    accountId: account.id,
    institutionName: item.institutionName,
    owners: [...new Set(source.owners.flatMap(({ names }) => names))].sort(),
    type: source.subtype ?? source.type,
    lastFour: source.mask,
    currentCents: isDollars ? source.currentCents : null,
    averageCents: isDollars ? average60Cents : null,
    openedBy: openedBy(account),
    isCounted: model.counting.get(account)?.isCounted === true,
  };
}

/** A century; nothing older is believed. */
const MAX_DAYS = 36_500;

/** The bank reports the days of data, not the day of opening: the account is at least that old. */
function openedBy(account: Account): string | null {
  const { source, asOf, lines } = account;
  const days = [
    ...(source.daysAvailable > 0 ? [asOf - Math.floor(source.daysAvailable)] : []),
    ...[lines, dailyBalances(account)].flatMap(([first]) => first?.day ?? []),
  ];
  return days.length === 0 ? null : dayOf(Math.max(asOf - MAX_DAYS, Math.min(asOf, ...days)));
}

function toVodLoan({ id, item, source, isDollars }: Account): VodLoanRow {
  return {
    accountId: id,
    institutionName: item.institutionName,
    type: source.subtype ?? source.type,
    lastFour: source.mask,
    balanceCents: isDollars ? source.currentCents : null,
  };
}

// ---- Above average ----------------------------------------------------------------------------------------------

export interface BalancesContext {
  readonly model: Model;
  readonly programs: readonly Program[];
  /** Cents of the account's deposits of the last 60 days that are identified or sourced. */
  readonly explainedCents: (account: Account) => number;
}

/** Deposits that a finding names. */
const MAX_NAMED = 3;

/** R17: a balance above 1.5 times its average of 60 days. */
export function evaluateBalances(
  { byAccount }: Balances,
  { model, programs, explainedCents }: BalancesContext,
): { findings: Finding[]; notEvaluated: NotEvaluated[] } {
  const findings = [...byAccount].flatMap(([account, { average60Cents }]): Finding[] => {
    const { currentCents } = account.source;
    const isCounted = account.kind === "depository" && model.counting.get(account)?.isCounted === true;
    if (!isCounted || currentCents === null || currentCents <= 0 || average60Cents === null) return [];
    const riseCents = currentCents - average60Cents;
    if (currentCents * 2 <= average60Cents * 3) return [];
    const isExplained = explainedCents(account) >= riseCents;
    const deposits = largestDeposits(account, riseCents);
    const names = deposits.map((line) => `${formatMoney(-line.cents)} on ${longDay(dayOf(line.day))}`);
    return [
      lastingFinding({
        ruleId: "R17",
        code: "ABOVE_AVERAGE",
        programs,
        severity: isExplained ? "info" : "review",
        text: `${account.name} holds ${formatMoney(currentCents)}, more than 1.5 times its 60-day average of ${formatMoney(average60Cents)}.${names.length > 0 ? ` The largest deposits are ${names.join(", ")}.` : ""}${isExplained ? " Identified or sourced deposits explain the rise." : " Document where the rise comes from."}`,
        clearedBy: isExplained
          ? []
          : [
              evidence(
                "gift",
                "sale_of_personal_asset",
                "transfer",
                "secured_loan",
                "income",
                "insurance_settlement",
                "refund",
                "liquidation",
                "other",
              ),
            ],
        inputs: {
          currentCents,
          average60Cents,
          riseCents,
          ratio: ratio(currentCents, average60Cents),
          isExplained: isExplained ? "yes" : "no",
        },
        accounts: [account],
        lines: deposits,
      }),
    ];
  });
  return { findings, notEvaluated: [] };
}

function largestDeposits(account: Account, riseCents: number): Line[] {
  const deposits = account.lines
    .filter((line) => isDeposit(line) && isWithin(line, RULES.R17.parameters.days))
    .sort((a, b) => a.cents - b.cents || b.day - a.day || compare(a.key, b.key));
  const named: Line[] = [];
  let cents = 0;
  for (const line of deposits) {
    if (named.length >= MAX_NAMED || cents >= riseCents) break;
    named.push(line);
    cents -= line.cents;
  }
  return named;
}
