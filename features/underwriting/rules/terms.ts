import type { Loan } from "#features/borrowers/contract.ts";
import type { Program } from "./evaluation.ts";
import { overlayLabel } from "./overlay-names.ts";
import { GUIDE_PARAMETERS, type Parameters } from "./overlay.ts";
import { RULES } from "./rule-set.ts";

/** What the loan alone says under one program. Cents; `null` where a term is missing. */
export interface Terms {
  readonly isPurchase: boolean | null;
  /** The lower of price and value, or the value of a refinance. */
  readonly valueCents: number | null;
  /** What loan-to-value is computed on: of a conventional purchase the price counts without credits above the limit (R27). */
  readonly loanToValueBaseCents: number | null;
  readonly costsCents: number | null;
  readonly interestedPartyLimitCents: number | null;
  readonly interestedPartyCreditCents: number | null;
  /** Credits above what the program lets interested parties pay, or above costs. */
  readonly creditExcessCents: number;
  readonly isCreditAboveLimit: boolean;
  readonly isCreditAboveCosts: boolean;
  readonly lenderCreditCents: number;
  readonly downPaymentCents: number | null;
  /** FHA: adjusted value (R3c). */
  readonly adjustedValueCents: number | null;
  /** Down payment and costs less credits, before the earnest-money credit; a refinance: payoff and costs less the loan. */
  readonly beforeEarnestCents: number | null;
  readonly incomeThresholdCents: number | null;
  readonly missing: readonly string[];
  /** What it was computed with. */
  readonly parameters: Parameters;
}

const { R27 } = RULES;

/** Programs that Fannie Mae's and Freddie Mac's terms stand for. */
export function isConventional(program: Program): boolean {
  return program === "fannie" || program === "freddie";
}

export function termsOf(loan: Loan, program: Program, parameters = GUIDE_PARAMETERS): Terms {
  const { transactionType, salesPrice, appraisedValue, loanAmount, closingCosts, prepaids, credits } = loan;
  const isPurchase = transactionType === undefined ? null : transactionType === "purchase";
  const costsCents = closingCosts === undefined || prepaids === undefined ? null : closingCosts + prepaids;
  const lower = least(salesPrice, appraisedValue);
  const limit = isPurchase ? limitOf(loan, program, lower) : null;
  const ipc =
    credits === undefined || costsCents === null || (isPurchase === true && limit === null) || isPurchase === null
      ? null
      : Math.min(credits, costsCents, limit ?? Infinity);
  const down =
    isPurchase && salesPrice !== undefined && loanAmount !== undefined
      ? salesPrice - loanAmount - (loan.subordinateFinancing ?? 0)
      : null;
  const lenderCreditCents = loan.lenderCredits ?? 0;
  const paid = costsCents === null || ipc === null ? null : Math.max(0, costsCents - ipc - lenderCreditCents);
  const creditExcessCents = credits === undefined || ipc === null ? 0 : credits - ipc;
  const adjustedValueCents = adjustedValueOf(loan, isPurchase, creditExcessCents);
  const valueCents = isPurchase === null ? null : isPurchase ? lower : (appraisedValue ?? null);
  const concessionCents = limit === null || !isConventional(program) ? 0 : Math.max(0, (credits ?? 0) - limit);
  return {
    isPurchase,
    valueCents,
    loanToValueBaseCents:
      valueCents === null || concessionCents === 0 ? valueCents : Math.min(valueCents, salesPrice! - concessionCents),
    costsCents,
    interestedPartyLimitCents: limit,
    interestedPartyCreditCents: ipc,
    creditExcessCents,
    isCreditAboveLimit: credits !== undefined && limit !== null && credits > limit,
    isCreditAboveCosts: credits !== undefined && costsCents !== null && credits > costsCents,
    lenderCreditCents,
    downPaymentCents: down,
    adjustedValueCents,
    beforeEarnestCents: beforeEarnest(loan, isPurchase, down, paid),
    incomeThresholdCents:
      loan.monthlyIncome === undefined ? null : Math.floor((loan.monthlyIncome * parameters.incomePercent) / 100),
    missing: missingOf(loan, program, adjustedValueCents),
    parameters,
  };
}

function beforeEarnest(
  loan: Loan,
  isPurchase: boolean | null,
  down: number | null,
  paid: number | null,
): number | null {
  if (paid === null || isPurchase === null) return null;
  if (isPurchase) return down === null || down < 0 ? null : down + paid;
  if (loan.payoff === undefined || loan.loanAmount === undefined) return null;
  return loan.payoff + paid - loan.loanAmount;
}

function least(a: number | undefined, b: number | undefined): number | null {
  return a === undefined || b === undefined ? null : Math.min(a, b);
}

/** R27, for a purchase. */
function limitOf({ salesPrice, occupancy, loanAmount }: Loan, program: Program, lower: number | null): number | null {
  const { fhaPercent, vaPercent, usdaPercent, investmentPercent, above90Percent, above75Percent, otherPercent } =
    R27.parameters;
  const share = (base: number, percent: number) => Math.floor((base * percent) / 100);
  if (program === "fha" || program === "va" || program === "usda") {
    const percent = { fha: fhaPercent, va: vaPercent, usda: usdaPercent }[program];
    return salesPrice === undefined ? null : share(salesPrice, percent);
  }
  if (lower === null || loanAmount === undefined || occupancy === undefined) return null;
  if (occupancy === "investment") return share(lower, investmentPercent);
  const percent =
    loanAmount * 100 > lower * 90 ? above90Percent : loanAmount * 100 > lower * 75 ? above75Percent : otherPercent;
  return share(lower, percent);
}

/** Twelve months between two days, by calendar. */
function ownedTwelveMonths(acquiredOn: string, at: string): boolean {
  const [year = "", ...rest] = acquiredOn.split("-");
  return [String(Number(year) + 1).padStart(4, "0"), ...rest].join("-") <= at;
}

function adjustedValueOf(loan: Loan, isPurchase: boolean | null, excess: number): number | null {
  const { salesPrice, appraisedValue, acquiredOn, acquisitionCost } = loan;
  if (isPurchase === null || appraisedValue === undefined) return null;
  if (isPurchase)
    return salesPrice === undefined
      ? null
      : Math.max(0, Math.min(salesPrice - (loan.inducements ?? 0) - excess, appraisedValue));
  if (acquiredOn === undefined) return null;
  const at = loan.applicationDate ?? loan.noteDate;
  if (at !== undefined && ownedTwelveMonths(acquiredOn, at)) return appraisedValue;
  return acquisitionCost === undefined ? null : Math.min(acquisitionCost, appraisedValue);
}

/** FHA: a deposit above this is large. */
export function fhaThreshold({ adjustedValueCents, parameters }: Terms): number | null {
  return adjustedValueCents === null ? null : Math.floor((adjustedValueCents * parameters.valuePercent) / 100);
}

/** Terms without which there is no verdict; reserves are R7b's. */
function missingOf(loan: Loan, program: Program, adjustedValueCents: number | null): string[] {
  const isPurchase = loan.transactionType === undefined || loan.transactionType === "purchase";
  const judgesReserves = program !== "va" && program !== "usda";
  const needed: (keyof Loan)[] = [
    "transactionType",
    ...(judgesReserves ? (["occupancy", "units"] as const) : []),
    ...(isPurchase ? (["salesPrice"] as const) : (["payoff"] as const)),
    ...(judgesReserves ? (["appraisedValue"] as const) : []),
    "loanAmount",
    "closingCosts",
    "prepaids",
    "credits",
    ...(isPurchase ? (["emd"] as const) : []),
    ...(judgesReserves ? (["pitia"] as const) : []),
    ...(isConventional(program) && isPurchase ? (["monthlyIncome"] as const) : []),
    ...(program === "fha" && !isPurchase ? (["acquiredOn"] as const) : []),
  ];
  const missing: string[] = needed.filter(
    (field) => loan[field] === undefined || (field === "pitia" && loan.pitia === 0),
  );
  const { salesPrice, loanAmount, subordinateFinancing = 0 } = loan;
  if (
    isPurchase &&
    salesPrice !== undefined &&
    loanAmount !== undefined &&
    salesPrice < loanAmount + subordinateFinancing
  )
    missing.push("financedFees");
  if (program === "fha" && !isPurchase && missing.length === 0 && adjustedValueCents === null)
    missing.push("acquisitionCost");
  return missing;
}

// ---- Required reserves (R7b) ------------------------------------------------------------------------------------

export interface RequiredReserves {
  /** `null`: not evaluated. */
  readonly cents: number | null;
  /** Below it the file is short whatever the missing figure is. */
  readonly floorCents: number;
  readonly months: number | null;
  readonly basis: string;
  readonly missing: readonly string[];
  /** The entered reserves are below the guide's table, and no reason is recorded. */
  readonly needsReason: boolean;
}

const known = (cents: number, months: number | null, basis: string): RequiredReserves => ({
  cents,
  floorCents: cents,
  months,
  basis,
  missing: [],
  needsReason: false,
});

export function requiredReserves(loan: Loan, program: Program, parameters = GUIDE_PARAMETERS): RequiredReserves {
  if (program === "va" || program === "usda") return known(0, null, "Not evaluated for this program");
  const required = requiredByGuide(loan, program);
  const { overlay, primaryReserveMonths, secondHomeReserveMonths, investmentReserveMonths } = parameters;
  const { occupancy, pitia } = loan;
  if (overlay === null || occupancy === undefined || !pitia) return required;
  const byOccupancy = {
    primary: primaryReserveMonths,
    second_home: secondHomeReserveMonths,
    investment: investmentReserveMonths,
  };
  const months = byOccupancy[occupancy];
  const floorCents = months * pitia;
  if (floorCents <= required.floorCents) return required;
  if (required.cents === null) return { ...required, floorCents };
  return { ...required, cents: floorCents, floorCents, months, basis: `${months} months, by ${overlayLabel(overlay)}` };
}

function requiredByGuide(loan: Loan, program: Program): RequiredReserves {
  const { pitia } = loan;
  const entered = enteredFor(loan, program);
  const table = tableOf(loan, program);
  if (entered !== null) {
    const isUnknown = loan.underwriting === "manual" && table.missing.includes("financedProperties");
    const isBelow = table.cents !== null && entered.cents !== null && entered.cents < table.cents;
    if ((isBelow || isUnknown) && !loan.reserveReason) return { ...table, needsReason: isBelow };
    return {
      cents: entered.cents,
      floorCents: entered.cents ?? 0,
      months: entered.months,
      basis: entered.basis,
      missing: pitia ? [] : ["pitia"],
      needsReason: false,
    };
  }
  return table;
}

function enteredFor(loan: Loan, program: Program) {
  const { program: own = "conventional", ausReserves, reserveMonthsRequired, pitia } = loan;
  const isOwn = isConventional(program)
    ? own === "conventional" || own === "fannie" || own === "freddie"
    : own === program;
  if (!isOwn) return null;
  const isOther = (own === "fannie" || own === "freddie") && own !== program;
  const note = isOther ? "; assumes the same required reserves" : "";
  if (ausReserves !== undefined)
    return {
      cents: ausReserves,
      months: pitia ? Math.ceil((ausReserves * 100) / pitia) / 100 : null,
      basis: `As the automated underwriting system requires${note}`,
    };
  if (reserveMonthsRequired === undefined) return null;
  return {
    cents: pitia ? Math.ceil(reserveMonthsRequired * pitia) : null,
    months: reserveMonthsRequired,
    basis: `${reserveMonthsRequired} months, as entered${note}`,
  };
}

/** The guides' own tables; on an automated Fannie Mae or Freddie Mac file they are only a floor. */
function tableOf(loan: Loan, program: Program): RequiredReserves {
  const { underwriting, occupancy, units, pitia } = loan;
  const { R7b } = RULES;
  const unknown = (
    missing: readonly string[],
    floorCents = 0,
    basis = "Required reserves are not entered",
  ): RequiredReserves => ({
    cents: null,
    floorCents,
    months: null,
    basis,
    missing,
    needsReason: false,
  });
  const inputs = [
    ...(underwriting === undefined && !(program === "fha" && units !== undefined && units >= 3)
      ? ["underwriting"]
      : []),
    ...(occupancy === undefined ? ["occupancy"] : []),
    ...(units === undefined ? ["units"] : []),
    ...(pitia ? [] : ["pitia"]),
  ];
  if (inputs.length > 0 || occupancy === undefined || units === undefined || !pitia) return unknown(inputs);
  const ofMonths = (months: number, basis: string) => known(months * pitia, months, basis);
  if (program === "fha") {
    if (units >= 3) return ofMonths(R7b.parameters.fhaThreeUnitMonths, "3 months for 3 and 4 units");
    return underwriting === "manual"
      ? ofMonths(R7b.parameters.fhaManualMonths, "1 month, underwritten manually")
      : ofMonths(0, "No reserves required with a TOTAL accept");
  }
  const months =
    occupancy === "investment"
      ? R7b.parameters.investmentMonths
      : occupancy === "second_home"
        ? R7b.parameters.secondHomeMonths
        : units > 1
          ? R7b.parameters.multiUnitMonths
          : 0;
  const others = occupancy === "primary" ? 0 : otherProperties(loan, program);
  if (others === null && underwriting === "manual") return unknown(["financedProperties"], months * pitia);
  if (others === null) return unknown(["financedProperties"]);
  const cents = months * pitia + others;
  const basis = `${months} months${others > 0 ? " and a share of other financed properties" : ""}, by the guide's table`;
  if (underwriting === "aus")
    return unknown(
      ["reserveMonthsRequired"],
      cents,
      "At least the guide's table; the automated underwriting system's figure is not entered",
    );
  if (program === "fannie" && occupancy === "primary" && units === 1) return unknown(["reserveMonthsRequired"]);
  return known(cents, Math.ceil((cents * 100) / pitia) / 100, basis);
}

/** Cents for other financed properties; `null`: they are not entered, or are more than the guide allows. */
function otherProperties({ financedProperties }: Loan, program: Program): number | null {
  if (financedProperties === undefined) return null;
  const { principalPercent, paymentMonths } = RULES.R7b.parameters;
  const others = financedProperties.filter(({ isPrincipal }) => !isPrincipal);
  const number = financedProperties.length + 1; // with the subject property
  const total = (of: (one: (typeof others)[number]) => number) => others.reduce((sum, one) => sum + of(one), 0);
  if (program === "fannie") {
    const row = principalPercent.find(({ upTo }) => number <= upTo);
    return row ? Math.ceil((total(({ unpaidPrincipal }) => unpaidPrincipal) * row.percent) / 100) : null;
  }
  const row = paymentMonths.find(({ upTo }) => number <= upTo);
  return row ? total(({ monthlyPayment }) => monthlyPayment) * row.months : null;
}
