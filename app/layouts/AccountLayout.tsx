// Around every account page: top nav, side nav, content.
import { SideNavLayout } from "./SideNavLayout.tsx";
import type { NavSection } from "./SideNav.tsx";

const SECTIONS: readonly NavSection[] = [
  {
    name: "SETTINGS",
    links: [
      { label: "Profile", to: "/account/settings/profile" },
      { label: "Authorization", to: "/account/settings/authorization" },
      { label: "Name", to: "/account/settings/name" },
      { label: "Details", to: "/account/settings/details" },
    ],
  },
  {
    name: "BORROWERS",
    links: [
      {
        label: "Borrowers",
        to: "/account/borrowers/all",
        alsoOn: ["/account/borrowers/view/", "/account/borrowers/edit/"],
      },
      { label: "Create Borrower", to: "/account/borrowers/create" },
    ],
  },
];

export function AccountLayout() {
  return <SideNavLayout sections={SECTIONS} />;
}
