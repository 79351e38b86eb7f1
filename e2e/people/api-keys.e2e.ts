import { expect } from "@playwright/test";
import { API_BASE } from "../../platform/contract/call.ts";
import { test } from "../fixtures.ts";
import { logIn } from "../login.ts";

test("an admin creates an API key, a system uses it, and after revoking it is refused", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "admin@example.com");
  await page.goto("/admin/api-keys");
  await page.getByLabel("Name").fill("Encompass");
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByText("Choose what the key may do")).toBeVisible();
  await page.getByLabel("Read borrowers").check();
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog", { name: "API key of Encompass" });
  const secret = (await dialog.locator("code").textContent())!;
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("body")).not.toContainText(secret);

  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(new URL(API_BASE + path, page.url()), { headers })).status;
  };
  expect(await ask("/admin/borrower")).toBe(200);
  expect(await ask("/admin/billing/get-statements")).toBe(403);
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "Encompass" });
  await expect(row).toContainText(`keyturn_sk_…${secret.slice(-4)}`);
  await expect(row).toContainText("Last used");

  await row.getByRole("button", { name: "Edit Encompass" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Encompass" });
  await edit.getByLabel("Allowed IP addresses").fill("here");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByText("Enter IP addresses or networks")).toBeVisible();
  await edit.getByLabel("Allowed IP addresses").fill("203.0.113.0/24");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  expect(await ask("/admin/borrower")).toBe(403);

  await row.getByRole("button", { name: "Revoke Encompass" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(row).toBeHidden();
  expect(await ask("/admin/borrower")).toBe(401);
  await page.goto("/admin/audit?kind=api-key");
  await expect(page.getByText("The API key “Encompass” called the API")).toBeVisible();
});
