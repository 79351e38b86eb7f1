import { dayNumber } from "./days.ts";
import type { EvidenceSource } from "./evaluation.ts";
import { isFree, type Account, type Counting, type Line, type Model } from "./model.ts";
import { sum } from "./money.ts";
import { once } from "./once.ts";
import { isWarnedOf, type ReportAccount } from "./parsed-report.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

/** What R6 and R6b read of a model while it is being prepared. */
export type Frame = Pick<Model, "report" | "accounts" | "evidence" | "confirmed" | "seenTwice" | "isLeftOut">;
type Prepared = Omit<Model, "counting">;

const BANK = new Set([
  "checking",
  "savings",
  "money market",
  "cash management",
  "limited purpose checking",
  "business", // whether its money counts is for the business analysis (R13)
]);
const WITHDRAWABLE = new Set(["paypal", "prepaid", "payroll", "hsa"]);
const NEVER = new Set([
  "ebt",
  "health reimbursement arrangement",
  "529",
  "education savings account",
  "ugma",
  "utma",
  "crypto exchange",
  "non-custodial wallet",
]);
const CASH_VALUE = new Set([
  "life insurance",
  "other insurance",
  "fixed annuity",
  "variable annuity",
  "other annuity",
  "annuity",
  "trust",
]);
/** Vested by law. */
const IRA = new Set(["ira", "roth", "roth ira", "sep ira", "simple ira", "sarsep"]);
const PLANS = new Set([
  "keogh",
  "401a",
  "401k",
  "403b",
  "457b",
  "retirement",
  "thrift savings plan",
  "pension",
  "profit sharing plan",
  "roth 401k",
  "roth 401a",
  "roth 403b",
  "roth 457b",
  "roth thrift savings plan",
  "roth pension",
  "roth profit sharing plan",
]);
const SECURITIES = new Set([
  "brokerage",
  "non-taxable brokerage account",
  "mutual fund",
  "cash management",
  "cash isa",
  "isa",
]);
const NEVER_SECURITIES = new Set<string | null>(["cryptocurrency", "derivative"]);

export type SubtypeGroup =
  "bank" | "cd" | "withdrawable" | "never" | "cashValue" | "ira" | "plan" | "stockPlan" | "securities" | "unknown";

export function groupOf({ kind, source }: Pick<Account, "kind" | "source">): SubtypeGroup {
  const subtype = (source.subtype ?? "").toLowerCase().trim();
  if (NEVER.has(subtype)) return "never";
  if (WITHDRAWABLE.has(subtype)) return "withdrawable";
  if (CASH_VALUE.has(subtype)) return "cashValue";
  if (kind === "depository") return subtype === "cd" ? "cd" : BANK.has(subtype) ? "bank" : "unknown";
  if (kind !== "investment") return "unknown";
  if (IRA.has(subtype)) return "ira";
  if (PLANS.has(subtype)) return "plan";
  if (subtype === "stock plan") return "stockPlan";
  return SECURITIES.has(subtype) ? "securities" : "unknown";
}

export function isRetirement(account: Pick<Account, "kind" | "source">): boolean {
  const group = groupOf(account);
  return group === "ira" || group === "plan";
}

/** An eligible subtype, in dollars, of a confirmed or unconfirmed owner, not left out. */
export function isCountedAccount(frame: Frame, account: Account): boolean {
  return exclusionOf(frame, account) === null;
}

/** Why an account does not count at all. */
const EXCLUSIONS = {
  debt: "A debt, not an asset",
  unknownKind: "An account type that is not known",
  leftOut: "Left out by the lender",
  otherCurrency: "Not in US dollars",
  heldForAnother: "Held for another person",
  trust: "Held by a trust",
  notEligible: "Not an eligible type of account",
  withdrawal: "Not counted until it is confirmed that it can be withdrawn",
  cashValue: "Not counted until a statement shows the cash value",
  ownerUnknown: "The bank does not report an owner",
  notTheBorrowers: "Not the borrower's",
} as const;
export type Exclusion = keyof typeof EXCLUSIONS;

/** `null` when the account counts. */
export function exclusionOf(frame: Frame, account: Account): Exclusion | null {
  const { ownership, kind, isDollars } = account;
  if (kind === "credit" || kind === "loan") return "debt";
  if (kind === "other") return "unknownKind";
  if (frame.isLeftOut(account)) return "leftOut";
  if (!isDollars) return "otherCurrency";
  if (ownership.capacity === "heldForAnother" && !isOwnerDocumented(frame, account)) return "heldForAnother";
  if (ownership.capacity === "trust" && !confirmedFor(frame, "trust", account)) return "trust";
  const group = groupOf(account);
  if (group === "never") return "notEligible";
  if (group === "withdrawable" && !confirmedFor(frame, "canBeWithdrawn", account)) return "withdrawal";
  if (group === "cashValue" && !statementOf(frame, account)) return "cashValue";
  if (ownership.standing === "none" && !isOwnerDocumented(frame, account))
    return ownership.isOwnerUnknown ? "ownerUnknown" : "notTheBorrowers";
  return null;
}

export type AccountCondition = "files" | "owner" | "business" | "sameAccount" | "subtype" | "plan" | "margin";

/** Why an account's money counts in the printed figures only while conditions are open; empty when it simply counts. */
export function conditionsOf(frame: Frame, account: Account): AccountCondition[] {
  const { ownership } = account;
  const group = groupOf(account);
  const found: [boolean, AccountCondition][] = [
    [frame.report.source === "files" && !isCoveredByStatements(frame, account), "files"],
    [ownership.standing === "unconfirmed" && !isOwnerDocumented(frame, account), "owner"],
    [ownership.isBusiness && !confirmedFor(frame, "businessAnalysis", account), "business"],
    [frame.seenTwice.some((one) => !one.isSure && one.account === account), "sameAccount"],
    [group === "unknown" && !confirmedFor(frame, "canBeWithdrawn", account), "subtype"],
    [isMarginUnknown(frame, account) && !recentStatementOf(frame, account), "margin"],
    [group === "plan" && !isVestingUnknown(frame, account) && !arePlanTermsKnown(frame, account), "plan"],
  ];
  return found.filter(([holds]) => holds).map(([, condition]) => condition);
}

/** Securities from a provider that never reports what was borrowed against them, unlike a bank that reports nothing. */
function isMarginUnknown({ report }: Frame, account: Account): boolean {
  const group = groupOf(account);
  return (
    (group === "securities" || (group === "unknown" && account.kind === "investment")) &&
    account.source.marginLoanCents === null &&
    isWarnedOf(report, "MARGIN_NOT_REPORTED", account.item)
  );
}

/** With a document. */
export function confirmedFor({ confirmed }: Frame, kind: Parameters<Frame["confirmed"]>[0], account: Account) {
  const one = confirmed(kind, { account });
  return one?.hasDocument ? one : undefined;
}

export function isAboutAccount(
  { accountId }: { readonly accountId?: string | null | undefined },
  { id, key, copyIds }: Pick<Account, "id" | "key" | "copyIds">,
): boolean {
  return accountId === id || accountId === key || (!!accountId && copyIds.includes(accountId));
}

/** The newest statement that says what the account is worth; the lowest of several. */
function statementOf({ evidence }: Frame, account: Account) {
  return evidence
    .filter((one) => one.kind === "statement" && isAboutAccount(one, account) && one.sourcedCents > 0)
    .sort((a, b) => compare(b.periodTo ?? "", a.periodTo ?? "") || a.sourcedCents - b.sourcedCents)[0];
}

/** An older one, or one without a last day, does not show what was borrowed since. */
function recentStatementOf(frame: Frame, account: Account) {
  const statement = statementOf(frame, account);
  const age = account.asOf - dayNumber(statement?.periodTo ?? "");
  return age <= RULES.R6b.parameters.statementDays ? statement : undefined;
}

/** The statement shows what is left after a loan that the report cannot show; the rest of that day's balance is the loan. */
function loanOnStatement(account: Account, statement: EvidenceSource): number {
  const { currentCents, historicalBalances, holdings } = account.source;
  const now = currentCents ?? sum(holdings.map(({ valueCents }) => valueCents));
  const then = historicalBalances
    .filter(({ date }) => date <= statement.periodTo!) // a statement without it does not count
    .sort((a, b) => compare(b.date, a.date))[0];
  return Math.max(0, now - statement.sourcedCents, (then?.currentCents ?? now) - statement.sourcedCents);
}

/** A statement in the borrower's name, a documented confirmation, or the trust's own pages settle whose it is. */
function isOwnerDocumented(frame: Frame, account: Account): boolean {
  return (
    frame.evidence.some((one) => one.kind === "statement" && isAboutAccount(one, account)) ||
    frame.confirmed("borrower", { account })?.hasDocument === true ||
    (account.ownership.capacity === "trust" && confirmedFor(frame, "trust", account) !== undefined)
  );
}

/** The days of an account in statement files: the oldest balance is the one before the first of them. */
export function daysOfFiles(account: Account): { readonly from: number; readonly to: number } {
  const oldest = oldestBalance(account);
  return { from: oldest ? dayNumber(oldest.date) + 1 : account.asOf, to: account.asOf };
}

/**
 * Whether the bank's own statements, as accepted documents, show every day that the files do. Only those that were
 * added for this report count: no one compared an earlier one with these files.
 */
function isCoveredByStatements({ evidence }: Frame, account: Account): boolean {
  const { from, to } = daysOfFiles(account);
  let next = from;
  const periods = evidence
    .filter((one) => one.kind === "statement" && one.hasDocument && one.accountId === account.id)
    .flatMap(({ periodFrom, periodTo }) =>
      periodFrom && periodTo ? [{ from: dayNumber(periodFrom), to: dayNumber(periodTo) }] : [],
    )
    .sort((a, b) => a.from - b.from);
  for (const period of periods) if (period.from <= next) next = Math.max(next, period.to + 1);
  return next > to;
}

export function arePlanTermsKnown(frame: Frame, account: Account): boolean {
  return (
    confirmedFor(frame, "planTerms", account) !== undefined ||
    frame.evidence.some((one) => one.kind === "plan_terms" && isAboutAccount(one, account))
  );
}

/** A plan that reports no vested value counts for nothing until a statement shows what is vested. */
export function isVestingUnknown(frame: Frame, account: Account): boolean {
  return isVestingUnreported(account) && recentStatementOf(frame, account) === undefined;
}

function isVestingUnreported(account: Account): boolean {
  const group = groupOf(account);
  if (group !== "plan" && group !== "stockPlan") return false;
  const { holdings, currentCents } = account.source;
  return holdings.length === 0
    ? currentCents !== 0
    : holdings.some(({ vestedValueCents }) => vestedValueCents === null);
}

/** Cents of each account before reductions. Identified pending deposits count; others never do. */
export function countAccounts(model: Prepared): Map<Account, Counting> {
  const loans = [ownLoan(model, "plan", "own_plan"), ownLoan(model, "securities", "securities_line")];
  return new Map(
    model.accounts.map((account): [Account, Counting] => {
      const isRetirementMoney = isRetirement(account);
      const exclusion = exclusionOf(model, account);
      if (exclusion !== null) {
        const why = EXCLUSIONS[exclusion];
        return [account, { isCounted: false, isConditional: false, cents: 0, isRetirement: isRetirementMoney, why }];
      }
      const cents =
        account.kind === "depository"
          ? bankCents(account, model.identifiedPending, leavingCents(account, model.leaving))
          : investmentCents(
              model,
              account,
              loans.find(({ group }) => group === groupOf(account)),
            );
      return [
        account,
        {
          isCounted: true,
          isConditional: conditionsOf(model, account).length > 0,
          cents: Math.max(0, cents),
          isRetirement: isRetirementMoney,
          why: whyLess(model, account, cents),
        },
      ];
    }),
  );
}

function whyLess(model: Prepared, account: Account, cents: number): string {
  const { currentCents } = account.source;
  if (currentCents === null) return "The bank does not report a balance";
  if (currentCents < 0) return "Overdrawn";
  if (isVestingUnknown(model, account)) return "The plan does not report what is vested";
  if (cents >= currentCents) return "";
  if (account.kind === "investment") return "Only vested value, less margin, loans and holdings that never count";
  if (account.lines.some((line) => model.leaving.has(line)))
    return "Without a pending payment of money that is elsewhere already";
  return pendingIn(account).length > 0 ? "Without pending deposits and held funds" : "Without held funds";
}

export function pendingIn({ lines }: Account): readonly Line[] {
  return pendingOf(lines);
}

const pendingOf = once((lines: readonly Line[]) => lines.filter(({ isPending, cents }) => isPending && cents < 0));

/** Pending payments of money that is elsewhere already, unless the balance is known to be without them. */
function leavingCents(account: Account, leaving: ReadonlySet<Line>): number {
  const cents = sum(account.lines.filter((line) => leaving.has(line)).map((line) => line.cents));
  const posted = postedBalance(account);
  const isGone = cents > 0 && posted !== null && (account.source.currentCents ?? 0) <= posted - cents;
  return isGone ? 0 : cents;
}

/** R6 and section 2, "Pending". */
function bankCents(account: Account, identifiedPending: ReadonlySet<Line>, leaving: number): number {
  const { currentCents: current, availableCents: available } = account.source;
  if (current === null) return 0;
  const group = groupOf(account);
  if (group === "cashValue") return current;
  const pending = sum(pendingIn(account).map((line) => (identifiedPending.has(line) ? 0 : -line.cents)));
  const holds = holdsPending(account, current, pending);
  // Without an available balance or a history to prove otherwise, the balance may hold it.
  if (group === "cd" || available === null) return (holds === false ? current : current - pending) - leaving;
  return Math.min((holds ? current - pending : current) - leaving, available - pending);
}

/** Whether the balance already holds the pending deposits; `null`: the history does not say. */
function holdsPending(account: Account, currentCents: number, pending: number): boolean | null {
  const posted = postedBalance(account);
  if (posted === null) return null;
  if (posted === currentCents) return false;
  return currentCents - posted >= pending ? true : null;
}

/** What the balance is after all that posted; `null` without daily balances. */
function postedBalance(account: Account): number | null {
  const oldest = oldestBalance(account);
  if (!oldest) return null;
  let posted = oldest.currentCents;
  for (const line of account.lines) if (!line.isPending && line.source.date > oldest.date) posted -= line.cents;
  return posted;
}

/** `undefined` without daily balances. */
export function oldestBalance({ source }: Account) {
  return [...source.historicalBalances].sort((a, b) => compare(a.date, b.date))[0];
}

/** R6b: value, less what never counts, margin, and the loans against it. */
function investmentCents(frame: Frame, account: Account, loan?: OwnLoan): number {
  const { source } = account;
  const group = groupOf(account);
  if (group === "cashValue") return statementOf(frame, account)!.sourcedCents; // without it nothing counts
  const margin = Math.abs(source.marginLoanCents ?? 0); // a bank may send what is owed as a negative number
  const borrowedCents = loan?.asset === account ? advancedCents(loan.advances) : 0;
  if (group === "plan" || group === "stockPlan") {
    if (isVestingUnknown(frame, account)) return 0;
    const vested = isVestingUnreported(account) ? vestedOnStatement(frame, account) : vestedHoldings(source);
    return Math.min(vested, valueOf(account)) - margin - Math.max(planLoanOf(frame, account) ?? 0, borrowedCents);
  }
  const advances = loan?.advances ?? [];
  const asksStatement = advances.length > 0 || isMarginUnknown(frame, account);
  const statement = asksStatement ? recentStatementOf(frame, account) : undefined;
  if (!statement) return valueOf(account) - Math.max(margin, borrowedCents);
  const since = loan?.asset === account ? advances.filter((line) => !isShownOn(statement, line)) : [];
  const statedCents = loanOnStatement(account, statement) + advancedCents(since);
  // What the bank reports as margin, or a statement shows, may be the line that the deposit came from.
  return valueOf(account) - Math.max(margin, statedCents, borrowedCents);
}

const advancedCents = (advances: readonly Line[]) => -sum(advances.map(({ cents }) => cents));

/** `undefined`: no document says what is owed to the plan. */
function planLoanOf(frame: Frame, account: Account): number | undefined {
  return confirmedFor(frame, "planTerms", account)?.loanBalanceCents ?? undefined;
}

/** A statement shows what is owed on its last day, and nothing of what was borrowed since. */
function isShownOn({ periodTo }: EvidenceSource, advance: Line): boolean {
  return dayNumber(periodTo!) >= advance.day; // a statement without it does not count
}

/** What is vested of the holdings that may count: all of one for which it is not reported. */
function vestedHoldings({ holdings }: ReportAccount): number {
  const eligible = holdings.filter((one) => !neverCounts(one));
  return sum(eligible.map(({ vestedValueCents, valueCents }) => vestedValueCents ?? valueCents));
}

/**
 * The statement does not say how much of its vested value is in holdings that never count, so it may be all of them. It
 * raises no holding above what the bank reports as vested.
 */
function vestedOnStatement(frame: Frame, account: Account): number {
  const { source } = account;
  const vested = recentStatementOf(frame, account)!.sourcedCents - neverCountedCents(source);
  return source.holdings.length === 0 ? vested : Math.min(vested, vestedHoldings(source));
}

function neverCounts({ securityType, currency }: ReportAccount["holdings"][number]): boolean {
  return NEVER_SECURITIES.has(securityType) || (currency !== null && currency !== "USD");
}

/** Without holdings that never count: current if reported, else the holdings; where both are and differ, the lower. */
export function valueOf(account: Pick<Account, "source">): number {
  const { currentCents, heldCents } = valuesOf(account);
  if (currentCents === null) return heldCents ?? 0;
  return heldCents !== null && valuesDiffer(account) ? Math.min(currentCents, heldCents) : currentCents;
}

export function valuesDiffer(account: Pick<Account, "source">): boolean {
  const { currentCents, heldCents } = valuesOf(account);
  if (currentCents === null || heldCents === null) return false;
  const apart = Math.abs(currentCents - heldCents) * 100;
  return apart > Math.max(Math.abs(currentCents), Math.abs(heldCents)) * RULES.R6b.parameters.valuesDifferPercent;
}

/** The reported balance and the sum of the holdings; `null` where there is none. */
function valuesOf({ source }: Pick<Account, "source">) {
  const { currentCents, holdings } = source;
  const never = neverCountedCents(source);
  return {
    currentCents: currentCents === null ? null : currentCents - never,
    heldCents: holdings.length === 0 ? null : sum(holdings.map(({ valueCents }) => valueCents)) - never,
  };
}

function neverCountedCents({ holdings }: ReportAccount): number {
  return sum(holdings.filter(neverCounts).map(({ valueCents }) => Math.max(0, valueCents)));
}

interface OwnLoan {
  readonly group: SubtypeGroup;
  /** From which the advances come off; `undefined` where documents say what is owed on the accounts of the group. */
  readonly asset: Account | undefined;
  readonly advances: readonly Line[];
}

/**
 * R25: a loan against the borrower's own asset lowers its value. Where documents show as much owed, it is among that. Else
 * the largest that counts, of those of which no document says what is owed, is reduced by it. Where documents say that
 * nothing is owed, and the others are worth less than the loan, they do not show this loan, and the largest of all is.
 */
function ownLoan(model: Prepared, group: SubtypeGroup, subclass: string): OwnLoan {
  const advances = model.accounts.flatMap(({ lines }) =>
    lines.filter(
      (line) =>
        line.cents < 0 &&
        !line.isPending &&
        line.class === "loan_proceeds" &&
        line.classification.subclass === subclass &&
        isFree(model, line) &&
        model.confirmed("notALoan", { line })?.hasDocument !== true,
    ),
  );
  if (advances.length === 0) return { group, asset: undefined, advances };
  const assets = model.accounts
    .filter((account) => groupOf(account) === group && isCountedAccount(model, account))
    .map((account) => ({ account, cents: investmentCents(model, account), owed: owedOn(model, account, advances) }))
    .sort((a, b) => b.cents - a.cents || compare(a.account.key, b.account.key));
  if (sum(assets.map(({ owed }) => owed ?? 0)) >= advancedCents(advances)) return { group, asset: undefined, advances };
  const unknown = assets.find(({ owed }) => owed === undefined);
  const isNoneOwed = assets.every(({ owed }) => !owed);
  const isLarge = unknown !== undefined && unknown.cents >= advancedCents(advances);
  return { group, asset: (isNoneOwed && !isLarge ? assets[0] : unknown)?.account, advances };
}

/** What documents say is owed; `undefined` where none does, or not after the last advance. */
function owedOn(model: Prepared, account: Account, advances: readonly Line[]): number | undefined {
  if (groupOf(account) === "plan") return planLoanOf(model, account);
  const statement = recentStatementOf(model, account);
  if (!statement || !advances.every((line) => isShownOn(statement, line))) return undefined;
  return loanOnStatement(account, statement);
}
