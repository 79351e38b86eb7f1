// The Mann-Whitney rank test: whether values of one kind tend to lie above those of another.

export interface RankTest {
  /** The share of pairs in which the first is larger; 0.5 when the two kinds do not differ. */
  readonly auc: number;
  /** The probability of such a difference by chance alone (normal approximation, two-sided). */
  readonly p: number;
}

export function rankTest(first: readonly number[], second: readonly number[]): RankTest {
  const [n, m] = [first.length, second.length];
  const larger = first.reduce(
    (sum, a) => sum + second.reduce((wins, b) => wins + (a > b ? 1 : a === b ? 0.5 : 0), 0),
    0,
  );
  const z = (larger - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return { auc: larger / (n * m), p: 2 * upperTail(Math.abs(z)) };
}

// Abramowitz and Stegun 7.1.26: the error function to within 1.5e-7.
function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return (series * Math.exp(-x * x)) / 2;
}
