/** Words of a screen's own for some codes: `{ TOO_SMALL: "Use at least 12 characters" }`. */
export type ErrorTexts = Readonly<Record<string, string>>;

export function errorText(label: string, code: string, own: ErrorTexts = {}): string {
  const words = own[code];
  if (words !== undefined) return words;
  switch (code) {
    case "REQUIRED":
      return `${label} required`;
    case "TOO_BIG":
      return `${label} is too long`;
    case "TOO_SMALL":
      return `${label} is too short`;
    case "CARD_NUMBER":
      return `${label} contains a card number. Remove it. We don't store card numbers here`;
    default:
      return `${label} is not valid`;
  }
}
