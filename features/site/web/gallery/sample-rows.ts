export const SAMPLE_STATUSES = ["New", "Invited", "Bank connected", "Report ready", "Closed"] as const;

export interface SampleRow {
  readonly id: string;
  readonly name: string;
  readonly status: (typeof SAMPLE_STATUSES)[number];
  /** Cents. `null` in some rows. */
  readonly amount: number | null;
  readonly day: string;
}

const FIRST = ["Ada", "Björn", "Chidi", "Dana", "Elif", "Fatima", "Grace", "Hiro", "Iris", "João", "Kwame", "Łukasz"];
const LAST = ["Adeyemi", "Brandt", "Castillo", "Dubois", "Eriksen", "Fischer", "Nguyễn", "O’Neill", "Petrov", "Raman"];
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2025, 0, 1);

export function sampleRows(count: number): SampleRow[] {
  const next = randomFrom(20_261_120);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!; // next() is below 1
  return Array.from({ length: count }, (_, at) => ({
    id: `sample-${at}`,
    name: `${pick(FIRST)} ${pick(LAST)} ${at + 1}`,
    status: pick(SAMPLE_STATUSES),
    amount: next() < 0.05 ? null : Math.floor(next() * 25_000_000) - 2_500_000,
    day: new Date(FIRST_DAY + Math.floor(next() * 690) * DAY_MS).toISOString().slice(0, 10),
  }));
}

/** Mulberry32: small, fast and the same on every machine. Not for secrets. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
