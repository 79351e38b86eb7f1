/** The lender that asks, and the scope of its request. */
export interface Asking {
  readonly lender: string;
  /** Days of history. */
  readonly days: number;
  /** Days that bank data is stored. */
  readonly keptDays: number;
}

/**
 * The text to agree to before the bank dialog opens. A change of the text is a new version, and visitors who agreed to
 * an older one are asked again.
 */
export const CONSENT = {
  version: "2026-11-22",
  title: "Before you connect your bank",
  paragraphs: ({ lender, days, keptDays }: Asking): readonly string[] => [
    `${lender} asks to see your bank data, to check that you have the money for your home loan.`,
    `You share, of the accounts that you pick: your name and address as the bank has them, the account's name and last digits, its balance, and what came in and went out in the last ${days} days. Some loans need more: then ${lender} may ask for up to two years.`,
    `${lender} may read this data again until the loan is decided, or until you take this back.`,
    `You log in with your bank, in a window of Plaid, the company that brings the data. ${lender} never sees your password, and no one can move your money.`,
    `${lender} uses the data for this loan only, and keeps it for ${keptDays} days once your file is closed or you have taken this back.`,
    "You do not have to do this. You may send bank statements instead. You can take this back on this page at any time: your bank is then disconnected, and no new data is read.",
  ],
  agree: "I agree that my bank data is shared like this.",
} as const;

/** The whole text as stored with the consent. */
export function consentText(asking: Asking): string {
  return [CONSENT.title, ...CONSENT.paragraphs(asking), CONSENT.agree].join("\n\n");
}
