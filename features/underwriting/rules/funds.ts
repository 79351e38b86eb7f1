import type { Loan } from "#features/loans/contract.ts";
import type { FundsLevel, Program, ProgramFunds } from "./evaluation.ts";
import type { EarnestMoney } from "./earnest-money.ts";
import { isAboutAccount } from "./counting.ts";
import type { Account, Line, Model } from "./model.ts";
import { monthsOf, sum } from "./money.ts";
import { once } from "./once.ts";
import { RULES } from "./rule-set.ts";
import { isConventional, type RequiredReserves, type Terms } from "./terms.ts";
import { compare } from "./text.ts";

/** Money of one line that is taken off: unexplained money until it is explained (U), the rest always (N). */
export interface Claim {
  readonly line: Line;
  readonly code: string;
  readonly cents: number;
  readonly isNever: boolean;
  /** Key of the finding that names it. */
  readonly findingKey: string;
  /** Cents to document so that the whole claim falls away. */
  readonly cureCents: number;
}

/** Money that counts in the printed figures while a condition is open (C). */
export interface Conditional {
  readonly code: string;
  readonly findingKey: string;
  /** The account whose money it is; other conditional money is a sum of its own. */
  readonly account: Account | null;
  readonly kind: "account" | "lump" | "giftToCome" | "earnest";
  readonly cents: number;
}

export interface GiftSums {
  readonly toComeCents: number;
  readonly depositedCents: number;
}

/** All that funds under one program depend on. */
export interface FundsInput {
  readonly model: Model;
  readonly loan: Loan;
  readonly program: Program;
  readonly terms: Terms;
  readonly required: RequiredReserves;
  readonly claims: readonly Claim[];
  readonly conditionals: readonly Conditional[];
  /** Gifts that count, the conditional ones included. */
  readonly gifts: GiftSums;
  readonly earnest: EarnestMoney | null;
}

/** A level of funds: which claims are taken off, and which conditional money is left out. */
export interface LevelChoice {
  readonly claims: readonly Claim[];
  readonly without: ReadonlySet<Conditional>;
  /** Investments count for a shortfall without proof of liquidation. */
  readonly assumesLiquidation: boolean;
}

interface Place {
  readonly account: Account | null; // `null`: the earnest-money credit
  readonly capacity: number;
  readonly isBank: boolean;
  taken: number;
}

export interface Level extends FundsLevel {
  readonly places: readonly Readonly<Place>[];
  readonly earnestCreditCents: number;
  readonly cashBackCents: number | null;
  readonly investmentClosingCents: number;
  readonly investmentReserveCents: number;
  readonly giftCents: number;
  /** What investments would still have to give, and may not without proof. */
  readonly unprovenCents: number;
}

export function levelOf(input: FundsInput, choice: LevelChoice): Level {
  const { terms, required, earnest, gifts, conditionals } = input;
  const places = placesOf(input, choice);
  takeClaims(input, choice, places);
  takeLumps(choice, places);
  const left = (place: Place) => place.capacity - place.taken;
  const credit = sum(places.filter(({ account }) => account === null).map(left));
  const bank = sum(places.filter(({ isBank }) => isBank).map(left));
  const withoutGifts = sum(
    conditionals.filter((one) => one.kind === "giftToCome" && choice.without.has(one)).map(({ cents }) => cents),
  );
  const giftCents = gifts.toComeCents - withoutGifts;
  const usable = bank + giftCents;
  const raw = terms.beforeEarnestCents === null ? null : terms.beforeEarnestCents - (earnest ? credit : 0);
  const need = raw === null ? null : Math.max(0, raw);
  const shortfall = need === null ? 0 : Math.max(0, need - usable);
  const sold = sell(input, choice, places, shortfall);
  const surplus = need === null ? null : usable - need + sold.closing;
  const depositedWithout = sum(
    conditionals
      .filter((one) => one.code.startsWith("GIFT") || one.code === "DONOR_INTEREST")
      .filter((one) => one.kind === "lump" && choice.without.has(one))
      .map(({ cents }) => cents),
  );
  const unusedGifts =
    need === null || !giftsAreNoReserves(input.program)
      ? 0
      : Math.max(0, giftCents + gifts.depositedCents - depositedWithout - need);
  const reserves = surplus === null ? null : Math.max(0, Math.max(0, surplus) - unusedGifts) + sold.reserve;
  return {
    places,
    usableClosingCents: usable,
    cashToCloseCents: need,
    cashBackCents: raw === null ? null : Math.max(0, -raw),
    surplusCents: surplus,
    reservesCents: reserves,
    suffices: sufficesFor(surplus, reserves, required),
    earnestCreditCents: credit,
    investmentClosingCents: sold.closing,
    investmentReserveCents: sold.reserve,
    giftCents,
    unprovenCents: Math.min(shortfall - sold.closing, sold.value - sold.closing),
  };
}

function sufficesFor(
  surplus: number | null,
  reserves: number | null,
  { cents, floorCents }: RequiredReserves,
): boolean | null {
  if (surplus === null || reserves === null) return null;
  if (surplus < 0 || reserves < floorCents) return false;
  return cents === null ? null : reserves >= cents;
}

function giftsAreNoReserves(program: Program): boolean {
  return program === "fha" || program === "usda";
}

function placesOf({ model, earnest, conditionals }: FundsInput, { without }: LevelChoice): Place[] {
  const left = new Set([...without].flatMap(({ account, kind }) => (kind === "account" && account ? [account] : [])));
  const places = model.accounts.flatMap((account): Place[] => {
    const counting = model.counting.get(account);
    if (!counting?.isCounted) return [];
    const capacity = left.has(account) ? 0 : counting.cents;
    return [{ account, capacity, isBank: account.kind === "depository", taken: 0 }];
  });
  if (earnest) {
    const open = conditionals.find(({ kind }) => kind === "earnest");
    const capacity = earnest.sureCents + (open && without.has(open) ? 0 : earnest.conditionalCents);
    places.push({ account: null, capacity, isBank: false, taken: 0 });
  }
  return places;
}

/** Section 2, "Marks": unexplained money follows own transfers and earnest-money payments. */
function takeClaims(input: FundsInput, { claims }: LevelChoice, places: readonly Place[]): void {
  if (claims.length === 0) return;
  const marks = trail(input, claims);
  let open = 0;
  for (const place of places) {
    const mark = marks.get(place.account) ?? 0;
    place.taken = Math.min(mark, place.capacity);
    open += mark - place.taken;
  }
  takeFrom(places, open);
}

/** From bank accounts, then investments, then the earnest-money credit. */
function takeFrom(places: readonly Place[], cents: number): void {
  const order = [
    ...places.filter(({ isBank }) => isBank),
    ...places.filter(({ isBank, account }) => !isBank && account !== null),
    ...places.filter(({ account }) => account === null),
  ];
  let open = cents;
  for (const place of order) {
    if (open === 0) return;
    const taken = Math.min(open, place.capacity - place.taken);
    place.taken += taken;
    open -= taken;
  }
}

function takeLumps({ without }: LevelChoice, places: readonly Place[]): void {
  const cents = sum([...without].filter(({ kind }) => kind === "lump").map(({ cents }) => cents));
  if (cents > 0) takeFrom(places, cents);
}

function trail({ model, earnest }: FundsInput, claims: readonly Claim[]): Map<Account | null, number> {
  const marks = new Map<Account | null, number>();
  const add = (place: Account | null, cents: number) => marks.set(place, (marks.get(place) ?? 0) + cents);
  const marked = [...claimsByLine(claims)].sort(([a], [b]) => a.day - b.day);
  let next = 0;
  // Deposits of a day come before its payments.
  const markUntil = (day: number) => {
    for (; next < marked.length && marked[next]![0].day <= day; next++) add(marked[next]![0].account, marked[next]![1]);
  };
  for (const line of movesOf(model, earnest)) {
    markUntil(line.day);
    const moved = Math.min(marks.get(line.account) ?? 0, line.cents);
    if (moved === 0) continue;
    add(line.account, -moved);
    add(model.transferOf.get(line)?.account ?? null, moved);
  }
  markUntil(Infinity);
  return marks;
}

/** Debits that carry marks on, in order: matched transfers, and earnest-money payments. */
function movesOf(model: Model, earnest: EarnestMoney | null): readonly Line[] {
  const debits = transferDebits(model);
  const paid = (earnest?.payments ?? []).map(({ line }) => line);
  return paid.length === 0 ? debits : [...debits, ...paid].sort(inOrder);
}

const transferDebits = once((model: Model): readonly Line[] =>
  [...model.transferOf.keys()].filter(({ cents }) => cents > 0).sort(inOrder),
);

function inOrder(a: Line, b: Line): number {
  return a.day - b.day || compare(a.account.key, b.account.key) || compare(a.key, b.key);
}

/** R6b: what investments give to close, and what of them is left as reserves. */
function sell(
  { model, program, loan }: FundsInput,
  { assumesLiquidation }: LevelChoice,
  places: readonly Place[],
  shortfall: number,
): { closing: number; reserve: number; value: number } {
  const investments = places.filter((place) => place.account !== null && !place.isBank);
  if (investments.length === 0) return { closing: 0, reserve: 0, value: 0 };
  const isRetirement = (place: Place) => model.counting.get(place.account!)!.isRetirement;
  const left = (place: Place) => place.capacity - place.taken;
  const value = sum(investments.map(left));
  const proven = sum(
    model.evidence
      .filter((one) => one.kind === "liquidation" && one.transactionId === null)
      .filter((one) => !one.accountId || investments.some(({ account }) => isAboutAccount(one, account!)))
      .map(({ sourcedCents }) => sourcedCents),
  );
  if (isConventional(program)) {
    const isWorthMore = value * 100 >= shortfall * RULES.R6b.parameters.liquidationPercent;
    const closing = Math.min(shortfall, assumesLiquidation || isWorthMore ? value : Math.min(value, proven));
    return { closing, reserve: value - closing, value };
  }
  const securities = sum(investments.filter((one) => !isRetirement(one)).map(left));
  const retirement = value - securities;
  const needsNoProof = assumesLiquidation || loan.underwriting === "aus";
  const fromSecurities = Math.min(shortfall, securities, needsNoProof ? securities : proven);
  const provenLeft = needsNoProof ? proven : proven - fromSecurities;
  const fromRetirement = Math.min(shortfall - fromSecurities, retirement, assumesLiquidation ? retirement : provenLeft);
  const reserve =
    securities -
    fromSecurities +
    Math.max(
      0,
      sum(investments.filter(isRetirement).map((one) => fhaReserveOf(model, one.account!, left(one)))) - fromRetirement,
    );
  return { closing: fromSecurities + fromRetirement, reserve, value };
}

/** FHA counts 60 % of retirement money, unless the plan's terms show more after tax and penalty. */
export function fhaReserveOf(model: Model, account: Account, cents: number): number {
  const share = Math.floor((cents * RULES.R6b.parameters.fhaRetirementPercent) / 100);
  const shown = Math.max(
    0,
    ...model.evidence
      .filter((one) => one.kind === "plan_terms" && isAboutAccount(one, account))
      .map(({ sourcedCents }) => sourcedCents),
  );
  return Math.max(share, Math.min(cents, shown));
}

export interface Levels {
  readonly sure: Level;
  readonly printed: Level;
  readonly all: Level;
  /** F2, with investments counting only as far as they do without proof of liquidation. */
  readonly unsold: Level;
}

export function levelsOf(input: FundsInput): Levels {
  const never = input.claims.filter(({ isNever }) => isNever);
  const every = new Set(input.conditionals);
  return {
    sure: levelOf(input, { claims: input.claims, without: every, assumesLiquidation: false }),
    printed: levelOf(input, { claims: input.claims, without: new Set(), assumesLiquidation: false }),
    all: levelOf(input, { claims: never, without: new Set(), assumesLiquidation: true }),
    unsold: levelOf(input, { claims: never, without: new Set(), assumesLiquidation: false }),
  };
}

/** The printed figures: F1, with the other two levels beside them. */
export function fundsOf(
  input: FundsInput,
  levels: Levels,
  own: Pick<
    ProgramFunds,
    "ownFundsCents" | "requiredOwnFundsCents" | "requiredContributionCents" | "contributionCents" | "atRiskCents"
  >,
): ProgramFunds {
  const { loan, terms, required, claims, conditionals, gifts, earnest } = input;
  const { printed } = levels;
  const conditionalAccounts = new Set(
    conditionals.flatMap(({ account, kind }) => (kind === "account" && account ? [account] : [])),
  );
  const taken = (isIt: (place: Level["places"][number]) => boolean) =>
    sum(printed.places.filter(isIt).map((place) => place.taken));
  const pitia = loan.pitia || null;
  const { reservesCents: reserves } = printed;
  const reserveMonths = pitia === null || reserves === null ? null : monthsOf(reserves, pitia);
  return {
    usableByAccount: printed.places
      .filter(({ isBank }) => isBank)
      .map(({ account, capacity, taken: some }) => ({
        accountId: account!.id,
        countedCents: capacity,
        reductionCents: some,
        cents: capacity - some,
        isConditional: conditionalAccounts.has(account!),
      })),
    investments: printed.places.flatMap(({ account, capacity, taken: some, isBank }) => {
      if (isBank || account === null) return [];
      const cents = capacity - some;
      const isShare = !isConventional(input.program) && input.model.counting.get(account)?.isRetirement === true;
      const reserveCents = isShare ? fhaReserveOf(input.model, account, cents) : cents;
      return [{ accountId: account.id, countedCents: capacity, reductionCents: some, cents, reserveCents }];
    }),
    reductions: claims.map(({ line, code, cents, isNever }) => ({
      transactionId: line.id,
      accountId: line.account.id,
      code,
      cents,
      neverCounts: isNever,
    })),
    unexplainedCents: claimedCents(claims),
    reductionCents: taken(() => true),
    investmentReductionCents: taken(({ isBank, account }) => !isBank && account !== null),
    earnestReductionCents: taken(({ account }) => account === null),
    conditionalCents: conditionalSum(conditionals),
    giftCents: printed.giftCents,
    depositedGiftCents: gifts.depositedCents,
    usableClosingCents: printed.usableClosingCents,
    terms: {
      costsCents: terms.costsCents,
      interestedPartyLimitCents: terms.interestedPartyLimitCents,
      interestedPartyCreditCents: terms.interestedPartyCreditCents,
      lenderCreditCents: terms.lenderCreditCents,
      downPaymentCents: terms.downPaymentCents,
      earnestFoundCents: earnest?.foundCents ?? 0,
    },
    earnestPaidCents: printed.earnestCreditCents,
    cashToCloseCents: printed.cashToCloseCents,
    cashBackCents: printed.cashBackCents,
    investmentClosingCents: printed.investmentClosingCents,
    investmentReserveCents: printed.investmentReserveCents,
    surplusCents: printed.surplusCents,
    isSufficientToClose: printed.surplusCents === null ? null : printed.surplusCents >= 0,
    reservesCents: reserves,
    reserveMonths,
    requiredReservesCents: required.cents ?? (required.floorCents || null),
    requiredReserveMonths: required.months,
    requiredReservesBasis: required.basis,
    isReserveEnough:
      reserves === null
        ? null
        : required.cents === null
          ? reserves < required.floorCents
            ? false
            : null
          : reserves >= required.cents,
    adjustedValueCents: terms.adjustedValueCents,
    ...own,
    levels: { sure: plain(levels.sure), printed: plain(printed), all: plain(levels.all) },
  };
}

function claimedCents(claims: readonly Claim[]): number {
  return sum(claimsByLine(claims).values());
}

function claimsByLine(claims: readonly Claim[]): Map<Line, number> {
  const byLine = Map.groupBy(claims, ({ line }) => line);
  return new Map([...byLine].map(([line, own]) => [line, deductedCents(-line.cents, own)]));
}

const GIFT_CODES: ReadonlySet<string> = new Set(["DONOR_NOT_ACCEPTED", "GIFT_FROM_INTERESTED_PARTY"]);

/**
 * What several claims take off one deposit. Two findings may name the same cents; a gift that may not be used is never
 * part of the cents without a source.
 */
export function deductedCents(depositCents: number, claims: readonly Pick<Claim, "code" | "cents">[]): number {
  const gifts = claims.filter(({ code }) => GIFT_CODES.has(code)).map(({ cents }) => cents);
  const others = claims.filter(({ code }) => !GIFT_CODES.has(code)).map(({ cents }) => cents);
  return Math.min(depositCents, sum(gifts) + Math.max(0, ...others));
}

/** An account under two conditions is conditional once. */
function conditionalSum(conditionals: readonly Conditional[]): number {
  const accounts = new Map(
    conditionals.filter(({ kind }) => kind === "account").map(({ account, cents }) => [account, cents]),
  );
  return sum(accounts.values()) + sum(conditionals.filter(({ kind }) => kind !== "account").map(({ cents }) => cents));
}

function plain({ usableClosingCents, cashToCloseCents, surplusCents, reservesCents, suffices }: Level): FundsLevel {
  return { usableClosingCents, cashToCloseCents, surplusCents, reservesCents, suffices };
}
