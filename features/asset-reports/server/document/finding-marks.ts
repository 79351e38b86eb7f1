import type { Finding } from "#features/underwriting/contract.ts";

interface Marks {
  /** By a transaction's id: `F1, F3`, the findings' numbers in the document. */
  readonly numbers: ReadonlyMap<string, string>;
  /** `R3 LARGE_UNSOURCED, R8 BORROWED_FUNDS`. */
  readonly words: ReadonlyMap<string, string>;
}

/** The number of a finding in the document, by its place among all. */
export function numberOf(place: number): string {
  return `F${place + 1}`;
}

/** Which findings name each transaction. */
export function marksOf(findings: readonly Finding[]): Marks {
  const numbers = new Map<string, string>();
  const words = new Map<string, string>();
  for (const [place, { ruleId, code, transactionIds }] of findings.entries())
    for (const id of new Set(transactionIds)) {
      numbers.set(id, joined(numbers.get(id), numberOf(place)));
      words.set(id, joined(words.get(id), `${ruleId} ${code}`));
    }
  return { numbers, words };
}

function joined(before: string | undefined, more: string): string {
  return before === undefined ? more : `${before}, ${more}`;
}
