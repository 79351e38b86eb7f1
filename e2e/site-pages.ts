// Every page of the site as a journey visits it: where it is, and how one knows that all of it is there.
import type { Page } from "playwright-core";
import type { Borrower } from "../features/borrowers/contract.ts";
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
}

const open = (name: string, path: string, heading: string): SitePage => ({ name, path, heading, isPrivate: false });

/** Each has a page of its own. */
export const ERROR_CODES = ["400", "401", "403", "404", "500", "503", "504"] as const;

export const PUBLIC_PAGES: readonly SitePage[] = [
  open("home", "/", "Know what a borrower can close with"),
  open("privacy policy", "/privacy-policy", "Privacy Policy"),
  open("terms", "/terms-and-conditions", "Terms and Conditions"),
  open("version", "/version", "Version"),
  open("log-in", "/auth/login", "Log In"),
  open("log-out", "/auth/logout", "You are logged out"),
  open("register", "/auth/register", "Register"),
  open("awaiting confirmation", "/auth/awaiting-confirmation", "Check your mail"),
  open("email confirmed", "/auth/email-confirmed", "Your email is confirmed"),
  open("bad link", "/auth/bad-link", "This link has ended"),
  open("password reset request", "/auth/password-reset-request", "Forgot your password?"),
  open("password reset", "/auth/password-reset?token=any", "Set a new password"),
  ...ERROR_CODES.map((code) => open(`error ${code}`, `/error/${code}`, code)),
  open("an unknown address", "/nowhere/at/all", "404"),
];

/** The private pages, with a borrower of the sample lender whose report is ready and one who was just made. */
export async function privatePages(person: ApiPerson): Promise<SitePage[]> {
  const fresh = await apiBorrower(person);
  const { body: borrowers } = await person.send<Borrower[]>("GET", "/account/borrower");
  const ready = borrowers.find(({ latestReportId }) => latestReportId !== null);
  if (!ready) throw new Error("the sample lender has no ready report");
  const name = `${ready.firstName} ${ready.lastName}`;
  const pages: Omit<SitePage, "isPrivate">[] = [
    // Other journeys make borrowers of this officer's too: theirs would stand first.
    { name: "borrowers", path: `/account/borrowers/all?search=${ready.lastName}`, heading: "Borrowers", shows: name },
    { name: "create borrower", path: "/account/borrowers/create", heading: "Create Borrower" },
    { name: "a borrower", path: `/account/borrowers/view/${ready.id}`, heading: name, shows: "Bank connections" },
    { name: "edit borrower", path: `/account/borrowers/edit/${ready.id}`, heading: "Edit Borrower", shows: "Save" },
    { name: "a report", path: `/borrower/asset-report/${ready.id}`, heading: "Asset report", shows: "Transactions" },
    { name: "own name", path: "/account/settings/name", heading: "Name", shows: "Save" },
    { name: "own details", path: "/account/settings/details", heading: "Details", shows: "Organizations" },
    {
      name: "authorization",
      path: "/account/settings/authorization",
      heading: "Authorization",
      shows: "Log out everywhere",
    },
    { name: "own profile", path: "/account/settings/profile", heading: "Profile", shows: "Erase your account" },
    { name: "no report", path: `/borrower/asset-report/${fresh.id}`, heading: "Asset report", shows: "No bank" },
  ];
  return pages.map((page) => ({ ...page, isPrivate: true }));
}

const announced = (heading: string, path: string): SitePage => ({
  name: `admin ${heading.toLowerCase()}`,
  path,
  heading,
  isPrivate: true,
  shows: "This page is not open yet",
});

/** The pages of an admin. */
export const ADMIN_PAGES: readonly SitePage[] = [
  announced("Organization", "/admin/organization"),
  announced("Users", "/admin/users"),
  announced("Add User", "/admin/users/add"),
  announced("Edit User", "/admin/users/edit/one"),
  announced("Groups", "/admin/groups"),
  announced("Current Period", "/admin/billing/current-period"),
  announced("Statements", "/admin/billing/statements"),
  announced("Statement", "/admin/billing/statements/view/one"),
  {
    name: "all borrowers",
    path: "/admin/borrowers/all",
    heading: "All Borrowers",
    isPrivate: true,
    shows: "Report ready",
  },
];

/** Opens a page and waits until all of it is there. */
export async function openSitePage(page: Page, { path, heading, shows }: SitePage): Promise<void> {
  await page.goto(path);
  await untilOpen(page);
  await page.getByRole("heading", { level: 1 }).filter({ hasText: heading }).waitFor();
  if (shows !== undefined) await page.getByRole("main").getByText(shows).first().waitFor();
}
