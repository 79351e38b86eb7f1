// What a bank shows of one person on one day: accounts, balances, entries and owners, in whole cents.
import { addDays, daysBetween, isoDate, nextBankDay } from "./calendar.ts";
import { drawHousehold, type Household } from "./household.ts";
import { asOwner, type Institution, lastNameOf, type Owner, type Person, type Persona, spouseOf } from "./personas.ts";
import { keepBooks } from "./keep-books.ts";
import type { AccountKey, Book, Entry } from "./ledger.ts";
import { chanceOf } from "./seeded-random.ts";

// A retirement account: contributions buy one fund whose price changes slightly every day.
export interface Holding {
  fund: string;
  ticker: string | null;
  securityId: string;
  /** Plaid's: "equity", "mutual fund", "cash", … */
  securityType: string;
  currency: string;
  priceCents: number;
  priceDate: string;
  /** Thousandths of a share. */
  quantityThousandths: number;
  valueCents: number;
  costCents: number | null;
  vestedThousandths: number | null;
  vestedCents: number | null;
}

export interface RetirementPlan {
  subtype: "401k" | "ira";
  officialName: string;
  holdings: Holding[];
}

const FUNDS = [
  { fund: "Vanguard Target Retirement 2035 Fund", ticker: "VTTHX", startCents: 2140, share: 0.7 },
  { fund: "Fidelity 500 Index Fund", ticker: "FXAIX", startCents: 13_420, share: 0.3 },
];

/** Holdings at the close before `today`. In a 401k, 80 percent of employer money is vested; an IRA is fully vested. */
function retirementPlan(seed: string, today: string): RetirementPlan {
  const chance = chanceOf(`${seed}/retirement`);
  const subtype = chance.happens(0.6) ? "401k" : "ira";
  const years = daysBetween("2019-01-01", today) / 365;
  const contributedCents = Math.round(chance.whole(1_200_000, 2_000_000) + years * chance.whole(480_000, 900_000));
  const close = lastClose(today);
  const holdings = FUNDS.map(({ fund, ticker, startCents, share }) => {
    const wave = chanceOf(`${ticker}/${close}`).next() * 0.012 - 0.006;
    const priceCents = Math.round(startCents * (1 + 0.045 * years) * (1 + wave));
    const costCents = Math.round(contributedCents * share);
    const quantityThousandths = Math.round((costCents * 1000) / (startCents * (1 + 0.02 * years)));
    const valueOf = (thousandths: number) => Math.round((thousandths * priceCents) / 1000);
    const vestedThousandths = subtype === "401k" ? Math.round(quantityThousandths * 0.8) : quantityThousandths;
    return {
      fund,
      ticker,
      securityId: ticker,
      securityType: "mutual fund",
      currency: "USD",
      priceCents,
      priceDate: close,
      quantityThousandths,
      valueCents: valueOf(quantityThousandths),
      costCents,
      vestedThousandths,
      vestedCents: valueOf(vestedThousandths),
    };
  });
  const officialName = subtype === "401k" ? "401(k) Retirement Plan" : "Individual Retirement Account";
  return { subtype, officialName, holdings };
}

function lastClose(today: string): string {
  const yesterday = addDays(today, -1);
  return nextBankDay(yesterday) === yesterday ? yesterday : lastClose(isoDate(new Date(yesterday)));
}

/** How old the accounts of a thin household are when the person logs in, in days. */
const THIN_DAYS = 41;
const CARD_LIMIT_CENTS = 1_500_000;

export interface BankAccount {
  key: string;
  name: string;
  officialName: string | null;
  type: "depository" | "credit" | "investment" | "loan" | "other";
  subtype: string;
  mask: string | null;
  ownership: "individual" | "joint" | null;
  owners: Owner[];
  currentCents: number;
  availableCents: number | null;
  limitCents: number | null;
  marginLoanCents: number | null;
  /** ISO-4217. */
  currency: string;
  /** What `days_available` counts from. */
  countsDaysFrom: "first balance" | "first transaction";
  /** Balance at the end of each day up to yesterday, oldest first; empty for investments. */
  history: { date: string; cents: number }[];
  posted: Entry[];
  pending: Entry[];
  holdings: Holding[];
}

export interface LogIn {
  persona: Persona;
  person: Person;
  institution: Institution;
  /** The day of the sign-in, ISO. */
  linkedOn: string;
  /** Changes the generated history for the same person at the same bank. */
  seed?: string;
}

/** The accounts as of `today`: posted up to yesterday, pending after that. At most 731 days are stored. */
export function bankAccountsOf(logIn: LogIn, today: string): BankAccount[] {
  const { persona, person, institution } = logIn;
  const seed = [persona.username, person.fullName, institution.institutionId, logIn.seed].filter(Boolean).join("/");
  const way = persona.way === "golden" || persona.way === "custom" ? "usual" : persona.way;
  const household = drawHousehold(seed, way, lastNameOf(person.fullName), addDays(logIn.linkedOn, -THIN_DAYS));
  const books = keepBooks(household, today, persona.isHostile, depositsOf(logIn));
  const owners = way === "joint" ? [asOwner(person), spouseOf(person)] : [asOwner(person)];
  return household.accounts.map((key) => {
    const named = {
      ...nameAccount(key, household, institution),
      key,
      mask: household.masks[key],
      owners,
      marginLoanCents: null,
      currency: "USD",
      countsDaysFrom: "first balance",
    } as const;
    const ownership = owners.length > 1 ? "joint" : "individual";
    if (key === "retirement") return { ...named, ownership, ...investment(seed, today) };
    const book = books[key];
    if (book === null) throw new Error(`The household has no book for its ${key}`);
    return { ...named, ownership, ...readBook(book, household.openedOn, today, named.type) };
  });
}

function depositsOf({ persona, linkedOn }: LogIn) {
  return persona.deposits.map(({ daysBefore, ...deposit }) => ({ ...deposit, date: addDays(linkedOn, -daysBefore) }));
}

function readBook(book: Book, openedOn: string, today: string, type: BankAccount["type"]) {
  const yesterday = addDays(today, -1);
  const longAgo = addDays(today, -731);
  const history = book.balances(openedOn > longAgo ? openedOn : longAgo, yesterday);
  const currentCents = history.at(-1)?.cents ?? 0;
  const pending = book.entries.filter((entry) => entry.posts > yesterday);
  // As at Plaid: the current balance less pending outflows plus pending inflows.
  const heldCents = pending.reduce((sum, entry) => sum + entry.cents, 0);
  const limitCents = type === "credit" ? CARD_LIMIT_CENTS : null;
  return {
    currentCents,
    availableCents: availableOf(type, currentCents, heldCents),
    limitCents,
    history,
    posted: book.entries.filter((entry) => entry.posts <= yesterday && entry.posts >= longAgo),
    pending,
    holdings: [],
  };
}

function availableOf(type: BankAccount["type"], currentCents: number, heldCents: number): number | null {
  if (type === "depository") return currentCents - heldCents;
  if (type === "credit") return CARD_LIMIT_CENTS - currentCents - heldCents;
  return null;
}

function investment(seed: string, today: string) {
  const { holdings, subtype, officialName } = retirementPlan(seed, today);
  return {
    subtype,
    officialName,
    currentCents: holdings.reduce((sum, holding) => sum + holding.valueCents, 0),
    availableCents: null,
    limitCents: null,
    history: [],
    posted: [],
    pending: [],
    holdings,
  };
}

function nameAccount(
  key: AccountKey,
  household: Household,
  { brand }: Institution,
): Pick<BankAccount, "name" | "officialName" | "type" | "subtype"> {
  switch (key) {
    case "checking":
      return {
        name: `${brand} Checking`,
        officialName: `${brand} Everyday Checking`,
        type: "depository",
        subtype: "checking",
      };
    case "savings":
      return {
        name: `${brand} Saving`,
        officialName: `${brand} High Yield Savings`,
        type: "depository",
        subtype: "savings",
      };
    case "card":
      return {
        name: `${brand} Credit Card`,
        officialName: `${brand} Rewards Visa`,
        type: "credit",
        subtype: "credit card",
      };
    case "retirement":
      return { name: `${brand} Retirement`, officialName: `${brand} Retirement`, type: "investment", subtype: "401k" };
    case "loan": {
      const name = household.loan?.name ?? "Loan";
      return {
        name: `${brand} ${name}`,
        officialName: `${brand} ${name}`,
        type: "loan",
        subtype: name === "Mortgage" ? "mortgage" : "auto",
      };
    }
  }
}
