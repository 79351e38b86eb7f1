import { describe, expect, test } from "vitest";
import { readEarnestMoney, type EarnestMoney } from "./earnest-money.ts";
import type { EvidenceSource, Program } from "./evaluation.ts";
import {
  deductedCents,
  fhaReserveOf,
  fundsOf,
  levelOf,
  levelsOf,
  type Claim,
  type Conditional,
  type FundsInput,
  type LevelChoice,
} from "./funds.ts";
import type { Account, Counting, Line, Model } from "./model.ts";
import type { ReportAccount, ReportTransaction } from "./parsed-report.ts";
import { RULES } from "./rule-set.ts";
import { requiredReserves, termsOf, type RequiredReserves, type Terms } from "./terms.ts";
import { account, daysAgo, item, line, modelOf, report } from "./test-model.ts";
import { loanWith } from "./test-report.ts";

// ---- Small files ------------------------------------------------------------------------------------------------

interface Draft {
  readonly cents: number;
  readonly kind?: "bank" | "securities" | "retirement";
  readonly lines?: readonly ReportTransaction[];
  readonly isCounted?: boolean;
}

/** Accounts by id, in the order of their names. */
function modelWith(drafts: Readonly<Record<string, Draft>>, evidence: readonly EvidenceSource[] = []): Model {
  const accounts = Object.entries(drafts).map(([id, { cents, kind = "bank", lines = [] }]): ReportAccount =>
    account({
      id,
      mask: id,
      currentCents: cents,
      transactions: [...lines],
      days: 1,
      ...(kind !== "bank" && { type: "investment", subtype: kind === "retirement" ? "ira" : "brokerage" }),
    }),
  );
  const model = modelOf(report([item(accounts)]), { evidence });
  const counting = model.accounts.map((one): [Account, Counting] => {
    const { cents, kind, isCounted = true } = drafts[one.id]!;
    return [one, { isCounted, isConditional: false, cents, isRetirement: kind === "retirement", why: "" }];
  });
  return { ...model, counting: new Map(counting) };
}

const lineOf = ({ accounts }: Model, id: string): Line =>
  accounts.flatMap(({ lines }) => lines).find((one) => one.id === id)!;
const accountOf = ({ accounts }: Model, id: string): Account => accounts.find((one) => one.id === id)!;

/** Both legs of each transfer, by the ids of their lines. */
function withTransfers(model: Model, ...pairs: readonly (readonly [debit: string, deposit: string])[]): Model {
  const legs = pairs.map(([debit, deposit]) => [lineOf(model, debit), lineOf(model, deposit)] as const);
  return {
    ...model,
    transferOf: new Map(
      legs.flatMap(([debit, deposit]) => [
        [debit, deposit],
        [deposit, debit],
      ]),
    ),
  };
}

const claim = (of: Line, cents: number, more: Partial<Claim> = {}): Claim => ({
  line: of,
  code: "LARGE_UNSOURCED",
  cents,
  isNever: false,
  findingKey: of.id,
  cureCents: cents,
  ...more,
});

const conditional = (kind: Conditional["kind"], cents: number, more: Partial<Conditional> = {}): Conditional => ({
  code: "NAME_DIFFERS",
  findingKey: kind,
  account: null,
  kind,
  cents,
  ...more,
});

interface InputDraft extends Partial<Omit<FundsInput, "terms">> {
  readonly model: Model;
  /** Cash to close before the earnest-money credit. */
  readonly need?: number | null;
  readonly terms?: Partial<Terms>;
}

const NO_RESERVES: RequiredReserves = {
  cents: 0,
  floorCents: 0,
  months: 0,
  basis: "",
  missing: [],
  needsReason: false,
};

function inputOf({ program = "fannie", need = 0, terms, ...more }: InputDraft): FundsInput {
  const loan = more.loan ?? loanWith({});
  return {
    loan,
    program,
    terms: { ...termsOf(loan, program), beforeEarnestCents: need, ...terms },
    required: NO_RESERVES,
    claims: [],
    conditionals: [],
    undocumented: [],
    gifts: { toComeCents: 0, depositedCents: 0 },
    earnest: null,
    ...more,
  };
}

const level = (draft: InputDraft, choice: Partial<LevelChoice> = {}) => {
  const input = inputOf(draft);
  return levelOf(input, { claims: input.claims, without: new Set(), assumesLiquidation: false, ...choice });
};

/** Cents taken from each account, and from the earnest-money credit. */
const taken = (draft: InputDraft, choice: Partial<LevelChoice> = {}) =>
  Object.fromEntries(
    level(draft, choice).places.map(({ account: one, taken: cents }) => [one?.id ?? "earnest", cents]),
  );

const printed = (draft: InputDraft, own = OWN) => {
  const input = inputOf(draft);
  return fundsOf(input, levelsOf(input), own);
};
const OWN = {
  ownFundsCents: 1,
  requiredOwnFundsCents: 2,
  requiredContributionCents: 3,
  contributionCents: 4,
  atRiskCents: 5,
};

const EARNEST: EarnestMoney = {
  enteredCents: 10_000_00,
  payments: [],
  foundCents: 0,
  receiptCents: 0,
  paidFrom: [],
  givenCents: 0,
  sureCents: 10_000_00,
  conditionalCents: 0,
  fromOther: [],
  giftedCents: 0,
  uncounted: [],
};

// ---- Marks ------------------------------------------------------------------------------------------------------

describe("unexplained money", () => {
  const cash = (cents: number, ago: number, id = "cash") => line(-cents, daysAgo(ago), { id });
  const out = (cents: number, ago: number, id = "out") => line(cents, daysAgo(ago), { id });
  const into = (cents: number, ago: number, id = "in") => line(-cents, daysAgo(ago), { id });

  test("is taken from the account that it came into", () => {
    const model = modelWith({ A: { cents: 30_000_00 }, B: { cents: 20_000_00, lines: [cash(9_000_00, 20)] } });
    expect(taken({ model, claims: [claim(lineOf(model, "cash"), 9_000_00)] })).toEqual({ A: 0, B: 9_000_00 });
    expect(taken({ model })).toEqual({ A: 0, B: 0 });
  });

  test("above what is there is taken from other banks, then investments, then the earnest-money credit", () => {
    const model = modelWith({
      A: { cents: 500_00, kind: "securities" },
      B: { cents: 1_000_00 },
      C: { cents: 700_00, lines: [cash(9_000_00, 20)] },
    });
    const after = (cents: number) =>
      taken({ model, claims: [claim(lineOf(model, "cash"), cents)], earnest: { ...EARNEST, sureCents: 300_00 } });
    expect(after(700_00)).toEqual({ A: 0, B: 0, C: 700_00, earnest: 0 });
    expect(after(1_700_00)).toEqual({ A: 0, B: 1_000_00, C: 700_00, earnest: 0 });
    expect(after(1_700_01)).toEqual({ A: 1, B: 1_000_00, C: 700_00, earnest: 0 });
    expect(after(2_200_01)).toEqual({ A: 500_00, B: 1_000_00, C: 700_00, earnest: 1 });
    expect(after(9_000_00)).toEqual({ A: 500_00, B: 1_000_00, C: 700_00, earnest: 300_00 });
  });

  test("follows own transfers, up to what was moved", () => {
    const model = withTransfers(
      modelWith({
        A: { cents: 1_000_00, lines: [cash(48_000_00, 20), out(47_000_00, 15)] },
        B: { cents: 47_000_00, lines: [into(47_000_00, 15)] },
      }),
      ["out", "in"],
    );
    expect(taken({ model, claims: [claim(lineOf(model, "cash"), 48_000_00)] })).toEqual({ A: 1_000_00, B: 47_000_00 });
    expect(taken({ model, claims: [claim(lineOf(model, "cash"), 5_000_00)] })).toEqual({ A: 0, B: 5_000_00 });
  });

  test("of one cent follows a transfer of one cent", () => {
    const model = withTransfers(
      modelWith({ A: { cents: 9_00, lines: [cash(1, 20), out(1, 15)] }, B: { cents: 9_00, lines: [into(1, 15)] } }),
      ["out", "in"],
    );
    expect(taken({ model, claims: [claim(lineOf(model, "cash"), 1)] })).toEqual({ A: 0, B: 1 });
  });

  test("stays where it is when a transfer was before it, and follows one of the same day", () => {
    const moved = (ago: number) => {
      const model = withTransfers(
        modelWith({
          A: { cents: 9_000_00, lines: [cash(4_000_00, 15), out(4_000_00, ago)] },
          B: { cents: 9_000_00, lines: [into(4_000_00, ago)] },
        }),
        ["out", "in"],
      );
      return taken({ model, claims: [claim(lineOf(model, "cash"), 4_000_00)] });
    };
    expect(moved(16)).toEqual({ A: 4_000_00, B: 0 });
    expect(moved(15)).toEqual({ A: 0, B: 4_000_00 });
    expect(moved(14)).toEqual({ A: 0, B: 4_000_00 });
  });

  test("follows from account to account, in the order of days", () => {
    const model = withTransfers(
      modelWith({
        A: { cents: 0, lines: [cash(4_000_00, 30), out(4_000_00, 20, "A out")] },
        B: { cents: 0, lines: [into(4_000_00, 20, "B in"), out(4_000_00, 10, "B out")] },
        C: { cents: 4_000_00, lines: [into(4_000_00, 10, "C in")] },
      }),
      ["B out", "C in"],
      ["A out", "B in"],
    );
    const claims = [claim(lineOf(model, "cash"), 4_000_00)];
    const { places } = level({ model, claims });
    expect(places.map(({ capacity, taken: cents }) => [capacity, cents])).toEqual([
      [0, 0],
      [0, 0],
      [4_000_00, 4_000_00],
    ]);
    // The second move was before the first: the money is still on the second account.
    const before = withTransfers(
      modelWith({
        A: { cents: 0, lines: [cash(4_000_00, 30), out(4_000_00, 10, "A out")] },
        B: { cents: 5_000_00, lines: [into(4_000_00, 10, "B in"), out(4_000_00, 20, "B out")] },
        C: { cents: 4_000_00, lines: [into(4_000_00, 20, "C in")] },
      }),
      ["B out", "C in"],
      ["A out", "B in"],
    );
    expect(taken({ model: before, claims: [claim(lineOf(before, "cash"), 4_000_00)] })).toEqual({
      A: 0,
      B: 4_000_00,
      C: 0,
    });
  });

  test("of one day moves by account, then by line", () => {
    const chain = (from: string, to: string, last: string) => {
      const lines = {
        [from]: [cash(4_000_00, 30), out(4_000_00, 20, "first out")],
        [to]: [into(4_000_00, 20, "first in"), out(4_000_00, 20, "second out")],
        [last]: [into(4_000_00, 20, "second in")],
      };
      const model = withTransfers(
        modelWith(Object.fromEntries(["A", "B", "C"].map((id) => [id, { cents: 9_000_00, lines: lines[id]! }]))),
        ["second out", "second in"],
        ["first out", "first in"],
      );
      return taken({ model, claims: [claim(lineOf(model, "cash"), 4_000_00)] });
    };
    expect(chain("A", "B", "C")).toEqual({ A: 0, B: 0, C: 4_000_00 });
    expect(chain("B", "A", "C")).toEqual({ A: 4_000_00, B: 0, C: 0 });
    const model = withTransfers(
      modelWith({
        A: {
          cents: 9_000_00,
          lines: [
            cash(4_000_00, 30),
            out(4_000_00, 20, "to C"),
            line(4_000_00, daysAgo(20), { id: "to B", description: "A" }),
          ],
        },
        B: { cents: 9_000_00, lines: [into(4_000_00, 20, "in B")] },
        C: { cents: 9_000_00, lines: [into(4_000_00, 20, "in C")] },
      }),
      ["to C", "in C"],
      ["to B", "in B"],
    );
    expect(taken({ model, claims: [claim(lineOf(model, "cash"), 4_000_00)] })).toEqual({ A: 0, B: 4_000_00, C: 0 });
  });

  test("of several deposits is marked day by day", () => {
    const drafts = (first: number, second: number) =>
      withTransfers(
        modelWith({
          A: {
            cents: 9_000_00,
            lines: [cash(1_000_00, first, "one"), cash(2_000_00, second, "two"), out(9_000_00, 15)],
          },
          B: { cents: 9_000_00, lines: [into(9_000_00, 15)] },
        }),
        ["out", "in"],
      );
    for (const [first, second, left] of [
      [20, 10, 2_000_00],
      [10, 20, 1_000_00],
      [20, 21, 0],
      [10, 9, 3_000_00],
    ] as const) {
      const model = drafts(first, second);
      for (const ids of [
        ["one", "two"],
        ["two", "one"],
      ]) {
        const claims = ids.map((id) => claim(lineOf(model, id), id === "one" ? 1_000_00 : 2_000_00));
        expect(taken({ model, claims })).toEqual({ A: left, B: 3_000_00 - left });
      }
    }
  });

  test("follows a payment of earnest money to its credit", () => {
    const model = modelWith({ A: { cents: 700_00, lines: [cash(18_000_00, 20), out(18_000_00, 19, "paid")] } });
    const earnest = (cents: number): EarnestMoney => ({
      ...EARNEST,
      sureCents: cents,
      payments: [{ line: lineOf(model, "paid"), averageCents: null, isSupported: null }],
    });
    const draft = { model, claims: [claim(lineOf(model, "cash"), 18_000_00)], need: 20_000_00 };
    expect(taken({ ...draft, earnest: earnest(18_000_00) })).toEqual({ A: 0, earnest: 18_000_00 });
    expect(level({ ...draft, earnest: earnest(18_000_00) })).toMatchObject({
      earnestCreditCents: 0,
      cashToCloseCents: 20_000_00,
      usableClosingCents: 700_00,
    });
    expect(taken({ ...draft, earnest: earnest(17_500_00) })).toEqual({ A: 500_00, earnest: 17_500_00 });
    expect(taken(draft)).toEqual({ A: 700_00 });
  });
});

describe("what several claims take off one deposit", () => {
  const gift = (cents: number, code = "DONOR_NOT_ACCEPTED") => ({ code, cents });
  const other = (cents: number) => ({ code: "LARGE_UNSOURCED", cents });

  test("the same cents are taken once, gifts that may not be used besides", () => {
    expect(deductedCents(10_000_00, [])).toBe(0);
    expect(deductedCents(10_000_00, [other(6_000_00)])).toBe(6_000_00);
    expect(deductedCents(10_000_00, [other(6_000_00), other(4_000_00)])).toBe(6_000_00);
    expect(deductedCents(10_000_00, [other(6_000_00), gift(1_000_00)])).toBe(7_000_00);
    expect(deductedCents(10_000_00, [other(6_000_00), gift(1_000_00, "GIFT_FROM_INTERESTED_PARTY")])).toBe(7_000_00);
    expect(deductedCents(10_000_00, [gift(1_000_00), gift(2_000_00, "GIFT_FROM_INTERESTED_PARTY")])).toBe(3_000_00);
    expect(deductedCents(10_000_00, [other(6_000_00), gift(5_000_00)])).toBe(10_000_00);
  });

  test("each deposit gives its own", () => {
    const lines = ["one", "two"].map((id, at) => line(-5_000_00, daysAgo(20 - at), { id }));
    const model = modelWith({ A: { cents: 20_000_00, lines } });
    const claims = [
      claim(lineOf(model, "one"), 4_000_00),
      claim(lineOf(model, "one"), 5_000_00, { code: "BORROWED_FUNDS_DEDUCTED" }),
      claim(lineOf(model, "two"), 3_000_00),
    ];
    expect(taken({ model, claims })).toEqual({ A: 8_000_00 });
    expect(printed({ model, claims })).toMatchObject({ unexplainedCents: 8_000_00, reductionCents: 8_000_00 });
  });
});

// ---- Closing and reserves ---------------------------------------------------------------------------------------

describe("cash to close", () => {
  const model = modelWith({ A: { cents: 30_000_00 } });

  test("is met by bank money and gifts to come, and by the earnest-money credit", () => {
    const gifts = { toComeCents: 4_000_00, depositedCents: 9_000_00 };
    expect(level({ model, need: 50_000_00, gifts, earnest: EARNEST })).toMatchObject({
      usableClosingCents: 34_000_00,
      cashToCloseCents: 40_000_00,
      cashBackCents: 0,
      surplusCents: -6_000_00,
      earnestCreditCents: 10_000_00,
      giftCents: 4_000_00,
    });
    expect(level({ model, need: 50_000_00 })).toMatchObject({ cashToCloseCents: 50_000_00, surplusCents: -20_000_00 });
  });

  test("that is paid already comes back, and is no money to close or reserve", () => {
    expect(level({ model, need: 4_000_00, earnest: EARNEST })).toMatchObject({
      cashToCloseCents: 0,
      cashBackCents: 6_000_00,
      surplusCents: 30_000_00,
      reservesCents: 30_000_00,
    });
    expect(level({ model, need: 10_000_00, earnest: EARNEST })).toMatchObject({ cashBackCents: 0 });
  });

  test("that is not known leaves no figure, and no verdict", () => {
    expect(level({ model, need: null })).toMatchObject({
      cashToCloseCents: null,
      cashBackCents: null,
      surplusCents: null,
      reservesCents: null,
      suffices: null,
      usableClosingCents: 30_000_00,
    });
  });

  test("is met exactly, or not by a cent", () => {
    expect(level({ model, need: 30_000_00 })).toMatchObject({ surplusCents: 0, reservesCents: 0, suffices: true });
    expect(level({ model, need: 30_000_01 })).toMatchObject({ surplusCents: -1, reservesCents: 0, suffices: false });
    expect(printed({ model, need: 30_000_00 }).isSufficientToClose).toBe(true);
    expect(printed({ model, need: 30_000_01 }).isSufficientToClose).toBe(false);
    expect(printed({ model, need: null }).isSufficientToClose).toBeNull();
  });

  test("only counted accounts hold it", () => {
    const two = modelWith({ A: { cents: 30_000_00 }, B: { cents: 5_000_00, isCounted: false } });
    expect(level({ model: two })).toMatchObject({ usableClosingCents: 30_000_00 });
    expect(level({ model: two }).places).toHaveLength(1);
  });
});

describe("reserves", () => {
  const model = modelWith({ A: { cents: 30_000_00 } });
  const required = (cents: number | null, floorCents = cents ?? 0): RequiredReserves => ({
    ...NO_RESERVES,
    cents,
    floorCents,
  });

  test("are what closing leaves, and are enough from the required cents on", () => {
    const enough = (one: RequiredReserves) => [
      level({ model, need: 20_000_00, required: one }).suffices,
      printed({ model, need: 20_000_00, required: one }).isReserveEnough,
    ];
    expect(enough(required(10_000_00))).toEqual([true, true]);
    expect(enough(required(10_000_01))).toEqual([false, false]);
    expect(enough(required(null, 10_000_00))).toEqual([null, null]);
    expect(enough(required(null, 10_000_01))).toEqual([false, false]);
    expect(printed({ model, need: null, required: required(0) }).isReserveEnough).toBeNull();
  });

  test("the required figure is printed, or its floor", () => {
    const figure = (one: RequiredReserves) => printed({ model, required: one }).requiredReservesCents;
    expect([required(10_00), required(0), required(null, 5_00), required(null)].map(figure)).toEqual([
      10_00,
      0,
      5_00,
      null,
    ]);
  });

  test("in months of the payment, to two places down", () => {
    const months = (pitia: number | undefined, need: number | null = 0) =>
      printed({ model, need, loan: loanWith({ pitia }) }).reserveMonths;
    expect(months(2_500_00)).toBe(12);
    expect(months(2_500_01)).toBe(11.99);
    expect([months(undefined), months(0), months(2_500_00, null)]).toEqual([null, null, null]);
  });

  test.each<[Program, number]>([
    ["fannie", 7_000_00],
    ["freddie", 7_000_00],
    ["va", 7_000_00],
    ["fha", 2_000_00],
    ["usda", 2_000_00],
  ])("under %s hold gifts that closing does not use, or not", (program, cents) => {
    const own = modelWith({ A: { cents: 2_000_00 } });
    const draft = { model: own, program, need: 10_000_00, gifts: { toComeCents: 15_000_00, depositedCents: 0 } };
    expect(level(draft)).toMatchObject({ surplusCents: 7_000_00, reservesCents: cents });
  });

  test("under FHA hold no deposited gift, and closing uses gifts first", () => {
    const reserves = (toComeCents: number, depositedCents: number, need: number) =>
      level({ model, program: "fha", need, gifts: { toComeCents, depositedCents } }).reservesCents;
    expect(reserves(0, 12_000_00, 10_000_00)).toBe(18_000_00);
    expect(reserves(0, 10_000_00, 10_000_00)).toBe(20_000_00);
    expect(reserves(0, 9_000_00, 10_000_00)).toBe(20_000_00);
    expect(reserves(5_000_00, 12_000_00, 10_000_00)).toBe(18_000_00);
    expect(reserves(0, 90_000_00, 10_000_00)).toBe(0);
    expect(level({ model, program: "fha", need: null }).reservesCents).toBeNull();
  });
});

// ---- Conditional money ------------------------------------------------------------------------------------------

describe("conditional money", () => {
  const model = modelWith({ A: { cents: 30_000_00 }, B: { cents: 8_000_00 } });
  const unsure = conditional("account", 8_000_00, { account: accountOf(model, "B") });

  test("of an account is left out as a whole", () => {
    const draft = { model, conditionals: [unsure] };
    expect(level(draft).usableClosingCents).toBe(38_000_00);
    const without = level(draft, { without: new Set([unsure]) });
    expect(without.usableClosingCents).toBe(30_000_00);
    expect(without.places.map(({ capacity }) => capacity)).toEqual([30_000_00, 0]);
  });

  test("of a lump comes off the accounts", () => {
    const lump = conditional("lump", 35_000_00, { code: "BORROWED_FUNDS" });
    const draft = { model, conditionals: [lump] };
    expect(taken(draft, { without: new Set([lump]) })).toEqual({ A: 30_000_00, B: 5_000_00 });
    expect(taken(draft)).toEqual({ A: 0, B: 0 });
    expect(taken({ model, conditionals: [unsure, lump] }, { without: new Set([unsure, lump]) })).toEqual({
      A: 30_000_00,
      B: 0,
    });
  });

  test("of a gift to come leaves that gift out", () => {
    const gift = conditional("giftToCome", 4_000_00, { code: "GIFT_INCOMPLETE" });
    const other = conditional("giftToCome", 1_000_00, { code: "DONOR_INTEREST" });
    const draft = {
      model,
      conditionals: [gift, other, unsure],
      gifts: { toComeCents: 7_000_00, depositedCents: 0 },
    };
    expect(level(draft).giftCents).toBe(7_000_00);
    expect(level(draft, { without: new Set([gift]) })).toMatchObject({
      giftCents: 3_000_00,
      usableClosingCents: 41_000_00,
    });
    expect(level(draft, { without: new Set([gift, other]) }).giftCents).toBe(2_000_00);
    expect(level(draft, { without: new Set([unsure]) }).giftCents).toBe(7_000_00);
  });

  test("of an unconfirmed check lowers the earnest-money credit", () => {
    const check = conditional("earnest", 6_000_00, { code: "EMD_UNCONFIRMED" });
    const draft = {
      model,
      need: 20_000_00,
      conditionals: [check, unsure],
      earnest: { ...EARNEST, sureCents: 4_000_00, conditionalCents: 6_000_00 },
    };
    expect(level(draft).cashToCloseCents).toBe(10_000_00);
    expect(level(draft, { without: new Set([check]) }).cashToCloseCents).toBe(16_000_00);
    expect(level(draft, { without: new Set([unsure]) }).cashToCloseCents).toBe(10_000_00);
  });

  test("of a deposited gift that is left out is not also taken off FHA reserves", () => {
    const reserves = (code: string, kind: Conditional["kind"], isLeftOut = true, toComeCents = 0) => {
      const one = conditional(kind, 6_000_00, { code });
      return level(
        {
          model,
          program: "fha",
          need: 10_000_00,
          conditionals: [one],
          gifts: { toComeCents, depositedCents: 18_000_00 },
        },
        { without: new Set(isLeftOut ? [one] : []) },
      ).reservesCents;
    };
    // Of $38,000.00, $10,000.00 is needed; $8,000.00 of the gifts is not.
    expect(reserves("GIFT_INCOMPLETE", "lump", false)).toBe(20_000_00);
    // Without the gift $32,000.00 is left, and $2,000.00 of the other gifts is not needed.
    expect(reserves("GIFT_INCOMPLETE", "lump")).toBe(20_000_00);
    expect(reserves("DONOR_INTEREST", "lump")).toBe(20_000_00);
    // Borrowed money is no gift.
    expect(reserves("BORROWED_FUNDS", "lump")).toBe(14_000_00);
    expect(reserves("NAME_DIFFERS", "earnest")).toBe(20_000_00);
    // A gift still to come is not among the deposited ones.
    expect(reserves("GIFT_INCOMPLETE", "giftToCome", true, 6_000_00)).toBe(20_000_00);
  });

  test("is counted once for an account under two conditions", () => {
    const sum = (...conditionals: Conditional[]) => printed({ model, conditionals }).conditionalCents;
    expect(sum()).toBe(0);
    expect(sum(unsure, { ...unsure, code: "BUSINESS_ASSET_ANALYSIS" })).toBe(8_000_00);
    expect(sum(unsure, conditional("lump", 1_00), conditional("giftToCome", 2_00))).toBe(8_003_00);
    expect(sum(unsure, { ...unsure, account: accountOf(model, "A"), cents: 30_000_00 })).toBe(38_000_00);
  });
});

// ---- Investments ------------------------------------------------------------------------------------------------

describe("investments", () => {
  const proof = (cents: number, more: Partial<EvidenceSource> = {}): EvidenceSource => ({
    transactionId: null,
    kind: "liquidation",
    sourcedCents: cents,
    hasDocument: true,
    reason: null,
    ...more,
  });
  const withStock = (cents: number, evidence: readonly EvidenceSource[] = [], bankCents = 5_000_00) =>
    modelWith({ A: { cents: bankCents }, S: { cents, kind: "securities" } }, evidence);
  /** What investments give to close, what is left as reserves, and what is not proven. */
  const sale = (draft: InputDraft, choice: Partial<LevelChoice> = {}) => {
    const { investmentClosingCents, investmentReserveCents, unprovenCents, surplusCents, reservesCents } = level(
      draft,
      choice,
    );
    return [investmentClosingCents, investmentReserveCents, unprovenCents, surplusCents, reservesCents];
  };

  test("give nothing while banks suffice, and are reserves", () => {
    expect(sale({ model: withStock(12_000_00), need: 5_000_00 })).toEqual([0, 12_000_00, 0, 0, 12_000_00]);
    expect(sale({ model: withStock(12_000_00), need: null })).toEqual([0, 12_000_00, 0, null, null]);
  });

  test("worth 20 percent more than the shortfall, give it without proof to Fannie Mae and Freddie Mac", () => {
    expect(RULES.R6b.parameters.liquidationPercent).toBe(120);
    for (const program of ["fannie", "freddie"] as const) {
      expect(sale({ model: withStock(12_000_00), need: 15_000_00, program })).toEqual([
        10_000_00, 2_000_00, 0, 0, 2_000_00,
      ]);
      expect(sale({ model: withStock(11_999_99), need: 15_000_00, program })).toEqual([
        0, 11_999_99, 10_000_00, -10_000_00, 11_999_99,
      ]);
    }
  });

  test("worth less, give what is proven, at most their value", () => {
    const model = (...evidence: EvidenceSource[]) => withStock(8_000_00, evidence);
    const given = (...evidence: EvidenceSource[]) => sale({ model: model(...evidence), need: 15_000_00 }).slice(0, 3);
    expect(given(proof(3_000_00))).toEqual([3_000_00, 5_000_00, 5_000_00]);
    expect(given(proof(3_000_00), proof(1_000_00))).toEqual([4_000_00, 4_000_00, 4_000_00]);
    expect(given(proof(9_000_00))).toEqual([8_000_00, 0, 0]);
    expect(given(proof(3_000_00, { accountId: "S" }))).toEqual([3_000_00, 5_000_00, 5_000_00]);
    expect(given(proof(3_000_00, { accountId: "A" }))).toEqual([0, 8_000_00, 8_000_00]);
    expect(given(proof(3_000_00, { transactionId: "deposit" }))).toEqual([0, 8_000_00, 8_000_00]);
    expect(given(proof(3_000_00, { kind: "letter" }))).toEqual([0, 8_000_00, 8_000_00]);
    // A sale is not needed beyond the shortfall.
    expect(sale({ model: withStock(11_000_00, [proof(11_000_00)]), need: 15_000_00 }).slice(0, 2)).toEqual([
      10_000_00, 1_000_00,
    ]);
    const two = modelWith(
      {
        A: { cents: 5_000_00 },
        S: { cents: 4_000_00, kind: "securities" },
        T: { cents: 4_000_00, kind: "securities" },
      },
      [proof(3_000_00, { accountId: "T" })],
    );
    expect(sale({ model: two, need: 15_000_00 }).slice(0, 3)).toEqual([3_000_00, 5_000_00, 5_000_00]);
  });

  test("give all that is needed once their sale is assumed", () => {
    const assumed = { assumesLiquidation: true };
    expect(sale({ model: withStock(8_000_00), need: 15_000_00 }, assumed)).toEqual([8_000_00, 0, 0, -2_000_00, 0]);
    expect(sale({ model: withStock(11_000_00), need: 15_000_00 }, assumed)).toEqual([
      10_000_00, 1_000_00, 0, 0, 1_000_00,
    ]);
  });

  test("are worth less what is taken off", () => {
    const cash = line(-20_000_00, daysAgo(20), { id: "cash" });
    const model = modelWith({ A: { cents: 0, lines: [cash] }, S: { cents: 25_000_00, kind: "securities" } });
    expect(sale({ model, need: 4_000_00, claims: [claim(lineOf(model, "cash"), 20_000_00)] }).slice(0, 2)).toEqual([
      4_000_00, 1_000_00,
    ]);
  });

  describe("under FHA", () => {
    const automated = loanWith({ underwriting: "aus" });
    const manual = loanWith({ underwriting: "manual" });
    const fha = (
      cents: Readonly<Record<"securities" | "retirement", number>>,
      evidence: readonly EvidenceSource[] = [],
    ) =>
      modelWith(
        {
          A: { cents: 5_000_00 },
          R: { cents: cents.retirement, kind: "retirement" },
          S: { cents: cents.securities, kind: "securities" },
        },
        evidence,
      );
    const given = (model: Model, loan = automated, choice: Partial<LevelChoice> = {}) =>
      sale({ model, need: 15_000_00, program: "fha", loan }, choice).slice(0, 3);

    test("securities need no proof for an automated underwriting system, and retirement money always does", () => {
      expect(given(fha({ securities: 10_000_00, retirement: 0 }))).toEqual([10_000_00, 0, 0]);
      expect(given(fha({ securities: 12_000_00, retirement: 0 }))).toEqual([10_000_00, 2_000_00, 0]);
      expect(given(fha({ securities: 4_000_00, retirement: 10_000_00 }))).toEqual([4_000_00, 6_000_00, 6_000_00]);
      expect(given(fha({ securities: 4_000_00, retirement: 10_000_00 }, [proof(5_000_00)]))).toEqual([
        9_000_00, 1_000_00, 1_000_00,
      ]);
      expect(given(fha({ securities: 4_000_00, retirement: 3_000_00 }, [proof(5_000_00)]))).toEqual([7_000_00, 0, 0]);
      expect(given(fha({ securities: 4_000_00, retirement: 10_000_00 }, [proof(50_000_00)]))).toEqual([
        10_000_00, 0, 0,
      ]);
    });

    test("underwritten manually, securities need proof too, and one proof counts once", () => {
      expect(given(fha({ securities: 10_000_00, retirement: 0 }), manual)).toEqual([0, 10_000_00, 10_000_00]);
      expect(given(fha({ securities: 4_000_00, retirement: 10_000_00 }, [proof(3_000_00)]), manual)).toEqual([
        3_000_00, 7_000_00, 7_000_00,
      ]);
      expect(given(fha({ securities: 4_000_00, retirement: 10_000_00 }, [proof(5_000_00)]), manual)).toEqual([
        5_000_00, 5_000_00, 5_000_00,
      ]);
      expect(
        given(fha({ securities: 4_000_00, retirement: 10_000_00 }), loanWith({ underwriting: undefined })),
      ).toEqual([0, 10_000_00, 10_000_00]);
    });

    test("a sale that is assumed gives both, securities first", () => {
      const assumed = { assumesLiquidation: true };
      expect(given(fha({ securities: 4_000_00, retirement: 10_000_00 }), manual, assumed)).toEqual([10_000_00, 0, 0]);
      expect(given(fha({ securities: 4_000_00, retirement: 20_000_00 }), manual, assumed)).toEqual([
        10_000_00, 6_000_00, 0,
      ]);
      expect(given(fha({ securities: 4_000_00, retirement: 3_000_00 }), manual, assumed)).toEqual([7_000_00, 0, 0]);
    });

    test("reserves hold 60 percent of retirement money, rounded down, or what the plan's terms show", () => {
      const terms = (cents: number, accountId = "R"): EvidenceSource => ({
        ...proof(cents),
        kind: "plan_terms",
        accountId,
      });
      const reserve = (cents: number, ...evidence: EvidenceSource[]) => {
        const model = fha({ securities: 0, retirement: cents }, evidence);
        return fhaReserveOf(model, accountOf(model, "R"), cents);
      };
      expect(reserve(300_000_00)).toBe(180_000_00);
      expect(reserve(99)).toBe(59);
      expect(reserve(100_000_00, terms(70_000_00))).toBe(70_000_00);
      expect(reserve(100_000_00, terms(50_000_00))).toBe(60_000_00);
      expect(reserve(100_000_00, terms(200_000_00))).toBe(100_000_00);
      expect(reserve(100_000_00, terms(50_000_00), terms(80_000_00))).toBe(80_000_00);
      expect(reserve(100_000_00, terms(70_000_00, "S"))).toBe(60_000_00);
      expect(reserve(100_000_00, { ...terms(70_000_00), kind: "statement" })).toBe(60_000_00);
      const model = fha({ securities: 1_000_00, retirement: 10_000_00 });
      expect(level({ model, program: "fha", need: 5_000_00 })).toMatchObject({
        investmentReserveCents: 7_000_00,
        reservesCents: 7_000_00,
      });
    });
  });

  test("are printed with what counts as reserves", () => {
    const model = modelWith({
      A: { cents: 5_000_00 },
      R: { cents: 10_000_00, kind: "retirement" },
      S: { cents: 1_000_00, kind: "securities" },
    });
    const reserveCents = (program: Program) =>
      printed({ model, program }).investments.map((one) => [one.accountId, one.cents, one.reserveCents]);
    expect(reserveCents("fha")).toEqual([
      ["R", 10_000_00, 6_000_00],
      ["S", 1_000_00, 1_000_00],
    ]);
    expect(reserveCents("fannie")).toEqual([
      ["R", 10_000_00, 10_000_00],
      ["S", 1_000_00, 1_000_00],
    ]);
  });
});

// ---- Levels and print -------------------------------------------------------------------------------------------

describe("levels of funds", () => {
  const lines = [line(-9_000_00, daysAgo(20), { id: "cash" }), line(-2_000_00, daysAgo(19), { id: "party" })];
  const model = modelWith({
    A: { cents: 30_000_00, lines },
    B: { cents: 8_000_00 },
    S: { cents: 10_000_00, kind: "securities" },
  });
  const claims = [
    claim(lineOf(model, "cash"), 9_000_00),
    claim(lineOf(model, "party"), 2_000_00, { isNever: true, code: "INTERESTED_PARTY_DEPOSIT" }),
  ];
  const conditionals = [conditional("account", 8_000_00, { account: accountOf(model, "B") })];
  const input = inputOf({ model, need: 45_000_00, claims, conditionals });

  test("sure leaves out conditional money, printed counts it, and all takes off only what never counts", () => {
    const levels = levelsOf(input);
    expect(levels.sure.usableClosingCents).toBe(19_000_00);
    expect(levels.printed.usableClosingCents).toBe(27_000_00);
    expect(levels.all.usableClosingCents).toBe(36_000_00);
    expect(levels.unsold.usableClosingCents).toBe(36_000_00);
    expect(levels.sure.investmentClosingCents).toBe(0);
    expect(levels.printed.investmentClosingCents).toBe(0);
    expect(levels.all).toMatchObject({ investmentClosingCents: 9_000_00, suffices: true });
    expect(levels.unsold).toMatchObject({ investmentClosingCents: 0, unprovenCents: 9_000_00, suffices: false });
  });

  test("are printed with every term that the figures follow from", () => {
    const loan = loanWith({ credits: 500_00, lenderCredits: 100_00, pitia: 1_000_00 });
    const terms = termsOf(loan, "fannie");
    const required = requiredReserves(loan, "fannie");
    const file = inputOf({
      model,
      loan,
      claims,
      conditionals,
      required,
      gifts: { toComeCents: 70_00, depositedCents: 80_00 },
    });
    const levels = levelsOf({ ...file, terms });
    const plain = ({
      usableClosingCents,
      cashToCloseCents,
      surplusCents,
      reservesCents,
      suffices,
    }: typeof levels.sure) => ({
      usableClosingCents,
      cashToCloseCents,
      surplusCents,
      reservesCents,
      suffices,
    });
    const funds = fundsOf({ ...file, terms }, levels, OWN);
    expect(funds).toMatchObject({
      usableByAccount: [
        { accountId: "A", countedCents: 30_000_00, reductionCents: 11_000_00, cents: 19_000_00, isConditional: false },
        { accountId: "B", countedCents: 8_000_00, reductionCents: 0, cents: 8_000_00, isConditional: true },
      ],
      investments: [{ accountId: "S", countedCents: 10_000_00, reductionCents: 0, cents: 10_000_00 }],
      reductions: [
        { transactionId: "cash", accountId: "A", code: "LARGE_UNSOURCED", cents: 9_000_00, neverCounts: false },
        { transactionId: "party", accountId: "A", cents: 2_000_00, neverCounts: true },
      ],
      unexplainedCents: 11_000_00,
      reductionCents: 11_000_00,
      investmentReductionCents: 0,
      earnestReductionCents: 0,
      conditionalCents: 8_000_00,
      giftCents: 70_00,
      depositedGiftCents: 80_00,
      usableClosingCents: 27_070_00,
      terms: {
        costsCents: 8_000_00,
        interestedPartyCreditCents: 500_00,
        lenderCreditCents: 100_00,
        downPaymentCents: 20_000_00,
        earnestFoundCents: 0,
      },
      cashToCloseCents: 27_400_00,
      surplusCents: 0,
      ...OWN,
      levels: { sure: plain(levels.sure), printed: plain(levels.printed), all: plain(levels.all) },
    });
  });

  test("show where a reduction was taken", () => {
    const small = modelWith({
      A: { cents: 1_000_00, lines: [line(-90_000_00, daysAgo(20), { id: "cash" })] },
      S: { cents: 2_000_00, kind: "securities" },
    });
    const draft = {
      model: small,
      claims: [claim(lineOf(small, "cash"), 90_000_00)],
      earnest: { ...EARNEST, foundCents: 9_00 },
    };
    expect(printed(draft)).toMatchObject({
      reductionCents: 13_000_00,
      investmentReductionCents: 2_000_00,
      earnestReductionCents: 10_000_00,
      earnestPaidCents: 0,
      terms: { earnestFoundCents: 9_00 },
    });
  });

  test("read earnest money of the report", () => {
    const paid = modelWith({
      A: {
        cents: 9_000_00,
        lines: [line(3_000_00, daysAgo(9), { description: "STEWART TITLE EARNEST MONEY", id: "paid" })],
      },
    });
    const loan = loanWith({ emd: 3_000_00 });
    const earnest = readEarnestMoney(paid, loan);
    expect(printed({ model: paid, loan, need: 10_000_00, earnest })).toMatchObject({
      earnestPaidCents: 3_000_00,
      cashToCloseCents: 7_000_00,
    });
  });
});
