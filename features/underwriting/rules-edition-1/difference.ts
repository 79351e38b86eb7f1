// Owns what is different between two reports of one borrower, each with the findings of its newest judgement.
import type { Difference, Finding, EvaluationInputs } from "#features/underwriting/contract.ts";
import type { ParsedReport, ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { isDeposit } from "./bank-line.ts";
import { addDays } from "./days.ts";
import { evaluate } from "./evaluate.ts";
import { order } from "./order.ts";
import { countOnce, sameLines } from "./seen-twice.ts";

export interface ComparedReport {
  readonly reportId: string;
  readonly reading: ParsedReport;
  readonly grounds: EvaluationInputs;
  readonly findings: readonly Finding[];
}

export function differenceOf(before: ComparedReport, after: ComparedReport): Difference {
  const pairs = pairAccounts(before.reading, after.reading);
  const { known, nowCalled } = sameIds(pairs);
  // What the former report did not ask for is no news: a longer one shows older lines too.
  const since = addDays(before.reading.asOf, -before.reading.daysRequested);
  const isNews = (pair: Pair, { id, date }: ReportTransaction) =>
    !known.has(id) && (pair.before === undefined || date >= since);
  const isNewLine = new Set(
    pairs.flatMap((pair) => (pair.after?.transactions ?? []).filter((line) => isNews(pair, line)).map(({ id }) => id)),
  );
  const [was, is] = [before, after].map(({ reading, grounds }) => evaluate({ reading, ...grounds }).figures);
  const creditors = new Set(was!.debts.debts.map(({ creditor }) => creditor)); // two in, two out
  const { opened, closed } = compareFindings(before.findings, after.findings, nowCalled);
  return {
    before: { reportId: before.reportId, asOf: before.reading.asOf },
    after: { reportId: after.reportId, asOf: after.reading.asOf },
    balances: pairs.map(balanceOf),
    newDeposits: pairs
      .flatMap(({ after: account }) =>
        account
          ? account.transactions
              .filter((line) => isDeposit(line, account))
              .map((line) => ({ line, accountId: account.id }))
          : [],
      )
      .filter(({ line }) => isNewLine.has(line.id))
      .map(({ line: { id, date, description, amountCents }, accountId }) => ({
        ...{ transactionId: id, accountId, date, description },
        cents: -amountCents,
      }))
      .sort((a, b) => order(a.date, b.date) || order(a.transactionId, b.transactionId)),
    newDebts: is!.debts.debts
      .filter(({ creditor }) => !creditors.has(creditor))
      .map(({ creditor, monthlyCents }) => ({ creditor, monthlyCents })),
    newFees: is!.fees.events
      .filter(({ id }) => isNewLine.has(id))
      .map(({ id, cents, source: { date, description } }) => ({ transactionId: id, date, description, cents })),
    findingsOpened: opened,
    findingsClosed: closed,
  };
}

interface Pair {
  readonly institutionName: string;
  readonly before: ReportAccount | undefined;
  readonly after: ReportAccount | undefined;
}

/** By id; a bank that was connected anew has other ids, so by institution, mask and name then. */
function pairAccounts(before: ParsedReport, after: ParsedReport): Pair[] {
  const left = new Map(countOnce(before).accounts.map((one) => [one.account.id, one]));
  const counted = countOnce(after).accounts;
  const take = (id: string | undefined) => {
    const found = id === undefined ? undefined : left.get(id);
    if (id !== undefined) left.delete(id);
    return found?.account;
  };
  const byId = new Map(counted.map(({ account }) => [account.id, take(account.id)]));
  const pairs = counted.map(({ institutionName, account }): Pair => {
    const alike = [...left].find(
      ([, one]) =>
        one.institutionName === institutionName &&
        one.account.mask === account.mask &&
        one.account.name === account.name,
    );
    return { institutionName, before: byId.get(account.id) ?? take(alike?.[0]), after: account };
  });
  const gone = [...left.values()].map(({ institutionName, account }): Pair => ({
    institutionName,
    before: account,
    after: undefined,
  }));
  return [...pairs, ...gone];
}

function balanceOf({ institutionName, before, after }: Pair): Difference["balances"][number] {
  const { id, name, mask } = (after ?? before)!; // a pair has one of both
  return {
    ...{ accountId: id, name, mask, institutionName },
    beforeCents: before?.currentCents ?? null,
    afterCents: after?.currentCents ?? null,
  };
}

interface SameIds {
  /** Of the newer report's lines, those that the older one held as posted. */
  readonly known: ReadonlySet<string>;
  /** Of the older report's accounts and lines, those that are called otherwise in the newer one. */
  readonly nowCalled: ReadonlyMap<string, string>;
}

function sameIds(pairs: readonly Pair[]): SameIds {
  const known = new Set<string>();
  const nowCalled = new Map<string, string>();
  for (const { before, after } of pairs) {
    if (!before || !after) continue;
    const posted = before.transactions.filter(({ pending }) => !pending);
    for (const { id } of posted) known.add(id);
    if (before.id === after.id) continue;
    nowCalled.set(before.id, after.id);
    for (const [id, now] of sameLines({ ...before, transactions: posted }, after)) {
      known.add(now);
      nowCalled.set(id, now);
    }
  }
  return { known, nowCalled };
}

/** One to one: what a rule saw then and sees now is the same where it saw it in a line of both, or in the same accounts. */
function compareFindings(before: readonly Finding[], after: readonly Finding[], nowCalled: SameIds["nowCalled"]) {
  const now = (ids: readonly string[]) => ids.map((id) => nowCalled.get(id) ?? id);
  const left = before.map((finding) => ({
    finding,
    accountIds: now(finding.accountIds),
    transactionIds: now(finding.transactionIds),
  }));
  const opened = after.filter((finding) => {
    const at = left.findIndex((other) => isOfOneRule(other.finding, finding) && isOfTheSame(other, finding));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { opened, closed: left.map(({ finding }) => finding) };
}

function isOfOneRule(one: Finding, other: Finding): boolean {
  return one.ruleId === other.ruleId && one.code === other.code && one.programs.join() === other.programs.join();
}

type Places = Pick<Finding, "accountIds" | "transactionIds">;

function isOfTheSame(one: Places, other: Places): boolean {
  if (one.transactionIds.length + other.transactionIds.length > 0)
    return one.transactionIds.some((id) => other.transactionIds.includes(id));
  return [...one.accountIds].sort(order).join() === [...other.accountIds].sort(order).join();
}
