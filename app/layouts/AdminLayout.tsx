// Around every admin page: top nav, side nav, content.
import { SideNavLayout } from "./SideNavLayout.tsx";
import type { NavSection } from "./SideNav.tsx";

const SECTIONS: readonly NavSection[] = [
  { name: "CUSTOMERS", links: [{ label: "All Borrowers", to: "/admin/borrowers/all" }] },
];

export function AdminLayout() {
  return <SideNavLayout sections={SECTIONS} />;
}
