export type Unit = "cents" | undefined;

/** `null` for empty text, `undefined` for text that is no number. Accepts `$1,250.50`, and either minus sign. */
export function typedNumber(text: string, unit: Unit): number | null | undefined {
  const plain = text
    .trim()
    .replace("\u2212", "-")
    .replace(/[$,\s]/g, "");
  if (plain === "") return null;
  if (!/^-?(\d{1,12}\.?\d{0,6}|\.\d{1,6})$/.test(plain)) return undefined;
  const number = Number(plain);
  return unit === "cents" ? Math.round(number * 100) : number;
}

export function shownNumber(number: number | null, unit: Unit): string {
  if (number === null) return "";
  if (unit === undefined) return String(number);
  return number % 100 === 0 ? String(number / 100) : (number / 100).toFixed(2);
}
