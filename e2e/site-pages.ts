// Every page of the site for end-to-end tests: its address, and how to know that it is complete.
import type { Page } from "playwright-core";
import type { Statement } from "../features/billing/contract.ts";
import type { Borrower } from "../features/borrowers/contract.ts";
import type { Group, Invitation, Member } from "../features/organizations/contract.ts";
import type { Post } from "../features/posts/contract.ts";
import { untilOpen } from "./support-console.ts";
import { apiBorrower, type ApiPerson } from "./api.ts";

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
  expiresAt: "2099-01-01T12:00:00Z",
};

const open = (name: string, path: string, heading: string): SitePage => ({ name, path, heading, isPrivate: false });

/** Each has a page of its own. */
export const ERROR_CODES = ["400", "401", "403", "404", "500", "503", "504"] as const;

export const PUBLIC_PAGES: readonly SitePage[] = [
  open("home", "/", "Know what a borrower can close with"),
  open("privacy policy", "/privacy-policy", "Privacy Policy"),
  open("terms", "/terms-and-conditions", "Terms and Conditions"),
  open("rules", "/rules", "Rules"),
  open("version", "/version", "Version"),
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
  {
    ...open("an invitation", `/auth/invitation?token=${"a".repeat(43)}`, "Your invitation"),
    shows: "Acme Lending",
    answers: [{ path: "/auth/invitation", body: INVITATION }],
  },
];

/** The private pages, with a borrower of the sample lender whose report is ready and one who was just made. */
export async function privatePages(person: ApiPerson): Promise<SitePage[]> {
  const fresh = await apiBorrower(person);
  const { body: borrowers } = await person.send<Borrower[]>("GET", "/account/borrower");
  // End-to-end tests also make and withdraw reports, so this uses the sample lender's own borrowers, with loan numbers.
  const ready = borrowers.find(({ latestReportId, loanNumber }) => latestReportId !== null && loanNumber !== null);
  if (!ready) throw new Error("the sample lender has no ready report");
  const name = `${ready.firstName} ${ready.lastName}`;
  const { body: own } = await person.send<Post[]>("GET", "/account/post");
  const post = own.find(({ status }) => status === "published");
  if (!post) throw new Error("the sample lender has no post of this person's");
  const pages: Omit<SitePage, "isPrivate">[] = [
    // Other end-to-end tests also create borrowers of this officer. Without the search, theirs would be first.
    { name: "borrowers", path: `/account/borrowers/all?search=${ready.lastName}`, heading: "Borrowers", shows: name },
    { name: "create borrower", path: "/account/borrowers/create", heading: "Create Borrower" },
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
export async function adminPages(admin: ApiPerson): Promise<SitePage[]> {
  const [{ body: people }, { body: groups }, { body: posts }, { body: statements }] = await Promise.all([
    admin.send<Member[]>("GET", "/admin/user"),
    admin.send<Group[]>("GET", "/admin/group"),
    admin.send<Post[]>("GET", "/admin/post"),
    admin.send<Statement[]>("GET", "/admin/billing/get-statements"),
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
    closed("activity", "/admin/audit", "Activity", "logged in"),
    closed("groups", "/admin/groups", "Groups", "people"),
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
