// Owns the answer under one program, in one sentence: enough, short, open, or not to be told yet.
import type { Outcome, Program } from "#features/underwriting/contract.ts";
import { count, dollars, tenthsOf } from "./figures.ts";
import type { Finding, NotEvaluated } from "./finding.ts";
import type { Funds } from "./funds/funds.ts";
import type { LargeDeposits } from "./deposits/large-deposits.ts";
import { PROGRAM_NAMES } from "./programs.ts";

export interface Verdict {
  readonly program: Program;
  readonly outcome: Outcome;
  readonly text: string;
  /** Fields of the loan that are wanted for an answer. */
  readonly missing: readonly string[];
  readonly counts: Readonly<Record<Finding["severity"], number>>;
}

interface Read {
  readonly program: Program;
  readonly funds: Funds;
  readonly large: LargeDeposits;
  /** Of all programs. */
  readonly findings: readonly Finding[];
  readonly notEvaluated: readonly NotEvaluated[];
}

export function verdictOf({ program, funds, large, findings, notEvaluated }: Read): Verdict {
  const own = findings.filter(({ programs }) => programs.includes(program));
  const has = (severity: Finding["severity"]) => own.filter((one) => one.severity === severity).length;
  const counts = { blocker: has("blocker"), review: has("review"), info: has("info") };
  const missing = [
    ...new Set(
      notEvaluated
        .filter(({ ruleId, programs }) => (ruleId === "R7" || ruleId === "R3") && programs.includes(program))
        .flatMap((one) => one.missing),
    ),
  ];
  const outcome = outcomeOf(funds, counts.blocker);
  return { program, outcome, text: textOf({ program, funds, large }, outcome, counts.blocker), missing, counts };
}

function outcomeOf({ isSufficientToClose, isReserveEnough }: Funds, blockers: number): Outcome {
  if (isSufficientToClose === null) return "notEvaluated";
  if (!isSufficientToClose || isReserveEnough === false) return "short";
  return blockers > 0 ? "open" : "enough";
}

function textOf(
  { program, funds, large }: Pick<Read, "program" | "funds" | "large">,
  outcome: Outcome,
  blockers: number,
) {
  const under = `under ${PROGRAM_NAMES[program]}`;
  const { surplusCents, reserveMonths, requiredReserveMonths } = funds;
  if (outcome === "notEvaluated") return `Not to be told ${under} yet: the loan's terms are incomplete.`;
  const enough = `Enough to close ${under}${soldWords(funds)}`;
  if (outcome === "short")
    return surplusCents !== null && surplusCents < 0
      ? `${dollars(-surplusCents)} short of closing ${under}.`
      : `${enough}, but reserves last ${tenthsOf(reserveMonths ?? 0)} months of the ${requiredReserveMonths ?? 0} required.`;
  const left = reserveMonths === null ? "" : `, with ${tenthsOf(reserveMonths)} months of reserves left`;
  const waiting =
    outcome === "open" ? `, once ${count(blockers, "open point")} ${blockers === 1 ? "is" : "are"} settled` : "";
  return `${enough}${left}${waiting}${program === "fha" ? "." : uncountedWords(large)}`;
}

function soldWords({ investmentClosingCents }: Funds): string {
  return investmentClosingCents > 0 ? `, counting the sale of ${dollars(investmentClosingCents)} of investments` : "";
}

function uncountedWords({ evaluated }: LargeDeposits): string {
  const open = evaluated.filter(
    ({ conventional, line }) => conventional === "large_unsourced" && !line.holding.ownership.isExcluded,
  );
  const [first] = open;
  if (!first) return ".";
  return open.length === 1
    ? `; one deposit of ${dollars(first.amountCents)} is not counted until it is explained.`
    : `; ${open.length} deposits are not counted until they are explained.`;
}
