// Every page of the site for end-to-end tests: its address, and how to know that it is complete.
import type { Page } from "@playwright/test";
import { listStatements } from "../features/billing/contract.ts";
import { listBorrowers } from "../features/borrowers/contract.ts";
import { type Invitation, listMembers, listGroups } from "../features/organizations/contract.ts";
import { listOwnPosts, listPosts } from "../features/posts/contract.ts";
import { untilOpen } from "./support-console.ts";
import { authorizedBorrower, type Client, apiPerson } from "./api.ts";
import type { BorrowerSession, BorrowerTask, DonorPage } from "../features/borrower-portal/contract.ts";
import { knownBy, type VisitOptions, type Visitors } from "./visitors.ts";

export interface SitePage {
  name: string;
  path: string;
  isPrivate: boolean;
  /** Words of its level-1 heading. */
  heading: string;
  /** Words that come last, with the data; the heading where there is none. */
  shows?: string;
  /** What the page's calls are answered, where only a mailed link would do. */
  answers?: { path: string; body: unknown }[];
  /** The button that leads on to what is meant. */
  press?: string;
}

const INVITATION: Invitation = {
  organizationName: "Acme Lending",
  invitedBy: "Ada Admin",
  firstName: "Jo",
  lastName: "Journey",
  email: "jo.journey@example.org",
  role: "editor",
  hasAccount: false,
  expiresAt: "2099-01-01T12:00:00Z",
};

const open = (name: string, path: string, heading: string): SitePage => ({ name, path, heading, isPrivate: false });

/** Each has a page of its own. */
export const ERROR_CODES = ["400", "401", "403", "404", "500", "503", "504"] as const;

export const PUBLIC_PAGES: readonly SitePage[] = [
  open("home", "/", "Know what your borrower can close with"),
  open("privacy policy", "/privacy-policy", "Privacy Policy"),
  open("terms", "/terms-and-conditions", "Terms and Conditions"),
  open("security", "/security", "Security"),
  open("subprocessors", "/subprocessors", "Subprocessors"),
  open("rules", "/rules", "Rules"),
  { ...open("developers", "/developers", "Developers"), shows: "Create a borrower" },
  // The gallery pushes the footer down when it comes.
  { ...open("version", "/version", "Version"), shows: "Shown only when something takes longer than 150 ms." },
  open("verify", "/verify", "Verify a report"),
  open("audit copy", "/audit-copy#t=any", "Audit copy"),
  open("login", "/auth/login", "Log In"),
  open("log-out", "/auth/logout", "You're logged out"),
  open("register", "/auth/register", "Register"),
  open("awaiting confirmation", "/auth/awaiting-confirmation", "Check your email"),
  open("email confirmed", "/auth/email-confirmed", "Email confirmed"),
  open("bad link", "/auth/bad-link", "This link has expired"),
  open("password reset request", "/auth/password-reset-request", "Forgot your password?"),
  open("password reset", "/auth/password-reset?token=any", "Set a password"),
  ...ERROR_CODES.map((code) => open(`error ${code}`, `/error/${code}`, code)),
  open("an unknown address", "/nowhere/at/all", "404"),
  open("single sign-on return", `/auth/sso/${crypto.randomUUID()}`, "Single sign-on didn't work"),
  {
    ...open("an invitation", `/auth/invitation?token=${"a".repeat(43)}`, "Your invitation"),
    shows: "Acme Lending",
    answers: [{ path: "/auth/invitation", body: INVITATION }],
  },
];

/** The private pages, with a borrower of the sample lender whose report is ready and one who was just made. */
export async function privatePages(person: Client): Promise<SitePage[]> {
  const fresh = await authorizedBorrower(person);
  const { body: borrowers } = await person.send(listBorrowers);
  // End-to-end tests also make and withdraw reports, so this uses the sample lender's own borrowers, with loan numbers.
  const ready = borrowers.find(({ latestReportId, loanNumber }) => latestReportId !== null && loanNumber !== null);
  if (!ready) throw new Error("the sample lender has no ready report");
  const name = `${ready.firstName} ${ready.lastName}`;
  const { body: own } = await person.send(listOwnPosts);
  const post = own.find(({ status }) => status === "published");
  if (!post) throw new Error("the sample lender has no post of this person's");
  const pages: Omit<SitePage, "isPrivate">[] = [
    // Other end-to-end tests also create borrowers of this officer. Without the search, theirs would be first.
    { name: "borrowers", path: `/account/borrowers/all?search=${ready.lastName}`, heading: "Borrowers", shows: name },
    { name: "reviews", path: "/account/reviews", heading: "Reviews" },
    { name: "create borrower", path: "/account/borrowers/create", heading: "Create Borrower" },
    { name: "import borrowers", path: "/account/borrowers/import", heading: "Import borrowers" },
    { name: "a borrower", path: `/account/borrowers/view/${ready.id}`, heading: name, shows: "Bank connections" },
    { name: "edit borrower", path: `/account/borrowers/edit/${ready.id}`, heading: "Edit Borrower", shows: "Save" },
    { name: "posts", path: "/account/posts/all", heading: "Posts", shows: "Bank reports come before rate locks" },
    { name: "create post", path: "/account/posts/create", heading: "Create Post", shows: "Save" },
    { name: "edit post", path: `/account/posts/edit/${post.id}`, heading: "Edit Post", shows: "Save" },
    {
      name: "a report",
      path: `/borrower/asset-report/${ready.id}`,
      heading: "Asset report",
      shows: "SHA-256 of the file",
    },
    {
      name: "audit copies",
      path: `/borrower/audit-copies/${ready.id}`,
      heading: "Audit copies",
      shows: "Share report",
    },
    { name: "own name", path: "/account/settings/name", heading: "Name", shows: "Save" },
    { name: "own details", path: "/account/settings/details", heading: "Details", shows: "Organizations" },
    {
      name: "notification settings",
      path: "/account/settings/notifications",
      heading: "Notifications",
      shows: "Report expires soon",
    },
    {
      name: "calendar settings",
      path: "/account/settings/calendar",
      heading: "Calendar",
      shows: "Your borrowers",
    },
    {
      name: "authorization",
      path: "/account/settings/authorization",
      heading: "Authorization",
      shows: "Log out everywhere",
    },
    {
      name: "own subscription",
      path: "/account/billing/subscription",
      heading: "Subscription",
      shows: "No active subscription",
    },
    { name: "own profile", path: "/account/settings/profile", heading: "Profile", shows: "Delete your account" },
    { name: "no report", path: `/borrower/asset-report/${fresh.id}`, heading: "Asset report", shows: "No bank" },
  ];
  return pages.map((page) => ({ ...page, isPrivate: true }));
}

const closed = (name: string, path: string, heading: string, shows: string): SitePage => ({
  name,
  path,
  heading,
  shows,
  isPrivate: true,
});

/** The pages of an admin, with a person, a group and a post of the sample lender. */
export async function adminPages(admin: Client): Promise<SitePage[]> {
  const [{ body: people }, { body: groups }, { body: posts }, { body: statements }] = await Promise.all([
    admin.send(listMembers),
    admin.send(listGroups),
    admin.send(listPosts),
    admin.send(listStatements),
  ]);
  const editor = people.find(({ email }) => email === "editor@example.com");
  const desk = groups.find(({ name }) => name === "Purchase desk");
  const post = posts.find(({ title }) => title.startsWith("Holiday hours"));
  const [statement] = statements;
  if (!editor || !desk || !post || !statement)
    throw new Error("the sample lender lacks its editor, its first group, a post or a statement");
  return [
    closed("users", "/admin/users", "Users", "Active"),
    closed("add user", "/admin/users/add", "Add User", "Groups"),
    closed("edit user", `/admin/users/edit/${editor.id}`, "Edit User", editor.email),
    closed("current period", "/admin/billing/current-period", "Current Period", "Not billed yet"),
    closed("statements", "/admin/billing/statements", "Statements", statement.number),
    closed(
      "a statement",
      `/admin/billing/statements/view/${statement.id}`,
      `Statement ${statement.number}`,
      "Unit amount",
    ),
    closed("subscription", "/admin/billing/subscription", "Subscription", "Example Subscription Form"),
    closed("organization", "/admin/organization", "Organization", "Borrowers may see their report"),
    closed("email templates", "/admin/emails", "Emails to Borrowers", "Reset to default"),
    closed("activity", "/admin/audit", "Activity", "logged in"),
    closed("governance packet", "/admin/governance", "Governance Packet", "What is not automated"),
    closed("groups", "/admin/groups", "Groups", "people"),
    closed("overlays", "/admin/overlays", "Overlays", "Draft an overlay"),
    closed("api-keys", "/admin/api-keys", "API Keys", "Allowed IP addresses"),
    closed("webhooks", "/admin/webhooks", "Webhooks", "Endpoint URL"),
    closed("single sign-on", "/admin/single-sign-on", "Single Sign-On", "Email domains"),
    closed("editions", "/admin/editions", "Rule Editions", "Used for new evaluations"),
    closed("edit group", `/admin/groups/edit/${desk.id}`, "Edit Group", "Billing"),
    closed("all posts", "/admin/posts", "All Posts", "Holiday hours"),
    closed("create organization post", "/admin/posts/create", "Create Organization Post", "Save"),
    closed("edit organization post", `/admin/posts/edit/${post.id}`, "Edit Organization Post", "Save"),
    closed("all borrowers", "/admin/borrowers/all", "All Borrowers", "Report ready"),
  ];
}

/** Opens a page and waits until all of it is there. */
export async function openSitePage(page: Page, { path, heading, shows, answers = [], press }: SitePage): Promise<void> {
  for (const { path: asked, body } of answers)
    await page.route(`**/api/latest${asked}`, (route) => route.fulfill({ json: body }));
  await page.goto(path);
  await untilOpen(page);
  if (press !== undefined) await page.getByRole("main").getByRole("button", { name: press }).click();
  await page.getByRole("heading", { level: 1 }).filter({ hasText: heading }).waitFor();
  if (shows !== undefined) await page.getByRole("main").getByText(shows).first().waitFor();
}

// The states of the borrower portal: without a link, before the button, before consent, and with all content.

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
    officerNmlsId: "204060",
    officerPhone: "+15550102040",
    replyTo: "regina@example.com",
  },
  daysRequested: 90,
  retentionDays: 730,
  consent: null,
  consentText: { version: "2026-11-27", text: "I authorize my lender to receive this information." },
  banks: [],
  isReportReady: false,
  tasks: [],
  needs: [],
  documents: [],
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
  gift: null,
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

const need: BorrowerSession["needs"][number] = {
  ...{ id: null, kind: "document", subject: "request", state: "asked", amountCents: null, date: null },
  ...{ documentKind: null, note: null, reason: null, dueOn: null },
};

const full = session(FULL, {
  consent: { version: "2026-11-27", at: AT },
  isReportReady: true,
  banks: [bank("First Platypus Bank", "ok"), bank("Tartan Bank", "login_required")],
  tasks: [
    task("new", null),
    task("sent", answer("proposed")),
    task("taken", answer("accepted")),
    task("not yet", answer("rejected")),
  ],
  needs: [
    { ...need, kind: "bank", subject: "bank", state: "done" },
    { ...need, kind: "deposit", subject: "new", amountCents: 1_250_000, date: "2026-10-14" },
    { ...need, documentKind: "pay_stub", note: "The last 30 days.", dueOn: "2026-12-01", id: id(6) },
  ],
  posts: [{ id: id(5), title: "Holiday hours", body: "We are closed on **Thursday**." }],
});

const link = (borrowerId: string) => `/borrower/${borrowerId}?t=${"a".repeat(43)}`;
const preview = (borrowerId: string, needsCode = false) => ({
  path: `/borrower/${borrowerId}/preview-visit`,
  body: { lender: session(borrowerId).lender, needsCode, emailHint: "v…@example.net", phoneHint: "…0123" },
});
const opened = (name: string, one: BorrowerSession, shows: string): SitePage => ({
  ...{ name, path: link(one.borrowerId), isPrivate: false, press: "Continue" },
  ...{ heading: "Verify your funds for Acme Lending", shows },
  answers: [
    preview(one.borrowerId),
    { path: `/borrower/${one.borrowerId}/open-visit`, body: { visitToken: "of-a-visit", endsAt: one.endsAt } },
    { path: "/visit", body: one },
  ],
});

const DONOR_PAGE: DonorPage = {
  lender: session(FRESH).lender,
  ...{ borrowerName: "Vera Visitor", donorName: "Maria Visitor", relationship: "mother", amountCents: 1_250_000 },
  ...{ isToCome: false, signed: null, documents: [], expiresAt: "2099-01-01T12:00:00Z" },
};

export const PORTAL_PAGES: readonly SitePage[] = [
  {
    name: "a visit without a link",
    path: `/borrower/${NO_ONE}`,
    heading: "Open the link in your email",
    isPrivate: false,
  },
  {
    name: "a visit's landing",
    path: link(FRESH),
    heading: "Your home loan",
    shows: "Nothing is shared",
    isPrivate: false,
    answers: [preview(FRESH)],
  },
  {
    ...{ name: "a visit in another browser", path: link(FRESH), heading: "Your home loan", isPrivate: false },
    ...{ shows: "Email me a code", answers: [preview(FRESH, true)] },
  },
  {
    ...{ name: "a donor's page", path: `/gift-letter/${FRESH}?t=${"a".repeat(43)}`, heading: "Gift letter" },
    ...{ shows: "Sign the letter", isPrivate: false, answers: [{ path: "/gift-letter", body: DONOR_PAGE }] },
  },
  opened("a visit before consent", session(FRESH), "Before you connect your bank"),
  opened("a visit", full, "News from Acme Lending"),
];

// The pages of the site by who may open them: a visitor, a borrower in a borrower session, a loan officer, an admin.

export const KINDS = ["public", "visit", "private", "admin"] as const;
export type Kind = (typeof KINDS)[number];

/** A visitor who may open all pages of this kind. */
export async function arriveFor(
  kind: Kind,
  visitors: Visitors,
  options: VisitOptions = {},
): Promise<{ page: Page; pages: readonly SitePage[] }> {
  if (kind === "public") return { page: await visitors.arrive(options), pages: PUBLIC_PAGES };
  if (kind === "visit") return { page: await visitors.arrive(options), pages: PORTAL_PAGES };
  const person = await apiPerson(kind === "admin" ? "admin@example.com" : "registered@example.com");
  const page = await visitors.arrive({ ...options, ...knownBy(person) });
  return { page, pages: await (kind === "admin" ? adminPages : privatePages)(person) };
}
