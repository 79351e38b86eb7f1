// Owns what a findings set is: a report as an underwriter reads it, its grounds, and what is new since the one before.
import * as z from "zod/mini";
import { Loan } from "#features/loans/contract.ts";
import { EvidenceSource } from "#features/evidence/contract.ts";
import { Cents, Day, Id, SignedCents, Timestamp } from "#kit/contract/fields.ts";

/** The programs whose rules are read side by side. */
export const Program = z.enum(["fannie", "freddie", "fha"]);
export type Program = z.infer<typeof Program>;

export const Severity = z.enum(["blocker", "review", "info"]);
export type Severity = z.infer<typeof Severity>;

const Figure = z.union([z.number(), z.string(), z.null()]);

// As the rules hand them out: nobody changes a set.
const list = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema));

export const Finding = z.object({
  ruleId: z.string(),
  /** What exactly was seen, for example LARGE_UNSOURCED. */
  code: z.string(),
  /** Those under which it holds. */
  programs: list(Program),
  severity: Severity,
  title: z.string(),
  /** One or two sentences for people: what was seen, and what settles it. */
  text: z.string(),
  /** Guide and section. */
  source: z.string(),
  /** The figures that tripped the rule, by name; money in cents. */
  inputs: z.readonly(z.record(z.string(), Figure)),
  accountIds: list(z.string()),
  transactionIds: list(z.string()),
});
export type Finding = z.infer<typeof Finding>;

/** A rule that could not be read for want of something: never guessed. */
export const NotEvaluated = z.object({
  ruleId: z.string(),
  programs: list(Program),
  /** Fields of the loan, or what the report lacks. */
  missing: list(z.string()),
});
export type NotEvaluated = z.infer<typeof NotEvaluated>;

/**
 * `enough`: the money closes the loan, and nothing blocks. `open`: it would, once what blocks is settled. `short`: money
 * or reserves are missing. `notEvaluated`: the loan does not say enough.
 */
export const OUTCOMES = ["enough", "open", "short", "notEvaluated"] as const;
export const Outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof Outcome>;

const Counts = z.object({ blocker: z.int(), review: z.int(), info: z.int() });

export const Verdict = z.object({
  program: Program,
  outcome: Outcome,
  text: z.string(),
  /** Fields of the loan that are wanted for an answer. */
  missing: list(z.string()),
  counts: Counts,
});
export type Verdict = z.infer<typeof Verdict>;

const Known = z.nullable(SignedCents); // `null`: the loan does not say enough

/** Whether the money is enough under one program (R6 to R7b). Cents; months to two places, never rounded up. */
export const ProgramFunds = z.object({
  usableByAccount: list(z.object({ accountId: z.string(), cents: SignedCents })),
  reductionCents: SignedCents,
  giftCents: SignedCents,
  usableClosingCents: SignedCents,
  earnestPaidCents: SignedCents,
  cashToCloseCents: Known,
  investmentClosingCents: SignedCents,
  investmentReserveCents: SignedCents,
  surplusCents: Known,
  isSufficientToClose: z.nullable(z.boolean()),
  reservesCents: Known,
  reserveMonths: z.nullable(z.number()),
  requiredReserveMonths: z.nullable(z.number()),
  isReserveEnough: z.nullable(z.boolean()),
});
export type ProgramFunds = z.infer<typeof ProgramFunds>;

const eachProgram = <S extends z.ZodMiniType>(schema: S) => z.object({ fannie: schema, freddie: schema, fha: schema });

/**
 * Why a report was judged, or judged again. A new policy or rule set brings no set by itself: a stored reading stands as it
 * was judged, and both hold from the next report or change on.
 */
export const SET_CAUSES = ["report", "loan", "evidence"] as const;

/** One judgement of one report, never changed: what comes later is a set of its own. */
export const FindingsSet = z.object({
  id: Id,
  reportId: Id,
  ruleSetVersion: z.string(),
  judgedAt: Timestamp,
  cause: z.enum(SET_CAUSES),
  /** The serious first. */
  findings: list(Finding),
  notEvaluated: list(NotEvaluated),
  verdicts: eachProgram(Verdict),
  funds: eachProgram(ProgramFunds),
});
export type FindingsSet = z.infer<typeof FindingsSet>;

/** All that a judgement hangs on beside the reading: with both, everybody comes to the same figures. */
export const Grounds = z.object({
  loan: Loan,
  borrowers: z.array(z.object({ firstName: z.string(), lastName: z.string() })),
  /** Accepted. */
  evidence: z.array(EvidenceSource),
  feePolicy: z.object({ reviewFrom: z.int(), blockFrom: z.int() }),
  /** What no rule reads and every file prints: frozen with the judgement, so that its files say the same. */
  printed: z.object({
    /** The borrower's first, then those of co-borrowers. */
    fullNames: z.array(z.string()),
    loanNumber: z.nullable(z.string()),
    lender: z.string(),
    /** The lender's, an IANA name. */
    timeZone: z.string(),
  }),
});
export type Grounds = z.infer<typeof Grounds>;

/** What is different since the report before. Balances and amounts in cents, signs as the provider's. */
export const Difference = z.object({
  before: z.object({ reportId: Id, asOf: Day }),
  after: z.object({ reportId: Id, asOf: Day }),
  balances: z.array(
    z.object({
      accountId: z.string(),
      name: z.string(),
      mask: z.nullable(z.string()),
      institutionName: z.string(),
      /** `null`: the account was not in that report. */
      beforeCents: z.nullable(SignedCents),
      afterCents: z.nullable(SignedCents),
    }),
  ),
  newDeposits: z.array(
    z.object({ transactionId: z.string(), accountId: z.string(), date: Day, description: z.string(), cents: Cents }),
  ),
  newDebts: z.array(z.object({ creditor: z.string(), monthlyCents: SignedCents })),
  newFees: z.array(z.object({ transactionId: z.string(), date: Day, description: z.string(), cents: SignedCents })),
  findingsOpened: z.array(Finding),
  findingsClosed: z.array(Finding),
});
export type Difference = z.infer<typeof Difference>;
