import type { BorrowerTask } from "#features/borrower-portal/contract.ts";
import { LETTERS, type ToExplain } from "#features/borrower-portal/labels.ts";

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

export const PAGES = {
  steps: {
    name: "Where you are",
    agree: "Agree",
    connect: "Connect your bank",
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

  noLink: {
    title: "Open the link in your email",
    text: "This page is private. Open it with the link your lender emailed you.",
  },
  deadLink: {
    title: "This link has expired",
    text: "Each link is for one person and works for 14 days in the browser that opened it first. Nothing was shared, and nothing is lost.",
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
    nmlsHelp: "look it up",
    notSure: "Not sure this is real? Call your lender at a number you already have.",
  },

  titleOf: (lender: string) => `Verify your funds for ${lender}`,
  hello: (firstName: string) => `Hello ${firstName}. Review what you'll share, then decide.`,
  whatYouAgreedTo: (date: string) => `What you agreed to on ${date}`,
  version: (version: string) => `This is the text of ${version}.`,
  agree: "I agree",

  connect: {
    title: "Connect your bank",
    text: "A window opens. Choose your bank, sign in as usual, then choose the accounts to share.",
    button: "Connect bank",
    another: "Connect another bank",
    anotherText: "Is money for this loan at another bank too? Connect it as well.",
    listTitle: "Connected",
    account: (name: string, mask: string | null) => (mask === null ? name : `${name}, ending in ${mask}`),
    works: "Connected",
    expiring: "Ends soon",
    broken: "Sign-in needed",
    repair: (bank: string) => `Reconnect ${bank}`,
    repairText: (bank: string) => `${bank} needs you to sign in again. This can happen after a password change.`,
    waiting: "The bank window opens…",
  },

  done: {
    title: "All done. You can close this page.",
    text: (lender: string) => `${lender} has what it needs from your bank and will contact you with any questions.`,
    waiting: (lender: string) => `${lender} will review your information and contact you with any questions.`,
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
    donorName: "Their full name",
    donorNameMissing: "Enter their full name",
    donorRelationship: "Who they are to you",
    donorRelationshipHelp: "Mother, uncle, partner",
    donorRelationshipMissing: "Enter who they are to you, such as mother",
    donorAddress: "Their address",
    donorAddressMissing: "Enter their address",
    donorPhone: "Their phone",
    donorPhoneMissing: "Enter their phone number",
    letter: "Your letter",
    letterHelp: "We started a letter for you. Edit it and fill in the blanks.",
    letterMissing: "Enter where the money came from",
    blanks: "Fill in or remove the blanks in the letter: ____",
    sign: "Sign by typing your full name",
    signMissing: "Type your full name",
    signHelp: (name: string) => `For example: ${name}. By typing your name you say that this letter is true.`,
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
    added: (name: string) => `${name} was sent.`,
    size: (name: string, size: string) => `${name}, ${size}`,
  },

  papers: {
    title: "Prefer to upload statements?",
    text: "You may send bank statements in place of connecting your bank. PDF or photo, up to 10\u00a0MB each.",
    add: "Upload statement",
    label: "Bank statement, photo or PDF",
  },

  news: { title: (lender: string) => `News from ${lender}` },

  takeBack: {
    title: "Changed your mind?",
    text: "You can withdraw your consent at any time.",
    button: "Withdraw consent",
    askTitle: "Withdraw your consent?",
    ask: (lender: string, days: number) =>
      `Your banks are disconnected now, and no new data is read. ${lender} keeps the data it already received for up to ${days} days, as the law requires, then deletes it. Your loan may take longer.`,
    no: "Cancel",
    yes: "Withdraw",
    doneTitle: "You withdrew your consent",
    done: (lender: string) =>
      `Your banks are disconnected, and no new data is read. ${lender} sees this. You can agree again at any time.`,
  },

  leave: { text: (time: string) => `For your security, this session ends at ${time}.`, button: "Sign out" },

  loading: "We couldn't load your page",
  tryAgain: "Try again",
  offline: {
    title: "You are offline",
    text: "Your answers are saved on this device. Continue when you're back online.",
  },

  /** What happened, and what to do. */
} as const;

export type Choice = keyof typeof KINDS;
export const CHOICES = Object.keys(KINDS) as Choice[];

type Who = Pick<ToExplain, "lender" | "name" | "donor">;
/** Formatted amount and date: "$12,000.00", "May 4, 2026". */
type Shown = Pick<ToExplain, "amount" | "date">;

export function offeredLetter(task: BorrowerTask, who: Who, kind: Choice, shown: Shown): string {
  const { description, institutionName, accountName, mask } = task;
  const account = PAGES.tasks.where(institutionName, PAGES.connect.account(accountName, mask));
  return LETTERS[kind]({ ...who, ...shown, description, account });
}
