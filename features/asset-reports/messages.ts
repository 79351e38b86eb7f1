import type { ErrorMessages } from "#platform/contract/errors.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import { BANKS_PER_BORROWER, REPORTS_PER_DAY, type StatementProblem, WRONG_PASS_CODES } from "./contract.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  passcode: {
    LINK_DEAD: `That passcode didn't work. After ${WRONG_PASS_CODES} attempts the link is disabled. It may also have expired or been revoked. If so, ask the lender to share the report again.`,
  },
  sharedReport: {
    LINK_DEAD: "The link has expired or been revoked since you opened it. Ask the lender to share the report again.",
  },
  removeWithheld: {
    STALE: "This bank is no longer withheld. Reload the page to see the current report.",
  },
  statementFiles: {
    VIRUS_FOUND: "A virus scanner found malware in one of the files. Nothing was stored.",
    PROVIDER_UNAVAILABLE: "The files couldn't be scanned for viruses. Nothing was stored. Try again shortly.",
    LIMIT_REACHED: `This borrower has reached today's limit of ${REPORTS_PER_DAY} reports.`,
    INVALID_STATUS_TRANSITION: "This borrower is closed. Restore the borrower, then create the report.",
    PAYLOAD_TOO_LARGE: "These files are too large together. Add at most 8 MB at a time.",
    REPORT_IN_PROGRESS: "A report is being generated. Create this one when it is ready.",
  },
  planRefresh: {
    REFRESH_NOT_POSSIBLE:
      "A refresh on this day would not serve the closing. The loan's dates or a bank may have changed. Reload to see the days that do.",
    SPEND_CAP_REACHED:
      "This refresh would exceed your organization's spend cap. Choose a day on which it is free, or ask an admin to raise the cap.",
    STALE: "The price of a refresh on this day has changed. Reload to see the current price.",
    INVALID_STATUS_TRANSITION: "This borrower is closed. Restore the borrower, then plan the refresh.",
  },
  calendar: {
    FORBIDDEN: "Only admins can create or remove the organization's calendar.",
  },
  packet: {
    EDITION_NOT_TESTED:
      "The tests on file are of other rules than the ones that run, so no packet can be made. Contact the server's operator.",
  },
  copy: {
    REPORT_NOT_READY: "No report is ready to share. Generate one first.",
    LIMIT_REACHED: "You've reached the limit of active copies. Revoke one, then share again.",
  },
} as const satisfies Record<string, ErrorMessages>;

export interface Refusal {
  readonly title: string;
  readonly text: string;
}

const PROVIDER_UNAVAILABLE = {
  title: "The bank-data provider isn't responding",
  text: "This usually passes within minutes. Nothing was lost. Try again shortly.",
};

/** Refusals that have a title of their own. */
export const REFUSALS = {
  connect: {
    PROVIDER_UNAVAILABLE,
    CONSENT_REQUIRED: {
      title: "Consent is missing or was withdrawn",
      text: "No bank was saved. Connect again to record the consent, or send the borrower a link.",
    },
    LIMIT_REACHED: {
      title: "This borrower has reached the bank limit",
      text: `A borrower can have up to ${BANKS_PER_BORROWER} banks, and a report covers all of them. Reconnecting one replaces it.`,
    },
    INVALID_STATUS_TRANSITION: {
      title: "This borrower is closed",
      text: "Restore the borrower, then connect the bank.",
    },
  },
  generate: {
    PROVIDER_UNAVAILABLE,
    NO_BANK_CONNECTION: {
      title: "No bank connected",
      text: "A report needs at least one bank. Connect one, then generate the report.",
    },
    BANK_LOGIN_REQUIRED: {
      title: "Reconnection needed",
      text: "The bank asks the borrower to sign in again. Reconnect it, then generate the report.",
    },
    BANKS_TO_RECONNECT: {
      title: "Some banks need to be connected again",
      text: "Your organization changed the kind of report after they were connected, and a report can't cover both. Connect them again or disconnect them, then generate the report.",
    },
    CONSENT_REQUIRED: {
      title: "Consent to a consumer report is missing",
      text: "A consumer report needs each borrower's consent to that kind of report. Send the borrower a link, or connect the bank again.",
    },
    LIMIT_REACHED: {
      title: `You've reached today's limit of ${REPORTS_PER_DAY} reports`,
      text: "The limit is per borrower and day. The current report stays, and you can generate a new one tomorrow.",
    },
    SPEND_CAP_REACHED: {
      title: "The report would go over this month's spend cap",
      text: "We didn't request it and you weren't charged. An admin can raise the cap under Organization. It resets next month.",
    },
    STALE: {
      title: "The price has changed",
      text: "We didn't request the report. The new price is shown above. Generate again if you agree.",
    },
    INVALID_STATUS_TRANSITION: {
      title: "This borrower is closed",
      text: "Restore the borrower, then generate the report.",
    },
  },
  share: {
    PROVIDER_UNAVAILABLE: {
      title: "Plaid couldn't share the report",
      text: "Try again in a few minutes. If this keeps happening, ask an admin to check that Plaid has enabled this investor.",
    },
    REPORT_NOT_READY: { title: "No report to share", text: "Generate a report first." },
    NOT_SHAREABLE: {
      title: "This report can't be shared with an investor",
      text: "You can share only a Plaid Assets report whose data hasn't been deleted. Generate a new report from connected banks, then share it.",
    },
    DATA_WITHHELD: {
      title: "Transactions of another person are withheld",
      text: "This report has transactions of someone who isn't on the loan. Include them or disconnect the bank, then share the report.",
    },
    CONSENT_REQUIRED: {
      title: "Consent was withdrawn",
      text: "A person on the loan withdrew consent to share their bank data. Get their consent, reconnect the bank, and generate a new report.",
    },
    INVALID_STATUS_TRANSITION: {
      title: "This borrower is closed",
      text: "Restore the borrower, then share the report.",
    },
    STALE: {
      title: "Sharing was stopped",
      text: "The borrower was closed, consent was withdrawn, or a colleague stopped sharing. Reload to see the current status.",
    },
  },
  download: {
    PROVIDER_UNAVAILABLE,
    REPORT_NOT_READY: { title: "No file yet", text: "Generate a report first." },
    DATA_WITHHELD: {
      title: "The provider's data is withheld",
      text: "It contains transactions of a person who is not on the loan. Decide first: keep them, or disconnect the bank.",
    },
  },
} as const satisfies Record<string, ErrorMessages<Refusal>>;

/** Why the bank window did not open, when no call failed. */
export const WINDOW_BLOCKED: Refusal = {
  title: "The bank window didn't open",
  text: "Something in this browser or network blocks it, often an ad blocker. Allow it for this page, then connect again.",
};

/** By the error code of Plaid Link. */
export function bankMessage(providerCode: string): string {
  switch (providerCode) {
    case "INVALID_CREDENTIALS":
      return "The bank didn't accept the username or password. Try the ones used on its own site.";
    case "ITEM_LOCKED":
      return "The bank has locked this login. It has to be unlocked on the bank's own site first.";
    default:
      return `The bank returned an error (${providerCode}). Try again, or connect another bank.`;
  }
}

const days = (from: string | null, to: string | null) =>
  from === to ? longDay(from ?? "") : `${longDay(from ?? "")} to ${longDay(to ?? "")}`;

const PROBLEMS: Readonly<Record<StatementProblem["code"], (problem: StatementProblem) => string>> = {
  TOO_LARGE: () => "The file is too large, or the files together have too many lines. Export fewer months at a time.",
  EMPTY: () => "The file is empty.",
  NOT_TEXT: () => "The file contains characters that no statement has. Export it again.",
  PDF: () =>
    "PDF statements are documents. Add them under Documents, and export a CSV, OFX or QFX file for the report.",
  WORKBOOK: () => "This is a workbook. Save it as CSV, then choose the CSV file.",
  ENCODING: ({ found }) => `The file isn't readable as ${found ?? "text"}. Save it as UTF-8, or export it again.`,
  FORMAT: () => "This is none of OFX, QFX, CSV and CAMT.053.",
  DOCTYPE: () => "The file declares a document type or entities, which no bank's statement does.",
  BROKEN: () => "The file breaks off or isn't well formed. Export it again.",
  SEVERAL_STATEMENTS: () => "The file has several accounts or statements. Export each into a file of its own.",
  NO_STATEMENT: () => "The file has no transactions of a bank account.",
  COLUMNS: ({ found }) => `The file doesn't have these columns: ${found ?? "date, description and amount"}.`,
  DATE: ({ found }) => `“${found ?? ""}” is not a date.`,
  AMOUNT: ({ found }) => `“${found ?? ""}” is not an amount.`,
  CURRENCY: ({ found }) => `The amounts are in ${found ?? "another currency"}. Only US dollars count.`,
  OUTSIDE_PERIOD: ({ line, from, to }) =>
    line === null
      ? `${days(from, to)} is not a period that a statement covers.`
      : `The date is not within ${days(from, to)}.`,
  FUTURE: ({ to }) => `The statement ends on ${longDay(to ?? "")}, which is in the future.`,
  OPENING_NEEDED: () => "The file has no opening balance.",
  CLOSING_NEEDED: () => "The file has no closing balance.",
  BALANCE: ({ expectedCents, foundCents }) =>
    `Balance should be ${formatMoney(expectedCents ?? 0)}, the file says ${formatMoney(foundCents ?? 0)}.`,
  GAP: ({ from, to, otherFile }) =>
    `${days(from, to)} ${from === to ? "is" : "are"} missing after ${otherFile ?? "the file before"}. Add a file that covers ${from === to ? "it" : "them"}.`,
  CONTRADICTION: ({ otherFile }) =>
    `The file doesn't agree with ${otherFile ?? "another file"} about the same days. Export both again.`,
  HOLDER: ({ found }) =>
    `${found ?? "The account holder"} is not on the loan. Add the person to the loan, or leave the file out.`,
};

/** Why a statement file is refused, with the line that has the error. */
export function problemText(problem: StatementProblem): string {
  const text = PROBLEMS[problem.code](problem);
  return problem.line === null
    ? text
    : `Line ${problem.line}: ${text.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`;
}
