import { expect } from "@playwright/test";
import { confirmEmail } from "../../features/auth/contract.ts";
import { anybody } from "../api.ts";
import { test } from "../fixtures.ts";
import { logIn } from "../login.ts";
import { linkIn, newestMailTo, somebodyNew, tokenIn } from "../new-person.ts";

test("a loan officer registers a company, sets it up and becomes its admin with the first invitation", async ({
  visitors,
}) => {
  const person = somebodyNew();
  const page = await visitors.arrive();
  await page.goto("/auth/register");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Company").fill("Rivera Home Loans");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL("**/auth/awaiting-confirmation");
  await anybody().send(confirmEmail, { token: tokenIn(linkIn(await newestMailTo(person.email))) });
  await logIn(page, person.email, person.password);

  await page.goto("/account/settings/profile");
  const sideNav = page.getByRole("navigation", { name: "Side navigation" });
  await sideNav.getByRole("link", { name: "Organization" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Rivera Home Loans");
  await page.getByLabel("NMLS ID").fill("204060");
  await page.getByLabel("Phone").fill("555 010 2030");
  await page.getByLabel("Time zone").fill("America/Chicago");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByTestId("toast").filter({ hasText: "Settings saved" })).toBeVisible();

  await page.getByRole("link", { name: "Invite a colleague" }).click();
  const colleague = somebodyNew();
  await page.getByLabel("First name").fill(colleague.firstName);
  await page.getByLabel("Last name").fill(colleague.lastName);
  await page.getByLabel("Email").fill(colleague.email);
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(colleague.email) })).toContainText("Pending");
  await page.getByRole("button", { name: "User menu" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Admin" })).toBeVisible();
});
