import type { CustomAccount, CustomHolding, CustomIdentity, CustomUser } from "../custom-user.ts";
import type { BankAccount } from "./bank-accounts.ts";
import { addDays, daysFrom } from "./calendar.ts";
import type { Entry } from "./ledger.ts";
import { asOwner, type Owner, type Person } from "./personas.ts";
import { chanceOf } from "./seeded-random.ts";

const HISTORY_DAYS = 731;

interface Reading {
  person: Person;
  /** The day of the sign-in, ISO. Each account has its starting balance on that day. */
  linkedOn: string;
  /** The day on which the bank was read. */
  day: string;
  /** The bank was last read before today, so later transactions are unknown. */
  isOld: boolean;
  /** Accounts that supply transactions where the configuration has none. */
  generated: readonly BankAccount[];
}

/** The accounts of a custom user. Past balances follow from the posted transactions, back from the starting balance. */
export function customAccountsOf({ accounts, seed, identity }: CustomUser, reading: Reading): BankAccount[] {
  const owners = [ownerOf(identity, reading.person)];
  return accounts.map((account, index) => {
    const { type, subtype, meta = {}, numbers = {}, currency = "USD", holdings = [] } = account;
    const chance = chanceOf(`${seed}/${index.toString()}`);
    const held = holdings.map((holding) => holdingOf(holding, currency, reading.day));
    const value = held.reduce((sum, { valueCents }) => sum + valueCents, 0);
    const startingCents =
      account.starting_balance === undefined
        ? type === "investment" && held.length > 0
          ? value
          : chance.whole(10_000, 2_000_000)
        : cents(account.starting_balance);
    const name = meta.name ?? `Plaid ${titled(subtype)}`;
    return {
      key: `custom/${index.toString()}`,
      name,
      officialName: meta.official_name ?? null,
      type,
      subtype,
      mask: maskOf(meta.mask, numbers.account, index),
      ownership: null,
      owners,
      currency,
      marginLoanCents: account.x_margin_loan_amount === undefined ? null : cents(account.x_margin_loan_amount),
      countsDaysFrom: "first transaction",
      ...keepBook(account, startingCents, reading),
      limitCents: meta.limit === undefined ? null : cents(meta.limit),
      holdings: held,
    };
  });
}

function keepBook(account: CustomAccount, startingCents: number, { linkedOn, day, isOld, generated }: Reading) {
  const entries = account.transactions?.map(entryOf) ?? likeness(account, generated);
  const sign = account.type === "credit" || account.type === "loan" ? 1 : -1;
  const postedAfter = (date: string, until: string) =>
    sign * entries.reduce((sum, { posts, cents: moved }) => sum + (posts > date && posts <= until ? moved : 0), 0);
  const currentCents = startingCents + postedAfter(linkedOn, day) - postedAfter(day, linkedOn);
  const oldest = addDays(day, -HISTORY_DAYS);
  const posted = entries.filter(({ posts }) => posts <= day);
  const pending = entries.filter(({ posts, transacted }) => posts > day && (!isOld || transacted <= day));
  return {
    currentCents,
    availableCents: availableOf(account, currentCents, pending),
    history: account.type === "investment" ? [] : balancesBefore(posted, sign, currentCents, oldest, day),
    posted: posted.filter(({ posts }) => posts >= oldest),
    pending,
  };
}

/** The balance at the end of each day before `day`, oldest first. */
function balancesBefore(posted: readonly Entry[], sign: number, currentCents: number, oldest: string, day: string) {
  const movedOn = new Map<string, number>();
  for (const { posts, cents: moved } of posted) movedOn.set(posts, (movedOn.get(posts) ?? 0) + sign * moved);
  let after = currentCents - (movedOn.get(day) ?? 0);
  return daysFrom(oldest, addDays(day, -1))
    .reverse()
    .map((date) => {
      const balance = { date, cents: after };
      after -= movedOn.get(date) ?? 0;
      return balance;
    })
    .reverse();
}

function availableOf(account: CustomAccount, currentCents: number, pending: readonly Entry[]): number | null {
  const { type, force_available_balance: forced, has_null_available_balance: isNull, meta } = account;
  if (isNull === true) return null;
  if (forced !== undefined) return cents(forced);
  // As at Plaid: the current balance less pending outflows plus pending inflows.
  const heldCents = pending.reduce((sum, entry) => sum + entry.cents, 0);
  if (type === "depository") return currentCents - heldCents;
  if (type === "credit" && meta?.limit !== undefined) return cents(meta.limit) - currentCents - heldCents;
  return null;
}

function entryOf(transaction: NonNullable<CustomAccount["transactions"]>[number], index: number): Entry {
  const { date_transacted, date_posted, amount, description, x_credit_category } = transaction;
  return {
    key: `custom/${index.toString()}`,
    transacted: date_transacted,
    posts: date_posted,
    cents: cents(amount),
    line: description,
    merchant: null,
    category: x_credit_category ?? null,
    kind: "unresolved",
    checkNumber: /^CHECK\s*#?\s*(\d{2,8})$/i.exec(description)?.[1] ?? null,
  };
}

/** Everyday transactions for an account that has none of its own. */
function likeness({ type, subtype }: CustomAccount, generated: readonly BankAccount[]): Entry[] {
  const kind = type === "credit" ? "card" : subtype === "checking" ? "checking" : "savings";
  if (type !== "credit" && type !== "depository") return [];
  const like = generated.find(({ key }) => key === kind);
  return [...(like?.posted ?? []), ...(like?.pending ?? [])];
}

function holdingOf(holding: CustomHolding, currency: string, day: string): BankAccount["holdings"][number] {
  const { institution_price, quantity, cost_basis, institution_price_as_of, x_vested_value, security } = holding;
  const ticker = security.ticker_symbol ?? null;
  return {
    fund: security.name ?? ticker ?? security.cusip ?? security.isin ?? "",
    ticker,
    securityId: [ticker, security.cusip, security.isin].join("/"),
    securityType: typeOf(ticker),
    currency: holding.currency ?? currency,
    priceCents: cents(institution_price),
    priceDate: institution_price_as_of ?? addDays(day, -1),
    quantityThousandths: Math.round(quantity * 1000),
    valueCents: cents(institution_price * quantity),
    costCents: cost_basis === undefined ? null : cents(cost_basis),
    vestedThousandths: null,
    vestedCents: x_vested_value === undefined ? null : cents(x_vested_value),
  };
}

/** Plaid enriches custom securities; the sandbox sets only their type. */
function typeOf(ticker: string | null): string {
  if (ticker === null) return "other";
  if (ticker === "CUR:USD") return "cash";
  if (ticker.startsWith("CUR:")) return "cryptocurrency";
  if (/^[A-Z]{1,6}\d{6}[CP]\d{8}$/.test(ticker)) return "derivative";
  return /^[A-Z]{4}X$/.test(ticker) ? "mutual fund" : "equity";
}

function ownerOf({ names, emails, phone_numbers, addresses }: CustomIdentity, person: Person): Owner {
  const home = asOwner({ ...person, fullName: names?.[0] ?? person.fullName });
  return {
    ...home,
    ...(names === undefined ? {} : { names }),
    ...(emails === undefined ? {} : { emails }),
    ...(phone_numbers === undefined ? {} : { phones: phone_numbers }),
    ...(addresses === undefined ? {} : { addresses }),
  };
}

/** Without a mask or an account number, those of Plaid's own sandbox: 0000, 1111 and so on. */
function maskOf(mask: string | undefined, account: string | undefined, index: number): string | null {
  if (mask !== undefined) return mask === "" ? null : mask;
  return account === undefined ? index.toString().repeat(4) : account.slice(-4);
}

function titled(subtype: string): string {
  return subtype.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function cents(dollars: number): number {
  return Math.round(dollars * 100);
}
