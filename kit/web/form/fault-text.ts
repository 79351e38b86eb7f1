// Owns what a field's fault says to people, from its code and its label.

/** Words of a screen's own for some codes: `{ TOO_SMALL: "Use at least 12 characters" }`. */
export type FaultTexts = Readonly<Record<string, string>>;

export function faultText(label: string, code: string, own: FaultTexts = {}): string {
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
      return `${label} holds a card number. Remove it: card numbers are not stored here`;
    default:
      return `${label} is not valid`;
  }
}
