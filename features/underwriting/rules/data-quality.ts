import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import { type AccountPair, accountsIn, add, commonShare, lineContent, pairAccounts, take } from "./changes.ts";
import { oldestBalance } from "./counting.ts";
import { currencyOf, sum } from "./money.ts";
import { addDays, dayNumber, dayOf } from "./days.ts";
import type { Finding, NotEvaluated, Program } from "./evaluation.ts";
import { finding, LEAVE_OUT, NEW_REPORT } from "./finding.ts";
import type { Account, Line, Model } from "./model.ts";
import { once } from "./once.ts";
import type { ReportAccount, ReportTransaction } from "./parsed-report.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

export interface DataQualityInput {
  readonly model: Model;
  readonly programs: readonly Program[];
  /** Lines left out because the provider sent them twice. */
  readonly duplicates: readonly Line[];
  /** Half of the monthly income; `null` without income. */
  readonly conventionalThresholdCents: number | null;
}

/** R19: the data agrees with itself and with the report before. */
export function evaluateDataQuality({ model, programs, duplicates, conventionalThresholdCents }: DataQualityInput): {
  findings: Finding[];
  notEvaluated: NotEvaluated[];
} {
  const changes = historyChanges(model);
  const findings = model.accounts.flatMap((account) => {
    const isCounted = model.counting.get(account)?.isCounted === true;
    const isCountedBank = isCounted && account.kind === "depository";
    const copies = duplicates.filter((line) => line.account.id === account.id);
    return [
      ...(isCountedBank ? dataFault(account, programs) : []),
      ...linesLeftOut(account, copies, isCounted, programs),
      ...(isCountedBank ? quietPeriods(account, programs) : []),
      ...historyChanged(account, changes.get(account), isCounted, model, conventionalThresholdCents, programs),
    ];
  });
  return { findings: [...findings, ...accountsGone(model, programs)], notEvaluated: [] };
}

// ---- Inside one report --------------------------------------------------------------------------------------------

/** Above so many pending lines, only the range that they could explain is known. */
const PENDING_SUBSETS = 12;

/**
 * The oldest end-of-day balance plus later posted lines is the current balance. Some banks count pending lines in the
 * current balance, some report balances at the start of the day, and a repeated line may or may not be in the balance.
 * What it should be less what it is; 0 when they agree; `null` when the data cannot tell.
 */
const differenceOf = once((account: Account): number | null => {
  const { source, lines } = account;
  const { currentCents, transactions, currency, unreadCount } = source;
  const oldest = oldestBalance(account);
  if (currentCents === null || !oldest || unreadCount > 0) return null;
  if (transactions.some((line) => currencyOf(line, source) !== currency)) return null;
  const posted = (all: readonly ReportTransaction[]) => all.filter(({ pending }) => !pending);
  const read = posted(lines.map((line) => line.source));
  const sent = posted(transactions);
  const expected = [read, sent].flatMap((all) => {
    const cents = (since: (date: string) => boolean) =>
      oldest.currentCents - sum(all.filter(({ date }) => since(date)).map(({ amountCents }) => amountCents));
    return [cents((date) => date > oldest.date), cents((date) => date >= oldest.date)];
  });
  const pending = transactions.filter((line) => line.pending).map(({ amountCents }) => amountCents);
  const isExplained = pendingCheck(pending);
  return expected.some((cents) => isExplained(cents - currentCents)) ? 0 : expected[0]! - currentCents; // four, above
});

/** Whether some of the pending lines add up to a difference; above a dozen of them, whether it is within their range. */
function pendingCheck(pending: readonly number[]): (cents: number) => boolean {
  if (pending.length > PENDING_SUBSETS) {
    const most = sum(pending.map((cents) => Math.max(0, cents)));
    const least = sum(pending.map((cents) => Math.min(0, cents)));
    return (cents) => cents >= least && cents <= most;
  }
  let sums = new Set([0]);
  for (const cents of pending) sums = new Set([...sums, ...[...sums].map((one) => one + cents)]);
  return (cents) => sums.has(cents);
}

function dataFault(account: Account, programs: readonly Program[]): Finding[] {
  const differenceCents = differenceOf(account);
  if (differenceCents === null || differenceCents === 0) return [];
  const currentCents = account.source.currentCents!; // without it there is nothing to compare
  return [
    finding({
      ruleId: "R19",
      code: "DATA_FAULT",
      programs,
      severity: "blocker",
      text: `The transactions of ${account.name} do not add up to its balance: they are ${formatMoney(Math.abs(differenceCents))} apart. Get a new report or leave the account out.`,
      clearedBy: [NEW_REPORT, LEAVE_OUT],
      inputs: { currentCents, expectedCents: currentCents + differenceCents, differenceCents },
      accounts: [account],
    }),
  ];
}

function linesLeftOut(
  account: Account,
  duplicates: readonly Line[],
  isCounted: boolean,
  programs: readonly Program[],
): Finding[] {
  const { unreadCount } = account.source;
  if (unreadCount === 0 && duplicates.length === 0) return [];
  const { leftOutCents } = RULES.R19.parameters;
  const since = account.asOf - RULES.R3.parameters.windowDays;
  const inWindowCents = sum(duplicates.filter(({ day }) => day >= since).map(({ cents }) => Math.abs(cents)));
  // An entry that cannot be read may be of any amount and any day.
  const isLarge = unreadCount > 0 || inWindowCents > leftOutCents;
  const parts = [
    ...(unreadCount > 0 ? [`${formatCount(unreadCount, "figure")} that cannot be read`] : []),
    ...(duplicates.length > 0 ? [`${formatCount(duplicates.length, "transaction")} that the provider sent twice`] : []),
  ];
  return [
    finding({
      ruleId: "R19",
      code: "LINES_LEFT_OUT",
      programs,
      severity: isCounted && isLarge ? "blocker" : "review",
      text: `The report on ${account.name} has ${parts.join(" and ")}, which are left out. Get a new report.`,
      clearedBy: isCounted ? [NEW_REPORT, LEAVE_OUT] : [NEW_REPORT],
      inputs: { unreadCount, duplicates: duplicates.length, duplicatesInWindowCents: inWindowCents },
      accounts: [account],
      facts: duplicates.map(({ key }) => key),
    }),
  ];
}

interface QuietPeriod {
  readonly from: number;
  readonly to: number;
  readonly line: Line;
}

/** Days without activity between two lines. The bank's own interest is no activity. */
const quietPeriodsOf = once((account: Account): readonly QuietPeriod[] => {
  const { quietDays } = RULES.R19.parameters;
  const active = account.lines.filter((line) => !line.isPending && line.class !== "interest");
  return active.slice(1).flatMap((line, at) => {
    const { day } = active[at]!; // the line before
    return line.day - day > quietDays ? [{ from: day, to: line.day, line }] : [];
  });
});

function quietPeriods(account: Account, programs: readonly Program[]): Finding[] {
  return quietPeriodsOf(account).map(({ from, to, line }) =>
    finding({
      ruleId: "R19",
      code: "QUIET_PERIOD",
      programs,
      severity: "info",
      text: `${account.name} had no activity from ${longDay(dayOf(from))} to ${longDay(dayOf(to))}, and then ${formatMoney(Math.abs(line.cents))} ${line.cents < 0 ? "came in" : "went out"}.`,
      clearedBy: [],
      inputs: { days: to - from - 1 },
      lines: [line],
    }),
  );
}

// ---- Against the report before --------------------------------------------------------------------------------------

interface HistoryChange {
  /** Posted lines of the report before, on days that both show, that are missing now or have another amount. */
  readonly missing: readonly ReportTransaction[];
  /** Those that are still there in other words or on another day. */
  readonly reworded: readonly ReportTransaction[];
  /** The largest difference of a daily balance that no line and no pending line explains, and its day. */
  readonly balanceCents: number;
  readonly balanceDate: string | null;
}

/** Days by which a posted line may move and still be the same line. */
const MOVED_DAYS = 5;

const accountPairs = once((model: Model): readonly AccountPair[] =>
  model.previous ? pairAccounts(accountsIn(model.previous), accountsIn(model.report)) : [],
);

const historyChanges = once((model: Model): ReadonlyMap<Account, HistoryChange> => {
  const { previous, accounts } = model;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const changes = new Map<Account, HistoryChange>();
  if (previous)
    for (const { before, after } of accountPairs(model)) {
      const account = after && byId.get(after.account.id);
      if (!before || account?.kind !== "depository" || account.source.unreadCount + before.account.unreadCount > 0)
        continue;
      const readOn = before.item.lastUpdatedAt.slice(0, 10);
      changes.set(account, historyChange(before.account, account.source, readOn));
    }
  return changes;
});

/** Compares days before the earlier reading: lines of that day may still have been on their way. */
function historyChange(was: ReportAccount, is: ReportAccount, readOn: string): HistoryChange {
  // The newer report starts later; its own first day may be shown in part.
  const from = addDays(firstShown(is), 1);
  const isCommon = ({ date }: { date: string }) => date >= from && date < readOn;
  const counts = new Map<string, number>();
  for (const line of is.transactions) if (!line.pending) add(counts, lineContent(line), 1);
  const vanished = was.transactions.filter(
    (line) => !line.pending && isCommon(line) && !take(counts, lineContent(line)),
  );
  const added = new Set(is.transactions.filter((line) => !line.pending && take(counts, lineContent(line))));
  const missing: ReportTransaction[] = [];
  const reworded: ReportTransaction[] = [];
  for (const line of vanished) {
    const same = [...added].find(
      (one) =>
        one.amountCents === line.amountCents && Math.abs(dayNumber(one.date) - dayNumber(line.date)) <= MOVED_DAYS,
    );
    if (same) added.delete(same);
    (same ? reworded : missing).push(line);
  }
  return { missing, reworded, ...balanceChange(was, is, isCommon) };
}

/** Pending lines of the earlier report move balances from their day on, when they post. */
function balanceChange(
  was: ReportAccount,
  is: ReportAccount,
  isCommon: (balance: { date: string }) => boolean,
): Pick<HistoryChange, "balanceCents" | "balanceDate"> {
  const now = new Map(is.historicalBalances.map(({ date, currentCents }) => [date, currentCents]));
  const pending = was.transactions.filter((line) => line.pending);
  const unexplained = was.historicalBalances.filter(isCommon).flatMap(({ date, currentCents }) => {
    const apart = Math.abs((now.get(date) ?? currentCents) - currentCents);
    const posted = pending.filter((line) => line.date <= date);
    const isExplained = apart <= sum(posted.map(({ amountCents }) => Math.abs(amountCents)));
    return isExplained ? [] : [{ balanceCents: apart, balanceDate: date }];
  });
  unexplained.sort((a, b) => b.balanceCents - a.balanceCents || compare(b.balanceDate, a.balanceDate));
  return unexplained[0] ?? { balanceCents: 0, balanceDate: null };
}

function firstShown({ historicalBalances, transactions }: ReportAccount): string {
  const dates = (historicalBalances.length > 0 ? historicalBalances : transactions).map(({ date }) => date);
  return dates.sort()[0] ?? "9999-12-30";
}

function historyChanged(
  account: Account,
  change: HistoryChange | undefined,
  isCounted: boolean,
  { previous }: Model,
  thresholdCents: number | null,
  programs: readonly Program[],
): Finding[] {
  const what = change && whatChanged(change);
  if (!change || what === undefined) return [];
  const { asOf } = previous!; // a change is one since that report
  const { missing, reworded, balanceCents } = change;
  const mostCents = Math.max(...missing.map(({ amountCents }) => Math.abs(amountCents)), balanceCents);
  return [
    finding({
      ruleId: "R19",
      code: "HISTORY_CHANGED",
      programs,
      severity: isCounted && thresholdCents !== null && mostCents > thresholdCents ? "blocker" : "review",
      text: `The history of ${account.name} is not the same as in the report of ${longDay(asOf)}: ${what}. Compare both reports with the bank's statements, or get a new report.`,
      clearedBy: isCounted ? [NEW_REPORT, LEAVE_OUT] : [NEW_REPORT],
      inputs: {
        missing: missing.length,
        reworded: reworded.length,
        largestCents: mostCents,
        balanceDifferenceCents: balanceCents,
        thresholdCents,
      },
      accounts: [account],
      facts: [...missing, ...reworded].map(lineContent).sort(),
    }),
  ];
}

/** The gravest change; `undefined` when nothing changed. */
function whatChanged({ missing, reworded, balanceCents, balanceDate }: HistoryChange): string | undefined {
  const gone = largestOf(missing);
  if (gone)
    return `${formatCount(missing.length, "transaction")} of the earlier report ${missing.length === 1 ? "is" : "are"} missing or changed, such as ${amountAndDay(gone)}`;
  if (balanceDate !== null)
    return `the balance of ${longDay(balanceDate)} differs by ${formatMoney(balanceCents)} from the earlier report`;
  const other = largestOf(reworded);
  return (
    other &&
    `${formatCount(reworded.length, "transaction")} of the earlier report ${reworded.length === 1 ? "has" : "have"} another description or date, such as ${amountAndDay(other)}`
  );
}

function amountAndDay({ amountCents, date }: ReportTransaction): string {
  return `${formatMoney(Math.abs(amountCents))} on ${longDay(date)}`;
}

function largestOf(lines: readonly ReportTransaction[]): ReportTransaction | undefined {
  return [...lines].sort(
    (a, b) => Math.abs(b.amountCents) - Math.abs(a.amountCents) || compare(lineContent(a), lineContent(b)),
  )[0];
}

const SAME_ACCOUNT_SHARE = 0.8;

const goneAccounts = once((model: Model) =>
  accountPairs(model).flatMap(({ before, after }) => {
    if (!before || after) return [];
    // Seen through two sign-ins then and through one now, it is not gone.
    const isStillThere = accountPairs(model).some(
      (pair) => pair.before && pair.after && isSameAccount(before.account, pair.before.account),
    );
    return isStillThere ? [] : [before];
  }),
);

function isSameAccount(one: ReportAccount, other: ReportAccount): boolean {
  return (
    one.mask !== null &&
    one.mask === other.mask &&
    one.type === other.type &&
    one.currentCents === other.currentCents &&
    (one.transactions.length === 0 || commonShare(one, other) >= SAME_ACCOUNT_SHARE)
  );
}

function accountsGone(model: Model, programs: readonly Program[]): Finding[] {
  const { previous } = model;
  if (!previous) return [];
  return goneAccounts(model).map(({ item, account }) => {
    const name = account.mask ? `${account.name} …${account.mask}` : account.name;
    return finding({
      ruleId: "R19",
      code: "ACCOUNT_GONE",
      programs,
      severity: "review",
      text: `${name} at ${item.institutionName} was in the report of ${longDay(previous.asOf)} and is not in this one. Ask why, or get a new report that includes it.`,
      clearedBy: [NEW_REPORT],
      inputs: { currentCents: account.currentCents },
      subject: `${item.institutionName} ${name}`,
    });
  });
}

// ---- R21 against the report before ----------------------------------------------------------------------------------

export interface FundsFellInput {
  readonly model: Model;
  readonly programs: readonly Program[];
  /** The funds that are printed; `undefined` or `null` where they are not known. */
  readonly funds: Partial<
    Record<Program, { readonly usableClosingCents: number; readonly cashToCloseCents: number | null }>
  >;
}

/** R21: counted bank money fell since the report before, and cash to close is no longer covered because of it. */
export function evaluateFundsFell({ model, programs, funds }: FundsFellInput): {
  findings: Finding[];
  notEvaluated: NotEvaluated[];
} {
  const { previous } = model;
  if (!previous) return { findings: [], notEvaluated: [] };
  const { beforeCents, afterCents } = countedThenAndNow(model);
  const needs = new Map<number, Program[]>();
  for (const program of programs) {
    const known = funds[program];
    if (!known || known.cashToCloseCents === null) continue;
    const { usableClosingCents, cashToCloseCents } = known;
    if (usableClosingCents >= cashToCloseCents) continue;
    if (usableClosingCents + (beforeCents - afterCents) < cashToCloseCents) continue;
    needs.set(cashToCloseCents, [...(needs.get(cashToCloseCents) ?? []), program]);
  }
  const findings = [...needs].map(([cashToCloseCents, short]) =>
    finding({
      ruleId: "R21",
      code: "FUNDS_FELL",
      programs: short,
      severity: "review",
      text: `Counted bank money fell from ${formatMoney(beforeCents)} in the report of ${longDay(previous.asOf)} to ${formatMoney(afterCents)}, and cash to close of ${formatMoney(cashToCloseCents)} is no longer covered. Ask where the money went.`,
      clearedBy: [NEW_REPORT],
      inputs: { beforeCents, afterCents, cashToCloseCents },
    }),
  );
  return { findings, notEvaluated: [] };
}

/** Bank money that counts now, what the same accounts held before, and what accounts held that are gone. */
const countedThenAndNow = once((model: Model): { beforeCents: number; afterCents: number } => {
  const counted = new Set(
    model.accounts
      .filter((account) => account.kind === "depository" && model.counting.get(account)?.isCounted)
      .map(({ id }) => id),
  );
  const held = ({ currentCents, availableCents }: ReportAccount) =>
    currentCents === null ? 0 : Math.max(0, Math.min(currentCents, availableCents ?? currentCents));
  const gone = goneAccounts(model)
    .filter(({ account }) => account.type === "depository" && account.currency === "USD")
    .map(({ account }) => held(account));
  const paired = accountPairs(model).flatMap(({ before, after }) =>
    before && after && counted.has(after.account.id)
      ? [{ before: held(before.account), after: held(after.account) }]
      : [],
  );
  return {
    beforeCents: sum(paired.map(({ before }) => before)) + sum(gone),
    afterCents: sum(paired.map(({ after }) => after)),
  };
});
