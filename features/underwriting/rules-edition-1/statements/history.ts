// Owns how far back an account is shown (R1), and accounts opened lately (R2b).
import type { Program } from "#features/underwriting/contract.ts";
import type { Loan } from "#features/loans/contract.ts";
import { countsFor, type Case, type Holding } from "../case.ts";
import { accountName, finding, type Finding, type NotEvaluated } from "../finding.ts";
import { PROGRAMS, byProgram } from "../programs.ts";
import { RULES } from "../rule-set.ts";

export interface HistoryRow {
  readonly accountId: string;
  readonly mask: string | null;
  readonly daysAvailable: number;
  /** `null`: the account is of a kind that is not asked for its history, or the loan does not say what it is for. */
  readonly requiredDays: Readonly<Record<Program, number | null>>;
  readonly isEnough: Readonly<Record<Program, boolean | null>>;
  readonly isRecentlyOpened: boolean;
}

export function readHistory(one: Case): { rows: HistoryRow[]; findings: Finding[]; notEvaluated: NotEvaluated[] } {
  const rows = one.holdings
    .filter(({ isDepository, isInvestment }) => isDepository || isInvestment)
    .map(rowOf(one.loan));
  const holdings = new Map(one.holdings.map((holding) => [holding.account.id, holding]));
  const findings = rows.flatMap((row) => findingsOf(row, holdings.get(row.accountId)!)); // each row is of a holding
  const isAsked = one.loan.transactionType !== undefined;
  return {
    rows,
    findings,
    notEvaluated: isAsked ? [] : [{ ruleId: "R1", programs: ["fannie", "freddie"], missing: ["transactionType"] }],
  };
}

function rowOf({ transactionType }: Loan) {
  const { purchaseDays, refinanceDays, fhaDays } = RULES.R1.parameters;
  const conventional =
    transactionType === undefined ? null : transactionType === "purchase" ? purchaseDays : refinanceDays;
  return (holding: Holding): HistoryRow => {
    const { id, mask, daysAvailable } = holding.account;
    const requiredDays = byProgram((program) =>
      holding.isDepository ? (program === "fha" ? fhaDays : conventional) : null,
    );
    return {
      accountId: id,
      mask,
      daysAvailable,
      requiredDays,
      isEnough: byProgram((program) => {
        const required = requiredDays[program];
        return required === null ? null : daysAvailable >= required;
      }),
      isRecentlyOpened: holding.isDepository && isRecentlyOpened(holding),
    };
  };
}

/** Begins at about nothing: the oldest balance, less what came and went that day. */
function isRecentlyOpened({ account, lines }: Holding): boolean {
  const { days, aboutZeroCents } = RULES.R2b.parameters;
  const oldest = account.historicalBalances.at(-1);
  if (account.daysAvailable >= days || !oldest) return false;
  const net = lines.reduce(
    (total, { source, isPending, cents }) => (!isPending && source.date === oldest.date ? total - cents : total),
    0,
  );
  return Math.abs(oldest.currentCents - net) <= aboutZeroCents;
}

function findingsOf(row: HistoryRow, holding: Holding): Finding[] {
  const short = PROGRAMS.filter((program) => row.isEnough[program] === false);
  const name = accountName(holding);
  const counts = countsFor(holding);
  return [
    ...(short.length > 0
      ? [
          finding({
            ruleId: "R1",
            code: "INSUFFICIENT_HISTORY",
            programs: short,
            severity: counts && !row.isRecentlyOpened ? "blocker" : "review",
            text: `${name} shows ${row.daysAvailable} days of activity; ${row.requiredDays[short[0]!]} are asked for. Ask for statements of the days before.`,
            inputs: { daysAvailable: row.daysAvailable, requiredDays: row.requiredDays[short[0]!] },
            accountIds: [row.accountId],
          }),
        ]
      : []),
    ...(row.isRecentlyOpened
      ? [
          finding({
            ruleId: "R2b",
            code: "RECENTLY_OPENED",
            programs: PROGRAMS,
            severity: "review",
            text: `${name} seems to have been opened within the last ${RULES.R2b.parameters.days} days. Document where its opening balance came from.`,
            inputs: { daysAvailable: row.daysAvailable },
            accountIds: [row.accountId],
          }),
        ]
      : []),
  ];
}
