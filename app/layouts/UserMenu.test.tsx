import { screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { chooseMembership, endSession } from "#features/identity/web/session/session.ts";
import { SECOND_MEMBERSHIP, signIn } from "#features/identity/web/session/test-sign-in.ts";
import { ROLES } from "#kit/contract/who.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { UserMenu } from "./UserMenu.tsx";

afterEach(endSession);

const links = () =>
  screen.getAllByRole("link", { hidden: true }).map((link) => [link.textContent, link.getAttribute("href")]);

test("S2.86 nobody is offered to log in", async () => {
  await renderAt("/", <UserMenu />);
  await screen.findByRole("link", { name: "Log In" });
  expect(links()).toEqual([["Log In", "/auth/login"]]);
});

test("S2.87 S2.88 a person sees their names and address, and where they may go", async () => {
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

test.each(ROLES)("S6.8 S6.9 the Admin link is for an admin alone, as %s", async (role) => {
  signIn({ role });
  await renderAt("/", <UserMenu />);
  await screen.findByRole("button", { name: "User menu" });
  expect(links().some(([name]) => name === "Admin")).toBe(role === "admin");
});

test("S4.14 S4.16 the Admin link follows the active membership, at once", async () => {
  signIn({ role: "admin", alsoAs: "observer" });
  await renderAt("/", <UserMenu />);
  await screen.findByRole("button", { name: "User menu" });
  expect(links()).toContainEqual(["Admin", "/admin"]);
  screen.getByText("Acme Lending");
  act(() => chooseMembership(SECOND_MEMBERSHIP));
  expect(links()).not.toContainEqual(["Admin", "/admin"]);
  screen.getByText("Beta Credit");
});
