import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { readAccounts } from "./account-findings.ts";
import {
  interestedPartyOf,
  lowestBalanceSince,
  movedAfterReading,
  fhaOpenCents,
  needsFhaSource,
  testDeposits,
  type TestedDeposit,
} from "./deposits.ts";
import { readEarnestMoney, type EarnestMoney } from "./earnest-money.ts";
import {
  SEVERITIES,
  type Finding,
  type NotEvaluated,
  type Program,
  type ProgramFunds,
  type Severity,
} from "./evaluation.ts";
import {
  confirm,
  evidence,
  finding,
  findingKey,
  LEAVE_OUT,
  loanTerms,
  NEW_REPORT,
  notEvaluated,
  type Draft,
  type FindingDraft,
} from "./finding.ts";
import { fundsOf, levelsOf, type Claim, type Conditional, type FundsInput, type Level, type Levels } from "./funds.ts";
import {
  giftCents,
  giftOutcome,
  isPaidByAnother,
  namesNoOne,
  readGifts,
  type Gift,
  type GiftOutcome,
} from "./gifts.ts";
import type { Line, Model } from "./model.ts";
import { sum } from "./money.ts";
import { overlayLabel } from "./overlay-names.ts";
import { LIMITS, type Parameters } from "./overlay.ts";
import { RULES } from "./rule-set.ts";
import { fhaThreshold, isConventional, requiredReserves, termsOf, type Terms } from "./terms.ts";

/** Everything that is evaluated under one program. */
export interface ProgramResult {
  readonly program: Program;
  readonly terms: Terms;
  readonly input: FundsInput;
  readonly levels: Levels;
  readonly funds: ProgramFunds;
  readonly tested: readonly TestedDeposit[];
  readonly gifts: readonly { gift: Gift; outcome: "counts" | "conditional" | "never" }[];
  readonly earnest: EarnestMoney | null;
  readonly findings: readonly Finding[];
  readonly notEvaluated: readonly NotEvaluated[];
}

export function evaluateProgram(
  model: Model,
  loan: Loan,
  program: Program,
  parameters: Parameters,
  earnest = readEarnestMoney(model, loan),
  unexplainedCents = 0,
): ProgramResult {
  const terms = termsOf(loan, program, parameters);
  const required = requiredReserves(loan, program, parameters);
  const deposits = testDeposits({ model, loan, program, terms });
  const tested = deposits.open;
  const book = new Book();
  const context = { model, loan, program, terms, tested, earnest, book };
  const lower = lowerThreshold(terms);
  const accounts = readAccounts(model, program, lower);
  book.drafts.push(...accounts.drafts);
  book.conditionals.push(...accounts.conditionals);
  const gifts = testGifts(context);
  testBorrowed(context);
  testLarge(context);
  testOthers(context);
  testEarnest(context);
  const input: FundsInput = {
    model,
    loan,
    program,
    terms,
    required,
    claims: book.claims,
    conditionals: book.conditionals,
    undocumented: tested
      .filter(({ outcome }) => outcome === "document_source")
      .map(({ deposit, unsourcedCents }) => ({ line: deposit.line, code: "DOCUMENT_SOURCE", cents: unsourcedCents })),
    gifts: {
      toComeCents: sum(
        gifts.filter(({ gift, outcome }) => gift.isToCome && outcome !== "never").map(({ gift }) => gift.cents),
      ),
      depositedCents: giftCents(
        gifts.filter(({ gift, outcome }) => isHeldGift(model, gift) && outcome !== "never").map(({ gift }) => gift),
      ),
    },
    earnest,
    unexplainedCents,
  };
  const levels = levelsOf(input);
  const own = ownFunds(context, levels.printed, gifts, ["counts", "conditional"]);
  const isOwnOpen = !lacksOwnFunds(own) && lacksOwnFunds(ownFunds(context, levels.sure, gifts, ["counts"]));
  testTerms(context, required, levels, own);
  const funds = fundsOf(input, levels, {
    ...own,
    atRiskCents: sum(input.undocumented.map(({ cents }) => cents)),
  });
  return {
    program,
    terms,
    input,
    levels,
    funds,
    tested: deposits.all,
    gifts,
    earnest,
    findings: book.drafts.map((draft) =>
      toFinding(isOwnOpen && isOwnMoney(draft) ? { ...draft, atLeast: "blocker" } : draft, program, levels),
    ),
    notEvaluated: missingOf(terms, required, program, loan),
  };
}

function toFinding({ weight, atLeast, ...draft }: Draft, program: Program, levels: Levels): Finding {
  const severity = weight === "U" || weight === "C" ? severityOf(weight, levels) : weight;
  const worse = SEVERITIES.find((one) => one === atLeast || one === severity)!; // from the worst on
  return finding({ ...draft, programs: [program], severity: worse });
}

/** Section 1: money blocks only if it is needed. */
export function severityOf(weight: "U" | "C", { sure, printed, all }: Levels): Severity {
  if (sure.suffices === true) return weight === "C" ? "review" : "info";
  if (printed.suffices === true) return weight === "C" ? "blocker" : "info";
  return all.suffices === true ? "blocker" : "review";
}

function missingOf(
  terms: Terms,
  required: ReturnType<typeof requiredReserves>,
  program: Program,
  loan: Loan,
): NotEvaluated[] {
  const found: NotEvaluated[] = [];
  if (terms.missing.length > 0) found.push(notEvaluated("R7", [program], terms.missing));
  if (required.missing.length > 0) found.push(notEvaluated("R7b", [program], required.missing));
  if (isConventional(program) && terms.isPurchase === true && loan.monthlyIncome === undefined)
    found.push(notEvaluated("R3", [program], ["monthlyIncome"]));
  if (program === "fha" && terms.adjustedValueCents === null) found.push(notEvaluated("R3c", [program], terms.missing));
  return found;
}

class Book {
  readonly drafts: Draft[] = [];
  readonly claims: Claim[] = [];
  readonly conditionals: Conditional[] = [];

  draft(draft: Draft): string {
    this.drafts.push(draft);
    return findingKey(draft);
  }

  claim(draft: Draft, claim: Omit<Claim, "findingKey" | "code">): void {
    this.claims.push({ ...claim, code: draft.code, findingKey: this.draft(draft) });
  }

  conditional(one: Omit<Conditional, "findingKey">, draft: Draft): void {
    this.conditionals.push({ ...one, findingKey: findingKey(draft) });
  }
}

interface Context {
  readonly model: Model;
  readonly loan: Loan;
  readonly program: Program;
  readonly terms: Terms;
  readonly tested: readonly TestedDeposit[];
  readonly earnest: EarnestMoney | null;
  readonly book: Book;
}

function lowerThreshold(terms: Terms): number | null {
  const known = [terms.incomeThresholdCents, fhaThreshold(terms)].filter((one) => one !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** `$16,000.00 on Oct 14, 2026 into Checking …4471`. */
function into({ cents, source, account }: Line): string {
  return `${formatMoney(Math.abs(cents))} on ${longDay(source.date)} into ${account.name}`;
}

const SOURCES = evidence(
  "gift",
  "sale_of_personal_asset",
  "transfer",
  "secured_loan",
  "income",
  "insurance_settlement",
  "refund",
  "liquidation",
  "other",
);

// ---- Large deposits (R3, R3c) -----------------------------------------------------------------------------------

function largeShare({ parameters: { incomePercent } }: Terms): string {
  return incomePercent === 50 ? "half" : `${incomePercent}%`;
}

/** Names the overlay whose figure is not the guide's. */
function overlaid(limit: "incomePercent" | "valuePercent", { parameters }: Terms): string {
  const { overlay } = parameters;
  return overlay === null || parameters[limit] === LIMITS[limit].guide ? "" : ` by ${overlayLabel(overlay)}`;
}

function testLarge({ program, terms, tested, loan, book }: Context): void {
  for (const one of tested) {
    const { deposit, outcome, unsourcedCents } = one;
    const { line, cents } = deposit;
    const partOf = (open: number) =>
      open < cents ? `${formatMoney(open)} of the deposit of ${into(line)}` : `The deposit of ${into(line)}`;
    const inputs = { amountCents: cents, unsourcedCents, sourcedCents: deposit.sourcedCents };
    if (outcome === "large_unsourced") {
      const threshold = terms.incomeThresholdCents!;
      book.claim(
        {
          ruleId: "R3",
          code: "LARGE_UNSOURCED",
          weight: "U",
          text: `${partOf(unsourcedCents)} has no documented source, so it is not counted. The deposit is large: more than ${largeShare(terms)} of the monthly income, ${formatMoney(threshold)}${overlaid("incomePercent", terms)}.${line.class === "crypto" ? " Show the borrower's exchange account and the sale." : ""}`,
          clearedBy: [SOURCES, confirm("ownTransfer", true)],
          lines: [line],
          inputs: { ...inputs, thresholdCents: threshold },
          facts: [loan.monthlyIncome],
        },
        { line, cents: unsourcedCents, isNever: false, cureCents: unsourcedCents - threshold },
      );
    }
    const isFha =
      program === "fha" && (outcome === "document_source" || (outcome === "borrowed" && needsFhaSource(one, terms)));
    if (!isFha) continue;
    const open = fhaOpenCents(deposit);
    book.draft({
      ruleId: "R3c",
      code: "DOCUMENT_SOURCE",
      weight: "blocker",
      text: `${partOf(open)} needs a documented source and proof that it is not new debt. The deposit is more than ${terms.parameters.valuePercent}% of the adjusted value, ${formatMoney(fhaThreshold(terms)!)}${overlaid("valuePercent", terms)}.${line.class === "crypto" ? " Show the borrower's exchange account and the sale." : ""}`,
      clearedBy: [SOURCES, confirm("ownTransfer", true), LEAVE_OUT],
      lines: [line],
      inputs: {
        amountCents: cents,
        unsourcedCents: open,
        sourcedCents: deposit.noNewDebtCents,
        thresholdCents: fhaThreshold(terms),
      },
    });
  }
}

// ---- Borrowed money (R8, R25) -----------------------------------------------------------------------------------

const BORROWED_WORDS: Readonly<Record<string, string>> = {
  personal: "a personal loan",
  card_cash_advance: "a credit card cash advance",
  payday: "a payday loan",
  wage_advance: "a wage advance",
  bnpl: "a buy-now-pay-later loan",
  merchant_advance: "a merchant cash advance",
  refund_advance: "a tax refund advance",
  home_equity: "a home equity loan",
  auto_equity: "a loan against a car",
  securities_line: "a line against securities",
  own_plan: "a loan from the borrower's own plan",
};

function testBorrowed({ model, tested, book }: Context): void {
  for (const { deposit, outcome } of tested) {
    const isDrawn =
      model.drawn.has(deposit.line) && deposit.isCounted && !model.confirmed("notALoan", deposit)?.hasDocument;
    if (!(deposit.isBorrowed || isDrawn) || outcome === "identified" || outcome === "interested_party") continue;
    const { line, cents, documentedCents, isCounted, isInWindow } = deposit;
    const open = cents - documentedCents;
    const { subclass, payee } = line.classification;
    const what = BORROWED_WORDS[subclass!] ?? "borrowed money"; // loan proceeds have a subclass
    const base = {
      lines: [line],
      inputs: { amountCents: cents, unsourcedCents: open, lender: payee?.name ?? null },
      clearedBy: [evidence("secured_loan"), SOURCES, confirm("notALoan", true)],
    };
    if (open === 0) {
      if (subclass === "own_plan" || subclass === "securities_line")
        book.draft({
          ...base,
          ruleId: "R25",
          code: "OWN_PLAN_LOAN",
          weight: "info",
          text: `${into(line)} is ${what}, documented. It counts; the asset behind it counts for less.`,
        });
      continue;
    }
    const text = `The deposit of ${into(line)} looks like ${what}`;
    const clear = "An unsecured loan cannot be used. Document what secures it and its terms, or that it is not a loan.";
    if (!isCounted)
      book.draft({
        ...base,
        ruleId: "R8",
        code: "BORROWED_FUNDS",
        weight: "review",
        text: `${text}. The account does not count, so nothing is taken off.`,
      });
    // An account that does not count changes no sum, so what a debt shows is for a person to look at.
    else if (!deposit.isBorrowed)
      book.draft({
        ...base,
        ruleId: "R8",
        code: "BORROWED_FUNDS",
        weight: "review",
        text: `${text} from a card, credit line or loan in this report. ${clear}`,
      });
    else if (isInWindow)
      book.claim(
        {
          ...base,
          ruleId: "R8",
          code: "BORROWED_FUNDS_DEDUCTED",
          weight: "U",
          atLeast: "review",
          text: `${text}, so ${formatMoney(open)} is not counted. ${clear}`,
        },
        { line, cents: open, isNever: false, cureCents: open },
      );
    else {
      const left = Math.min(open, lowestBalanceSince(model, line.day));
      const draft: Draft = {
        ...base,
        ruleId: "R8",
        code: "BORROWED_FUNDS",
        weight: "C",
        text: `${text}. Up to ${formatMoney(left)} of it may still be in the accounts. ${clear}`,
        inputs: { ...base.inputs, stillThereCents: left },
      };
      book.draft(draft);
      if (left > 0) book.conditional({ code: draft.code, account: null, kind: "lump", cents: left }, draft);
    }
  }
}

// ---- Gifts (R9) -------------------------------------------------------------------------------------------------

function testGifts({ model, loan, program, tested, book }: Context) {
  // Nothing of an account that was left out counts, so nothing is asked about a gift into it.
  const gifts = readGifts(model, loan).filter(({ line }) => line === null || !model.isLeftOut(line.account));
  // A deposit that names no donor and is taken off anyway is not counted beside the gift.
  const isTakenOff = (line: Line) =>
    namesNoOne(line) && tested.some(({ deposit, outcome }) => deposit.line === line && outcome === "large_unsourced");
  return gifts.map((known) => {
    const gift = known.depositedAs && isTakenOff(known.depositedAs) ? { ...known, depositedAs: null } : known;
    const { outcome, reason } = giftOutcome(gift, program, loan);
    const { line, cents, donorName, isToCome, missing } = gift;
    const isHeld = line !== null && isHeldMoney(model, line);
    const who = donorName || "an unnamed donor";
    const what = `The gift of ${formatMoney(cents)} from ${who}`;
    const base = {
      ruleId: "R9" as const,
      subject: who,
      inputs: { amountCents: cents, donor: donorName || null, missing: missing.join(", ") || null },
      ...(line && { lines: [line] }),
      facts: [gift.evidence.donor?.relationship, isToCome ? 1 : 0],
    };
    const never = (code: string, text: string, rest: Partial<Draft> = {}) => {
      const clearedBy = [line ? SOURCES : evidence("gift")];
      const draft: Draft = { ...base, code, weight: "blocker", text, clearedBy, ...rest };
      if (isHeld) book.claim(draft, { line, cents, isNever: true, cureCents: cents });
      else book.draft(draft);
    };
    const conditional = (code: string, text: string) => {
      const draft: Draft = { ...base, code, weight: "C", text, clearedBy: [evidence("gift")] };
      book.draft(draft);
      if (isToCome || isHeld)
        book.conditional({ code, account: null, kind: isToCome ? "giftToCome" : "lump", cents }, draft);
    };
    if (outcome === "never") {
      if (reason === "interestedParty")
        never("GIFT_FROM_INTERESTED_PARTY", `${what} is from a party who gains from the sale, so it cannot be used.`);
      else if (reason === "investment")
        never("DONOR_NOT_ACCEPTED", `${what} cannot be used: gifts are not allowed on an investment property.`);
      else if (reason === "occupancy")
        never("DONOR_NOT_ACCEPTED", `${what} cannot be used until the occupancy is known: it decides who may give.`, {
          weight: "review",
          clearedBy: [loanTerms("occupancy")],
        });
      else if (gift.depositedAs)
        never(
          "GIFT_MAY_BE_DEPOSITED",
          model.evidenceOf.has(gift.depositedAs)
            ? `${what} may be the gift deposited on ${longDay(gift.depositedAs.source.date)}, so it is not counted again. Reject it if it is the same gift. If it is another one, link it to its own deposit.`
            : `${what} may be the deposit of ${into(gift.depositedAs)}, so it is not counted again. Link it to that deposit if it is the same gift. If it is another one, document the source of the deposit first.`,
          { weight: "review" },
        );
      else if (reason === "repeated")
        never(
          "GIFT_MAY_BE_REPEATED",
          `${what} may be another gift of that amount from this donor, so it is counted once. Reject it if it is the same gift. If it is another one, link it to its own deposit, or add one letter for both.`,
          { weight: "review" },
        );
      else
        never(
          "DONOR_NOT_ACCEPTED",
          `${what} cannot be used: a donor who is “${gift.evidence.donor?.relationship ?? "not described"}” is not accepted under this program.`,
        );
    } else if (outcome === "conditional") {
      if (reason === "interest")
        conditional(
          "DONOR_INTEREST",
          `${what}: the donor is not family. Document the donor's interest in the borrower.`,
        );
      else conditional("GIFT_INCOMPLETE", `${what} is not complete. Still needed: ${listed(missing)}.`);
    } else if (reason === "review")
      book.draft({
        ...base,
        code: "DONOR_INTEREST",
        weight: "review",
        text: gift.isInterestedParty
          ? `${what}: the donor also sells the property. Check that this program accepts the gift.`
          : `${what}: the donor is not a relative of the borrower. Check that the guide accepts this donor.`,
        clearedBy: [],
      });
    return { gift, outcome };
  });
}

/** A gift into an account that does not count, still pending or returned is not in the counted money. */
function isHeldMoney({ counting, netOf }: Model, line: Line): boolean {
  return counting.get(line.account)?.isCounted === true && !line.isPending && !netOf.has(line);
}

function isHeldGift(model: Model, { line }: Gift): boolean {
  return line !== null && isHeldMoney(model, line);
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`;
}

// ---- Other lines: moved after reading, interested parties, virtual currency, foreign, small sums -----------------

function testOthers({ model, loan, terms, tested, program, book }: Context): void {
  const takenOff = new Set(book.claims.filter(({ line, cents }) => cents >= -line.cents).map(({ line }) => line));
  for (const { line, cents } of movedAfterReading(model, takenOff))
    book.claim(
      {
        ruleId: "S2",
        code: "MOVED_AFTER_READING",
        weight: "U",
        text: `The transfer of ${into(line)} came after another bank was read, so ${formatMoney(cents)} could be counted twice and is taken off once. A new report settles it.`,
        clearedBy: [NEW_REPORT],
        lines: [line],
        inputs: { amountCents: -line.cents, takenCents: cents },
      },
      { line, cents, isNever: false, cureCents: cents },
    );
  const lower = program === "fha" ? fhaThreshold(terms) : terms.incomeThresholdCents;
  const returned = new Set<Line>();
  for (const one of tested) {
    const { deposit, outcome, unsourcedCents } = one;
    const { line, cents, isCounted, isInWindow } = deposit;
    const party = outcome === "interested_party" ? interestedPartyOf(line, loan) : undefined;
    if (party !== undefined && unsourcedCents > 0)
      book.claim(
        {
          ruleId: "R29",
          code: "INTERESTED_PARTY_DEPOSIT",
          weight: "blocker",
          text: `The deposit of ${into(line)} is from ${party}, who gains from the sale. ${formatMoney(unsourcedCents)} does not count unless another source is documented.`,
          clearedBy: [SOURCES],
          lines: [line],
          subject: party,
          inputs: { amountCents: cents, unsourcedCents },
        },
        { line, cents: unsourcedCents, isNever: true, cureCents: unsourcedCents },
      );
    if (!isCounted) continue;
    if (line.class === "crypto" && isInWindow && outcome === "below_threshold")
      book.draft({
        ruleId: "R16",
        code: "VIRTUAL_CURRENCY",
        weight: "info",
        text: `The deposit of ${into(line)} is from a virtual currency exchange. Virtual currency counts only once it is exchanged into US dollars.`,
        clearedBy: [],
        lines: [line],
        inputs: { amountCents: cents, thresholdCents: lower },
      });
    if (line.classification.isForeign && !one.identifiedAs)
      book.draft({
        ruleId: "R29",
        code: "FOREIGN_DEPOSIT",
        weight: "info",
        text: `The deposit of ${into(line)} comes from abroad. It is tested like any other deposit.`,
        clearedBy: [],
        lines: [line],
        inputs: { amountCents: cents },
      });
    const net = model.netOf.get(line);
    if (one.identifiedAs === "returned" && net && !returned.has(line)) {
      returned.add(line);
      book.draft({
        ruleId: "S2",
        code: "DEPOSIT_RETURNED",
        weight: "review",
        text: `The deposit of ${into(line)} was returned on ${longDay(net.source.date)}. Neither counts.`,
        clearedBy: [],
        lines: [line, net],
        inputs: { amountCents: cents },
      });
    }
    const pair = model.possibleTransferOf.get(line);
    if (pair && (outcome === "large_unsourced" || outcome === "document_source"))
      book.draft({
        ruleId: "S2",
        code: "POSSIBLE_OWN_TRANSFER",
        weight: "review",
        text: `The deposit of ${into(line)} may be the borrower's own: ${pair.account.name} paid the same amount on ${longDay(pair.source.date)}. Confirm that it is one transfer.`,
        clearedBy: [confirm("ownTransfer"), SOURCES],
        lines: [line, pair],
        inputs: { amountCents: cents },
      });
  }
  testSmallSums({ loan, tested, terms, program, book });
}

/** R20: guides test single deposits; the sum of small ones is the lender's own policy. */
function testSmallSums({
  loan,
  tested,
  terms,
  program,
  book,
}: Pick<Context, "loan" | "tested" | "terms" | "program" | "book">): void {
  const { days, cashLeastCents, cashMostCents, cashDays, cashCount } = RULES.R20.parameters;
  const { smallDepositsLimitCents } = terms.parameters;
  const threshold = smallThreshold(loan, program, terms);
  const open = tested
    .filter(({ deposit, unsourcedCents, identifiedAs }) => deposit.isCounted && !identifiedAs && unsourcedCents > 0)
    .sort((a, b) => a.deposit.line.day - b.deposit.line.day);
  if (threshold !== null) {
    const small = open.filter(({ deposit }) => deposit.cents <= threshold);
    const most = largestRun(small, days - 1, ({ unsourcedCents }) => unsourcedCents);
    if (most && most.size > threshold) {
      const lines = most.rows.map(({ deposit }) => deposit.line);
      const draft: Draft = {
        ruleId: "R20",
        code: "MANY_UNEXPLAINED",
        weight: "review",
        text: `${formatCount(lines.length, "small deposit")} without a known source add up to ${formatMoney(most.size)} within ${days} days, from ${longDay(lines[0]!.source.date)} to ${longDay(lines.at(-1)!.source.date)}. Ask where they come from.`,
        clearedBy: [SOURCES],
        lines,
        inputs: { sumCents: most.size, thresholdCents: threshold, number: lines.length },
      };
      if (most.size > (smallDepositsLimitCents ?? Infinity)) {
        const key = book.draft({ ...draft, weight: "U", atLeast: "review" });
        for (const { deposit, unsourcedCents } of most.rows)
          if (!book.claims.some(({ line }) => line === deposit.line))
            book.claims.push({
              line: deposit.line,
              code: draft.code,
              cents: unsourcedCents,
              isNever: false,
              findingKey: key,
              cureCents: unsourcedCents,
            });
      } else book.draft(draft);
    }
  }
  const cash = open.filter(
    ({ deposit }) =>
      deposit.line.class === "cash_deposit" && deposit.cents >= cashLeastCents && deposit.cents <= cashMostCents,
  );
  const run = largestRun(cash, cashDays, () => 1);
  if (run && run.size >= cashCount) {
    const lines = run.rows.map(({ deposit }) => deposit.line);
    const total = sum(run.rows.map(({ deposit }) => deposit.cents));
    book.draft({
      ruleId: "R20",
      code: "CASH_PATTERN",
      weight: "review",
      text: `${formatCount(lines.length, "cash deposit")} of ${formatMoney(cashLeastCents)} to ${formatMoney(cashMostCents)} within ${cashDays} days add up to ${formatMoney(total)}. Ask where the cash comes from.`,
      clearedBy: [SOURCES],
      lines,
      inputs: { sumCents: total, number: lines.length },
    });
  }
}

/** A lower threshold for large deposits must not take deposits out of the sum, so the guide's is the least. */
function smallThreshold(loan: Loan, program: Program, terms: Terms): number | null {
  const of = (one: Terms) => one.incomeThresholdCents ?? (program === "fha" ? fhaThreshold(one) : null);
  const own = of(terms);
  if (own === null || terms.parameters.overlay === null) return own;
  return Math.max(own, of(termsOf(loan, program))!); // known with the other
}

/** The largest run of deposits, the first and the last at most so many days apart. Rows are sorted by day. */
function largestRun(rows: readonly TestedDeposit[], daysApart: number, sizeOf: (row: TestedDeposit) => number) {
  let best: { from: number; to: number; size: number } | undefined;
  let [from, size] = [0, 0];
  for (const [to, row] of rows.entries()) {
    size += sizeOf(row);
    while (row.deposit.line.day - rows[from]!.deposit.line.day > daysApart) size -= sizeOf(rows[from++]!);
    if (!best || size > best.size) best = { from, to, size };
  }
  return best && { rows: rows.slice(best.from, best.to + 1), size: best.size };
}

// ---- Earnest money (R14) ----------------------------------------------------------------------------------------

function testEarnest({ earnest, loan, program, book }: Context): void {
  if (!earnest) return;
  const { enteredCents, foundCents, receiptCents, givenCents, giftedCents, sureCents, conditionalCents } = earnest;
  const { payments, fromOther } = earnest;
  const [check] = earnest.uncounted;
  const creditedCents = sureCents + conditionalCents;
  const missingCents = enteredCents - creditedCents - givenCents - giftedCents;
  const isAboveFha =
    program === "fha" &&
    loan.salesPrice !== undefined &&
    enteredCents * 100 > loan.salesPrice * RULES.R14.parameters.fhaVerifyAbovePercent;
  const receipt = evidence("emd_receipt");
  const isOfOthers = fromOther.every(isPaidByAnother);
  const lines = payments.map(({ line }) => line);
  const inputs = { enteredCents, foundCents, receiptCents };
  if (conditionalCents > 0) {
    const draft: Draft = check
      ? {
          ruleId: "R14",
          code: "EMD_CHECK_NOT_CONFIRMED",
          weight: "C",
          text: `A check of ${formatMoney(foundCents)} on ${longDay(check.source.date)} from ${check.account.name} may be the earnest money. The bank does not report who was paid. Confirm the check, or add the receipt.`,
          clearedBy: [confirm("thisCheck"), receipt],
          lines: [check],
          inputs,
        }
      : {
          ruleId: "R14",
          code: "EMD_RECEIPT_NOT_CLEARED",
          weight: "C",
          text: `A receipt shows ${formatMoney(conditionalCents)} of earnest money that the bank data does not show. The balance may still include it: the payment is not known to have cleared before the bank was read. Enter the day it cleared, or get a new report after that day.`,
          clearedBy: [receipt, NEW_REPORT],
          inputs,
        };
    book.draft(draft);
    book.conditional({ code: draft.code, account: null, kind: "earnest", cents: conditionalCents }, draft);
  }
  if (givenCents > 0)
    book.draft({
      ruleId: "R14",
      code: "EMD_PAID_BY_GIFT",
      weight: "review",
      text: `A receipt shows earnest money of ${formatMoney(givenCents)}, the amount of a gift. The gift counts by the rules for gifts, so the receipt is not credited as well. If they are two payments, link the gift to its deposit, or the receipt to the bank line that paid it.`,
      clearedBy: [receipt, evidence("gift")],
      inputs: { ...inputs, givenCents },
    });
  if (missingCents > 0 && fromOther.length > 0)
    book.draft({
      ruleId: "R14",
      code: "EMD_FROM_OTHER",
      weight: "review",
      text: `The earnest money of ${formatMoney(sum(fromOther.map(({ cents }) => cents)))} was paid from ${fromOther[0]!.account.name}, which does not count, so it is not credited. Add ${isOfOthers ? "the gift letter of the owner for this payment, or " : ""}the receipt and the source.`,
      clearedBy: [receipt, ...(isOfOthers ? [evidence("gift")] : [])],
      lines: fromOther,
      inputs,
    });
  else if (missingCents > 0 && foundCents === 0)
    book.draft({
      ruleId: "R14",
      code: "EMD_NOT_FOUND",
      weight: isAboveFha ? "blocker" : "review",
      text: `No payment of the earnest money, ${formatMoney(enteredCents)}, was found, so ${creditedCents > 0 ? `only ${formatMoney(creditedCents)} is credited` : "it is not credited"}. Add the receipt and the day the payment cleared${loan.contractDate === undefined ? "" : `, at most ${RULES.R14.parameters.daysBeforeContract} days before the contract`}.`,
      clearedBy: [receipt],
      inputs,
    });
  else if (missingCents > 0 || foundCents > enteredCents)
    book.draft({
      ruleId: "R14",
      code: "EMD_DIFFERS",
      weight: "review",
      text:
        foundCents < enteredCents
          ? `Earnest money of ${formatMoney(foundCents)} was found; ${formatMoney(enteredCents)} is entered. ${formatMoney(creditedCents)} is credited and ${formatMoney(missingCents)} still needs a receipt.`
          : `Earnest money of ${formatMoney(foundCents)} was found; ${formatMoney(enteredCents)} is entered and credited.`,
      clearedBy: [receipt, loanTerms("emd")],
      lines,
      inputs: { ...inputs, missingCents },
    });
  if (program === "fha" && !isAboveFha) return;
  if (receiptCents >= Math.min(enteredCents, foundCents)) return;
  for (const { line, averageCents, isSupported } of payments)
    if (isSupported === false)
      book.draft({
        ruleId: "R14",
        code: "EMD_UNSUPPORTED",
        weight: program === "fha" ? "blocker" : "review",
        text: `${line.account.name} paid ${formatMoney(line.cents)} of earnest money on ${longDay(line.source.date)}, more than its average balance of ${formatMoney(averageCents!)} before. Add the receipt and where the money came from.`,
        clearedBy: [receipt],
        lines: [line],
        inputs: { paidCents: line.cents, average60Cents: averageCents },
      });
}

// ---- The loan's terms (R6b, R7, R7b, R9 own funds, R26, R27) ------------------------------------------------------

type Own = Pick<
  ProgramFunds,
  "ownFundsCents" | "requiredOwnFundsCents" | "requiredContributionCents" | "contributionCents"
>;

function lacksOwnFunds({ ownFundsCents, requiredOwnFundsCents }: Own): boolean {
  return requiredOwnFundsCents !== null && ownFundsCents < requiredOwnFundsCents;
}

/** Conditional money that is no gift. */
function isOwnMoney({ weight, ruleId }: Draft): boolean {
  return weight === "C" && ruleId !== "R9";
}

/** @param held gifts that the level of funds holds */
function ownFunds(
  { model, loan, program, terms }: Context,
  level: Level,
  gifts: ReturnType<typeof testGifts>,
  held: readonly GiftOutcome[],
): Own {
  const { salesPrice, loanAmount, occupancy, units } = loan;
  const given = gifts.filter(
    ({ gift, outcome }) => !gift.sharesHome && held.includes(outcome) && (gift.isToCome || isHeldGift(model, gift)),
  );
  const lower = terms.loanToValueBaseCents;
  const { ownFundsPercent, ownFundsAboveLtvPercent } = RULES.R9.parameters;
  const isHighLtv = lower !== null && loanAmount !== undefined && loanAmount * 100 > lower * ownFundsAboveLtvPercent;
  const asksOwnFunds =
    terms.isPurchase === true &&
    isHighLtv &&
    gifts.length > 0 &&
    ((program === "fannie" &&
      loan.isHomeReady !== true &&
      (occupancy === "second_home" || (occupancy === "primary" && units !== undefined && units > 1))) ||
      (program === "freddie" && occupancy === "second_home"));
  const requiredOwnFundsCents =
    asksOwnFunds && salesPrice !== undefined ? Math.ceil((salesPrice * ownFundsPercent) / 100) : null;
  const { investmentClosingCents: sold, investmentReserveCents: unsold } = level;
  const notGivenCents = Math.max(
    0,
    level.usableClosingCents + level.earnestCreditCents + sold - giftCents(given.map(({ gift }) => gift)),
  );
  // Securities may pay the borrower's own part as they may pay a shortfall (R6b), although a gift leaves none.
  const lackingCents = Math.max(0, (requiredOwnFundsCents ?? 0) - notGivenCents);
  const isWorthMore = (sold + unsold) * 100 >= (sold + lackingCents) * terms.parameters.liquidationPercent;
  const ownFundsCents = notGivenCents + (isWorthMore ? Math.min(lackingCents, unsold) : 0);
  return { ownFundsCents, requiredOwnFundsCents, ...contributionOf(loan, program, terms) };
}

/** R26. */
export function contributionOf(
  loan: Loan,
  program: Program,
  terms: Terms,
): Pick<Own, "requiredContributionCents" | "contributionCents"> {
  const none = { requiredContributionCents: null, contributionCents: null };
  const { loanAmount, occupancy, units, creditScore } = loan;
  if (terms.isPurchase !== true || loanAmount === undefined) return none;
  const { fhaTenThousandths, fhaLowScoreTenThousandths, fhaLowScoreBelow, downPaymentPercent, firstTimeBuyerPercent } =
    RULES.R26.parameters;
  if (program === "fha") {
    const value = terms.adjustedValueCents;
    if (value === null) return none;
    const share =
      creditScore !== undefined && creditScore < fhaLowScoreBelow ? fhaLowScoreTenThousandths : fhaTenThousandths;
    return { requiredContributionCents: Math.ceil((value * share) / 10_000), contributionCents: value - loanAmount };
  }
  if (!isConventional(program) || occupancy !== "primary" || units !== 1 || terms.loanToValueBaseCents === null)
    return none;
  const percent = loan.isFirstTimeBuyer || loan.isHomeReady ? firstTimeBuyerPercent : downPaymentPercent;
  return {
    requiredContributionCents: Math.ceil((terms.loanToValueBaseCents * percent) / 100),
    contributionCents: terms.loanToValueBaseCents - loanAmount,
  };
}

function testTerms(
  { loan, program, terms, book, model }: Context,
  required: ReturnType<typeof requiredReserves>,
  levels: Levels,
  own: Own,
): void {
  const { printed, unsold } = levels;
  // Either a sale alone closes, or closing still needs one when everything else is cleared.
  const isSaleEnough = printed.surplusCents === null || printed.unprovenCents >= -printed.surplusCents;
  const unprovenCents = isSaleEnough ? printed.unprovenCents : unsold.unprovenCents;
  const facts = [loan.loanAmount, loan.salesPrice, loan.appraisedValue];
  if (unprovenCents > 0) {
    const investments = model.accounts.filter(
      (account) => account.kind === "investment" && model.counting.get(account)?.isCounted,
    );
    book.draft({
      ruleId: "R6b",
      code: "LIQUIDATION_NEEDED",
      weight: "U",
      text: `Closing takes ${formatMoney(unprovenCents)} from securities or retirement accounts. Document that it was liquidated.`,
      clearedBy: [evidence("liquidation")],
      accounts: investments,
      inputs: {
        neededCents: unprovenCents,
        investmentCents: sum(investments.map((one) => model.counting.get(one)!.cents)),
      },
    });
  }
  if (terms.isCreditAboveCosts)
    book.draft({
      ruleId: "R7",
      code: "CREDITS_ABOVE_COSTS",
      weight: "review",
      text: `Credits of ${formatMoney(loan.credits!)} are more than the closing costs and prepaids of ${formatMoney(terms.costsCents!)}. The rest pays neither the down payment nor reserves.`,
      clearedBy: [loanTerms("credits", "closingCosts", "prepaids")],
      inputs: { creditsCents: loan.credits!, costsCents: terms.costsCents! },
      facts,
    });
  if (terms.isCreditAboveLimit)
    book.draft({
      ruleId: "R27",
      code: "IPC_ABOVE_LIMIT",
      weight: "review",
      text: `Credits of ${formatMoney(loan.credits!)} are above this program's limit of ${formatMoney(terms.interestedPartyLimitCents!)}. The excess is a sales concession: ${program === "fha" ? "it comes off the adjusted value" : "compute loan-to-value on the price less the excess"}.`,
      clearedBy: [loanTerms("credits", "salesPrice")],
      inputs: { creditsCents: loan.credits!, limitCents: terms.interestedPartyLimitCents! },
      facts,
    });
  if (required.needsReason) {
    const { ausReserves, reserveMonthsRequired } = loan;
    const entered = ausReserves === undefined ? `${reserveMonthsRequired} months` : formatMoney(ausReserves);
    book.draft({
      ruleId: "R7b",
      code: "RESERVES_BELOW_TABLE",
      weight: "review",
      text: `The entered reserves of ${entered} are below the guide's table (${required.basis}). The table is used until a reason is entered.`,
      clearedBy: [loanTerms("reserveReason", "reserveMonthsRequired", "ausReserves")],
      inputs: {
        ...(ausReserves === undefined ? { enteredMonths: reserveMonthsRequired! } : { ausCents: ausReserves }),
        tableCents: required.cents,
      },
    });
  }
  if (program === "fha" && loan.occupancy !== undefined && loan.occupancy !== "primary")
    book.draft({
      ruleId: "R7",
      code: "OCCUPANCY_NOT_FHA",
      weight: "blocker",
      text: "FHA insures loans on the borrower's principal residence only.",
      clearedBy: [loanTerms("occupancy")],
      inputs: { occupancy: loan.occupancy },
    });
  if (lacksOwnFunds(own))
    book.draft({
      ruleId: "R9",
      code: "OWN_FUNDS_SHORT",
      weight: "blocker",
      text: `${formatMoney(own.requiredOwnFundsCents!)} of the borrower's own money is required (5% of the price); ${formatMoney(own.ownFundsCents)} is not a gift.`,
      clearedBy: [evidence("gift"), loanTerms("loanAmount", "isHomeReady")],
      inputs: { ownCents: own.ownFundsCents, neededCents: own.requiredOwnFundsCents },
      facts,
    });
  testContribution({ loan, program, terms, book }, own, facts);
}

function testContribution(
  { loan, program, terms, book }: Pick<Context, "loan" | "program" | "terms" | "book">,
  own: Own,
  facts: NonNullable<FindingDraft["facts"]>,
): void {
  const { requiredContributionCents: needed } = own;
  if (needed === null) return;
  const given = own.contributionCents!; // known when the other is
  const inputs = { neededCents: needed, contributionCents: given };
  const ofFha = loanTerms("loanAmount", "salesPrice", "creditScore");
  if (program === "fha") {
    if (loan.creditScore === undefined)
      book.draft({
        ruleId: "R26",
        code: "SCORE_NEEDED",
        weight: "review",
        text: "The credit score decides whether FHA asks for 3.5% or 10% down. Enter it.",
        clearedBy: [ofFha],
        inputs,
      });
    const tooLow = loan.creditScore !== undefined && loan.creditScore < RULES.R26.parameters.fhaLeastScore;
    if (given < needed || tooLow)
      book.draft({
        ruleId: "R26",
        code: "MRI_SHORT",
        weight: "blocker",
        text: tooLow
          ? "FHA does not insure a loan with a credit score below 500."
          : `FHA's minimum required investment is ${formatMoney(needed)}; the adjusted value less the loan is ${formatMoney(given)}.`,
        clearedBy: [ofFha],
        inputs,
        facts,
      });
    return;
  }
  const isReduced = terms.loanToValueBaseCents !== terms.valueCents;
  if (given < needed)
    book.draft({
      ruleId: "R26",
      code: "DOWN_PAYMENT_SHORT",
      weight: "blocker",
      text: `The down payment of ${formatMoney(given)}${isReduced ? ", without the credits above the limit," : ""} is below the minimum of ${formatMoney(needed)} for this program.`,
      clearedBy: [
        loanTerms("loanAmount", "isFirstTimeBuyer", "isHomeReady", ...(isReduced ? (["credits"] as const) : [])),
      ],
      inputs,
      facts,
    });
}
