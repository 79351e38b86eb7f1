import { describe, expect, test } from "vitest";
import {
  accountRow,
  bank,
  cashIn,
  cashOut,
  checking,
  confirmation,
  depositRow,
  evaluated,
  evidence,
  type AccountSpec,
  type Scenario,
} from "./test-report.ts";

// One account at one bank, shared through two sign-ins that see these lines.

const DATES = ["2026-10-20", "2026-10-22", "2026-10-25", "2026-10-28", "2026-11-02", "2026-11-05"] as const;
/** Lines of different amounts on the first so many days. */
const lines = (cents: readonly number[]) => cents.map((one, at) => cashOut("H-E-B #455", one, DATES[at]!));
const SAME = [41_17, 52_28, 63_39, 74_41, 85_52];

const seen = (spec: Partial<AccountSpec>) =>
  checking({ cents: 8_000_00, mask: "4471", everyday: false, days: 60, ...spec });

interface Two {
  readonly first?: Partial<AccountSpec>;
  readonly second?: Partial<AccountSpec>;
  readonly names?: readonly [string, string];
  readonly ids?: readonly [string, string];
  readonly readAt?: readonly [string, string];
}

function shared({ first = {}, second = {}, names, ids, readAt }: Two, more: Scenario = {}) {
  const accounts = [
    seen({ id: "first", ...first }),
    seen({ id: "second", cents: 8_100_00, name: "Household", ...second }),
  ];
  const e = evaluated({
    banks: accounts.map((account, at) =>
      bank({
        name: names?.[at] ?? "Bank One",
        institutionId: ids?.[at] ?? "ins_1",
        accounts: [account],
        ...(readAt && { readAt: readAt[at]! }),
      }),
    ),
    ...more,
  });
  return e.figures.seenTwice.map(({ accountId, isSure }) => `${accountId} ${isSure ? "same" : "maybe"}`);
}

describe("the lines that two sign-ins have in common", () => {
  test("80 percent of them make one account, fewer make two", () => {
    const withSame = (number: number, of: number) =>
      shared({
        first: { lines: lines([41_17, 52_28, 63_39, 74_41, 85_52].slice(0, of)) },
        second: {
          lines: lines(
            [41_17, 52_28, 63_39, 74_41, 85_52].slice(0, of).map((one, at) => (at < number ? one : one + 1)),
          ),
        },
      });
    expect(withSame(4, 5)).toHaveLength(1);
    expect(withSame(5, 5)).toHaveLength(1);
    expect(withSame(3, 4)).toEqual([]);
    expect(withSame(3, 5)).toEqual([]);
    expect(withSame(0, 5)).toEqual([]);
  });

  test("three are enough to compare, with two it may be one account", () => {
    const withLines = (cents: readonly number[], other = cents) =>
      shared({ first: { lines: lines(cents) }, second: { lines: lines(other) } });
    expect(withLines([41_17, 52_28, 63_39])).toEqual([expect.stringMatching(/same$/)]);
    expect(withLines([41_17, 52_28, 63_39], [1_00, 2_00, 3_00])).toEqual([]);
    expect(withLines([41_17, 52_28])).toEqual([expect.stringMatching(/maybe$/)]);
    expect(withLines([41_17, 52_28], [1_00, 2_00])).toEqual([expect.stringMatching(/maybe$/)]);
    expect(withLines([])).toEqual([expect.stringMatching(/maybe$/)]);
  });

  test("those of the fuller side are compared", () => {
    expect(shared({ first: { lines: lines(SAME) }, second: { lines: lines(SAME.slice(0, 3)) } })).toEqual([]);
    expect(shared({ first: { lines: lines(SAME) }, second: { lines: lines(SAME.slice(0, 4)) } })).toHaveLength(1);
    expect(shared({ first: { lines: lines(SAME.slice(0, 4)) }, second: { lines: lines(SAME) } })).toHaveLength(1);
    expect(shared({ first: { lines: lines(SAME.slice(0, 3)) }, second: { lines: lines(SAME) } })).toEqual([]);
  });

  test("equal lines count as often as both sides have them", () => {
    const twice = (number: number) => Array.from({ length: number }, () => cashOut("H-E-B #455", 41_17, "2026-10-20"));
    expect(shared({ first: { lines: twice(4) }, second: { lines: twice(4) } })).toHaveLength(1);
    expect(
      shared({ first: { lines: twice(5) }, second: { lines: [...twice(1), ...lines([1_00, 2_00, 3_00, 4_00])] } }),
    ).toEqual([]);
  });

  test("only posted lines of days that both show are compared", () => {
    const older = ["2026-09-20", "2026-09-25", "2026-10-01"].map((date, at) => cashOut("SHELL", 30_00 + at, date));
    const first = lines(SAME);
    expect(shared({ first: { lines: [...first, ...older] }, second: { lines: lines(SAME) } })).toHaveLength(1);
    expect(shared({ first: { lines: first }, second: { lines: [...lines(SAME), ...older] } })).toHaveLength(1);
    const pending = [1, 2, 3].map((at) => cashOut("SHELL", 20_00 + at, "2026-11-05", { pending: true }));
    expect(shared({ first: { lines: [...first, ...pending] }, second: { lines: lines(SAME) } })).toHaveLength(1);
    const newer = ["2026-11-12", "2026-11-13", "2026-11-14"].map((date, at) => cashOut("SHELL", 30_00 + at, date));
    expect(
      shared({
        first: { lines: [...first, ...newer] },
        second: { lines: lines(SAME) },
        readAt: ["2026-11-16", "2026-11-10"],
      }),
    ).toHaveLength(1);
    // On the day of the older reading both are complete.
    expect(
      shared({
        first: { lines: [...first, ...newer] },
        second: { lines: lines(SAME) },
        readAt: ["2026-11-16", "2026-11-14"],
      }),
    ).toEqual([]);
  });

  test("on the first day that both show, too", () => {
    const one = (cents: number) => cashOut("SHELL", cents, "2026-10-01");
    const first = [one(10_00), one(11_00), one(12_00), ...lines([41_17])];
    expect(
      shared({ first: { lines: first }, second: { lines: [one(10_00), one(11_00), one(12_00), ...lines([41_17])] } }),
    ).toHaveLength(1);
    expect(shared({ first: { lines: first }, second: { lines: [one(1), one(2), one(3), ...lines([41_17])] } })).toEqual(
      [],
    );
  });
});

describe("an equal balance", () => {
  const equal = { cents: 8_000_00 };

  test("makes one account of owners who agree, even where lines differ", () => {
    expect(shared({ second: equal })).toEqual([expect.stringMatching(/same$/)]);
    expect(
      shared({ first: { lines: lines(SAME) }, second: { ...equal, lines: lines(SAME.map((one) => one + 1)) } }),
    ).toEqual([expect.stringMatching(/same$/)]);
  });

  test("makes none of other owners", () => {
    const theos = { ...equal, owners: ["THEO QUIST"] };
    expect(shared({ second: theos })).toEqual([expect.stringMatching(/maybe$/)]);
    expect(
      shared({ first: { lines: lines(SAME) }, second: { ...theos, lines: lines(SAME.map((one) => one + 1)) } }),
    ).toEqual([]);
    expect(shared({ second: { ...equal, owners: ["THEO QUIST", "NORA QUIST"] } })).toEqual([
      expect.stringMatching(/same$/),
    ]);
    expect(shared({ second: { ...equal, owners: ["nora  quist"] } })).toEqual([expect.stringMatching(/same$/)]);
    expect(shared({ second: { ...equal, owners: [] } })).toEqual([expect.stringMatching(/same$/)]);
    expect(shared({ first: { owners: [] }, second: equal })).toEqual([expect.stringMatching(/same$/)]);
    for (const readAt of [
      ["2026-11-16", "2026-11-15"],
      ["2026-11-15", "2026-11-16"],
    ] as const) {
      const owned = (owners: readonly string[]) => shared({ second: { ...equal, owners }, readAt });
      expect(owned([])).toEqual([expect.stringMatching(/same$/)]);
      expect(owned(["THEO QUIST", "NORA QUIST"])).toEqual([expect.stringMatching(/same$/)]);
      expect(owned(["THEO QUIST"])).toEqual([expect.stringMatching(/maybe$/)]);
    }
  });

  test("of nothing, or not reported, is none", () => {
    const balance = (cents: number | null) => ({ currentCents: cents, availableCents: cents });
    for (const cents of [0, null])
      expect(shared({ first: balance(cents), second: { cents: 0, ...balance(cents) } })).toEqual([
        expect.stringMatching(/maybe$/),
      ]);
    expect(shared({ first: { cents: 1 }, second: { cents: 1 } })).toEqual([expect.stringMatching(/same$/)]);
    expect(shared({ first: { cents: -1 }, second: { cents: -1 } })).toEqual([expect.stringMatching(/same$/)]);
  });
});

describe("the days that both show", () => {
  const on = (dates: readonly string[], cents = 40_00) => dates.map((date, at) => cashOut("SHELL", cents + at, date));

  test("end on the day of the older reading", () => {
    const last = ["2026-11-14", "2026-11-14", "2026-11-14"];
    const readAt = ["2026-11-16", "2026-11-14"] as const;
    expect(shared({ first: { lines: on(last) }, second: { lines: on(last) }, readAt })).toEqual(["second same"]);
    expect(shared({ first: { lines: on(last) }, second: { lines: on(last, 50_00) }, readAt })).toEqual([]);
  });

  test("are all days of an account, when the other has no lines", () => {
    expect(shared({ first: { lines: lines(SAME) } })).toEqual([]);
    expect(shared({ second: { lines: lines(SAME) } })).toEqual([]);
    expect(shared({ first: { lines: lines(SAME.slice(0, 2)) } })).toEqual([expect.stringMatching(/maybe$/)]);
  });

  test("agree by 80 percent exactly, not by a line less", () => {
    const days = Array.from({ length: 30 }, (_, at) => `2026-10-${String(at + 1).padStart(2, "0")}`);
    const agreeing = (number: number, of: number) =>
      shared({
        first: { lines: on(days.slice(0, of)) },
        second: { lines: [...on(days.slice(0, number)), ...on(days.slice(number, of), 90_00)] },
      });
    expect(agreeing(24, 30)).toHaveLength(1);
    expect(agreeing(23, 29)).toEqual([]);
  });
});

describe("two accounts", () => {
  const alike = { first: { lines: lines(SAME) }, second: { lines: lines(SAME) } };

  test("of other numbers, or without any, are two", () => {
    expect(shared({ ...alike, second: { ...alike.second, mask: "8810" } })).toEqual([]);
    expect(shared({ first: { ...alike.first, mask: null }, second: { ...alike.second, mask: null } })).toEqual([]);
  });

  test("of another bank are two, of one bank under another name or id are one", () => {
    expect(shared({ ...alike, ids: ["ins_1", "ins_2"], names: ["Bank One", "Bank Two"] })).toEqual([]);
    expect(shared({ ...alike, ids: ["ins_1", "ins_2"], names: ["Bank One", "Bank One, N.A."] })).toHaveLength(1);
    expect(shared({ ...alike, ids: ["ins_1", "ins_1"], names: ["Bank One", "Household Bank"] })).toHaveLength(1);
  });

  test("of one persistent id are one, whatever else differs", () => {
    const id = { persistentId: "p1" };
    expect(
      shared({
        first: id,
        second: { ...id, mask: "8810", lines: lines(SAME) },
        ids: ["ins_1", "ins_2"],
        names: ["A", "B"],
      }),
    ).toEqual([expect.stringMatching(/same$/)]);
    expect(shared({ first: id, second: { persistentId: "p2", mask: "8810" } })).toEqual([]);
    expect(shared({ first: { mask: null, ...id }, second: { mask: null, ...id } })).toHaveLength(1);
  });

  test("of another kind are two", () => {
    expect(shared({ ...alike, second: { ...alike.second, type: "credit", subtype: "credit card" } })).toEqual([]);
  });

  test("are what a reviewer confirms", () => {
    const about = (id: string) => ({ account: { id } });
    for (const id of ["first", "second"]) {
      expect(shared(alike, { confirmations: [confirmation("differentAccounts", about(id))] })).toEqual([]);
      expect(shared({}, { confirmations: [confirmation("sameAccount", about(id))] })).toEqual([
        expect.stringMatching(/same$/),
      ]);
    }
  });
});

describe("which of them counts", () => {
  test("the one that was read last, then the one with more lines", () => {
    const same = { first: { lines: lines(SAME) }, second: { lines: lines(SAME) } };
    expect(shared({ ...same, readAt: ["2026-11-16", "2026-11-15"] })).toEqual(["second same"]);
    expect(shared({ ...same, readAt: ["2026-11-15", "2026-11-16"] })).toEqual(["first same"]);
    const fewer = { lines: lines(SAME.slice(0, 4)) };
    expect(shared({ ...same, second: fewer })).toEqual(["second same"]);
    expect(shared({ ...same, first: fewer })).toEqual(["first same"]);
    // Newer data counts, even with fewer lines.
    expect(shared({ ...same, first: fewer, readAt: ["2026-11-16", "2026-11-15"] })).toEqual(["second same"]);
  });

  test("of equal ones, the sign-in that shows more accounts", () => {
    const one = (id: string, persistentId: string) => seen({ id, persistentId, lines: lines(SAME) });
    for (const more of ["first", "second"]) {
      const banks = ["first", "second"].map((id) =>
        bank({
          institutionId: "ins_1",
          accounts: [one(id, "p1"), ...(id === more ? [seen({ id: "other", mask: "9999" })] : [])],
        }),
      );
      expect(evaluated({ banks }).figures.seenTwice.map(({ accountId }) => accountId)).toEqual([
        more === "first" ? "second" : "first",
      ]);
    }
  });

  test("a balance that is not reported is none", () => {
    const unknown = { currentCents: null, availableCents: null };
    for (const readAt of [
      ["2026-11-16", "2026-11-15"],
      ["2026-11-15", "2026-11-16"],
    ] as const) {
      const beside = (cents: number) => shared({ first: unknown, second: { cents }, readAt });
      expect(beside(1)).toEqual(["first maybe"]);
      expect(beside(-1)).toEqual(["second maybe"]);
      expect(beside(0)).toEqual([readAt[0] > readAt[1] ? "second maybe" : "first maybe"]);
    }
  });

  test("of two that may be one, the smaller is conditional", () => {
    expect(shared({})).toEqual(["first maybe"]);
    expect(shared({ second: { cents: 7_900_00 } })).toEqual(["second maybe"]);
    expect(shared({ first: { currentCents: null, availableCents: null }, second: { cents: 1 } })).toEqual([
      "first maybe",
    ]);
    expect(shared({ second: { currentCents: null, availableCents: null } })).toEqual(["second maybe"]);
  });

  test("of three that are one, one", () => {
    const banks = ["first", "second", "third"].map((id) =>
      bank({ institutionId: "ins_1", accounts: [seen({ id, lines: lines(SAME) })] }),
    );
    const { figures } = evaluated({ banks });
    expect(figures.seenTwice.map(({ isSure }) => isSure)).toEqual([true, true]);
    expect(figures.accounts).toHaveLength(1);
  });

  test("a copy is not also asked about, as the smaller or as the larger one", () => {
    const [early, late] = [lines(SAME.slice(0, 3)), cashOut("H-E-B #455", 74_41, "2026-11-10")];
    const twice = (newest: Partial<AccountSpec>, middle: Partial<AccountSpec>, oldest: Partial<AccountSpec>) => {
      const specs: [string, Partial<AccountSpec>][] = [
        ["newest", newest],
        ["middle", middle],
        ["oldest", oldest],
      ];
      const banks = specs.map(([id, spec], at) =>
        bank({
          institutionId: "ins_1",
          readAt: `2026-11-${16 - at}`,
          accounts: [seen({ id, cents: 800_00, ...spec })],
        }),
      );
      const { figures } = evaluated({ banks });
      return figures.seenTwice
        .map(
          ({ accountId, countedAccountId, isSure }) => `${accountId} ${isSure ? "is" : "may be"} ${countedAccountId}`,
        )
        .sort();
    };
    expect(twice({ cents: 900_00 }, {}, {})).toEqual(["middle may be newest", "oldest is middle"]);
    // The newest has other lines than the middle one, and too few on the days of the oldest.
    const other = lines(SAME.slice(0, 3).map((cents) => cents + 1));
    expect(twice({ cents: 700_00, lines: other }, { lines: [...early, late] }, { lines: [late] })).toEqual([
      "oldest is middle",
    ]);
  });

  test("are listed by bank and number", () => {
    const pair = (name: string) =>
      ["newer", "older"].map((which, at) =>
        bank({
          name,
          readAt: `2026-11-${16 - at}`,
          accounts: [seen({ id: `${name} ${which}`, persistentId: name })],
        }),
      );
    for (const names of [
      ["Alpha", "Omega"],
      ["Omega", "Alpha"],
    ])
      expect(evaluated({ banks: names.flatMap(pair) }).figures.seenTwice.map(({ accountId }) => accountId)).toEqual([
        "Alpha older",
        "Omega older",
      ]);
  });

  test("an account that is a copy is not also asked about", () => {
    // Two alike, and a third with too few lines to compare.
    const banks = [
      seen({ id: "first", lines: lines(SAME) }),
      seen({ id: "second", lines: lines(SAME) }),
      seen({ id: "third", cents: 1_00 }),
    ].map((account) => bank({ institutionId: "ins_1", accounts: [account] }));
    const { figures } = evaluated({ banks });
    const sure = figures.seenTwice.filter(({ isSure }) => isSure);
    const unsure = figures.seenTwice.filter(({ isSure }) => !isSure);
    expect(sure).toHaveLength(1);
    for (const { accountId, countedAccountId } of unsure) {
      expect(accountId).not.toBe(sure[0]!.accountId);
      expect(countedAccountId).not.toBe(sure[0]!.accountId);
    }
  });
});

test("evidence about a line of the copy is about the line that counts", () => {
  const cash = (id: string) => cashIn("COUNTER CASH DEPOSIT", 9_000_00, "2026-10-30", { id });
  const [first, second] = ["first", "second"].map((id) => seen({ id, lines: [...lines(SAME), cash(`${id}-cash`)] }));
  const banks = [first!, second!].map((account) => bank({ institutionId: "ins_1", accounts: [account] }));
  const plain = evaluated({ banks });
  const copy = plain.figures.seenTwice[0]!.accountId;
  const counted = copy === "first" ? "second" : "first";
  const e = evaluated({ banks, evidence: [evidence("other", cash(`${copy}-cash`), 9_000_00)] });
  expect(depositRow(e, cash(`${counted}-cash`))).toMatchObject({ sourcedCents: 9_000_00, unsourcedCents: 0 });
  expect(accountRow(e, { id: copy } as never)).toBeUndefined();
});

test("without a number, accounts of equal balance and nearly equal lines are one", () => {
  const dates = Array.from({ length: 29 }, (_, at) => `2026-10-${String(at + 1).padStart(2, "0")}`);
  const counted = (number: number, equal: number) => {
    const of = (other: number) =>
      checking({
        cents: 8_000_00,
        mask: null,
        everyday: false,
        lines: dates.slice(0, number).map((date, at) => cashOut("H-E-B", 1_00 + at + (at < equal ? 0 : other), date)),
      });
    const banks = [bank({ accounts: [of(0)] }), bank({ institutionId: "ins_other", accounts: [of(50_00)] })];
    return evaluated({ banks }).figures.accounts.length;
  };
  expect([counted(3, 3), counted(5, 4), counted(29, 23), counted(29, 24), counted(2, 2)]).toEqual([1, 1, 2, 1, 2]);
});
