// Simulates a household day by day and keeps the books of its accounts.
import * as calendar from "./calendar.ts";
import type { Bill, Household } from "./household.ts";
import { Book } from "./ledger.ts";
import type { AccountKey } from "./ledger.ts";
import { category } from "./merchants.ts";
import { chanceOf } from "./seeded-random.ts";
import type { Chance } from "./seeded-random.ts";
import { enterHostileLine, enterRefund, goShopping, handleCash } from "./spending.ts";
import type { Refund } from "./spending.ts";

export interface Books {
  checking: Book;
  savings: Book;
  card: Book | null;
  loan: Book | null;
}

/** Below this balance the person transfers money from savings, in cents. */
const LOW_CENTS = 60_000;
/** Above this balance the person invests the excess, in cents. */
const HIGH_CENTS = 900_000;
const SAVINGS_YEARLY_RATE = 0.036;
const CARD_SPEND_CAP_CENTS = 1_400_000;
/** A Friday; two-weekly pay counts from here. */
const FIRST_PAYDAY = "2023-01-06";

/** The books up to and including `today` (ISO date). The past never depends on the future. */
export function keepBooks(
  household: Household,
  today: string,
  isHostile: boolean,
  deposits: readonly { date: string; line: string; cents: number }[] = [],
): Books {
  const books = openBooks(household);
  let refunds: Refund[] = [];
  for (const date of calendar.daysFrom(household.openedOn, today)) {
    const chance = chanceOf(`${household.seed}/${date}`);
    receivePay(household, date, books);
    for (const deposit of deposits)
      if (deposit.date === date) books.savings.enter(date, { line: deposit.line, cents: -deposit.cents });
    for (const bill of household.bills) if (isDue(bill.day, date)) payBill(bill, date, chance, books);
    payLoan(household, date, books);
    payCard(date, books);
    const card = books.card !== null && books.card.runningCents < CARD_SPEND_CAP_CENTS ? books.card : null;
    handleCash(date, chance, books.checking);
    const bought = goShopping(household, date, chance, { checking: books.checking, card });
    if (isHostile) enterHostileLine(date, books.checking);
    for (const refund of refunds) if (refund.due === date) enterRefund(date, refund);
    refunds = [...refunds.filter((refund) => refund.due > date), ...bought];
    balanceAccounts(household, date, books);
    earnInterest(date, books.savings);
  }
  return books;
}

function openBooks(household: Household): Books {
  const has = (key: AccountKey) => household.accounts.includes(key);
  const opening = household.openingCents;
  const checking = new Book(household.isNewAccount ? 0 : opening.checking, false);
  const savings = new Book(household.isNewAccount ? 0 : opening.savings, false);
  if (household.isNewAccount) {
    checking.enter(household.openedOn, { line: "OPENING DEPOSIT", cents: -opening.checking });
    savings.enter(household.openedOn, { line: "OPENING DEPOSIT", cents: -opening.savings });
  }
  return {
    checking,
    savings,
    card: has("card") ? new Book(0, true) : null,
    loan: has("loan") ? new Book(opening.loan, true) : null,
  };
}

function isDue(day: number, date: string): boolean {
  return calendar.nextBankDay(`${date.slice(0, 8)}${String(day).padStart(2, "0")}`) === date;
}

function isPayday(every: Household["pay"]["every"], date: string): boolean {
  if (every === "two weeks") return calendar.daysBetween(FIRST_PAYDAY, date) % 14 === 0;
  const lastDay = calendar.addDays(`${calendar.addDays(`${date.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1);
  return date === calendar.bankDayBefore(`${date.slice(0, 8)}15`) || date === calendar.bankDayBefore(lastDay);
}

function receivePay(household: Household, date: string, books: Books): void {
  const { pay, savesCents } = household;
  const { checking } = books;
  if (isPayday(pay.every, date)) {
    checking.enter(date, {
      line: pay.line,
      cents: -pay.cents,
      merchant: pay.employer,
      category: category("INCOME", "SALARY"),
      kind: "special",
    });
  }
  if (isDue(5, date)) transfer(household, date, books, savesCents, "to savings");
  if (calendar.monthOf(date) === 3 && isDue(18, date)) {
    checking.enter(date, {
      line: "IRS TREAS 310 DES:TAX REF ID:XXXXX0042",
      cents: -184_200,
      merchant: "Internal Revenue Service",
      category: category("INCOME", "TAX_REFUND"),
      kind: "special",
    });
  }
}

function payBill(bill: Bill, date: string, chance: Chance, { checking, card }: Books): void {
  const cents = bill.cents + (bill.swing === 0 ? 0 : chance.whole(-bill.swing, bill.swing));
  const book = bill.paidFrom === "card" && card !== null ? card : checking;
  book.enter(date, { line: bill.line, cents, merchant: bill.name, category: bill.category });
}

/** The loan's own book gets the interest and the other side of the payment. */
function payLoan(household: Household, date: string, { checking, loan }: Books): void {
  if (household.loan === null || loan === null || loan.runningCents <= 0 || !isDue(2, date)) return;
  const interest = Math.round((loan.runningCents * household.loan.yearlyRate) / 12);
  const payment = Math.min(household.loan.paymentCents, loan.runningCents + interest);
  const kind = household.loan.name === "Mortgage" ? "MORTGAGE_PAYMENT" : "CAR_PAYMENT";
  loan.enter(date, {
    line: "INTEREST CHARGED",
    cents: interest,
    category: category("BANK_FEES", "INTEREST_CHARGE"),
    kind: "special",
  });
  checking.enter(date, {
    line: `${household.loan.name.toUpperCase()} DES:LOAN PYMT`,
    cents: payment,
    category: category("LOAN_PAYMENTS", kind),
    kind: "special",
  });
  loan.enter(date, {
    line: "PAYMENT RECEIVED - THANK YOU",
    cents: -payment,
    category: category("LOAN_PAYMENTS", kind),
    kind: "special",
  });
}

/** The posted balance of the card is paid in full on the 24th. */
function payCard(date: string, { checking, card }: Books): void {
  if (card === null || !isDue(24, date)) return;
  const cents = card.postedCents(date);
  if (cents <= 0) return;
  const paid = category("LOAN_PAYMENTS", "CREDIT_CARD_PAYMENT");
  checking.enter(date, { line: "CREDIT CARD DES:AUTOPAY", cents, category: paid, kind: "special" });
  card.enter(date, { line: "AUTOPAY PAYMENT - THANK YOU", cents: -cents, category: paid, kind: "special" });
}

function balanceAccounts(household: Household, date: string, books: Books): void {
  const { checking, savings } = books;
  if (checking.runningCents < 0) {
    checking.enter(date, {
      line: `OVERDRAFT FEE FOR ITEM ${date.slice(5, 7)}${date.slice(8, 10)}`,
      cents: 3500,
      category: category("BANK_PENALTIES", "OVERDRAFT"),
      kind: "special",
    });
  }
  if (checking.runningCents < LOW_CENTS) {
    const cents = Math.min(150_000, savings.runningCents);
    if (cents > 0) transfer(household, date, books, cents, "to checking");
  }
  if (checking.runningCents > HIGH_CENTS && isDue(20, date) && !household.isNewAccount) {
    const cents = Math.floor((checking.runningCents - HIGH_CENTS / 2) / 10_000) * 10_000;
    checking.enter(date, {
      line: "FID BKG SVC LLC DES:MONEYLINE",
      cents,
      merchant: "Fidelity",
      category: category("TRANSFER_OUT", "INVESTMENT_AND_RETIREMENT_FUNDS"),
      kind: "special",
    });
  }
}

/** Two entries of the same amount on the same day, out of one account and into the other. */
function transfer(
  household: Household,
  date: string,
  books: Books,
  cents: number,
  way: "to savings" | "to checking",
): void {
  const checking = { book: books.checking, label: `CHK XXXXX${household.masks.checking}` };
  const savings = { book: books.savings, label: `SAV XXXXX${household.masks.savings}` };
  const [from, to] = way === "to savings" ? [checking, savings] : [savings, checking];
  const out = category("TRANSFER_OUT", "ACCOUNT_TRANSFER");
  const into = category("TRANSFER_IN", "ACCOUNT_TRANSFER");
  from.book.enter(date, { line: `ONLINE TRANSFER TO ${to.label}`, cents, category: out, kind: "special" });
  to.book.enter(date, { line: `ONLINE TRANSFER FROM ${from.label}`, cents: -cents, category: into, kind: "special" });
}

function earnInterest(date: string, savings: Book): void {
  if (!calendar.isLastOfMonth(date)) return;
  const cents = Math.round((savings.runningCents * SAVINGS_YEARLY_RATE) / 12);
  if (cents > 0)
    savings.enter(date, {
      line: "INTEREST PAID",
      cents: -cents,
      category: category("INCOME", "INTEREST_EARNED"),
      kind: "special",
    });
}
