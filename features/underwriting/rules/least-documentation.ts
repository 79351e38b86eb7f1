import { formatMoney } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import type { Finding, LeastDocumentation } from "./evaluation.ts";
import { levelOf, type Claim, type Conditional } from "./funds.ts";
import { sum } from "./money.ts";
import { answerName } from "./overlay-names.ts";
import { isOff } from "./overlay.ts";
import type { ProgramResult } from "./program.ts";
import { compare } from "./text.ts";
import { hasNoRules, PROGRAM_NAMES } from "./verdict.ts";

/** One finding that a person can clear, and what that gives back. */
interface Item {
  readonly findingKey: string;
  readonly code: string;
  readonly transactionId: string | null;
  /** Cents to document; 0 where a confirmation does. */
  readonly cents: number;
  readonly claims: readonly Claim[];
  readonly conditionals: readonly Conditional[];
  readonly isLiquidation: boolean;
}

/** Up to this many items every subset is tried. */
const EXACT = 12;

/**
 * The fewest findings, and of as many the least money to document, that make the sure funds cover closing and reserves.
 *
 * @param isWithheld whether transactions are withheld: what they hold may change everything
 */
export function leastDocumentation(
  result: ProgramResult,
  findings: readonly Finding[],
  loan: Pick<Loan, "program">,
  isWithheld = false,
): LeastDocumentation {
  const { program, levels } = result;
  if (hasNoRules(loan) || isOff(program, result.terms.parameters.overlay))
    return { program, isPossible: false, steps: [], cents: 0, alsoRequired: [], text: "" };
  const items = itemsOf(result);
  const money = new Set(items.map(({ findingKey }) => findingKey));
  // What an overlay raises, and what the borrower's own part rests on, block even where the funds are enough without it.
  const raised = new Set(result.terms.parameters.overlay?.settings.atLeast.map(({ code }) => code));
  const blockers = findings
    .filter(
      ({ code, severity, programs, key, waivedPrograms }) =>
        severity === "blocker" &&
        programs.includes(program) &&
        !waivedPrograms.includes(program) &&
        (!money.has(key) || raised.has(code) || levels.sure.suffices === true),
    )
    .map(({ key }) => key);
  const plan = (steps: readonly Item[], isPossible: boolean): LeastDocumentation => {
    const planned = new Set(steps.map(({ findingKey }) => findingKey));
    const alsoRequired = blockers.filter((key) => !planned.has(key));
    return {
      program,
      isPossible,
      steps: steps.map(({ findingKey, code, transactionId, cents }) => ({ findingKey, code, transactionId, cents })),
      cents: sum(steps.map(({ cents }) => cents)),
      alsoRequired,
      text: isWithheld ? notYet(result) : textOf(result, steps, isPossible, alsoRequired.length),
    };
  };
  if (isWithheld) return plan([], false);
  if (levels.sure.suffices === true) return plan([], true);
  if (levels.all.suffices !== true) return plan([], false);
  const steps = items.length <= EXACT ? smallest(result, items) : nearSmallest(result, items);
  return plan(steps, true);
}

function itemsOf({ input, findings }: ProgramResult): Item[] {
  const byKey = new Map<string, { claims: Claim[]; conditionals: Conditional[] }>();
  const at = (key: string) => {
    const known = byKey.get(key) ?? { claims: [], conditionals: [] };
    byKey.set(key, known);
    return known;
  };
  for (const claim of input.claims) if (!claim.isNever) at(claim.findingKey).claims.push(claim);
  for (const one of input.conditionals) at(one.findingKey).conditionals.push(one);
  const items = [...byKey].map(([findingKey, { claims, conditionals }]): Item => {
    const sums = conditionals.filter(({ kind }) => kind === "lump" || kind === "giftToCome");
    return {
      findingKey,
      code: claims[0]?.code ?? conditionals[0]!.code,
      transactionId: claims[0]?.line.id ?? null,
      cents: sum(claims.map(({ cureCents }) => cureCents)) + sum(sums.map(({ cents }) => cents)),
      claims,
      conditionals,
      isLiquidation: false,
    };
  });
  const sale = findings.find(({ code }) => code === "LIQUIDATION_NEEDED");
  if (sale)
    items.push({
      findingKey: sale.key,
      code: sale.code,
      transactionId: null,
      cents: Number(sale.inputs["neededCents"]),
      claims: [],
      conditionals: [],
      isLiquidation: true,
    });
  return items.sort((a, b) => compare(a.findingKey, b.findingKey));
}

/** Whether the sure funds are enough once these items are cleared. */
export function suffices({ input }: Pick<ProgramResult, "input">, cleared: readonly Item[]): boolean {
  const claims = new Set(cleared.flatMap((one) => one.claims));
  const conditionals = new Set(cleared.flatMap((one) => one.conditionals));
  return (
    levelOf(input, {
      claims: input.claims.filter((one) => !claims.has(one)),
      without: new Set(input.conditionals.filter((one) => !conditionals.has(one))),
      assumesLiquidation: cleared.some(({ isLiquidation }) => isLiquidation),
    }).suffices === true
  );
}

function smallest(result: ProgramResult, items: readonly Item[]): readonly Item[] {
  for (let size = 1; size < items.length; size++) {
    let best: { items: Item[]; cents: number } | undefined;
    for (const subset of subsetsOf(items, size)) {
      const cents = sum(subset.map((one) => one.cents));
      if (best && cents >= best.cents) continue;
      if (suffices(result, subset)) best = { items: subset, cents };
    }
    if (best) return best.items;
  }
  return items;
}

function* subsetsOf(items: readonly Item[], size: number, from = 0): Generator<Item[]> {
  if (size === 0) yield [];
  else
    for (let at = from; at <= items.length - size; at++)
      for (const rest of subsetsOf(items, size - 1, at + 1)) yield [items[at]!, ...rest];
}

/** With this many items or fewer, each is tried for whether it can be left out. */
const PRUNED = 40;

/**
 * Many items: of those that give the most, as many as are needed. What they give adds up, so no smaller number of items
 * suffices, except where conditional accounts and the earnest-money credit overlap.
 */
function nearSmallest(result: ProgramResult, items: readonly Item[]): readonly Item[] {
  const gives = new Map(
    items.map((one) => [
      one,
      sum(one.claims.map(({ cents }) => cents)) + sum(one.conditionals.map(({ cents }) => cents)),
    ]),
  );
  const sorted = [...items].sort((a, b) => gives.get(b)! - gives.get(a)! || compare(a.findingKey, b.findingKey));
  let [low, high] = [1, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (suffices(result, sorted.slice(0, middle))) high = middle;
    else low = middle + 1;
  }
  let chosen = sorted.slice(0, low);
  if (chosen.length <= PRUNED)
    for (const one of [...chosen].sort((a, b) => b.cents - a.cents || compare(a.findingKey, b.findingKey))) {
      const rest = chosen.filter((other) => other !== one);
      if (suffices(result, rest)) chosen = rest;
    }
  return chosen.sort((a, b) => compare(a.findingKey, b.findingKey));
}

function textOf(result: ProgramResult, steps: readonly Item[], isPossible: boolean, others: number): string {
  const name = nameOf(result);
  if (result.levels.printed.suffices === null) return notYet(result);
  if (!isPossible) return `No explanation of the money in this report is enough to close under ${name}.`;
  if (steps.length === 0)
    return others === 0
      ? `No explanation is needed to close under ${name}.`
      : `Clear ${conditionWords(others)}, and the funds are enough to close under ${name}.`;
  const also =
    others === 0 ? "" : ` ${others === 1 ? "One other condition blocks" : `${others} other conditions block`} as well.`;
  const deposits = steps.filter(({ transactionId }) => transactionId !== null);
  const rest = steps.length - deposits.length;
  const cents = sum(deposits.map((one) => one.cents));
  const explain =
    deposits.length === 0
      ? ""
      : `Explain ${formatMoney(cents)} of ${deposits.length === 1 ? "one deposit" : `these ${deposits.length} deposits`}`;
  const clear = rest === 0 ? "" : `${explain ? " and clear" : "Clear"} ${conditionWords(rest)}`;
  return `${explain}${clear}, and the funds are enough to close under ${name}.${also}`;
}

function nameOf({ program, terms }: ProgramResult): string {
  return answerName(PROGRAM_NAMES[program], terms.parameters.overlay);
}

function notYet(result: ProgramResult): string {
  return `Not evaluated under ${nameOf(result)} yet.`;
}

function conditionWords(number: number): string {
  return number === 1 ? "one condition" : `${number} conditions`;
}
