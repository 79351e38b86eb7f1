// Owns what is said of large deposits, once it is known whether the money is enough without them.
import type { Severity } from "#features/underwriting/contract.ts";
import { inWords } from "../days.ts";
import { dollars, sum } from "../figures.ts";
import { accountName, finding, type Finding } from "../finding.ts";
import type { Funds } from "./funds.ts";
import { CONVENTIONAL } from "../programs.ts";
import type { LargeDeposit, LargeDeposits } from "../deposits/large-deposits.ts";

/** @param funds under the conventional programs, what is unexplained taken off already */
export function findLargeDeposits(deposits: LargeDeposits, funds: Funds): Finding[] {
  return [
    ...deposits.evaluated.flatMap((deposit) => [
      ...conventionalFindings(deposit, deposits, severityOf(funds)),
      ...fhaFindings(deposit, deposits),
    ]),
    ...deposits.runs.map((run) => {
      const cents = sum(run.map((line) => -line.cents));
      return finding({
        ruleId: "R3",
        code: "SEVERAL_SMALLER",
        programs: CONVENTIONAL,
        severity: "info",
        text: `${run.length} deposits into ${accountName(run[0]!.holding)} within three days come to ${dollars(cents)} together. No rule asks for their source; an underwriter may.`,
        inputs: { amountCents: cents, thresholdCents: deposits.conventionalThresholdCents },
        lines: run,
      });
    }),
  ];
}

/** Without them enough: no action. Not known whether: somebody has to look. */
function severityOf({ isSufficientToClose, isReserveEnough }: Funds): Severity {
  if (isSufficientToClose === null) return "review";
  return isSufficientToClose && isReserveEnough !== false ? "info" : "blocker";
}

function conventionalFindings(
  { line, amountCents, unsourcedCents, conventional }: LargeDeposit,
  { conventionalThresholdCents }: LargeDeposits,
  severity: Severity,
): Finding[] {
  if (conventional !== "large_unsourced") return [];
  const isCounted = line.holding.ownership.isExcluded;
  return [
    finding({
      ruleId: "R3",
      code: "LARGE_UNSOURCED",
      programs: CONVENTIONAL,
      severity: isCounted ? "info" : severity,
      text: isCounted
        ? `${dollars(amountCents)} came into ${accountName(line.holding)} on ${inWords(line.source.date)}, which does not count anyway.`
        : `${dollars(unsourcedCents)} of a deposit of ${dollars(amountCents)} into ${accountName(line.holding)} on ${inWords(line.source.date)} is unexplained and not counted. ${severity === "info" ? "The money is enough without it." : "Show where it came from, or close without it."}`,
      inputs: { amountCents, unsourcedCents, thresholdCents: conventionalThresholdCents },
      lines: [line],
    }),
  ];
}

function fhaFindings(
  { line, amountCents, unsourcedCents, fha }: LargeDeposit,
  { fhaThresholdCents }: LargeDeposits,
): Finding[] {
  if (fha !== "document_source") return [];
  const isCounted = !line.holding.ownership.isExcluded;
  return [
    finding({
      ruleId: "R3c",
      code: "DOCUMENT_SOURCE",
      programs: ["fha"],
      severity: isCounted ? "blocker" : "info",
      text: `A deposit of ${dollars(amountCents)} into ${accountName(line.holding)} on ${inWords(line.source.date)} is above 1% of the adjusted value; ${dollars(unsourcedCents)} of it has no papers yet. Document the source, and that it is no new debt.`,
      inputs: { amountCents, unsourcedCents, thresholdCents: fhaThresholdCents },
      lines: [line],
    }),
  ];
}
