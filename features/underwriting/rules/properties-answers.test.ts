// Evidence, waivers and answers on random reports, and that every figure follows from what is printed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney } from "#platform/money/money.ts";
import { nextConditions, type ConditionEvent } from "./conditions.ts";
import { addDays } from "./days.ts";
import type { Question } from "./evaluate.ts";
import type { ClearedBy, Evaluation, EvidenceSource, Finding, Program, Waiver } from "./evaluation.ts";
import {
  accountsOf,
  addLines,
  check,
  evaluationOf,
  evidenceOf,
  fundsUnder,
  line,
  mapAccounts,
  someEvidence,
  someQuestion,
  verdictUnder,
  withReport,
} from "./test-generators.ts";
import { checking } from "./test-report.ts";

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

// ---- Evidence -----------------------------------------------------------------------------------------------------------

const LARGE_WORDS = [
  "CASH DEPOSIT",
  "MOBILE CHECK DEPOSIT",
  "ZELLE FROM LEE PARK",
  "INCOMING WIRE",
  "COINBASE DES:TRANSFER",
  "UPSTART NETWORK DES:LOAN PROCEEDS",
  "HELOC ADVANCE TRANSFER",
];
const someLarge = fc.record({
  words: fc.constantFrom(...LARGE_WORDS),
  dollars: fc.integer({ min: 100, max: 40_000 }),
  ago: fc.integer({ min: 0, max: 75 }),
});

/** A deposit with a number of cents that no other line has. */
function withLarge(
  question: Question,
  { words, dollars: whole, ago }: { words: string; dollars: number; ago: number },
) {
  const readAt = accountsOf(question)[0]!.readAt;
  return addLines(question, "account-0", [line("large", words, -(whole * 100 + 98), addDays(readAt, -ago))]);
}

const blockersOf = ({ findings }: Evaluation, program: Program) =>
  findings.filter(({ severity, programs }) => severity === "blocker" && programs.includes(program));

// Invariant 20.
test("evidence restores at most the deposit it is about, and only gifts may lower reserves or block", () => {
  check(
    fc.property(
      someQuestion({ plain: 1, hasNoLimit: true }),
      someLarge,
      someEvidence,
      fc.boolean(),
      (drawn, large, seed, isAboutLarge) => {
        const question = withLarge(drawn, large);
        const before = evaluationOf(question);
        const rows = before.figures.deposits;
        const row = isAboutLarge ? rows.find((one) => one.transactionId === "large")! : rows[seed.at % rows.length]!;
        const paper: EvidenceSource = {
          ...evidenceOf(seed, question.report, "added"),
          transactionId: row.transactionId,
          accountId: null,
          sourcedCents: Math.max(1, Math.floor((row.cents * seed.percent) / 100)),
        };
        const after = evaluationOf({ ...question, evidence: [...question.evidence, paper] });
        for (const program of before.programs) {
          const [then, now] = [fundsUnder(before, program), fundsUnder(after, program)];
          const raised = now.usableClosingCents - then.usableClosingCents;
          expect(raised, program).toBeLessThanOrEqual(row.cents);
          if (paper.kind === "gift") continue;
          expect(raised, program).toBeGreaterThanOrEqual(0);
          if (then.surplusCents !== null && then.surplusCents >= 0)
            expect(now.reservesCents, program).toBeGreaterThanOrEqual(then.reservesCents!);
          // A condition that was there may turn into a blocker once the rest of the money is enough.
          const known = new Set(
            before.findings.filter(({ programs }) => programs.includes(program)).map(({ key }) => key),
          );
          // What was short may come within reach of a sale, which is a way to close that it did not have.
          const wasShort = (then.surplusCents ?? 0) < 0;
          expect(
            blockersOf(after, program)
              .filter(({ key, code }) => !known.has(key) && !(wasShort && code === "LIQUIDATION_NEEDED"))
              .map(({ code }) => code),
          ).toEqual([]);
        }
      },
    ),
  );
});

// Invariant 21.
test("no blocker names a deposit that is wholly explained", () => {
  const kinds = [
    "sale_of_personal_asset",
    "transfer",
    "secured_loan",
    "income",
    "insurance_settlement",
    "refund",
    "liquidation",
    "other",
    "gift",
  ] as const;
  check(
    fc.property(
      someQuestion({ plain: 1 }),
      someLarge,
      fc.constantFrom(...kinds),
      fc.constantFrom(100, 100, 130),
      fc.option(fc.integer({ min: 1, max: 900_000 }), { freq: 2 }),
      (drawn, large, kind, percent, alsoNew) => {
        let question = withLarge(drawn, large);
        const ids = ["large"];
        if (alsoNew !== null) {
          // A new account whose first day has this deposit and one that nothing explains.
          const readAt = "2026-11-16";
          const [opened, cents] = [addDays(readAt, -41), large.dollars * 100];
          const lines = [
            line("first", "MOBILE CHECK DEPOSIT", -cents, opened),
            line("second", "CASH DEPOSIT", -alsoNew, opened),
          ];
          const account = checking({
            id: "new",
            mask: "9100",
            cents: cents + alsoNew,
            days: 41,
            lines,
            everyday: false,
          }).at(readAt);
          const item = {
            id: "item-new",
            institutionId: "ins_new",
            institutionName: "New Bank",
            lastUpdatedAt: `${readAt}T10:00:00.000Z`,
            accounts: [account],
          };
          question = withReport(question, (report) => ({ ...report, items: [...report.items, item] }));
          ids.push("first");
        }
        // A gift is no source on an investment property.
        fc.pre(kind !== "gift" || question.loan.occupancy !== "investment");
        const evidence = ids.map((id): EvidenceSource => {
          const cents = id === "large" ? large.dollars * 100 + 98 : large.dollars * 100;
          const donor = {
            name: "Ines Quist",
            address: "12 Alder Street",
            phone: "512 555 0119",
            relationship: "mother",
          };
          return {
            id: `whole-${id}`,
            transactionId: id,
            kind,
            sourcedCents: Math.floor((cents * percent) / 100),
            ...(kind === "gift" && { donor, amountCents: cents * 2, noRepayment: true, transferEvidence: true }),
            hasDocument: true,
            reason: null,
          };
        });
        const { findings } = evaluationOf({ ...question, evidence: [...drawn.evidence, ...evidence] });
        for (const id of ids)
          expect(
            findings
              .filter((one) => one.severity === "blocker" && one.transactionIds.includes(id))
              .map(({ code }) => code)
              // A transfer after another bank was read may be that bank's money, which papers do not explain.
              .filter((code) => kind !== "transfer" || code !== "MOVED_AFTER_READING"),
          ).toEqual([]);
      },
    ),
  );
});

// Invariant 22.
test("evidence without a document and without a reason has no effect", () => {
  check(
    fc.property(
      someQuestion(),
      fc.array(someEvidence, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(null, "", "see file", "         ok          "),
      (question, seeds, reason) => {
        const papers = seeds.map((seed, at) => ({
          ...evidenceOf(seed, question.report, `proposed-${at}`),
          hasDocument: false,
          reason,
        }));
        const before = JSON.stringify(evaluationOf(question));
        expect(JSON.stringify(evaluationOf({ ...question, evidence: [...papers, ...question.evidence] }))).toBe(before);
      },
    ),
  );
});

// ---- Waivers ------------------------------------------------------------------------------------------------------------

/** Waives the findings whose turn it is. */
function waiversFor({ findings }: Evaluation, picks: readonly boolean[]): Waiver[] {
  return findings
    .filter((one, at) => isWaivable(one) && picks[at % picks.length])
    .map(({ key, factsHash, programs }, at) => ({
      id: `waiver-${at}`,
      findingKey: key,
      programs,
      factsHash,
      reason: "Accepted by the credit committee",
    }));
}
const somePicks = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });
const isWaivable = ({ clearedBy }: Finding) => clearedBy.some(({ by }: ClearedBy) => by === "waiver");

// Invariant 36.
test("waivers change no figure", () => {
  check(
    fc.property(someQuestion(), somePicks, (question, picks) => {
      const before = evaluationOf(question);
      const after = evaluationOf({ ...question, waivers: waiversFor(before, picks) });
      expect(after.funds).toEqual(before.funds);
      expect(after.figures).toEqual(before.figures);
      const bare = ({ findings }: Evaluation) => findings.map((one) => ({ ...one, waivedPrograms: [] }));
      expect(bare(after)).toEqual(bare(before));
      const money = ({ leastDocumentation }: Evaluation) =>
        Object.values(leastDocumentation).map((one) => one && { ...one, alsoRequired: [], text: "" });
      expect(money(after)).toEqual(money(before));
      for (const one of after.findings) if (one.waivedPrograms.length > 0) expect(isWaivable(one)).toBe(true);
    }),
  );
});

const EVENT: ConditionEvent = {
  at: "2026-11-16T12:00:00.000Z",
  by: null,
  reason: null,
  evidenceId: null,
  decisionId: null,
  documents: [],
  closesAs: "gone",
  proposed: [],
  outcomesBefore: {},
};

// Invariant 37.
test("a waiver ends when the facts behind it change, and the condition is open again", () => {
  const change = fc.constantFrom(
    "income" as const,
    "amount" as const,
    "evidence" as const,
    "price" as const,
    "balance" as const,
  );
  check(
    fc.property(
      someQuestion({ plain: 1 }),
      someLarge,
      change,
      fc.integer({ min: 1, max: 400_000 }),
      (drawn, large, what, cents) => {
        const question = withLarge(drawn, large);
        const first = evaluationOf(question);
        const waivers = waiversFor(first, [true]);
        const before = evaluationOf({ ...question, waivers });
        const { loan, evidence } = question;
        const changed: Question =
          what === "income"
            ? { ...question, loan: { ...loan, monthlyIncome: (loan.monthlyIncome ?? 0) + cents } }
            : what === "price"
              ? { ...question, loan: { ...loan, appraisedValue: (loan.appraisedValue ?? 0) + cents } }
              : what === "evidence"
                ? {
                    ...question,
                    evidence: [
                      ...evidence,
                      {
                        id: "some",
                        transactionId: "large",
                        kind: "other",
                        sourcedCents: cents,
                        hasDocument: true,
                        reason: null,
                      },
                    ],
                  }
                : mapAccounts(question, (account) =>
                    account.id !== "account-0"
                      ? account
                      : what === "balance"
                        ? {
                            ...account,
                            currentCents: account.currentCents === null ? null : account.currentCents + cents,
                          }
                        : {
                            ...account,
                            transactions: account.transactions.map((one) =>
                              one.id === "large" ? { ...one, amountCents: one.amountCents - cents } : one,
                            ),
                          },
                  );
        const after = evaluationOf({ ...changed, waivers });
        const facts = ({ inputs, text }: Finding) => JSON.stringify([inputs, text]);
        const alike = (of: Evaluation, one: Finding, program: Program) =>
          of.findings.filter((other) => other.key === one.key && other.programs.includes(program));
        const conditions = nextConditions(nextConditions([], before, EVENT), after, EVENT);
        for (const one of after.findings)
          for (const program of one.programs) {
            // Two gifts of one donor are one condition.
            const known = alike(before, one, program);
            const isSame = known.some((other) => other.waivedPrograms.includes(program) && facts(other) === facts(one));
            if (one.waivedPrograms.includes(program)) expect(isSame, `${one.code} ${one.text}`).toBe(true);
            else if (
              known.length === 1 &&
              known[0]!.waivedPrograms.includes(program) &&
              alike(after, one, program).length === 1
            )
              if (one.severity !== "info")
                expect(conditions.find((some) => some.key === one.key && some.program === program)?.state).toBe(
                  "reopened",
                );
          }
      },
    ),
  );
});

// ---- Answers --------------------------------------------------------------------------------------------------------------

const NEEDED = new Set([
  "S2",
  "R1",
  "R2",
  "R2b",
  "R3",
  "R3c",
  "R4",
  "R5",
  "R6",
  "R6b",
  "R7",
  "R7b",
  "R8",
  "R9",
  "R14",
  "R19",
  "R26",
  "R29",
]);

// Invariant 35.
test("the answer agrees with the figures, the blockers and what is missing", () => {
  check(
    fc.property(someQuestion(), fc.option(somePicks), (question, picks) => {
      const first = evaluationOf(question);
      const evaluation = picks ? evaluationOf({ ...question, waivers: waiversFor(first, picks) }) : first;
      for (const program of evaluation.programs) {
        const { outcome, text, missing, counts, waived, validThrough } = verdictUnder(evaluation, program);
        const { levels, surplusCents, reservesCents, requiredReservesCents } = fundsUnder(evaluation, program);
        const own = evaluation.findings.filter(({ programs }) => programs.includes(program));
        const open = own.filter(({ waivedPrograms }) => !waivedPrograms.includes(program));
        const ofSeverity = (severity: Finding["severity"]) => open.filter((one) => one.severity === severity).length;
        expect(counts).toEqual({
          blocker: ofSeverity("blocker"),
          review: ofSeverity("review"),
          info: ofSeverity("info"),
        });
        expect(waived).toBe(own.length - open.length);
        const isMissing = evaluation.notEvaluated
          .filter((one) => one.programs.includes(program) && NEEDED.has(one.ruleId))
          .flatMap((one) => one.missing);
        expect([...missing].sort()).toEqual([...new Set(isMissing)].sort());
        if (question.loan.program === "other") {
          expect(outcome).toBe("notEvaluated");
          expect(evaluation.leastDocumentation[program]).toMatchObject({ isPossible: false, steps: [] });
          continue;
        }
        const { sure, printed } = levels;
        switch (outcome) {
          case "enough":
          case "enoughUnderOverlay":
          case "enoughToClose":
            expect(missing).toEqual([]);
            expect(counts.blocker).toBe(0);
            expect(printed.suffices).toBe(true);
            // Conditional money is needed only where its condition was waived.
            if (!sure.suffices) expect(waived).toBeGreaterThan(0);
            expect(outcome === "enoughToClose").toBe(program === "va" || program === "usda");
            break;
          case "open":
            expect(missing).toEqual([]);
            expect(printed.suffices).toBe(true);
            expect(counts.blocker > 0 || !sure.suffices).toBe(true);
            break;
          case "notEvaluated":
            expect(missing.length > 0 || printed.suffices === null).toBe(true);
            break;
          case "short":
            if (missing.length > 0) break;
            expect(printed.suffices).toBe(false);
            if (surplusCents! < 0) expect(text).toContain(formatMoney(-surplusCents!));
            else expect(text).toContain(formatMoney(requiredReservesCents! - reservesCents!));
        }
        // Nothing missing and money short, or enough and something in the way, is never called anything else.
        if (missing.length === 0 && printed.suffices === false) expect(outcome).toBe("short");
        if (missing.length === 0 && printed.suffices === true)
          expect(outcome === "open").toBe(counts.blocker > 0 || outcome === "open");
        if (waived > 0) expect(text).toContain(`${waived} waived condition`);
        if (validThrough !== null) expect(text).toContain("Valid through");
        expect(text).not.toMatch(/approved|guaranteed|verified income/i);
      }
    }),
  );
});

/** All parts frozen, so that a change throws. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const one of Object.values(value)) frozen(one);
  }
  return value;
}

// Invariant 42.
test("the same question gives the same bytes, and is not changed by being asked", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const copies = [structuredClone(question), structuredClone(question)];
      const text = JSON.stringify(question);
      const first = JSON.stringify(evaluationOf(frozen(copies[0]!)));
      expect(JSON.stringify(evaluationOf(copies[0]!))).toBe(first);
      // Another loan in between, which shares what is known of the report.
      evaluationOf({ ...copies[1]!, loan: { ...copies[1]!.loan, monthlyIncome: 123_456 } });
      expect(JSON.stringify(evaluationOf(copies[1]!))).toBe(first);
      expect(JSON.stringify(copies)).toBe(`[${text},${text}]`);
    }),
  );
});

// Invariant 43.
test("every finding cites a source of each of its programs, and says what clears it", () => {
  check(
    fc.property(someQuestion(), (question) => {
      for (const { code, programs, sources, source, clearedBy, severity, text, title } of evaluationOf(question)
        .findings) {
        expect(programs.length, code).toBeGreaterThan(0);
        for (const program of programs)
          expect(
            sources.some((one) => one.programs.includes(program)),
            `${code} ${program}`,
          ).toBe(true);
        for (const one of sources) {
          expect(programs, code).toEqual(expect.arrayContaining([...one.programs]));
          expect(source).toContain(one.citation);
          expect(one.date).not.toBe("");
        }
        if (severity !== "info") expect(clearedBy.length, `${code} has no way to clear`).toBeGreaterThan(0);
        if (severity === "info")
          expect(
            clearedBy.some(({ by }) => by === "waiver"),
            code,
          ).toBe(false);
        expect(`${title} ${text}`).not.toMatch(/undefined|NaN|\bnull\b|Infinity|\$-|\[object/);
      }
    }),
  );
});

// ---- Figures from figures -----------------------------------------------------------------------------------------------------

const PER_MONTH = {
  daily: [260, 12],
  weekly: [52, 12],
  biweekly: [26, 12],
  semimonthly: [2, 1],
  monthly: [1, 1],
} as const;
const monthly = (cents: number, cadence: keyof typeof PER_MONTH) =>
  Math.floor((cents * PER_MONTH[cadence][0]) / PER_MONTH[cadence][1] + 0.5);

function limitOf(
  { salesPrice, appraisedValue, loanAmount, occupancy }: Question["loan"],
  program: Program,
): number | null {
  if (salesPrice === undefined) return null;
  const percent = { fha: 6, va: 4, usda: 6, fannie: null, freddie: null }[program];
  if (percent !== null) return Math.floor((salesPrice * percent) / 100);
  if (appraisedValue === undefined || loanAmount === undefined || occupancy === undefined) return null;
  const lower = Math.min(salesPrice, appraisedValue);
  if (occupancy === "investment") return Math.floor((lower * 2) / 100);
  return Math.floor((lower * (loanAmount * 10 > lower * 9 ? 3 : loanAmount * 4 > lower * 3 ? 6 : 9)) / 100);
}

// Invariant 44.
test("each printed figure follows from the printed terms and figures alone", () => {
  check(
    fc.property(someQuestion(), (question) => {
      const evaluation = evaluationOf(question);
      const { figures, programs } = evaluation;
      const { loan } = question;
      const isPurchase = loan.transactionType === "purchase";
      const income = loan.monthlyIncome;
      expect(figures.thresholds.incomeCents).toBe(income === undefined ? null : Math.floor(income / 2));
      const adjusted = fundsUnder(evaluation, "fha").adjustedValueCents;
      expect(figures.thresholds.adjustedValueCents).toBe(adjusted === null ? null : Math.floor(adjusted / 100));
      for (const program of programs) {
        const funds = fundsUnder(evaluation, program);
        const { terms } = funds;
        const { closingCosts, prepaids, credits, lenderCredits = 0, subordinateFinancing = 0, pitia } = loan;
        const costs = closingCosts === undefined || prepaids === undefined ? null : closingCosts + prepaids;
        expect(terms.costsCents).toBe(costs);
        const limit = isPurchase ? limitOf(loan, program) : null;
        expect(terms.interestedPartyLimitCents).toBe(limit);
        const credit =
          costs === null ||
          credits === undefined ||
          loan.transactionType === undefined ||
          (isPurchase && limit === null)
            ? null
            : Math.min(credits, costs, limit ?? Infinity);
        expect(terms.interestedPartyCreditCents).toBe(credit);
        const found = figures.earnestMoney;
        expect(funds.earnestPaidCents).toBe((found?.creditCents ?? 0) - funds.earnestReductionCents);
        if (found) expect(found.foundCents).toBe(sum(found.lines.map((one) => one.cents)));
        const start = isPurchase
          ? loan.salesPrice === undefined || loan.loanAmount === undefined
            ? null
            : loan.salesPrice - loan.loanAmount - subordinateFinancing
          : loan.payoff === undefined || loan.loanAmount === undefined
            ? null
            : loan.payoff - loan.loanAmount;
        if (isPurchase) expect(terms.downPaymentCents).toBe(start);
        const isUnfit = isPurchase && start !== null && start < 0; // the loan is more than the price
        const raw =
          start === null || costs === null || credit === null || isUnfit
            ? null
            : start + Math.max(0, costs - credit - lenderCredits) - funds.earnestPaidCents;
        expect(funds.cashToCloseCents).toBe(raw === null ? null : Math.max(0, raw));
        expect(funds.cashBackCents).toBe(raw === null ? null : Math.max(0, -raw));
        for (const row of funds.usableByAccount) {
          const account = figures.accounts.find((one) => one.accountId === row.accountId)!;
          expect(row.countedCents).toBe(account.countsCents);
          expect(row.cents).toBe(row.countedCents - row.reductionCents);
          expect(row.isConditional).toBe(account.isConditional);
        }
        const counted = figures.accounts
          .filter((one) => one.isCounted && one.type === "depository")
          .map((one) => one.accountId);
        expect(funds.usableByAccount.map((row) => row.accountId).sort()).toEqual(counted.sort());
        for (const row of funds.investments) {
          expect(row.countedCents).toBe(figures.accounts.find((one) => one.accountId === row.accountId)!.countsCents);
          expect(row.cents).toBe(row.countedCents - row.reductionCents);
        }
        const gifts = figures.gifts.filter((one) => one.isToCome && one.outcomes[program] !== "never");
        expect(funds.giftCents).toBe(sum(gifts.map((one) => one.cents)));
        const { reservesCents: reserves, requiredReservesCents: required } = funds;
        expect(funds.reserveMonths).toBe(
          !pitia || reserves === null ? null : Math.floor((reserves * 100) / pitia) / 100,
        );
        expect(funds.isSufficientToClose).toBe(funds.surplusCents === null ? null : funds.surplusCents >= 0);
        if (funds.isReserveEnough !== null) expect(funds.isReserveEnough).toBe(reserves! >= (required ?? 0));
        const atRisk = figures.deposits.filter((one) => one.outcomes[program] === "document_source");
        const ids = new Set(atRisk.map((one) => one.transactionId));
        const asked = evaluation.findings.filter(
          (one) => one.code === "DOCUMENT_SOURCE" && ids.has(one.transactionIds[0]!),
        );
        expect(funds.atRiskCents).toBe(sum(asked.map(({ inputs }) => Number(inputs.unsourcedCents))));
        // A gift whose letter says too little is a source elsewhere, but not under FHA.
        expect(funds.atRiskCents).toBeGreaterThanOrEqual(sum(atRisk.map((one) => one.unsourcedCents)));
        const { sure, printed, all } = funds.levels;
        expect(printed).toMatchObject({
          usableClosingCents: funds.usableClosingCents,
          cashToCloseCents: funds.cashToCloseCents,
          surplusCents: funds.surplusCents,
          reservesCents: reserves,
        });
        for (const level of [sure, printed, all])
          if (level.suffices) expect(level.surplusCents! >= 0 && level.reservesCents! >= (required ?? 0)).toBe(true);
      }
      for (const { cents, sourcedCents, unsourcedCents, identifiedAs, matchedTransactionId } of figures.deposits) {
        expect(unsourcedCents).toBeLessThanOrEqual(identifiedAs ? 0 : cents - sourcedCents);
        expect(sourcedCents).toBeLessThanOrEqual(cents);
        if (identifiedAs === "own_transfer") expect(matchedTransactionId).not.toBeNull();
      }
      for (const { medianCents, cadence, monthlyCents, class: kind, ratio } of figures.income) {
        if (kind !== "gig_income") expect(monthlyCents).toBe(cadence === null ? null : monthly(medianCents, cadence));
        expect(ratio).toBe(
          monthlyCents === null || !income ? null : Math.round((monthlyCents / income) * 10_000) / 10_000,
        );
      }
      for (const { medianCents, cadence, monthlyCents, kind } of figures.debts)
        if (monthlyCents !== null)
          expect(monthlyCents).toBe(kind === "card" || cadence === null ? null : monthly(medianCents, cadence));
      const undisclosed = figures.debts.filter(
        (one) => one.isActive && !one.isDisclosed && !one.isConfirmedNoDebt && one.kind !== "mortgage",
      );
      expect(figures.undisclosedMonthlyCents).toBe(sum(undisclosed.map((one) => one.monthlyCents ?? 0)));
      for (const { months } of figures.accounts)
        for (const { openingCents, inCents, outCents, closingCents } of months.slice(0, -1))
          if (openingCents !== null && closingCents !== null)
            expect(closingCents).toBe(openingCents + inCents - outCents);
      const { count60, count90, count365, transactionIds } = figures.nsf;
      expect(count365).toBe(transactionIds.length);
      expect(count60 <= count90 && count90 <= count365).toBe(true);
    }),
  );
});
