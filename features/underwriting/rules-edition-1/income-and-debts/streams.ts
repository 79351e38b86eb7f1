// Owns payments that come again: grouped by who is paid or pays, and how steadily.
import type { Line } from "../case.ts";
import { order } from "../order.ts";
import { median } from "../figures.ts";

/** Who is on the other side: the merchant, or the description without its numbers and codes. */
export function payeeKey({ source, words }: Line): string {
  const name = source.merchantName ?? words.replace(/\b(?:DES|ID|INDN|REF|CO ID|WEB|PPD|CCD)\b:?/g, " ");
  return name
    .toUpperCase()
    .replace(/[^\p{L}&' ]+/gu, " ")
    .replace(/\b[X]{2,}\b/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Lines by payee, each in the order of days. */
export function byPayee(lines: Iterable<Line>): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = payeeKey(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  for (const group of groups.values()) group.sort((a, b) => a.day - b.day || order(a.id, b.id));
  return groups;
}

/** Days between each line and the next. */
export function gapsOf(lines: readonly Line[]): number[] {
  return lines.slice(1).map((line, at) => line.day - lines[at]!.day); // one shorter than the list
}

/**
 * The longest stretch in which each line follows the one before within these days; the newest where two are as long. Of
 * several on one day the first is taken.
 */
export function longestRun(lines: readonly Line[], [least, most]: readonly [number, number]): Line[] {
  let best: Line[] = [];
  let run: Line[] = [];
  for (const line of lines) {
    const gap = line.day - (run.at(-1)?.day ?? -Infinity);
    if (gap === 0) continue;
    run = gap >= least && gap <= most ? [...run, line] : [line];
    if (run.length >= best.length) best = run;
  }
  return best;
}

function sumOf({ cents }: Line): number {
  return Math.abs(cents);
}

/** Parts payments of one payee where their sums differ: each part lies within so many percent of its own median. */
export function bySum(lines: readonly Line[], percent: number): Line[][] {
  const parts: Line[][] = [];
  for (const line of [...lines].sort((a, b) => sumOf(a) - sumOf(b) || a.day - b.day)) {
    const part = parts.at(-1);
    // In order of their sums, so the middle needs no sorting.
    const middle = part ? median([part[(part.length - 1) >> 1]!, part[part.length >> 1]!].map(sumOf)) : 0;
    if (part && Math.abs(sumOf(line) - middle) * 100 <= middle * percent) part.push(line);
    else parts.push([line]);
  }
  return parts.map((part) => part.sort((a, b) => a.day - b.day || order(a.id, b.id)));
}
