// Whole sentences with names and figures as parameters, so that another language can order its words.

/** The text of an email, without its link. */
export interface EmailTexts {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly label: string;
  readonly closing: string;
}

/** A name that may not be shown is `null`, because it contains more than a name. */
interface From {
  readonly firstName: string | null;
  readonly lender: string | null;
  readonly officer: string | null;
  readonly product: string;
}

const greet = (firstName: string | null) => (firstName === null ? "Hello," : `Hello ${firstName},`);
const someone = (lender: string | null) => lender ?? "Your lender";
const sender = ({ officer, lender }: From) =>
  officer === null ? someone(lender) : lender === null ? officer : `${officer} of ${lender}`;
const CAREFUL =
  "The link is for you alone: do not forward this email. We never ask for your bank password by email or phone. If you do not expect this, ignore it: nothing happens.";

/** The sender that a borrower sees: the lender, which they know, and the product that the address belongs to. */
export const VIA = ({ lender, product }: { readonly lender: string; readonly product: string }): string =>
  `${lender} via ${product}`;

export const EMAILS = {
  invitation: (from: From & { readonly days: number }): EmailTexts => ({
    subject: `${someone(from.lender)} asks for your bank data`,
    greeting: greet(from.firstName),
    paragraphs: [
      `${sender(from)} is working on your home loan and asks you to connect your bank. It takes about five minutes and works on a phone.`,
      "First you see who is asking, what is shared and for how long. Then you decide.",
      `The link works for ${from.days} days in the first browser that opens it.`,
    ],
    label: "See what is asked",
    closing: CAREFUL,
  }),
  newLink: (from: From & { readonly days: number }): EmailTexts => ({
    subject: `Your new link from ${someone(from.lender)}`,
    greeting: greet(from.firstName),
    paragraphs: [
      `Here's your new link for your home loan with ${from.lender ?? "your lender"}. Once you open it, earlier links stop working.`,
      `It works for ${from.days} days in the first browser that opens it.`,
    ],
    label: "Open your page",
    closing: CAREFUL,
  }),
  repair: (
    from: From & { readonly days: number; readonly bank: string | null; readonly isBroken: boolean },
  ): EmailTexts => {
    const bank = from.bank ?? "your bank";
    return {
      subject: from.isBroken ? "Your bank asks you to log in again" : "Your bank connection ends soon",
      greeting: greet(from.firstName),
      paragraphs: [
        from.isBroken
          ? `The connection to ${bank} stopped working. This happens after a new password, for example.`
          : `The connection to ${bank} ends soon, unless you confirm it.`,
        `${someone(from.lender)} still needs it for your home loan. Log in with your bank once more: it takes a minute.`,
        `The link works for ${from.days} days in the first browser that opens it. Once you open it, earlier links stop working.`,
      ],
      label: "Reconnect the bank",
      closing: CAREFUL,
    };
  },
} as const;

interface ToOfficer {
  readonly firstName: string;
  /** The name of the borrower, and of the person on the loan who acted. */
  readonly borrower: string | null;
  readonly person: string | null;
}

/** Emails to the borrower's owners. */
export const OFFICER_EMAILS = {
  takenBack: ({ firstName, borrower, person }: ToOfficer): EmailTexts => ({
    subject: `${borrower ?? "A borrower"}: consent was withdrawn`,
    greeting: greet(firstName),
    paragraphs: [
      `${person ?? "Someone on the loan"} withdrew consent to share bank data. Their banks are disconnected, and no new reports can include them.`,
      "Existing reports stay for your retention period. Ask for bank statements, or contact the borrower.",
    ],
    label: "Open the borrower",
    closing: "You're receiving this because you're the loan officer.",
  }),
  answered: ({ firstName, borrower, person }: ToOfficer): EmailTexts => ({
    subject: `${borrower ?? "A borrower"}: a question was answered`,
    greeting: greet(firstName),
    paragraphs: [
      `${person ?? "Someone on the loan"} answered a question about a deposit, in a letter with a typed signature.`,
      "Review it in the borrower's asset report. Accept it, or say what is missing.",
    ],
    label: "Open the borrower",
    closing:
      "You're receiving this because you're the loan officer. We send this at most once an hour for each borrower.",
  }),
  broken: ({
    firstName,
    borrower,
    bank,
    isBroken,
    isAsked,
  }: Omit<ToOfficer, "person"> & { bank: string | null; isBroken: boolean; isAsked: boolean }): EmailTexts => ({
    subject: `${borrower ?? "A borrower"}: ${isBroken ? "a bank requires a new login" : "a bank connection ends soon"}`,
    greeting: greet(firstName),
    paragraphs: [
      isBroken
        ? `The connection to ${bank ?? "a bank"} stopped working. New reports won't include this bank until it's reconnected.`
        : `The connection to ${bank ?? "a bank"} ends soon unless it's confirmed.`,
      isAsked
        ? "The person who connected it received an email with a link to fix it. You don't need to do anything."
        : "Send the borrower a link to reconnect from their page.",
    ],
    label: "Open the borrower",
    closing: "You're receiving this because you're the loan officer. We send this at most once a day for each bank.",
  }),
} as const;

/** A borrower's letter about a deposit. The borrower fills in the blanks. */
export interface ToExplain {
  readonly name: string;
  readonly lender: string;
  /** Formatted: "$12,000.00", "May 4, 2026". */
  readonly amount: string;
  readonly date: string;
  readonly description: string;
  /** The bank, the account's name and its last digits. */
  readonly account: string;
  /** For a gift: the donor, as far as entered. */
  readonly donor?: { readonly name?: string | undefined; readonly relationship?: string | undefined } | undefined;
}

const filled = (said: string | undefined) => said?.trim() || "______";

/** An initial letter for each kind of evidence, in the first person. */
const opening = ({ name, lender, amount, date, account, description }: ToExplain) =>
  `To ${lender}:\n\nI, ${name}, explain the deposit of ${amount} on ${date} to my account (${account}). The bank shows it as "${description}".`;
const ending = "What I write here is true. I have added the papers that show it, as far as I have them.";

export const LETTERS = {
  other: (one: ToExplain) =>
    `${opening(one)}\n\nThis money came from: ______\n\nI received it because: ______\n\nI have to pay it back: yes / no\n\n${ending}`,
  gift: (one: ToExplain) =>
    `${opening(one)}\n\nThis money is a gift from ${filled(one.donor?.name)}, who is my ${filled(one.donor?.relationship)}. It is for my home purchase. I do not have to pay it back, in money or in work.\n\n${ending}`,
  sale_of_personal_asset: (one: ToExplain) =>
    `${opening(one)}\n\nI sold my ______ to ______ on ______ for ______. This money is what I was paid.\n\n${ending}`,
  transfer: (one: ToExplain) =>
    `${opening(one)}\n\nI moved this money from my own account at ______, ending in ______.\n\n${ending}`,
  secured_loan: (one: ToExplain) =>
    `${opening(one)}\n\nI borrowed this money from ______. The loan is secured by my ______.\n\n${ending}`,
  income: (one: ToExplain) => `${opening(one)}\n\n______ paid me this money for ______.\n\n${ending}`,
} as const;
