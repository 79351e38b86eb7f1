import type { Loan } from "#features/borrowers/contract.ts";
import type { EvidenceSource, FundsLevel, Program, ProgramFunds } from "./evaluation.ts";
import type { EarnestMoney } from "./earnest-money.ts";
import { isAboutAccount } from "./counting.ts";
import { unsourcedOfTransfer } from "./deposits.ts";
import type { Account, Line, Model } from "./model.ts";
import { monthsOf, sum } from "./money.ts";
import { once } from "./once.ts";
import { GUIDE_PARAMETERS, type Parameters } from "./overlay.ts";
import { isConventional, type RequiredReserves, type Terms } from "./terms.ts";
import { compare } from "./text.ts";

interface Taken {
  readonly line: Line;
  readonly code: string;
  readonly cents: number;
}

/** Money of one line that is taken off: unexplained money until it is explained (U), the rest always (N). */
export interface Claim extends Taken {
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
  readonly kind: "account" | "lump" | "giftToCome" | "earnest"; // only `account` has one
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
  /** Deposits that count, and block until they are documented. */
  readonly undocumented: readonly Taken[];
  /** Gifts that count, the conditional ones included. */
  readonly gifts: GiftSums;
  readonly earnest: EarnestMoney | null;
  /** Assumed to have no source beside what the claims name (break-even). */
  readonly unexplainedCents?: number;
}

/** A level of funds: which claims are taken off, and which conditional money is left out. */
export interface LevelChoice {
  readonly claims: readonly Taken[];
  readonly without: ReadonlySet<Conditional>;
  /** Investments count for a shortfall without proof of liquidation. */
  readonly assumesLiquidation: boolean;
}

interface Place {
  readonly kind: "bank" | "investment" | "earnest";
  readonly account: Account | null; // `null`: the earnest-money credit
  readonly capacity: number;
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
  const credit = sum(places.filter(isOf("earnest")).map(left));
  const bank = sum(places.filter(isOf("bank")).map(left));
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
  const reserves = surplus === null ? null : Math.max(0, surplus - unusedGifts) + sold.reserve;
  return {
    places,
    usableClosingCents: usable,
    cashToCloseCents: need,
    cashBackCents: raw === null ? null : Math.max(0, -raw),
    surplusCents: surplus,
    reservesCents: reserves,
    suffices: surplus !== null && surplus < 0 ? false : areReservesEnough(reserves, required),
    earnestCreditCents: credit,
    investmentClosingCents: sold.closing,
    investmentReserveCents: sold.reserve,
    giftCents,
    unprovenCents: Math.min(shortfall - sold.closing, sold.value - sold.closing),
  };
}

/** `null`: not evaluated. A known requirement is its own floor. */
function areReservesEnough(reserves: number | null, { cents, floorCents }: RequiredReserves): boolean | null {
  if (reserves === null) return null;
  if (reserves < floorCents) return false;
  return cents === null ? null : true;
}

const isOf = (kind: Place["kind"]) => (place: Readonly<Place>) => place.kind === kind;
const left = ({ capacity, taken }: Readonly<Place>) => capacity - taken;

function giftsAreNoReserves(program: Program): boolean {
  return program === "fha" || program === "usda";
}

/** While these are open, what the account paid on is no more the borrower's than what is left in it. */
const NOT_YET_THE_BORROWERS: ReadonlySet<string> = new Set(["NAME_DIFFERS", "BUSINESS_ASSET_ANALYSIS"]);

/** Section 2, "Marks": unexplained money follows own transfers and earnest-money payments. */
function placesOf(input: FundsInput, { claims, without }: LevelChoice): Place[] {
  const { model, earnest, conditionals } = input;
  const leftOut = accountsOf([...without]);
  const notTheBorrowers = accountsOf([...without].filter(({ code }) => NOT_YET_THE_BORROWERS.has(code)));
  const marks = trail(input, claims, notTheBorrowers);
  const places: Place[] = [];
  let open =
    (input.unexplainedCents ?? 0) + sum([...without].filter(({ kind }) => kind === "lump").map(({ cents }) => cents));
  const add = (kind: Place["kind"], account: Account | null, capacity: number) => {
    const mark = marks.get(account) ?? 0;
    const taken = Math.min(mark, capacity);
    open += mark - taken;
    places.push({ kind, account, capacity, taken });
  };
  for (const account of model.accounts) {
    const counting = model.counting.get(account);
    if (counting?.isCounted)
      add(account.kind === "depository" ? "bank" : "investment", account, leftOut.has(account) ? 0 : counting.cents);
  }
  if (earnest) {
    const isOpen = conditionals.some((one) => one.kind === "earnest" && without.has(one));
    const paidByOthers = sum(
      earnest.paidFrom.filter(({ account }) => notTheBorrowers.has(account)).map(({ cents }) => cents),
    );
    const sureCents = Math.max(0, earnest.sureCents - paidByOthers);
    add("earnest", null, sureCents + (isOpen ? 0 : earnest.conditionalCents));
  }
  takeFrom(places, open);
  return places;
}

/** From bank accounts, then investments, then the earnest-money credit. */
function takeFrom(places: readonly Place[], cents: number): void {
  let open = cents;
  for (const kind of ["bank", "investment", "earnest"] as const)
    for (const place of places.filter(isOf(kind))) {
      const taken = Math.min(open, left(place));
      place.taken += taken;
      open -= taken;
    }
}

function trail(
  input: FundsInput,
  claims: readonly Taken[],
  notTheBorrowers: ReadonlySet<Account | null>,
): Map<Account | null, number> {
  const marks = new Map<Account | null, number>();
  const add = (place: Account | null, cents: number) => marks.set(place, (marks.get(place) ?? 0) + cents);
  const marked = [...claimsByLine(claims)].sort(([a], [b]) => a.day - b.day);
  let next = 0;
  // Deposits of a day come before its payments.
  const markUntil = (day: number) => {
    for (; next < marked.length && marked[next]![0].day <= day; next++) add(marked[next]![0].account, marked[next]![1]);
  };
  for (const line of movesOf(input)) {
    markUntil(line.day);
    const moved = Math.min(marks.get(line.account) ?? 0, line.cents);
    const other = input.model.transferOf.get(line);
    const unsourced =
      other && notTheBorrowers.has(line.account) && !notTheBorrowers.has(other.account)
        ? unsourcedOfTransfer(input, other)
        : 0;
    add(line.account, -moved);
    add(other?.account ?? null, Math.max(moved, unsourced));
  }
  markUntil(Infinity);
  return marks;
}

/** Debits that carry marks on, in order: matched transfers, and earnest-money payments. */
const movesOf = once(({ model, earnest }: FundsInput): readonly Line[] => {
  const debits = [...model.transferOf.keys()].filter(({ cents }) => cents > 0);
  const paid = (earnest?.payments ?? []).map(({ line }) => line);
  return [...debits, ...paid].sort(
    (a, b) => a.day - b.day || compare(a.account.key, b.account.key) || compare(a.key, b.key),
  );
});

/** R6b: what investments give to close, and what of them is left as reserves. */
function sell(
  { model, program, loan, terms: { parameters } }: FundsInput,
  { assumesLiquidation }: LevelChoice,
  places: readonly Place[],
  shortfall: number,
): { closing: number; reserve: number; value: number } {
  const investments = places.filter(isOf("investment"));
  const isRetirement = (place: Place) => model.counting.get(place.account!)!.isRetirement;
  const value = sum(investments.map(left));
  const proofs = liquidationProofs(model);
  const shownBy = (some: typeof proofs) => sum(some.map(({ sourcedCents }) => sourcedCents));
  /** Proof about an account releases no other account's money. */
  const provenOf = (some: readonly Place[]) =>
    sum(some.map((one) => Math.min(left(one), shownBy(proofs.filter((proof) => isAboutAccount(proof, one.account!))))));
  const ofAny = shownBy(proofs.filter(({ accountId }) => !accountId));
  if (isConventional(program)) {
    const isWorthMore = value * 100 >= shortfall * parameters.liquidationPercent;
    const proven = Math.min(value, provenOf(investments) + ofAny);
    const closing = Math.min(shortfall, assumesLiquidation || isWorthMore ? value : proven);
    return { closing, reserve: value - closing, value };
  }
  const ofRetirement = investments.filter(isRetirement);
  const ofSecurities = investments.filter((one) => !isRetirement(one));
  const securities = sum(ofSecurities.map(left));
  const retirement = value - securities;
  const needsNoProof = assumesLiquidation || loan.underwriting === "aus";
  const provenSecurities = provenOf(ofSecurities);
  const fromSecurities = Math.min(shortfall, securities, needsNoProof ? securities : provenSecurities + ofAny);
  const ofAnyLeft = needsNoProof ? ofAny : ofAny - Math.max(0, fromSecurities - provenSecurities);
  const provenRetirement = provenOf(ofRetirement) + ofAnyLeft;
  const fromRetirement = Math.min(
    shortfall - fromSecurities,
    retirement,
    assumesLiquidation ? retirement : provenRetirement,
  );
  const reserve =
    securities -
    fromSecurities +
    Math.max(
      0,
      sum(ofRetirement.map((one) => fhaReserveOf(model, one.account!, left(one), parameters))) - fromRetirement,
    );
  return { closing: fromSecurities + fromRetirement, reserve, value };
}

/** One sale that was accepted twice, or that is a deposit already, proves no further one. */
function liquidationProofs({ evidence }: Model) {
  const proofs = evidence.filter(({ kind }) => kind === "liquidation");
  const areApart = (one: EvidenceSource, other: EvidenceSource) =>
    one.sourcedCents !== other.sourcedCents ||
    (one.accountId != null && other.accountId != null && one.accountId !== other.accountId);
  return proofs.filter(
    (one, at) =>
      one.transactionId === null &&
      proofs.every((other, place) => (other.transactionId === null && place >= at) || areApart(one, other)),
  );
}

/** FHA counts 60 % of retirement money, unless the plan's terms show more after tax and penalty. */
export function fhaReserveOf(
  model: Model,
  account: Account,
  cents: number,
  { fhaRetirementPercent }: Pick<Parameters, "fhaRetirementPercent"> = GUIDE_PARAMETERS,
): number {
  const share = Math.floor((cents * fhaRetirementPercent) / 100);
  const shown = model.evidence
    .filter((one) => one.kind === "plan_terms" && isAboutAccount(one, account))
    .map(({ sourcedCents }) => Math.min(cents, sourcedCents));
  return Math.max(share, ...shown);
}

export interface Levels {
  readonly sure: Level;
  readonly printed: Level;
  readonly all: Level;
  /** F2, with investments counting only as far as they do without proof of liquidation. */
  readonly unsold: Level;
  /** F0 without the deposits that block until they are documented. */
  readonly documented: Level;
}

export function levelsOf(input: FundsInput): Levels {
  const never = input.claims.filter(({ isNever }) => isNever);
  const every = new Set(input.conditionals);
  return {
    sure: levelOf(input, { claims: input.claims, without: every, assumesLiquidation: false }),
    printed: levelOf(input, { claims: input.claims, without: new Set(), assumesLiquidation: false }),
    all: levelOf(input, { claims: never, without: new Set(), assumesLiquidation: true }),
    unsold: levelOf(input, { claims: never, without: new Set(), assumesLiquidation: false }),
    documented: levelOf(input, {
      claims: [...input.claims, ...input.undocumented],
      without: every,
      assumesLiquidation: false,
    }),
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
  const conditionalAccounts = accountsOf(conditionals);
  const takenFrom = (...kinds: Place["kind"][]) =>
    sum(printed.places.filter(({ kind }) => kinds.includes(kind)).map(({ taken }) => taken));
  const pitia = loan.pitia || null;
  const { reservesCents: reserves } = printed;
  const reserveMonths = pitia === null || reserves === null ? null : monthsOf(reserves, pitia);
  return {
    usableByAccount: printed.places.filter(isOf("bank")).map((place) => ({
      ...rowOf(place),
      isConditional: conditionalAccounts.has(place.account),
    })),
    investments: printed.places.filter(isOf("investment")).map((place) => {
      const account = place.account!;
      const isShare = !isConventional(input.program) && input.model.counting.get(account)!.isRetirement;
      return {
        ...rowOf(place),
        reserveCents: isShare ? fhaReserveOf(input.model, account, left(place), terms.parameters) : left(place),
      };
    }),
    reductions: claims.map(({ line, code, cents, isNever }) => ({
      transactionId: line.id,
      accountId: line.account.id,
      code,
      cents,
      neverCounts: isNever,
    })),
    unexplainedCents: claimedCents(claims),
    reductionCents: takenFrom("bank", "investment", "earnest"),
    investmentReductionCents: takenFrom("investment"),
    earnestReductionCents: takenFrom("earnest"),
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
    isReserveEnough: areReservesEnough(reserves, required),
    adjustedValueCents: terms.adjustedValueCents,
    ...own,
    levels: { sure: plain(levels.sure), printed: plain(printed), all: plain(levels.all) },
  };
}

function rowOf(place: Readonly<Place>) {
  const { account, capacity, taken } = place;
  return { accountId: account!.id, countedCents: capacity, reductionCents: taken, cents: left(place) };
}

/** Accounts whose whole money is conditional. */
function accountsOf(conditionals: readonly Conditional[]): ReadonlySet<Account | null> {
  return new Set(conditionals.map(({ account }) => account));
}

function claimedCents(claims: readonly Taken[]): number {
  return sum(claimsByLine(claims).values());
}

/** Cents taken off each deposit, once where two findings name the same. */
export function claimsByLine(claims: readonly Taken[]): Map<Line, number> {
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
