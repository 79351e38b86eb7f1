// Owns how a number is typed and shown in a table's filters; cents are typed as dollars.

export type Unit = "cents" | undefined;

/** `null` for nothing, `undefined` for what is no number. Takes `$1,250.50`, and either minus sign. */
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
