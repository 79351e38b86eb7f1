// Around every admin page: top nav, side nav, content.
import { SideNavLayout, type NavSection } from "./SideNavLayout.tsx";

const SECTIONS: readonly NavSection[] = [
  {
    name: "AUTH",
    links: [
      { label: "Organization", to: "/admin/organization" },
      { label: "Users", to: "/admin/users", alsoOn: ["/admin/users/edit/", "/admin/users/add"] },
      { label: "Groups", to: "/admin/groups", alsoOn: ["/admin/groups/edit/"] },
      { label: "Activity", to: "/admin/audit" },
      { label: "Overlays", to: "/admin/overlays" },
      { label: "Governance", to: "/admin/governance" },
      { label: "API Keys", to: "/admin/api-keys" },
      { label: "Webhooks", to: "/admin/webhooks" },
      { label: "Single Sign-On", to: "/admin/single-sign-on" },
    ],
  },
  {
    name: "CUSTOMERS",
    links: [
      { label: "All Borrowers", to: "/admin/borrowers/all" },
      { label: "Reviews", to: "/account/reviews" },
      { label: "Rule Editions", to: "/admin/editions" },
      { label: "Emails", to: "/admin/emails" },
      { label: "Posts", to: "/admin/posts", alsoOn: ["/admin/posts/create", "/admin/posts/edit/"] },
    ],
  },
  {
    name: "BILLING",
    links: [
      { label: "Current Period", to: "/admin/billing/current-period" },
      { label: "Statements", to: "/admin/billing/statements", alsoOn: ["/admin/billing/statements/view/"] },
      { label: "Subscription", to: "/admin/billing/subscription" },
    ],
  },
];

export function AdminLayout() {
  return <SideNavLayout sections={SECTIONS} />;
}
