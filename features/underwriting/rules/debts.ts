import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { cadenceOfPayments, capped, daysOf, distinctDays, lastingFinding, monthlyOf, type Cadence } from "./cadence.ts";
import { findPayee, sameCreditor, type Payee } from "./classifier/classify.ts";
import { dayOf } from "./days.ts";
import type { DebtRow, EvidenceSource, Figures, Finding, NotEvaluated, Program } from "./evaluation.ts";
import { confirm, evidence, finding, loanTerms } from "./finding.ts";
import { isBorrowers } from "./income.ts";
import { isDeposit, isFree, isPayment, type Line, type Model } from "./model.ts";
import { median, sum } from "./money.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { compare } from "./text.ts";

export type FlowRow = Figures["support"][number];
type Liability = NonNullable<Loan["disclosedLiabilities"]>[number];

const {
  amountPercent,
  paidAtLeastPercent,
  paidAbovePercent,
  fhaResubmitCents,
  activeCadences,
  activeMonthlyDays,
  endedWithinDays,
} = RULES.R11.parameters;

/** Payments that come again to one payee; of one creditor several, where their amounts differ. */
export interface Recurring {
  /** The payee's name, and the subject of findings and confirmations. */
  readonly payee: string;
  /** Payee in the knowledge base. */
  readonly known: Payee | null;
  readonly kind: DebtRow["kind"] | "hoa" | "property_tax" | "landlord_insurance" | "rent_received";
  readonly subclass: string | null;
  readonly cadence: Cadence | null;
  /** In or out, above zero. */
  readonly medianCents: number;
  /** `null`: a card, no cadence, or not in dollars. */
  readonly monthlyCents: number | null;
  /** Oldest first. */
  readonly lines: readonly Line[];
  readonly lastDay: number;
  /** Paid within 1.5 cadences of the day on which one of its banks was read. */
  readonly isActive: boolean;
  /** The creditor is paid another amount since. */
  readonly isReplaced: boolean;
  /** Days since the last payment, by the bank that shows it. */
  readonly daysAgo: number;
}

export interface Obligations {
  readonly debts: readonly Recurring[];
  readonly support: readonly Recurring[];
  readonly mortgages: readonly Recurring[];
  /** Dues, property taxes, landlord insurance, and rent received. */
  readonly otherProperties: readonly Recurring[];
  readonly taxPlans: readonly Recurring[];
  /** Levies, writs and garnishments of the last 12 months, newest first. */
  readonly levies: readonly Line[];
}

/** R11: debts but mortgages. */
export const findDebts = (model: Model): readonly Recurring[] => findObligations(model).debts;
/** R22: support paid. Support received is income (R12). */
export const findSupport = (model: Model): readonly Recurring[] => findObligations(model).support;
/** R23. */
export const findOtherProperties = (model: Model): Pick<Obligations, "mortgages" | "otherProperties"> =>
  findObligations(model);
/** R24. */
export const findTaxPlans = (model: Model): Pick<Obligations, "taxPlans" | "levies"> => findObligations(model);

/** R11 and R22 to R24, from one pass over the lines. */
export const findObligations = once((model: Model): Obligations => {
  const groups = new Map<string, Group>();
  const levies: Line[] = [];
  for (const account of model.accounts) {
    if (account.kind !== "depository") continue;
    const isIncome = isBorrowers(model, account);
    for (const line of account.lines) {
      if (!Number.isFinite(line.day) || !isFree(model, line)) continue;
      if (isLevy(line)) levies.push(line);
      const kind = isPayment(line)
        ? kindOf(line)
        : isIncome && isDeposit(line) && line.class === "rental_income"
          ? "rent_received"
          : null;
      if (kind) addTo(groups, line, kind);
    }
  }
  const found = [...groups.values()].flatMap(recurringOf).sort(byContent);
  const of = (...kinds: Recurring["kind"][]) => found.filter(({ kind }) => kinds.includes(kind));
  return {
    debts: of("loan", "card", "bnpl", "lease"),
    support: of("support"),
    mortgages: of("mortgage"),
    otherProperties: of("hoa", "property_tax", "landlord_insurance", "rent_received").filter(
      ({ cadence, isActive, daysAgo }) => (cadence ? isActive : daysAgo <= endedWithinDays),
    ),
    taxPlans: of("tax_plan"),
    levies: levies.sort((a, b) => b.day - a.day || compare(a.key, b.key) || compare(a.account.key, b.account.key)),
  };
});

// ---- Which payments ---------------------------------------------------------------------------------------------

const DEBT_ROLES: ReadonlySet<Payee["roles"][number]> = new Set<Payee["roles"][number]>([
  "bank",
  "lender",
  "servicer",
  "card_issuer",
  "bnpl",
  "wage_advance",
  "merchant_advance",
  "student_servicer",
  "mortgage_servicer",
  "plan_administrator",
  "brokerage",
  "p2p",
]);

/** A category alone makes no debt of a household payee, an insurer or a shop. */
function kindOf({ class: kind, classification: { payee, subclass } }: Line): Recurring["kind"] | null {
  const mayLend = payee === null || payee.roles.some((role) => DEBT_ROLES.has(role));
  switch (kind) {
    case "loan_payment":
      if (!mayLend) return null;
      if (subclass === "mortgage") return "mortgage";
      return subclass === "bnpl" || subclass === "lease" ? subclass : "loan";
    case "card_payment":
      return mayLend ? "card" : null;
    case "support":
      return "support";
    case "household_bill":
      return subclass === "hoa" ? "hoa" : null;
    case "insurance":
      return subclass === "landlord" ? "landlord_insurance" : null;
    case "tax_payment":
      return subclass === "property_tax" ? "property_tax" : subclass === null ? "tax_plan" : null;
    default:
      return payee?.roles.includes("court") && !isLevySubclass(subclass) ? "support" : null;
  }
}

function isLevySubclass(subclass: string | null): boolean {
  return subclass === "levy" || subclass === "garnishment";
}

/** Levy is also a restaurant company's name. */
function isLevy(line: Line): boolean {
  const { classification, source, account, day } = line;
  return (
    isPayment(line) &&
    isLevySubclass(classification.subclass) &&
    account.asOf - day <= endedWithinDays &&
    !/^(?:FOOD|ENTERTAINMENT|TRAVEL)/.test(source.categoryPrimary ?? "")
  );
}

// ---- Grouping ---------------------------------------------------------------------------------------------------

interface Group {
  readonly payee: string;
  readonly known: Payee | null;
  readonly kind: Recurring["kind"];
  readonly lines: Line[];
}

function addTo(groups: Map<string, Group>, line: Line, kind: Recurring["kind"]): void {
  const { payee, party } = line.classification;
  const name =
    party ||
    line.source.description
      .slice(0, 60)
      .toUpperCase()
      .replace(/[\d\s]+/g, " ")
      .trim() ||
    "Unknown payee";
  const key = JSON.stringify([kind, payee ? payee.id : name]); // ids are in lower case, names in upper case
  const group = groups.get(key);
  if (group) group.lines.push(line);
  else groups.set(key, { payee: payee?.name ?? name, known: payee, kind, lines: [line] });
}

/** On how many days a payee must be paid to be paid again and again. */
function leastDays({ kind, known }: Group): number {
  if (kind === "property_tax" || kind === "landlord_insurance") return 1;
  if (kind === "support") return known?.roles.includes("court") ? 3 : 1;
  if (kind === "hoa" || kind === "rent_received") return 2;
  return known ? 2 : 3;
}

function recurringOf(group: Group): Recurring[] {
  const { payee, known, kind } = group;
  const least = leastDays(group);
  const streams = streamsOf(group).filter(
    ({ days, cadence }) =>
      days.length >= least &&
      // An unknown name is paid for many reasons; only a cadence shows a debt.
      (cadence !== null || kind === "support" || least < 3) &&
      (kind !== "tax_plan" || cadence === "monthly"),
  );
  const starts = streams.filter((stream) => isActive(stream)).map(({ days }) => days[0]!); // as long as just filtered
  return streams.map((stream): Recurring => {
    const { lines, days, cadence } = stream;
    const medianCents = median(lines.map(({ cents }) => Math.abs(cents)));
    const last = lines.at(-1)!; // as long as just filtered
    const isDollars = lines.every(({ account }) => account.isDollars);
    const active = isActive(stream);
    return {
      payee,
      known,
      kind,
      subclass: last.classification.subclass,
      cadence,
      medianCents,
      monthlyCents: kind === "card" || cadence === null || !isDollars ? null : monthlyOf(medianCents, cadence),
      lines,
      lastDay: last.day,
      isActive: active,
      isReplaced: starts.some((start) => start > days.at(-1)!), // as long as just filtered
      daysAgo: last.account.asOf - last.day,
    };
  });
}

interface Stream {
  readonly lines: readonly Line[];
  readonly days: readonly number[];
  readonly cadence: Cadence | null;
}

function streamsOf({ kind, lines }: Group): Stream[] {
  if (kind === "card") return [toStream(lines)]; // follows the balance, so amounts say nothing
  if (kind === "tax_plan") return [...byAmount(lines, 0)].map(toStream); // an agreement asks for equal payments
  if (kind === "property_tax") return [toStream(lines)];
  return byAmount(lines, amountPercent).flatMap(splitLoans);
}

function toStream(lines: readonly Line[]): Stream {
  // Keys begin with the day.
  const sorted = [...lines].sort((a, b) => compare(a.key, b.key) || compare(a.account.key, b.account.key));
  const days = distinctDays(sorted);
  return { lines: sorted, days, cadence: cadenceOfPayments(days) };
}

/** Groups of amounts that lie within so many percent of the least. */
function byAmount(lines: readonly Line[], percent: number): Line[][] {
  const groups: Line[][] = [];
  let least = -Infinity;
  for (const line of [...lines].sort((a, b) => Math.abs(a.cents) - Math.abs(b.cents))) {
    const cents = Math.abs(line.cents);
    if (cents * 100 > least * (100 + percent)) {
      least = cents;
      groups.push([]);
    }
    groups.at(-1)!.push(line); // just filled
  }
  return groups;
}

/** Two loans of one creditor may be about equal: two steady amounts side by side, or two payments on most days. */
function splitLoans(lines: readonly Line[]): Stream[] {
  const steady = byAmount(lines, 0)
    .map(toStream)
    .filter(({ cadence }) => cadence !== null);
  const isSideBySide = steady.some((one, at) => at > 0 && overlaps(one, steady[at - 1]!)); // an earlier one exists
  if (isSideBySide) return steady;
  const ranks: Line[][] = [];
  const perDay = new Map<number, number>();
  for (const line of toStream(lines).lines) {
    const rank = perDay.get(line.day) ?? 0;
    perDay.set(line.day, rank + 1);
    (ranks[rank] ??= []).push(line);
  }
  const doubled = ranks[1]?.length ?? 0;
  return doubled > 1 && doubled * 2 >= perDay.size ? ranks.map(toStream) : [toStream(lines)];
}

function overlaps(a: Stream, b: Stream): boolean {
  return a.days[0]! < b.days.at(-1)! && b.days[0]! < a.days.at(-1)!; // streams have days
}

/** By any bank that shows it: a bank read long ago does not show what was paid since. */
function isActive({ lines, cadence }: Pick<Stream, "lines" | "cadence">): boolean {
  const most = cadence === null || cadence === "monthly" ? activeMonthlyDays : activeCadences * daysOf(cadence);
  return lines.some(({ day, account }) => account.asOf - day <= most);
}

function byContent(a: Recurring, b: Recurring): number {
  return (
    compare(a.payee, b.payee) ||
    compare(a.kind, b.kind) ||
    b.medianCents - a.medianCents ||
    compare(a.lines[0]!.key, b.lines[0]!.key) // recurring payments have lines
  );
}

// ---- Against the loan -------------------------------------------------------------------------------------------

export interface ObligationsContext {
  readonly model: Model;
  readonly loan: Loan;
  readonly programs: readonly Program[];
}

export interface ObligationsResult {
  /** Debts, support, mortgages and tax plans; those that ended, too. */
  readonly debts: DebtRow[];
  readonly support: FlowRow[];
  readonly otherProperties: FlowRow[];
  /** Known payments of what FHA counts: debts, support and tax plans, no mortgages. */
  readonly undisclosedMonthlyCents: number;
  readonly findings: Finding[];
  readonly notEvaluated: NotEvaluated[];
}

export function evaluateObligations(found: Obligations, context: ObligationsContext): ObligationsResult {
  const { model, programs } = context;
  const all = [...found.debts, ...found.support, ...found.mortgages, ...found.taxPlans];
  const disclosed = disclose(found, all, context.loan);
  const refinanced = refinancedLoan(found.mortgages, disclosed, context.loan);
  const isConfirmed = ({ payee, kind }: Recurring) =>
    model.confirmed("noDebt", { payee }) !== undefined ||
    (kind === "mortgage" && model.confirmed("paidForAnother", { payee }) !== undefined);
  const isOpen = (one: Recurring) => one.isActive && !disclosed.has(one) && one !== refinanced && !isConfirmed(one);
  const shown = all.filter(
    ({ isActive: active, isReplaced, daysAgo }) => active || (!isReplaced && daysAgo <= endedWithinDays),
  );
  const open = shown.filter(isOpen);
  const counted = open.filter(({ kind }) => kind !== "mortgage");
  const undisclosedMonthlyCents = sum(counted.map(({ monthlyCents }) => monthlyCents ?? 0));
  const other = openProperties(found.otherProperties, context);
  return {
    debts: shown.map((one) => toRow(one, disclosed.get(one), isConfirmed(one))),
    support: found.support.filter((one) => one.isActive).map(toFlow),
    otherProperties: [...found.mortgages.filter((one) => one.isActive), ...found.otherProperties].map(toFlow),
    undisclosedMonthlyCents: capped(undisclosedMonthlyCents),
    findings: [
      ...undisclosedFindings(open, programs),
      ...differences(found.debts, disclosed, context),
      ...shown.filter((one) => !one.isActive).map((one) => ended(one, programs)),
      ...resubmit(counted, undisclosedMonthlyCents, context),
      ...other.map((lines) => otherProperty(lines, programs)),
      ...levies(found.levies, context),
    ],
    notEvaluated: [],
  };
}

interface Disclosure {
  readonly as: string;
  readonly cents: number;
  /** The amount is compared: alias alone discloses a card. */
  readonly isCompared: boolean;
}

const isAmountCompared = ({ kind, subclass }: Recurring, type: Liability["type"]) =>
  kind !== "card" && !(type === "revolving" && (kind === "bnpl" || subclass === "home_equity"));

const SUPPORT_WORDS = /\b(?:CHILD ?SUPPORT|ALIMONY|SPOUSAL|SUPPORT|SDU)\b/i;
const TAX_WORDS = /\b(?:IRS|INTERNAL REVENUE|TAX(?:ES)?|TREASURY)\b/i;

const aliases = new WeakMap<Obligations, Map<string, boolean>>();

/** Which of them the application names, one to one by amount where a creditor has several. */
function disclose(found: Obligations, all: readonly Recurring[], loan: Loan): ReadonlyMap<Recurring, Disclosure> {
  const liabilities = loan.disclosedLiabilities ?? [];
  const disclosed = new Map<Recurring, Disclosure>();
  const known = aliases.get(found) ?? new Map<string, boolean>();
  aliases.set(found, known);
  const isAlias = (one: Recurring, { creditor }: Liability): boolean => {
    const key = JSON.stringify([creditor, one.kind, one.payee]);
    let same = known.get(key);
    if (same === undefined)
      known.set(
        key,
        (same =
          sameCreditor(creditor, one.payee) ||
          (one.kind === "support" && SUPPORT_WORDS.test(creditor)) ||
          (one.kind === "tax_plan" && TAX_WORDS.test(creditor))),
      );
    return same;
  };
  const matches = all
    .filter((one) => one.isActive)
    .map((one) => ({
      one,
      of: liabilities.filter((liability) => isAlias(one, liability) && fitsType(one, liability)),
    }));
  const used = new Set<Liability>();
  discloseTogether(matches, used, disclosed);
  const pairs = matches
    .flatMap(({ one, of }) =>
      of.map((liability) => ({ one, liability, apart: Math.abs((one.monthlyCents ?? 0) - liability.monthlyPayment) })),
    )
    .sort(
      (a, b) => a.apart - b.apart || b.liability.monthlyPayment - a.liability.monthlyPayment || byContent(a.one, b.one),
    );
  for (const { one, liability } of pairs) {
    if (disclosed.has(one)) continue;
    const isCompared = isAmountCompared(one, liability.type);
    if (isCompared && (used.has(liability) || !isEnough(one.monthlyCents, liability.monthlyPayment))) continue;
    if (isCompared) used.add(liability);
    disclosed.set(one, { as: liability.creditor, cents: liability.monthlyPayment, isCompared });
  }
  discloseProperties(all, loan, disclosed);
  return disclosed;
}

/** A payment that is not known cannot be less than disclosed. */
function isEnough(paid: number | null, disclosedCents: number): boolean {
  return paid === null || paid * 100 >= disclosedCents * paidAtLeastPercent;
}

function isAbove(paid: number | null, disclosedCents: number): boolean {
  return paid !== null && paid * 100 > disclosedCents * paidAbovePercent;
}

/** A card is revolving and a loan is an installment, unless the very payee is named and has only one of them. */
function fitsType({ kind, subclass, known }: Recurring, { type, creditor }: Liability): boolean {
  if (type === "other" || kind === "support" || kind === "tax_plan" || kind === "bnpl" || subclass === "home_equity")
    return true;
  if ((kind === "card") === (type === "revolving")) return true;
  const hasBoth = known?.roles.includes("card_issuer") && known.roles.includes("lender");
  return known !== null && !hasBoth && findPayee(creditor)?.id === known.id;
}

/** A servicer may take one payment for several loans, or several for one: their sums are compared. */
function discloseTogether(
  matches: readonly { one: Recurring; of: readonly Liability[] }[],
  used: Set<Liability>,
  disclosed: Map<Recurring, Disclosure>,
): void {
  const byPayee = new Map<string, { debts: Recurring[]; of: Set<Liability> }>();
  for (const { one, of } of matches) {
    const compared = of.filter(({ type }) => isAmountCompared(one, type));
    if (one.monthlyCents === null) continue;
    const key = JSON.stringify([one.kind, one.payee]);
    const group = byPayee.get(key) ?? { debts: [], of: new Set() };
    byPayee.set(key, group);
    group.debts.push(one);
    for (const liability of compared) group.of.add(liability);
  }
  for (const { debts, of } of byPayee.values()) {
    const open = [...of].filter((liability) => !used.has(liability));
    if (debts.length === open.length) continue;
    const paid = sum(debts.map(({ monthlyCents }) => monthlyCents!)); // grouped by known payments
    const named = sum(open.map(({ monthlyPayment }) => monthlyPayment));
    if (!isEnough(paid, named) || isAbove(paid, named)) continue;
    const as = [...new Set(open.map(({ creditor }) => creditor))].sort().join(", ");
    for (const liability of open) used.add(liability);
    for (const one of debts) disclosed.set(one, { as, cents: named, isCompared: true });
  }
}

/** The payment of another financed property discloses its mortgage. */
function discloseProperties(all: readonly Recurring[], loan: Loan, disclosed: Map<Recurring, Disclosure>): void {
  const payments = (loan.financedProperties ?? []).map(({ monthlyPayment }) => monthlyPayment).sort((a, b) => b - a);
  for (const one of all) {
    if (one.kind !== "mortgage" || !one.isActive || disclosed.has(one)) continue;
    const at = payments.findIndex(
      (cents) => cents > 0 && isEnough(one.monthlyCents, cents) && !isAbove(one.monthlyCents, cents),
    );
    if (at < 0) continue;
    disclosed.set(one, { as: "Financed property", cents: payments[at]!, isCompared: false }); // just found
    payments.splice(at, 1);
  }
}

const isRefinance = ({ transactionType }: Loan) => transactionType === "rate_term" || transactionType === "cash_out";

/** A refinance pays off one mortgage; of several that are not named, the largest is taken for it. */
function refinancedLoan(
  mortgages: readonly Recurring[],
  disclosed: ReadonlyMap<Recurring, Disclosure>,
  loan: Loan,
): Recurring | undefined {
  if (
    !isRefinance(loan) ||
    mortgages.some((one) => disclosed.get(one)?.as !== "Financed property" && disclosed.has(one))
  )
    return;
  return mortgages
    .filter((one) => one.isActive && !disclosed.has(one))
    .sort((a, b) => (b.monthlyCents ?? b.medianCents) - (a.monthlyCents ?? a.medianCents))[0];
}

// ---- Rows -------------------------------------------------------------------------------------------------------

const cappedOrNull = (cents: number | null) => (cents === null ? null : capped(cents));

function toRow(one: Recurring, disclosure: Disclosure | undefined, isConfirmedNoDebt: boolean): DebtRow {
  return {
    creditor: one.payee,
    payeeId: one.known?.id ?? null,
    kind: one.kind as DebtRow["kind"], // other properties have no row
    cadence: one.cadence,
    occurrences: one.lines.length,
    medianCents: capped(one.medianCents),
    monthlyCents: cappedOrNull(one.monthlyCents),
    lastPaidOn: dayOf(one.lastDay),
    isActive: one.isActive,
    isDisclosed: disclosure !== undefined,
    disclosedAs: disclosure?.as ?? null,
    disclosedCents: disclosure?.cents ?? null,
    isConfirmedNoDebt,
    transactionIds: one.lines.map(({ id }) => id),
  };
}

function toFlow({ payee, monthlyCents, lastDay, lines }: Recurring): FlowRow {
  return {
    transactionIds: lines.map(({ id }) => id),
    payee,
    monthlyCents: cappedOrNull(monthlyCents),
    lastPaidOn: dayOf(lastDay),
  };
}

// ---- Findings ---------------------------------------------------------------------------------------------------

const without = (programs: readonly Program[], one: Program) => programs.filter((program) => program !== one);
const only = (programs: readonly Program[], one: Program) => programs.filter((program) => program === one);

/** One finding per creditor, whatever number of loans it has. */
function byPayee(open: readonly Recurring[]): Recurring[][] {
  const groups = new Map<string, Recurring[]>();
  for (const one of open) {
    const group = groups.get(one.payee);
    if (group) group.push(one);
    else groups.set(one.payee, [one]);
  }
  return [...groups.values()];
}

interface Facts {
  readonly payee: string;
  readonly lines: Line[];
  /** Known payments; `null` when none is known. */
  readonly monthlyCents: number | null;
  readonly hasUnknown: boolean;
  readonly last: string;
  readonly inputs: Finding["inputs"];
}

function factsOf(group: readonly Recurring[]): Facts {
  const { payee } = group[0]!; // groups are not empty
  const amounts = group.flatMap(({ monthlyCents }) => monthlyCents ?? []);
  const monthlyCents = amounts.length > 0 ? sum(amounts) : null;
  const lines = group.flatMap((one) => one.lines);
  const last = dayOf(Math.max(...group.map(({ lastDay }) => lastDay)));
  return {
    payee,
    lines,
    monthlyCents,
    hasUnknown: amounts.length < group.length,
    last: longDay(last),
    inputs: { payee, monthlyCents, payments: lines.length, lastPaidOn: last },
  };
}

const amountText = (monthlyCents: number | null) =>
  monthlyCents === null ? "" : ` ${formatMoney(monthlyCents)} a month`;

function undisclosedFindings(open: readonly Recurring[], programs: readonly Program[]): Finding[] {
  const of = (...kinds: Recurring["kind"][]) => byPayee(open.filter(({ kind }) => kinds.includes(kind)));
  return [
    ...of("loan", "card", "bnpl", "lease").map((group) => undisclosedDebt(group, programs)),
    ...of("support").map((group) => supportPaid(group, programs)),
    ...of("mortgage").flatMap((group) => undisclosedMortgage(group, programs)),
    ...of("tax_plan").map((group) => taxPlan(group, programs)),
  ];
}

function undisclosedDebt(group: readonly Recurring[], programs: readonly Program[]): Finding {
  const { payee, lines, monthlyCents, hasUnknown, last, inputs } = factsOf(group);
  const isCard = group.every(({ kind }) => kind === "card");
  const unknown = isCard
    ? " The minimum payment is not known; enter it."
    : hasUnknown
      ? " A part of the monthly payment is not known; enter it."
      : "";
  return lastingFinding({
    ruleId: "R11",
    code: "UNDISCLOSED_DEBT",
    // Fannie Mae counts no payment on a loan that a financial asset secures (B3-4.3-15).
    programs: group.every(({ subclass }) => subclass === "own_plan" || subclass === "securities_line")
      ? without(programs, "fannie")
      : programs,
    severity: "review",
    text: `${payee} is paid${amountText(monthlyCents)}, last on ${last}, and is not among the debts entered for the loan.${unknown} Add the debt to the loan, or confirm that it is not the borrower's.`,
    clearedBy: [loanTerms("disclosedLiabilities"), confirm("noDebt")],
    inputs,
    lines,
    subject: payee,
  });
}

function supportPaid(group: readonly Recurring[], programs: readonly Program[]): Finding {
  const { payee, lines, monthlyCents, last, inputs } = factsOf(group);
  return lastingFinding({
    ruleId: "R22",
    code: "SUPPORT_PAID",
    programs,
    severity: "review",
    text: `Support is paid to ${payee}:${amountText(monthlyCents)}${monthlyCents === null ? "" : ","} last on ${last}. It counts as a debt while more than ten months remain; add it to the loan's debts by the order, or confirm that it is no debt.`,
    clearedBy: [loanTerms("disclosedLiabilities"), confirm("noDebt")],
    inputs,
    lines,
    subject: payee,
  });
}

function undisclosedMortgage(group: readonly Recurring[], programs: readonly Program[]): Finding[] {
  const { payee, lines, monthlyCents, last, inputs } = factsOf(group);
  const draft = (severity: "blocker" | "review", under: readonly Program[]) =>
    lastingFinding({
      ruleId: "R23",
      code: "UNDISCLOSED_MORTGAGE",
      programs: under,
      severity,
      text: `A mortgage with ${payee} is paid${amountText(monthlyCents)}, last on ${last}, and is not on the loan. Add it to the loan, or confirm that it is paid for another person.`,
      clearedBy: [loanTerms("disclosedLiabilities", "financedProperties"), confirm("paidForAnother")],
      inputs,
      lines,
      subject: payee,
    });
  const [fha, others] = [only(programs, "fha"), without(programs, "fha")];
  return [...(fha.length > 0 ? [draft("blocker", fha)] : []), ...(others.length > 0 ? [draft("review", others)] : [])];
}

function taxPlan(group: readonly Recurring[], programs: readonly Program[]): Finding {
  const { payee, lines, monthlyCents, last, inputs } = factsOf(group);
  return lastingFinding({
    ruleId: "R24",
    code: "TAX_PLAN",
    programs,
    severity: "review",
    text: `${payee} is paid the same amount every month,${amountText(monthlyCents)}, last on ${last}, as under a payment plan. Add it to the loan's debts with the agreement, or confirm that it is no debt.`,
    clearedBy: [loanTerms("disclosedLiabilities"), confirm("noDebt")],
    inputs,
    lines,
    subject: payee,
  });
}

/** Three payments in a row above 115 % of what the application says. */
function differences(
  debts: readonly Recurring[],
  disclosed: ReadonlyMap<Recurring, Disclosure>,
  { model, programs }: ObligationsContext,
): Finding[] {
  const differing = debts.filter((one) => {
    const disclosure = disclosed.get(one);
    if (!disclosure?.isCompared || one.cadence === null || model.confirmed("extraPrincipal", { payee: one.payee }))
      return false;
    let run = 0;
    return one.lines.some((line) => {
      const paid = monthlyOf(line.cents, one.cadence!); // just checked
      run = isAbove(paid, disclosure.cents) ? run + 1 : 0;
      return run >= 3;
    });
  });
  return byPayee(differing).map((group) => {
    const { payee, lines, monthlyCents, inputs } = factsOf(group);
    const disclosedCents = sum(group.map((one) => disclosed.get(one)!.cents)); // differing debts are disclosed
    return lastingFinding({
      ruleId: "R11",
      code: "DEBT_AMOUNT_DIFFERS",
      programs,
      severity: "review",
      text: `${payee} is paid${amountText(monthlyCents)}, and the loan's debts say ${formatMoney(disclosedCents)}. Correct the amount, or confirm that the rest is extra principal.`,
      clearedBy: [loanTerms("disclosedLiabilities"), confirm("extraPrincipal")],
      inputs: { ...inputs, disclosedCents },
      lines,
      subject: payee,
    });
  });
}

function ended(one: Recurring, programs: readonly Program[]): Finding {
  const { payee, lines, last, inputs } = factsOf([one]);
  return finding({
    ruleId: "R11",
    code: "DEBT_ENDED",
    programs,
    severity: "info",
    text: `${payee} was paid until ${last} and not since. The debt seems to have ended.`,
    clearedBy: [],
    inputs,
    lines,
    subject: payee,
  });
}

function resubmit(counted: readonly Recurring[], cents: number, { programs }: ObligationsContext): Finding[] {
  const fha = only(programs, "fha");
  const isAbove = cents > fhaResubmitCents;
  const unknown = counted.filter(({ monthlyCents }) => monthlyCents === null);
  if (fha.length === 0 || (!isAbove && unknown.length === 0)) return [];
  const names = [...new Set(unknown.map(({ payee }) => payee))];
  return [
    lastingFinding({
      ruleId: "R11",
      code: "RESUBMIT",
      programs: fha,
      severity: isAbove ? "blocker" : "review",
      text: isAbove
        ? `Debts that are not entered for the loan add up to ${formatMoney(cents)} a month. FHA requires a new submission above ${formatMoney(fhaResubmitCents)}: add them to the loan's debts and resubmit the loan.`
        : `Debts that are not entered for the loan add up to ${formatMoney(cents)} a month, without ${names.join(", ")}, whose payment is not known. Enter it: above ${formatMoney(fhaResubmitCents)} FHA requires a new submission.`,
      clearedBy: [loanTerms("disclosedLiabilities")],
      inputs: { undisclosedMonthlyCents: cents, unknownPayments: unknown.length },
      lines: counted.flatMap(({ lines }) => lines),
    }),
  ];
}

const PROPERTY_TEXT: Partial<Record<Recurring["kind"], string>> = {
  hoa: "Association dues are paid to",
  property_tax: "Property tax is paid to",
  landlord_insurance: "Landlord insurance is paid to",
  rent_received: "Rent is received from",
};

/** A loan that lists other properties explains all of them; the property of a refinance has dues and taxes itself. */
function openProperties(found: readonly Recurring[], { model, loan }: ObligationsContext): Recurring[][] {
  if ((loan.financedProperties ?? []).length > 0) return [];
  const isRental = loan.occupancy === "investment" || (loan.units ?? 1) > 1;
  const open = found.filter(({ kind, payee }) => {
    if (isRefinance(loan) && (kind === "hoa" || kind === "property_tax" || isRental)) return false;
    return !model.confirmed("paidForAnother", { payee });
  });
  const groups = new Map<string, Recurring[]>();
  for (const one of open) {
    const key = `${one.kind}|${one.payee}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

function otherProperty(group: readonly Recurring[], programs: readonly Program[]): Finding {
  const { payee, lines, monthlyCents, last, inputs } = factsOf(group);
  const { kind } = group[0]!; // groups are not empty
  return lastingFinding({
    ruleId: "R23",
    code: "OTHER_PROPERTY",
    programs,
    severity: "review",
    text: `${PROPERTY_TEXT[kind]} ${payee}${amountText(monthlyCents)}, last on ${last}. Enter the borrower's other properties, or confirm that it is for another person.`,
    clearedBy: [loanTerms("financedProperties"), confirm("paidForAnother")],
    inputs: { ...inputs, kind },
    lines,
    subject: payee,
    facts: [kind],
  });
}

const EXPLAINING: ReadonlySet<EvidenceSource["kind"]> = new Set(["letter", "other"] as const);

/** A letter about one covers it and those before it, and none that comes later. */
function levies(found: readonly Line[], { model, programs }: ObligationsContext): Finding[] {
  const explained =
    found.find((line) => model.evidenceOf.get(line)?.some(({ kind }) => EXPLAINING.has(kind)))?.day ?? -Infinity;
  const lines = found.filter(({ day }) => day > explained);
  const newest = lines[0];
  if (!newest) return [];
  const cents = sum(lines.map((line) => line.cents));
  return [
    lastingFinding({
      ruleId: "R24",
      code: "LEVY",
      programs,
      severity: "review",
      text: `A levy or garnishment took ${formatMoney(cents)}, last on ${longDay(dayOf(newest.day))}. Add a letter or the agreement with the creditor.`,
      clearedBy: [evidence("letter", "other")],
      inputs: { takenCents: cents, lines: lines.length, lastPaidOn: dayOf(newest.day) },
      lines,
    }),
  ];
}
