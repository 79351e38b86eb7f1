// Owns how texts are put in order.

/** By code unit, the same on every machine. */
export function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
