import { LOAN_PROGRAM_NAMES, LOAN_LABELS, PURPOSE_LABELS } from "../features/borrowers/labels.ts";
import {
  balanceWords,
  CADENCE_LABELS,
  DEBT_LABELS,
  FUNDS_TERM_LABELS,
  FUNDS_TEXTS,
  LEVEL_LABELS,
  PROGRAM_NAMES,
} from "../features/underwriting/labels.ts";
import {
  ACCOUNT_LABELS,
  EARNEST_LABELS,
  FUNDS_LABELS,
  HEADINGS,
  RECURRING_LABELS,
  NSF_LABELS,
  THRESHOLD_LABELS,
} from "../features/asset-reports/server/document/document-labels.ts";
import { type Section, sectionsOf } from "./pdf-text.ts";

/** One total of the document: as it is printed, and as the document's other figures make it. */
export interface Check {
  readonly total: string;
  readonly printed: string;
  readonly recomputed: string;
  readonly isEqual: boolean;
}

/** Cents, months or a count; `null` where the document says that it is not known; `undefined` where it is missing. */
type Value = number | null | undefined;

const AMOUNT = String.raw`(?:[A-Z]{3} )?\u2212?\$?[\d,]+\.\d\d`;
const UNKNOWN = "\u2013";
const DAY = String.raw`[A-Z][a-z]{2} \d{1,2}, \d{4}`;

export function checksOf(text: string): Check[] {
  const totals = new Totals(sectionsOf(text));
  totals.checkPrograms();
  totals.checkReductions();
  totals.checkLoan();
  totals.checkAccounts();
  totals.checkEarnestMoney();
  totals.checkDeposits();
  totals.checkRecurring();
  return totals.checks;
}

function centsOf(text: string): number {
  const digits = text.replaceAll(/[^\d]/g, "");
  return Number(digits) * (text.includes("\u2212") ? -1 : 1);
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** `null` as soon as one part is not known. */
function known<const Parts extends readonly Value[]>(
  parts: Parts,
  of: (...values: { [Part in keyof Parts]: number }) => number | null,
): number | null {
  if (parts.some((part) => part === null || part === undefined)) return null;
  return of(...(parts as { [Part in keyof Parts]: number }));
}

interface CountedTable {
  readonly programs: string;
  /** Cents counted, taken off and left, by row. */
  readonly banks: readonly (readonly [number, number, number])[];
  readonly investments: readonly { readonly cells: readonly [number, number, number]; readonly asReserves: number }[];
  readonly sums: ReadonlyMap<string, readonly [number, number, number]>;
}

interface Required {
  readonly cents: number | null;
  readonly months: number | null;
  /** Other financed properties are not entered, so fewer entered months need a reason. */
  readonly lacksProperties?: boolean;
}

class Totals {
  readonly checks: Check[] = [];
  readonly #sections: readonly Section[];
  readonly #programs: readonly string[];
  readonly #loan: ReadonlyMap<string, string>;

  constructor(sections: readonly Section[]) {
    this.#sections = sections;
    const [head = ""] = this.#lines(HEADINGS.funds);
    this.#programs = Object.values(PROGRAM_NAMES)
      .filter((name) => head.includes(name))
      .sort((a, b) => head.indexOf(a) - head.indexOf(b));
    this.#loan = new Map(
      this.#lines(HEADINGS.loanTerms).flatMap((line) => {
        const [, label = "", state, value = ""] = /^(\S.*?)\s+(Entered|Missing)(?:\s+(.*))?$/.exec(line) ?? [];
        return state === "Entered" ? [[label, value] as const] : [];
      }),
    );
    if (this.#programs.length === 0) this.#missing("Funds and reserves");
    if (this.#lines(HEADINGS.loanTerms).length === 0) this.#missing("Loan terms");
  }

  // ---- Reading ----

  #section(heading: string, isIt: (detail: string) => boolean = () => true): Section | undefined {
    return this.#sections.find((one) => one.heading === heading.toUpperCase() && isIt(one.detail));
  }

  #all(heading: string): Section[] {
    return this.#sections.filter((one) => one.heading === heading.toUpperCase());
  }

  #lines(heading: string): readonly string[] {
    return this.#section(heading)?.lines ?? [];
  }

  #term(field: keyof typeof LOAN_LABELS): number | undefined {
    const value = this.#loan.get(LOAN_LABELS[field]);
    return value === undefined || !/\d/.test(value) ? undefined : centsOf(value);
  }

  #termText(field: keyof typeof LOAN_LABELS): string | undefined {
    return this.#loan.get(LOAN_LABELS[field]);
  }

  /** A row of the funds table under one program. */
  #funds(label: string, program: string): Value {
    const cells = `(?:\\s+(?:${AMOUNT}|${UNKNOWN}|[\\d,]+(?:\\.\\d+)?)){${this.#programs.length}}`;
    const row = new RegExp(`^${escaped(label)}(${cells})$`);
    const [, found] = this.#lines(HEADINGS.funds).flatMap((line) => row.exec(line) ?? []);
    const cell = found?.trim().split(/\s+/)[this.#programs.indexOf(program)];
    if (cell === undefined) return undefined;
    return cell === UNKNOWN ? null : cell.includes("$") ? centsOf(cell) : Number(cell.replaceAll(",", ""));
  }

  /** A figure beside its label, in a table of labels and figures. */
  #pair(lines: readonly string[], label: string): Value {
    const found = lines.flatMap((line) => {
      const [, value] =
        new RegExp(`(?:^|\\s)${escaped(label)}\\s{1,}(${AMOUNT}|\\d[\\d,]*|[A-Z][a-z]+(?: [a-z]+)*)(?:\\s{2,}|$)`).exec(
          line,
        ) ?? [];
      return value === undefined ? [] : [value];
    })[0];
    if (found === undefined) return undefined;
    return /\d/.test(found) ? centsOf(found) : null;
  }

  // ---- Comparing ----

  #compare(total: string, printed: Value, recomputed: number | null, words: (value: number) => string = dollars): void {
    const text = (value: Value) => (value === undefined ? "missing" : value === null ? UNKNOWN : words(value));
    this.checks.push({ total, printed: text(printed), recomputed: text(recomputed), isEqual: printed === recomputed });
  }

  #missing(total: string): void {
    this.checks.push({ total, printed: "missing", recomputed: "", isEqual: false });
  }

  // ---- Funds under each program ----

  get #isPurchase(): boolean | null {
    const purpose = this.#termText("transactionType");
    return purpose === undefined ? null : purpose === PURPOSE_LABELS.purchase;
  }

  checkPrograms(): void {
    for (const program of this.#programs) {
      this.#checkUsable(program);
      this.#checkCashToClose(program);
      this.#checkReserves(program);
      this.#checkRequirements(program);
      this.#checkLevels(program);
    }
  }

  #checkUsable(program: string): void {
    const compare = this.#comparer(program);
    const table = this.#countedTable(program);
    if (table === undefined) {
      this.#missing(`${program}: ${HEADINGS.counted}`);
      return;
    }
    const counted = sumOf(table.banks.map(([cents]) => cents));
    const taken = sumOf(table.banks.map(([, cents]) => cents));
    compare(FUNDS_TEXTS.usableByAccount, counted);
    compare(FUNDS_LABELS.bankReduction, taken);
    const gifts = this.#gifts(program);
    const toCome = sumOf(gifts.filter(({ isToCome, counts }) => isToCome && counts).map(({ cents }) => cents));
    const deposited = sumOf(gifts.filter(({ isHeld, counts }) => isHeld && counts).map(({ cents }) => cents));
    compare(FUNDS_TEXTS.giftCents, toCome);
    compare(FUNDS_TEXTS.depositedGiftCents, deposited);
    compare(FUNDS_TEXTS.usableClosingCents, counted + taken + toCome);
  }

  #checkCashToClose(program: string): void {
    const compare = this.#comparer(program);
    const [price, payoff, amount] = [this.#term("salesPrice"), this.#term("payoff"), this.#term("loanAmount")];
    const second = this.#term("subordinateFinancing") ?? 0;
    const isPurchase = this.#isPurchase;
    const costs = known(
      [this.#term("closingCosts"), this.#term("prepaids")],
      (closing, prepaids) => closing + prepaids,
    );
    compare(FUNDS_TERM_LABELS.costsCents, costs);
    const limit = isPurchase === true ? this.#creditLimit(program) : null;
    compare(FUNDS_TERM_LABELS.interestedPartyLimitCents, limit);
    const credits = this.#term("credits");
    const isLimitKnown = isPurchase === false || (isPurchase === true && limit !== null);
    const used = isLimitKnown
      ? known([credits, costs], (entered, all) => Math.min(entered, all, limit ?? Infinity))
      : null;
    compare(FUNDS_TERM_LABELS.interestedPartyCreditCents, used === null ? null : 0 - used);
    const lender = this.#term("lenderCredits") ?? 0;
    compare(FUNDS_TERM_LABELS.lenderCreditCents, 0 - lender);
    const paid = known([costs, used], (all, credited) => Math.max(0, all - credited - lender));
    const down = isPurchase === true ? known([price, amount], (all, loan) => all - loan - second) : null;
    if (isPurchase !== false) compare(FUNDS_TERM_LABELS.downPaymentCents, down);
    const credit = this.#earnestCredit(program);
    compare(FUNDS_TEXTS.earnestPaidCents, 0 - credit);
    const before =
      isPurchase === null
        ? null
        : isPurchase
          ? known([down, paid], (share, rest) => (share < 0 ? null : share + rest))
          : known([payoff, amount, paid], (owed, loan, rest) => owed + rest - loan);
    const raw = before === null ? null : before - credit;
    compare(FUNDS_TEXTS.cashToCloseCents, raw === null ? null : Math.max(0, raw));
    compare(FUNDS_TEXTS.cashBackCents, raw === null ? null : Math.max(0, 0 - raw));
  }

  #checkReserves(program: string): void {
    const compare = this.#comparer(program);
    const [usable, need] = [
      this.#funds(FUNDS_TEXTS.usableClosingCents, program),
      this.#funds(FUNDS_TEXTS.cashToCloseCents, program),
    ];
    const sold = this.#investments(program, known([usable, need], (has, asked) => Math.max(0, asked - has)) ?? 0);
    compare(FUNDS_TEXTS.investmentClosingCents, sold.closing);
    const surplus = known([usable, need], (has, asked) => has - asked + sold.closing);
    compare(FUNDS_TEXTS.surplusCents, surplus);
    const gifts = this.#gifts(program).filter(({ counts, isToCome, isHeld }) => counts && (isToCome || isHeld));
    const given = sumOf(gifts.map(({ cents }) => cents));
    const unused =
      program === PROGRAM_NAMES.fha || program === PROGRAM_NAMES.usda
        ? known([surplus, need], (left, asked) => Math.min(Math.max(0, left), Math.max(0, given - asked)))
        : 0;
    compare(FUNDS_LABELS.giftsNotReserves, unused === null ? null : 0 - unused);
    compare(FUNDS_TEXTS.investmentReserveCents, sold.reserve);
    const reserves = known([surplus, unused], (left, gift) => Math.max(0, left) - gift + sold.reserve);
    compare(FUNDS_TEXTS.reservesCents, reserves);
    const pitia = this.#term("pitia") || undefined;
    const months = known([reserves, pitia], (cents, payment) => Math.floor((cents * 100) / payment) / 100);
    compare(FUNDS_TEXTS.reserveMonths, months, monthsText);
  }

  #checkRequirements(program: string): void {
    const compare = this.#comparer(program);
    const required = this.#required(program);
    compare(FUNDS_TEXTS.requiredReservesCents, required.cents);
    compare(FUNDS_TEXTS.requiredReserveMonths, required.months, monthsText);
    const own = this.#gifts(program).filter(
      ({ counts, sharesHome, isToCome, isHeld }) => counts && !sharesHome && (isToCome || isHeld),
    );
    const parts = [
      this.#funds(FUNDS_TEXTS.usableClosingCents, program),
      this.#funds(FUNDS_TEXTS.investmentClosingCents, program),
    ] as const;
    const funds = known(parts, (usable, sold) =>
      Math.max(0, usable + sold + this.#earnestCredit(program) - sumOf(own.map(({ cents }) => cents))),
    );
    compare(FUNDS_TEXTS.ownFundsCents, funds);
    const amount = this.#term("loanAmount");
    const isPurchase = this.#isPurchase === true;
    const isConventional = this.#isConventional(program);
    const isOneUnitHome = this.#termText("occupancy") === "Primary" && this.#termText("units") === "1";
    const value =
      program === PROGRAM_NAMES.fha
        ? this.#funds(FUNDS_TEXTS.adjustedValueCents, program)
        : isConventional && isOneUnitHome
          ? this.#loanToValueBase(program)
          : null;
    const contribution = isPurchase ? known([value, amount], (all, loan) => all - loan) : null;
    compare(FUNDS_TEXTS.contributionCents, contribution);
    const needed =
      contribution === null
        ? null
        : known([value], (all) => Math.ceil((all * this.#contributionShare(program)) / 10_000));
    compare(FUNDS_TEXTS.requiredContributionCents, needed);
  }

  #contributionShare(program: string): number {
    if (program === PROGRAM_NAMES.fha) return Number(this.#termText("creditScore") ?? Infinity) < 580 ? 1000 : 350;
    const isEased = this.#termText("isFirstTimeBuyer") === "Yes" || this.#termText("isHomeReady") === "Yes";
    return isEased ? 300 : 500;
  }

  #checkLevels(program: string): void {
    const cell = `(${AMOUNT}|${UNKNOWN})`;
    const read = (level: string) => {
      const row = new RegExp(
        `^${escaped(program)}\\s+${escaped(level)}\\s+${cell}\\s+${cell}\\s+${cell}\\s+${cell}\\s+(?:Yes|No|${UNKNOWN})$`,
      );
      const [found] = this.#lines(HEADINGS.levels).flatMap((line) => {
        const match = row.exec(line);
        return match === null ? [] : [match.slice(1).map((text) => (text === UNKNOWN ? null : centsOf(text)))];
      });
      return found;
    };
    const printed = read(LEVEL_LABELS.printed);
    const rows = [
      FUNDS_TEXTS.usableClosingCents,
      FUNDS_TEXTS.cashToCloseCents,
      FUNDS_TEXTS.surplusCents,
      FUNDS_TEXTS.reservesCents,
    ];
    for (const [at, label] of rows.entries())
      this.#compare(
        `${program}, ${LEVEL_LABELS.printed}: ${label}`,
        printed?.[at],
        this.#funds(label, program) ?? null,
      );
    // Investments of the other levels are not printed: they matter only for a shortfall of bank money.
    for (const level of [LEVEL_LABELS.sure, LEVEL_LABELS.all]) {
      const row = read(level);
      if (row === undefined) this.#missing(`${program}, ${level}`);
      const [usable, need, surplus] = row ?? [];
      if (usable !== undefined && usable !== null && need !== undefined && need !== null && usable >= need)
        this.#compare(`${program}, ${level}: ${FUNDS_TEXTS.surplusCents}`, surplus, usable - need);
    }
  }

  #comparer(program: string) {
    return (label: string, recomputed: number | null, words?: (value: number) => string) =>
      this.#compare(`${program}: ${label}`, this.#funds(label, program), recomputed, words);
  }

  #isConventional(program: string): boolean {
    return program === PROGRAM_NAMES.fannie || program === PROGRAM_NAMES.freddie;
  }

  /** The lower of price and value. */
  get #lower(): number | null {
    return known([this.#term("salesPrice"), this.#term("appraisedValue")], Math.min);
  }

  /** Of it, with the price less the credits above the limit (R27). */
  #loanToValueBase(program: string): number | null {
    const above = Math.max(0, (this.#term("credits") ?? 0) - (this.#creditLimit(program) ?? Infinity));
    return known([this.#lower, this.#term("salesPrice")], (lower, price) => Math.min(lower, price - above));
  }

  /** What interested parties may pay (R27). */
  #creditLimit(program: string): number | null {
    const price = this.#term("salesPrice");
    const percents: Readonly<Record<string, number>> = {
      [PROGRAM_NAMES.fha]: 6,
      [PROGRAM_NAMES.va]: 4,
      [PROGRAM_NAMES.usda]: 6,
    };
    const percent = percents[program];
    if (percent !== undefined) return known([price], (all) => Math.floor((all * percent) / 100));
    const occupancy = this.#termText("occupancy");
    if (occupancy === undefined) return null;
    return known([this.#lower, this.#term("loanAmount")], (value, loan) => {
      const share = occupancy === "Investment" ? 2 : loan * 100 > value * 90 ? 3 : loan * 100 > value * 75 ? 6 : 9;
      return Math.floor((value * share) / 100);
    });
  }

  /** Required reserves (R7b). */
  #required(program: string): { cents: number | null; months: number | null } {
    if (program === PROGRAM_NAMES.va || program === PROGRAM_NAMES.usda) return { cents: 0, months: null };
    const pitia = this.#term("pitia") || undefined;
    const table = this.#requiredByTable(program, pitia);
    const own = this.#termText("program") ?? LOAN_PROGRAM_NAMES.conventional;
    const conventional: readonly string[] = [
      LOAN_PROGRAM_NAMES.conventional,
      LOAN_PROGRAM_NAMES.fannie,
      LOAN_PROGRAM_NAMES.freddie,
    ];
    const isOwn = this.#isConventional(program) ? conventional.includes(own) : own === program;
    const fromAus = this.#term("ausReserves");
    const months = /^([\d.,]+) months/.exec(this.#termText("reserveMonthsRequired") ?? "")?.[1];
    if (!isOwn || (fromAus === undefined && months === undefined)) return table;
    if (fromAus !== undefined) return { cents: fromAus, months: this.#monthsUp(fromAus, pitia) };
    const entered = Number(months);
    const cents = pitia === undefined ? null : Math.ceil(entered * pitia);
    const isBelow = cents !== null && table.cents !== null && cents < table.cents;
    const isTable = table.lacksProperties === true || (isBelow && table.months !== null);
    return isTable && this.#termText("reserveReason") === undefined ? table : { cents, months: entered };
  }

  #monthsUp(cents: number, pitia: number | undefined): number | null {
    return pitia === undefined ? null : Math.ceil((cents * 100) / pitia) / 100;
  }

  #requiredByTable(program: string, pitia: number | undefined): Required {
    const none = { cents: null, months: null };
    const [occupancy, underwriting] = [this.#termText("occupancy"), this.#termText("underwriting")];
    const units = Number(this.#termText("units") ?? NaN);
    const needsUnderwriting = program !== PROGRAM_NAMES.fha || units < 3;
    if (occupancy === undefined || Number.isNaN(units) || pitia === undefined) return none;
    if (underwriting === undefined && needsUnderwriting) return none;
    const isManual = underwriting === "Manual";
    const of = (months: number) => ({ cents: months * pitia, months });
    if (program === PROGRAM_NAMES.fha) {
      if (units >= 3) return of(3);
      return of(isManual ? 1 : 0);
    }
    const months = occupancy === "Investment" ? 6 : occupancy === "Second home" ? 2 : units > 1 ? 6 : 0;
    const others = occupancy === "Primary" ? 0 : this.#otherProperties(program);
    if (others === null) return { ...none, cents: isManual ? months * pitia || null : null, lacksProperties: isManual };
    const cents = months * pitia + others;
    // Without the AUS's own figure the guide's table is only the least that is required.
    if (!isManual) return { cents: cents === 0 ? null : cents, months: null };
    if (program === PROGRAM_NAMES.fannie && occupancy === "Primary" && units === 1) return none;
    return { cents, months: this.#monthsUp(cents, pitia) };
  }

  #otherProperties(program: string): number | null {
    if (this.#termText("financedProperties") === undefined) return null;
    const rows = this.#lines(HEADINGS.financedProperties).flatMap((line) => {
      const [, isPrincipal, payment = "", principal = ""] =
        new RegExp(`^Property \\d+\\s+(Yes|No)\\s+(${AMOUNT})\\s+(${AMOUNT})$`).exec(line) ?? [];
      return isPrincipal === undefined
        ? []
        : [{ isPrincipal: isPrincipal === "Yes", payment: centsOf(payment), principal: centsOf(principal) }];
    });
    const number = rows.length + 1; // with the subject property
    const others = rows.filter(({ isPrincipal }) => !isPrincipal);
    if (number > 10) return null;
    if (program === PROGRAM_NAMES.fannie) {
      const percent = number <= 4 ? 2 : number <= 6 ? 4 : 6;
      return Math.ceil((sumOf(others.map(({ principal }) => principal)) * percent) / 100);
    }
    return sumOf(others.map(({ payment }) => payment)) * (number <= 6 ? 2 : 8);
  }

  // ---- What counts, and what is taken off ----

  #countedTable(program: string): CountedTable | undefined {
    const section = this.#section(HEADINGS.counted, (detail) => detail.includes(program.toUpperCase()));
    if (section === undefined) return undefined;
    const banks: [number, number, number][] = [];
    const investments: { cells: [number, number, number]; asReserves: number }[] = [];
    const sums = new Map<string, [number, number, number]>();
    const cells = `(${AMOUNT})\\s+(${AMOUNT})\\s+(${AMOUNT})(?:\\s+(${AMOUNT}))?`;
    const labels = [
      FUNDS_LABELS.allBank,
      FUNDS_LABELS.allInvestments,
      FUNDS_TEXTS.earnestPaidCents,
      FUNDS_LABELS.allCounted,
    ];
    const row = new RegExp(`^(${labels.map(escaped).join("|")}|A\\d+ .*?)\\s+${cells}$`);
    for (const line of section.lines) {
      const [, label, counted, taken, left, asReserves] = row.exec(line) ?? [];
      if (label === undefined || counted === undefined || taken === undefined || left === undefined) continue;
      const three: [number, number, number] = [centsOf(counted), centsOf(taken), centsOf(left)];
      if (labels.includes(label)) sums.set(label, three);
      // Bank accounts come first.
      else if (!sums.has(FUNDS_LABELS.allBank)) banks.push(three);
      else investments.push({ cells: three, asReserves: centsOf(asReserves ?? left) });
    }
    return { programs: section.detail, banks, investments, sums };
  }

  checkReductions(): void {
    for (const { detail } of this.#all(HEADINGS.counted)) {
      const program = this.#programs.find((name) => detail.includes(name.toUpperCase())) ?? detail;
      const table = this.#countedTable(program);
      const lines = this.#section(HEADINGS.reductions, (one) => one === detail)?.lines;
      if (table === undefined || lines === undefined) {
        this.#missing(`${HEADINGS.reductions}: ${detail}`);
        continue;
      }
      const { banks, investments, sums } = table;
      const asked = sumOf(
        lines.flatMap((line) => {
          const [, cents] = new RegExp(`^A\\d+\\s+${DAY}\\s.*?${AMOUNT}\\s+(${AMOUNT})$`).exec(line) ?? [];
          return cents === undefined ? [] : [centsOf(cents)];
        }),
      );
      const earnest = sums.get(FUNDS_TEXTS.earnestPaidCents) ?? [0, 0, 0];
      const counted =
        sumOf(banks.map(([cents]) => cents)) + sumOf(investments.map(({ cells: [cents] }) => cents)) + earnest[0];
      const taken = Math.min(asked, counted);
      for (const [at, [cents, off, left]] of [...banks, ...investments.map(({ cells }) => cells)].entries())
        this.#compare(`${detail}, account ${at + 1}: left`, left, cents + off);
      this.#compare(
        `${detail}: ${FUNDS_LABELS.allBank}`,
        sums.get(FUNDS_LABELS.allBank)?.[0],
        sumOf(banks.map(([cents]) => cents)),
      );
      this.#compare(
        `${detail}: ${FUNDS_LABELS.allInvestments}`,
        sums.get(FUNDS_LABELS.allInvestments)?.[0],
        sumOf(investments.map(({ cells: [cents] }) => cents)),
      );
      const all = sums.get(FUNDS_LABELS.allCounted);
      this.#compare(`${detail}: ${FUNDS_LABELS.allCounted}`, all?.[0], counted);
      this.#compare(`${detail}: ${FUNDS_TEXTS.unexplainedCents} taken off`, all?.[1], 0 - taken);
      const places = [FUNDS_LABELS.allBank, FUNDS_LABELS.allInvestments, FUNDS_TEXTS.earnestPaidCents];
      this.#compare(
        `${detail}: taken off investments`,
        sums.get(FUNDS_LABELS.allInvestments)?.[1],
        sumOf(investments.map(({ cells: [, off] }) => off)),
      );
      this.#compare(
        `${detail}: taken off in all places`,
        sumOf(places.map((place) => sums.get(place)?.[1] ?? 0)),
        0 - taken,
      );
      for (const name of this.#programs.filter((one) => detail.includes(one.toUpperCase()))) {
        const compare = this.#comparer(name);
        compare(FUNDS_TEXTS.unexplainedCents, asked);
        compare(FUNDS_TEXTS.reductionCents, taken);
      }
    }
  }

  /** What investments give to close, and what is left of them as reserves (R6b). */
  #investments(program: string, shortfall: number): { closing: number; reserve: number } {
    const investments = this.#countedTable(program)?.investments ?? [];
    if (investments.length === 0) return { closing: 0, reserve: 0 };
    const leftOf = (some: typeof investments) => sumOf(some.map(({ cells: [, , left] }) => left));
    const value = leftOf(investments);
    const proven = this.#liquidated();
    if (this.#isConventional(program)) {
      const isWorthMore = value * 100 >= shortfall * 120;
      const closing = Math.min(shortfall, isWorthMore ? value : Math.min(value, proven));
      return { closing, reserve: value - closing };
    }
    // Retirement money counts for less as reserves.
    const plans = investments.filter(({ cells: [, , left], asReserves }) => asReserves < left);
    const [retirement, share] = [leftOf(plans), sumOf(plans.map(({ asReserves }) => asReserves))];
    const securities = value - retirement;
    const isAus = this.#termText("underwriting")?.startsWith("Automated") === true;
    const fromSecurities = Math.min(shortfall, securities, isAus ? securities : proven);
    const fromPlans = Math.min(shortfall - fromSecurities, retirement, isAus ? proven : proven - fromSecurities);
    return {
      closing: fromSecurities + fromPlans,
      reserve: securities - fromSecurities + Math.max(0, share - fromPlans),
    };
  }

  /** Cents of evidence that shows a sale of investments. */
  #liquidated(): number {
    return this.#evidence("Sale of investments");
  }

  #evidence(kind: string): number {
    const row = new RegExp(`^E\\d+\\s+${escaped(kind)}\\s.*?(${AMOUNT})$`);
    return sumOf(
      this.#lines(HEADINGS.evidence).flatMap((line) => {
        const cents = row.exec(line)?.[1];
        return cents === undefined ? [] : [centsOf(cents)];
      }),
    );
  }

  #gifts(program: string) {
    const outcomes = this.#programs.map(() => "(Counts|Conditional|Never)").join("\\s+");
    const row = new RegExp(`^(?:E\\d+)?\\s.*?\\s(Yes|No|${UNKNOWN})\\s+(Yes|No)\\s+${outcomes}\\s+(${AMOUNT})$`);
    const at = this.#programs.indexOf(program);
    return this.#lines(HEADINGS.gifts).flatMap((line) => {
      const [, held, sharesHome, ...cells] = row.exec(line) ?? [];
      const amount = cells.at(-1);
      if (amount === undefined) return [];
      return [
        {
          isToCome: /\sNot deposited\s/.test(line),
          counts: cells[at] !== "Never",
          isHeld: held === "Yes",
          sharesHome: sharesHome === "Yes",
          cents: centsOf(amount),
        },
      ];
    });
  }

  // ---- Loan, accounts ----

  checkLoan(): void {
    if (this.#termText("disclosedLiabilities") === undefined || /^0 /.test(this.#termText("disclosedLiabilities")!))
      return;
    const lines = this.#lines(HEADINGS.disclosedDebts);
    const last = new RegExp(`\\s(${AMOUNT})$`);
    const amounts = lines.flatMap((line) => {
      const cents = last.exec(line)?.[1];
      return cents === undefined ? [] : [{ isSum: line.startsWith("Sum of disclosed debts"), cents: centsOf(cents) }];
    });
    this.#compare(
      "Sum of disclosed debts",
      amounts.find(({ isSum }) => isSum)?.cents,
      sumOf(amounts.filter(({ isSum }) => !isSum).map(({ cents }) => cents)),
    );
  }

  checkAccounts(): void {
    const accounts = this.#all(HEADINGS.account);
    const listed = this.#lines(HEADINGS.accounts).filter((line) => /^A\d+\s/.test(line)).length;
    this.#compare("Accounts listed and described", listed, accounts.length, String);
    for (const { detail: ref, lines } of accounts) {
      const owed = new RegExp(`^${balanceWords({ type: "credit" })}\\s`);
      const months = this.#checkMonths(
        ref,
        lines.some((line) => owed.test(line)),
      );
      const balances = this.#balances(ref);
      for (const [label, days] of [
        [ACCOUNT_LABELS.average30, 30],
        [ACCOUNT_LABELS.average60, 60],
        [ACCOUNT_LABELS.average90, 90],
      ] as const) {
        const printed = this.#pair(lines, label);
        if (balances.length > 0) this.#compare(`${ref}: ${label}`, printed, this.#average(lines, balances, days));
      }
      this.#checkLines(ref, months);
    }
  }

  /** Of the newest balances before the day on which the bank was read, half up. */
  #average(lines: readonly string[], balances: readonly { day: string; cents: number }[], days: number): number | null {
    const period = lines.flatMap(
      (line) => new RegExp(`Period\\s+(?:${DAY}|${UNKNOWN}) to (${DAY})`).exec(line)?.[1] ?? [],
    )[0];
    const end = period === undefined ? "9999" : isoDay(period);
    const newest = balances
      .filter(({ day }) => day < end)
      .sort((a, b) => (a.day < b.day ? 1 : -1))
      .slice(0, days);
    if (newest.length === 0) return null;
    return Math.floor(sumOf(newest.map(({ cents }) => cents)) / newest.length + 0.5);
  }

  #balances(ref: string): { day: string; cents: number }[] {
    const cell = new RegExp(`(\\d{4}-\\d{2}-\\d{2})\\s+(${AMOUNT})`, "g");
    const lines = this.#section(HEADINGS.balances, (detail) => detail === ref)?.lines ?? [];
    return lines.flatMap((line) =>
      [...line.matchAll(cell)].map(([, day = "", cents = ""]) => ({ day, cents: centsOf(cents) })),
    );
  }

  /** What comes in lowers a balance that is owed. */
  #checkMonths(ref: string, isOwed: boolean) {
    const cell = `(${AMOUNT}|Not given)`;
    const row = new RegExp(`^(\\d{4}-\\d{2})\\s+${cell}\\s+${cell}\\s+${cell}\\s+${cell}$`);
    const months = (this.#section(HEADINGS.months, (detail) => detail === ref)?.lines ?? []).flatMap((line) => {
      const [, month, ...cells] = row.exec(line) ?? [];
      const [opening, into, out, closing] = cells.map((text) => (text === "Not given" ? null : centsOf(text)));
      return month === undefined ? [] : [{ month, opening, into, out, closing }];
    });
    for (const { month, opening, into, out, closing } of months) {
      if (opening === null || closing === null) continue;
      this.#compare(
        `${ref}, ${month}: closing`,
        closing,
        known([opening, into, out], (start, more, less) => start + (isOwed ? -1 : 1) * (more + less)),
      );
    }
    return months;
  }

  /** Every posted line, against the sums of its month and of the whole table. */
  #checkLines(ref: string, months: readonly { month: string; into: Value; out: Value }[]): void {
    const section = this.#section(HEADINGS.transactions, (detail) => detail === ref);
    if (section === undefined) {
      this.#missing(`${ref}: ${HEADINGS.transactions}`);
      return;
    }
    const row = new RegExp(`^(${DAY})\\s.*?(\\sPending(?:\\s+(?:F\\d+,?\\s?)+)?)?\\s+(${AMOUNT})$`);
    const lines = section.lines.flatMap((line) => {
      const [, day = "", pending, cents] = row.exec(line) ?? [];
      return cents === undefined
        ? []
        : [{ month: isoDay(day).slice(0, 7), isPending: pending !== undefined, cents: centsOf(cents) }];
    });
    const [, count = "0"] = /^([\d,]+) lines?/.exec(section.remark) ?? [];
    this.#compare(`${ref}: bank lines`, centsOf(count), lines.length, String);
    const flow = (some: readonly { cents: number; isPending: boolean }[], sign: number) =>
      sumOf(some.filter(({ cents, isPending }) => !isPending && cents * sign > 0).map(({ cents }) => cents));
    const [, into, out] = new RegExp(`posted in (${AMOUNT}), out (${AMOUNT})`).exec(section.remark) ?? [];
    if (into !== undefined && out !== undefined) {
      this.#compare(`${ref}: posted in`, centsOf(into), flow(lines, 1));
      this.#compare(`${ref}: posted out`, centsOf(out), flow(lines, -1));
    }
    for (const { month, into: printedIn, out: printedOut } of months) {
      const own = lines.filter((line) => line.month === month);
      this.#compare(`${ref}, ${month}: in`, printedIn, flow(own, 1));
      this.#compare(`${ref}, ${month}: out`, printedOut, flow(own, -1));
    }
  }

  // ---- Earnest money, deposits ----

  #earnestCredit(program: string): number {
    const credit = this.#countedTable(program)?.sums.get(FUNDS_TEXTS.earnestPaidCents);
    return credit === undefined ? 0 : credit[0] + credit[1];
  }

  checkEarnestMoney(): void {
    const lines = this.#lines(HEADINGS.earnestMoney);
    const entered = this.#pair(lines, EARNEST_LABELS.entered);
    if (entered === undefined || entered === null) return;
    const row = new RegExp(`^A\\d+\\s+${DAY}\\s.*?(?:Yes|No|${UNKNOWN})\\s+(${AMOUNT})$`);
    const found = sumOf(
      lines.flatMap((line) => {
        const cents = row.exec(line)?.[1];
        return cents === undefined ? [] : [centsOf(cents)];
      }),
    );
    this.#compare(FUNDS_TERM_LABELS.earnestFoundCents, this.#pair(lines, FUNDS_TERM_LABELS.earnestFoundCents), found);
    const receipts = this.#evidence("Earnest money receipt");
    this.#compare(EARNEST_LABELS.receipts, this.#pair(lines, EARNEST_LABELS.receipts), receipts);
    const credit = Math.min(entered, found + receipts);
    this.#compare(EARNEST_LABELS.creditBefore, this.#pair(lines, EARNEST_LABELS.creditBefore), credit);
    for (const program of this.#programs) {
      const [before, taken] = this.#countedTable(program)?.sums.get(FUNDS_TEXTS.earnestPaidCents) ?? [NaN, NaN];
      this.#compare(`${program}: ${EARNEST_LABELS.creditBefore}`, before, credit);
      const label = EARNEST_LABELS.creditUnder(program);
      this.#compare(label, this.#pair(lines, label), credit + taken);
    }
  }

  checkDeposits(): void {
    const lines = this.#lines(HEADINGS.thresholds);
    const income = this.#term("monthlyIncome");
    const conventional = THRESHOLD_LABELS.largeAbove(LOAN_PROGRAM_NAMES.conventional);
    this.#compare(
      conventional,
      this.#pair(lines, conventional),
      known([income], (cents) => Math.floor(cents / 2)),
    );
    const value = this.#pair(lines, THRESHOLD_LABELS.adjustedValue);
    const fha = THRESHOLD_LABELS.largeAbove(PROGRAM_NAMES.fha);
    this.#compare(
      fha,
      this.#pair(lines, fha),
      known([value], (cents) => Math.floor(cents / 100)),
    );
    const section = this.#section(HEADINGS.deposits);
    if (section === undefined) {
      this.#missing(HEADINGS.deposits);
      return;
    }
    const row = new RegExp(`^(A\\d+)\\s+(${DAY})\\s.*?(${AMOUNT})\\s+(${AMOUNT})\\s+(${AMOUNT})\\s+(${AMOUNT})$`);
    let count = 0;
    for (const line of section.lines) {
      const [, account = "", day = "", ...cells] = row.exec(line) ?? [];
      if (cells.length === 0) continue;
      count += 1;
      const [amount = 0, identified = 0, sourced = 0, unsourced = 0] = cells.map(centsOf);
      this.#compare(`Deposit ${account}, ${day}: unsourced`, unsourced, amount - identified - sourced);
    }
    const [, printed = "0"] = /^([\d,]+) posted/.exec(section.remark) ?? [];
    this.#compare("Posted deposits", centsOf(printed), count, String);
  }

  // ---- Income, debts, returned items ----

  checkRecurring(): void {
    this.#checkIncome();
    this.#checkDebts();
    const lines = this.#lines(HEADINGS.nsf);
    const days = lines.filter((line) => new RegExp(`^A\\d+ .*?${DAY}\\s+${AMOUNT}$`).test(line)).length;
    this.#compare(NSF_LABELS.negativeDays, this.#pair(lines, NSF_LABELS.negativeDays), days, String);
  }

  #checkIncome(): void {
    const income = this.#term("monthlyIncome");
    const cadence = Object.values(CADENCE_LABELS).join("|");
    const row = new RegExp(
      `\\s(${cadence})\\s+\\d+\\s+${DAY}\\s+(${AMOUNT})\\s+(${AMOUNT})\\s+(\\d+\\.\\d{4}|${UNKNOWN})$`,
    );
    for (const line of this.#lines(HEADINGS.income)) {
      const [, paid = "", median, monthly, share] = row.exec(line) ?? [];
      if (median === undefined || monthly === undefined) continue;
      const payer = line.slice(0, 24).trim();
      const recomputed = monthlyOf(centsOf(median), paid);
      this.#compare(`Income of ${payer}: monthly`, centsOf(monthly), recomputed);
      const ratio = known([income], (cents) => (cents > 0 ? Math.round((recomputed / cents) * 10_000) / 10_000 : null));
      this.#compare(`Income of ${payer}: ratio`, share === UNKNOWN ? null : Number(share), ratio, (value) =>
        value.toFixed(4),
      );
    }
  }

  #checkDebts(): void {
    const cadence = [...Object.values(CADENCE_LABELS), "No regular cadence"].join("|");
    const kinds = Object.values(DEBT_LABELS).join("|");
    const row = new RegExp(`\\s(${kinds})\\s+(${cadence})\\s+\\d+\\s+${DAY}\\s+(.*?)\\s+(${AMOUNT})\\s+(${AMOUNT})$`);
    let undisclosed = 0;
    const lines = this.#lines(HEADINGS.debts);
    for (const line of lines) {
      const [, kind = "", paid = "", state = "", median, monthly] = row.exec(line) ?? [];
      if (median === undefined || monthly === undefined) continue;
      if (paid !== "No regular cadence")
        this.#compare(`Debt ${line.slice(0, 24).trim()}: monthly`, centsOf(monthly), monthlyOf(centsOf(median), paid));
      if (kind !== DEBT_LABELS.mortgage && state.startsWith(RECURRING_LABELS.notDisclosed))
        undisclosed += centsOf(monthly);
    }
    const [, printed] = lines.flatMap(
      (line) => new RegExp(`^${escaped(RECURRING_LABELS.undisclosed)}\\s+(${AMOUNT})$`).exec(line) ?? [],
    );
    if (lines.some((line) => line.startsWith("Creditor")))
      this.#compare(RECURRING_LABELS.undisclosed, printed === undefined ? undefined : centsOf(printed), undisclosed);
  }
}

/** A month of payments by their cadence, half up. */
function monthlyOf(cents: number, cadence: string): number {
  const [payments, months] = {
    [CADENCE_LABELS.daily]: [260, 12],
    [CADENCE_LABELS.weekly]: [52, 12],
    [CADENCE_LABELS.biweekly]: [26, 12],
    [CADENCE_LABELS.semimonthly]: [2, 1],
    [CADENCE_LABELS.monthly]: [1, 1],
  }[cadence] ?? [1, 1];
  return Math.floor((cents * (payments ?? 1)) / (months ?? 1) + 0.5);
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function isoDay(day: string): string {
  const [, month = "", date = "", year = ""] = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(day) ?? [];
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${date.padStart(2, "0")}`;
}

function dollars(cents: number): string {
  const [whole = "", part] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "\u2212" : ""}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}.${part}`;
}

function monthsText(months: number): string {
  return `${months} months`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
