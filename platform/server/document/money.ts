const MINUS = "\u2212";

/**
 * An amount in integer cents as a person reads it, with a true minus sign: `−$1,234.56`; another currency shows its
 * code, `EUR −1,234.56`; one that the bank does not name shows neither.
 */
export function money(cents: number, currency: string | null): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const sign = cents < 0 ? MINUS : "";
  const amount = `${grouped(Number(digits.slice(0, -2)))}.${digits.slice(-2)}`;
  if (currency === "USD") return `${sign}$${amount}`;
  return currency === null ? `${sign}${amount}` : `${currency} ${sign}${amount}`;
}

/** A number with thousands separators and up to six decimals. Without Intl, whose locales take 10 MB. */
export function grouped(number: number): string {
  const rounded = Number.isInteger(number) ? number : Math.round(number * 1e6) / 1e6;
  const [whole = "", decimals] = String(rounded).split(".");
  const parted = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return decimals === undefined ? parted : `${parted}.${decimals}`;
}
