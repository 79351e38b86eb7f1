import { findPayee } from "./classifier/classify.ts";
import { isDeposit, type Account, type Line } from "./model.ts";
import { RULES } from "./rule-set.ts";
import { compare, normalName } from "./text.ts";

const { transferDays, reversalDays, refundDays } = RULES.S2.parameters;
const [EARLIEST, LATEST] = transferDays;

interface Transfers {
  /** Both ways. */
  readonly transferOf: ReadonlyMap<Line, Line>;
  /** From the deposit to the payment. */
  readonly possible: ReadonlyMap<Line, Line>;
}

/** Pairs a debit with an equal deposit on another counted account (section 2, "Own transfer"). */
export function matchTransfers(
  accounts: readonly Account[],
  counted: ReadonlySet<Account>,
  netOf: ReadonlyMap<Line, Line>,
): Transfers {
  const debits: Line[] = [];
  const deposits: Line[] = [];
  const papers = { debits: [] as Line[], deposits: [] as Line[] };
  for (const account of accounts) {
    if (!counted.has(account)) continue;
    for (const line of account.lines) {
      if (line.isPending || line.cents === 0 || netOf.has(line)) continue;
      if (line.cents > 0) {
        if (canBeDebit(line)) debits.push(line);
        if (line.class === "check" || line.class === "cash_withdrawal") papers.debits.push(line);
      } else if (isDeposit(line)) {
        if (canBeDeposit(line)) deposits.push(line);
        if (line.class === "check_deposit" || line.class === "cash_deposit") papers.deposits.push(line);
      }
    }
  }
  const pairs = pair(debits, deposits, isOwnTransfer, (debit, deposit) => hasWords(debit) + hasWords(deposit));
  const transferOf = new Map<Line, Line>();
  for (const [debit, deposit] of pairs) transferOf.set(debit, deposit).set(deposit, debit);
  const isFree = (line: Line) => !transferOf.has(line);
  const alike = pair(
    papers.debits.filter(isFree),
    papers.deposits.filter(isFree),
    (debit, deposit) => (debit.class === "check") === (deposit.class === "check_deposit"),
    () => 0,
  );
  return { transferOf, possible: new Map(alike.map(([debit, deposit]) => [deposit, debit])) };
}

/** One to one: the nearest in time first, then those whose words name a transfer, then by content. */
function pair(
  debits: readonly Line[],
  deposits: readonly Line[],
  fits: (debit: Line, deposit: Line) => boolean,
  rank: (debit: Line, deposit: Line) => number,
): [debit: Line, deposit: Line][] {
  const bySum = new Map<number, Line[]>();
  for (const debit of debits) {
    const known = bySum.get(debit.cents);
    if (known) known.push(debit);
    else bySum.set(debit.cents, [debit]);
  }
  const candidates: { debit: Line; deposit: Line; apart: number; words: number }[] = [];
  for (const deposit of deposits)
    for (const debit of bySum.get(-deposit.cents) ?? []) {
      const apart = deposit.day - debit.day;
      if (apart < EARLIEST || apart > LATEST || debit.account === deposit.account) continue;
      if (fits(debit, deposit))
        candidates.push({ debit, deposit, apart: Math.abs(apart), words: rank(debit, deposit) });
    }
  candidates.sort(
    (a, b) =>
      a.apart - b.apart ||
      b.words - a.words ||
      compare(contentOf(a.debit), contentOf(b.debit)) ||
      compare(contentOf(a.deposit), contentOf(b.deposit)),
  );
  const used = new Set<Line>();
  return candidates.flatMap(({ debit, deposit }): [Line, Line][] => {
    if (used.has(debit) || used.has(deposit)) return [];
    used.add(debit).add(deposit);
    return [[debit, deposit]];
  });
}

const contentOf = ({ account, key }: Line) => `${account.key}#${key}`;
const hasWords = ({ classification }: Line) => Number(classification.hasTransferWords);

const BANK_ROLES: ReadonlySet<string> = new Set(["bank", "brokerage", "p2p"]);

function isNeutral({ class: kind, classification }: Line): boolean {
  return kind === "other" && classification.payee === null && classification.person === null;
}

/** A payee with any other role is not the borrower's own account. */
function namesOnlyBanks({ classification: { payee, person } }: Line): boolean {
  return person === null && (payee === null || payee.roles.some((role) => BANK_ROLES.has(role)));
}

function canBeDebit(line: Line): boolean {
  if (line.class === "own_transfer") return namesOnlyBanks(line);
  return isNeutral(line) || (line.class === "other" && line.classification.isWire && namesOnlyBanks(line));
}

function canBeDeposit(line: Line): boolean {
  return (line.class === "own_transfer" && namesOnlyBanks(line)) || isNeutral(line);
}

function isOwnTransfer(debit: Line, deposit: Line): boolean {
  if (debit.class !== "own_transfer" && deposit.class !== "own_transfer") return false;
  if (namesStranger(debit, deposit) || namesStranger(deposit, debit)) return false;
  return names(debit, deposit) && names(deposit, debit);
}

/** A leg that may name another person or company, unless the other leg shows that it is a transfer. */
function namesStranger(line: Line, other: Line): boolean {
  const { class: kind, classification, account } = line;
  const { party, payee, confidence, mask } = classification;
  if (payee !== null || mask !== null || (kind === "own_transfer" && confidence === "high")) return false;
  if (other.classification.mask !== null && other.classification.mask === account.source.mask) return false;
  if (kind === "own_transfer" && other.class === "own_transfer" && other.classification.confidence === "high")
    return false;
  const known = [line, other].flatMap(({ account, classification: { bank } }) => [
    ...account.ownership.persons.flatMap(({ bankName, borrower }) => [bankName, borrower ?? ""]),
    account.item.institutionName,
    account.name,
    account.source.officialName ?? "",
    bank ?? "",
  ]);
  const words = new Set(known.flatMap((name) => normalName(name.replace(/[^\p{L}\p{N}]+/gu, " ")).split(" ")));
  return party.split(" ").some((word) => word.length > 1 && !words.has(word));
}

/** A mask or bank named on a leg is the other leg's; the leg's own bank may be named too. */
function names({ account: own, classification: { mask, bank } }: Line, { account: other }: Line): boolean {
  if (mask !== null && mask !== other.source.mask && mask !== own.source.mask) return false;
  if (bank === null) return true;
  return [own, other].some(({ item }) => findPayee(item.institutionName)?.id === bank);
}

interface Nets {
  /** Both ways: neither line is tested. */
  readonly full: ReadonlyMap<Line, Line>;
  /** A refund above what was paid: cents of it that are identified. */
  readonly partial: ReadonlyMap<Line, number>;
}

/** Returned deposits and refunds (section 2, "Nets"). Payments between people never net. */
export function matchNets(accounts: readonly Account[], counted: ReadonlySet<Account>): Nets {
  const full = new Map<Line, Line>();
  const partial = new Map<Line, number>();
  for (const account of accounts) if (account.kind === "depository") matchReturns(account, full);
  matchRefunds(accounts, counted, full, partial);
  return { full, partial };
}

function matchReturns({ lines }: Account, full: Map<Line, Line>): void {
  const reversals = lines.filter((line) => line.class === "refund_reversal" && line.cents > 0 && !line.isPending);
  if (reversals.length === 0) return;
  const bySum = new Map<number, Line[]>();
  for (const line of lines) if (isDeposit(line)) bySum.set(-line.cents, [...(bySum.get(-line.cents) ?? []), line]);
  for (const reversal of reversals) {
    // The newest deposit before it: banks return what was deposited last.
    const deposit = bySum
      .get(reversal.cents)
      ?.filter((line) => !full.has(line) && line.day <= reversal.day && line.day >= reversal.day - reversalDays)
      .at(-1);
    if (deposit) full.set(deposit, reversal).set(reversal, deposit);
  }
}

function matchRefunds(
  accounts: readonly Account[],
  counted: ReadonlySet<Account>,
  full: Map<Line, Line>,
  partial: Map<Line, number>,
): void {
  const refunds: Line[] = [];
  const paid = new Map<string, Line[]>();
  const wires = new Map<number, Line[]>();
  const add = <Key>(map: Map<Key, Line[]>, key: Key, line: Line) => {
    const known = map.get(key);
    if (known) known.push(line);
    else map.set(key, [line]);
  };
  for (const account of accounts) {
    if (account.kind !== "depository") continue;
    for (const line of account.lines) {
      if (line.isPending || full.has(line)) continue;
      if (line.cents < 0) {
        if (line.class === "refund_reversal") refunds.push(line);
      } else if (line.cents > 0 && line.class !== "person_payment" && line.class !== "own_transfer") {
        for (const key of payeeKeys(line)) add(paid, key, line);
        if (line.classification.isWire) add(wires, line.cents, line);
      }
    }
  }
  if (refunds.length === 0) return;
  refunds.sort((a, b) => a.day - b.day || a.cents - b.cents || compare(contentOf(a), contentOf(b)));
  const used = new Set<Line>();
  // What an account that does not count paid, or gets back, is no refund between the borrower's accounts.
  const isOwn = (refund: Line, debit: Line) =>
    debit.account === refund.account || (counted.has(debit.account) && counted.has(refund.account));
  const isEarlier = (refund: Line) => (debit: Line) =>
    !used.has(debit) && isOwn(refund, debit) && debit.day <= refund.day && debit.day >= refund.day - refundDays;
  for (const refund of refunds) {
    const cents = -refund.cents;
    const same = payeeKeys(refund)
      .flatMap((key) => paid.get(key) ?? [])
      .filter(isEarlier(refund));
    const wired = refund.classification.isWire ? (wires.get(cents) ?? []).filter(isEarlier(refund)) : [];
    // The smallest payment that covers it, else the largest; of equals the newest.
    const debit =
      [...same, ...wired]
        .filter((line) => line.cents >= cents)
        .sort((a, b) => a.cents - b.cents || b.day - a.day || compare(contentOf(a), contentOf(b)))[0] ??
      same.sort((a, b) => b.cents - a.cents || b.day - a.day || compare(contentOf(a), contentOf(b)))[0];
    if (!debit) continue;
    used.add(debit);
    if (debit.cents < cents) partial.set(refund, debit.cents);
    else {
      full.set(refund, debit);
      if (debit.cents === cents) full.set(debit, refund);
    }
  }
}

function payeeKeys({ classification: { payee, party } }: Line): string[] {
  return [payee ? `id|${payee.id}` : "", party ? `party|${party}` : ""].filter(Boolean);
}
