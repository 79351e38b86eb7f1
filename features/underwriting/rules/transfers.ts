import { isGivenName, looksLikeCompany } from "./classifier/names.ts";
import { bankIdOf, isOwner } from "./line-source.ts";
import { isDeposit, isPayment, type Account, type Line } from "./model.ts";
import { RULES } from "./rule-set.ts";
import { compare, nameWords } from "./text.ts";

const { transferDays, reversalDays, refundDays } = RULES.S2.parameters;
const [EARLIEST, LATEST] = transferDays;

interface Transfers {
  /** Both ways. */
  readonly transferOf: ReadonlyMap<Line, Line>;
  /** From the deposit to the payment. */
  readonly possible: ReadonlyMap<Line, Line>;
  /** Pending payments of which another account already has the deposit, and returns of deposited items: no pair yet. */
  readonly leaving: ReadonlySet<Line>;
  /** Deposits out of a credit card, credit line or loan of this report: perhaps borrowed, whatever their words. */
  readonly drawn: ReadonlySet<Line>;
}

/** Pairs a debit with an equal deposit on another counted account (section 2, "Own transfer"). */
export function matchTransfers(
  accounts: readonly Account[],
  counted: ReadonlySet<Account>,
  netOf: ReadonlyMap<Line, Line>,
): Transfers {
  const debits: Line[] = [];
  const deposits: Line[] = [];
  const pending: Line[] = [];
  const papers = { debits: [] as Line[], deposits: [] as Line[] };
  for (const account of accounts) {
    if (!counted.has(account)) continue;
    for (const line of account.lines) {
      if (line.isPending && line.cents > 0 && account.kind === "depository" && canBeDebit(line)) pending.push(line);
      if (line.isPending || netOf.has(line)) continue;
      if (isDeposit(line)) {
        if (canBeDeposit(line)) deposits.push(line);
        if (line.class === "check_deposit" || line.class === "cash_deposit") papers.deposits.push(line);
      } else {
        if (canBeDebit(line)) debits.push(line);
        if (line.class === "check" || line.class === "cash_withdrawal") papers.debits.push(line);
      }
    }
  }
  const pairs = pair(debits, deposits, isOwnTransfer);
  const transferOf = new Map<Line, Line>();
  for (const [debit, deposit] of pairs) transferOf.set(debit, deposit).set(deposit, debit);
  const alike = pair(
    papers.debits,
    papers.deposits,
    (debit, deposit) => (debit.class === "check") === (deposit.class === "check_deposit"),
  );
  const unpaired = deposits.filter((deposit) => !transferOf.has(deposit));
  const leaving = new Set([
    ...pair(pending, unpaired, isOwnTransfer).map(([debit]) => debit),
    ...accounts.flatMap(({ lines }) => lines.filter((line) => isReturnToCome(line, lines, netOf))),
  ]);
  return {
    transferOf,
    possible: new Map(alike.map(([debit, deposit]) => [deposit, debit])),
    leaving,
    drawn: drawnOf(accounts, unpaired),
  };
}

/** A deposited item that the bank is about to take back. */
function isReturnToCome(line: Line, lines: readonly Line[], netOf: ReadonlyMap<Line, Line>): boolean {
  if (!line.isPending || line.cents <= 0 || line.class !== "refund_reversal") return false;
  return lines.some(
    (one) => isDeposit(one) && one.cents === -line.cents && one.day >= line.day - reversalDays && !netOf.has(one),
  );
}

/** A deposit that names a debt's number, or of which a debt shows the other leg. */
function drawnOf(accounts: readonly Account[], deposits: readonly Line[]): Set<Line> {
  const isDebt = ({ kind }: Account) => kind === "credit" || kind === "loan";
  const debts = accounts.filter(isDebt);
  const masksOf = (some: readonly Account[]) => new Set(some.map(({ source }) => source.mask));
  const [ofDebts, ofAssets] = [masksOf(debts), masksOf(accounts.filter((account) => !isDebt(account)))];
  const transfers = deposits.filter(({ classification }) => classification.subclass === null); // no reward of a card
  const named = transfers.filter(({ classification: { masks } }) =>
    masks.some((mask) => ofDebts.has(mask) && !ofAssets.has(mask)),
  );
  const advances = debts.flatMap(({ lines }) => lines.filter((line) => line.cents > 0 && canBeDebit(line)));
  return new Set([...named, ...pair(advances, transfers, isOwnTransfer).map(([, deposit]) => deposit)]);
}

/** Payments of one amount that are tried for a deposit or refund. Accounts have a few; hostile data has thousands. */
const MAX_PAIRS = 40;
const MAX_REFUNDED = 400;
const NEAREST_DAYS = Array.from({ length: LATEST - EARLIEST + 1 }, (_day, at) => EARLIEST + at).sort(
  (a, b) => Math.abs(a) - Math.abs(b),
);

/** One to one: the nearest in time first, then those whose words name a transfer, then by content. */
function pair(
  debits: readonly Line[],
  deposits: readonly Line[],
  fits: (debit: Line, deposit: Line) => boolean,
): [debit: Line, deposit: Line][] {
  const sums = new Set(deposits.map(({ cents }) => -cents));
  const equal = sorted(debits.filter(({ cents }) => sums.has(cents)));
  const byDay = new Map<string, Line[]>();
  for (const debit of equal) addTo(byDay, `${debit.cents}|${debit.day}`, debit);
  const orderOf = new Map([...equal, ...sorted(deposits)].map((line, at) => [line, at]));
  const candidates: { debit: Line; deposit: Line; apart: number; words: number }[] = [];
  for (const deposit of deposits) {
    let number = 0;
    for (const apart of NEAREST_DAYS)
      for (const debit of byDay.get(`${-deposit.cents}|${deposit.day - apart}`) ?? []) {
        if (number >= MAX_PAIRS) break;
        if (debit.account === deposit.account || !fits(debit, deposit)) continue;
        candidates.push({ debit, deposit, apart: Math.abs(apart), words: hasWords(debit) + hasWords(deposit) });
        number++;
      }
  }
  candidates.sort(
    (a, b) =>
      a.apart - b.apart ||
      b.words - a.words ||
      orderOf.get(a.debit)! - orderOf.get(b.debit)! ||
      orderOf.get(a.deposit)! - orderOf.get(b.deposit)!,
  );
  const used = new Set<Line>();
  return candidates.flatMap(({ debit, deposit }): [Line, Line][] => {
    if (used.has(debit) || used.has(deposit)) return [];
    used.add(debit).add(deposit);
    return [[debit, deposit]];
  });
}

/** By content. */
function sorted(lines: readonly Line[]): Line[] {
  return lines
    .map((line) => ({ line, content: contentOf(line) }))
    .sort((a, b) => compare(a.content, b.content))
    .map(({ line }) => line);
}

function addTo<Key>(map: Map<Key, Line[]>, key: Key, line: Line): void {
  const known = map.get(key);
  if (known) known.push(line);
  else map.set(key, [line]);
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

/** A payment to a person is a transfer when it names the owner of the other account. */
function namesPerson({ class: kind, classification: { person } }: Line): boolean {
  return kind === "person_payment" && person !== null;
}

function canBeDebit(line: Line): boolean {
  if (namesPerson(line)) return true;
  if (line.class === "own_transfer") return namesOnlyBanks(line);
  return isNeutral(line) || (line.class === "other" && line.classification.isWire && namesOnlyBanks(line));
}

function canBeDeposit(line: Line): boolean {
  return namesPerson(line) || (line.class === "own_transfer" && namesOnlyBanks(line)) || isNeutral(line);
}

function isOwnTransfer(debit: Line, deposit: Line): boolean {
  const legs = [debit, deposit];
  if (!names(debit, deposit) || !names(deposit, debit)) return false;
  if (legs.some(namesPerson))
    return (
      legs.every((leg) => namesPerson(leg) || leg.class === "own_transfer") &&
      namesOwnerOf(deposit.account, debit) &&
      namesOwnerOf(debit.account, deposit)
    );
  if (legs.every((leg) => leg.class !== "own_transfer")) return false;
  return !namesStranger(debit, deposit) && !namesStranger(deposit, debit);
}

function namesOwnerOf(account: Account, line: Line): boolean {
  return !namesPerson(line) || isOwner(account, line.classification.person!); // a person is named
}

/** A leg that may name another person or company, unless the other leg shows that it is a transfer. */
function namesStranger(line: Line, other: Line): boolean {
  const { class: kind, classification, account } = line;
  const { party, payee, confidence, masks } = classification;
  if (payee !== null || masks.length > 0 || (kind === "own_transfer" && confidence === "high")) return false;
  if (other.classification.masks.some((mask) => mask === account.source.mask)) return false;
  if (kind === "own_transfer" && other.class === "own_transfer" && other.classification.confidence === "high")
    return false;
  const known = [line, other].flatMap(({ account, classification: { banks } }) => [
    ...account.ownership.persons.flatMap(({ bankName, borrower }) => [bankName, borrower ?? ""]),
    account.item.institutionName,
    account.name,
    account.source.officialName ?? "",
    ...banks,
  ]);
  const words = new Set(known.flatMap(nameWords));
  return nameWords(party).some((word) => word.length > 1 && !words.has(word));
}

/** Each mask and bank named on a leg is the other leg's; the leg's own may be named too. */
function names({ account: own, classification: { masks, banks } }: Line, { account: other }: Line): boolean {
  if (masks.some((mask) => mask !== other.source.mask && mask !== own.source.mask)) return false;
  return banks.every((bank) => [own, other].some(({ item }) => bankIdOf(item) === bank));
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
  // By amount, the newest last: banks return what was deposited last.
  const deposits = new Map<number, Line[]>();
  for (const line of lines) {
    if (isDeposit(line)) addTo(deposits, -line.cents, line);
    if (line.class !== "refund_reversal" || !isPayment(line)) continue;
    const before = deposits.get(line.cents) ?? [];
    const deposit = before.at(-1);
    if (!deposit || !(deposit.day >= line.day - reversalDays)) continue; // a payment may have no date
    before.pop();
    full.set(deposit, line).set(line, deposit);
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
  for (const line of accounts.flatMap(({ lines }) => lines)) {
    if (full.has(line)) continue;
    if (isDeposit(line) && line.class === "refund_reversal") refunds.push(line);
    if (!isPayment(line) || line.class === "person_payment" || line.class === "own_transfer") continue;
    for (const key of payeeKeys(line)) addTo(paid, key, line);
    if (line.classification.isWire) addTo(wires, line.cents, line);
  }
  refunds.sort((a, b) => a.day - b.day || a.cents - b.cents || compare(contentOf(a), contentOf(b)));
  const used = new Set<Line>();
  // What an account that does not count paid, or gets back, is no refund between the borrower's accounts.
  const isOwn = (refund: Line, debit: Line) =>
    debit.account === refund.account || (counted.has(debit.account) && counted.has(refund.account));
  for (const lines of [...paid.values(), ...wires.values()]) lines.sort((a, b) => a.day - b.day);
  const earlier = (refund: Line, lines: Line[] = []): Line[] => {
    const found: Line[] = [];
    for (let at = countUntil(lines, refund.day) - 1; found.length < MAX_REFUNDED; at--) {
      const debit = lines[at];
      if (!debit || !(debit.day >= refund.day - refundDays)) break;
      if (used.has(debit)) lines.splice(at, 1);
      else if (isOwn(refund, debit)) found.push(debit);
    }
    return found;
  };
  for (const refund of refunds) {
    const cents = -refund.cents;
    const same = payeeKeys(refund).flatMap((key) => earlier(refund, paid.get(key)));
    const wired = refund.classification.isWire
      ? earlier(refund, wires.get(cents)).filter((debit) => mayReturn(refund, debit))
      : [];
    const newest = (a: Line, b: Line) => b.day - a.day || compare(contentOf(a), contentOf(b));
    // The smallest payment that covers it, else the largest; of equals the newest.
    const debit =
      firstBy(
        [...same, ...wired].filter((line) => line.cents >= cents),
        (a, b) => a.cents - b.cents || newest(a, b),
      ) ?? firstBy(same, (a, b) => b.cents - a.cents || newest(a, b));
    if (!debit) continue;
    used.add(debit);
    if (debit.cents < cents) partial.set(refund, debit.cents);
    else {
      full.set(refund, debit);
      if (debit.cents === cents) full.set(debit, refund);
    }
  }
}

/** How many lines, sorted by day, are of that day or before. */
function countUntil(lines: readonly Line[], day: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.day <= day)
      low = middle + 1; // within the list
    else high = middle;
  }
  return low;
}

function firstBy(lines: readonly Line[], order: (a: Line, b: Line) => number): Line | undefined {
  return lines.reduce<Line | undefined>((first, line) => (first && order(first, line) <= 0 ? first : line), undefined);
}

/** A wire that names another party than the one that was paid is not that wire. Banks on the way and reasons are none. */
function mayReturn(refund: Line, debit: Line): boolean {
  const { party, payee } = refund.classification;
  const named = nameWords(party);
  const paid = new Set(nameWords(debit.classification.party));
  const isCompany = looksLikeCompany(nameWords(refund.source.description));
  const namesParty = payee ? !payee.roles.includes("bank") : isCompany || named.some(isGivenName);
  return !namesParty || paid.size === 0 || named.some((word) => paid.has(word));
}

function payeeKeys({ classification: { payee, party } }: Line): string[] {
  return [payee ? `id|${payee.id}` : "", party ? `party|${party}` : ""].filter(Boolean);
}
