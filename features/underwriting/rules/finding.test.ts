import { describe, expect, test } from "vitest";
import { confirm, evidence, finding, findingKey, hash, WAIVER, type FindingDraft } from "./finding.ts";
import type { Account, Line } from "./model.ts";
import { account, daysAgo, item, line, modelOf, report } from "./test-model.ts";

const model = modelOf(
  report([
    item([
      account({
        id: "checking",
        mask: "4471",
        transactions: [line(-500_00, daysAgo(9)), line(-700_00, daysAgo(4)), line(120_00, daysAgo(2))],
      }),
      account({ id: "savings", subtype: "savings", mask: "8810", transactions: [line(-900_00, daysAgo(3))] }),
    ]),
  ]),
);
const [first, second] = model.accounts as [Account, Account];
const [early, late, paid] = first.lines as [Line, Line, Line];

const draft = (more: Partial<FindingDraft> = {}): FindingDraft => ({
  ruleId: "R3",
  code: "LARGE_UNSOURCED",
  programs: ["fannie"],
  severity: "blocker",
  text: "Text",
  clearedBy: [evidence("gift")],
  ...more,
});

describe("a finding's key", () => {
  const key = (more: Partial<FindingDraft>) => findingKey(draft(more));

  test("does not depend on the order of lines and accounts, or on the programs", () => {
    expect(key({ lines: [late, early] })).toBe(key({ lines: [early, late] }));
    expect(key({ accounts: [second, first] })).toBe(key({ accounts: [first, second] }));
    expect(finding(draft({ lines: [early], programs: ["fha"] })).key).toBe(
      finding(draft({ lines: [early], programs: ["fannie", "freddie"] })).key,
    );
  });

  test("names code, accounts, lines and subject, each sorted", () => {
    const [savingsLine] = second.lines as [Line];
    expect(JSON.parse(key({ lines: [savingsLine, late, early] }))).toEqual([
      "LARGE_UNSOURCED",
      [first.key, second.key].sort(),
      [early.key, late.key, savingsLine.key].sort(),
      null,
    ]);
    expect(JSON.parse(key({ accounts: [], subject: "Ines Quist" }))).toEqual(["LARGE_UNSOURCED", [], [], "Ines Quist"]);
  });
});

describe("the facts of a finding", () => {
  const facts = (more: Partial<FindingDraft>) => finding(draft(more)).factsHash;

  test("are the same in any order of lines and accounts", () => {
    expect(facts({ lines: [late, early] })).toBe(facts({ lines: [early, late] }));
    expect(facts({ accounts: [second, first] })).toBe(facts({ accounts: [first, second] }));
    expect(facts({ facts: [] })).toBe(facts({}));
  });

  test("differ with each input, line, account, subject and loan field", () => {
    const all = [
      facts({}),
      facts({ inputs: { amountCents: 1 } }),
      facts({ inputs: { amountCents: 2 } }),
      facts({ lines: [early] }),
      facts({ lines: [early, late] }),
      facts({ accounts: [first] }),
      facts({ accounts: [second] }),
      facts({ subject: "Ines Quist" }),
      facts({ facts: [9_000_00] }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test("are hashed as FNV-1a with 64 bits", () => {
    expect(["", "a", "b", "foobar"].map(hash)).toEqual([
      "cbf29ce484222325",
      "af63dc4c8601ec8c",
      "af63df4c8601f1a5",
      "85944171f73967e8",
    ]);
    const known = (text: string) => {
      let value = 0xcbf29ce484222325n;
      for (const character of text)
        value = BigInt.asUintN(64, (value ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
      return value.toString(16).padStart(16, "0");
    };
    for (let number = 0; number < 600; number++) {
      const text = `[${number},"LARGE_UNSOURCED"]`;
      expect(hash(text)).toBe(known(text));
    }
    // Products right below and right above a carry into the upper half.
    for (const text of ["AAAOKUBL", "AAAOKUBS"]) expect(hash(text)).toBe(known(text));
  });
});

describe("clearing a finding", () => {
  test("a blocker or review may be waived, an info has nothing to waive", () => {
    expect(finding(draft({ severity: "blocker" })).clearedBy).toEqual([evidence("gift"), WAIVER]);
    expect(finding(draft({ severity: "review" })).clearedBy).toEqual([evidence("gift"), WAIVER]);
    expect(finding(draft({ severity: "info" })).clearedBy).toEqual([evidence("gift")]);
  });

  test("a waiver is offered once, last, and never where the rule forbids it", () => {
    const clearedBy = [WAIVER, evidence("gift")];
    expect(finding(draft({ clearedBy })).clearedBy).toEqual([evidence("gift"), WAIVER]);
    expect(finding(draft({ clearedBy, severity: "info" })).clearedBy).toEqual([evidence("gift")]);
  });

  test.each([
    "DATA_FAULT",
    "LINES_LEFT_OUT",
    "STATEMENT_BREAKS",
    "EXPIRED_AT_NOTE",
    "EXPIRED_AT_DISBURSEMENT",
    "DONOR_NOT_ACCEPTED",
    "GIFT_FROM_INTERESTED_PARTY",
    "INTERESTED_PARTY_DEPOSIT",
  ])("no one may waive %s", (code) => {
    expect(finding(draft({ code, clearedBy: [WAIVER] })).clearedBy).toEqual([]);
  });

  test("a confirmation asks for a document only where the rules do", () => {
    expect(confirm("ownTransfer")).toEqual({ by: "confirmation", kind: "ownTransfer", needsDocument: false });
    expect(confirm("trust", true)).toEqual({ by: "confirmation", kind: "trust", needsDocument: true });
  });
});

describe("what a finding shows", () => {
  test("the accounts of its lines, each once, unless it names others", () => {
    expect(finding(draft({ lines: [early, late, paid] }))).toMatchObject({
      accountIds: ["checking"],
      transactionIds: [early.id, late.id, paid.id],
      subject: null,
      inputs: {},
      waivedPrograms: [],
    });
    expect(finding(draft({ lines: [early], accounts: [second] })).accountIds).toEqual(["savings"]);
  });

  test("the sources of its own programs", () => {
    const { sources, source } = finding(draft({ programs: ["fannie"] }));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.every(({ programs }) => programs.join() === "fannie")).toBe(true);
    expect(source).toBe("Fannie Mae Selling Guide B3-4.2-02 (12/14/2022)");
  });
});
