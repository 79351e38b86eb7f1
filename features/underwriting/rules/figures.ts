import type { Loan } from "#features/borrowers/contract.ts";
import { classify } from "./classifier/classify.ts";
import { groupOf, pendingIn } from "./counting.ts";
import { addDays, dayOf } from "./days.ts";
import { isSettled, type TestedDeposit } from "./deposits.ts";
import type { EachProgram, Figures, Program } from "./evaluation.ts";
import type { Flows } from "./flows.ts";
import { fhaReserveOf } from "./funds.ts";
import { historyOf } from "./history.ts";
import type { Account, Line, Model } from "./model.ts";
import { once } from "./once.ts";
import type { Parameters } from "./overlay.ts";
import type { ReportTransaction } from "./parsed-report.ts";
import type { ProgramResult } from "./program.ts";
import { RULES } from "./rule-set.ts";
import { fhaThreshold } from "./terms.ts";
import { compare } from "./text.ts";

interface FiguresInput {
  readonly model: Model;
  readonly loan: Loan;
  readonly results: readonly ProgramResult[];
  readonly flows: Flows;
}

/** Everything that is computed, for page, PDF, JSON and API alike. */
export function figuresOf({ model, results, flows }: FiguresInput): Figures {
  const [first] = results; // income and earnest money are the same under each
  const fha = results.find(({ program }) => program === "fha")!; // always evaluated
  return {
    asOf: model.report.asOf,
    windowDays: RULES.R3.parameters.windowDays,
    thresholds: {
      incomeCents: first!.terms.incomeThresholdCents,
      adjustedValueCents: fhaThreshold(fha.terms),
    },
    accounts: model.accounts.map((account) => accountRow(model, account, flows, fha.terms.parameters)),
    owners: ownerRows(model),
    seenTwice: model.seenTwice.map(({ account, countedAs, isSure }) => ({
      accountId: account.id,
      countedAccountId: countedAs.id,
      isSure,
    })),
    deposits: depositRows(model, results),
    pending: pendingRows(model),
    ...pairsOf(model),
    gifts: giftRows(results),
    earnestMoney: earnestRow(first!),
    income: flows.income,
    debts: flows.debts,
    undisclosedMonthlyCents: flows.undisclosedMonthlyCents,
    support: flows.support,
    otherProperties: flows.otherProperties,
    rent: flows.rent,
    nsf: flows.nsf,
    vod: flows.vod,
    vodLoans: flows.vodLoans,
    lines: lineRows(model),
  };
}

function accountRow(
  model: Model,
  account: Account,
  { balances }: Flows,
  parameters: Parameters,
): Figures["accounts"][number] {
  const { source, item, asOf } = account;
  const counting = model.counting.get(account)!; // of every account
  const history = historyOf(model, account);
  const isInvestment = account.kind === "investment";
  return {
    accountId: account.id,
    key: account.key,
    name: source.name,
    mask: source.mask,
    institutionName: item.institutionName,
    type: source.type,
    subtype: source.subtype,
    currency: source.currency,
    asOf: dayOf(asOf),
    readAt: item.lastUpdatedAt,
    periodFrom: history.shownDays > 0 ? addDays(dayOf(asOf), -history.shownDays) : null,
    periodTo: dayOf(asOf),
    daysRequested: model.report.daysRequested,
    daysShown: history.shownDays,
    currentCents: source.currentCents,
    availableCents: source.availableCents,
    marginLoanCents: isInvestment ? source.marginLoanCents : null,
    countsCents: counting.cents,
    fhaReserveCents: !isInvestment
      ? null
      : counting.isRetirement
        ? fhaReserveOf(model, account, counting.cents, parameters)
        : counting.cents,
    isCounted: counting.isCounted,
    isConditional: counting.isConditional,
    countsWhy:
      counting.why ||
      (isInvestment && source.marginLoanCents === null && groupOf(account) === "securities"
        ? "Margin not reported"
        : ""),
    ...balances.get(account)!, // of every account
  };
}

const ownerRows = once((model: Model): Figures["owners"] =>
  model.accounts.map(({ id, ownership }) => ({
    accountId: id,
    persons: ownership.persons,
    match: ownership.match,
    standing: ownership.standing,
    isJoint: ownership.isJoint,
    isBusiness: ownership.isBusiness,
    capacity: ownership.capacity,
    nonBorrowerOwners: ownership.nonBorrowers,
  })),
);

function depositRows(model: Model, results: readonly ProgramResult[]): Figures["deposits"] {
  const moved = new Map(
    results.map(({ program, input }) => [
      program,
      new Set(input.claims.filter(({ code }) => code === "MOVED_AFTER_READING").map(({ line }) => line)),
    ]),
  );
  const movedLines = new Set([...moved.values()].flatMap((lines) => [...lines]));
  const known = settledRows(model);
  const programs = results.map(({ program }) => program).join();
  const [first] = results;
  return first!.tested.map((one, at) => {
    if (!isSettled(model, at) || movedLines.has(one.deposit.line)) return depositRow(model, results, moved, at);
    // The same row for the same programs, whatever the terms are.
    const before = known.get(at);
    if (before?.programs === programs && before.tested === one) return before.row;
    const row = depositRow(model, results, moved, at);
    known.set(at, { programs, tested: one, row });
    return row;
  });
}

type DepositRow = Figures["deposits"][number];

/** Another finding takes these off, or blocks on them. */
const NAMED_OTHERWISE: ReadonlySet<string> = new Set([
  "large_unsourced",
  "document_source",
  "borrowed",
  "interested_party",
]);

const settledRows = once(
  (_model: Model) => new Map<number, { programs: string; tested: TestedDeposit; row: DepositRow }>(),
);

function depositRow(
  model: Model,
  results: readonly ProgramResult[],
  moved: ReadonlyMap<Program, ReadonlySet<Line>>,
  at: number,
): DepositRow {
  const rows = results.map(({ tested }) => tested[at]!);
  const [first] = rows;
  const { deposit, identifiedAs, unsourcedCents } = first!; // some program is always evaluated
  const { line } = deposit;
  const outcomes: Partial<Record<Program, DepositRow["outcomes"]["fannie"]>> = {};
  for (const { program, tested } of results) {
    const outcome = outcomeOf(tested[at]!);
    outcomes[program] =
      moved.get(program)!.has(line) && !NAMED_OTHERWISE.has(outcome) ? "moved_after_reading" : outcome;
  }
  return {
    transactionId: line.id,
    accountId: line.account.id,
    date: line.source.date,
    cents: deposit.cents,
    class: line.class,
    payee: payeeOf(line),
    identifiedAs,
    matchedTransactionId: (model.transferOf.get(line) ?? model.netOf.get(line))?.id ?? null,
    sourcedCents: deposit.sourcedCents,
    unsourcedCents,
    evidenceIds: deposit.evidenceIds,
    outcomes: outcomes as EachProgram<DepositRow["outcomes"]["fannie"]>,
    notTestedWhy: rows.find(({ why }) => why !== null)?.why ?? null,
  };
}

function outcomeOf({ outcome, deposit }: TestedDeposit): Figures["deposits"][number]["outcomes"]["fannie"] {
  return outcome === "sourced" && deposit.giftCents >= deposit.cents ? "gift" : outcome;
}

function payeeOf({ classification: { payee, person, party } }: Pick<Line, "classification">): string | null {
  return payee?.name ?? person ?? (party || null);
}

const pendingRows = once((model: Model): Figures["pending"] =>
  model.accounts.flatMap((account) =>
    pendingIn(account).map((line) => ({
      transactionId: line.id,
      accountId: account.id,
      date: line.source.date,
      cents: -line.cents,
      isCounted: model.identifiedPending.has(line) && model.counting.get(account)?.isCounted === true,
    })),
  ),
);

const pairsOf = once((model: Model): Pick<Figures, "transfers" | "nets"> => ({
  transfers: [
    ...[...model.transferOf]
      .filter(([line, other]) => line.cents > other.cents)
      .map(([debit, credit]) => pairRow(debit, credit, false)),
    ...[...model.possibleTransferOf].map(([credit, debit]) => pairRow(debit, credit, true)),
  ],
  nets: [...model.netOf]
    .filter(([line, other]) => line.cents < other.cents)
    .map(([deposit, debit]) => {
      const isReturned = debit.day >= deposit.day && debit.account === deposit.account;
      const [first, second] = isReturned ? [deposit, debit] : [debit, deposit];
      return {
        firstId: first.id,
        secondId: second.id,
        cents: -deposit.cents,
        kind: isReturned ? "returned" : "refund",
      };
    }),
}));

function pairRow(debit: Line, credit: Line, isPossible: boolean): Figures["transfers"][number] {
  return { debitId: debit.id, creditId: credit.id, cents: debit.cents, isPossible };
}

function giftRows(results: readonly ProgramResult[]): Figures["gifts"] {
  const [first] = results;
  return first!.gifts.map(({ gift }, at) => ({
    evidenceId: gift.evidence.id ?? null,
    transactionId: gift.line?.id ?? null,
    donor: gift.donorName,
    relationship: gift.evidence.donor?.relationship ?? "",
    cents: gift.cents,
    isToCome: gift.isToCome,
    missing: gift.missing,
    outcomes: Object.fromEntries(
      results.map(({ program, gifts }): [Program, string] => [program, gifts[at]!.outcome]),
    ) as unknown as EachProgram<"counts" | "conditional" | "never">,
  }));
}

function earnestRow({ earnest }: ProgramResult): Figures["earnestMoney"] {
  if (!earnest) return null;
  return {
    enteredCents: earnest.enteredCents,
    foundCents: earnest.foundCents,
    creditCents: earnest.sureCents + earnest.conditionalCents,
    lines: earnest.payments.map(({ line, averageCents, isSupported }) => ({
      transactionId: line.id,
      accountId: line.account.id,
      date: line.source.date,
      cents: line.cents,
      average60Cents: averageCents,
      isSupported,
      isConditional: earnest.uncounted.includes(line),
    })),
  };
}

const lineRows = once((model: Model): Figures["lines"] => {
  const known = new Map(model.accounts.flatMap(({ lines }) => lines.map((line) => [line.id, line])));
  return model.report.items
    .flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions))
    .sort(byContent)
    .map((transaction) => {
      // Lines of an account that is counted elsewhere, and pending copies of posted lines, are in no account.
      const line = known.get(transaction.id) ?? { classification: classify(transaction) };
      return { id: transaction.id, class: line.classification.class, payee: payeeOf(line) };
    });
});

/** Not in the provider's order, which may differ between two readings of the same data. */
function byContent(a: ReportTransaction, b: ReportTransaction): number {
  return (
    compare(a.date, b.date) ||
    a.amountCents - b.amountCents ||
    compare(a.description, b.description) ||
    compare(a.id, b.id)
  );
}
