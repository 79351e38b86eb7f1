import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { act } from "react";
import { renderAt } from "#platform/web/test-router.tsx";
import { chooseMembership, endSession } from "#features/auth/web/session/session.ts";
import { SECOND_MEMBERSHIP, signIn } from "#features/auth/web/session/test-sign-in.ts";
import { ROLES } from "#platform/contract/who.ts";
import { readTestConfig } from "#platform/web/test-http.ts";
import { type NavSection, SideNav } from "./SideNavLayout.tsx";
import { AccountLayout } from "./AccountLayout.tsx";
import { AdminLayout } from "./AdminLayout.tsx";
import { UserMenu } from "./TopNav.tsx";

describe("side nav", () => {
  const SECTIONS: readonly NavSection[] = [
    {
      name: "BORROWERS",
      links: [
        { label: "Borrowers", to: "/all", alsoOn: ["/view/"] },
        { label: "Create", to: "/new" },
      ],
    },
  ];

  const current = () => screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  const section = () => screen.getByRole("button", { name: "BORROWERS" });

  test.each(["/all", "/view/7"])("only Borrowers is active at %s", async (path) => {
    await renderAt(path, <SideNav sections={SECTIONS} isOpen />);
    expect(current().map((link) => link.textContent)).toEqual(["Borrowers"]);
  });

  test("a section is open until it is closed, and stays that way", async () => {
    const first = await renderAt("/all", <SideNav sections={SECTIONS} isOpen />);
    expect(section().getAttribute("aria-expanded")).toBe("true");
    await userEvent.click(section());
    expect(section().getAttribute("aria-expanded")).toBe("false");
    expect(JSON.parse(localStorage.getItem("sideNavExpanded") ?? "")).toEqual({ BORROWERS: false });
    first.unmount();
    await renderAt("/all", <SideNav sections={SECTIONS} isOpen />);
    expect(section().getAttribute("aria-expanded")).toBe("false");
  });

  test.each(["not json", "null", `{"BORROWERS":"no"}`, "[false]"])(
    "what is stored as %j leaves it open",
    async (stored) => {
      localStorage.setItem("sideNavExpanded", stored);
      await renderAt("/all", <SideNav sections={SECTIONS} isOpen />);
      expect(section().getAttribute("aria-expanded")).toBe("true");
    },
  );

  test("a link can be marked as new", async () => {
    const sections = [{ name: "BILLING", links: [{ label: "Statements", to: "/statements", isNew: true }] }];
    await renderAt("/all", <SideNav sections={sections} isOpen />);
    screen.getByRole("link", { name: "Statements New!" });
  });
});

describe("account layout", () => {
  afterEach(endSession);

  test.each(ROLES)("borrowers are in the side nav for those who may read some, as %s", async (role) => {
    await readTestConfig();
    signIn({ role });
    await renderAt("/account", <AccountLayout />);
    await screen.findByRole("button", { name: "SETTINGS" });
    const mayRead = role !== "inactive" && role !== "guest";
    expect(screen.queryByRole("button", { name: "BORROWERS" }) !== null).toBe(mayRead);
  });
});

describe("admin layout", () => {
  beforeEach(async () => {
    await readTestConfig();
    signIn({ role: "admin" });
  });
  afterEach(endSession);

  test.each([
    ["/admin/organization", "Organization"],
    ["/admin/users", "Users"],
    ["/admin/users/add", "Users"],
    ["/admin/users/edit/7", "Users"],
    ["/admin/groups", "Groups"],
    ["/admin/overlays", "Overlays"],
    ["/admin/api-keys", "API Keys"],
    ["/admin/webhooks", "Webhooks"],
    ["/admin/single-sign-on", "Single Sign-On"],
    ["/admin/editions", "Rule Editions"],
    ["/admin/groups/edit/7", "Groups"],
    ["/admin/audit", "Activity"],
    ["/admin/governance", "Governance"],
    ["/admin/borrowers/all", "All Borrowers"],
    ["/admin/billing/current-period", "Current Period"],
    ["/admin/billing/statements", "Statements"],
    ["/admin/billing/statements/view/7", "Statements"],
  ])("at %s the link %s is active, and it alone", async (path, label) => {
    await renderAt(path, <AdminLayout />);
    await screen.findByRole("button", { name: "CUSTOMERS" });
    const links = within(screen.getByRole("navigation", { name: "Side navigation" })).getAllByRole("link");
    const current = links.filter((link) => link.getAttribute("aria-current") === "page");
    expect(current.map((link) => link.textContent)).toEqual([label]);
  });
});

describe("AccountLayout", () => {
  afterEach(endSession);

  test.each([
    { role: "registered", isSoleMember: true, hasIt: true },
    { role: "registered", isSoleMember: false, hasIt: false },
    { role: "admin", isSoleMember: true, hasIt: false }, // who has it among the admin pages
  ] as const)(
    "a $role who works alone ($isSoleMember) finds organization, emails and API keys: $hasIt",
    async ({ hasIt, ...person }) => {
      signIn(person);
      await renderAt("/account/settings/profile", <AccountLayout />);
      await screen.findByRole("button", { name: "SETTINGS" });
      for (const [name, address] of [
        ["Organization", "organization"],
        ["Emails", "emails"],
        ["API Keys", "api-keys"],
      ])
        expect(screen.queryByRole("link", { name: name! })?.getAttribute("href") ?? null).toBe(
          hasIt ? `/account/settings/${address}` : null,
        );
    },
  );
});

describe("TopNav", () => {
  afterEach(endSession);

  const links = () =>
    screen.getAllByRole("link", { hidden: true }).map((link) => [link.textContent, link.getAttribute("href")]);

  test("a signed-out visitor is offered to log in", async () => {
    await renderAt("/", <UserMenu />);
    await screen.findByRole("link", { name: "Log In" });
    expect(links()).toEqual([["Log In", "/auth/login"]]);
  });

  test("a user sees their name and address, and the pages open to them", async () => {
    signIn();
    await renderAt("/", <UserMenu />);
    await screen.findByRole("button", { name: "User menu" });
    for (const words of ["Regina", "Regina Registered", "regina@example.com"]) screen.getByText(words);
    expect(links()).toEqual([
      ["Borrowers", "/account/borrowers/all"],
      ["Account Settings", "/account/settings"],
      ["Log Out", "/auth/logout"],
    ]);
  });

  test.each(ROLES)("only an admin sees the Admin link, as %s", async (role) => {
    signIn({ role });
    await renderAt("/", <UserMenu />);
    await screen.findByRole("button", { name: "User menu" });
    expect(links().some(([name]) => name === "Admin")).toBe(role === "admin");
  });

  test("the Admin link follows the active membership, at once", async () => {
    signIn({ role: "admin", alsoAs: "observer" });
    await renderAt("/", <UserMenu />);
    await screen.findByRole("button", { name: "User menu" });
    expect(links()).toContainEqual(["Admin", "/admin"]);
    screen.getByText("Acme Lending");
    act(() => chooseMembership(SECOND_MEMBERSHIP));
    expect(links()).not.toContainEqual(["Admin", "/admin"]);
    screen.getByText("Beta Credit");
  });
});
