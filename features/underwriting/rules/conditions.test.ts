import { describe, expect, test } from "vitest";
import type { Condition } from "../contract.ts";
import { type ConditionEvent, nextConditions } from "./conditions.ts";
import type { Evaluation, EvidenceSource, Finding, Outcome, Program } from "./evaluation.ts";
import { evaluateElements } from "./elements.ts";
import type { ParsedReport, ReportAccount, ReportItem } from "./parsed-report.ts";
import { account, daysAgo, item, line, modelOf, type ModelOptions, report, statement } from "./test-model.ts";

const aFinding = (more: Partial<Finding> = {}): Finding => ({
  ruleId: "R3",
  code: "LARGE_UNSOURCED",
  programs: ["fannie", "freddie"],
  severity: "blocker",
  title: "Large deposit",
  text: "Show where $9,900.00 of 10/20/2026 is from.",
  source: "",
  sources: [],
  clearedBy: [{ by: "evidence", kinds: ["other", "gift"] }, { by: "waiver" }],
  inputs: {},
  accountIds: ["checking"],
  transactionIds: ["cash"],
  subject: null,
  key: "LARGE_UNSOURCED cash 9900",
  factsHash: "facts-1",
  waivedPrograms: [],
  ...more,
});

/** The part of an evaluation that conditions are derived from. */
function evaluated(findings: readonly Finding[], outcome: Outcome = "short", ruleSetVersion = "2"): Evaluation {
  const verdicts = Object.fromEntries(
    (["fannie", "freddie", "fha"] as Program[]).map((program) => [program, { program, outcome }]),
  );
  return { ruleSetVersion, findings, verdicts } as unknown as Evaluation;
}

const officer = { id: "u-1", name: "Ada Admin", role: "admin" };
const event = (more: Partial<ConditionEvent> = {}): ConditionEvent => ({
  at: "2026-11-16T12:00:00.000Z",
  by: null,
  reason: null,
  evidenceId: null,
  decisionId: null,
  documents: [],
  closesAs: "gone",
  proposed: [],
  outcomesBefore: { fannie: "short", freddie: "short", fha: "open" },
  ...more,
});
const evidence = (more: Partial<EvidenceSource> = {}): EvidenceSource => ({
  id: "e-1",
  transactionId: "cash",
  kind: "other",
  sourcedCents: 990_000,
  hasDocument: false,
  reason: null,
  ...more,
});
const states = (conditions: readonly Condition[]) => conditions.map(({ program, state }) => `${program} ${state}`);
const open = () => nextConditions([], evaluated([aFinding()]), event());

describe("conditions", () => {
  test("a review or a blocker is an open condition under each of its programs, an info is none", () => {
    const conditions = nextConditions(
      [],
      evaluated([
        aFinding(),
        aFinding({ key: "review", severity: "review" }),
        aFinding({ key: "info", severity: "info" }),
      ]),
      event({ outcomesBefore: {} }),
    );
    expect(states(conditions)).toEqual(["fannie open", "freddie open", "fannie open", "freddie open"]);
    expect(conditions[0]!.history).toEqual([
      {
        ...{
          state: "open",
          at: "2026-11-16T12:00:00.000Z",
          by: null,
          reason: null,
          evidenceId: null,
          decisionId: null,
        },
        ...{ documents: [], factsHash: "facts-1", ruleSetVersion: "2", outcomeBefore: null, outcomeAfter: "short" },
      },
    ]);
  });

  test("evaluated again with nothing changed, a condition stays as it was", () => {
    const later = event({ at: "2026-11-17T00:00:00.000Z" });
    expect(nextConditions(open(), evaluated([aFinding()]), later)).toEqual(open());
    expect(nextConditions(open(), evaluated([aFinding({ factsHash: "facts-2" })]), later)).toEqual(open());
  });

  test("it is answered once evidence for its deposit was sent", () => {
    const sent = event({ proposed: [evidence()], by: officer, evidenceId: "e-1" });
    const answered = nextConditions(open(), evaluated([aFinding()]), sent);
    expect(states(answered)).toEqual(["fannie answered", "freddie answered"]);
    expect(answered[0]!.history.map(({ state, by }) => [state, by?.name])).toEqual([
      ["open", undefined],
      ["answered", "Ada Admin"],
    ]);
    expect(nextConditions(answered, evaluated([aFinding()]), sent)).toEqual(answered);
    const ofAnother = event({ proposed: [evidence({ transactionId: "another" })] });
    expect(states(nextConditions(open(), evaluated([aFinding()]), ofAnother))).toEqual(["fannie open", "freddie open"]);
  });

  test("evidence about an account, a person or the file answers what asks for its kind", () => {
    const joint = aFinding({
      ...{ key: "joint", code: "ACCESS_LETTER", programs: ["fha"], transactionIds: [], subject: "DEVIN HALE" },
      clearedBy: [{ by: "evidence", kinds: ["access_letter"] }, { by: "waiver" }],
    });
    const stateWith = (more: Partial<EvidenceSource>) =>
      nextConditions([], evaluated([joint]), event({ proposed: [evidence({ transactionId: null, ...more })] }))[0]!
        .state;
    expect(stateWith({ kind: "access_letter", person: "Devin Hale" })).toBe("answered");
    expect(stateWith({ kind: "access_letter", person: "Someone Else" })).toBe("open");
    expect(stateWith({ kind: "access_letter" })).toBe("answered");
    expect(stateWith({ kind: "statement", accountId: "checking" })).toBe("open");
    expect(stateWith({ kind: "access_letter", accountId: "checking" })).toBe("answered");
    expect(stateWith({ kind: "access_letter", accountId: "savings" })).toBe("open");
  });

  test("rejected evidence reopens it, and only evidence sent after that answers it again", () => {
    const answered = nextConditions(open(), evaluated([aFinding()]), event({ proposed: [evidence()] }));
    const rejected = nextConditions(answered, evaluated([aFinding()]), event({ by: officer, reason: "No receipt." }));
    expect(states(rejected)).toEqual(["fannie reopened", "freddie reopened"]);
    expect(rejected[0]!.history.at(-1)).toMatchObject({ state: "reopened", by: officer, reason: "No receipt." });
    const unrelated = event({ proposed: [evidence()], evidenceId: "e-2" });
    expect(states(nextConditions(rejected, evaluated([aFinding()]), unrelated))[0]).toBe("fannie reopened");
    const again = event({ proposed: [evidence()], evidenceId: "e-1" });
    expect(states(nextConditions(rejected, evaluated([aFinding()]), again))[0]).toBe("fannie answered");
  });

  test("accepted evidence clears it, with who, why and the hash of each document", () => {
    const documents = [{ id: "d-1", name: "bill.pdf", sha256: "ab" }];
    const accepted = event({ by: officer, reason: "Bill of sale.", evidenceId: "e-1", documents, closesAs: "cleared" });
    const cleared = nextConditions(open(), evaluated([], "enough"), accepted);
    expect(states(cleared)).toEqual(["fannie cleared", "freddie cleared"]);
    expect(cleared[0]!.history.at(-1)).toMatchObject({
      ...{ state: "cleared", by: officer, reason: "Bill of sale.", evidenceId: "e-1", documents, factsHash: "facts-1" },
      ...{ outcomeBefore: "short", outcomeAfter: "enough" },
    });
    expect(nextConditions(cleared, evaluated([], "enough"), event({ by: officer }))).toEqual(cleared);
  });

  test("its document removed, it is reopened and not answered, though the evidence is proposed again", () => {
    const cleared = nextConditions(open(), evaluated([]), event({ closesAs: "cleared" }));
    const removed = event({ by: officer, evidenceId: "e-1", proposed: [evidence()] });
    expect(states(nextConditions(cleared, evaluated([aFinding()]), removed))[0]).toBe("fannie reopened");
  });

  test("a confirmation confirms it, and undone it is reopened", () => {
    const confirmed = nextConditions(open(), evaluated([]), event({ closesAs: "confirmed", decisionId: "c-1" }));
    expect(states(confirmed)).toEqual(["fannie confirmed", "freddie confirmed"]);
    expect(confirmed[0]!.history.at(-1)).toMatchObject({ decisionId: "c-1" });
    expect(states(nextConditions(confirmed, evaluated([aFinding()]), event({ by: officer })))).toEqual([
      "fannie reopened",
      "freddie reopened",
    ]);
  });

  test("new loan terms or data make it gone, and an info too; given again it is reopened", () => {
    const gone = nextConditions(open(), evaluated([aFinding({ severity: "info" })]), event());
    expect(states(gone)).toEqual(["fannie gone", "freddie gone"]);
    expect(states(nextConditions(gone, evaluated([aFinding()]), event()))[0]).toBe("fannie reopened");
  });

  test("another version of the rules that gives it again reopens it", () => {
    const cleared = nextConditions(open(), evaluated([]), event({ closesAs: "cleared" }));
    const again = nextConditions(cleared, evaluated([aFinding()], "short", "3"), event());
    expect(again[0]!.history.map(({ state, ruleSetVersion }) => [state, ruleSetVersion])).toEqual([
      ["open", "2"],
      ["cleared", "2"],
      ["reopened", "3"],
    ]);
  });

  test("waived under one program, it is open under the other, and its outcome stays", () => {
    const waiver = event({ by: officer, reason: "Known customer.", decisionId: "w-1" });
    const waived = nextConditions(open(), evaluated([aFinding({ waivedPrograms: ["fannie"] })]), waiver);
    expect(states(waived)).toEqual(["fannie waived", "freddie open"]);
    expect(waived[0]!.history.at(-1)).toMatchObject({ state: "waived", outcomeBefore: "short", outcomeAfter: "short" });
    expect(waived[1]!.history).toHaveLength(1);
  });

  test("a waiver that no longer holds, since the facts changed or it was taken back, reopens it", () => {
    const waived = nextConditions(open(), evaluated([aFinding({ waivedPrograms: ["fannie", "freddie"] })]), event());
    const changed = nextConditions(waived, evaluated([aFinding({ factsHash: "facts-2" })]), event());
    expect(states(changed)).toEqual(["fannie reopened", "freddie reopened"]);
    expect(changed[0]!.history.at(-1)).toMatchObject({ factsHash: "facts-2" });
    const again = evaluated([aFinding({ factsHash: "facts-2", waivedPrograms: ["fannie"] })]);
    expect(states(nextConditions(changed, again, event({ decisionId: "w-2" })))).toEqual([
      "fannie waived",
      "freddie reopened",
    ]);
  });

  test("a waiver given again for new facts is a step of its own", () => {
    const waived = nextConditions(open(), evaluated([aFinding({ waivedPrograms: ["fannie"] })]), event());
    const other = evaluated([aFinding({ waivedPrograms: ["fannie"], factsHash: "facts-2" })]);
    const [fannie] = nextConditions(waived, other, event({ decisionId: "w-2" }));
    expect(fannie!.history.map(({ state }) => state)).toEqual(["open", "waived", "waived"]);
    expect(nextConditions([fannie!], other, event())[0]).toEqual(fannie);
    const [closed] = nextConditions([fannie!], evaluated([]), event());
    expect(closed!.history.at(-1)).toMatchObject({ state: "gone", factsHash: "facts-2" });
  });

  test("a deposit that a newer report has with another amount is the same condition", () => {
    const fha = aFinding({
      ...{ code: "DOCUMENT_SOURCE", ruleId: "R3c", key: "DOCUMENT_SOURCE cash 9900" },
      programs: ["fha"],
    });
    const first = nextConditions([], evaluated([aFinding(), fha]), event());
    const cleared = nextConditions(first, evaluated([]), event({ closesAs: "cleared", by: officer }));
    expect(states(cleared)).toEqual(["fannie cleared", "freddie cleared", "fha cleared"]);
    // $1,000.00 of $10,900.00 is unsourced: at most the threshold of Fannie Mae and Freddie Mac.
    const larger = { ...fha, key: "DOCUMENT_SOURCE cash 10900", factsHash: "facts-2" };
    const after = nextConditions(cleared, evaluated([larger]), event());
    expect(states(after)).toEqual(["fha reopened", "fannie cleared", "freddie cleared"]);
    expect(after[0]).toMatchObject({ key: "DOCUMENT_SOURCE cash 10900" });
    expect(after[0]!.history.map(({ state }) => state)).toEqual(["open", "cleared", "reopened"]);
  });

  test("of two conditions, each is followed by one with another amount, and none by two", () => {
    const about = (lines: readonly string[], key: string) =>
      aFinding({ programs: ["fannie"], transactionIds: [...lines], key });
    const first = nextConditions([], evaluated([about(["cash"], "a"), about(["check"], "b")]), event());
    const after = nextConditions(first, evaluated([about(["cash"], "c"), about(["cash", "check"], "d")]), event());
    expect(after.map(({ key, history }) => [key, history.length])).toEqual([
      ["c", 1],
      ["d", 1],
    ]);
  });

  test("under a program that the loan is no longer evaluated for it is gone, without an outcome", () => {
    const va = nextConditions([], evaluated([aFinding({ programs: ["va"] })]), event());
    const [gone] = nextConditions(va, evaluated([]), event());
    expect(gone!.history.at(-1)).toMatchObject({ state: "gone", outcomeBefore: null, outcomeAfter: null });
  });

  test("its history is only ever added to, and what went in is not changed", () => {
    const before = open();
    const copy = structuredClone(before);
    const after = nextConditions(before, evaluated([]), event({ closesAs: "cleared" }));
    expect(before).toEqual(copy);
    for (const [at, condition] of after.entries()) expect(condition.history.slice(0, -1)).toEqual(before[at]!.history);
  });

  test("waived and then no longer given, it is what closed it", () => {
    const waived = nextConditions(open(), evaluated([aFinding({ waivedPrograms: ["fannie"] })]), event());
    expect(states(nextConditions(waived, evaluated([]), event({ closesAs: "cleared" })))).toEqual([
      "fannie cleared",
      "freddie cleared",
    ]);
  });
});

describe("elements", () => {
  const COMPLETE = account({ transactions: [line(-500, daysAgo(20))] });

  function evaluate(
    of: Partial<ReportAccount>,
    options: ModelOptions = {},
    bank: Partial<ReportItem> = {},
    more: Partial<ParsedReport> = {},
  ) {
    const model = modelOf(report([item([{ ...COMPLETE, ...of }], bank)], more), options);
    return evaluateElements({ model, programs: ["fannie", "freddie", "fha"] });
  }

  test("a complete account has nothing missing", () => {
    expect(evaluate({})).toMatchObject({ rows: [{ missing: [] }], findings: [] });
  });

  test.each<[string, Partial<ReportAccount>]>([
    ["lastFour", { mask: null }],
    ["lastFour", { mask: "471" }],
    ["holder", { owners: [] }],
    ["holder", { owners: [{ names: [" "], emails: [], phones: [], addresses: [] }] }],
    ["endingBalance", { currentCents: null }],
    ["period, transactions", { historicalBalances: [], transactions: [], daysAvailable: 0 }],
    ["transactions", { historicalBalances: [], transactions: [], daysAvailable: 1 }],
  ])("missing: %s", (missing, of) => {
    const { findings } = evaluate(of);
    expect(findings).toMatchObject([
      { code: "ELEMENT_MISSING", severity: "review", programs: ["fannie", "freddie", "fha"], inputs: { missing } },
    ]);
  });

  test("one name of the holder is enough", () => {
    const owner = { names: ["", "NORA QUIST"], emails: [], phones: [], addresses: [] };
    expect(evaluate({ owners: [owner] }).findings).toEqual([]);
  });

  test("one missing element is named alone", () => {
    expect(evaluate({ currentCents: null }).findings[0]!.text).toBe(
      "The bank does not report the ending balance for Checking …4471. Add a statement or get a new report.",
    );
  });

  test("a bank without a name is missing its name, and the text lists every element", () => {
    const { findings } = evaluate({ mask: null }, {}, { institutionName: "" });
    expect(findings[0]!.text).toBe(
      "The bank does not report the institution's name or the last four digits of the account number for Checking. Add a statement or get a new report.",
    );
  });

  test("transactions that the provider could not get are missing, few transactions are not", () => {
    const warning = { code: "TRANSACTIONS_UNAVAILABLE", itemId: "item", message: null };
    const none = { transactions: [] };
    expect(evaluate(none, {}, {}, { warnings: [{ ...warning, itemId: "other" }, warning] }).findings).toHaveLength(1);
    expect(evaluate(none, {}, {}, { warnings: [{ ...warning, itemId: "other" }] }).findings).toEqual([]);
  });

  test("an investment needs neither transactions nor a period, and its holdings are its balance", () => {
    const plan = { type: "investment", historicalBalances: [], transactions: [], daysAvailable: 0 };
    expect(evaluate(plan).findings).toEqual([]);
    expect(evaluate({ ...plan, currentCents: null }).findings).toHaveLength(1);
    const fund = {
      name: "Fund",
      ticker: null,
      securityType: null,
      currency: "USD",
      quantity: 1,
      vestedValueCents: null,
    };
    expect(evaluate({ ...plan, currentCents: null, holdings: [{ ...fund, valueCents: 5 }] }).findings).toEqual([]);
  });

  test("a statement of that account supplies what is missing, one of another does not", () => {
    const of = (id: string) =>
      evaluate({ mask: null }, { evidence: [statement(id, daysAgo(60), daysAgo(1))] }).findings;
    expect(of("checking")).toEqual([]);
    expect(of("savings")).toHaveLength(1);
  });

  test("an account that does not count is not examined", () => {
    expect(evaluate({ mask: null }, { uncounted: ["checking"] })).toMatchObject({ rows: [], findings: [] });
  });
});
