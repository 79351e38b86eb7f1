import type { Loan } from "#features/borrowers/contract.ts";
import { type Change, documented, oneLess } from "./counterfactual-change.ts";
import { addDays, dayNumber, dayOf } from "./days.ts";
import { readDeposits } from "./deposits.ts";
import type { Question } from "./evaluate.ts";
import type { Confirmation, Evaluation, EvidenceKind, EvidenceSource, Finding } from "./evaluation.ts";
import { missingGiftParts } from "./gifts.ts";
import type { Account, Line, Model } from "./model.ts";
import { sum } from "./money.ts";
import type { FindingCode } from "./overlay.ts";
import { RULES } from "./rule-set.ts";

/** A change that may clear a finding, and what falls short of it by one; `null`: it is no matter of amount. */
export interface Candidate {
  readonly change: Change;
  readonly less: Change | null;
}

/** What the candidates for one finding are made from. */
export interface Asked {
  readonly question: Question;
  readonly evaluation: Evaluation;
  readonly finding: Finding;
  readonly model: Model;
  readonly lines: readonly Line[];
  readonly accounts: readonly Account[];
  /** Whether the rules no longer give the finding; `false` once too many changes were tried. */
  readonly isCleared: (change: Change) => boolean;
}

/** Why no change clears a finding. */
export type NoChange = "information" | "newData" | "decision" | "together" | "rules";

type Ways = ((asked: Asked) => readonly Candidate[]) | Exclude<NoChange, "together" | "rules">;

// ---- Making candidates ------------------------------------------------------------------------------------------

const plain = (change: Change): Candidate => ({ change, less: oneLess(change) });
const cents = ({ inputs }: Finding, name: string): number => Number(inputs[name] ?? 0);
const text = ({ inputs }: Finding, name: string): string => String(inputs[name] ?? "");

function term<Field extends keyof Loan>(
  field: Field,
  value: NonNullable<Loan[Field]>,
  less?: NonNullable<Loan[Field]>,
): Candidate {
  const of = (one: NonNullable<Loan[Field]>) => ({ kind: "loanTerm", field, value: one }) as Change;
  return { change: of(value), less: less === undefined ? null : of(less) };
}

const confirm = (
  confirmation: Confirmation["kind"],
  subject: Confirmation["subject"],
  hasDocument = false,
): Candidate => plain({ kind: "confirmation", confirmation, subject, hasDocument });

const explain = (
  parts: Extract<Change, { kind: "explain" }>["parts"],
  evidence: EvidenceKind = "other",
): Candidate[] => (parts.length === 0 ? [] : [plain({ kind: "explain", evidence, parts })]);

const letter = (lines: readonly Line[]): Candidate[] =>
  explain(
    lines.map(({ id }) => ({ transactionId: id, cents: 0 })),
    "letter",
  );

const evidence = (one: EvidenceSource, less: EvidenceSource | null = null): Candidate => ({
  change: { kind: "evidence", evidence: one },
  less: less && { kind: "evidence", evidence: less },
});

const leaveOut = ({ accounts: [account] }: Pick<Asked, "accounts">): Candidate[] =>
  account ? [plain({ kind: "leaveOut", accountId: account.id })] : [];

const ofLine = (
  { lines: [line] }: Pick<Asked, "lines">,
  of: (line: Line) => readonly Candidate[],
): readonly Candidate[] => (line ? of(line) : []);
const ofAccount = ({ accounts: [account] }: Asked, of: (account: Account) => readonly Candidate[]) =>
  account ? of(account) : [];
const ofPayee = (kind: Confirmation["kind"], { finding }: Asked): Candidate[] =>
  finding.subject === null ? [] : [confirm(kind, { payee: finding.subject })];

const ownTransfer = (line: Line) => confirm("ownTransfer", { transactionId: line.id }, true);
const explainLine = (line: Line, open: number, kind?: EvidenceKind) =>
  open > 0 ? explain([{ transactionId: line.id, cents: open }], kind) : [];
const amount = (line: Line, most: number) =>
  most > 0 ? [plain({ kind: "amount", transactionId: line.id, cents: most })] : [];

/** The least number above `low` that clears the finding, by bisection; `undefined`: `high` does not either. */
function least(low: number, high: number, isCleared: (number: number) => boolean): number | undefined {
  if (high <= low || !isCleared(high)) return undefined;
  let [from, to] = [low, high];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (isCleared(middle)) to = middle;
    else from = middle;
  }
  return to;
}

/** The first so many cents of deposits, each as a whole before the next. */
function firstCents(open: readonly (readonly [line: Line, cents: number])[], total: number) {
  let left = total;
  return open.flatMap(([line, most]) => {
    const part = Math.min(left, most);
    left -= part;
    return part > 0 ? [{ transactionId: line.id, cents: part }] : [];
  });
}

/** Cents of each line that no evidence documents, the largest first. */
function openCents({ model }: Asked, lines: readonly Line[]): (readonly [Line, number])[] {
  const deposits = new Map(readDeposits(model).map((one) => [one.line, one]));
  return lines
    .flatMap((line): (readonly [Line, number])[] => {
      const deposit = deposits.get(line);
      if (!deposit) return [];
      const open = deposit.cents - deposit.refundCents - deposit.sourcedCents;
      return open > 0 ? [[line, open]] : [];
    })
    .sort(([, a], [, b]) => b - a);
}

/** A counted bank account whose money is under no condition. */
function openAccount({ evaluation, finding }: Asked): string | undefined {
  const [program] = finding.programs;
  const rows = (program && evaluation.funds[program]?.usableByAccount) ?? [];
  return rows.find(({ isConditional, cents: left }) => !isConditional && left > 0)?.accountId;
}

function moreFunds(asked: Asked, wanted: number): Candidate[] {
  const accountId = openAccount(asked);
  return accountId === undefined || wanted <= 0 ? [] : [plain({ kind: "funds", accountId, cents: wanted })];
}

/** The first day from which on its data would do. */
function readOn(asked: Asked, last: string): Candidate[] {
  const items = [...new Set(asked.accounts.map(({ item }) => item))];
  const from = Math.min(...asked.accounts.map(({ asOf }) => asOf));
  const itemIds = items.map(({ id }) => id);
  const of = (day: number): Change => ({ kind: "newReport", readOn: dayOf(day), itemIds });
  const day = least(from, dayNumber(last), (one) => asked.isCleared(of(one)));
  return day === undefined ? [] : [plain(of(day))];
}

// ---- Accounts ---------------------------------------------------------------------------------------------------

const statement = (account: Account, more: Partial<EvidenceSource> = {}) =>
  documented("statement", Math.max(1, account.source.currentCents ?? 0), { accountId: account.id, ...more });

/** A statement of the day until which it is new enough, and one of the day before. */
function dated(account: Account, shownCents: number): Candidate {
  const days = RULES.R6b.parameters.statementDays;
  const of = (age: number) =>
    documented("statement", shownCents, { accountId: account.id, periodTo: dayOf(account.asOf - age) });
  return evidence(of(days), of(days + 1));
}

const planTerms = (account: Account) => documented("plan_terms", 0, { accountId: account.id });

function requestedPlanTerms(asked: Asked): readonly Candidate[] {
  return ofAccount(asked, (account) => {
    if (asked.finding.clearedBy.some((way) => way.by === "evidence" && way.kinds.includes("plan_terms")))
      return [evidence(planTerms(account)), confirm("planTerms", { accountId: account.id }, true)];
    const { change, less } = dated(account, Math.max(1, account.source.currentCents ?? 0));
    // What is vested counts once the terms of the plan are known as well.
    const terms: Change = { kind: "evidence", evidence: planTerms(account) };
    return [
      { change, less },
      { change: { kind: "all", changes: [change, terms] }, less: less && { kind: "all", changes: [less, terms] } },
    ];
  });
}

function ownerWays(asked: Asked): readonly Candidate[] {
  return ofAccount(asked, (account) => [
    confirm("borrower", { accountId: account.id }, true),
    evidence(statement(account)),
    ...leaveOut(asked),
  ]);
}

function insufficientHistory(asked: Asked): readonly Candidate[] {
  return ofAccount(asked, (account) => {
    const from = account.asOf - cents(asked.finding, "requiredDays");
    const to = account.asOf - cents(asked.finding, "shownDays");
    const of = (day: number) => statement(account, { periodFrom: dayOf(day), periodTo: dayOf(to) });
    return [evidence(of(from), of(from + 1)), ...leaveOut(asked)];
  });
}

function fromFiles(asked: Asked): readonly Candidate[] {
  return ofAccount(asked, (account) => {
    const [periodFrom, periodTo] = [text(asked.finding, "from"), text(asked.finding, "to")];
    return [
      evidence(
        statement(account, { periodFrom, periodTo }),
        statement(account, { periodFrom, periodTo: addDays(periodTo, -1) }),
      ),
      ...leaveOut(asked),
    ];
  });
}

function accessLetter(asked: Asked): readonly Candidate[] {
  const { finding } = asked;
  return ofAccount(asked, (account) => [
    evidence(documented("access_letter", 0, { accountId: account.id, person: finding.subject })),
    ...(finding.subject === null ? [] : [plain({ kind: "person", name: finding.subject })]),
  ]);
}

// ---- Deposits ---------------------------------------------------------------------------------------------------

function large(asked: Asked, isWhole: boolean): readonly Candidate[] {
  const { finding, model } = asked;
  return ofLine(asked, (line) => {
    const most = cents(finding, "thresholdCents");
    const open = cents(finding, "unsourcedCents");
    const sourced = cents(finding, "sourcedCents");
    return [
      ...explainLine(line, isWhole ? open : open - most),
      ...amount(line, (isWhole ? Math.max(most, sourced) : most + sourced) + (model.partialRefundOf.get(line) ?? 0)),
      ownTransfer(line),
    ];
  });
}

const borrowed = (asked: Asked) =>
  ofLine(asked, (line) => [
    ...explainLine(line, cents(asked.finding, "unsourcedCents"), "secured_loan"),
    confirm("notALoan", { transactionId: line.id }, true),
  ]);

function manyUnexplained(asked: Asked): readonly Candidate[] {
  const { finding, lines, model, isCleared } = asked;
  const most = cents(finding, "thresholdCents");
  const others = readDeposits(model)
    .filter(({ line, isCounted, cents: all }) => isCounted && all <= most && !lines.includes(line))
    .map(({ line }) => line);
  // Another run of days may be above the threshold as well.
  const open = [...openCents(asked, lines), ...openCents(asked, others)];
  const total = sum(open.map(([, one]) => one));
  const of = (one: number): Change => ({ kind: "explain", evidence: "other", parts: firstCents(open, one) });
  const wanted = cents(finding, "sumCents") - most;
  const found = isCleared(of(wanted)) ? wanted : least(wanted, total, (one) => isCleared(of(one)));
  return found === undefined ? [] : [plain(of(found))];
}

function cashPattern(asked: Asked): readonly Candidate[] {
  const open = openCents(asked, asked.lines);
  const of = (number: number): Change => ({
    kind: "explain",
    evidence: "other",
    parts: open.slice(open.length - number).map(([{ id }, one]) => ({ transactionId: id, cents: one })),
  });
  const found = least(0, open.length, (number) => asked.isCleared(of(number)));
  return found === undefined ? [] : [plain(of(found))];
}

function aboveAverage(asked: Asked): readonly Candidate[] {
  const { model, finding } = asked;
  return ofAccount(asked, (account) => {
    const deposits = readDeposits(model).filter(({ line, isInWindow }) => line.account === account && isInWindow);
    const open = openCents(
      asked,
      deposits.filter(({ identifiedAs }) => identifiedAs === null).map(({ line }) => line),
    );
    const explained = sum(deposits.map(({ cents: all }) => all)) - sum(open.map(([, one]) => one));
    const wanted = cents(finding, "riseCents") - explained;
    return explain(firstCents(open, wanted));
  });
}

function recentlyOpened(asked: Asked): readonly Candidate[] {
  const open = openCents(asked, asked.lines).map(([{ id }, one]) => ({ transactionId: id, cents: one }));
  return [...explain(open), ...leaveOut(asked)];
}

function movedAfterReading(asked: Asked): readonly Candidate[] {
  return ofLine(asked, ({ day }) => [plain({ kind: "newReport", readOn: dayOf(day), itemIds: null })]);
}

// ---- Gifts ------------------------------------------------------------------------------------------------------

/** The gifts that a finding may be about, by their place in the list of evidence. */
function giftsOf({ question, finding, model }: Asked): { at: number; one: EvidenceSource }[] {
  return question.evidence.flatMap((one, at) => {
    if (one.kind !== "gift" || (one.donor?.name || "an unnamed donor") !== finding.subject) return [];
    const line = [...model.evidenceOf].find(([, sources]) => sources.includes(one))?.[0];
    const isSame = finding.transactionIds.length === 0 ? line === undefined : finding.transactionIds[0] === line?.id;
    return isSame ? [{ at, one }] : [];
  });
}

function completed(one: EvidenceSource, amountCents: number): EvidenceSource {
  const missing = new Set(missingGiftParts(one, amountCents));
  const donor = one.donor ?? {};
  return {
    ...one,
    donor: {
      ...donor,
      name: donor.name || "As in the letter",
      address: donor.address || "As in the letter",
      phone: donor.phone || "As in the letter",
      relationship: missing.has("the relationship") ? "family" : (donor.relationship ?? ""),
    },
    amountCents: Math.max(one.amountCents ?? 0, amountCents),
    noRepayment: true,
    transferEvidence: true,
    hasDocument: true,
  };
}

const giftWays =
  (isCompletable: boolean) =>
  (asked: Asked): readonly Candidate[] =>
    giftsOf(asked).flatMap(({ at, one }) => {
      const of = (by: EvidenceSource | null) => plain({ kind: "replaceEvidence", at, by });
      const letterOf = completed(one, cents(asked.finding, "amountCents"));
      const withInterest = { ...letterOf, donor: { ...letterOf.donor, isInterestDocumented: true } };
      const { donor: _donor, ...rest } = one;
      return [
        ...(isCompletable ? [of(letterOf), of(withInterest)] : []),
        of(one.transactionId === null ? null : { ...rest, kind: "other" }),
      ];
    });

// ---- Earnest money ----------------------------------------------------------------------------------------------

/** The last day on which a payment cleared before any counted bank was read. */
function clearedBefore({ model }: Asked): string {
  const counted = model.accounts.filter((account) => model.counting.get(account)?.isCounted);
  return dayOf(Math.min(...counted.map(({ asOf }) => asOf)) - 1);
}

function receipt(asked: Asked, sourcedCents: number): Candidate[] {
  if (sourcedCents <= 0) return [];
  const of = (one: number) => documented("emd_receipt", one, { clearedOn: clearedBefore(asked) });
  return [evidence(of(sourcedCents), of(sourcedCents - 1))];
}

function clearedReceipts(asked: Asked): readonly Candidate[] {
  const last = clearedBefore(asked);
  const of = (day: string): Change => ({
    kind: "all",
    changes: asked.question.evidence.flatMap((one, at): Change[] =>
      one.kind === "emd_receipt" && !(one.clearedOn && one.clearedOn <= last)
        ? [{ kind: "replaceEvidence", at, by: { ...one, clearedOn: day } }]
        : [],
    ),
  });
  return [{ change: of(last), less: of(addDays(last, 1)) }];
}

const missingEarnest = ({ evaluation, finding }: Asked) =>
  cents(finding, "enteredCents") - (evaluation.figures.earnestMoney?.creditCents ?? 0);

function earnestDiffers(asked: Asked): readonly Candidate[] {
  return [...receipt(asked, cents(asked.finding, "missingCents")), term("emd", cents(asked.finding, "foundCents"))];
}

function earnestUnsupported(asked: Asked): readonly Candidate[] {
  const { earnestMoney } = asked.evaluation.figures;
  if (!earnestMoney) return [];
  const wanted = Math.min(earnestMoney.enteredCents, earnestMoney.foundCents);
  const found = least(0, wanted, (one) => receipt(asked, one).some(({ change }) => asked.isCleared(change)));
  return found === undefined ? [] : receipt(asked, found);
}

// ---- Terms of the loan ------------------------------------------------------------------------------------------

function contribution(asked: Asked): readonly Candidate[] {
  const { question, finding } = asked;
  const { loanAmount = 0 } = question.loan;
  const [needed, given] = [cents(finding, "neededCents"), cents(finding, "contributionCents")];
  const most = loanAmount - (needed - given);
  const { fhaLowScoreBelow, fhaLeastScore, fhaTenThousandths } = RULES.R26.parameters;
  const value = given + loanAmount;
  const atLeast = value - Math.ceil((value * fhaTenThousandths) / 10_000);
  const score: Change = { kind: "loanTerm", field: "creditScore", value: fhaLowScoreBelow };
  const less = (one: number): Change => ({ kind: "all", changes: [score, amountOf(one)] });
  const amountOf = (one: number): Change => ({ kind: "loanTerm", field: "loanAmount", value: one });
  const isFha = finding.code === "MRI_SHORT";
  return [
    ...(given < needed && most > 0 ? [term("loanAmount", most, most + 1)] : []),
    ...(isFha ? [] : [term("isFirstTimeBuyer", true), term("isHomeReady", true)]),
    ...(isFha
      ? [
          term("creditScore", fhaLeastScore, fhaLeastScore - 1),
          term("creditScore", fhaLowScoreBelow, fhaLowScoreBelow - 1),
          { change: less(atLeast), less: less(atLeast + 1) },
        ]
      : []),
  ];
}

function ownFunds(asked: Asked): readonly Candidate[] {
  const { finding, question } = asked;
  const { salesPrice = 0, appraisedValue = 0 } = question.loan;
  const { ownFundsAboveLtvPercent } = RULES.R9.parameters;
  const most = Math.floor((Math.min(salesPrice, appraisedValue) * ownFundsAboveLtvPercent) / 100);
  return [
    ...moreFunds(asked, cents(finding, "neededCents") - cents(finding, "ownCents")),
    ...(finding.programs.includes("fannie") ? [term("isHomeReady", true)] : []),
    term("loanAmount", most, most + 1),
  ];
}

function reservesBelow({ finding, question }: Asked): readonly Candidate[] {
  const { pitia = 0, ausReserves } = question.loan;
  const table = cents(finding, "tableCents");
  const reason = term("reserveReason", "The reason that the lender enters");
  if (ausReserves !== undefined) return [term("ausReserves", table, table - 1), reason];
  const months = pitia > 0 ? Math.ceil((table * 100) / pitia) / 100 : 0;
  const less = Math.round(months * 100 - 1) / 100;
  return [...(months > 0 ? [term("reserveMonthsRequired", months, less)] : []), reason];
}

function disbursement(asked: Asked): readonly Candidate[] {
  const { noteDate, disbursementDate } = asked.question.loan;
  const last = text(asked.finding, "validThrough");
  const dates = (["noteDate", "disbursementDate"] as const).filter(
    (field) => (field === "noteDate" ? noteDate : disbursementDate)! > last, // `undefined` is not after it
  );
  const of = (day: string): Change => {
    const changes = dates.map((field): Change => ({ kind: "loanTerm", field, value: day }));
    return changes.length === 1 ? changes[0]! : { kind: "all", changes }; // one of the dates is late
  };
  const late =
    [noteDate, disbursementDate]
      .filter((one) => one !== undefined)
      .sort()
      .at(-1) ?? last;
  return [{ change: of(last), less: of(addDays(last, 1)) }, ...readOn(asked, late), ...leaveOut(asked)];
}

function expiredAtNote(asked: Asked): readonly Candidate[] {
  const { finding } = asked;
  const [asOf, last, noteDate] = [text(finding, "asOf"), text(finding, "validThrough"), text(finding, "noteDate")];
  if (last === "") return [term("noteDate", asOf, addDays(asOf, -1)), ...leaveOut(asked)];
  return [term("noteDate", last, addDays(last, 1)), ...readOn(asked, noteDate), ...leaveOut(asked)];
}

function oldAtApplication(asked: Asked): readonly Candidate[] {
  const { finding, isCleared } = asked;
  const date = text(finding, "applicationDate");
  const of = (earlier: number) => addDays(date, -earlier);
  const found = least(0, cents(finding, "days"), (earlier) => isCleared(term("applicationDate", of(earlier)).change));
  return [
    ...(found === undefined ? [] : [term("applicationDate", of(found), of(found - 1))]),
    ...readOn(asked, date),
    ...leaveOut(asked),
  ];
}

// ---- Debts, income and fees -------------------------------------------------------------------------------------

type Liability = NonNullable<Loan["disclosedLiabilities"]>[number];

function disclosing({ question }: Asked, added: readonly Liability[]): Candidate {
  return term("disclosedLiabilities", [...(question.loan.disclosedLiabilities ?? []), ...added]);
}

function openDebts({ evaluation }: Asked) {
  return evaluation.figures.debts.filter(
    ({ isActive, isDisclosed, isConfirmedNoDebt }) => isActive && !isDisclosed && !isConfirmedNoDebt,
  );
}

type OpenDebt = ReturnType<typeof openDebts>[number];

const liabilityOf = ({ creditor, monthlyCents, kind }: OpenDebt): Liability => ({
  creditor,
  monthlyPayment: monthlyCents ?? 0,
  type: kind === "card" ? "revolving" : "other",
});

const undisclosed =
  (kind: Confirmation["kind"]) =>
  (asked: Asked): readonly Candidate[] => {
    const own = openDebts(asked).filter(
      ({ creditor, transactionIds }) =>
        creditor === asked.finding.subject && asked.finding.transactionIds.includes(transactionIds[0]!), // debts have payments
    );
    return [...(own.length > 0 ? [disclosing(asked, own.map(liabilityOf))] : []), ...ofPayee(kind, asked)];
  };

function differs(asked: Asked): readonly Candidate[] {
  const { question, evaluation, finding, isCleared } = asked;
  const named = new Set(
    evaluation.figures.debts.flatMap(({ creditor, disclosedAs }) => (creditor === finding.subject ? disclosedAs : [])),
  );
  const liabilities = question.loan.disclosedLiabilities ?? [];
  const at = liabilities.findIndex(({ creditor }) => named.has(creditor));
  const of = (monthlyPayment: number) =>
    term(
      "disclosedLiabilities",
      liabilities.map((one, index) => (index === at ? { ...one, monthlyPayment } : one)),
    ).change;
  const found =
    at < 0
      ? undefined
      : least(liabilities[at]!.monthlyPayment, cents(finding, "monthlyCents"), (one) => isCleared(of(one)));
  return [
    ...(found === undefined ? [] : [{ change: of(found), less: of(found - 1) }]),
    ...ofPayee("extraPrincipal", asked),
  ];
}

function resubmit(asked: Asked): readonly Candidate[] {
  const debts = openDebts(asked)
    .filter(({ kind }) => kind !== "mortgage")
    .sort((a, b) => (b.monthlyCents ?? Infinity) - (a.monthlyCents ?? Infinity));
  const of = (number: number) => disclosing(asked, debts.slice(0, number).map(liabilityOf));
  const found = least(0, debts.length, (number) => asked.isCleared(of(number).change));
  return found === undefined ? [] : [{ change: of(found).change, less: of(found - 1).change }];
}

function returnedItems(asked: Asked): readonly Candidate[] {
  const { lines, finding } = asked;
  // A blocker may be set at fewer items than a review.
  const left = Math.min(cents(finding, "reviewFrom"), cents(finding, "blockFrom")) - 1;
  const ids = lines.slice(0, Math.max(0, lines.length - left)).map(({ id }) => id);
  const oldest = lines[left];
  return [
    ...letter(lines.slice(0, 1)),
    ...(left >= 0 && ids.length > 0 ? [plain({ kind: "without", transactionIds: ids, left })] : []),
    ...(oldest
      ? [plain({ kind: "newReport", readOn: dayOf(oldest.day + RULES.R10.parameters.days + 1), itemIds: null })]
      : []),
  ];
}

function largeWithdrawal(asked: Asked): readonly Candidate[] {
  return ofLine(asked, (line) => [
    ...letter([line]),
    ...amount(line, cents(asked.finding, "thresholdCents")),
    ownTransfer(line),
  ]);
}

function fundsFell(asked: Asked): readonly Candidate[] {
  const [program] = asked.finding.programs;
  const usable = (program && asked.evaluation.funds[program]?.usableClosingCents) ?? 0;
  return moreFunds(asked, cents(asked.finding, "cashToCloseCents") - usable);
}

function identity({ finding }: Asked): readonly Candidate[] {
  return finding.itemId === undefined ? [] : [confirm("identity", { itemId: finding.itemId }, true)];
}

const confirmAccount = (kind: Confirmation["kind"], hasDocument: boolean) => (asked: Asked) =>
  ofAccount(asked, ({ id }) => [confirm(kind, { accountId: id }, hasDocument), ...leaveOut(asked)]);

/** By the code of the finding: what may clear it, or why only new data or a person's decision can. */
export const WAYS: Readonly<Record<FindingCode, Ways>> = {
  // Money trail
  MOVED_AFTER_READING: movedAfterReading,
  DEPOSIT_RETURNED: "decision",
  POSSIBLE_OWN_TRANSFER: (asked) =>
    ofLine(asked, (line) => [confirm("ownTransfer", { transactionId: line.id }), ...explain(whole(asked, line))]),
  SEEN_TWICE: (asked) => ofAccount(asked, ({ id }) => [confirm("differentAccounts", { accountId: id })]),
  MAYBE_SAME_ACCOUNT: (asked) =>
    ofAccount(asked, ({ id }) => [
      confirm("differentAccounts", { accountId: id }),
      confirm("sameAccount", { accountId: id }),
      ...leaveOut(asked),
    ]),
  PENDING_NOT_COUNTED: "newData",
  ITEM_BEHIND: (asked) => [...readOn(asked, text(asked.finding, "newestAsOf")), ...leaveOut(asked)],
  // History and age
  INSUFFICIENT_HISTORY: insufficientHistory,
  ASK_MORE_DAYS: ({ finding }) => [plain({ kind: "daysRequested", days: cents(finding, "requiredDays") })],
  RECENTLY_OPENED: recentlyOpened,
  EXPIRED_AT_NOTE: expiredAtNote,
  EXPIRED_AT_DISBURSEMENT: disbursement,
  OLD_AT_APPLICATION: oldAtApplication,
  FHA_DATA_OLD: (asked) => [...readOn(asked, text(asked.finding, "reportDate")), ...leaveOut(asked)],
  // Deposits
  LARGE_UNSOURCED: (asked) => large(asked, false),
  DOCUMENT_SOURCE: (asked) => large(asked, true),
  BORROWED_FUNDS: borrowed,
  BORROWED_FUNDS_DEDUCTED: borrowed,
  OWN_PLAN_LOAN: "information",
  INTERESTED_PARTY_DEPOSIT: (asked) =>
    ofLine(asked, (line) => explainLine(line, cents(asked.finding, "unsourcedCents"))),
  VIRTUAL_CURRENCY: "information",
  FOREIGN_DEPOSIT: "information",
  MANY_UNEXPLAINED: manyUnexplained,
  CASH_PATTERN: cashPattern,
  // Accounts
  ELEMENT_MISSING: (asked) => ofAccount(asked, (account) => [evidence(statement(account)), ...leaveOut(asked)]),
  SUBTYPE_UNKNOWN: confirmAccount("canBeWithdrawn", true),
  OTHER_CURRENCY: (asked) =>
    ofAccount(asked, ({ id }) => [evidence(documented("liquidation", 1, { accountId: id })), ...leaveOut(asked)]),
  HELD_FOR_ANOTHER: ownerWays,
  TRUST: confirmAccount("trust", true),
  NOT_ELIGIBLE: "information",
  WITHDRAWAL_NOT_CONFIRMED: confirmAccount("canBeWithdrawn", true),
  CASH_VALUE_NEEDED: (asked) =>
    ofAccount(asked, ({ id }) => {
      const of = (one: number) => documented("statement", one, { accountId: id });
      return [evidence(of(1), of(0)), ...leaveOut(asked)];
    }),
  OWNER_UNKNOWN: ownerWays,
  NOT_THE_BORROWERS: (asked) => [
    ...ownerWays(asked),
    ...(asked.finding.subject === null ? [] : [plain({ kind: "person", name: asked.finding.subject })]),
  ],
  FROM_FILES: fromFiles,
  NAME_DIFFERS: (asked) => {
    const { finding } = asked;
    const person = finding.inputs["borrower"];
    const subject = { bankName: finding.subject, ...(person != null && { person: String(person) }) };
    return ofAccount(asked, (account) => [
      confirm("borrower", subject),
      evidence(statement(account)),
      ...leaveOut(asked),
    ]);
  },
  BUSINESS_ASSET_ANALYSIS: confirmAccount("businessAnalysis", true),
  MARGIN_UNKNOWN: (asked) =>
    ofAccount(asked, (account) => [dated(account, Math.max(1, account.source.currentCents ?? 0)), ...leaveOut(asked)]),
  REQUEST_PLAN_TERMS: (asked) => [...requestedPlanTerms(asked), ...leaveOut(asked)],
  CD_PENALTY: "information",
  HELD_FUNDS: "newData",
  VALUES_DIFFER: leaveOut,
  ACCESS_LETTER: (asked) => [...accessLetter(asked), ...leaveOut(asked)],
  JOINT_HOLDER_NOT_NAMED: (asked) => [...accessLetter(asked), ...leaveOut(asked)],
  // Gifts
  GIFT_FROM_INTERESTED_PARTY: giftWays(false),
  DONOR_NOT_ACCEPTED: (asked) => [...giftWays(false)(asked), ...occupancy(asked)],
  GIFT_MAY_BE_DEPOSITED: giftWays(false),
  GIFT_MAY_BE_REPEATED: giftWays(false),
  DONOR_INTEREST: giftWays(true),
  GIFT_INCOMPLETE: giftWays(true),
  OWN_FUNDS_SHORT: ownFunds,
  // Earnest money
  EMD_CHECK_NOT_CONFIRMED: (asked) => ofLine(asked, ({ id }) => [confirm("thisCheck", { transactionId: id })]),
  EMD_RECEIPT_NOT_CLEARED: clearedReceipts,
  EMD_PAID_BY_GIFT: (asked) => [
    term("emd", Math.max(0, cents(asked.finding, "enteredCents") - cents(asked.finding, "givenCents"))),
    ...asked.question.evidence.flatMap((one, at) =>
      one.kind === "emd_receipt" ? [plain({ kind: "replaceEvidence", at, by: null })] : [],
    ),
  ],
  EMD_FROM_OTHER: (asked) => receipt(asked, missingEarnest(asked)),
  EMD_NOT_FOUND: (asked) => receipt(asked, missingEarnest(asked)),
  EMD_DIFFERS: earnestDiffers,
  EMD_UNSUPPORTED: earnestUnsupported,
  // Terms of the loan
  LIQUIDATION_NEEDED: (asked) => {
    const of = (one: number) => documented("liquidation", one, {});
    const wanted = cents(asked.finding, "neededCents");
    return [evidence(of(wanted), of(wanted - 1)), ...moreFunds(asked, wanted)];
  },
  CREDITS_ABOVE_COSTS: ({ finding }) => [
    term("credits", cents(finding, "costsCents"), cents(finding, "costsCents") + 1),
  ],
  IPC_ABOVE_LIMIT: ({ finding }) => [term("credits", cents(finding, "limitCents"), cents(finding, "limitCents") + 1)],
  RESERVES_BELOW_TABLE: reservesBelow,
  OCCUPANCY_NOT_FHA: () => [term("occupancy", "primary")],
  SCORE_NEEDED: () => [term("creditScore", RULES.R26.parameters.fhaLowScoreBelow)],
  MRI_SHORT: contribution,
  DOWN_PAYMENT_SHORT: contribution,
  // Income, debts and fees
  RETURNED_ITEMS: returnedItems,
  UNDISCLOSED_DEBT: undisclosed("noDebt"),
  SUPPORT_PAID: undisclosed("noDebt"),
  TAX_PLAN: undisclosed("noDebt"),
  UNDISCLOSED_MORTGAGE: undisclosed("paidForAnother"),
  DEBT_AMOUNT_DIFFERS: differs,
  DEBT_ENDED: "information",
  RESUBMIT: resubmit,
  OTHER_PROPERTY: (asked) => ofPayee("paidForAnother", asked),
  LEVY: ({ lines }) => letter(lines.slice(0, 1)),
  INCOME_GAP: ({ lines }) => letter(lines),
  INCOME_STOPPED: ({ lines }) => letter(lines.slice(0, 1)),
  PAYER_CHANGED: "information",
  POSSIBLE_RENT: (asked) => ofPayee("rent", asked),
  RENT_12: "information",
  ABOVE_AVERAGE: aboveAverage,
  LARGE_WITHDRAWAL: largeWithdrawal,
  FUNDS_FELL: fundsFell,
  // Data quality, alerts and disputes
  DATA_FAULT: leaveOut,
  LINES_LEFT_OUT: "newData",
  QUIET_PERIOD: "information",
  HISTORY_CHANGED: "newData",
  ACCOUNT_GONE: "newData",
  HOLDINGS_UNAVAILABLE: leaveOut,
  BANK_MISSING: "newData",
  IDENTITY_ALERT: identity,
  CONSUMER_DISPUTE: "newData",
};

function whole(asked: Asked, line: Line) {
  return openCents(asked, [line]).map(([{ id }, one]) => ({ transactionId: id, cents: one }));
}

function occupancy({ question }: Asked): Candidate[] {
  return question.loan.occupancy === undefined ? [term("occupancy", "primary")] : [];
}
