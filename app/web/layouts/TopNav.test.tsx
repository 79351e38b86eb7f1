import { screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { chooseMembership, endSession } from "#features/auth/web/session/session.ts";
import { SECOND_MEMBERSHIP, signIn } from "#features/auth/web/session/test-sign-in.ts";
import { ROLES } from "#platform/contract/who.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { UserMenu } from "./TopNav.tsx";

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
