// Bank histories must add up to the cent for every person, bank and day.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BankAccount, bankAccountsOf } from "./bank-accounts.ts";
import { addDays, isoDate } from "./calendar.ts";
import { INSTITUTIONS, PERSONAS, personBehind } from "./personas.ts";

const logIns = fc.record({
  persona: fc.constantFrom(...PERSONAS),
  institution: fc.constantFrom(...INSTITUTIONS),
  name: fc.constantFrom<string[]>("Maria Silva", "Wei Chen", "O'Neil-Smith", "Łukasz Nguyễn", "X"),
  today: fc.date({ min: new Date("2025-01-10"), max: new Date("2029-12-31"), noInvalidDate: true }).map(isoDate),
});

type Drawn = typeof logIns extends fc.Arbitrary<infer T> ? T : never;

function accountsOf({ persona, institution, name, today }: Drawn, asOf = today): BankAccount[] {
  const person = personBehind(persona, { fullName: name });
  return bankAccountsOf({ persona, person, institution, linkedOn: today }, asOf);
}

function postedOn(account: BankAccount, date: string): number {
  return account.posted.filter(({ posts }) => posts === date).reduce((sum, { cents }) => sum + cents, 0);
}

const fewer = { numRuns: 15 };

describe("bank accounts", () => {
  test("each day's balance is the previous balance plus what posted, and the last one is the current balance", () => {
    fc.assert(
      fc.property(logIns, (drawn) => {
        for (const account of accountsOf(drawn)) {
          const sign = account.type === "depository" ? -1 : 1;
          let before: number | null = null;
          for (const { date, cents } of account.history) {
            expect(Number.isInteger(cents)).toBe(true);
            if (before !== null) expect(cents).toBe(before + sign * postedOn(account, date));
            before = cents;
          }
          if (before !== null) expect(account.currentCents).toBe(before);
        }
      }),
      fewer,
    );
  });

  test("history ends yesterday and starts 731 days ago or at the opening, and pending entries are later", () => {
    fc.assert(
      fc.property(logIns, (drawn) => {
        const yesterday = addDays(drawn.today, -1);
        for (const account of accountsOf(drawn).filter(({ type }) => type !== "investment")) {
          expect(account.history.at(-1)?.date).toBe(yesterday);
          expect(account.history).toHaveLength(drawn.persona.way === "thin" ? 41 : 731);
          for (const { posts } of account.posted) expect(posts <= yesterday).toBe(true);
          for (const { posts, transacted } of account.pending)
            expect(posts > yesterday && transacted <= drawn.today).toBe(true);
        }
      }),
      fewer,
    );
  });

  test("the past stays the same on every later day", () => {
    fc.assert(
      fc.property(logIns, fc.integer({ min: 1, max: 60 }), (drawn, days) => {
        const later = accountsOf(drawn, addDays(drawn.today, days));
        accountsOf(drawn).forEach((account, index) => {
          const known = new Map(later[index]?.posted.map((entry) => [entry.key, entry]));
          const oldest = addDays(drawn.today, days - 731);
          for (const entry of account.posted) if (entry.posts >= oldest) expect(known.get(entry.key)).toEqual(entry);
        });
      }),
      fewer,
    );
  });

  test("a transfer between a person's own accounts has two entries of one amount on one day", () => {
    fc.assert(
      fc.property(logIns, (drawn) => {
        const entries = accountsOf(drawn).flatMap(({ posted }) => posted);
        const legs = entries.filter(({ line }) => line.startsWith("ONLINE TRANSFER"));
        const out = legs.filter(({ cents }) => cents > 0).map(({ posts, cents }) => `${posts} ${String(cents)}`);
        const into = legs.filter(({ cents }) => cents < 0).map(({ posts, cents }) => `${posts} ${String(-cents)}`);
        expect(out.length).toBeGreaterThan(0);
        expect(out.sort()).toEqual(into.sort());
      }),
      fewer,
    );
  });

  test("history has salary, rent or mortgage, utilities, refunds, interest and a few lines without a category", () => {
    const persona = PERSONAS[0]!; // user_good is the first
    const drawn = { persona, institution: INSTITUTIONS[0]!, name: "Maria Silva", today: "2026-06-15" };
    const posted = accountsOf(drawn).flatMap((account) => account.posted);
    const kinds = new Set(posted.map(({ category }) => category?.detailed ?? "none"));
    for (const kind of [
      "INCOME_SALARY",
      "RENT_AND_UTILITIES_RENT",
      "RENT_AND_UTILITIES_WATER",
      "INCOME_INTEREST_EARNED",
      "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
      "FOOD_RETAIL_GROCERIES",
      "GENERAL_MERCHANDISE_REFUND",
      "none",
    ]) {
      expect(kinds, kind).toContain(kind);
    }
    const paydays = posted.filter(({ category }) => category?.detailed === "INCOME_SALARY");
    expect(paydays.length).toBeGreaterThan(46);
    expect(new Set(paydays.map(({ cents }) => cents)).size).toBe(1);
  });

  test("holdings add up to the account's value", () => {
    const drawn = { persona: PERSONAS[0]!, institution: INSTITUTIONS[1]!, name: "Wei Chen", today: "2026-06-15" };
    const account = accountsOf(drawn).find(({ type }) => type === "investment");
    expect(account?.holdings.reduce((sum, { valueCents }) => sum + valueCents, 0)).toBe(account?.currentCents);
    for (const { vestedCents, valueCents } of account?.holdings ?? [])
      expect(vestedCents).toBeLessThanOrEqual(valueCents);
  });
});
