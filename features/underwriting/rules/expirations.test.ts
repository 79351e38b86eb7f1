import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import { addDays, addMonths, dayNumber } from "./days.ts";
import { evaluate } from "./evaluate.ts";
import type { EvidenceSource, Program } from "./evaluation.ts";
import { clocksOf, type ExpiringFile, planRefresh, refusalOf, type RefreshFacts } from "./expirations.ts";
import { GUIDE_PARAMETERS } from "./overlay.ts";
import { ownPrograms } from "./summary.ts";
import { account, item, report } from "./test-model.ts";

const TODAY = "2026-11-28";

const reportOf = (readOn: readonly string[]) => ({ generatedOn: [...readOn].sort().at(-1) ?? TODAY, readOn });

const facts = (more: Partial<RefreshFacts> = {}): RefreshFacts => ({
  today: TODAY,
  loan: { program: "fannie", noteDate: "2027-02-15" },
  programs: ["fannie"],
  parameters: GUIDE_PARAMETERS,
  current: reportOf(["2026-09-10"]),
  isConnected: true,
  accessEndsOn: null,
  ...more,
});

describe("the planned day", () => {
  test("is three days before today's data runs out, where that serves the closing", () => {
    expect(planRefresh(facts())).toEqual({ outcome: "refresh", day: "2027-01-07", hasGap: false });
  });

  test("is three days before the closing, where an earlier one would be too old by then", () => {
    const loan = { noteDate: "2027-06-30" };
    expect(planRefresh(facts({ loan }))).toEqual({ outcome: "refresh", day: "2027-06-27", hasGap: true });
  });

  test("is today, where fewer than three days are left", () => {
    const loan = { noteDate: "2026-11-29" };
    expect(planRefresh(facts({ loan, current: reportOf(["2026-07-01"]) }))).toEqual({
      outcome: "refresh",
      day: TODAY,
      hasGap: true,
    });
    expect(planRefresh(facts({ loan: { noteDate: TODAY }, current: reportOf([]) }))).toMatchObject({ day: TODAY });
  });

  test("follows a lender's overlay that asks for younger data", () => {
    const parameters = { ...GUIDE_PARAMETERS, documentAgeDays: 90 };
    expect(planRefresh(facts({ parameters }))).toEqual({ outcome: "refresh", day: "2026-12-06", hasGap: false });
  });

  test("leaves three days before access to a bank ends", () => {
    expect(planRefresh(facts({ accessEndsOn: "2026-12-20" }))).toMatchObject({ day: "2026-12-17" });
  });

  test("is not needed while today's data serves the closing", () => {
    const loan = { noteDate: "2027-01-10" };
    expect(planRefresh(facts({ loan }))).toEqual({ outcome: "notNeeded" });
    expect(planRefresh(facts({ loan: { noteDate: "2027-01-11" } }))).toMatchObject({ outcome: "refresh" });
  });

  test.each<[string, Partial<RefreshFacts>]>([
    ["NO_REPORT", { current: null }],
    ["NO_BANK", { isConnected: false }],
    ["NO_PROGRAM", { programs: [] }],
    ["NO_CLOSING_DAY", { loan: {} }],
    ["CLOSING_PASSED", { loan: { noteDate: "2026-11-27" } }],
    ["ACCESS_ENDS", { accessEndsOn: "2026-11-27" }],
    ["ACCESS_ENDS", { accessEndsOn: "2026-12-01", loan: { noteDate: "2027-06-30" } }],
    ["NOT_SERVED", { programs: ["fha"], loan: { noteDate: "2026-12-10", disbursementDate: "2027-06-01" } }],
  ])("is refused by name: %s", (reason, more) => {
    expect(planRefresh(facts(more))).toEqual({ outcome: "refused", reason });
  });

  test.each<[string | null, string, Partial<RefreshFacts>?]>([
    [null, "2027-02-15"],
    [null, TODAY],
    ["DAY_PASSED", "2026-11-27"],
    ["AFTER_CLOSING", "2027-02-16"],
    ["ACCESS_ENDS", "2026-12-21", { accessEndsOn: "2026-12-20" }],
    ["NOT_SERVED", TODAY, { loan: { noteDate: "2027-03-29" } }],
    [null, "2026-11-29", { loan: { noteDate: "2027-03-29" } }],
  ])("an officer's own day: %s on %s", (reason, day, more) => {
    expect(refusalOf(facts(more), day)).toBe(reason);
  });
});

// ---- Against the rules themselves -----------------------------------------------------------------------------------

const CHOICES = ["fannie", "freddie", "fha", "va", "usda", "conventional"] as const;
/** Month ends and leap days are drawn as often as all other days together. */
const someDay = (from: string, to: string) =>
  fc.oneof(
    fc.integer({ min: dayNumber(from), max: dayNumber(to) }).map((number) => addDays("1970-01-01", number)),
    fc
      .tuple(fc.integer({ min: 2027, max: 2032 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 2 }))
      .map(([year, month, back]) => addDays(addMonths(`${year}-${String(month).padStart(2, "0")}-31`, 0), -back))
      .filter((day) => day >= from && day <= to),
  );

/** Whether `evaluate` finds nothing about the age of a report that was read on that day. */
function isYoungEnough(readOn: readonly string[], newest: string, loan: Loan, programs: readonly Program[]): boolean {
  const items = readOn.map((day, at) =>
    item([account({ id: `account${at}`, mask: `000${at}`, readOn: day, days: 0 })], {
      id: `item${at}`,
      institutionName: `Bank ${at}`,
      lastUpdatedAt: `${day}T11:00:00.000Z`,
    }),
  );
  const { findings } = evaluate({
    report: { ...report(items), generatedAt: `${newest}T12:00:00.000Z` },
    loan,
    borrowers: [{ firstName: "Nora", middleName: null, lastName: "Quist", suffix: null, email: "", phone: null }],
    evidence: [],
    confirmations: [],
    waivers: [],
    policy: { nsfReview: 1, nsfBlocker: 3 },
  });
  return !findings.some((one) => one.ruleId === "R2" && one.programs.some((program) => programs.includes(program)));
}

test("is the latest that passes, checked day by day", () => {
  const someCase = fc
    .record({
      today: someDay("2027-01-01", "2032-12-31"),
      program: fc.constantFrom(...CHOICES),
      noteIn: fc.option(fc.oneof(fc.integer({ min: 0, max: 160 }), fc.integer({ min: -2, max: 6 })), {
        nil: undefined,
      }),
      fundedAfter: fc.option(fc.integer({ min: -3, max: 140 }), { nil: undefined }),
      appliedIn: fc.option(fc.integer({ min: -90, max: 60 }), { nil: undefined }),
      readAgo: fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 2 }),
      accessIn: fc.option(fc.integer({ min: -2, max: 130 }), { nil: null }),
    })
    .map(({ today, program, noteIn, fundedAfter, appliedIn, readAgo, accessIn }) => ({
      today,
      programs: ownPrograms({ program }),
      parameters: GUIDE_PARAMETERS,
      current: reportOf(readAgo.map((days) => addDays(today, -days))),
      isConnected: true,
      accessEndsOn: accessIn === null ? null : addDays(today, accessIn),
      loan: {
        program,
        ...(noteIn !== undefined && { noteDate: addDays(today, noteIn) }),
        ...(fundedAfter !== undefined && { disbursementDate: addDays(today, (noteIn ?? 0) + fundedAfter) }),
        ...(appliedIn !== undefined && { applicationDate: addDays(today, appliedIn) }),
      } satisfies Loan,
    }));

  const seen = new Map<string, number>();
  fc.assert(
    fc.property(someCase, (one) => {
      const plan = planRefresh(one);
      seen.set(plan.outcome, (seen.get(plan.outcome) ?? 0) + 1);
      expect(plan.outcome === "refresh" ? plan.day : plan.outcome).toBe(latestByHand(one));
    }),
    { numRuns: 10_000, seed: 22 },
  );
  expect([...seen.values()].every((count) => count > 500)).toBe(true);
  expect(seen.size).toBe(3);
});

function latestByHand({ today, loan, programs, current, accessEndsOn }: RefreshFacts): string {
  const closing = loan.noteDate ?? loan.disbursementDate;
  if (closing === undefined || closing < today) return "refused";
  if (current && current.readOn.length > 0 && isYoungEnough(current.readOn, current.generatedOn, loan, programs))
    return "notNeeded";
  const ends = (current?.readOn ?? []).flatMap((day) =>
    programs.map((program) => (program === "fannie" ? addMonths(day, 4) : addDays(day, 120))),
  );
  const leaves = (day: string, end: string) => day <= end && (day === today || addDays(day, 3) <= end);
  const passes = (day: string, all: readonly string[]) =>
    all.every((end) => leaves(day, end)) && isYoungEnough([day], day, loan, programs);
  const always = [closing, ...(accessEndsOn === null ? [] : [accessEndsOn])];
  for (const limits of [[...always, ...ends], always])
    for (let day = closing; day >= today; day = addDays(day, -1)) if (passes(day, limits)) return day;
  return "refused";
}

// ---- The list -------------------------------------------------------------------------------------------------------

const ACCOUNT = {
  accountId: "a1",
  key: "key1",
  institutionName: "First Platypus Bank",
  asOf: "2026-10-31",
  isCounted: true,
};

const file = (more: Partial<ExpiringFile> = {}): ExpiringFile => ({
  programs: ["fannie", "freddie", "fha"],
  parameters: GUIDE_PARAMETERS,
  accounts: [ACCOUNT],
  evidence: [],
  connections: [],
  links: [],
  consents: [],
  freeUntil: null,
  ...more,
});

describe("the clocks of a file", () => {
  test("has one line per bank and day, with the programs that agree", () => {
    const accounts = [
      ACCOUNT,
      { ...ACCOUNT, accountId: "a2" },
      { ...ACCOUNT, accountId: "a3", isCounted: false, asOf: "2026-01-01" },
    ];
    expect(clocksOf(file({ accounts }))).toEqual([
      { kind: "data", day: "2027-02-28", subject: "First Platypus Bank", programs: ["fannie", "freddie", "fha"] },
    ]);
    expect(clocksOf(file({ accounts: [{ ...ACCOUNT, asOf: "2026-08-01" }] })).map(({ day }) => day)).toEqual([
      "2026-11-29",
      "2026-12-01",
    ]);
  });

  test("has a statement by its last day, and only one that says what an account is worth", () => {
    const statement: EvidenceSource = {
      ...{ kind: "statement", transactionId: null, accountId: "key1", hasDocument: true, reason: null },
      ...{ sourcedCents: 500_000, periodTo: "2026-09-30" },
    };
    const evidence = [statement, { ...statement, sourcedCents: 0 }, { ...statement, accountId: "other" }];
    expect(clocksOf(file({ programs: [], evidence }))).toEqual([
      { kind: "statement", day: "2027-01-28", subject: "First Platypus Bank", programs: [] },
    ]);
  });

  test("is sorted by day, what has no end last", () => {
    const clocks = clocksOf(
      file({
        connections: [
          { bank: "Tartan Bank", accessEndsOn: null },
          { bank: "First Platypus Bank", accessEndsOn: "2026-12-05" },
        ],
        links: [{ person: "Nora Quist", endsOn: "2026-12-05" }],
        consents: ["Nora Quist"],
        freeUntil: "2026-12-01",
      }),
    );
    expect(clocks.map(({ kind, day }) => [kind, day])).toEqual([
      ["freeRefresh", "2026-12-01"],
      ["access", "2026-12-05"],
      ["link", "2026-12-05"],
      ["data", "2027-02-28"],
      ["access", null],
      ["consent", null],
    ]);
  });
});
