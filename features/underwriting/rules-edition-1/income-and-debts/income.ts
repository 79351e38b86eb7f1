// Owns income that comes again (R12). Deposits corroborate income; they never verify it.
import { PROGRAMS } from "../programs.ts";
import { inWords } from "../days.ts";
import { isDeposit, linesOf, type Case, type Line } from "../case.ts";
import { identityByItself } from "../deposits/deposits.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { dollars, half, median, ratio } from "../figures.ts";
import { finding, type Finding } from "../finding.ts";
import { RULES } from "../rule-set.ts";
import { byPayee, gapsOf, payeeKey } from "./streams.ts";

/** By the median gap: the days it may be, what a gap is measured against, and how many there are in a month. */
const CADENCES = {
  weekly: { gap: [6, 8], days: 7, perMonth: 52 / 12 },
  biweekly: { gap: [13, 14], days: 14, perMonth: 26 / 12 },
  semimonthly: { gap: [15, 16], days: 365.25 / 24, perMonth: 2 },
  monthly: { gap: [26, 33], days: 365.25 / 12, perMonth: 1 },
} as const;
export type Cadence = keyof typeof CADENCES;
const NAMES = Object.keys(CADENCES) as Cadence[];

export interface IncomeStream {
  readonly payer: string;
  /** `null`: no cadence fits. */
  readonly cadence: Cadence | null;
  readonly occurrences: number;
  readonly medianNetCents: number;
  readonly monthlyNetCents: number | null;
  /** To the qualifying income of the loan, four places. */
  readonly netToQualifyingRatio: number | null;
  readonly lines: readonly Line[];
}

/** The largest first. */
export function readIncome(one: Case): { income: IncomeStream[]; findings: Finding[] } {
  const income = streamsOf(one).map((stream): IncomeStream => {
    const { monthlyNetCents } = stream;
    const toQualifying = monthlyNetCents === null ? null : ratio(monthlyNetCents, one.loan.monthlyIncome ?? 0);
    return { ...stream, netToQualifyingRatio: toQualifying };
  });
  return { income, findings: income.flatMap((stream) => findingsOf(one, stream)) };
}

type Stream = Omit<IncomeStream, "netToQualifyingRatio">;

const streamsOf = once((layout): Stream[] => {
  const pay = [...linesOf(layout)].filter((line) => {
    if (!isDeposit(line)) return false;
    const identity = identityByItself(line);
    return identity === "payroll" || identity === "government_benefit";
  });
  return [...byPayee(pay).values()]
    .filter(({ length }) => length > 1)
    .map(streamOf)
    .sort((a, b) => (b.monthlyNetCents ?? 0) - (a.monthlyNetCents ?? 0) || order(a.payer, b.payer));
});

function streamOf(lines: readonly Line[]): Stream {
  const gap = median(gapsOf(lines));
  const cadence = NAMES.find((name) => gap >= CADENCES[name].gap[0] && gap <= CADENCES[name].gap[1]) ?? null;
  const medianNetCents = median(lines.map(({ cents }) => -cents));
  const monthlyNetCents = cadence && half(medianNetCents * CADENCES[cadence].perMonth);
  return {
    payer: lines[0]!.source.merchantName ?? payeeKey(lines[0]!), // two or more, as filtered
    cadence,
    occurrences: lines.length,
    medianNetCents,
    monthlyNetCents,
    lines,
  };
}

function findingsOf({ asOf }: Case, { payer, cadence, medianNetCents, lines }: IncomeStream): Finding[] {
  if (!cadence) return [];
  const longest = RULES.R12.parameters.gapFactor * CADENCES[cadence].days;
  const shared = { ruleId: "R12", programs: PROGRAMS, severity: "review", inputs: { payer, medianNetCents } } as const;
  const broken = gapsOf(lines).findIndex((gap) => gap > longest);
  const last = lines.at(-1)!; // two or more
  return [
    ...(broken >= 0
      ? [
          finding({
            ...shared,
            code: "INCOME_GAP",
            text: `${payer} paid ${dollars(medianNetCents)} ${cadence}, but nothing between ${inWords(lines[broken]!.source.date)} and ${inWords(lines[broken + 1]!.source.date)}. Ask why.`,
            lines: lines.slice(broken, broken + 2),
          }),
        ]
      : []),
    ...(asOf - last.day > longest
      ? [
          finding({
            ...shared,
            code: "INCOME_STOPPED",
            text: `${payer} paid ${dollars(medianNetCents)} ${cadence}, last on ${inWords(last.source.date)}. Ask whether the income goes on.`,
            lines: [last],
          }),
        ]
      : []),
  ];
}
