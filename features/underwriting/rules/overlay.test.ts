import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  OVERLAY_LIMITS,
  type Evaluation,
  type Finding,
  type Outcome,
  type Overlay,
  type OverlaySettings,
  type Program,
} from "./evaluation.ts";
import { NEVER_WAIVABLE } from "./finding.ts";
import { directionOf, FINDING_CODES, LIMITS, problemsOf } from "./overlay.ts";
import { check, evaluationOf, fundsUnder, someQuestion, verdictUnder } from "./test-generators.ts";
import { overlayOf, someTighterOverlay, underOverlay } from "./test-overlays.ts";
import {
  bank,
  cashIn,
  cashOut,
  checking,
  codes,
  evaluated,
  evidence,
  findings,
  loanWith,
  outcomes,
  severities,
  type Scenario,
} from "./test-report.ts";

const problems = (settings: Partial<OverlaySettings>, programName: string | null = null) =>
  problemsOf(overlayOf(settings, programName)).map(({ field, code }) => `${field} ${code}`);

// ---- What is refused ------------------------------------------------------------------------------------------------

describe("an overlay is refused, field by field", () => {
  test("when it loosens a guide without a program name of the lender's own", () => {
    expect(problems({ limits: { incomePercent: 60, valuePercent: 2, nsfReview: 4, purchaseDays: 30 } })).toEqual([
      "limits.incomePercent LOOSENS_GUIDE",
      "limits.valuePercent LOOSENS_GUIDE",
      "limits.nsfReview LOOSENS_GUIDE",
      "limits.purchaseDays LOOSENS_GUIDE",
    ]);
    expect(problems({ atMost: [{ code: "LARGE_UNSOURCED", severity: "info" }] })).toEqual([
      "atMost.0.code LOOSENS_GUIDE",
    ]);
  });

  test("and the same is accepted under one", () => {
    const settings: Partial<OverlaySettings> = {
      limits: { incomePercent: 60, valuePercent: 2, nsfReview: 4, purchaseDays: 30 },
      atMost: [{ code: "LARGE_UNSOURCED", severity: "info" }],
    };
    expect(problems(settings, "Lakeside Portfolio")).toEqual([]);
  });

  test("when it contradicts itself", () => {
    expect(problems({ limits: { nsfReview: 3, nsfBlocker: 2 } })).toEqual(["limits.nsfReview REVIEW_ABOVE_BLOCK"]);
    expect(problems({ limits: { nsfBlocker: 2 } })).toEqual(["limits.nsfBlocker REVIEW_ABOVE_BLOCK"]);
    const raised = { code: "CASH_PATTERN", severity: "blocker" } as const;
    expect(problems({ atLeast: [raised, raised] })).toEqual(["atLeast.1.code REPEATED"]);
    expect(problems({ documents: ["LARGE_UNSOURCED", "LARGE_UNSOURCED"] })).toEqual(["documents.1 REPEATED"]);
    expect(problems({ programsOff: ["fha", "fha"] })).toEqual(["programsOff.1 REPEATED"]);
    const lowered = { code: "CASH_PATTERN", severity: "info" } as const;
    expect(problems({ atLeast: [raised], atMost: [lowered] }, "Own")).toEqual(["atMost.0.code CONTRADICTS"]);
    expect(problems({ programsOff: ["fha"], limits: { fhaDays: 60, incomePercent: 40 } })).toEqual([
      "limits.fhaDays PROGRAM_OFF",
    ]);
    expect(problems({ programsOff: ["fannie", "freddie", "fha"] })).toEqual(["programsOff NO_PROGRAM_LEFT"]);
  });

  test("when a figure is out of range, or a finding is not known", () => {
    expect(problems({ limits: { incomePercent: 0, nsfReview: 0, primaryReserveMonths: 61 } })).toEqual([
      "limits.incomePercent OUT_OF_RANGE",
      "limits.nsfReview OUT_OF_RANGE",
      "limits.primaryReserveMonths OUT_OF_RANGE",
    ]);
    expect(problems({ limits: { valuePercent: 101, fhaRetirementPercent: -1, documentAgeDays: 1.5 } })).toEqual([
      "limits.valuePercent OUT_OF_RANGE",
      "limits.fhaRetirementPercent OUT_OF_RANGE",
      "limits.documentAgeDays OUT_OF_RANGE",
    ]);
    expect(problems({ documents: ["NO_SUCH_FINDING"] })).toEqual(["documents.0 UNKNOWN_FINDING"]);
  });

  test.each([...NEVER_WAIVABLE].filter((code) => (FINDING_CODES as readonly string[]).includes(code)))(
    "when it lowers %s, which no one may waive",
    (code) => {
      expect(problems({ atMost: [{ code, severity: "info" }] }, "Own")).toEqual(["atMost.0.code NOT_LOWERABLE"]);
    },
  );
});

test("each limit says which direction is tighter", () => {
  for (const name of OVERLAY_LIMITS) {
    const { guide, tighter } = LIMITS[name];
    if (guide === null) expect(directionOf(name, 1), name).toBe("tighter");
    else {
      expect(directionOf(name, guide), name).toBe("same");
      expect(directionOf(name, guide + 1), name).toBe(tighter === "higher" ? "tighter" : "looser");
      expect(directionOf(name, guide - 1), name).toBe(tighter === "lower" ? "tighter" : "looser");
    }
  }
});

// ---- Properties -----------------------------------------------------------------------------------------------------

const EQUAL = overlayOf({
  limits: Object.fromEntries(
    OVERLAY_LIMITS.flatMap((name) => (LIMITS[name].guide === null ? [] : [[name, LIMITS[name].guide]])),
  ),
});

test("an overlay equal to the guides changes nothing but its own name", () => {
  check(
    fc.property(someQuestion({ hasNoLimit: true }), (question) => {
      expect(problemsOf(EQUAL)).toEqual([]);
      const { overlay: applied, ...rest } = evaluationOf(underOverlay(question, EQUAL));
      expect(applied).toEqual({ name: "Lakeside overlay", version: 3, programName: null });
      expect(JSON.stringify(rest)).toBe(JSON.stringify(evaluationOf(question)));
    }),
    300,
  );
});

/** What a verdict is worth. A missing term is worse than an answer, and short whatever it is worse still. */
const RANK: Readonly<Record<Outcome, number>> = {
  ...{ short: 0, notEvaluated: 1, open: 2 },
  ...{ enoughToClose: 3, enoughUnderOverlay: 3, enough: 3 },
};

const isAboutSame = (a: Finding, b: Finding) =>
  a.transactionIds.some((id) => b.transactionIds.includes(id)) || a.accountIds.some((id) => b.accountIds.includes(id));

test("a tighter overlay never makes an answer better, adds money or takes a finding away", () => {
  check(
    fc.property(someQuestion(), someTighterOverlay, (question, tighter) => {
      expect(problemsOf(tighter)).toEqual([]);
      const before = evaluationOf(question);
      const after = evaluationOf(underOverlay(question, tighter));
      for (const program of before.programs) {
        expect(RANK[verdictUnder(after, program).outcome], program).toBeLessThanOrEqual(
          RANK[verdictUnder(before, program).outcome],
        );
        const [then, now] = [fundsUnder(before, program), fundsUnder(after, program)];
        expect(now.usableClosingCents, program).toBeLessThanOrEqual(then.usableClosingCents);
        expect(now.surplusCents ?? -Infinity, program).toBeLessThanOrEqual(then.surplusCents ?? Infinity);
        // Investments that may not be sold stay reserves, and the file is short.
        if ((now.surplusCents ?? -1) >= 0)
          expect(now.reservesCents, program).toBeLessThanOrEqual(then.reservesCents ?? Infinity);
        const own = ({ findings: all }: Evaluation) => all.filter(({ programs }) => programs.includes(program));
        const left = own(after);
        for (const one of own(before)) {
          const isThere = left.some((other) => other.key === one.key || isAboutSame(other, one));
          // A sale that would no longer close is not asked for.
          if (one.code === "LIQUIDATION_NEEDED" && verdictUnder(after, program).outcome === "short") continue;
          expect(isThere, `${program} ${one.code} of ${tighter.name}`).toBe(true);
        }
      }
    }),
  );
});

/** Findings of these codes rest on a figure that an overlay may set, and on nothing that other findings change. */
const BY_LIMIT: ReadonlySet<string> = new Set([
  ...["LARGE_UNSOURCED", "DOCUMENT_SOURCE", "RETURNED_ITEMS", "INSUFFICIENT_HISTORY", "EXPIRED_AT_NOTE"],
  ...["EXPIRED_AT_DISBURSEMENT", "OLD_AT_APPLICATION", "FHA_DATA_OLD"],
]);

test("a finding that only an overlay makes one cites it, by name and version", () => {
  check(
    fc.property(someQuestion(), someTighterOverlay, (question, tighter) => {
      // What other findings take from the funds changes a severity too, except that of returned items.
      const nameOf = ({ key, code, severity }: Finding, program: Program) =>
        [key, program, code === "RETURNED_ITEMS" ? severity : ""].join(" ");
      const known = new Set(
        evaluationOf(question).findings.flatMap((one) => one.programs.map((program) => nameOf(one, program))),
      );
      for (const one of evaluationOf(underOverlay(question, tighter)).findings)
        for (const program of one.programs) {
          if (!BY_LIMIT.has(one.code) || known.has(nameOf(one, program))) continue;
          const own = one.sources.find(({ mark }) => mark === "lender");
          expect(own?.programs ?? [], one.code).toContain(program);
          expect(one.source).toContain("Lakeside overlay (version 3)");
        }
    }),
    400,
  );
});

test("a program of the lender's own never reads as a guide's answer", () => {
  const GUIDE_ENOUGH = /\b(?:enough|close)\b[^.]*under (?:Fannie Mae|Freddie Mac|FHA|VA|USDA)/i;
  check(
    fc.property(someQuestion({ isComplete: true }), someTighterOverlay, (question, { settings }) => {
      const own = evaluationOf(
        underOverlay(
          question,
          overlayOf({ ...settings, limits: { ...settings.limits, incomePercent: 90 } }, "Lakeside Portfolio"),
        ),
      );
      for (const program of own.programs) {
        const { outcome, text } = verdictUnder(own, program);
        expect(["enough", "enoughToClose"]).not.toContain(outcome);
        for (const sentence of [text, own.leastDocumentation[program]!.text])
          expect(sentence).not.toMatch(GUIDE_ENOUGH);
        if (outcome !== "notEvaluated") expect(text).toContain("Lakeside Portfolio, not ");
      }
    }),
    500,
  );
});

test("every finding of random reports may be named in an overlay", () => {
  const seen = new Set<string>();
  check(
    fc.property(someQuestion(), (question) => {
      for (const { code } of evaluationOf(question).findings) seen.add(code);
    }),
    500,
  );
  expect([...seen].filter((code) => !(FINDING_CODES as readonly string[]).includes(code))).toEqual([]);
});

// ---- Examples -------------------------------------------------------------------------------------------------------

const deposit = cashIn("MOBILE CHECK DEPOSIT", 4_500_00, "2026-11-02");

const item = bank({ accounts: [checking({ cents: 90_000_00, lines: [deposit] })] });

/** $4,500.00 of $10,000.00 a month: 45%. */
function at45(given: Overlay | null, more: Partial<Scenario> = {}): Evaluation {
  return evaluated({
    banks: [item],
    loan: loanWith({ monthlyIncome: 10_000_00 }),
    policy: { nsfReview: 3, nsfBlocker: 5, overlay: given },
    ...more,
  });
}

const citesOverlay = ({ sources }: Finding) => sources.some(({ mark }) => mark === "lender");

test("a severity or a document that the overlay asks for cites it, and the guide's own finding does not", () => {
  const raised = overlayOf({
    atLeast: [{ code: "DOCUMENT_SOURCE", severity: "review" }],
    documents: ["DOCUMENT_SOURCE"],
  });
  expect(findings(at45(raised), "DOCUMENT_SOURCE").every(citesOverlay)).toBe(true);
  const other = overlayOf({ atLeast: [{ code: "DOCUMENT_SOURCE", severity: "review" }] });
  expect(findings(at45(other), "DOCUMENT_SOURCE").map(citesOverlay)).toEqual([false]);
});

test("a deposit between the overlay's share and the guide's is large, and the finding names the overlay", () => {
  expect(findings(at45(null), "LARGE_UNSOURCED")).toEqual([]);
  const [finding] = findings(at45(overlayOf({ limits: { incomePercent: 40 } })), "LARGE_UNSOURCED");
  expect(finding?.text).toContain(
    "The deposit is large: more than 40% of the monthly income, $4,000.00 by Lakeside overlay, version 3.",
  );
  expect(finding?.inputs).toMatchObject({ thresholdCents: 4_000_00 });
  expect(finding?.sources.map(({ citation, date, programs }) => [citation, date, programs])).toEqual([
    ["Fannie Mae Selling Guide B3-4.2-02", "12/14/2022", ["fannie"]],
    ["Freddie Mac Guide 5501.3, large deposits", "2014", ["freddie"]],
    ["Freddie Mac Bulletin 2020-36", "2020", ["freddie"]],
    ["Lakeside overlay", "version 3", ["fannie", "freddie"]],
  ]);
  expect(at45(overlayOf({ limits: { incomePercent: 40 } })).findings.filter(citesOverlay)).toEqual([finding]);
});

test("a raised finding can be waived, and a lowered one need not be", () => {
  const raised = at45(
    overlayOf({ limits: { incomePercent: 40 }, atLeast: [{ code: "LARGE_UNSOURCED", severity: "blocker" }] }),
  );
  expect(severities(raised, "LARGE_UNSOURCED")).toEqual({ fannie: "blocker", freddie: "blocker" });
  expect(outcomes(raised).fannie).toBe("open");
  expect(findings(raised, "LARGE_UNSOURCED")[0]?.clearedBy).toContainEqual({ by: "waiver" });
  const lowered = at45(
    overlayOf(
      { limits: { incomePercent: 40 }, atMost: [{ code: "LARGE_UNSOURCED", severity: "info" }] },
      "Lakeside Portfolio",
    ),
  );
  expect(findings(lowered, "LARGE_UNSOURCED")[0]?.clearedBy).not.toContainEqual({ by: "waiver" });
  expect(outcomes(lowered).fannie).toBe("enoughUnderOverlay");
});

describe("what was waived", () => {
  const returned = ["2026-10-20", "2026-10-21"].map((day) => cashOut("NSF FEE FOR RETURNED ITEM 0827", 35_00, day));
  const banks = [bank({ accounts: [checking({ cents: 90_000_00, lines: returned })] })];
  const answer = (nsfBlocker: number, given: Overlay | null, waivers: NonNullable<Scenario["waivers"]> = []) =>
    evaluated({
      banks,
      loan: loanWith({ monthlyIncome: 10_000_00 }),
      policy: { nsfReview: 1, nsfBlocker, overlay: given },
      waivers,
    });
  const waiverOf = (e: Evaluation) => {
    const { key, factsHash, programs } = findings(e, "RETURNED_ITEMS")[0]!;
    return [{ id: "waiver", findingKey: key, factsHash, programs, reason: "Seasoned customer of ours" }];
  };

  test("under a program of the lender's own is open under the guides, and under another program", () => {
    const own = (name: string) => overlayOf({ atMost: [{ code: "RETURNED_ITEMS", severity: "review" }] }, name);
    expect(outcomes(answer(2, null)).fannie).toBe("open");
    const waived = waiverOf(answer(2, own("Lakeside Portfolio")));
    expect(answer(2, own("Lakeside Portfolio"), waived).verdicts.fannie).toMatchObject({ waived: 1 });
    expect(answer(2, own("Lakeside Jumbo"), waived).verdicts.fannie).toMatchObject({ waived: 0 });
    expect(answer(2, null, waived).verdicts.fannie).toMatchObject({ outcome: "open", waived: 0 });
    expect(outcomes(answer(2, null, waiverOf(answer(2, null)))).fannie).toBe("enough");
  });

  test("as a review is open once an overlay makes it a blocker", () => {
    const strict = overlayOf({ atLeast: [{ code: "RETURNED_ITEMS", severity: "blocker" }] });
    const waived = waiverOf(answer(5, null));
    expect(answer(5, null, waived).verdicts.fannie).toMatchObject({ outcome: "enough", waived: 1 });
    expect(answer(5, strict, waived).verdicts.fannie).toMatchObject({ outcome: "open", waived: 0 });
    expect(outcomes(answer(5, strict, waiverOf(answer(5, strict)))).fannie).toBe("enough");
  });
});

test("a program that is turned off has no answer and no findings", () => {
  const e = at45(overlayOf({ programsOff: ["fha"] }));
  expect(e.verdicts.fha).toMatchObject({ outcome: "notEvaluated", counts: { blocker: 0, review: 0, info: 0 } });
  expect(e.verdicts.fha.text).toContain("Not evaluated under FHA. Turned off by Lakeside overlay, version 3.");
  expect(codes(e, "fha")).toEqual([]);
  expect(e.leastDocumentation.fha.text).toBe("");
  expect(e.verdicts.fannie.outcome).toBe("enough");
});

test("a finding that needs a document stays until there is one, even if the line has another id by now", () => {
  const limits = { incomePercent: 40 };
  const reason = { ...evidence("other", deposit, 4_500_00), hasDocument: false, reason: "Sale of an old boat" };
  const given = (hasDocument: boolean) => ({ evidence: [{ ...reason, hasDocument }] });
  expect(findings(at45(overlayOf({ limits }), given(false)), "LARGE_UNSOURCED")).toEqual([]);
  const strict = overlayOf({ limits, documents: ["LARGE_UNSOURCED"] });
  const [open] = findings(at45(strict, given(false)), "LARGE_UNSOURCED");
  expect(open?.text).toContain("Only a document clears it, by Lakeside overlay, version 3.");
  expect(findings(at45(strict, given(true)), "LARGE_UNSOURCED")).toEqual([]);
  const [, accounts, lines] = JSON.parse(open!.key) as [string, string[], string[]];
  const moved = { ...reason, transactionId: "line-of-a-report-before", lineKey: `${accounts[0]}#${lines[0]}` };
  expect(findings(at45(overlayOf({ limits }), { evidence: [moved] }), "LARGE_UNSOURCED")).toEqual([]);
  expect(findings(at45(strict, { evidence: [moved] }), "LARGE_UNSOURCED")).toHaveLength(1);
});

test("reserves are at least the overlay's months, and never less than the guide's", () => {
  const required = (months: number) =>
    at45(overlayOf({ limits: { primaryReserveMonths: months } }), {
      loan: loanWith({ monthlyIncome: 10_000_00, reserveMonthsRequired: 2, pitia: 2_000_00 }),
    }).funds.fannie;
  expect(required(6)).toMatchObject({
    requiredReservesCents: 12_000_00,
    requiredReserveMonths: 6,
    requiredReservesBasis: "6 months, by Lakeside overlay, version 3",
  });
  expect(required(1)).toMatchObject({ requiredReservesCents: 4_000_00, requiredReserveMonths: 2 });
});

test("data is valid for the overlay's days", () => {
  const through = (documentAgeDays: number) => at45(overlayOf({ limits: { documentAgeDays } })).verdicts;
  expect(through(60).fannie.validThrough).toBe("2027-01-15");
  expect(through(60).fha.validThrough).toBe("2027-01-15");
  expect(through(120).fannie.validThrough).toBe("2027-03-16"); // four months
});
