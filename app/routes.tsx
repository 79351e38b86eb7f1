// Every URL of the site: its title, who may open it, the layout around it, the page itself (a chunk of its own).
import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import { SiteLayout } from "./layouts/SiteLayout.tsx";

export type LayoutName = "site" | "account" | "admin" | "borrower";

export const layouts: Record<LayoutName, RouteComponent> = {
  site: SiteLayout,
  account: lazyRouteComponent(() => import("./layouts/AccountLayout.tsx"), "AccountLayout"),
  admin: lazyRouteComponent(() => import("./layouts/AdminLayout.tsx"), "AdminLayout"),
  borrower: lazyRouteComponent(() => import("./layouts/BorrowerLayout.tsx"), "BorrowerLayout"),
};

export interface PageRoute {
  /** Parameters as the router writes them: `$id`; `$` alone is everything else. */
  readonly path: string;
  readonly title: string;
  /** Private pages need a valid token; public ones carry a canonical link and may be indexed. */
  readonly access: "public" | "private";
  readonly layout: LayoutName;
  /** For search engines. */
  readonly description?: string;
  readonly page: RouteComponent;
}

const ErrorPage = lazyRouteComponent(() => import("#features/site/web/ErrorPage.tsx"), "ErrorPage");
const errorPages = ["400", "401", "403", "404", "500", "503", "504"].map((code): PageRoute => ({
  path: `/error/${code}`,
  title: `Error ${code}`,
  access: "public",
  layout: "site",
  page: ErrorPage,
}));

export const pages: readonly PageRoute[] = [
  {
    path: "/",
    title: "Intelligent Mortgage Tools",
    access: "public",
    layout: "site",
    description: "Intelligent Mortgage Tools: asset reports that a loan officer can close on, from one bank log-in.",
    page: lazyRouteComponent(() => import("#features/site/web/HomePage.tsx"), "HomePage"),
  },
  {
    path: "/privacy-policy",
    title: "Privacy Policy",
    access: "public",
    layout: "site",
    description: "What is read from a bank, who sees it, how long it is kept.",
    page: lazyRouteComponent(() => import("#features/site/web/PrivacyPolicyPage.tsx"), "PrivacyPolicyPage"),
  },
  {
    path: "/terms-and-conditions",
    title: "Terms and Conditions",
    access: "public",
    layout: "site",
    description: "The terms of using the product.",
    page: lazyRouteComponent(() => import("#features/site/web/TermsPage.tsx"), "TermsPage"),
  },
  {
    path: "/version",
    title: "Version",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("#features/site/web/VersionPage.tsx"), "VersionPage"),
  },
  ...errorPages,
  {
    path: "$",
    title: "Page not found",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("#features/site/web/NotFoundPage.tsx"), "NotFoundPage"),
  },
  {
    path: "/auth/login",
    title: "Log In",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("./layouts/WaysIn.tsx"), "LogIn"),
  },
  {
    path: "/auth/logout",
    title: "Log Out",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("#features/identity/web/LogOutPage.tsx"), "LogOutPage"),
  },
  {
    path: "/auth/register",
    title: "Register",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("./layouts/WaysIn.tsx"), "Register"),
  },
  {
    path: "/auth/social",
    title: "Coming back",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("#features/social/web/SocialReturnPage.tsx"), "SocialReturnPage"),
  },
  {
    path: "/auth/password-reset-request",
    title: "Forgot your password?",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(
      () => import("#features/identity/web/PasswordResetRequestPage.tsx"),
      "PasswordResetRequestPage",
    ),
  },
  {
    path: "/auth/password-reset",
    title: "Set a new password",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("#features/identity/web/PasswordResetPage.tsx"), "PasswordResetPage"),
  },
  {
    path: "/auth/awaiting-confirmation",
    title: "Confirm your email",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(
      () => import("#features/identity/web/AwaitingConfirmationPage.tsx"),
      "AwaitingConfirmationPage",
    ),
  },
  {
    path: "/auth/confirm-email",
    title: "Confirming your email",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("#features/identity/web/ConfirmEmailPage.tsx"), "ConfirmEmailPage"),
  },
  {
    path: "/auth/email-confirmed",
    title: "Email confirmed",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("#features/identity/web/EmailConfirmedPage.tsx"), "EmailConfirmedPage"),
  },
  {
    path: "/auth/bad-link",
    title: "This link has ended",
    access: "public",
    layout: "site",
    page: lazyRouteComponent(() => import("#features/identity/web/BadLinkPage.tsx"), "BadLinkPage"),
  },
  {
    path: "/account/settings/profile",
    title: "Profile",
    access: "private",
    layout: "account",
    page: lazyRouteComponent(() => import("#features/account/web/ProfilePage.tsx"), "ProfilePage"),
  },
  {
    path: "/account/settings/authorization",
    title: "Authorization",
    access: "private",
    layout: "account",
    page: lazyRouteComponent(() => import("#features/account/web/AuthorizationPage.tsx"), "AuthorizationPage"),
  },
  {
    path: "/account/settings/name",
    title: "Name",
    access: "private",
    layout: "account",
    page: lazyRouteComponent(() => import("#features/account/web/NamePage.tsx"), "NamePage"),
  },
  {
    path: "/account/settings/details",
    title: "Details",
    access: "private",
    layout: "account",
    page: lazyRouteComponent(() => import("#features/account/web/DetailsPage.tsx"), "DetailsPage"),
  },
  {
    path: "/account/borrowers/all",
    title: "Borrowers",
    access: "private",
    layout: "account",
    page: lazyRouteComponent(() => import("#features/borrowers/web/BorrowersPage.tsx"), "BorrowersPage"),
  },
  {
    path: "/account/borrowers/create",
    title: "Create Borrower",
    access: "private",
    layout: "account",
    page: lazyRouteComponent(() => import("#features/borrowers/web/CreateBorrowerPage.tsx"), "CreateBorrowerPage"),
  },
  {
    path: "/account/borrowers/view/$id",
    title: "Borrower",
    access: "private",
    layout: "account",
    page: lazyRouteComponent(() => import("#features/borrowers/web/BorrowerPage.tsx"), "BorrowerPage"),
  },
  {
    path: "/account/borrowers/edit/$id",
    title: "Edit Borrower",
    access: "private",
    layout: "account",
    page: lazyRouteComponent(() => import("#features/borrowers/web/EditBorrowerPage.tsx"), "EditBorrowerPage"),
  },
  {
    path: "/admin/borrowers/all",
    title: "All Borrowers",
    access: "private",
    layout: "admin",
    page: lazyRouteComponent(() => import("#features/borrowers/web/AdminBorrowersPage.tsx"), "AdminBorrowersPage"),
  },
  {
    path: "/borrower/asset-report/$id",
    title: "Asset report",
    access: "private",
    layout: "borrower",
    page: lazyRouteComponent(() => import("#features/asset-reports/web/AssetReportPage.tsx"), "AssetReportPage"),
  },
];

/** Addresses without a page of their own. */
export const redirects: Readonly<Record<string, string>> = {
  "/auth": "/auth/login",
  "/account": "/account/borrowers/all",
  "/account/settings": "/account/settings/profile",
  "/account/borrowers": "/account/borrowers/all",
  "/admin": "/admin/borrowers/all",
  "/admin/borrowers": "/admin/borrowers/all",
  "/borrower": "/account/borrowers/all",
};
