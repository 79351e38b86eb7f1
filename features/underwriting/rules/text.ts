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
