import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { logIn, openFromUserMenu } from "../login.ts";
import { newPerson } from "../new-person.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A user who has just created an organization, as its admin. */
async function arriveAsFounder(name: string): Promise<Page> {
  const person = await newPerson();
  const page = await visitors.arrive({ expects: /\b409\b/ });
  await logIn(page, person.email, person.password);
  await page.goto("/account/settings/details");
  await page.getByRole("button", { name: "Create an organization" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByRole("row", { name: new RegExp(`${name}.*Active`) }).waitFor();
  await openFromUserMenu(page, "Admin");
  return page;
}
const open = (page: Page, link: string) =>
  page.getByRole("navigation", { name: "Side navigation" }).getByRole("link", { name: link }).click();
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

describe("the settings of an organization", () => {
  test("show the name, and a new name stays and appears in the list of memberships", async () => {
    const page = await arriveAsFounder("Founders Lending");
    await open(page, "Organization");
    const name = page.getByLabel("Name", { exact: true });
    expect(await name.inputValue()).toBe("Founders Lending");
    await name.fill("Founders Home Loans");
    await page.getByLabel("Time zone").fill("America/Los_Angeles");
    await page.getByLabel("Spend cap").fill("1,250.50");
    await page.getByLabel("Fees to block").fill("2");
    await save(page);
    await page.getByText("Enter at least as many as the fees to review").waitFor();
    await page.getByLabel("Fees to block").fill("8");
    await save(page);
    await page.getByText("Settings saved").waitFor();
    await page.reload();
    await page.getByLabel("Fees to block").waitFor();
    expect(await name.inputValue()).toBe("Founders Home Loans");
    expect(await page.getByLabel("Time zone").inputValue()).toBe("America/Los_Angeles");
    expect(await page.getByLabel("Spend cap").inputValue()).toBe("1,250.50");
    expect(await page.getByLabel("Fees to block").inputValue()).toBe("8");
    await page.goto("/account/settings/details");
    await page.getByRole("row", { name: /Founders Home Loans.*Active/ }).waitFor();
  });

  test("only a user with a second factor can require it of everyone", async () => {
    const page = await arriveAsFounder("Careful Lending");
    await open(page, "Organization");
    await page.getByLabel("Require two-factor authentication for admins").check();
    await save(page);
    await page.getByText("Set up your own two-factor authentication first").waitFor();
    await page.getByLabel("Require two-factor authentication for admins").uncheck();
    await page.getByLabel("Restrict by group").check();
    await save(page);
    await page.getByText("Settings saved").waitFor();
  });

  test("changes that two people make at once are merged", async () => {
    const page = await arriveAsFounder("Shared Lending");
    await open(page, "Organization");
    await page.getByLabel("Name", { exact: true }).fill("Mine Lending");
    const other = await page.context().newPage();
    await other.goto("/admin/organization");
    await other.getByLabel("Phone").fill("555 010 2030");
    await save(other);
    await other.getByText("Settings saved").waitFor();
    await save(page);
    await page.getByText("Phone: using theirs, “(555) 010-2030”").waitFor();
    await page.getByRole("button", { name: "Review changes" }).click();
    await save(page);
    await page.getByText("Settings saved").waitFor();
    await page.reload();
    expect(await page.getByLabel("Phone").inputValue()).toBe("+15550102030");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Mine Lending");
  });

  test("a logo is uploaded, shown and removed", async () => {
    const page = await arriveAsFounder("Pictured Lending");
    await open(page, "Organization");
    await page.getByText("No logo yet").waitFor();
    await page.getByLabel("Logo file").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PIXEL });
    const logo = page.getByRole("img", { name: "Logo of Pictured Lending" });
    await logo.waitFor();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await page.getByText("No logo yet").waitFor();
  });
});

describe("the audit log", () => {
  test("shows events as sentences, can be filtered, and is proven complete", async () => {
    const page = await arriveAsFounder("Recorded Lending");
    await open(page, "Organization");
    await page.getByLabel("Phone").fill("555 010 2031");
    await save(page);
    await page.getByText("Settings saved").waitFor();
    await open(page, "Activity");
    const acts = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
    await acts.filter({ hasText: "Jo Journey changed the settings: phone" }).waitFor();
    await acts.filter({ hasText: "Jo Journey created the organization" }).waitFor();
    await page.getByLabel("Person").selectOption("Jo Journey");
    await page.getByLabel("Kind").selectOption("Groups");
    await page.getByText("No matching activity").waitFor();
    await page.reload();
    await page.getByText("No matching activity").waitFor();
    await page.getByLabel("Kind").selectOption("Settings");
    await acts.first().waitFor();
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await page.getByText("No matching activity").waitFor();
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByText(/The log is intact: \d+ events, none changed or missing/).waitFor();
  });
});
