// Cents never pass through floating point.

export interface MoneyText {
  /** With sign and currency: `−$1,250`, `EUR −1,250`. */
  readonly whole: string;
  /** With its point: `.00`. */
  readonly cents: string;
}

const MINUS = "\u2212";
const dollars = new Intl.NumberFormat("en-US");

/**
 * Integer cents in two parts, as the documents write them too. `currency` is an ISO 4217 code, written before the sum
 * unless it is USD; `null`: not known, and not written.
 */
export function moneyText(cents: number, currency: string | null = "USD"): MoneyText {
  const size = Math.abs(cents);
  const whole = dollars.format(Math.trunc(size / 100));
  const sign = cents < 0 ? MINUS : "";
  const code = currency === null || currency === "USD" ? "" : `${currency} `;
  return {
    whole: `${code}${sign}${currency === "USD" ? "$" : ""}${whole}`,
    cents: `.${String(size % 100).padStart(2, "0")}`,
  };
}

export function formatMoney(cents: number, currency: string | null = "USD"): string {
  const text = moneyText(cents, currency);
  return text.whole + text.cents;
}

/**
 * Dollars as people type them, in cents: `1,250`, `$99.5`, `-3`; `undefined` for what is no such sum. What is too large
 * to count is the largest number there is, for a schema to refuse as such.
 */
export function toCents(typed: string): number | undefined {
  const read = /^\s*([-\u2212]?)\s*\$?\s*(\d[\d,]*)(?:\.(\d{0,2}))?\s*$/.exec(typed);
  if (read === null) return undefined;
  const [, sign = "", whole = "", fraction = ""] = read;
  const cents = Math.min(Number(whole.replaceAll(",", "") + fraction.padEnd(2, "0")), Number.MAX_SAFE_INTEGER);
  return sign === "" || cents === 0 ? cents : -cents;
}

/** The same cents as a field shows them. */
export function typedMoney(cents: number): string {
  if (cents < 0) return `-${typedMoney(-cents)}`;
  const text = moneyText(cents);
  return text.whole.slice(1) + (text.cents === ".00" ? "" : text.cents);
}
