// Around every account page: top nav, side nav, content.
import { SideNavLayout } from "./SideNavLayout.tsx";
import type { NavSection } from "./SideNav.tsx";

const SECTIONS: readonly NavSection[] = [
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
