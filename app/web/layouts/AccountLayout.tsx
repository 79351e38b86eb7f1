// Around every account page: top nav, side nav, content.
import { isSoloOfficer, useMembership } from "#features/auth/web/session/session.ts";
import { useMayChangeBorrowers, useMayReadBorrowers } from "#features/borrowers/web/borrower-can.ts";
import { SideNavLayout, type NavSection } from "./SideNavLayout.tsx";

const SETTINGS: NavSection = {
  name: "SETTINGS",
  links: [
    { label: "Profile", to: "/account/settings/profile" },
    { label: "Authorization", to: "/account/settings/authorization" },
    { label: "Name", to: "/account/settings/name" },
    { label: "Details", to: "/account/settings/details" },
    { label: "Subscription", to: "/account/billing/subscription" },
  ],
};

/** Of those who work with borrowers. */
const NOTIFICATIONS = { label: "Notifications", to: "/account/settings/notifications" };

const CALENDAR = { label: "Calendar", to: "/account/settings/calendar" };

const REVIEWS = { label: "Reviews", to: "/account/reviews" };

/** Of those who work with borrowers: posts are read by the same roles. */
const BORROWERS: NavSection = {
  name: "BORROWERS",
  links: [
    {
      label: "Borrowers",
      to: "/account/borrowers/all",
      alsoOn: ["/account/borrowers/view/", "/account/borrowers/edit/"],
    },
    { label: "Create Borrower", to: "/account/borrowers/create" },
    REVIEWS,
    { label: "Posts", to: "/account/posts/all", alsoOn: ["/account/posts/edit/"] },
    { label: "Create Post", to: "/account/posts/create" },
  ],
};

/** Of a loan officer without colleagues. An admin has it among the admin pages. */
const ORGANIZATION = {
  label: "Organization",
  to: "/account/settings/organization",
  alsoOn: ["/account/settings/invite"],
};

const EMAILS = { label: "Emails", to: "/account/settings/emails" };

const API_KEYS = { label: "API Keys", to: "/account/settings/api-keys" };

export function AccountLayout() {
  const mayReadBorrowers = useMayReadBorrowers();
  const mayReview = useMayChangeBorrowers();
  const isSolo = isSoloOfficer(useMembership());
  const settings = {
    ...SETTINGS,
    links: [
      ...SETTINGS.links,
      ...(mayReadBorrowers ? [NOTIFICATIONS, CALENDAR] : []),
      ...(isSolo ? [ORGANIZATION, EMAILS, API_KEYS] : []),
    ],
  };
  const borrowers = mayReview ? BORROWERS : { ...BORROWERS, links: BORROWERS.links.filter((one) => one !== REVIEWS) };
  return <SideNavLayout sections={mayReadBorrowers ? [settings, borrowers] : [settings]} />;
}
