// Owns what an account held on average, and a balance that stands well above it (R17).
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { isDeposit, isWithin, type Case, type Holding } from "../case.ts";
import { half, ratio, sum } from "../figures.ts";
import { accountName, finding, type Finding } from "../finding.ts";
import { RULES } from "../rule-set.ts";

/** Deposits that are named to explain a rise. */
const NAMED_DEPOSITS = 5;

export interface Average {
  readonly accountId: string;
  readonly mask: string | null;
  /** Days that the average is of. */
  readonly days: number;
  readonly average60Cents: number;
  readonly currentCents: number;
  /** Four places; `null` where nothing was held on average. */
  readonly ratio: number | null;
  readonly isSignificantlyGreater: boolean;
}

/** The mean of the newest sixty end-of-day balances, today's not among them; `null` without any. */
export function averageOf({ historicalBalances }: ReportAccount): { days: number; cents: number } | null {
  const newest = historicalBalances.slice(0, RULES.R17.parameters.days);
  if (newest.length === 0) return null;
  return { days: newest.length, cents: half(sum(newest.map(({ currentCents }) => currentCents)) / newest.length) };
}

export function readAverages(one: Case): { averages: Average[]; findings: Finding[] } {
  const read = one.holdings.flatMap((holding) => {
    const { account, isDepository } = holding;
    const average = averageOf(account);
    if (!isDepository || !average || account.currentCents === null) return [];
    const times = ratio(account.currentCents, average.cents);
    return [
      {
        holding,
        average: {
          accountId: account.id,
          mask: account.mask,
          days: average.days,
          average60Cents: average.cents,
          currentCents: account.currentCents,
          ratio: times,
          isSignificantlyGreater: times !== null && times > RULES.R17.parameters.ratio,
        },
      },
    ];
  });
  return {
    averages: read.map(({ average }) => average),
    findings: read.filter(({ average }) => average.isSignificantlyGreater).map((rise) => findingOf(one, rise)),
  };
}

function findingOf(one: Case, { holding, average }: { holding: Holding; average: Average }): Finding {
  const deposits = holding.lines
    .filter((line) => isDeposit(line) && isWithin(one, line, RULES.R17.parameters.days))
    .sort((a, b) => a.cents - b.cents || b.day - a.day)
    .slice(0, NAMED_DEPOSITS);
  return finding({
    ruleId: "R17",
    code: "ABOVE_AVERAGE",
    programs: ["freddie"],
    severity: "review",
    text: `${accountName(holding)} holds ${average.ratio} times its average of ${average.days} days. Its largest deposits explain the rise, or need an explanation.`,
    inputs: { currentCents: average.currentCents, average60Cents: average.average60Cents, ratio: average.ratio },
    accountIds: [average.accountId],
    lines: deposits,
  });
}
