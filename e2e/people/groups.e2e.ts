import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { logIn } from "../login.ts";
import type { Visitors } from "../visitors.ts";

let made = 0;

async function arriveAsAdmin(visitors: Visitors): Promise<Page> {
  const page = await visitors.arrive({ expects: /\b409\b/ });
  await logIn(page, "admin@example.com");
  await page.goto("/admin/groups");
  await expect(groupsOn(page).first()).toBeVisible();
  return page;
}
const groupsOn = (page: Page) => page.getByRole("list", { name: "Groups" }).getByRole("listitem");
const newName = () => `Night shift ${process.pid} ${++made}`;

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Add Group" }).click();
}

test("the groups of the sample lender are listed, and an added group stays", async ({ visitors }) => {
  const page = await arriveAsAdmin(visitors);
  await expect(groupsOn(page).filter({ hasText: "Purchase desk" })).toBeVisible();
  await expect(groupsOn(page).filter({ hasText: "Refinance desk" })).toBeVisible();
  const name = newName();
  await add(page, name);
  await expect(groupsOn(page).filter({ hasText: name })).toBeVisible();
  await page.reload();
  await expect(groupsOn(page).filter({ hasText: name })).toBeVisible();
  await add(page, name.toUpperCase());
  await expect(page.getByText("Another group has this name")).toBeVisible();
});

test("a group is renamed, given people and a color, and deleted", async ({ visitors }) => {
  const page = await arriveAsAdmin(visitors);
  const [name, renamed] = [newName(), newName()];
  await add(page, name);
  await page.getByRole("link", { name: `Edit ${name}`, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Group" })).toBeVisible(); // the list has a Name as well
  await page.getByLabel("Name", { exact: true }).fill(renamed);
  await page.getByLabel("Color").selectOption("Violet");
  await page.getByLabel("Find people").fill("edi");
  await page.getByRole("group", { name: "People" }).getByRole("checkbox").first().check();
  await page.getByLabel("Billing").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(groupsOn(page).filter({ hasText: renamed }).filter({ hasText: "1 person" })).toBeVisible();

  await page.getByRole("link", { name: `Edit ${renamed}`, exact: true }).click();
  await expect(page.getByText("1 chosen")).toBeVisible();
  await expect(page.getByLabel("Color")).toHaveValue("violet");
  await expect(page.getByLabel("Billing")).toBeChecked();
  await page.getByRole("button", { name: "Delete group" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the group" }).click();
  await expect(groupsOn(page).first()).toBeVisible();
  await page.reload();
  await expect(groupsOn(page).first()).toBeVisible();
  await expect(groupsOn(page).filter({ hasText: renamed })).toHaveCount(0);
});
