import { classify, type Classification, type LineToClassify } from "./classifier/classify.ts";
import { countAccounts, isAboutAccount, isCountedAccount, pendingIn } from "./counting.ts";
import { dayNumber } from "./days.ts";
import type { EvaluationInputs } from "./evaluation.ts";
import { individualOf, isAnother, printsSource } from "./line-source.ts";
import { isDeposit, type Account, type AccountKind, type Line, type Model } from "./model.ts";
import { median, sum } from "./money.ts";
import { once } from "./once.ts";
import { type BankOwners, matchOwners, type LoanPerson, type Ownership } from "./owners.ts";
import type { ParsedReport, ReportAccount, ReportItem, ReportTransaction } from "./parsed-report.ts";
import { findSameAccounts } from "./same-account.ts";
import { bankName, compare, normalName } from "./text.ts";
import { matchNets, matchTransfers } from "./transfers.ts";

/** What a model depends on besides the reports. Other loan terms change without preparing again. */
export type ModelInputs = Pick<EvaluationInputs, "borrowers" | "evidence" | "confirmations"> & {
  readonly leftOutAccounts: readonly string[];
};

// Keyed by the report, which is never changed, so that trying other loan terms stays fast.
const bases = new WeakMap<ParsedReport, readonly BaseAccount[]>();
const models = new WeakMap<
  ParsedReport,
  { readonly key: string; readonly previous: ParsedReport | null; readonly model: Model }
>();

// Withholding transactions asks for it first.
const ownerships = new WeakMap<
  BankOwners,
  {
    readonly people: readonly LoanPerson[];
    readonly confirmations: ModelInputs["confirmations"];
    readonly ownership: Ownership;
  }
>();

export function prepare(report: ParsedReport, previous: ParsedReport | null, inputs: ModelInputs): Model {
  const key = JSON.stringify([inputs.borrowers, inputs.evidence, inputs.confirmations, inputs.leftOutAccounts]);
  const known = models.get(report);
  if (known?.key === key && known.previous === previous) return known.model;
  const model = build(report, previous, inputs);
  models.set(report, { key, previous, model });
  return model;
}

function build(report: ParsedReport, previous: ParsedReport | null, inputs: ModelInputs): Model {
  const { borrowers, evidence: given, confirmations, leftOutAccounts } = inputs;
  const base = baseOf(report);
  const evidence = given.filter(isAccepted);
  const all = base.map((one) => withOwners(one, borrowers, confirmations));
  const confirmed: Model["confirmed"] = (kind, subject) =>
    confirmations.find((one) => one.kind === kind && (isAbout(one.subject, subject) || isAboutCopy(one, subject)));
  const isAboutCopy = ({ subject }: (typeof confirmations)[number], { line }: Parameters<Model["confirmed"]>[1]) =>
    line !== undefined && !!subject.transactionId && copies.get(subject.transactionId) === line;
  const copies = new Map<string, Line>();
  const { distinct, seenTwice, sameLine } = findSameAccounts(all, confirmed);
  for (const [id, line] of sameLine) copies.set(id, line);
  renumber(distinct);
  for (const { account, countedAs, isSure } of seenTwice) if (isSure) (countedAs.copyIds as string[]).push(account.id);
  const leftOut = new Set(leftOutAccounts);
  const isLeftOut = ({ id, key, copyIds }: Account) =>
    leftOut.has(id) || leftOut.has(key) || copyIds.some((copy) => leftOut.has(copy));
  const frame = { report, previous, accounts: distinct, evidence, confirmations, confirmed, seenTwice, isLeftOut };
  const isCounted = (account: Account) => isCountedAccount(frame, account);
  const counted = new Set(distinct.filter(isCounted));
  const netOf = matchNets(distinct, counted);
  const { transferOf, possible, leaving, drawn } = matchTransfers(distinct, counted, netOf.full);
  const evidenceOf = new Map<Line, typeof evidence>();
  for (const one of evidence) {
    const { transactionId: id, lineKey } = one;
    const { byId, byKey } = linesOf(distinct);
    const line = (id ? (byId.get(id) ?? sameLine.get(id)) : undefined) ?? (lineKey ? byKey.get(lineKey) : undefined);
    if (line) evidenceOf.set(line, [...(evidenceOf.get(line) ?? []), one]);
  }
  const forOthers = findForOthers(distinct, borrowers);
  const partial = {
    ...frame,
    transferOf,
    possibleTransferOf: possible,
    leaving,
    drawn,
    netOf: netOf.full,
    partialRefundOf: netOf.partial,
    evidenceOf,
    duplicates: base.flatMap(({ duplicates }) => duplicates),
    identifiedPending: identifiedPending(distinct, forOthers),
    forOthers,
    counting: new Map(),
  };
  const counting = countAccounts(partial);
  return { ...partial, counting };
}

const linesOf = once((accounts: readonly Account[]) => {
  const byId = new Map<string, Line>();
  const byKey = new Map<string, Line>();
  for (const { lines } of accounts)
    for (const line of lines) {
      if (!byId.has(line.id)) byId.set(line.id, line);
      byKey.set(lineKeyOf(line), line);
    }
  return { byId, byKey };
});

const NAMING_THE_PAID: ReadonlySet<Line["class"]> = new Set(["payroll", "benefit", "tax_refund"] as const);

function findForOthers(accounts: readonly Account[], borrowers: ModelInputs["borrowers"]): Set<Line> {
  return new Set(
    accounts.flatMap((account) => {
      const lines = account.lines.filter((line) => NAMING_THE_PAID.has(line.class));
      // One name comes again with each pay.
      return [...Map.groupBy(lines, individualOf)].flatMap(([name, named]) =>
        name !== undefined && isAnother(name, account, borrowers) ? named : [],
      );
    }),
  );
}

/** Benefits, tax refunds, and pay whose payer paid on two days before about as much (section 2, "Pending"). */
function identifiedPending(accounts: readonly Account[], forOthers: ReadonlySet<Line>): Set<Line> {
  const lines = accounts.flatMap((account) => account.lines).filter((line) => line.class === "payroll");
  const paid = Map.groupBy(lines.filter(isDeposit), payerOf);
  const coming = Map.groupBy(accounts.flatMap(pendingIn), payerOf);
  const isUsualPay = (line: Line) => {
    const days = [...Map.groupBy(paid.get(payerOf(line)) ?? [], ({ day }) => day).values()].map(totalOf);
    // Pay that is still to post comes on top of what the payer already paid on its day.
    return days.length >= 2 && totalOf(coming.get(payerOf(line))!) * 2 <= median(days) * 3;
  };
  const isIdentified = (line: Line) =>
    printsSource(line) &&
    !forOthers.has(line) &&
    (line.class === "benefit" || line.class === "tax_refund" || (line.class === "payroll" && isUsualPay(line)));
  return new Set(accounts.flatMap(pendingIn).filter(isIdentified));
}

function totalOf(lines: readonly Line[]): number {
  return -sum(lines.map(({ cents }) => cents));
}

function payerOf({ classification: { payee, party } }: Line): string {
  return `${payee?.id ?? ""}|${party}`;
}

/** Accepted evidence counts with a document, or with a reviewer's reason of 10 characters or more. */
export function isAccepted({ hasDocument, reason }: EvaluationInputs["evidence"][number]): boolean {
  return hasDocument || (reason ?? "").trim().length >= 10;
}

/** Names the line in evidence and decisions, the same in later reports. */
export function lineKeyOf({ account, key }: Line): string {
  return `${account.key}#${key}`;
}

function isAbout(
  subject: EvaluationInputs["confirmations"][number]["subject"],
  { line, account, payee }: Parameters<Model["confirmed"]>[1],
): boolean {
  if (line)
    return (
      subject.lineKey === lineKeyOf(line) ||
      // A line that has another amount now is another fact.
      (subject.transactionId === line.id && (subject.lineKey?.includes(`|${line.cents}|`) ?? true))
    );
  if (account) return isAboutAccount(subject, account) || subject.accountKey === account.key;
  return !!payee && !!subject.payee && normalName(subject.payee) === normalName(payee);
}

// ---- The report alone -------------------------------------------------------------------------------------------

interface BaseAccount {
  readonly account: Account;
  readonly duplicates: readonly Line[];
}

function baseOf(report: ParsedReport): readonly BaseAccount[] {
  const known = bases.get(report);
  if (known) return known;
  const days = new Map<string, number>(); // a report has thousands of lines on a few hundred days
  const dayOfDate = (date: string): number => {
    let day = days.get(date);
    if (day === undefined) days.set(date, (day = dayNumber(date)));
    return day;
  };
  const drafts = report.items.flatMap((item) =>
    item.accounts.map((source) => ({ item, source, stem: stemOf(item, source), content: contentOf(source) })),
  );
  // A number among equals, by content and not by the provider's order.
  drafts.sort((a, b) => compare(a.stem, b.stem) || compare(a.content, b.content) || compare(a.source.id, b.source.id));
  const numbered = numbering();
  const base = drafts.map(({ item, source, stem }) => readAccount(item, source, numbered(stem), dayOfDate));
  bases.set(report, base);
  return base;
}

function stemOf({ institutionName }: ReportItem, { mask, type, subtype }: ReportAccount): string {
  return [bankName(institutionName), mask, type, subtype].join("|").toUpperCase();
}

function contentOf({ currentCents, transactions, owners, officialName }: ReportAccount): string {
  return JSON.stringify([currentCents, transactions.length, owners.flatMap(({ names }) => names).sort(), officialName]);
}

const KINDS: Readonly<Record<string, AccountKind>> = {
  depository: "depository",
  investment: "investment",
  brokerage: "investment",
  credit: "credit",
  loan: "loan",
};

type Draft = Omit<Line, "key"> & { key: string };

function readAccount(
  item: ReportItem,
  source: ReportAccount,
  key: string,
  dayOfDate: (date: string) => number,
): BaseAccount {
  const account = {
    id: source.id,
    key,
    copyIds: [],
    name: source.mask ? `${source.name} …${source.mask}` : source.name,
    kind: Object.hasOwn(KINDS, source.type) ? KINDS[source.type]! : "other",
    isDollars: source.currency === "USD",
    asOf: dayNumber(item.lastUpdatedAt.slice(0, 10)),
    source,
    item,
    lines: [] as Line[],
  };
  const drafts = source.transactions.map((line) => toLine(line, account as unknown as Account, dayOfDate));
  drafts.sort(
    (a, b) =>
      a.day - b.day ||
      Math.sign(a.cents) - Math.sign(b.cents) ||
      compare(a.key, b.key) ||
      Number(a.isPending) - Number(b.isPending) ||
      compare(a.id, b.id),
  );
  const duplicates: Line[] = [];
  const ids = new Map<string, string>();
  const numbered = numbering();
  for (const line of drafts) {
    if (ids.get(line.id) === line.key) {
      duplicates.push(line);
      continue;
    }
    ids.set(line.id, line.key);
    line.key = numbered(line.key);
    account.lines.push(line);
  }
  account.lines = withoutPendingCopies(account.lines);
  return { account: account as unknown as Account, duplicates };
}

function toLine(source: ReportTransaction, account: Account, dayOfDate: (date: string) => number): Draft {
  const classification = classify(source satisfies LineToClassify);
  const day = dayOfDate(source.date);
  return {
    id: source.id,
    // A deposit without a date is in the balance, so it is tested as one of the day of reading.
    day: Number.isNaN(day) && source.amountCents < 0 ? account.asOf : day,
    cents: source.amountCents,
    isPending: source.pending,
    class: classification.class,
    classification,
    key: `${source.date}|${source.amountCents}|${source.description.slice(0, 200).toUpperCase()}`,
    account,
    source,
  };
}

/** Days within which a pending line posts. */
const POSTS_WITHIN = 7;

function withoutPendingCopies(lines: Line[]): Line[] {
  if (!lines.some(({ isPending }) => isPending)) return lines;
  const postedOn = Map.groupBy(
    lines.filter(({ isPending }) => !isPending),
    ({ cents, day }) => `${cents}|${day}`,
  );
  const dropped = new Set<Line>();
  for (const one of lines.filter(({ isPending }) => isPending))
    for (let day = one.day - 1; day <= one.day + POSTS_WITHIN && !dropped.has(one); day++) {
      const posted = postedOn.get(`${one.cents}|${day}`) ?? [];
      const at = posted.findIndex((line) => isSameParty(line.classification, one.classification));
      if (at < 0) continue;
      posted.splice(at, 1);
      dropped.add(one);
    }
  return lines.filter((line) => !dropped.has(line));
}

function isSameParty(a: Classification, b: Classification): boolean {
  return a.payee && b.payee ? a.payee.id === b.payee.id : a.class === b.class && a.party === b.party;
}

// ---- Owners -----------------------------------------------------------------------------------------------------

function withOwners(
  { account }: BaseAccount,
  people: readonly LoanPerson[],
  confirmations: ModelInputs["confirmations"],
): Account {
  return relinked({ ...account, ownership: ownershipOf(account.source, people, confirmations) });
}

/** Whose account it is, with the names that a reviewer confirmed. */
export function ownershipOf(
  account: BankOwners,
  people: readonly LoanPerson[],
  confirmations: ModelInputs["confirmations"],
): Ownership {
  const known = ownerships.get(account);
  if (known?.people === people && known.confirmations === confirmations) return known.ownership;
  const ownership = readOwnership(account, people, confirmations);
  ownerships.set(account, { people, confirmations, ownership });
  return ownership;
}

function readOwnership(
  account: BankOwners,
  people: readonly LoanPerson[],
  confirmations: ModelInputs["confirmations"],
): Ownership {
  const bare = matchOwners(account, people);
  const names = new Map(bare.persons.map(({ bankName: name, match }) => [normalName(name), match]));
  // A name that does not match at all is confirmed with a document only.
  const aliases = confirmations.filter(({ kind, subject, hasDocument }) => {
    const match = kind === "borrower" && subject.bankName ? names.get(normalName(subject.bankName)) : undefined;
    return match !== undefined && (match !== "none" || hasDocument);
  });
  if (aliases.length === 0) return bare;
  return matchOwners(
    account,
    people.map((person, at) => ({
      ...person,
      aliases: aliases
        .filter(({ subject }) => (subject.person ? isPerson(person, subject.person) : at === 0))
        .map(({ subject }) => subject.bankName!),
    })),
  );
}

function isPerson({ firstName, middleName, lastName, suffix }: LoanPerson, name: string): boolean {
  const wanted = normalName(name);
  return [
    [firstName, middleName, lastName, suffix],
    [firstName, middleName, lastName],
    [firstName, lastName],
    [firstName, lastName, suffix],
  ].some((parts) => normalName(parts.join(" ")) === wanted);
}

/** A copy that another sign-in shows does not number the account that counts. The accounts are this model's own. */
function renumber(accounts: readonly { key: string; item: ReportItem; source: ReportAccount }[]): void {
  const numbered = numbering();
  for (const account of accounts) account.key = numbered(stemOf(account.item, account.source));
}

/** A number among equals: `A`, then `A|2`, `A|3`. */
function numbering(): (key: string) => string {
  const numbers = new Map<string, number>();
  return (key) => {
    const number = (numbers.get(key) ?? 0) + 1;
    numbers.set(key, number);
    return number === 1 ? key : `${key}|${number}`;
  };
}

/** Lines know their account, so a copy of an account has copies of its lines. */
function relinked(account: Omit<Account, "lines"> & { lines: readonly Line[] }): Account {
  const copy = { ...account, copyIds: [], lines: [] as Line[] };
  copy.lines = account.lines.map((line) => ({ ...line, account: copy }));
  return copy;
}
