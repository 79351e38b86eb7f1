import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { isAboutAccount, oldestBalance } from "./counting.ts";
import { dayNumber, dayOf } from "./days.ts";
import type { Finding, NotEvaluated, Program, Severity } from "./evaluation.ts";
import { confirm, CONVENTIONAL, evidence, finding, LEAVE_OUT, NEW_REPORT, notEvaluated } from "./finding.ts";
import { isDeposit, type Account, type Line, type Model } from "./model.ts";
import { sum } from "./money.ts";
import { hasTransactionData } from "./elements.ts";
import { once } from "./once.ts";
import { GUIDE_PARAMETERS, type Parameters } from "./overlay.ts";
import { RULES } from "./rule-set.ts";

export interface History {
  readonly account: Account;
  readonly shownDays: number;
  /** First day shown, in days since 1970-01-01. */
  readonly firstDay: number;
  /** Opened within 90 days, as far as the data shows. */
  readonly isNew: boolean;
  /** New accounts: deposits on the first day with any. */
  readonly firstDeposits: readonly Line[];
}

export interface HistoryRow extends History {
  /** `null`: the loan does not say what is required. Programs that are not evaluated are absent. */
  readonly requiredDays: Partial<Record<Program, number | null>>;
  /** Shown, or shown together with statements. */
  readonly isEnough: Partial<Record<Program, boolean | null>>;
}

export interface HistoryInput {
  readonly model: Model;
  readonly loan: Loan;
  readonly programs: readonly Program[];
  /** Identified, or wholly sourced by accepted evidence. */
  readonly isExplained: (line: Line) => boolean;
  readonly parameters?: Parameters;
}

/** R1 and R2b: enough days are shown, and a new account's first money is explained. */
export function evaluateHistory({ model, loan, programs, isExplained, parameters = GUIDE_PARAMETERS }: HistoryInput): {
  rows: HistoryRow[];
  findings: Finding[];
  notEvaluated: NotEvaluated[];
} {
  const required = Object.fromEntries(
    programs.map((program) => [program, requiredDays(program, loan, parameters)]),
  ) as Partial<Record<Program, number | null>>;
  const rows = model.accounts
    .filter((account) => account.kind === "depository" && model.counting.get(account)?.isCounted)
    .map((account): HistoryRow => {
      const history = historyOf(model, account);
      const isEnough = Object.fromEntries(
        programs.map((program) => {
          const days = required[program] ?? null;
          return [program, days === null ? null : reaches(model, history, days)];
        }),
      );
      return { ...history, requiredDays: required, isEnough };
    });
  const unknown = programs.filter((program) => required[program] === null);
  return {
    rows,
    findings: [
      ...rows.flatMap(insufficientHistory),
      ...(rows.length > 0 ? askMoreDays(model, required) : []),
      ...rows.filter(({ isNew }) => isNew).flatMap((row) => recentlyOpened(row, programs, isExplained)),
    ],
    notEvaluated: unknown.length > 0 ? [notEvaluated("R1", unknown, ["transactionType"])] : [],
  };
}

function requiredDays(program: Program, { transactionType }: Loan, parameters: Parameters): number | null {
  const { purchaseDays, refinanceDays, fhaDays, twoStatementsDays } = parameters;
  if (program === "fha") return fhaDays;
  if (!CONVENTIONAL.includes(program)) return twoStatementsDays;
  if (transactionType === undefined) return null;
  return transactionType === "purchase" ? purchaseDays : refinanceDays;
}

/** A century; nothing older is believed. */
const MAX_DAYS = 36_500;

/** Of a depository account. Days without any transaction data show nothing. */
export function historyOf(model: Model, account: Account): History {
  if (hasTransactionData(model, account)) return reportedHistory(account);
  return { account, shownDays: 0, firstDay: account.asOf, isNew: false, firstDeposits: [] };
}

const reportedHistory = once((account: Account): History => {
  const { asOf, source, lines } = account;
  const { days, aboutZeroCents } = RULES.R2b.parameters;
  const oldest = oldestBalance(account);
  const oldestDay = dayNumber(oldest?.date ?? "");
  const known = [source.daysAvailable, asOf - oldestDay].filter(Number.isFinite);
  const shownDays = Math.min(MAX_DAYS, Math.floor(Math.max(0, ...known)));
  let isNew = false;
  if (oldest && shownDays < days) {
    const net = -sum(lines.filter((line) => !line.isPending && line.day === oldestDay).map(({ cents }) => cents));
    isNew = Math.abs(oldest.currentCents - net) <= aboutZeroCents;
  }
  const deposits = isNew ? lines.filter(isDeposit) : [];
  const firstDepositDay = Math.min(...deposits.map(({ day }) => day));
  return {
    account,
    shownDays,
    firstDay: asOf - shownDays,
    isNew,
    firstDeposits: deposits.filter(({ day }) => day === firstDepositDay),
  };
});

/** Statements count when they join what is shown without a gap. */
function reaches(model: Model, { account, firstDay }: History, days: number): boolean {
  const wanted = account.asOf - days;
  let from = firstDay;
  const periods = model.evidence
    .filter((one) => one.kind === "statement" && isAboutAccount(one, account) && one.periodFrom && one.periodTo)
    .map(({ periodFrom, periodTo }) => ({ from: dayNumber(periodFrom!), to: dayNumber(periodTo!) })) // filtered above
    .sort((a, b) => b.to - a.to);
  for (const period of periods) if (period.to >= from - 1) from = Math.min(from, period.from);
  return from <= wanted;
}

function insufficientHistory(row: HistoryRow): Finding[] {
  const { account, shownDays, firstDay, isNew } = row;
  const short = programsByDays(row.requiredDays, (program) => row.isEnough[program] === false);
  return [...short].map(([days, programs]) =>
    finding({
      ruleId: "R1",
      code: "INSUFFICIENT_HISTORY",
      programs,
      severity: isNew ? "review" : "blocker",
      text: isNew
        ? `${account.name} shows ${shownDays} of ${days} days of history because it appears to be new. Confirm when it was opened, or add a statement.`
        : `${account.name} shows ${shownDays} of ${days} days of history. Add statements for ${longDay(dayOf(account.asOf - days))} to ${longDay(dayOf(firstDay))}, get a new report, or leave the account out.`,
      clearedBy: [evidence("statement"), NEW_REPORT, LEAVE_OUT],
      inputs: { shownDays, requiredDays: days },
      accounts: [account],
    }),
  );
}

function askMoreDays({ report }: Model, required: HistoryRow["requiredDays"]): Finding[] {
  const { daysRequested } = report;
  // Programs without a number of days are not asked.
  return [...programsByDays(required, (program) => required[program]! > daysRequested)].map(([days, programs]) =>
    finding({
      ruleId: "R1",
      code: "ASK_MORE_DAYS",
      programs,
      severity: "info",
      text: `The report was requested for ${formatCount(daysRequested, "day")}, and ${days} are required. Request at least ${days} days in the next report.`,
      clearedBy: [NEW_REPORT],
      inputs: { daysRequested, requiredDays: days },
    }),
  );
}

function programsByDays(required: HistoryRow["requiredDays"], isIncluded: (program: Program) => boolean) {
  const groups = new Map<number, Program[]>();
  for (const [program, days] of Object.entries(required) as [Program, number | null][])
    if (days !== null && isIncluded(program)) groups.set(days, [...(groups.get(days) ?? []), program]);
  return groups;
}

function recentlyOpened(
  { account, firstDay, shownDays, firstDeposits }: HistoryRow,
  programs: readonly Program[],
  isExplained: (line: Line) => boolean,
): Finding[] {
  const explained = firstDeposits.length > 0 && firstDeposits.every(isExplained);
  // What is explained is not asked for.
  const lines = explained ? firstDeposits : firstDeposits.filter((line) => !isExplained(line));
  const cents = -sum(lines.map((line) => line.cents));
  const { aboutZeroCents } = RULES.R2b.parameters;
  if (firstDeposits.length === 0 && Math.abs(account.source.currentCents ?? 0) <= aboutZeroCents) return [];
  const opened = `${account.name} appears to have been opened around ${longDay(dayOf(firstDay))}`;
  const money =
    firstDeposits.length > 0 ? `Its first deposit of ${formatMoney(cents)}` : "The source of its first money";
  const draft = (severity: Severity, of: readonly Program[], text: string) =>
    of.length === 0
      ? []
      : [
          finding({
            ruleId: "R2b",
            code: "RECENTLY_OPENED",
            programs: of,
            severity,
            text,
            clearedBy: explained
              ? []
              : [
                  evidence(
                    "transfer",
                    "gift",
                    "sale_of_personal_asset",
                    "income",
                    "secured_loan",
                    "insurance_settlement",
                    "refund",
                    "liquidation",
                    "other",
                  ),
                  confirm("ownTransfer", true),
                  NEW_REPORT,
                  LEAVE_OUT,
                ],
            inputs: { shownDays, firstDepositCents: cents },
            accounts: [account],
            lines,
            facts: [explained ? "explained" : "unexplained"],
          }),
        ];
  if (explained) return draft("info", programs, `${opened}. ${money} is explained.`);
  const isFha = (program: Program) => program === "fha";
  return [
    ...draft(
      "review",
      programs.filter((program) => !isFha(program)),
      `${opened}. ${money} is not explained; ask where the money came from.`,
    ),
    ...draft(
      "blocker",
      programs.filter(isFha),
      `${opened}. FHA requires the source of funds in a recently opened account, and ${firstDeposits.length > 0 ? `its first deposit of ${formatMoney(cents)}` : "the source of its first money"} is not documented.`,
    ),
  ];
}
