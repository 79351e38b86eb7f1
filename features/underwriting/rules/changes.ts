import { addDays } from "./days.ts";
import type { Difference, Evaluation, Finding } from "./evaluation.ts";
import { once } from "./once.ts";
import type { ParsedReport, ReportAccount, ReportItem, ReportTransaction } from "./parsed-report.ts";
import { bankName, compare } from "./text.ts";

export interface ComparedReport {
  readonly reportId: string;
  readonly report: ParsedReport;
  readonly evaluation: Pick<Evaluation, "findings" | "figures">;
}

/** Compares two reports of one borrower by content, since ids change when a bank is connected again. */
export function compareReports(before: ComparedReport, after: ComparedReport): Difference {
  const pairs = pairAccounts(withoutCopies(before), withoutCopies(after));
  const { known, renamed } = sameLines(pairs);
  // A longer report shows older lines too; these are not new.
  const since = addDays(before.report.asOf, -before.report.daysRequested);
  const newLines = pairs.flatMap(
    ({ before: was, after: is }) =>
      (is?.account.transactions ?? [])
        .filter((line) => !line.pending && !known.has(line) && (was === undefined || line.date >= since))
        .map((line) => ({ line, account: is!.account })), // a line has an account
  );
  const newLineOf = new Map(newLines.map(({ line }) => [line.id, line]));
  const { opened, closed } = compareFindings(before.evaluation.findings, after.evaluation.findings, renamed);
  return {
    before: { reportId: before.reportId, asOf: before.report.asOf },
    after: { reportId: after.reportId, asOf: after.report.asOf },
    balances: pairs.map(balanceOf),
    newDeposits: newLines
      .filter(({ line, account }) => account.type === "depository" && line.amountCents < 0)
      .map(({ line: { id, date, description, amountCents }, account }) => ({
        ...{ transactionId: id, accountId: account.id, date, description },
        cents: -amountCents,
      }))
      .sort((a, b) => compare(a.date, b.date) || b.cents - a.cents || compare(a.description, b.description)),
    newDebts: newDebts(before.evaluation, after.evaluation),
    newFees: after.evaluation.figures.nsf.transactionIds.flatMap((transactionId) => {
      const line = newLineOf.get(transactionId);
      return line ? [{ transactionId, date: line.date, description: line.description, cents: line.amountCents }] : [];
    }),
    findingsOpened: opened,
    findingsClosed: closed,
  };
}

export interface LocatedAccount {
  readonly item: ReportItem;
  readonly account: ReportAccount;
}

export interface AccountPair {
  readonly before: LocatedAccount | undefined;
  readonly after: LocatedAccount | undefined;
}

export function accountsIn({ items }: ParsedReport): LocatedAccount[] {
  return items.flatMap((item) => item.accounts.map((account) => ({ item, account })));
}

/** Of an account that is in the report twice, the one that counts. */
function withoutCopies({ report, evaluation: { figures } }: ComparedReport): LocatedAccount[] {
  const copies = new Set(figures.seenTwice.filter(({ isSure }) => isSure).map(({ accountId }) => accountId));
  return accountsIn(report).filter(({ account }) => !copies.has(account.id));
}

/** By institution, mask and type; among equals those with the most in common. Both sides stay complete. */
export function pairAccounts(before: readonly LocatedAccount[], after: readonly LocatedAccount[]): AccountPair[] {
  const candidates = after.flatMap((is) =>
    before.filter((was) => isAlike(was, is)).map((was) => ({ was, is, score: likeness(was.account, is.account) })),
  );
  candidates.sort(
    (a, b) =>
      b.score.map((value, at) => value - a.score[at]!).find((difference) => difference !== 0) || // equally long
      compare(contentOf(a.is), contentOf(b.is)) ||
      compare(contentOf(a.was), contentOf(b.was)),
  );
  const wasOf = new Map<LocatedAccount, LocatedAccount>();
  const used = new Set<LocatedAccount>();
  for (const { was, is } of candidates) {
    if (used.has(was) || wasOf.has(is)) continue;
    used.add(was);
    wasOf.set(is, was);
  }
  const byContent = (a: LocatedAccount, b: LocatedAccount) => compare(contentOf(a), contentOf(b));
  return [
    ...[...after].sort(byContent).map((is): AccountPair => ({ before: wasOf.get(is), after: is })),
    ...before
      .filter((was) => !used.has(was))
      .sort(byContent)
      .map((was): AccountPair => ({ before: was, after: undefined })),
  ];
}

function isAlike(one: LocatedAccount, other: LocatedAccount): boolean {
  const [a, b] = [one.account, other.account];
  if (a.persistentId !== null && a.persistentId === b.persistentId) return true;
  return stemOf(one) === stemOf(other);
}

function stemOf({ item, account }: LocatedAccount): string {
  // Without a mask only the name distinguishes accounts of one type.
  return [bankName(item.institutionName), account.mask ?? account.name, account.type].join("|").toUpperCase();
}

const contentOf = once(({ item, account }: LocatedAccount) =>
  JSON.stringify([
    stemOf({ item, account }),
    account.subtype,
    account.name,
    account.currentCents,
    account.transactions.map(lineContent).sort(),
  ]),
);

/** A shared persistent id, the share of lines in common, then the same subtype, names and balance. */
function likeness(was: ReportAccount, is: ReportAccount): readonly number[] {
  const isSameId = was.persistentId !== null && was.persistentId === is.persistentId;
  const owners = (account: ReportAccount) =>
    account.owners
      .flatMap(({ names }) => names)
      .sort()
      .join();
  return [
    Number(isSameId),
    commonShare(was, is),
    Number(was.subtype === is.subtype),
    Number(owners(was) === owners(is)),
    Number(was.name === is.name),
    Number(was.currentCents === is.currentCents),
  ];
}

/** Of the older account's posted lines on days that the newer one shows, how many it still has: 0 to 1. */
export function commonShare(was: ReportAccount, is: ReportAccount): number {
  const from = firstDate(is);
  const lines = was.transactions.filter(({ pending, date }) => !pending && date >= from);
  if (lines.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const line of is.transactions) if (!line.pending) add(counts, sumContent(line), 1);
  const found = lines.filter((line) => take(counts, sumContent(line)));
  return found.length / lines.length;
}

function firstDate({ transactions, historicalBalances }: ReportAccount): string {
  let first = "9999";
  for (const { date } of transactions) if (date < first) first = date;
  for (const { date } of historicalBalances) if (date < first) first = date;
  return first;
}

/** Date and cents. */
function sumContent({ date, amountCents }: ReportTransaction): string {
  return `${date}|${amountCents}`;
}

/** Date, cents and words. */
export function lineContent({ date, amountCents, description }: ReportTransaction): string {
  return `${date}|${amountCents}|${description.replace(/\s+/g, " ").trim().toUpperCase()}`;
}

export function add(counts: Map<string, number>, key: string, number: number): void {
  counts.set(key, (counts.get(key) ?? 0) + number);
}

export function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  counts.set(key, left - 1);
  return left > 0;
}

function balanceOf({ before, after }: AccountPair): Difference["balances"][number] {
  const { item, account } = (after ?? before)!; // a pair has one of both
  return {
    accountId: account.id,
    name: account.name,
    mask: account.mask,
    institutionName: item.institutionName,
    beforeCents: before?.account.currentCents ?? null,
    afterCents: after?.account.currentCents ?? null,
  };
}

interface SameLines {
  /** Posted lines of the newer report that the older one has. */
  readonly known: ReadonlySet<ReportTransaction>;
  /** From ids of the older report's accounts and lines to those of the same content in the newer one. */
  readonly renamed: ReadonlyMap<string, string>;
}

function sameLines(pairs: readonly AccountPair[]): SameLines {
  const known = new Set<ReportTransaction>();
  const renamed = new Map<string, string>();
  for (const { before, after } of pairs) {
    if (!before || !after) continue;
    renamed.set(before.account.id, after.account.id);
    const left = new Map<string, ReportTransaction[]>();
    for (const line of before.account.transactions)
      if (!line.pending) left.set(lineContent(line), [...(left.get(lineContent(line)) ?? []), line]);
    for (const line of after.account.transactions) {
      const same = line.pending ? undefined : left.get(lineContent(line));
      if (!same || same.length === 0) continue;
      // Among equal lines, one with the same id is the same line.
      const former = same.find(({ id }) => id === line.id) ?? same[0]!; // not empty
      same.splice(same.indexOf(former), 1);
      known.add(line);
      renamed.set(former.id, line.id);
    }
  }
  return { known, renamed };
}

function newDebts(before: ComparedReport["evaluation"], after: ComparedReport["evaluation"]): Difference["newDebts"] {
  const entity = ({ payeeId, creditor }: { payeeId: string | null; creditor: string }) =>
    payeeId ?? creditor.toUpperCase();
  const counts = new Map<string, number>();
  const active = ({ figures }: ComparedReport["evaluation"]) => figures.debts.filter(({ isActive }) => isActive);
  for (const debt of active(before)) add(counts, entity(debt), 1);
  return active(after)
    .filter((debt) => !take(counts, entity(debt)))
    .map(({ creditor, monthlyCents }) => ({ creditor, monthlyCents }));
}

/** One to one: the same rule about the same line, or without lines, about the same accounts. */
function compareFindings(before: readonly Finding[], after: readonly Finding[], renamed: SameLines["renamed"]) {
  const now = (ids: readonly string[]) => ids.map((id) => renamed.get(id) ?? id);
  const left = before.map((finding) => ({
    finding,
    accountIds: now(finding.accountIds),
    transactionIds: now(finding.transactionIds),
  }));
  const takeBest = (finding: Finding, isSame: (other: (typeof left)[number]) => boolean) => {
    const at = left.findIndex((other) => isOfOneRule(other.finding, finding) && isSame(other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  // Exact matches first, so that a finding that grew by a line does not take another's place.
  const rest = after.filter((finding) => !takeBest(finding, ({ finding: { key } }) => key === finding.key));
  const opened = rest.filter((finding) => !takeBest(finding, (other) => isAboutTheSame(other, finding)));
  return { opened, closed: left.map(({ finding }) => finding) };
}

function isOfOneRule(one: Finding, other: Finding): boolean {
  return (
    one.ruleId === other.ruleId &&
    one.code === other.code &&
    one.subject === other.subject &&
    one.programs.join() === other.programs.join()
  );
}

type Places = Pick<Finding, "accountIds" | "transactionIds">;

function isAboutTheSame(one: Places, other: Places): boolean {
  if (one.transactionIds.length + other.transactionIds.length > 0)
    return one.transactionIds.some((id) => other.transactionIds.includes(id));
  return [...one.accountIds].sort(compare).join() === [...other.accountIds].sort(compare).join();
}
