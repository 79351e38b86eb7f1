import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import { addDays, addMonths } from "./days.ts";
import { evaluateDocumentAge, validThrough } from "./document-age.ts";
import type { Program } from "./evaluation.ts";
import type { ReportItem } from "./parsed-report.ts";
import { account, AS_OF, item, modelOf, report, type ModelOptions } from "./test-model.ts";

const MAIN: readonly Program[] = ["fannie", "freddie", "fha"];

const readOn = (day: string, id = "one"): ReportItem =>
  item([account({ id, mask: id.slice(0, 4).padEnd(4, "0"), readOn: day })], {
    id,
    institutionName: `Bank ${id}`,
    lastUpdatedAt: `${day}T11:00:00.000Z`,
  });

const modelRead = (days: readonly string[], options: ModelOptions = {}) =>
  modelOf(report(days.map((day, at) => readOn(day, `bank${at}`))), options);

const evaluate = (loan: Loan, days: readonly string[] = [AS_OF], programs = MAIN, options: ModelOptions = {}) =>
  evaluateDocumentAge({ model: modelRead(days, options), loan, programs }).findings;

const codes = (findings: ReturnType<typeof evaluate>) =>
  findings.map(({ code, severity, programs }) => `${code} ${severity} ${programs.join(" ")}`);

describe("valid through", () => {
  test.each([
    ["2026-10-31", "2027-02-28", "2027-02-28"],
    ["2026-08-01", "2026-12-01", "2026-11-29"],
    ["2027-10-31", "2028-02-29", "2028-02-28"],
    ["2026-11-16", "2027-03-16", "2027-03-16"],
  ])("data of %s", (asOf, fannie, others) => {
    const model = modelRead([asOf]);
    expect(validThrough(model, "fannie")).toBe(fannie);
    for (const program of ["freddie", "fha", "va", "usda"] as const) expect(validThrough(model, program)).toBe(others);
  });

  test("is the earliest of the banks that count, and null when none does", () => {
    const days = ["2026-11-16", "2026-11-14"];
    expect(validThrough(modelRead(days), "fha")).toBe("2027-03-14");
    expect(validThrough(modelRead(days, { uncounted: ["bank1"] }), "fha")).toBe("2027-03-16");
    expect(validThrough(modelRead(days, { uncounted: ["bank0", "bank1"] }), "fha")).toBeNull();
  });
});

describe("data that is too old at closing", () => {
  test("is blocked the day after it expires", () => {
    expect(codes(evaluate({ noteDate: "2027-03-16", disbursementDate: "2027-03-16" }))).toEqual([]);
    expect(codes(evaluate({ noteDate: "2027-03-17", disbursementDate: "2027-03-17" }))).toEqual([
      "EXPIRED_AT_NOTE blocker fannie freddie",
      "EXPIRED_AT_DISBURSEMENT blocker fha",
    ]);
  });

  test("is dated per program", () => {
    const findings = evaluate({ noteDate: "2026-12-05", disbursementDate: "2026-12-05" }, ["2026-08-01"]);
    const expired = findings.filter(({ code }) => code.startsWith("EXPIRED"));
    expect(expired.map(({ programs, text }) => [programs.join(), /valid through (.+?)[.] /.exec(text)?.[1]])).toEqual([
      ["fannie", "Dec 1, 2026"],
      ["freddie", "Nov 29, 2026"],
      ["fha", "Nov 29, 2026 under FHA"],
    ]);
    expect(expired.every(({ clearedBy }) => !clearedBy.some(({ by }) => by === "waiver"))).toBe(true);
  });

  test("FHA counts to disbursement, and says so when it has to use the note date", () => {
    expect(codes(evaluate({ noteDate: "2027-03-16", disbursementDate: "2027-03-17" }))).toEqual([
      "EXPIRED_AT_DISBURSEMENT blocker fha",
    ]);
    const [finding] = evaluate({ noteDate: "2027-03-17" }, [AS_OF], ["fha"]);
    expect(finding!.text).toContain("No disbursement date is entered, so the note date of Mar 17, 2027 is used");
  });

  test("FHA uses a note date that is after the disbursement date, and says so", () => {
    const textOf = (noteDate: string, disbursementDate: string) =>
      evaluate({ noteDate, disbursementDate }, [AS_OF], ["fha"]).map(
        ({ text }) => /FHA[.] (.+?)[.] Get/.exec(text)?.[1],
      );
    expect(textOf("2027-03-18", "2027-03-16")).toEqual([
      "The note date of Mar 18, 2027 is used because it is after the disbursement date",
    ]);
    expect(textOf("2027-03-18", "2027-03-18")).toEqual(["Disbursement is on Mar 18, 2027"]);
    expect(textOf("2027-03-16", "2027-03-18")).toEqual(["Disbursement is on Mar 18, 2027"]);
  });

  test("FHA prints which of the two dates is entered", () => {
    const inputsOf = (loan: Loan) => evaluate(loan, [AS_OF], ["fha"]).map(({ inputs }) => inputs);
    const shared = { asOf: AS_OF, validThrough: "2027-03-16" };
    expect(inputsOf({ noteDate: "2027-03-18" })).toStrictEqual([
      { ...shared, noteDate: "2027-03-18", disbursementDate: null },
    ]);
    expect(inputsOf({ disbursementDate: "2027-03-18" })).toStrictEqual([
      { ...shared, noteDate: null, disbursementDate: "2027-03-18" },
    ]);
  });

  test("without a note date nothing is found", () => {
    expect(evaluate({})).toEqual([]);
  });

  test("accounts that do not count do not age the file", () => {
    expect(evaluate({ noteDate: "2027-06-01" }, [AS_OF], MAIN, { uncounted: ["bank0"] })).toEqual([]);
  });

  test("Freddie Mac does not accept data read after the note", () => {
    expect(codes(evaluate({ noteDate: addDays(AS_OF, -1) }))).toEqual(["EXPIRED_AT_NOTE blocker freddie"]);
    expect(evaluate({ noteDate: AS_OF })).toEqual([]);
    expect(evaluate({ noteDate: addDays(AS_OF, -1) }, [AS_OF], ["fannie", "fha"])).toEqual([]);
  });

  test("any note or disbursement beyond the limit blocks, and none within it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 0, max: 200 }),
        fc.option(fc.integer({ min: -5, max: 200 })),
        (start, note, disbursement) => {
          const asOf = addDays("2026-01-01", start);
          const noteDate = addDays(asOf, note);
          const loan: Loan = {
            noteDate,
            ...(disbursement !== null && { disbursementDate: addDays(noteDate, disbursement) }),
          };
          const blocked = new Set(
            evaluate(loan, [asOf])
              .filter(({ severity, code }) => severity === "blocker" && code.startsWith("EXPIRED"))
              .flatMap(({ programs }) => programs),
          );
          expect(blocked.has("fannie")).toBe(noteDate > addMonths(asOf, 4));
          expect(blocked.has("freddie")).toBe(note > 120);
          expect(blocked.has("fha")).toBe(note + Math.max(0, disbursement ?? 0) > 120);
        },
      ),
    );
  });
});

test("Fannie Mae reviews data more than 45 days before the application", () => {
  expect(codes(evaluate({ applicationDate: addDays(AS_OF, 45) }))).toEqual([]);
  const findings = evaluate({ applicationDate: addDays(AS_OF, 46) });
  expect(codes(findings)).toEqual(["OLD_AT_APPLICATION review fannie"]);
  expect(findings[0]!.text).toContain("46 days before the application of Jan 1, 2027");
});

describe("banks read on different days", () => {
  test("FHA blocks data more than 30 days before the report", () => {
    const found = (day: string) => codes(evaluate({}, [AS_OF, day])).filter((code) => code.startsWith("FHA"));
    expect(found(addDays(AS_OF, -30))).toEqual([]);
    expect(found(addDays(AS_OF, -31))).toEqual(["FHA_DATA_OLD blocker fha"]);
  });

  test("a bank more than three days behind is reviewed, and only that bank", () => {
    const found = (day: string) => evaluate({}, [AS_OF, day]).filter(({ code }) => code === "ITEM_BEHIND");
    expect(found(addDays(AS_OF, -3))).toEqual([]);
    const [finding, ...rest] = found(addDays(AS_OF, -4));
    expect([finding!.severity, finding!.programs, finding!.accountIds, rest]).toEqual(["review", MAIN, ["bank1"], []]);
  });

  test("a further, older bank never removes a finding about another bank", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 200 }),
        (ago, older, note) => {
          const days = ago.map((one) => addDays(AS_OF, -one));
          const stale = addDays(AS_OF, -Math.max(...ago) - older);
          const loan: Loan = { noteDate: addDays(AS_OF, note), applicationDate: addDays(AS_OF, note - 20) };
          const keys = (all: readonly string[]) => evaluate(loan, all).map(({ key }) => key);
          expect(keys([...days, stale])).toEqual(expect.arrayContaining(keys(days)));
        },
      ),
    );
  });
});

test("all dates moved together give the same findings where the limit is counted in days", () => {
  const found = (moved: number, note: number) => {
    const at = (days: number) => addDays(AS_OF, moved + days);
    const loan: Loan = { noteDate: at(note), disbursementDate: at(note + 1) };
    return codes(evaluate(loan, [at(0), at(-4)], ["freddie", "fha"]));
  };
  expect(found(0, 116)).not.toEqual(found(0, 120));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 100, max: 130 }), (moved, note) => {
      expect(found(moved, note)).toEqual(found(0, note));
    }),
  );
});
