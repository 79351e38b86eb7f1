import type { AnyRouter } from "@tanstack/react-router";
import { createBorrower, listBorrowers, listOrganizationBorrowers } from "#features/borrowers/contract.ts";
import { activeMembership, isConfirmed, readSession } from "#features/auth/web/session/session.ts";
import { admits, type Who } from "#platform/contract/who.ts";
import type { Command } from "#platform/web/palette/find-commands.ts";
import { openShortcuts } from "#platform/web/palette/palette-view.ts";
import { printPage } from "#platform/web/printing.ts";
import { chooseTheme, THEMES } from "#platform/web/theme.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { COMMAND_KEYS } from "./command-keys.ts";
import { listAudit, listGroups, listMembers } from "#features/organizations/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import { listOwnPosts, listPosts } from "#features/posts/contract.ts";
import { listEditions, listReviews } from "#features/underwriting/contract.ts";
import { findSubscription } from "#features/billing/contract.ts";
import type { Membership } from "#features/directory/contract.ts";

type GoTo = (path: string) => void;

/** The commands for the current user, or for a signed-out visitor. */
export function commandsNow(goTo: GoTo): Command[] {
  const user = readSession()?.user ?? null;
  const membership = activeMembership();
  const mayCreate = user !== null && isConfirmed(user) && admits(createBorrower.who, membership?.role.name ?? null);
  return [
    ...destinationsFor(user !== null, membership).map(({ label, to, words = "", keys }) => ({
      id: `page-${to}`,
      label,
      group: "Pages",
      words,
      ...(keys !== undefined && { keys }),
      run: () => goTo(to),
    })),
    ...(mayCreate
      ? [
          act("Create Borrower", () => goTo("/account/borrowers/create"), {
            keys: COMMAND_KEYS.createBorrower,
            words: "new",
          }),
          act("Import borrowers", () => goTo("/account/borrowers/import"), { words: "csv upload bulk invite" }),
        ]
      : []),
    act("Copy link to this page", () => void copyLink()),
    act("Print this page", () => void printPage()),
    ...THEMES.map((theme) =>
      act(`Change theme to ${theme}`, () => void chooseTheme(theme), { words: "appearance colors mode" }),
    ),
    act("Keyboard shortcuts", openShortcuts, { words: "keys help" }),
    ...(user === null ? [] : [act("Log Out", () => goTo("/auth/logout"), { words: "sign out" })]),
  ];
}

function act(label: string, run: () => void, more: Pick<Command, "keys" | "words"> = {}): Command {
  return { id: `act-${label}`, label, group: "Actions", run, ...more };
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    showToast("Link copied", "The address of this page is on your clipboard.", { autohide: true, closeOnClick: true });
  } catch {
    // Refused, or a browser without a clipboard: the address bar has it too.
    showToast("We couldn't copy the link", "Copy it from the address bar.", { autohide: true, closeOnClick: true });
  }
}

export interface Destination {
  readonly label: string;
  readonly to: string;
  /** `anonymous`: only for visitors who are not signed in. */
  readonly who: Exclude<Who, "signature"> | "anonymous";
  /** More search terms that find it. */
  readonly words?: string;
  readonly keys?: string;
}

/** A loan officer without colleagues finds their organization in the side navigation. */
export const ADMINS = ["root", "admin"] as const;

/** Whether an editor is in a group for billing is not known here: those who are find the pages in the side navigation. */
const BILLING_READERS = ["root", "admin"] as const;

export const DESTINATIONS: readonly Destination[] = [
  { label: "Borrowers", to: "/account/borrowers/all", who: listBorrowers.who, keys: COMMAND_KEYS.borrowers },
  { label: "All Borrowers", to: "/admin/borrowers/all", who: listOrganizationBorrowers.who, words: "admin customers" },
  {
    label: "Reviews",
    to: "/account/reviews",
    who: listReviews.who,
    words: "accept evidence waiver queue second person",
  },
  { label: "Posts", to: "/account/posts/all", who: listOwnPosts.who, words: "news" },
  { label: "All Posts", to: "/admin/posts", who: listPosts.who, words: "admin customers news" },
  {
    label: "Organization",
    to: "/admin/organization",
    who: ADMINS,
    words: "admin settings policies",
  },
  { label: "Emails to Borrowers", to: "/admin/emails", who: ADMINS, words: "admin templates invitation reminder" },
  { label: "Groups", to: "/admin/groups", who: listGroups.who, words: "admin teams" },
  { label: "Overlays", to: "/admin/overlays", who: ADMINS, words: "admin policy rules lender stricter thresholds" },
  { label: "API Keys", to: "/admin/api-keys", who: listGroups.who, words: "admin developers integrations tokens" },
  { label: "Webhooks", to: "/admin/webhooks", who: listGroups.who, words: "admin developers events endpoints" },
  { label: "Single Sign-On", to: "/admin/single-sign-on", who: ADMINS, words: "admin sso saml openid oidc login" },
  {
    label: "Rule Editions",
    to: "/admin/editions",
    who: listEditions.who,
    words: "admin underwriting rules versions back-test",
  },
  {
    label: "Governance Packet",
    to: "/admin/governance",
    who: ADMINS,
    words: "admin vendor rules tests twins overrides",
  },
  { label: "Activity", to: "/admin/audit", who: listAudit.who, words: "admin audit record" },
  {
    label: "Current Period",
    to: "/admin/billing/current-period",
    who: BILLING_READERS,
    words: "admin billing charges month spend cap",
  },
  { label: "Statements", to: "/admin/billing/statements", who: BILLING_READERS, words: "admin billing invoices" },
  { label: "Users", to: "/admin/users", who: listMembers.who, words: "admin people members roles" },
  { label: "Add User", to: "/admin/users/add", who: ADMINS, words: "admin invite people members" },
  {
    label: "Profile",
    to: "/account/settings/profile",
    who: "signed-in",
    words: "account settings",
    keys: COMMAND_KEYS.settings,
  },
  { label: "Authorization", to: "/account/settings/authorization", who: "signed-in", words: "password devices" },
  { label: "Name", to: "/account/settings/name", who: "signed-in", words: "account settings" },
  { label: "Details", to: "/account/settings/details", who: "signed-in", words: "organization membership settings" },
  {
    label: "Notifications",
    to: "/account/settings/notifications",
    who: listNotifications.who,
    words: "account settings email daily bell alerts",
  },
  {
    label: "Calendar",
    to: "/account/settings/calendar",
    who: listNotifications.who,
    words: "account settings subscribe expirations ics outlook google",
  },
  {
    label: "Subscription",
    to: "/account/billing/subscription",
    who: findSubscription.who,
    words: "billing plan pay card cancel",
  },
  { label: "Log In", to: "/auth/login", who: "anonymous", words: "sign in" },
  { label: "Register", to: "/auth/register", who: "anonymous", words: "sign up create account" },
  { label: "Start page", to: "/", who: "anyone", words: "home" },
  { label: "Privacy Policy", to: "/privacy-policy", who: "anyone" },
  { label: "Terms and Conditions", to: "/terms-and-conditions", who: "anyone" },
  { label: "Security", to: "/security", who: "anyone", words: "encryption privacy trust" },
  { label: "Subprocessors", to: "/subprocessors", who: "anyone", words: "vendors privacy trust" },
  { label: "Rules", to: "/rules", who: "anyone", words: "guidelines underwriting sources" },
  { label: "Verify a report", to: "/verify", who: "anyone", words: "verify signature authentic" },
  { label: "Developers", to: "/developers", who: "anyone", words: "api reference sdk openapi webhooks keys" },
  { label: "Version", to: "/version", who: "anyone" },
];

/** @param membership the active one; `null` for a person without any */
function destinationsFor(isLoggedIn: boolean, membership: Membership | null): readonly Destination[] {
  return DESTINATIONS.filter(({ who }) => {
    if (who === "anyone") return true;
    if (who === "anonymous") return !isLoggedIn;
    return isLoggedIn && admits(who, membership?.role.name ?? null);
  });
}

export function runShortcut(keys: string, router: AnyRouter): void {
  const goTo = (path: string) => void router.navigate({ to: path });
  commandsNow(goTo)
    .find((command) => command.keys === keys)
    ?.run();
}
