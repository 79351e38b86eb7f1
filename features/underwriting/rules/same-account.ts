import { compare, bankName, normalName } from "./text.ts";
import type { Account, Line, Model, SeenTwice } from "./model.ts";
import { RULES } from "./rule-set.ts";

interface Found {
  /** Each account once, by key. */
  readonly distinct: Account[];
  readonly seenTwice: SeenTwice[];
  /** Lines of the copies that do not count, by id, with the line that does. */
  readonly sameLine: ReadonlyMap<string, Line>;
}

/** Section 2, "Same account seen twice". The newer data counts. */
export function findSameAccounts(all: readonly Account[], confirmed: Model["confirmed"]): Found {
  const sorted = [...all].sort(newestFirst);
  const dropped = new Map<Account, Account>();
  const unsure = new Map<Account, Account>();
  for (const [at, newer] of sorted.entries()) {
    if (dropped.has(newer)) continue;
    for (const older of sorted.slice(at + 1)) {
      if (dropped.has(older)) continue;
      const same = isSame(newer, older, confirmed);
      if (same === "same") dropped.set(older, newer);
      else if (same === "maybe") {
        const [larger, smaller] = bySize(newer, older);
        if (!unsure.has(smaller)) unsure.set(smaller, larger);
      }
    }
  }
  const distinct = all.filter((account) => !dropped.has(account));
  const seenTwice = [
    ...[...dropped].map(([account, countedAs]) => ({ account, countedAs, isSure: true })),
    ...[...unsure]
      .filter(([account, other]) => !dropped.has(account) && !dropped.has(other))
      .map(([account, countedAs]) => ({ account, countedAs, isSure: false })),
  ].sort((a, b) => compare(a.account.key, b.account.key));
  return { distinct, seenTwice, sameLine: linesOfCopies(dropped) };
}

function newestFirst(a: Account, b: Account): number {
  return (
    compare(b.item.lastUpdatedAt, a.item.lastUpdatedAt) ||
    b.lines.length - a.lines.length ||
    b.item.accounts.length - a.item.accounts.length ||
    compare(a.key, b.key)
  );
}

function bySize(a: Account, b: Account): [larger: Account, smaller: Account] {
  const [left, right] = [a.source.currentCents ?? 0, b.source.currentCents ?? 0];
  return left >= right ? [a, b] : [b, a];
}

function isSame(a: Account, b: Account, confirmed: Model["confirmed"]): "same" | "maybe" | null {
  if (a.source.persistentId !== null && a.source.persistentId === b.source.persistentId) return "same";
  if (a.source.mask !== b.source.mask || a.kind !== b.kind || !isOneBank(a, b)) return null;
  const says = (kind: "sameAccount" | "differentAccounts") =>
    confirmed(kind, { account: a }) !== undefined || confirmed(kind, { account: b }) !== undefined;
  if (says("differentAccounts")) return null;
  if (a.source.mask !== null && says("sameAccount")) return "same";
  const { compared, equal } = commonLines(a, b);
  const { sameLinesLeast, sameLinesPercent } = RULES.S2.parameters;
  const isEqualBalance =
    a.source.currentCents !== null && a.source.currentCents !== 0 && a.source.currentCents === b.source.currentCents;
  if (a.source.mask === null) {
    const isSureWithoutNumber = compared >= sameLinesLeast && equal * 100 >= compared * sameLinesPercent;
    if (!isEqualBalance || !shareOwner(a, b)) return null;
    if (isSureWithoutNumber) return "same";
    return compared < sameLinesLeast && a.item !== b.item && a.source.subtype === b.source.subtype ? "maybe" : null;
  }
  if (compared >= sameLinesLeast) {
    if (equal * 100 >= compared * sameLinesPercent) return "same";
    return isEqualBalance && shareOwner(a, b) ? "same" : null;
  }
  if (isEqualBalance && shareOwner(a, b)) return "same";
  return "maybe";
}

function isOneBank(a: Account, b: Account): boolean {
  return (
    a.item.institutionId === b.item.institutionId ||
    bankName(a.item.institutionName) === bankName(b.item.institutionName)
  );
}

function shareOwner(a: Account, b: Account): boolean {
  const names = (account: Account) => account.source.owners.flatMap((owner) => owner.names.map(normalName));
  const [left, right] = [new Set(names(a)), names(b)];
  return left.size === 0 || right.length === 0 || right.some((name) => left.has(name));
}

/** Lines on the days that both accounts cover: how many there are on the fuller side, and how many agree. */
function commonLines(a: Account, b: Account): { compared: number; equal: number } {
  const [first, last] = [Math.max(firstDay(a), firstDay(b)), Math.min(a.asOf, b.asOf)];
  const sums = (account: Account) => {
    const counts = new Map<string, number>();
    let total = 0;
    for (const { day, cents, isPending } of account.lines) {
      if (isPending || day < first || day > last) continue;
      const key = `${day}|${cents}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      total++;
    }
    return { counts, total };
  };
  const [left, right] = [sums(a), sums(b)];
  let equal = 0;
  for (const [key, count] of left.counts) equal += Math.min(count, right.counts.get(key) ?? 0);
  return { compared: Math.max(left.total, right.total), equal };
}

function firstDay({ lines }: Account): number {
  return lines[0]?.day ?? -Infinity;
}

function linesOfCopies(dropped: ReadonlyMap<Account, Account>): Map<string, Line> {
  const sameLine = new Map<string, Line>();
  for (const [copy, counted] of dropped) {
    const byContent = new Map<string, Line[]>();
    for (const line of counted.lines) {
      const key = `${line.day}|${line.cents}`;
      byContent.set(key, [...(byContent.get(key) ?? []), line]);
    }
    for (const line of copy.lines) {
      const twin = byContent.get(`${line.day}|${line.cents}`)?.shift();
      if (twin) sameLine.set(line.id, twin);
    }
  }
  return sameLine;
}
