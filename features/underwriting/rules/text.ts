const BANK_WORDS = new Set(["NA", "N", "A", "FSB", "BANK", "ONLINE", "THE", "BANKING"]);

/** The bank's name without the words that differ between sign-ins of one bank. */
export function bankName(name: string): string {
  const words = name
    .toUpperCase()
    .replace(/\./g, "")
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const rest = words.filter((word) => !BANK_WORDS.has(word));
  return (rest.length > 0 ? rest : words).join(" ");
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function normalName(name: string): string {
  return name.toUpperCase().replace(/\s+/g, " ").trim();
}

/**
 * Letters and digits of a name in upper case without accents and apostrophes, split at everything else. A bank writes
 * ZUNIGA and OBRIEN for Zúñiga and O'Brien.
 */
export function nameWords(text: string): string[] {
  return text
    .replace(/['\u2018\u2019\u02bc\u0060\u00b4]/g, "")
    .toUpperCase()
    .replace(/[ÆŒØŁĐÐÞ]/g, (letter) => LETTERS[letter]!) // each of these is a key
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const LETTERS: Readonly<Record<string, string>> = { Æ: "AE", Œ: "OE", Ø: "O", Ł: "L", Đ: "D", Ð: "D", Þ: "TH" };
