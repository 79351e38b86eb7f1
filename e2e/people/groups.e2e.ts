import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { logIn } from "../login.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();
let made = 0;

async function arriveAsAdmin(): Promise<Page> {
  const page = await visitors.arrive({ expects: /\b409\b/ });
  await logIn(page, "admin@example.com");
  await page.goto("/admin/groups");
  await groupsOn(page).first().waitFor();
  return page;
}
const groupsOn = (page: Page) => page.getByRole("list", { name: "Groups" }).getByRole("listitem");
const newName = () => `Night shift ${process.pid} ${++made}`;

async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Add Group" }).click();
}

test("the groups of the sample lender are listed, and an added group stays", async () => {
  const page = await arriveAsAdmin();
  await groupsOn(page).filter({ hasText: "Purchase desk" }).waitFor();
  await groupsOn(page).filter({ hasText: "Refinance desk" }).waitFor();
  const name = newName();
  await add(page, name);
  await groupsOn(page).filter({ hasText: name }).waitFor();
  await page.reload();
  await groupsOn(page).filter({ hasText: name }).waitFor();
  await add(page, name.toUpperCase());
  await page.getByText("Another group has this name").waitFor();
});

test("a group is renamed, given people and a color, and deleted", async () => {
  const page = await arriveAsAdmin();
  const [name, renamed] = [newName(), newName()];
  await add(page, name);
  await page.getByRole("link", { name: `Edit ${name}`, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Edit Group" }).waitFor(); // the list has a Name as well
  await page.getByLabel("Name", { exact: true }).fill(renamed);
  await page.getByLabel("Color").selectOption("Violet");
  await page.getByLabel("Find people").fill("edi");
  await page.getByRole("group", { name: "People" }).getByRole("checkbox").first().check();
  await page.getByLabel("Billing").check();
  await page.getByRole("button", { name: "Save" }).click();
  await groupsOn(page).filter({ hasText: renamed }).filter({ hasText: "1 person" }).waitFor();

  await page.getByRole("link", { name: `Edit ${renamed}`, exact: true }).click();
  await page.getByText("1 chosen").waitFor();
  expect(await page.getByLabel("Color").inputValue()).toBe("violet");
  expect(await page.getByLabel("Billing").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Delete group" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the group" }).click();
  await groupsOn(page).first().waitFor();
  await page.reload();
  await groupsOn(page).first().waitFor();
  expect(await groupsOn(page).filter({ hasText: renamed }).count()).toBe(0);
});
