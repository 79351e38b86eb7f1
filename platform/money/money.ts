// Cents never pass through floating point. Without Intl: its money formats take 10 MB and differ between ICU versions.

const MINUS = "\u2212";

export interface MoneyText {
  /** With sign and currency: `−$1,250`, `EUR −1,250`. */
  readonly whole: string;
  /** With its point: `.00`. */
  readonly cents: string;
}

/**
 * Integer cents in two parts, with a true minus sign. `currency` is an ISO 4217 code, written before the sum unless it
 * is USD; `null`: not known, and not written.
 */
export function moneyText(cents: number, currency: string | null = "USD"): MoneyText {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const code = currency === null || currency === "USD" ? "" : `${currency} `;
  const sign = (cents < 0 ? MINUS : "") + (currency === "USD" ? "$" : "");
  return { whole: code + sign + grouped(digits.slice(0, -2)), cents: `.${digits.slice(-2)}` };
}

/** `$12,500.00`, `−$3.00`, `EUR −3.00`. */
export function formatMoney(cents: number, currency: string | null = "USD"): string {
  const text = moneyText(cents, currency);
  return text.whole + text.cents;
}

/** A number with thousands separators and up to six decimals. */
export function formatNumber(number: number): string {
  const rounded = Number.isInteger(number) ? number : Math.round(number * 1e6) / 1e6;
  const [whole = "", decimals] = String(Math.abs(rounded)).split(".");
  return (rounded < 0 ? "-" : "") + grouped(whole) + (decimals === undefined ? "" : `.${decimals}`);
}

function grouped(digits: string): string {
  let [rest, text] = [digits, ""];
  for (; rest.length > 3; rest = rest.slice(0, -3)) text = `,${rest.slice(-3)}${text}`;
  return rest + text;
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
