import type { BorrowerTask, EmailKind, TemplateText, Need } from "#features/borrower-portal/contract.ts";
import { IDENTITY_TEXTS } from "#features/asset-reports/labels.ts";
import type { DocumentKind } from "#features/underwriting/contract.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatPeriod } from "#platform/text/text.ts";

/** The same keys and parameters as in English; a missing or an extra one is a type error. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Text
    ? (...given: Given) => Translated<Text>
    : T extends readonly unknown[]
      ? readonly string[]
      : { readonly [Key in keyof T]: Translated<T[Key]> };

// Whole sentences with names and figures as parameters, so that another language can order its words.

/** The text of an email, without its link. */
export interface EmailTexts {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** After the paragraphs. */
  readonly list?: readonly string[];
  /** Paragraphs after the list. */
  readonly after?: readonly string[];
  /** Of the link; absent: there is none. */
  readonly label?: string;
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
  officer === null || officer === lender ? someone(lender) : lender === null ? officer : `${officer} of ${lender}`;
const CAREFUL =
  "This link is just for you. Please don't forward this email. We'll never ask for your bank password by email or phone. Not expecting this? You can ignore it.";

/** The sender that a borrower sees: the person and the lender that they know. `undefined` where neither may be shown. */
export function fromName({ officer, lender, product }: Omit<From, "firstName">): string | undefined {
  if (lender === null) return undefined;
  return officer === null || officer === lender ? `${lender} via ${product}` : `${officer} at ${lender}`;
}

interface Contact {
  readonly nmlsId: string | null;
  /** As people read it. */
  readonly phone: string | null;
}

interface SenderFacts extends Contact {
  readonly address: string | null;
  readonly officer: (Contact & { readonly name: string }) | null;
}

/** The lines below the lender's name at the end of an email to a borrower. */
export function senderDetails({ officer, ...lender }: SenderFacts): string[] {
  const facts = ({ nmlsId, phone }: Contact) => [nmlsId && `NMLS ID ${nmlsId}`, phone];
  const line = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null && part !== "").join(" · ");
  const lines = [
    line(facts(lender)),
    (lender.address ?? "").trim().replaceAll(/\s*\n\s*/g, ", "),
    officer === null ? "" : line([officer.name, ...facts(officer)]),
  ];
  return [...lines.filter((text) => text !== ""), "Equal Housing Opportunity"];
}

const AFTER_LIST = (days: number) =>
  `The link works for ${days} days. If you open it in a second browser, we'll send you a code. Once you open it, earlier links stop working.`;

const DOCUMENTS: Readonly<Record<DocumentKind, string>> = {
  bank_statement: "Bank statement",
  gift_letter: "Gift letter",
  letter_of_explanation: "Letter of explanation",
  pay_stub: "Pay stub",
  tax_return: "Tax return",
  purchase_contract: "Purchase contract",
  receipt: "Receipt",
  other: "Document",
};

type Asked = Pick<Need, "kind" | "documentKind" | "reason" | "dueOn">;

/** What an email asks for. Amounts, notes and reasons are only on the page. */
export function askedLines(needs: readonly Asked[]): string[] {
  const deposits = needs.filter(({ kind }) => kind === "deposit");
  const lines = needs.flatMap(({ kind, documentKind, reason, dueOn }) => {
    if (kind === "deposit") return [];
    if (kind === "bank") return [`Connect your bank${byDay(dueOn)}`];
    const what = documentKind === null || documentKind === "other" ? "" : `: ${DOCUMENTS[documentKind]}`;
    return [`Send ${reason === null ? "a" : "another"} document${what}${byDay(dueOn)}`];
  });
  const dueOn = deposits.flatMap((need) => need.dueOn ?? []).sort()[0] ?? null;
  if (deposits.length === 0) return lines;
  return [...lines, `Explain ${deposits.length === 1 ? "a deposit" : `${deposits.length} deposits`}${byDay(dueOn)}`];
}

const byDay = (dueOn: string | null) => (dueOn === null ? "" : ` by ${longDay(dueOn)}`);

/** The product's own words, as a lender may edit them. */
export const DEFAULT_EMAIL_TEXTS: Readonly<Record<EmailKind, TemplateText>> = {
  invitation: {
    subject: "{lender}: verify your funds",
    introduction:
      "{officer} of {lender} is working on your home loan and asks you to connect your bank. It takes about five minutes and works on a phone.",
  },
  ask: {
    subject: "{lender} needs something from you",
    introduction: "{officer} of {lender} needs the following for your home loan. You can do it on a phone.",
  },
  reminder: {
    subject: "Reminder from {lender}",
    introduction:
      "{officer} of {lender} is still waiting for the following for your home loan. You can do it on a phone.",
  },
};

const fill = (written: string, { firstName, lender, officer }: From) =>
  written
    .replaceAll("{borrower first name}", firstName ?? "there")
    .replaceAll("{lender}", someone(lender))
    .replaceAll("{officer}", officer ?? "Your loan officer");

/** The email in the lender's own words; the greeting, the list, the link and what follows stay the product's. */
export function applyText(texts: EmailTexts, words: TemplateText | null, from: From): EmailTexts {
  if (words === null) return texts;
  const introduction = fill(words.introduction, from)
    .split(/\n+/)
    .filter((paragraph) => paragraph.trim() !== "");
  return { ...texts, subject: fill(words.subject, from), paragraphs: [...introduction, ...texts.paragraphs.slice(1)] };
}

export const EMAILS = {
  invitation: (from: From & { readonly days: number }): EmailTexts => ({
    subject: `${someone(from.lender)}: verify your funds`,
    greeting: greet(from.firstName),
    paragraphs: [
      `${sender(from)} is working on your home loan and asks you to connect your bank. It takes about five minutes and works on a phone.`,
      "You'll see exactly what's shared before you agree.",
      `The link works for ${from.days} days. If you open it in a second browser, we'll send you a code.`,
    ],
    label: "Get started",
    closing: CAREFUL,
  }),
  newLink: (from: From & { readonly days: number }): EmailTexts => ({
    subject: `Your new link from ${someone(from.lender)}`,
    greeting: greet(from.firstName),
    paragraphs: [
      `Here's your new link for your home loan with ${from.lender ?? "your lender"}. Once you open it, earlier links stop working.`,
      `It works for ${from.days} days. If you open it in a second browser, we'll send you a code.`,
    ],
    label: "Open your page",
    closing: CAREFUL,
  }),
  ask: (from: From & { readonly days: number; readonly list: readonly string[] }): EmailTexts => ({
    subject: `${someone(from.lender)} needs something from you`,
    greeting: greet(from.firstName),
    paragraphs: [`${sender(from)} needs the following for your home loan. You can do it on a phone.`],
    list: from.list,
    after: [AFTER_LIST(from.days)],
    label: "Open your page",
    closing: CAREFUL,
  }),
  reminder: (from: From & { readonly days: number; readonly list: readonly string[] }): EmailTexts => ({
    subject: `Reminder from ${someone(from.lender)}`,
    greeting: greet(from.firstName),
    paragraphs: [`${sender(from)} is still waiting for the following for your home loan. You can do it on a phone.`],
    list: from.list,
    after: [AFTER_LIST(from.days)],
    label: "Open your page",
    closing: CAREFUL,
  }),
  code: (from: From & { readonly code: string }): EmailTexts => ({
    subject: `Your code: ${from.code}`,
    greeting: greet(from.firstName),
    paragraphs: [
      `Your code is ${from.code}. Enter it on the page that asks for it. It works once, for 10 minutes.`,
      "Someone opened your link in another browser. If that wasn't you, don't share this code with anyone, and call your lender.",
    ],
    closing: "We'll never ask for this code by email, text or phone.",
  }),
  giftLetter: (
    from: From & { readonly days: number; readonly borrower: string | null; readonly amount: string },
  ): EmailTexts => ({
    subject: `${someone(from.lender)}: please sign a gift letter`,
    greeting: greet(from.firstName),
    paragraphs: [
      `${sender(from)} is working on a home loan for ${from.borrower ?? "someone you know"}. Our records show a gift of ${from.amount} from you. We need your signature on a gift letter. It takes about two minutes and works on a phone.`,
      "You'll see the whole letter before you sign. You don't share your bank login or connect an account.",
      `The link works for ${from.days} days.`,
    ],
    label: "Read and sign the letter",
    closing:
      "This link is just for you. Please don't forward this email. We'll never ask for your bank password. Don't know about this gift? Don't sign. Call the lender.",
  }),
  repair: (
    from: From & { readonly days: number; readonly bank: string | null; readonly isBroken: boolean },
  ): EmailTexts => {
    const bank = from.bank ?? "your bank";
    return {
      subject: from.isBroken ? "Your bank needs you to sign in again" : "Your bank connection ends soon",
      greeting: greet(from.firstName),
      paragraphs: [
        from.isBroken
          ? `The connection to ${bank} stopped working. This can happen after a password change.`
          : `The connection to ${bank} ends soon unless you confirm it.`,
        `${someone(from.lender)} still needs it for your home loan. Sign in to your bank again. It takes a minute.`,
        `The link works for ${from.days} days. Once you open it, earlier links stop working.`,
      ],
      label: "Reconnect the bank",
      closing: CAREFUL,
    };
  },
} as const;

export const TEXT_MESSAGES = {
  code: ({ lender, code }: { readonly lender: string; readonly code: string }): string =>
    `${code} is your code for ${lender}. It works for 10 minutes. Never share it. We don't ask for it by phone.`,
  link: ({ lender, url }: { readonly lender: string; readonly url: string }): string =>
    `${lender} asks you to verify your funds for your home loan: ${url} This link is just for you. We'll never ask for your bank password. Reply STOP to opt out.`,
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
    label: "View borrower",
    closing: "You're receiving this because you're the loan officer.",
  }),
  answered: ({ firstName, borrower, person }: ToOfficer): EmailTexts => ({
    subject: `${borrower ?? "A borrower"}: response received`,
    greeting: greet(firstName),
    paragraphs: [
      `${person ?? "Someone on the loan"} signed a letter of explanation for a deposit.`,
      "Review it in the asset report. Accept it, or ask for more.",
    ],
    label: "View borrower",
    closing:
      "You're receiving this because you're the loan officer. We send this at most once an hour for each borrower.",
  }),
  documents: ({ firstName, borrower, person }: ToOfficer): EmailTexts => ({
    subject: `${borrower ?? "A borrower"}: documents received`,
    greeting: greet(firstName),
    paragraphs: [
      `${person ?? "Someone on the loan"} sent documents. No virus was found in them.`,
      "Review them on the borrower's page. Accept each one, or reject it with a reason that the borrower sees.",
    ],
    label: "Review documents",
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
    label: "View borrower",
    closing: "You're receiving this because you're the loan officer. We send this at most once a day for each bank.",
  }),
} as const;

/** What an officer does before the bank dialog opens. */
export const OFFICER_CONSENT = {
  title: (firstName: string) => `Is ${firstName} with you?`,
  rule: "Borrowers sign in to their bank themselves. Never ask for a borrower's bank login, and never enter one.",
  failed: "We couldn't load the consents",
  whose: "Whose bank",
  legend: (firstName: string) => `How does ${firstName} give consent?`,
  ways: {
    link: "Not here: send a link",
    inPerson: (firstName: string) => `In person: ${firstName} reads and agrees on this screen`,
    signedForm: "Upload the signed authorization form",
    attested: "A signed authorization is in the file",
  },
  running: (firstName: string) => `${firstName}'s consent is on record. Let ${firstName} sign in at the bank.`,
  handOver: (firstName: string) => `Let ${firstName} read this and press the button.`,
  agrees: (firstName: string) => `${firstName} agrees: continue to the bank`,
  open: "Continue to the bank",
  saveForm: "Save the form and continue",
  attest: "Attest and continue",
  attestation: (firstName: string) =>
    `I attest that ${firstName} signed our authorization to obtain bank data, and that it is in the loan file. Your name, the time and your address are stored with this.`,
  signedOn: "Date signed",
  dayMissing: "Enter the date on which it was signed.",
  dayInFuture: "This date is in the future. Enter the date on which it was signed",
  fileMissing: "Choose the signed form first.",
  cancel: "Cancel",
  close: "Close",
} as const;

/** The page on which a lender words its emails to borrowers. */
export const TEMPLATES = {
  title: "Emails to Borrowers",
  lead: "The subject and introduction of what borrowers receive. The greeting, the list of what is needed, the link and the safety note stay.",
  failed: "We couldn't load the email templates",
  kinds: {
    invitation: { title: "Invitation", about: "Sent with the first link.", save: "Save invitation" },
    ask: { title: "Request", about: "Sent when you ask for something.", save: "Save request" },
    reminder: { title: "Reminder", about: "Sent 1, 3 and 7 days later, and by hand.", save: "Save reminder" },
  },
  subject: "Subject",
  introduction: "Introduction",
  help: "You can use {borrower first name}, {lender} and {officer}.",
  errors: {
    REQUIRED: "Enter text",
    TOO_SMALL: "Enter text",
    PLACEHOLDER_UNKNOWN: "Use only {borrower first name}, {lender} and {officer} in braces",
    MARKUP: "Enter plain text without < and >",
    LINK: "Remove the address. The email has one link, which we add",
  },
  preview: "Preview",
  reset: "Reset to default",
  resetTitle: "Reset to default?",
  resetText: "Your subject and introduction are replaced with ours.",
  saved: "Email saved",
  stale: "Someone else saved this email. Reload the page to see it. Copy your text first.",
  sample: { firstName: "Riley", list: ["Connect your bank", "Send a document: Bank statement"] },
} as const;

/** The needs list as the lender reads it. */
export const NEEDS = {
  title: "Needs list",
  failed: "We couldn't load the needs list",
  none: "Nothing is needed right now. Open deposits, rejected documents and requested documents appear here.",
  bank: "Connect a bank",
  deposit: (amount: string, date: string) => `Explain the deposit of ${amount} on ${date}`,
  states: {
    open: "Not asked yet",
    asked: "Asked",
    answered: "Answered",
    done: "Done",
    waived: "Not needed",
  },
  actor: { person: (name: string) => `Waiting for ${name}`, officer: "Waiting for your review" },
  askedOn: (date: string, by: string | null) => (by === null ? `Asked ${date}` : `Asked ${date} by ${by}`),
  due: (date: string) => `Due ${date}`,
  overdue: (date: string) => `Was due ${date}`,
  reason: (reason: string) => `Rejected: ${reason}`,
  ask: (name: string) => `Ask ${name}`,
  askAll: (count: number) => `Ask for all (${count})`,
  asked: "Email queued",
  askedText: "We email each person one link with the list of what is needed.",
  review: "Review",
  changeDue: "Due date",
  waive: "Not needed",
  restore: "Needed again",
  request: "Request a document",
  requestText: "We email a link and the type of document. They read your note on their page.",
  kind: "Type of document",
  who: "Who sends it",
  note: "Note",
  noteHelp: "For example: all pages of the May statement. Shown on their page.",
  dueOn: "Due date",
  send: "Request by email",
  save: "Save",
  remind: "Remind now",
  reminders: {
    title: "Reminders",
    on: "Automatic reminders go out 1, 3 and 7 days after an email, at 10:00 AM in your organization's time zone.",
    off: "Automatic reminders are off for this borrower.",
    turnOn: "Turn on",
    turnOff: "Turn off",
    pending: "The last email hasn't gone out yet. We keep trying.",
    emailed: (date: string) => `Last email ${date}.`,
    reminded: (date: string) => `Last reminder ${date}.`,
    next: (date: string) => `Next reminder ${date}.`,
    sent: "Reminder queued",
  },
} as const;

export const OFFICER_GIFTS = {
  title: "Gift letters",
  ask: "Ask a donor",
  askTitle: "Ask a donor to sign a gift letter",
  what: "We email the donor a link of their own. They see your name, the borrower's name, the amount and the letter, and none of the borrower's bank data.",
  failed: "We couldn't load the gift letters",
  empty: "No donor was asked to sign a gift letter.",
  closed: "This borrower is closed. Restore the borrower first.",
  deposit: "Deposit",
  toCome: "Not deposited yet",
  amount: "Amount",
  donorName: "Donor's name",
  relationship: "Relationship",
  relationshipHelp: "To the borrower, such as mother, uncle or fiancé.",
  email: "Donor's email",
  ownName: "Someone on the loan can't be the donor",
  interestedParty: "The donor is an interested party of this loan, so the gift can't count",
  notAccepted:
    "A gift from this person can't count under the loan's programs. Enter how they are related to the borrower",
  ownEmail: "The donor needs an email address of their own, not one of the people on the loan",
  send: "Email the donor",
  resend: "Send a new link",
  revoke: "Revoke",
  revokeTitle: "Revoke this link?",
  revokeText: (name: string) => `${name} can no longer read or sign the letter. You can ask them again.`,
  sent: "Link sent",
  emailed: (name: string, email: string) => `We'll email ${name} at ${email}.`,
  emailedAt: "Emailed",
  signedAt: "Signed",
  expires: "Expires",
  sending: "Sending the email",
  waiting: "Waiting for a signature",
  signed: "Signed",
  revoked: "Revoked",
  expired: "Link expired",
} as const;

export const LINK_OPTIONS = {
  more: "Other ways",
  moreTitle: (name: string) => `Get the link to ${name}`,
  create: "Create a link to copy",
  once: "This link is shown once. Earlier links that weren't opened no longer work.",
  email: "Email the link",
  text: "Text the link",
  phone: "Mobile phone",
  phoneHelp: "Ten digits, or + and the country code.",
  sent: "Link sent",
  emailed: (name: string, email: string) => `We'll email ${name} at ${email}.`,
  texted: (phone: string) => `We texted it to ${phone}.`,
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
}

/** An initial letter for each kind of evidence, in the first person. */
const opening = ({ name, lender, amount, date, account, description }: ToExplain) =>
  `To ${lender}:\n\nI, ${name}, explain the deposit of ${amount} on ${date} to my account (${account}). The bank shows it as "${description}".`;
const ending = "What I write here is true. I have added the papers that show it, as far as I have them.";

export const LETTERS = {
  other: (one: ToExplain) =>
    `${opening(one)}\n\nThis money came from: ______\n\nI received it because: ______\n\nI have to pay it back: yes / no\n\n${ending}`,
  sale_of_personal_asset: (one: ToExplain) =>
    `${opening(one)}\n\nI sold my ______ to ______ on ______ for ______. This money is what I was paid.\n\n${ending}`,
  transfer: (one: ToExplain) =>
    `${opening(one)}\n\nI moved this money from my own account at ______, ending in ______.\n\n${ending}`,
  secured_loan: (one: ToExplain) =>
    `${opening(one)}\n\nI borrowed this money from ______. The loan is secured by my ______.\n\n${ending}`,
  income: (one: ToExplain) => `${opening(one)}\n\n______ paid me this money for ______.\n\n${ending}`,
} as const;

interface GiftFacts {
  readonly lender: string;
  readonly borrower: string;
  readonly donorName: string;
  /** Of the donor to the borrower: "mother". */
  readonly relationship: string;
  /** Formatted: "$12,000.00". */
  readonly amount: string;
  readonly isToCome: boolean;
  readonly address: string;
  readonly phone: string;
}

const filled = (typed: string) => typed.trim() || "______";

/** The letter that a donor signs, whole and unchanged. It says nothing of the borrower's accounts. */
export function giftLetterText(gift: GiftFacts): string {
  const { lender, borrower, donorName, relationship, amount, isToCome } = gift;
  return [
    `To ${lender}:`,
    `I, ${donorName}, ${isToCome ? "will give" : "gave"} ${borrower} ${amount} as a gift to buy a home. My relationship to ${borrower}: ${relationship}.`,
    `${borrower} does not have to pay this money back, in money, in work or in any other way. I have no claim on the home.`,
    "The money is my own. It does not come from anyone who gains from the sale of the home, such as the seller, a builder, an agent or a broker.",
    `My address: ${filled(gift.address)}\nMy phone: ${filled(gift.phone)}`,
    "What I sign here is true.",
  ].join("\n\n");
}

/** What people accept before their first electronic signature (15 U.S.C. 7001(c)). A new text gets a new version. */
export const DISCLOSURE = {
  version: "2026-11-27",
  title: "Signing electronically",
  paragraphs: (lender: string): readonly string[] => [
    "Your typed name on this page counts like your name on paper.",
    `You don't have to sign here. Ask ${lender} for a paper letter, and sign that. It costs nothing.`,
    "This covers the letters you sign on this page, and nothing else.",
    `You can change your mind until you sign. After that, call ${lender}. What you signed stays valid.`,
    `You can save or print what you sign on this page. ${lender} sends you a free paper copy if you ask.`,
    "You need this browser, an email address and a way to save or print a page.",
    `If your email address changes, tell ${lender}.`,
  ],
  accept: "I have read this. I can open and save this page, and I agree to sign electronically.",
} as const;

/** The whole text, whose hash is stored with what was signed. */
export function disclosureText(
  lender: string,
  { title, paragraphs, accept }: Pick<Translated<typeof DISCLOSURE>, "title" | "paragraphs" | "accept"> = DISCLOSURE,
): string {
  return [title, ...paragraphs(lender), accept].join("\n\n");
}

// Written for a twelve-year-old reader: short words, whole sentences, what to do next.

/** Why the money came, in everyday words. */
const KINDS = {
  gift: "It is a gift",
  sale_of_personal_asset: "I sold something",
  transfer: "I moved it from another account of mine",
  income: "I was paid for work, or got a refund",
  secured_loan: "I borrowed it",
  other: "Something else",
} as const;

/** What a withdrawal does not change. */
const whatStays = (lender: string, days: number) =>
  `${lender} keeps the data it already received for up to ${formatPeriod(days)}, because lenders keep the records of a loan, then deletes it.`;

export const PAGES = {
  steps: {
    name: "Where you are",
    agree: "Agree",
    connect: "Connect your bank",
    send: "Send documents",
    answer: "Answer questions",
    done: ", done",
  },

  landing: {
    title: "Your home loan",
    text: "Your lender needs to verify your funds for your home loan. Next you'll see who's asking and what you'd share.",
    nothingYet: "Nothing is shared until you agree.",
    button: "Continue",
    facts: [
      "It takes about five minutes.",
      "No one here ever sees your bank password.",
      "You can stop sharing at any time. Data your lender has already received stays in the loan file.",
    ],
  },

  code: {
    title: "Continue in this browser",
    text: "This link was opened in another browser first. To be sure it's you, we'll send you a code.",
    email: (hint: string) => `Email me a code (${hint})`,
    byText: (hint: string) => `Text me a code (${hint})`,
    sent: "We sent you a code. It works for 10 minutes. No code? Check your spam folder, or send a new one.",
    label: "6-digit code",
    missing: "Enter the 6 digits of the code",
    button: "Continue",
    wrong: "Incorrect or expired code. Enter the newest one, or send a new code.",
    limit: "We've sent as many codes as we can for now. Try again in an hour, or call your lender.",
    noText: "We can't text you right now. Get the code by email.",
  },

  noLink: {
    title: "Open the link in your email",
    text: "This page is private. Open it with the link your lender emailed you.",
  },
  deadLink: {
    title: "This link has expired",
    text: "Each link is for one person and works for 14 days. A newer link replaces it. Nothing was shared, and nothing is lost.",
  },
  ended: {
    title: "This session has ended",
    text: "For your security, a session ends after two hours. Your progress is saved.",
  },
  closedByYou: {
    title: "You can close this page now",
    text: "You've signed out on this browser. Your progress is saved.",
  },
  newLink: {
    title: "Get a new link",
    email: "Your email",
    help: "The email address your lender uses for you.",
    errorTexts: { REQUIRED: "Enter your email address", INVALID_FORMAT: "Enter it like name@example.com" },
    button: "Send me a new link",
    sentTitle: "Check your email",
    sent: (email: string) =>
      `If ${email} belongs to this loan, a new link is on its way. It can take a minute. Check your spam folder too. No email? Call your lender.`,
  },

  who: {
    title: "Who asks you",
    officer: (name: string) => `${name}, your loan officer`,
    nmls: (id: string) => `NMLS ID ${id}`,
    officerNmls: (id: string) => `Loan officer NMLS ID ${id}`,
    nmlsHelp: "look it up",
    notSure: "Not sure this is real? Call your lender at a number you already have.",
  },

  titleOf: (lender: string) => `Verify your funds for ${lender}`,
  hello: (firstName: string) => `Hello ${firstName}. Review what you'll share, then decide.`,
  whatYouAgreedTo: (date: string) => `What you agreed to on ${date}`,
  version: (version: string) => `This is the version of ${version}.`,
  agree: "Agree and continue",

  connect: {
    title: "Connect your bank",
    text: "A window opens. Choose your bank, sign in as usual, then choose the accounts to share.",
    button: "Connect bank",
    another: "Connect another bank",
    anotherText: "Do you have money for this loan at another bank? Connect it too.",
    listTitle: "Connected",
    account: (name: string, mask: string | null) => (mask === null ? name : `${name}, ending in ${mask}`),
    works: "Connected",
    expiring: "Ends soon",
    broken: "Sign-in needed",
    repair: (bank: string) => `Reconnect ${bank}`,
    repairText: (bank: string) => `${bank} needs you to sign in again. This can happen after a password change.`,
    waiting: "The bank window opens…",
    identity: IDENTITY_TEXTS,
  },

  done: {
    title: "All done. You can close this page.",
    text: (lender: string) => `${lender} has what it needs from your bank and will contact you with any questions.`,
    waiting: (lender: string) => `${lender} will look at what you sent and contact you with any questions.`,
    openTitle: (count: number) => (count === 1 ? "One question is left" : `${count} questions are left`),
    openText: (lender: string) => `${lender} needs to know where some money came from. See below.`,
  },

  tasks: {
    title: "Questions about your money",
    text: "Your lender needs to know where large deposits came from. Answer in your own words. It takes about two minutes.",
    question: (amount: string) => `Where did ${amount} come from?`,
    where: (bank: string, account: string) => `${bank}, ${account}`,
    answer: "Answer",
    again: "Answer again",
    kind: "What is it?",
    choose: "Choose what it is",
    kinds: KINDS,
    gift: "Who gave it to you?",
    giftHelp:
      "We'll email them a gift letter to sign. They see your name and the amount, but nothing of your bank data.",
    donorName: "Their full name",
    donorNameMissing: "Enter their full name",
    donorNameOwn:
      "A gift comes from someone else. Choose “I moved it from another account of mine” if it was your money",
    donorInvolved: "This person has a part in the sale, so the lender can't count their gift. Call your lender",
    donorRelationship: "Who they are to you",
    donorRelationshipHelp: "Mother, uncle, fiancé",
    donorRelationshipMissing: "Enter who they are to you, such as mother",
    donorRelationshipRefused:
      "Enter how you are related, such as mother or uncle. A gift from a seller, agent, builder or employer may not count. Not sure? Call your lender",
    donorEmail: "Their email",
    donorEmailMissing: "Enter their email address",
    donorEmailInvalid: "Enter it like name@example.com",
    donorEmailOwn: "Enter their own email address, not one of yours: they have to sign themselves",
    askDonor: "Email them the letter",
    waiting: "Waiting for a signature",
    linkEnded: "Link ended",
    askedText: (name: string, email: string, date: string) =>
      `We emailed ${name} at ${email} on ${date}. They sign the gift letter on their own page. You don't need to do anything.`,
    askAgain: "Wrong person or address? Ask again",
    giftEndedText: (name: string) =>
      `${name}'s link has ended without a signature. Answer again to send a new link, or call your lender.`,
    giftReview: (lender: string) => `${lender} will review it. You don't need to do anything.`,
    giftSigned: (name: string) => `${name} signed the gift letter`,
    letter: "Your letter",
    letterHelp: "We started a letter for you. Edit it and fill in the blanks.",
    letterMissing: "Enter where the money came from",
    blanks: "Fill in or remove the blanks in the letter: ____",
    sign: "Sign by typing your full name",
    signMissing: "Type your full name",
    signHelp: (name: string) =>
      `For example: ${name}. By typing your name, you certify that this letter is true and agree to sign electronically.`,
    signedBy: (name: string, date: string) => `Signed by ${name} on ${date}`,
    send: "Sign and send",
    sent: "Sent",
    sentText: (lender: string) => `${lender} will review it. If you have a document, such as a receipt, add it here.`,
    accepted: "Accepted",
    acceptedText: "Nothing more is needed here.",
    rejected: "Not enough yet",
    rejectedText: (lender: string) => `${lender} says:`,
    noReason: "Please answer again, or call your lender.",
    documents: "Supporting documents",
    add: "Add a photo or PDF",
    addLabel: (amount: string) => `Photo or PDF for ${amount}`,
    adding: "Sending the file",
    added: (names: string) => `Sent: ${names}.`,
    size: (name: string, size: string) => `${name}, ${size}`,
  },

  needs: {
    title: (lender: string) => `What ${lender} needs from you`,
    progress: (done: number, left: number) => `${done} done, ${left} left`,
    allDone: "Nothing is left for you to do right now.",
    bank: "Connect your bank",
    deposit: (amount: string, date: string) => `Tell us where ${amount} on ${date} came from`,
    document: (kind: DocumentKind) => `Send: ${DOCUMENTS[kind]}`,
    anotherDocument: (kind: DocumentKind) => `Send another: ${DOCUMENTS[kind]}`,
    due: (date: string) => `By ${date}`,
    left: "To do",
    sent: "Sent",
    done: "Done",
    add: "Add a photo or PDF",
    addLabel: (kind: DocumentKind) => `Photo or PDF: ${DOCUMENTS[kind]}`,
  },

  papers: {
    title: "Prefer to upload statements?",
    text: "You can upload statements instead of connecting your bank. PDF or photo, up to 10\u00a0MB each.",
    add: "Upload statement",
    label: "Bank statement, photo or PDF",
    sentTitle: "Documents you sent",
    more: "Send more",
    received: "Received",
    receivedText: (lender: string) => `${lender} will review what you sent. You can close this page.`,
    accepted: "Accepted",
    allAccepted: "All documents accepted",
    allAcceptedText: "Nothing more is needed here.",
    rejected: "Not accepted",
    rejectedTitle: "Please send another document",
    rejectedText: (lender: string, reason: string) => `${lender} says: ${reason}`,
    retry: "Try again",
  },

  skip: "Skip to content",
  language: "Language",

  disclosure: {
    missing: "Check the box to sign electronically, or ask your lender for a paper letter",
  },

  donor: {
    title: "Gift letter",
    loading: "We couldn't load the letter",
    hello: (name: string, borrower: string, amount: string) =>
      `Hello ${name}. ${borrower} is buying a home with a gift of ${amount} from you. The lender needs a letter from you. Read it, then sign.`,
    wrong: "Is something wrong, or do you not know about this gift? Don't sign. Call the lender.",
    yourFacts: "About you",
    address: "Your address",
    addressMissing: "Enter your address",
    phone: "Your phone",
    phoneMissing: "Enter your phone number",
    letter: "The letter",
    sign: "Sign by typing your full name",
    signMissing: "Type your full name",
    signHelp: (name: string) => `Type: ${name}`,
    notTheDonor: (name: string) => `Type your name as in the letter: ${name}. Is the name wrong? Call the lender`,
    button: "Sign the letter",
    signedTitle: "Thank you. The letter is signed.",
    signedText: (lender: string) => `${lender} has it now. You can print or save this page, then close it.`,
    signedBy: (name: string, date: string) => `Signed by ${name} on ${date}`,
    print: "Print or save",
    proofTitle: "Show the transfer",
    proofText:
      "If you can, add a paper that shows the money leaving your account: a copy of the check, the wire or the transfer. Cover your account number. Photo or PDF, up to 10\u00a0MB each.",
    add: "Add a photo or PDF",
    addLabel: "Proof of the transfer, photo or PDF",
    sentTitle: "Documents you sent",
    deadTitle: "This link has ended",
    deadText:
      "It is too old, it was replaced by a newer one, or the lender took it back. Look for a newer email, or ask the person who gets the gift to send you a new link.",
    noLinkTitle: "Open the link in your email",
    noLinkText: "This page is private. Open it with the link that the lender emailed you.",
  },

  news: { title: (lender: string) => `News from ${lender}` },

  takeBack: {
    title: "Changed your mind?",
    text: "You can withdraw your consent at any time.",
    button: "Withdraw consent",
    askTitle: "Withdraw your consent?",
    ask: (lender: string, days: number) =>
      `Your banks are disconnected now, and no new data is read. ${whatStays(lender, days)} Your loan may take longer.`,
    no: "Cancel",
    yes: "Withdraw",
    doneTitle: "You withdrew your consent",
    done: (lender: string, days: number) =>
      `Your banks are disconnected, and no new data is read. ${whatStays(lender, days)} ${lender} sees this. You can agree again at any time.`,
  },

  leave: { text: (time: string) => `For your security, this session ends at ${time}.`, button: "Sign out" },

  loading: "We couldn't load your page",
  tryAgain: "Try again",
  offline: {
    title: "You're offline",
    text: "Your answers are saved on this device. Continue when you're back online.",
  },

  /** What happened, and what to do. */
} as const;

export type Choice = keyof typeof KINDS;
export const CHOICES = Object.keys(KINDS) as Choice[];
/** What the borrower explains themself; a gift's donor signs. */
export type LetterKind = keyof typeof LETTERS;

type Who = Pick<ToExplain, "lender" | "name">;
/** Formatted amount and date: "$12,000.00", "May 4, 2026". */
type Shown = Pick<ToExplain, "amount" | "date">;

interface LetterWords {
  readonly pages: Translated<typeof PAGES>;
  readonly letters: Translated<typeof LETTERS>;
}

export function offeredLetter(
  { pages, letters }: LetterWords,
  task: BorrowerTask,
  who: Who,
  kind: LetterKind,
  shown: Shown,
): string {
  const { description, institutionName, accountName, mask } = task;
  const account = pages.tasks.where(institutionName, pages.connect.account(accountName, mask));
  return letters[kind]({ ...who, ...shown, description, account });
}
