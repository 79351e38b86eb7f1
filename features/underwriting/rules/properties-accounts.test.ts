// Which accounts of random reports are one, whose they are, and what they count for.
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./days.ts";
import type { Evaluation, LoanParty } from "./evaluation.ts";
import type { ReportAccount, ReportItem } from "./parsed-report.ts";
import {
  accountsOf,
  bankOfSeeds,
  check,
  evaluationOf,
  fundsUnder,
  line,
  LINE_KINDS,
  lineOf,
  mapAccounts,
  mapItems,
  reportOfItems,
  someAccount,
  someLine,
  someQuestion,
  withReport,
  type LineKindName,
} from "./test-generators.ts";
import { bank, checking, evaluated, person } from "./test-report.ts";

/** All figures of money under each program. */
const moneyOf = ({ funds }: Evaluation) => funds;

/** The same without the provider's ids. */
function moneyWithoutIds(evaluation: Evaluation) {
  const sorted = <T>(rows: readonly T[]) => rows.map((row) => JSON.stringify(row)).sort();
  return evaluation.programs.map((program) => {
    const { usableByAccount, investments, reductions, ...funds } = fundsUnder(evaluation, program);
    return {
      ...funds,
      investments: sorted(investments.map(({ accountId: _id, ...row }) => row)),
      accounts: sorted(usableByAccount.map(({ accountId: _id, ...row }) => row)),
      reductions: sorted(reductions.map(({ accountId: _id, transactionId: _line, ...row }) => row)),
    };
  });
}

// ---- Banks read on other days, in another order, twice ------------------------------------------------------------

const STALE_KINDS: readonly LineKindName[] = ["cash", "atm", "transferOut", "household", "nsfFee"];

/** About the loan or about all accounts together, so that more money or more lines may settle or change them. */
const ABOUT_ALL = new Set(["LIQUIDATION_NEEDED", "MANY_UNEXPLAINED", "CASH_PATTERN"]);

// Invariant 13.
test("a bank that was read long ago never takes away a finding about another bank", () => {
  check(
    fc.property(
      someQuestion({ hasNoPrevious: true }),
      fc.array(someAccount({ isPlain: true, kinds: STALE_KINDS }), { minLength: 1, maxLength: 2 }),
      fc.integer({ min: 13, max: 200 }),
      (question, accounts, readAgo) => {
        const stale = bankOfSeeds("stale", "Old Mill Savings", addDays("2026-11-16", -readAgo), accounts);
        const before = evaluationOf(question);
        const after = evaluationOf(
          withReport(question, (report) => ({
            ...reportOfItems([...report.items, stale], report.warnings),
            generatedAt: report.generatedAt,
          })),
        );
        for (const { code, key, programs, accountIds } of before.findings) {
          if (accountIds.length === 0 || ABOUT_ALL.has(code)) continue;
          const still = after.findings
            .filter((one) => one.code === code && one.key === key)
            .flatMap((one) => one.programs);
          expect(still, `${code} ${key}`).toEqual(expect.arrayContaining([...programs]));
        }
      },
    ),
  );
});

/** In an order that the number decides. */
function shuffled<T>(list: readonly T[], number: number): T[] {
  let state = number + 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  return list
    .map((value) => ({ value, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

// Invariant 14.
test("the order of lines, accounts, banks, owners and balances changes nothing that is printed", () => {
  check(
    fc.property(someQuestion(), fc.nat(1_000_000), (question, number) => {
      const mixed = mapItems(question, (item) => ({
        ...item,
        accounts: shuffled(item.accounts, number).map((account) => ({
          ...account,
          transactions: shuffled(account.transactions, number),
          historicalBalances: shuffled(account.historicalBalances, number),
          owners: shuffled(account.owners, number),
          holdings: shuffled(account.holdings, number),
        })),
      }));
      const again = withReport(mixed, (report) => ({ ...report, items: shuffled(report.items, number) }));
      expect(JSON.stringify(evaluationOf(again))).toBe(JSON.stringify(evaluationOf(question)));
    }),
  );
});

// Invariant 15.
test("two banks read at one time give the same sums as one", () => {
  check(
    fc.property(
      someQuestion({ items: [{ readAgo: 0, bank: 0 }] }),
      fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      (question, sides) => {
        const before = evaluationOf(question);
        const [item] = question.report.items as [ReportItem];
        const half = (side: boolean): ReportItem => ({
          ...item,
          id: `${item.id}-${side}`,
          accounts: item.accounts.filter((_account, at) => sides[at] === side),
        });
        const after = evaluationOf(withReport(question, (report) => ({ ...report, items: [half(true), half(false)] })));
        expect(moneyOf(after)).toEqual(moneyOf(before));
        expect(after.figures.deposits).toEqual(before.figures.deposits);
        const outcomes = ({ verdicts }: Evaluation) => Object.values(verdicts).map((one) => one?.outcome);
        // A warning names the bank that it is about, and only a part of the accounts is still there.
        if (question.report.warnings.length === 0) expect(outcomes(after)).toEqual(outcomes(before));
      },
    ),
  );
});

/** The account as another sign-in shows it. */
function copyOf(account: ReportAccount, readAt: string, daysBefore: number, nickname: string): ReportAccount {
  const last = addDays(readAt, -daysBefore);
  const isShown = ({ date }: { date: string }) => daysBefore === 0 || date <= last;
  const gone = account.transactions.filter((one) => !isShown(one) && !one.pending);
  const before = (cents: number | null) =>
    cents === null ? null : gone.reduce((sum, one) => sum + one.amountCents, cents);
  return {
    ...account,
    id: `copy-${account.id}`,
    name: nickname,
    officialName: `${nickname} official`,
    currentCents: before(account.currentCents),
    availableCents: before(account.availableCents),
    historicalBalances: account.historicalBalances.filter(({ date }) => daysBefore === 0 || date < last),
    transactions: account.transactions.filter(isShown).map((one) => ({ ...one, id: `copy-${one.id}` })),
  };
}

// Invariant 16.
test("a second sign-in to one account changes nothing, whatever its nickname and bank id", () => {
  check(
    fc.property(
      someQuestion({ plain: 1, hasNoPrevious: true, lines: 12 }),
      fc.nat(4),
      fc.constantFrom(0, 0, 1, 4),
      fc.constantFrom("Bank One", "BANK ONE, N.A.", "Bank One Online"),
      fc.constantFrom("Checking", "Rainy day", "AAA"),
      (drawn, at, daysBefore, name, nickname) => {
        const question = {
          // A warning names the sign-in that it is about.
          ...mapItems(
            withReport(drawn, (report) => ({ ...report, warnings: [] })),
            (item) => ({ ...item, institutionName: "Bank One" }),
          ),
          confirmations: drawn.confirmations.filter(({ kind }) => kind !== "differentAccounts"),
        };
        const accounts = accountsOf(question).filter(({ account, readAt }) => {
          const last = addDays(readAt, -daysBefore);
          const common = account.transactions.filter(({ pending, date }) => !pending && date <= last).length;
          return account.mask !== null && (common >= 5 || (daysBefore === 0 && (account.currentCents ?? 0) !== 0));
        });
        fc.pre(accounts.length > 0);
        const { account, item, readAt } = accounts[at % accounts.length]!;
        const before = evaluationOf(question);
        const second: ReportItem = {
          ...item,
          id: "second",
          institutionId: "ins_other",
          institutionName: name,
          lastUpdatedAt: item.lastUpdatedAt.replace(readAt, addDays(readAt, -daysBefore)),
          accounts: [copyOf(account, readAt, daysBefore, nickname)],
        };
        const after = evaluationOf(withReport(question, (report) => ({ ...report, items: [second, ...report.items] })));
        expect(after.figures.seenTwice.filter((one) => one.isSure)).toHaveLength(1);
        expect(moneyWithoutIds(after)).toEqual(moneyWithoutIds(before));
        const found = ({ findings }: Evaluation) =>
          findings
            .filter(({ code }) => code !== "SEEN_TWICE")
            .map(({ code, key, severity, programs, factsHash }) => ({ code, key, severity, programs, factsHash }));
        expect(found(after)).toEqual(found(before));
      },
    ),
  );
});

// Invariant 17.
test("two accounts of one number are not merged when their owners and lines differ", () => {
  check(
    fc.property(
      someQuestion({ plain: 2, maxAccounts: 2, hasNoPrevious: true, isBare: true }),
      fc.constantFrom("ADA KING", "BO REED", "NORA QUISTE", "QUIST DESIGN LLC"),
      fc.boolean(),
      (question, owner, isEqualBalance) => {
        const [first] = accountsOf(question);
        const changed = mapItems(question, (item) => ({
          ...item,
          institutionName: "Bank One",
          accounts: item.accounts.map((account) =>
            account.id === "account-0" || account.id === "account-1"
              ? {
                  ...account,
                  mask: "4001",
                  subtype: "checking",
                  owners: [
                    {
                      names: [account.id === "account-0" ? "NORA QUIST" : owner],
                      emails: [],
                      phones: [],
                      addresses: [],
                    },
                  ],
                  ...(isEqualBalance && {
                    currentCents: first!.account.currentCents,
                    availableCents: first!.account.availableCents,
                  }),
                }
              : account,
          ),
        }));
        const { figures } = evaluationOf(changed);
        const ids = figures.accounts.map((row) => row.accountId);
        expect(ids).toContain("account-0");
        expect(ids).toContain("account-1");
        expect(figures.seenTwice.filter((one) => one.isSure)).toEqual([]);
      },
    ),
  );
});

// ---- Accounts that do not count --------------------------------------------------------------------------------------

const UNCOUNTED: Readonly<Record<string, Partial<ReportAccount>>> = {
  "someone else's": { owners: [{ names: ["BO REED"], emails: [], phones: [], addresses: [] }] },
  "of an unknown owner": { owners: [] },
  "held for another": { owners: [{ names: ["NORA QUIST FBO MIA REED"], emails: [], phones: [], addresses: [] }] },
  "a trust's": {
    owners: [{ names: ["QUIST FAMILY TRUST"], emails: [], phones: [], addresses: [] }],
    ownershipType: "trust",
  },
  "in euros": { currency: "EUR" },
  "a college plan": { subtype: "529" },
  "a benefit card": { subtype: "ebt" },
  "a prepaid card": { subtype: "prepaid" },
  "a crypto exchange": { subtype: "crypto exchange", type: "investment" },
  "a credit card": { type: "credit", subtype: "credit card" },
  "a loan": { type: "loan", subtype: "mortgage" },
  "of an unknown type": { type: "other", subtype: null },
  "left out": {},
};

/** Pay that also comes into an account of the borrower's own is the same pay, and a plan is worth less after its loan. */
const NOT_READ_THERE: readonly LineKindName[] = ["loanIn"];

// Invariant 18.
test("an account that does not count changes no sum, earnest money included", () => {
  const kinds = (Object.keys(LINE_KINDS) as LineKindName[]).filter((name) => !NOT_READ_THERE.includes(name));
  check(
    fc.property(
      someQuestion({ plain: 1, maxAccounts: 3, hasNoPrevious: true }),
      fc.constantFrom(...Object.keys(UNCOUNTED)),
      fc.array(someLine(kinds), { maxLength: 6 }),
      fc.array(
        fc.record({
          of: fc.nat(40),
          days: fc.integer({ min: -3, max: 3 }),
          kind: fc.constantFrom("mirror" as const, "same" as const, "again" as const),
        }),
        { maxLength: 4 },
      ),
      fc.integer({ min: -1_000_000, max: 9_000_000 }),
      (question, why, lines, echoes, cents) => {
        const before = evaluationOf(question);
        const all = accountsOf(question).flatMap(({ account }) => account.transactions);
        const emd = question.loan.emd ?? 0;
        const readAt = "2026-11-16";
        const echoed = echoes.flatMap(({ of, days, kind }, number) => {
          const one = all[of % Math.max(1, all.length)];
          if (!one) return [];
          // The other leg of a line of a counted account, the same words with the other sign, or the same line again.
          const otherLeg = one.amountCents < 0 ? "ONLINE TRANSFER TO CHECKING" : "ONLINE TRANSFER FROM SAVINGS";
          const isLoan = one.amountCents < 0 && /LOAN|ADVANCE/.test(one.description);
          return [
            {
              ...one,
              id: `echo-${number}`,
              description: kind === "mirror" || isLoan ? otherLeg : one.description,
              amountCents: kind === "again" && !isLoan ? one.amountCents : -one.amountCents,
              date: addDays(one.date, kind === "again" ? 14 * days : days),
              pending: false,
            },
          ];
        });
        const account: ReportAccount = {
          ...checking({ cents, id: "uncounted", mask: "8888" }).at(readAt),
          availableCents: null,
          transactions: [
            ...lines.map((one, number) => lineOf(one, `other-${number}`, readAt, 61 + number)),
            ...echoed,
            ...(emd > 0 ? [line("other-emd", "LAKESIDE TITLE CO EARNEST MONEY", emd, "2026-11-02")] : []),
          ],
          ...UNCOUNTED[why],
        };
        const { leftOutAccounts = [] } = question.loan;
        const loan =
          why === "left out" ? { ...question.loan, leftOutAccounts: [...leftOutAccounts, "uncounted"] } : question.loan;
        const item: ReportItem = {
          id: "item-other",
          institutionId: "ins_other",
          institutionName: "Other Bank",
          lastUpdatedAt: `${readAt}T10:00:00.000Z`,
          accounts: [account],
        };
        const after = evaluationOf({
          ...question,
          loan,
          report: { ...question.report, items: [...question.report.items, item] },
        });
        expect(after.figures.accounts.find((row) => row.accountId === "uncounted")?.isCounted).toBe(false);
        expect(moneyOf(after)).toEqual(moneyOf(before));
      },
    ),
  );
});

// Invariant 40.
test("margin, virtual currency and ineligible accounts add nothing", () => {
  const someAdded = fc.record({
    cents: fc.integer({ min: 1, max: 9_000_000 }),
    kind: fc.constantFrom("margin", "coin", "derivative", "ineligible"),
  });
  check(
    fc.property(
      someQuestion({ hasNoPrevious: true }),
      fc.array(someAdded, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("529", "ugma", "utma", "crypto exchange", "non-custodial wallet", "education savings account"),
      (question, added, subtype) => {
        const before = evaluationOf(question);
        const investment = (id: string, of: string, cents: number, marginLoanCents: number | null): ReportAccount => ({
          ...checking({ cents, id, mask: id.slice(-4) }).at("2026-11-16"),
          type: "investment",
          subtype: of,
          availableCents: null,
          marginLoanCents,
          historicalBalances: [],
          transactions: [],
        });
        let changed = question;
        const more: ReportAccount[] = [];
        for (const [at, { cents, kind }] of added.entries())
          if (kind === "margin") more.push(investment(`more-700${at}`, "brokerage", cents, cents));
          else if (kind === "ineligible") more.push(investment(`more-710${at}`, subtype, cents, null));
          else
            changed = mapAccounts(changed, (account) =>
              account.type !== "investment"
                ? account
                : {
                    ...account,
                    // Where the bank reports no holdings at all, the balance holds them.
                    currentCents:
                      account.currentCents === null
                        ? null
                        : account.currentCents + (account.holdings.length > 0 ? cents : 0),
                    holdings:
                      account.holdings.length > 0
                        ? [
                            ...account.holdings,
                            {
                              name: "Coin",
                              ticker: null,
                              securityType: kind === "coin" ? "cryptocurrency" : "derivative",
                              currency: "USD",
                              quantity: 1,
                              valueCents: cents,
                              vestedValueCents: cents,
                            },
                          ]
                        : [],
                  },
            );
        const item: ReportItem = {
          id: "item-more",
          institutionId: "ins_more",
          institutionName: "More Securities",
          lastUpdatedAt: "2026-11-16T10:00:00.000Z",
          accounts: more,
        };
        const after = evaluationOf({
          ...changed,
          report: { ...changed.report, items: [...changed.report.items, item] },
        });
        const money = ({ investments, ...funds }: ReturnType<typeof fundsUnder>) => ({
          ...funds,
          investments: investments.filter((row) => row.countedCents > 0),
        });
        for (const program of after.programs)
          expect(money(fundsUnder(after, program)), program).toEqual(money(fundsUnder(before, program)));
      },
    ),
  );
});

const IRAS = new Set(["ira", "roth", "sep ira"]);
const PLANS = new Set(["401k", "roth 401k", "403b", "pension"]);

// Invariant 41.
test("an IRA counts for its value when vesting is not reported, and a 401(k) for nothing", () => {
  const kinds = fc.constantFrom(...IRAS, ...PLANS);
  check(
    fc.property(
      someQuestion({ hasNoPrevious: true }),
      fc.array(kinds, { minLength: 5, maxLength: 5 }),
      (drawn, subtypes) => {
        let at = 0;
        const question = mapAccounts(drawn, (account) =>
          account.type === "investment" ? { ...account, subtype: subtypes[at++ % subtypes.length]! } : account,
        );
        const vested = (value: (cents: number) => number | null) =>
          evaluationOf(
            mapAccounts(question, (account) => ({
              ...account,
              holdings: account.holdings.map((one) => ({ ...one, vestedValueCents: value(one.valueCents) })),
            })),
          ).figures.accounts.filter((row) => row.type === "investment");
        const whole = vested((cents) => cents);
        for (const [row, { accountId, subtype, isCounted, countsCents, countsWhy }] of vested(() => null).entries()) {
          if (!isCounted) continue;
          const source = accountsOf(question).find(({ account }) => account.id === accountId)!.account;
          if (IRAS.has(subtype!)) {
            expect(countsCents).toBe(whole[row]!.countsCents);
            if (source.holdings.length === 0)
              expect(countsCents).toBe(Math.max(0, (source.currentCents ?? 0) - (source.marginLoanCents ?? 0)));
          } else if (source.holdings.length > 0 || (source.currentCents ?? 0) > 0) {
            expect(countsCents).toBe(0);
            expect(countsWhy).not.toBe("");
          }
        }
      },
    ),
  );
});

// ---- Owners ------------------------------------------------------------------------------------------------------------

interface Name {
  readonly given: string;
  readonly family: string;
}

const NAMES: readonly Name[] = [
  { given: "Mary Ann", family: "Smith" },
  { given: "José", family: "Muñoz" },
  { given: "Jürgen", family: "Müller" },
  { given: "Nora", family: "De La Cruz" },
  { given: "Conor", family: "O'Brien" },
  { given: "Fiona", family: "McDonald" },
  { given: "Søren", family: "Åkesson" },
  { given: "Zoë", family: "St. Clair" },
  { given: "Renée", family: "García López" },
  { given: "Theo", family: "Van Dyke" },
  { given: "Ada", family: "King" },
  { given: "Bo", family: "Reed" },
  { given: "Katherine", family: "Hall" },
  { given: "Kathryn", family: "Hall" },
  { given: "William", family: "Quist" },
  { given: "Bill", family: "Quist" },
];

const fold = (name: string) => name.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("Ø", "O");
const joined = (name: string) => name.replace(/[ .'’]/g, "");

const SPELLINGS = {
  "in the other order": ({ given, family }: Name) => `${family} ${given}`,
  "with a comma": ({ given, family }: Name) => `${family}, ${given}`,
  "in small letters": ({ given, family }: Name) => `${given} ${family}`.toLowerCase(),
  "without accents": ({ given, family }: Name) => fold(`${given} ${family}`),
  "with the given name in one word": ({ given, family }: Name) => `${joined(given)} ${family}`,
  "with the family name in one word": ({ given, family }: Name) =>
    `${given} ${/^(?:De|O|Mc|St|Van)/.test(family) ? joined(family) : family}`,
  "with more spaces": ({ given, family }: Name) => `  ${given}   ${family} `,
};

const nameOf = ({ given, family }: Name) => `${given} ${family}`.toUpperCase();

function ownerOf(bankName: string, borrower: LoanParty) {
  const { figures } = evaluated({
    banks: [bank({ accounts: [checking({ cents: 5_000_00, owners: [bankName], everyday: false, days: 3 })] })],
    borrowers: [borrower],
  });
  const { standing, match } = figures.owners[0]!;
  return { standing, match, isCounted: figures.accounts[0]!.isCounted };
}

// Invariant 34.
test("name order, joined names and accents change no owner match, and suffixes and beneficiaries never confirm", () => {
  check(
    fc.property(
      fc.constantFrom(...NAMES),
      fc.constantFrom(...NAMES),
      fc.boolean(),
      fc.constantFrom(...(Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[])),
      fc.subarray(["JR", "SR", "II", "III", "IV"], { minLength: 2, maxLength: 2 }),
      fc.constantFrom("FBO", "CUST", "ITF", "C/F"),
      (loanName, other, isSame, spelling, [suffix, otherSuffix], held) => {
        const bankName = isSame ? loanName : other;
        const borrower = person(loanName.given, loanName.family);
        const plain = ownerOf(nameOf(bankName), borrower);
        if (bankName === loanName) expect(plain).toEqual({ standing: "confirmed", match: "exact", isCounted: true });
        expect(ownerOf(SPELLINGS[spelling](bankName), borrower), SPELLINGS[spelling](bankName)).toEqual(plain);
        const junior = person(loanName.given, loanName.family, { suffix: suffix! });
        expect(ownerOf(`${SPELLINGS[spelling](bankName)} ${otherSuffix}`, junior).standing).not.toBe("confirmed");
        const beneficiary = ownerOf(
          `ELSPETH WARRINGTON ${held} ${SPELLINGS[spelling](loanName).replace(",", "")}`,
          borrower,
        );
        expect(beneficiary).toMatchObject({ isCounted: false });
        expect(beneficiary.standing).not.toBe("confirmed");
      },
    ),
  );
});
