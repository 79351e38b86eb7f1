import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import type { LineClass } from "./classifier/classify.ts";
import { dayOf } from "./days.ts";
import type { Finding, NotEvaluated, Program } from "./evaluation.ts";
import { confirm, evidence, finding } from "./finding.ts";
import { isFree, isPayment, isWithin, type Line, type Model } from "./model.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";

export interface WithdrawalRow {
  readonly line: Line;
  readonly cents: number;
  readonly isRecent: boolean;
  /** Accepted evidence explains it. */
  readonly isDocumented: boolean;
}

export interface WithdrawalsInput {
  readonly model: Model;
  readonly loan: Loan;
  readonly programs: readonly Program[];
}

/** Money that goes to the borrower's own accounts, to closing, to taxes or to a card is no new debt or gift. */
const EXEMPT: ReadonlySet<LineClass> = new Set<LineClass>([
  "own_transfer",
  "title_escrow",
  "tax_payment",
  "card_payment",
]);

/** R21: large payments of the last 30 days. */
export function evaluateWithdrawals({ model, loan, programs }: WithdrawalsInput): {
  rows: WithdrawalRow[];
  findings: Finding[];
  notEvaluated: NotEvaluated[];
} {
  const { recentDays, withoutIncomeCents } = RULES.R21.parameters;
  const thresholdCents = loan.monthlyIncome ? Math.floor(loan.monthlyIncome / 2) : withoutIncomeCents;
  const rows = recentPayments(model)
    .filter(({ cents }) => cents > thresholdCents)
    .map((line): WithdrawalRow => ({
      line,
      cents: line.cents,
      isRecent: isWithin(line, recentDays),
      isDocumented: model.evidenceOf.has(line),
    }));
  const findings = rows
    .filter(({ isDocumented }) => !isDocumented)
    .map(({ line, cents, isRecent }) => {
      const payee = payeeOf(line);
      return finding({
        ruleId: "R21",
        code: "LARGE_WITHDRAWAL",
        programs,
        severity: isRecent ? "review" : "info",
        text: `${formatMoney(cents)} left ${line.account.name} on ${longDay(dayOf(line.day))}${payee ? `, paid to ${payee}` : ""}. It may be a new debt or a gift; ask what it was for.`,
        clearedBy: [evidence("letter", "transfer", "emd_receipt", "other"), confirm("ownTransfer")],
        inputs: { amountCents: cents, thresholdCents, days: line.account.asOf - line.day },
        lines: [line],
      });
    });
  return { rows, findings, notEvaluated: [] };
}

const recentPayments = once((model: Model): readonly Line[] => {
  const { days } = RULES.R21.parameters;
  return model.accounts
    .filter((account) => account.kind === "depository" && model.counting.get(account)?.isCounted)
    .flatMap(({ lines }) => lines)
    .filter(
      (line) =>
        isPayment(line) &&
        isWithin(line, days) &&
        isFree(model, line) &&
        !EXEMPT.has(line.class) &&
        !model.confirmed("ownTransfer", { line }),
    );
});

function payeeOf({ source, classification }: Line): string | null {
  return classification.person ?? classification.payee?.name ?? source.merchantName;
}
