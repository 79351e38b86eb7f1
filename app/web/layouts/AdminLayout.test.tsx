import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { readTestConfig } from "#platform/web/test-config.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { AdminLayout } from "./AdminLayout.tsx";

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
  ["/admin/groups/edit/7", "Groups"],
  ["/admin/audit", "Activity"],
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
