// The books of one item: accounts and entries in whole cents, with Plaid's signs.
import { addDays, daysFrom, nextBankDay } from "./calendar.ts";
import type { Category } from "./merchants.ts";

export type AccountKey = "checking" | "savings" | "card" | "retirement" | "loan";

export interface Entry {
  /** Unique in its account and the same at every reading. */
  key: string;
  transacted: string;
  /** The day on which it counts in the balance. */
  posts: string;
  /** Positive: money leaves a deposit account, or a debt grows. */
  cents: number;
  line: string;
  merchant: string | null;
  category: Category | null;
  kind: "digital" | "place" | "special" | "unresolved";
  checkNumber: string | null;
}

export interface Posting {
  line: string;
  cents: number;
  merchant?: string;
  category?: Category;
  kind?: Entry["kind"];
  checkNumber?: string;
  /** A card purchase appears at once and posts a bank day later. */
  posts?: "same day" | "next bank day";
}

/** The book of one account. The balance of a debt is the amount owed. */
export class Book {
  readonly entries: Entry[] = [];
  readonly #isDebt: boolean;
  readonly #openingCents: number;
  /** The balance with all transactions so far, posted or not. */
  runningCents: number;

  constructor(openingCents: number, isDebt: boolean) {
    this.#isDebt = isDebt;
    this.#openingCents = openingCents;
    this.runningCents = openingCents;
  }

  enter(date: string, posting: Posting): void {
    const posts = posting.posts === "next bank day" ? nextBankDay(addDays(date, 1)) : date;
    this.entries.push({
      key: `${date}/${String(this.entries.length)}`,
      transacted: date,
      posts,
      cents: posting.cents,
      line: posting.line,
      merchant: posting.merchant ?? null,
      category: posting.category ?? null,
      kind: posting.kind ?? "place",
      checkNumber: posting.checkNumber ?? null,
    });
    this.runningCents += this.#signed(posting.cents);
  }

  /** The balance with what has posted up to and including `date`, as seen on that day. */
  postedCents(date: string): number {
    const later = this.entries.filter((entry) => entry.posts > date);
    return later.reduce((cents, entry) => cents - this.#signed(entry.cents), this.runningCents);
  }

  /** The balance at the end of each day from `first` to `last`, oldest first. */
  balances(first: string, last: string): { date: string; cents: number }[] {
    const posted = new Map<string, number>();
    let cents = this.#openingCents;
    for (const entry of this.entries) {
      if (entry.posts < first) cents += this.#signed(entry.cents);
      else posted.set(entry.posts, (posted.get(entry.posts) ?? 0) + this.#signed(entry.cents));
    }
    return daysFrom(first, last).map((date) => ({ date, cents: (cents += posted.get(date) ?? 0) }));
  }

  #signed(cents: number): number {
    return this.#isDebt ? cents : -cents;
  }
}
