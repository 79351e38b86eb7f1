// What a household buys on one day, and what it later brings back.
import { addDays, dayOfMonth } from "./calendar.ts";
import type { Household } from "./household.ts";
import type { Book } from "./ledger.ts";
import { HOSTILE_LINES, MERCHANTS, category, statementLine } from "./merchants.ts";
import type { Merchant } from "./merchants.ts";
import type { Chance } from "./seeded-random.ts";

export interface Refund {
  due: string;
  book: Book;
  merchant: Merchant;
  cents: number;
}

const TOTAL_WEIGHT = MERCHANTS.reduce((sum, merchant) => sum + merchant.weight, 0);

/** Enters the day's purchases and returns the refunds that they will cause. */
export function goShopping(
  household: Household,
  date: string,
  chance: Chance,
  books: { checking: Book; card: Book | null },
): Refund[] {
  const refunds: Refund[] = [];
  // Adding a random number before rounding down makes the mean exact.
  const visits = Math.floor(2 * household.purchasesPerDay * chance.next() + chance.next());
  for (let visit = 0; visit < visits; visit += 1) {
    const merchant = drawMerchant(chance);
    const cents = Math.max(100, Math.round(chance.whole(merchant.low, merchant.high) * household.spends));
    const book = books.card !== null && chance.happens(0.55) ? books.card : books.checking;
    book.enter(date, {
      line: statementLine(merchant, () => chance.whole(0, 9)),
      cents,
      merchant: merchant.name,
      posts: "next bank day",
      // Plaid cannot categorize every line, so readers must handle a missing category.
      ...(chance.happens(0.05) ? {} : { category: merchant.category }),
    });
    if (merchant.refunds === true && chance.happens(0.08)) {
      refunds.push({ due: addDays(date, chance.whole(3, 10)), book, merchant, cents });
    }
  }
  return refunds;
}

/** One hostile line on each of the first days of a month, until all have appeared. */
export function enterHostileLine(date: string, book: Book): void {
  const line = HOSTILE_LINES[dayOfMonth(date) - 1];
  if (line !== undefined) book.enter(date, { line, cents: 1000 + dayOfMonth(date), posts: "next bank day" });
}

export function enterRefund(date: string, refund: Refund): void {
  refund.book.enter(date, {
    line: `${refund.merchant.name.toUpperCase()} REFUND`,
    cents: -refund.cents,
    merchant: refund.merchant.name,
    category: category(refund.merchant.category.primary, "REFUND"),
  });
}

/** Cash, checks and transfers to people, which a statement shows beside purchases. */
export function handleCash(date: string, chance: Chance, checking: Book): void {
  if (chance.happens(0.07)) {
    const cents = chance.whole(2, 10) * 2000;
    const own = chance.happens(0.8);
    checking.enter(date, {
      line: own ? "ATM WITHDRAWAL 00417 MAIN ST" : "NON-NETWORK ATM WITHDRAWAL",
      cents,
      category: category("TRANSFER_OUT", "WITHDRAWAL"),
      kind: "special",
    });
    if (!own) {
      checking.enter(date, {
        line: "NON-NETWORK ATM FEE",
        cents: 300,
        category: category("BANK_FEES", "ATM_FEES"),
        kind: "special",
      });
    }
  }
  if (chance.happens(0.02)) {
    const number = String(chance.whole(1001, 1999));
    checking.enter(date, { line: `CHECK ${number}`, cents: chance.whole(4000, 38_000), checkNumber: number });
  }
  if (chance.happens(0.03)) {
    const cents = chance.whole(1500, 12_000);
    const comesIn = chance.happens(0.5);
    checking.enter(date, {
      line: comesIn ? "ZELLE FROM JAMIE RIVERA" : "ZELLE TO JAMIE RIVERA",
      cents: comesIn ? -cents : cents,
      category: comesIn ? category("TRANSFER_IN", "OTHER_TRANSFER_IN") : category("TRANSFER_OUT", "OTHER_TRANSFER_OUT"),
      kind: "special",
    });
  }
}

function drawMerchant(chance: Chance): Merchant {
  let left = chance.next() * TOTAL_WEIGHT;
  // The last one is used when rounding leaves nothing.
  return MERCHANTS.find((merchant) => (left -= merchant.weight) < 0) ?? (MERCHANTS[MERCHANTS.length - 1] as Merchant);
}
