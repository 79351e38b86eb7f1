// How programs and figures read on paper.
import type { Finding, Program } from "#features/underwriting/contract.ts";
import { PROGRAM_NAMES } from "#features/underwriting/rules-edition-1/programs.ts";
import { figuresOf } from "#features/underwriting/labels.ts";
import { longDay } from "#kit/server/document/dates.ts";
import { grouped, money } from "#kit/server/document/money.ts";

/** `Fannie Mae and FHA`; all three are `all programs`. */
export function programWords(programs: readonly Program[]): string {
  if (programs.length === Object.keys(PROGRAM_NAMES).length) return "all programs";
  return programs.map((program) => PROGRAM_NAMES[program]).join(" and ");
}

/** The figures that tripped a rule, in one line; nothing for a rule without. */
export function figureWords(inputs: Finding["inputs"]): string {
  return figuresOf(inputs, { money: (cents) => money(cents, "USD"), day: longDay, number: grouped })
    .map(({ label, text }) => `${label} ${text}`)
    .join(" \u00b7 ");
}
