import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { logIn, openFromUserMenu } from "../login.ts";
import { newPerson } from "../new-person.ts";
import type { Visitors } from "../visitors.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A user who has just created an organization, as its admin. */
async function arriveAsFounder(visitors: Visitors, name: string): Promise<Page> {
  const person = await newPerson();
  const page = await visitors.arrive({ expects: /\b409\b/ });
  await logIn(page, person.email, person.password);
  await page.goto("/account/settings/details");
  await page.getByRole("button", { name: "Create an organization" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("row", { name: new RegExp(`${name}.*Active`) })).toBeVisible();
  await openFromUserMenu(page, "Admin");
  return page;
}
const open = (page: Page, link: string) =>
  page.getByRole("navigation", { name: "Side navigation" }).getByRole("link", { name: link }).click();
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

test.describe("the settings of an organization", () => {
  test("show the name, and a new name stays and appears in the list of memberships", async ({ visitors }) => {
    const page = await arriveAsFounder(visitors, "Founders Lending");
    await open(page, "Organization");
    const name = page.getByLabel("Name", { exact: true });
    await expect(name).toHaveValue("Founders Lending");
    await name.fill("Founders Home Loans");
    await page.getByLabel("Time zone").fill("America/Los_Angeles");
    await page.getByLabel("Spend cap").fill("1,250.50");
    await page.getByLabel("Fees to block").fill("2");
    await save(page);
    await expect(page.getByText("Enter at least as many as the fees to review")).toBeVisible();
    await page.getByLabel("Fees to block").fill("8");
    await save(page);
    await expect(page.getByText("Settings saved")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Fees to block")).toBeVisible();
    await expect(name).toHaveValue("Founders Home Loans");
    await expect(page.getByLabel("Time zone")).toHaveValue("America/Los_Angeles");
    await expect(page.getByLabel("Spend cap")).toHaveValue("1,250.50");
    await expect(page.getByLabel("Fees to block")).toHaveValue("8");
    await page.goto("/account/settings/details");
    await expect(page.getByRole("row", { name: /Founders Home Loans.*Active/ })).toBeVisible();
  });

  test("only a user with a second factor can require it of everyone", async ({ visitors }) => {
    const page = await arriveAsFounder(visitors, "Careful Lending");
    await open(page, "Organization");
    await page.getByLabel("Require two-factor authentication for admins").check();
    await save(page);
    await expect(page.getByText("Set up your own two-factor authentication first")).toBeVisible();
    await page.getByLabel("Require two-factor authentication for admins").uncheck();
    await page.getByLabel("Restrict by group").check();
    await save(page);
    await expect(page.getByText("Settings saved")).toBeVisible();
  });

  test("changes that two people make at once are merged", async ({ visitors }) => {
    const page = await arriveAsFounder(visitors, "Shared Lending");
    await open(page, "Organization");
    await page.getByLabel("Name", { exact: true }).fill("Mine Lending");
    const other = await page.context().newPage();
    await other.goto("/admin/organization");
    await other.getByLabel("Phone").fill("555 010 2030");
    await save(other);
    await expect(other.getByText("Settings saved")).toBeVisible();
    await save(page);
    await expect(page.getByText("Phone: using theirs, “(555) 010-2030”")).toBeVisible();
    await page.getByRole("button", { name: "Review changes" }).click();
    await save(page);
    await expect(page.getByText("Settings saved")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Phone")).toHaveValue("+15550102030");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Mine Lending");
  });

  test("a logo is uploaded, shown and removed", async ({ visitors }) => {
    const page = await arriveAsFounder(visitors, "Pictured Lending");
    await open(page, "Organization");
    await expect(page.getByText("No logo yet")).toBeVisible();
    await page.getByLabel("Logo file").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PIXEL });
    const logo = page.getByRole("img", { name: "Logo of Pictured Lending" });
    await expect(logo).toBeVisible();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await expect(page.getByText("No logo yet")).toBeVisible();
  });
});

test.describe("the audit log", () => {
  test("shows events as sentences, can be filtered, and is proven complete", async ({ visitors }) => {
    const page = await arriveAsFounder(visitors, "Recorded Lending");
    await open(page, "Organization");
    await page.getByLabel("Phone").fill("555 010 2031");
    await save(page);
    await expect(page.getByText("Settings saved")).toBeVisible();
    await open(page, "Activity");
    const acts = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
    await expect(acts.filter({ hasText: "Jo Journey changed the settings: phone" })).toBeVisible();
    await expect(acts.filter({ hasText: "Jo Journey created the organization" })).toBeVisible();
    await page.getByLabel("Person").selectOption("Jo Journey");
    await page.getByLabel("Kind").selectOption("Groups");
    await expect(page.getByText("No matching activity")).toBeVisible();
    await page.reload();
    await expect(page.getByText("No matching activity")).toBeVisible();
    await page.getByLabel("Kind").selectOption("Settings");
    await expect(acts.first()).toBeVisible();
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await expect(page.getByText("No matching activity")).toBeVisible();
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText(/The log is intact: \d+ events, none changed or missing/)).toBeVisible();
  });
});
