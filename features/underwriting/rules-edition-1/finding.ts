// Owns what a finding is: what a rule saw, under which programs, how serious it is, and the lines it saw it in.
import type { Program, Severity } from "#features/underwriting/contract.ts";
import type { Line } from "./case.ts";
import { citationOf, RULES, type RuleId } from "./rule-set.ts";

/** What a rule may name as having tripped it. */
export type FigureName =
  | "allowed"
  | "allowedCents"
  | "amountCents"
  | "average60Cents"
  | "blockFrom"
  | "count12Months"
  | "creditor"
  | "currency"
  | "currentCents"
  | "dataAgeDays"
  | "days"
  | "daysAvailable"
  | "daysToApplication"
  | "donor"
  | "expectedCents"
  | "expiresOn"
  | "lender"
  | "match"
  | "medianNetCents"
  | "missing"
  | "monthlyCents"
  | "neededCents"
  | "noteDate"
  | "ownCents"
  | "ownershipType"
  | "paidCents"
  | "payer"
  | "proceedsCents"
  | "ratio"
  | "requiredDays"
  | "reviewFrom"
  | "thresholdCents"
  | "undisclosedMonthlyCents"
  | "unsourcedCents";

export interface Finding {
  readonly ruleId: RuleId;
  /** What exactly was seen, for example LARGE_UNSOURCED. */
  readonly code: string;
  /** Those under which it holds. */
  readonly programs: readonly Program[];
  readonly severity: Severity;
  readonly title: string;
  /** One or two sentences for people: what was seen, and what settles it. */
  readonly text: string;
  /** Guide and section. */
  readonly source: string;
  /** The figures that tripped the rule, by name; money in cents. */
  readonly inputs: Readonly<Partial<Record<FigureName, number | string | null>>>;
  readonly accountIds: readonly string[];
  readonly transactionIds: readonly string[];
}

/** A rule that could not be read for want of something: never guessed. */
export interface NotEvaluated {
  readonly ruleId: RuleId;
  readonly programs: readonly Program[];
  /** Fields of the loan, or what the report lacks. */
  readonly missing: readonly string[];
}

type Seen = Pick<Finding, "ruleId" | "code" | "programs" | "severity" | "text"> & {
  readonly inputs?: Finding["inputs"];
  readonly accountIds?: readonly string[];
  readonly lines?: readonly Line[];
};

export function finding({ ruleId, programs, lines = [], accountIds, inputs = {}, ...rest }: Seen): Finding {
  return {
    ruleId,
    programs,
    ...rest,
    title: RULES[ruleId].title,
    source: citationOf(ruleId, programs),
    inputs,
    accountIds: accountIds ?? [...new Set(lines.map(({ holding }) => holding.account.id))],
    transactionIds: lines.map(({ id }) => id),
  };
}

/** How an account is called in a sentence. */
export function accountName({ account }: Line["holding"]): string {
  return account.mask ? `${account.name} …${account.mask}` : account.name;
}
