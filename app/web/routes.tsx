// Every URL of the site: its title, who may open it, the layout around it, the page itself (a chunk of its own).
import type { RouteComponent } from "@tanstack/react-router";
import { TAGLINE } from "#platform/text/tagline.ts";
import type { Who } from "#platform/contract/who.ts";
import { SiteLayout } from "./layouts/PageFrame.tsx";
import { lazyPage } from "./reload-on-new-version.ts";

export type LayoutName = "site" | "account" | "admin" | "borrower" | "portal";

export const layouts: Record<LayoutName, RouteComponent> = {
  site: SiteLayout,
  account: lazyPage(() => import("./layouts/AccountLayout.tsx"), "AccountLayout"),
  admin: lazyPage(() => import("./layouts/AdminLayout.tsx"), "AdminLayout"),
  borrower: lazyPage(() => import("./layouts/BorrowerLayout.tsx"), "BorrowerLayout"),
  portal: lazyPage(() => import("./layouts/BorrowerLayout.tsx"), "PortalLayout"),
};

export interface PageRoute {
  /** Parameters as the router writes them: `$id`; `$` alone is everything else. */
  readonly path: string;
  readonly title: string;
  /** Private pages need a valid token; public ones carry a canonical link and may be indexed. */
  readonly access: "public" | "private";
  readonly layout: LayoutName;
  /** Whom its calls admit, where others find nothing on it; they are turned away before it is drawn. */
  readonly who?: Who;
  /** For search engines: public pages have one each. */
  readonly description?: string;
  /** For addresses without a page: they are not indexed and not in the sitemap. */
  readonly isNoPage?: true;
  /** Only people who were given the address know it, so it is not in the sitemap. */
  readonly isUnlisted?: true;
  /** Its content depends only on its address: it is rendered at build time and served whole. */
  readonly isSameForAll?: true;
  readonly page: RouteComponent;
}

/** As the calls of these pages have it: their contracts are too much for the map of a site. */
const ADMINS = ["root", "admin"] as const;
/** Of the registered, only the sole member of an organization; the calls of the page know. */
const LEADS = [...ADMINS, "registered"] as const;
const BILLING_READERS = ["root", "admin", "editor"] as const;
const READERS = ["root", "admin", "editor", "observer", "registered"] as const;
const REVIEWERS = ["root", "admin", "editor", "registered"] as const;

const errorPages = ["400", "401", "403", "404", "500", "503", "504"].map((code) =>
  open(`/error/${code}`, `Error ${code}`, {
    description: `What error ${code} means, and what to do about it.`,
    isSameForAll: true,
    page: lazyPage(() => import("#features/site/web/ErrorPage.tsx"), "ErrorPage"),
  }),
);

export const pages: readonly PageRoute[] = [
  open("/", TAGLINE, {
    description: `${TAGLINE}: asset reports that a loan officer can close on, from one bank connection.`,
    isSameForAll: true,
    page: lazyPage(() => import("#features/site/web/HomePage.tsx"), "HomePage"),
  }),
  open("/privacy-policy", "Privacy Policy", {
    description: "What bank data we collect, who can see it, and how long we keep it.",
    isSameForAll: true,
    page: lazyPage(() => import("#features/site/web/PrivacyPolicyPage.tsx"), "PrivacyPolicyPage"),
  }),
  open("/terms-and-conditions", "Terms and Conditions", {
    description: "The terms of using the product.",
    isSameForAll: true,
    page: lazyPage(() => import("#features/site/web/TermsPage.tsx"), "TermsPage"),
  }),
  open("/security", "Security", {
    description: "How borrower data is protected: separation of lenders, encryption, sign-in, activity log, deletion.",
    isSameForAll: true,
    page: lazyPage(() => import("#features/site/web/SecurityPage.tsx"), "SecurityPage"),
  }),
  open("/subprocessors", "Subprocessors", {
    description: "Companies that process data for the product, what they do, and what they receive.",
    isSameForAll: true,
    page: lazyPage(() => import("#features/site/web/SubprocessorsPage.tsx"), "SubprocessorsPage"),
  }),
  open("/rules", "Rules", {
    description: "The underwriting rules behind every asset report, in plain English, with guide, section and date.",
    isSameForAll: true,
    page: lazyPage(() => import("#features/site/web/RulesPage.tsx"), "RulesPage"),
  }),
  open("/developers", "Developers", {
    description: "Quick start, authentication, errors and every call of the API, with examples to copy.",
    isSameForAll: true,
    page: lazyPage(() => import("#features/developers/web/reference/DevelopersPage.tsx"), "DevelopersPage"),
  }),
  open("/verify", "Verify a report", {
    description: "Check that an asset report is unchanged. The file stays on your computer.",
    isSameForAll: true,
    page: lazyPage(() => import("#features/asset-reports/web/verify/VerifyPage.tsx"), "VerifyPage"),
  }),
  open("/audit-copy", "Audit copy", {
    isUnlisted: true,
    page: lazyPage(() => import("#features/asset-reports/web/sharing/AuditCopyPage.tsx"), "AuditCopyPage"),
  }),
  open("/version", "Version", {
    description: "Which version of the product is running.",
    page: lazyPage(() => import("./layouts/VersionWithLayouts.tsx"), "Version"),
  }),
  ...errorPages,
  open("$", "Page not found", {
    isNoPage: true,
    page: lazyPage(() => import("#features/site/web/NotFoundPage.tsx"), "NotFoundPage"),
  }),
  open("/auth/login", "Log In", {
    description: "Log in by password, with single sign-on, or with Facebook, GitHub, Google or Twitter.",
    page: lazyPage(() => import("./layouts/WaysIn.tsx"), "LogIn"),
  }),
  open("/auth/logout", "Log Out", {
    description: "You're logged out on this browser.",
    page: lazyPage(() => import("#features/auth/web/pages/LogOutPage.tsx"), "LogOutPage"),
  }),
  open("/auth/register", "Register", {
    description: "Create an account with a name, an email address and a password.",
    page: lazyPage(() => import("./layouts/WaysIn.tsx"), "Register"),
  }),
  open("/auth/social", "Coming back", {
    description: "Return from a social sign-in.",
    page: lazyPage(() => import("#features/auth/web/social/SocialReturnPage.tsx"), "SocialReturnPage"),
  }),
  open("/auth/sso/$organizationId", "Coming back from SSO", {
    description: "Return from single sign-on.",
    isUnlisted: true,
    page: lazyPage(() => import("#features/auth/web/sso/SsoReturnPage.tsx"), "SsoReturnPage"),
  }),
  open("/auth/password-reset-request", "Forgot your password?", {
    description: "Ask for a link that lets you set a new password.",
    page: lazyPage(() => import("#features/auth/web/pages/PasswordResetRequestPage.tsx"), "PasswordResetRequestPage"),
  }),
  open("/auth/password-reset", "Set a password", {
    description: "Set a password with the link from your email.",
    page: lazyPage(() => import("#features/auth/web/pages/PasswordResetPage.tsx"), "PasswordResetPage"),
  }),
  open("/auth/awaiting-confirmation", "Confirm your email", {
    description: "One step left: open the link in the email we just sent.",
    page: lazyPage(() => import("#features/auth/web/pages/AwaitingConfirmationPage.tsx"), "AwaitingConfirmationPage"),
  }),
  open("/auth/confirm-email", "Confirming your email", {
    description: "Opened from the link in a confirmation email.",
    page: lazyPage(() => import("#features/auth/web/pages/ConfirmEmailPage.tsx"), "ConfirmEmailPage"),
  }),
  open("/auth/email-confirmed", "Email confirmed", {
    description: "Your email address is confirmed.",
    page: lazyPage(() => import("#features/auth/web/pages/EmailConfirmedPage.tsx"), "EmailConfirmedPage"),
  }),
  open("/auth/invitation", "Your invitation", {
    description: "Opened from the link in an invitation.",
    page: lazyPage(() => import("#features/organizations/web/members/InvitationPage.tsx"), "InvitationPage"),
  }),
  open("/auth/bad-link", "This link has expired", {
    description: "The link was already used or is too old.",
    page: lazyPage(() => import("#features/auth/web/pages/BadLinkPage.tsx"), "BadLinkPage"),
  }),
  closed("account", "/account/settings/profile", "Profile", {
    page: lazyPage(() => import("#features/account/web/ProfilePage.tsx"), "ProfilePage"),
  }),
  closed("account", "/account/settings/authorization", "Authorization", {
    page: lazyPage(() => import("#features/account/web/AuthorizationPage.tsx"), "AuthorizationPage"),
  }),
  closed("account", "/account/settings/name", "Name", {
    page: lazyPage(() => import("#features/account/web/NamePage.tsx"), "NamePage"),
  }),
  closed("account", "/account/settings/details", "Details", {
    page: lazyPage(() => import("#features/account/web/DetailsPage.tsx"), "DetailsPage"),
  }),
  closed("account", "/account/settings/notifications", "Notifications", {
    who: READERS,
    page: lazyPage(() => import("#features/notifications/web/NotificationsPage.tsx"), "NotificationsPage"),
  }),
  closed("account", "/account/settings/calendar", "Calendar", {
    who: READERS,
    page: lazyPage(() => import("#features/asset-reports/web/calendar/CalendarPage.tsx"), "CalendarPage"),
  }),
  closed("account", "/account/settings/organization", "Your Organization", {
    who: LEADS,
    page: lazyPage(() => import("#features/organizations/web/OrganizationPage.tsx"), "OrganizationPage"),
  }),
  closed("account", "/account/settings/emails", "Emails to Your Borrowers", {
    who: LEADS,
    page: lazyPage(() => import("#features/borrower-portal/web/officer/EmailTemplatesPage.tsx"), "EmailTemplatesPage"),
  }),
  closed("account", "/account/settings/api-keys", "Your API Keys", {
    who: LEADS,
    page: lazyPage(() => import("#features/developers/web/ApiKeysPage.tsx"), "ApiKeysPage"),
  }),
  closed("account", "/account/settings/invite", "Invite a colleague", {
    who: LEADS,
    page: lazyPage(() => import("#features/organizations/web/members/AddMemberPage.tsx"), "InviteColleaguePage"),
  }),
  closed("account", "/account/billing/subscription", "Subscription", {
    page: lazyPage(() => import("#features/billing/web/subscriptions/OwnSubscriptionPage.tsx"), "OwnSubscriptionPage"),
  }),
  closed("admin", "/admin/billing/subscription", "Organization Subscription", {
    page: lazyPage(() => import("#features/billing/web/subscriptions/SubscriptionPage.tsx"), "SubscriptionPage"),
  }),
  closed("account", "/account/borrowers/all", "Borrowers", {
    page: lazyPage(() => import("./layouts/BorrowerLists.tsx"), "OwnBorrowers"),
  }),
  closed("account", "/account/borrowers/create", "Create Borrower", {
    page: lazyPage(() => import("#features/borrowers/web/form/CreateBorrowerPage.tsx"), "CreateBorrowerPage"),
  }),
  closed("account", "/account/borrowers/import", "Import borrowers", {
    page: lazyPage(() => import("#features/borrowers/web/import/ImportBorrowersPage.tsx"), "ImportBorrowersPage"),
  }),
  closed("account", "/account/borrowers/view/$id", "Borrower", {
    page: lazyPage(() => import("./layouts/BorrowerWithLinks.tsx"), "BorrowerWithLinks"),
  }),
  closed("account", "/account/borrowers/edit/$id", "Edit Borrower", {
    page: lazyPage(() => import("#features/borrowers/web/form/EditBorrowerPage.tsx"), "EditBorrowerPage"),
  }),
  closed("account", "/account/reviews", "Reviews", {
    who: REVIEWERS,
    page: lazyPage(() => import("#features/underwriting/web/reviews/ReviewsPage.tsx"), "ReviewsPage"),
  }),
  closed("admin", "/admin/users", "Users", {
    who: ADMINS,
    page: lazyPage(() => import("#features/organizations/web/members/MembersPage.tsx"), "MembersPage"),
  }),
  closed("admin", "/admin/users/add", "Add User", {
    who: ADMINS,
    page: lazyPage(() => import("#features/organizations/web/members/AddMemberPage.tsx"), "AddMemberPage"),
  }),
  closed("admin", "/admin/users/edit/$id", "Edit User", {
    who: ADMINS,
    page: lazyPage(() => import("#features/organizations/web/members/EditMemberPage.tsx"), "EditMemberPage"),
  }),
  closed("admin", "/admin/borrowers/all", "All Borrowers", {
    who: ADMINS,
    page: lazyPage(() => import("./layouts/BorrowerLists.tsx"), "AllBorrowers"),
  }),
  closed("account", "/account/posts/all", "Posts", {
    page: lazyPage(() => import("#features/posts/web/PostsPage.tsx"), "PostsPage"),
  }),
  closed("account", "/account/posts/create", "Create Post", {
    page: lazyPage(() => import("#features/posts/web/CreatePostPage.tsx"), "CreatePostPage"),
  }),
  closed("account", "/account/posts/edit/$id", "Edit Post", {
    page: lazyPage(() => import("#features/posts/web/EditPostPage.tsx"), "EditPostPage"),
  }),
  closed("admin", "/admin/posts", "All Posts", {
    who: ADMINS,
    page: lazyPage(() => import("#features/posts/web/AdminPostsPage.tsx"), "AdminPostsPage"),
  }),
  closed("admin", "/admin/posts/create", "Create Organization Post", {
    who: ADMINS,
    page: lazyPage(() => import("#features/posts/web/CreatePostPage.tsx"), "CreateAdminPostPage"),
  }),
  closed("admin", "/admin/posts/edit/$id", "Edit Organization Post", {
    who: ADMINS,
    page: lazyPage(() => import("#features/posts/web/EditPostPage.tsx"), "EditAdminPostPage"),
  }),
  closed("admin", "/admin/organization", "Organization", {
    who: ADMINS,
    page: lazyPage(() => import("#features/organizations/web/OrganizationPage.tsx"), "OrganizationPage"),
  }),
  closed("admin", "/admin/emails", "Emails to Borrowers", {
    who: ADMINS,
    page: lazyPage(() => import("#features/borrower-portal/web/officer/EmailTemplatesPage.tsx"), "EmailTemplatesPage"),
  }),
  closed("admin", "/admin/audit", "Activity", {
    who: ADMINS,
    page: lazyPage(() => import("#features/organizations/web/ActivityPage.tsx"), "ActivityPage"),
  }),
  closed("admin", "/admin/governance", "Governance Packet", {
    who: ADMINS,
    page: lazyPage(() => import("#features/asset-reports/web/governance/GovernancePage.tsx"), "GovernancePage"),
  }),
  closed("admin", "/admin/api-keys", "API Keys", {
    who: ADMINS,
    page: lazyPage(() => import("#features/developers/web/ApiKeysPage.tsx"), "ApiKeysPage"),
  }),
  closed("admin", "/admin/overlays", "Overlays", {
    who: ADMINS,
    page: lazyPage(() => import("#features/underwriting/web/overlays/OverlaysPage.tsx"), "OverlaysPage"),
  }),
  closed("admin", "/admin/webhooks", "Webhooks", {
    who: ADMINS,
    page: lazyPage(() => import("#features/developers/web/WebhooksPage.tsx"), "WebhooksPage"),
  }),
  closed("admin", "/admin/single-sign-on", "Single Sign-On", {
    who: ADMINS,
    page: lazyPage(() => import("#features/single-sign-on/web/SingleSignOnPage.tsx"), "SingleSignOnPage"),
  }),
  closed("admin", "/admin/editions", "Rule Editions", {
    who: ADMINS,
    page: lazyPage(() => import("#features/underwriting/web/back-tests/EditionsPage.tsx"), "EditionsPage"),
  }),
  closed("admin", "/admin/groups", "Groups", {
    who: ADMINS,
    page: lazyPage(() => import("#features/organizations/web/groups/GroupsPage.tsx"), "GroupsPage"),
  }),
  closed("admin", "/admin/groups/edit/$id", "Edit Group", {
    who: ADMINS,
    page: lazyPage(() => import("#features/organizations/web/groups/EditGroupPage.tsx"), "EditGroupPage"),
  }),
  closed("admin", "/admin/billing/current-period", "Current Period", {
    who: BILLING_READERS,
    page: lazyPage(() => import("#features/billing/web/CurrentPeriodPage.tsx"), "CurrentPeriodPage"),
  }),
  closed("admin", "/admin/billing/statements", "Statements", {
    who: BILLING_READERS,
    page: lazyPage(() => import("#features/billing/web/StatementsPage.tsx"), "StatementsPage"),
  }),
  closed("admin", "/admin/billing/statements/view/$id", "Statement", {
    who: BILLING_READERS,
    page: lazyPage(() => import("#features/billing/web/StatementPage.tsx"), "StatementPage"),
  }),
  {
    path: "/borrower/$id",
    title: "Your home loan",
    access: "public",
    layout: "portal",
    isUnlisted: true,
    page: lazyPage(() => import("#features/borrower-portal/web/BorrowerPortalPage.tsx"), "BorrowerPortalPage"),
  },
  {
    path: "/gift-letter/$id",
    title: "Gift letter",
    access: "public",
    layout: "portal",
    isUnlisted: true,
    page: lazyPage(() => import("#features/borrower-portal/web/donor/GiftLetterPage.tsx"), "GiftLetterPage"),
  },
  closed("borrower", "/borrower/asset-report/$id", "Asset report", {
    page: lazyPage(() => import("./layouts/AssetReportWithConsent.tsx"), "AssetReportWithConsent"),
  }),
  closed("borrower", "/borrower/audit-copies/$id", "Audit copies", {
    page: lazyPage(() => import("#features/asset-reports/web/sharing/AuditCopiesPage.tsx"), "AuditCopiesPage"),
  }),
];

function open(path: string, title: string, more: Omit<PageRoute, "path" | "title" | "access" | "layout">): PageRoute {
  return { path, title, access: "public", layout: "site", ...more };
}

function closed(layout: LayoutName, path: string, title: string, more: Pick<PageRoute, "page" | "who">): PageRoute {
  return { path, title, access: "private", layout, ...more };
}

/** Addresses without a page of their own. */
export const redirects: Readonly<Record<string, string>> = {
  "/auth": "/auth/login",
  "/login": "/auth/login",
  "/logout": "/auth/logout",
  "/register": "/auth/register",
  "/signup": "/auth/register",
  "/account": "/account/borrowers/all",
  "/account/settings": "/account/settings/profile",
  "/account/billing": "/account/billing/subscription",
  "/account/borrowers": "/account/borrowers/all",
  "/account/posts": "/account/posts/all",
  "/admin": "/admin/borrowers/all",
  "/admin/billing": "/admin/billing/current-period",
  "/admin/borrowers": "/admin/borrowers/all",
  "/borrower": "/account/borrowers/all",
};
