// The states of the borrower portal: without a link, before the button, before consent, and with all content.
import type { BorrowerSession, BorrowerTask } from "../features/borrower-portal/contract.ts";
import type { SitePage } from "./site-pages.ts";

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const [FRESH, FULL, NO_ONE] = [id(1), id(2), id(3)];
const AT = "2026-11-20T12:00:00Z";

const session = (borrowerId: string, facts: Partial<BorrowerSession> = {}): BorrowerSession => ({
  borrowerId,
  firstName: "Vera",
  lastName: "Visitor",
  email: "vera@example.net",
  lender: {
    name: "Acme Lending",
    nmlsId: "123456",
    phone: "+15550102030",
    logoURL: null,
    officerName: "Regina Registered",
    replyTo: "regina@example.com",
  },
  daysRequested: 90,
  retentionDays: 730,
  consent: null,
  consentText: { version: "2026-11-22", text: "I agree that my bank data is shared like this." },
  banks: [],
  isReportReady: false,
  tasks: [],
  posts: [],
  endsAt: "2099-01-01T12:00:00Z",
  ...facts,
});

const task = (transactionId: string, answer: BorrowerTask["answer"]): BorrowerTask => ({
  transactionId,
  institutionName: "First Platypus Bank",
  accountName: "Plaid Checking",
  mask: "0000",
  date: "2026-10-14",
  description: "MOBILE DEPOSIT REF 88112",
  amountCents: 1_250_000,
  letter: "To Acme Lending: this money came from: ______",
  answer,
});

const answer = (state: "proposed" | "accepted" | "rejected"): BorrowerTask["answer"] => ({
  evidenceId: id(4),
  kind: "gift",
  text: "My mother gave it to me.",
  signedName: "Vera Visitor",
  signedAt: AT,
  state,
  reason: state === "rejected" ? "Please name who gave it." : null,
  documents: [],
});

const account = { name: "Plaid Checking", mask: "0000", type: "depository", subtype: "checking" };
const bank = (institutionName: string, status: "ok" | "login_required") => ({
  ...{ id: `${institutionName} ${status}`, institutionId: "ins_1", institutionName, status },
  accounts: [account],
});

const full = session(FULL, {
  consent: { version: "2026-11-22", at: AT },
  isReportReady: true,
  banks: [bank("First Platypus Bank", "ok"), bank("Tartan Bank", "login_required")],
  tasks: [
    task("new", null),
    task("sent", answer("proposed")),
    task("taken", answer("accepted")),
    task("not yet", answer("rejected")),
  ],
  posts: [{ id: id(5), title: "Holiday hours", body: "We are closed on **Thursday**." }],
});

const link = (borrowerId: string) => `/borrower/${borrowerId}?t=${"a".repeat(43)}`;
const opened = (name: string, one: BorrowerSession, shows: string): SitePage => ({
  ...{ name, path: link(one.borrowerId), isPrivate: false, press: "Continue" },
  ...{ heading: "Verify your funds for Acme Lending", shows },
  answers: [
    { path: `/borrower/${one.borrowerId}/open-visit`, body: { visitToken: "of-a-visit", endsAt: one.endsAt } },
    { path: "/visit", body: one },
  ],
});

export const PORTAL_PAGES: readonly SitePage[] = [
  {
    name: "a visit without a link",
    path: `/borrower/${NO_ONE}`,
    heading: "Open the link in your email",
    isPrivate: false,
  },
  { name: "a visit's landing", path: link(FRESH), heading: "Your home loan", shows: "Continue", isPrivate: false },
  opened("a visit before consent", session(FRESH), "Before you connect your bank"),
  opened("a visit", full, "News from Acme Lending"),
];
