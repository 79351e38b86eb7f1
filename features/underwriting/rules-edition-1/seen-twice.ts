// Owns accounts that two log-ins show, as a couple's joint one is shown by both: counted once, by the newer data.
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { order } from "./order.ts";

type ReportItem = ParsedReport["items"][number];

export interface SeenTwice {
  /** The one that counts. */
  readonly accountId: string;
  readonly otherAccountId: string;
  readonly name: string;
  readonly mask: string | null;
}

export interface CountedAccounts {
  readonly accounts: readonly { readonly institutionName: string; readonly account: ReportAccount }[];
  readonly seenTwice: readonly SeenTwice[];
  /** Lines of an account that does not count, each with the same line of the one that does. */
  readonly sameLine: ReadonlyMap<string, string>;
}

interface Seen {
  readonly item: ReportItem;
  readonly account: ReportAccount;
}

/** The same institution, mask and name under two log-ins are one account; under one log-in they are two. */
export function countOnce({ items }: ParsedReport): CountedAccounts {
  const counting = new Map<string, Seen>();
  const others: { readonly counts: Seen; readonly other: Seen }[] = [];
  // The newest first, so that whatever order they came in the same ones count.
  const newestFirst = [...items].sort((a, b) => order(b.lastUpdatedAt, a.lastUpdatedAt) || order(a.id, b.id));
  for (const item of newestFirst)
    for (const account of item.accounts) {
      const key = placeOf(item, account);
      const counts = key === null ? undefined : counting.get(key);
      if (counts && counts.item !== item) others.push({ counts, other: { item, account } });
      else if (key !== null && !counts) counting.set(key, { item, account });
    }
  const left = new Set(others.map(({ other }) => other.account));
  return {
    accounts: items.flatMap(({ institutionName, accounts }) =>
      accounts.flatMap((account) => (left.has(account) ? [] : [{ institutionName, account }])),
    ),
    seenTwice: others.map(({ counts, other }) => ({
      accountId: counts.account.id,
      otherAccountId: other.account.id,
      name: counts.account.name,
      mask: counts.account.mask,
    })),
    sameLine: new Map(others.flatMap(({ counts, other }) => sameLines(other.account, counts.account))),
  };
}

/** `null`: without its last digits an account is nobody else's. */
function placeOf({ institutionId, institutionName }: ReportItem, { mask, name }: ReportAccount): string | null {
  return mask === null ? null : JSON.stringify([institutionId || institutionName, mask, name]);
}

/** Each log-in gives a line an id of its own; day, sum and words are the same. Of equal ones, in the order of ids. */
export function sameLines(other: ReportAccount, counts: ReportAccount): [string, string][] {
  const byWords = new Map<string, string[]>();
  const sorted = ({ transactions }: ReportAccount) => [...transactions].sort((a, b) => order(a.id, b.id));
  const wordsOf = ({ date, amountCents, description }: ReportAccount["transactions"][number]) =>
    `${date} ${amountCents} ${description}`;
  for (const line of sorted(counts)) {
    const same = byWords.get(wordsOf(line));
    if (same) same.push(line.id);
    else byWords.set(wordsOf(line), [line.id]);
  }
  return sorted(other).flatMap((line): [string, string][] => {
    const id = byWords.get(wordsOf(line))?.shift();
    return id === undefined ? [] : [[line.id, id]];
  });
}
