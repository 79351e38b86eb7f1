import type { Loan } from "#features/borrowers/contract.ts";
import { evaluateBalances, findBalances, type AccountBalances } from "./balances.ts";
import { evaluateObligations, findObligations } from "./debts.ts";
import { readDeposits } from "./deposits.ts";
import type { Figures, Finding, NotEvaluated, Program } from "./evaluation.ts";
import { evaluateIncome, findIncomeStreams } from "./income.ts";
import type { Account, Model } from "./model.ts";
import { sum } from "./money.ts";
import type { Parameters } from "./overlay.ts";
import { evaluateRent, findRent } from "./rent.ts";
import { evaluateReturnedItems, findReturnedItems } from "./returned-items.ts";

interface FlowsInput {
  readonly model: Model;
  readonly loan: Loan;
  readonly parameters: Parameters;
  readonly programs: readonly Program[];
}

/** What comes in and goes out over time, beside the money trail. */
export interface Flows extends Pick<
  Figures,
  "income" | "debts" | "undisclosedMonthlyCents" | "support" | "otherProperties" | "rent" | "nsf" | "vod" | "vodLoans"
> {
  readonly balances: ReadonlyMap<Account, AccountBalances>;
  readonly findings: readonly Finding[];
  readonly notEvaluated: readonly NotEvaluated[];
}

/** R10 to R12, R15, R17, R18 and R22 to R24. */
export function evaluateFlows({ model, loan, parameters, programs }: FlowsInput): Flows {
  const income = evaluateIncome(findIncomeStreams(model), { model, loan, programs });
  const obligations = evaluateObligations(findObligations(model), { model, loan, programs });
  const rent = evaluateRent(findRent(model), { model, loan, programs });
  const nsf = evaluateReturnedItems(findReturnedItems(model), { model, policy: parameters, programs });
  const found = findBalances(model);
  const balances = evaluateBalances(found, {
    model,
    programs,
    explainedCents: (account) => explainedCents(model, account),
  });
  const parts = [income, obligations, rent, nsf, balances];
  return {
    income: income.rows,
    debts: obligations.debts,
    undisclosedMonthlyCents: obligations.undisclosedMonthlyCents,
    support: obligations.support,
    otherProperties: obligations.otherProperties,
    rent: rent.rows,
    nsf: nsf.summary,
    vod: found.vod,
    vodLoans: found.vodLoans,
    balances: found.byAccount,
    findings: parts.flatMap((part) => part.findings),
    notEvaluated: parts.flatMap((part) => part.notEvaluated),
  };
}

/** Cents of an account's deposits of the window that are identified or documented. */
function explainedCents(model: Model, account: Account): number {
  return sum(
    readDeposits(model)
      .filter(({ line, isInWindow }) => line.account === account && isInWindow)
      .map(({ cents, identifiedAs, refundCents, sourcedCents }) =>
        identifiedAs === null ? Math.min(cents, refundCents + sourcedCents) : cents,
      ),
  );
}
