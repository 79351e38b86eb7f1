import { describe, expect, test } from "vitest";
import type { Loan } from "#features/borrowers/contract.ts";
import {
  bank,
  cashIn,
  cashOut,
  checking,
  evaluated,
  evidence,
  findings,
  loanWith,
  severities,
  waiver,
} from "./test-report.ts";

describe("a new account, under FHA", () => {
  // Opened on October 20 by this deposit alone.
  const opened = (documented: number) => {
    const first = cashIn("COUNTER CASH DEPOSIT", 20_000_00, "2026-10-20");
    const account = checking({ cents: 20_000_00, lines: [first], days: 27, everyday: false });
    return severities(
      evaluated({ accounts: [account], evidence: [evidence("other", first, documented)] }),
      "RECENTLY_OPENED",
    );
  };

  test("is no condition once its first deposit is wholly documented, and blocks before", () => {
    expect(opened(20_000_00).fha).toBe("info");
    expect(opened(19_999_99).fha).toBe("blocker");
  });

  test("counts a refund and what is documented of the rest together", () => {
    const paid = cashOut("WALMART 0931", 1_000_00, "2026-10-21");
    const refund = cashIn("WALMART 0931 REFUND", 1_500_00, "2026-10-22");
    const account = checking({ cents: 500_00, lines: [paid, refund], days: 27, everyday: false });
    const e = evaluated({ accounts: [account], evidence: [evidence("other", refund, 500_00)] });
    expect(severities(e, "RECENTLY_OPENED").fha).toBe("info");
  });
});

describe("a waiver", () => {
  const lines = [cashIn("COUNTER CASH DEPOSIT", 6_000_00, "2026-11-01")];
  const accounts = [checking({ cents: 33_000_00, lines })];
  const [finding] = findings(evaluated({ accounts }), "LARGE_UNSOURCED");

  test("holds for its own programs, and two for those of both", () => {
    expect(finding).toMatchObject({ programs: ["fannie", "freddie"] });
    const waivedBy = (...programs: ("fannie" | "freddie")[]) =>
      findings(
        evaluated({ accounts, waivers: programs.map((one) => ({ ...waiver(finding!), programs: [one] })) }),
        "LARGE_UNSOURCED",
      )[0]!.waivedPrograms;
    expect(waivedBy()).toEqual([]);
    expect(waivedBy("fannie")).toEqual(["fannie"]);
    expect(waivedBy("fannie", "freddie")).toEqual(["fannie", "freddie"]);
  });

  test("of data that expires does not hold", () => {
    const question = { accounts, loan: loanWith({ noteDate: "2027-04-01" }) };
    const [expired] = findings(evaluated(question), "EXPIRED_AT_NOTE");
    const waivers = [waiver(expired!)];
    expect(findings(evaluated({ ...question, waivers }), "EXPIRED_AT_NOTE")[0]!.waivedPrograms).toEqual([]);
  });

  test("of other facts does not hold", () => {
    const waivers = [{ ...waiver(finding!), factsHash: "other" }];
    expect(findings(evaluated({ accounts, waivers }), "LARGE_UNSOURCED")[0]!.waivedPrograms).toEqual([]);
  });
});

test("findings are in order of severity, then of rules by number, those of no rule first", () => {
  const opened = [cashIn("COUNTER CASH DEPOSIT", 2_000_00, "2026-10-20")];
  const e = evaluated({
    banks: [
      bank({ accounts: [checking({ cents: 2_000_00, lines: opened, days: 27, everyday: false })] }),
      bank({ name: "Bank Two", readAt: "2026-11-10", accounts: [checking({ cents: 60_000_00, mask: null })] }),
    ],
    loan: loanWith({ credits: 50_000_00, noteDate: "2027-04-01", applicationDate: "2027-03-01" }),
  });
  const order = e.findings.map(({ severity, ruleId }) => `${severity} ${ruleId}`);
  expect([...new Set(order)]).toEqual([
    ...["blocker R2", "blocker R2b", "blocker R26"],
    ...["review S2", "review R1", "review R2", "review R2b", "review R4", "review R7", "review R27"],
  ]);
});

test("VA and USDA are evaluated for a loan of their own only", () => {
  const programsOf = (program: Loan["program"]) => evaluated({ loan: loanWith({ program }) }).programs;
  const always = ["fannie", "freddie", "fha"];
  expect(programsOf("conventional")).toEqual(always);
  expect(programsOf("other")).toEqual(always);
  expect(programsOf("va")).toEqual([...always, "va"]);
  expect(programsOf("usda")).toEqual([...always, "usda"]);
});

test("what is missing under several programs is listed once, with the programs", () => {
  const { notEvaluated } = evaluated({ loan: loanWith({ loanAmount: undefined }) });
  expect(notEvaluated.filter(({ ruleId }) => ruleId === "R7")).toEqual([
    { ruleId: "R7", programs: ["fannie", "freddie", "fha"], missing: ["loanAmount"] },
  ]);
});
