import type { Notification, NotificationKind } from "./contract.ts";

type Facts = Pick<Notification, "bank" | "reason" | "by"> & { readonly borrower: string };

interface KindText {
  /** As a preference. */
  readonly name: string;
  readonly title: string;
  /** A sentence that names the borrower. */
  readonly sentence: (facts: Facts) => string;
  /** Whether it is seen on the report rather than on the borrower's page. */
  readonly isOnReport?: true;
}

export const KIND_TEXTS: Readonly<Record<NotificationKind, KindText>> = {
  bankConnected: {
    name: "Bank connected",
    title: "Bank connected",
    sentence: ({ borrower, bank }) => `${bank ?? "A bank"} was connected for ${borrower}.`,
    isOnReport: true,
  },
  reportReady: {
    name: "Report ready",
    title: "Report ready",
    sentence: ({ borrower }) => `The asset report for ${borrower} is ready.`,
    isOnReport: true,
  },
  reportFailed: {
    name: "Report failed",
    title: "Report not generated",
    sentence: ({ borrower, reason }) =>
      `The asset report for ${borrower} wasn't generated. ${reason ?? "Generate it again."}`,
    isOnReport: true,
  },
  questionAnswered: {
    name: "Question answered",
    title: "Question answered",
    sentence: ({ borrower }) => `${borrower}: a signed letter about a deposit is in the asset report.`,
    isOnReport: true,
  },
  documentsReceived: {
    name: "Documents received",
    title: "Documents received",
    sentence: ({ borrower }) => `${borrower}: documents are ready for your review.`,
  },
  consentWithdrawn: {
    name: "Consent withdrawn",
    title: "Consent withdrawn",
    sentence: ({ borrower }) =>
      `${borrower}: a person on the loan withdrew consent, and their bank connections have ended.`,
  },
  connectionBroken: {
    name: "Bank connection broken",
    title: "A bank needs a new sign-in",
    sentence: ({ borrower, bank }) => `${borrower}: ${bank ?? "a bank"} needs a new sign-in, or will soon.`,
  },
  reportExpiring: {
    name: "Report expires soon",
    title: "Report expires soon",
    sentence: ({ borrower }) => `The asset report for ${borrower} expires soon. Generate a new one.`,
    isOnReport: true,
  },
  plannedRefresh: {
    name: "Planned refresh moved or not made",
    title: "Planned refresh",
    sentence: ({ borrower, reason }) => `${borrower}: ${reason ?? "the planned refresh was not made."}`,
    isOnReport: true,
  },
  mentioned: {
    name: "Mentioned in a comment",
    title: "You were mentioned",
    sentence: ({ borrower, by }) => `${by ?? "A colleague"} mentioned you in a comment on ${borrower}'s asset report.`,
    isOnReport: true,
  },
  reviewRequested: {
    name: "Review requested",
    title: "Review requested",
    sentence: ({ borrower }) => `${borrower} is ready for your review.`,
  },
};

/** The page that a notification is about. */
export function pathOf(kind: NotificationKind, borrowerId: string): string {
  return KIND_TEXTS[kind].isOnReport ? `/borrower/asset-report/${borrowerId}` : `/account/borrowers/view/${borrowerId}`;
}

export const EMAIL_TEXTS = {
  greeting: (firstName: string) => `Hello ${firstName},`,
  view: { report: "View asset report", borrower: "View borrower" },
  closing: "To change which emails you get, open Notifications in your account settings.",
  digest: {
    subject: (count: number) => (count === 1 ? "1 update on your borrowers" : `${count} updates on your borrowers`),
    intro: (organization: string | null) =>
      `Here's what happened${organization === null ? "" : ` at ${organization}`} since your last daily email.`,
    more: (count: number) => `${count} more are in your notifications.`,
    view: "View borrowers",
  },
} as const;
