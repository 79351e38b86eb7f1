// Around every account page: top nav, side nav, content.
import { useMayReadBorrowers } from "#features/borrowers/web/borrower-can.ts";
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
    { label: "Posts", to: "/account/posts/all", alsoOn: ["/account/posts/edit/"] },
    { label: "Create Post", to: "/account/posts/create" },
  ],
};

export function AccountLayout() {
  const mayReadBorrowers = useMayReadBorrowers();
  return <SideNavLayout sections={mayReadBorrowers ? [SETTINGS, BORROWERS] : [SETTINGS]} />;
}
