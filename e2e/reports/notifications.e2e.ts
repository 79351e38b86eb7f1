// From a bank that a borrower connects to the officer's bell, on a phone and in two tabs.
import { expect } from "@playwright/test";
import { readOrganizationSettings, updateOrganization } from "../../features/organizations/contract.ts";
import { bodyOf } from "../api.ts";
import { agreeAndConnect, inviteBorrower, openVisit, PHONE, visitLinkTo } from "../borrower-portal/visit-pages.ts";
import { test } from "../fixtures.ts";
import { newestMailTo, newPerson } from "../new-person.ts";
import { knownBy } from "../visitors.ts";

test("a connected bank rings the officer's bell, and the report it caused is there when they open it", async ({
  visitors,
}) => {
  const officer = await newPerson();
  const settings = bodyOf(await officer.api.send(readOrganizationSettings));
  const policy = { ...settings.policy, generateOnConnect: true };
  bodyOf(await officer.api.send(updateOrganization, { ...settings, policy }));
  const borrower = await inviteBorrower(officer.api, { firstName: "Ada", lastName: "Quill" });

  const page = await visitors.arrive({ ...knownBy(officer.api), ...PHONE });
  await page.goto("/account/borrowers/all");
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await bell.click();
  const panel = page.getByRole("region", { name: "Notifications" });
  await expect(panel.getByText("No notifications yet")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();

  const phone = await visitors.arrive(PHONE);
  await openVisit(phone, await visitLinkTo(borrower.email));
  await agreeAndConnect(phone);
  const other = await visitors.arrive(knownBy(officer.api));
  await other.goto("/account/settings/notifications");

  // Live, without a reload: the bank, then the report that the policy asked for.
  await expect(page.getByRole("button", { name: "Notifications, 2 unread" })).toBeVisible({ timeout: 30_000 });
  await expect(other.getByRole("button", { name: "Notifications, 2 unread" })).toBeVisible();
  expect((await newestMailTo(officer.email, "bank connected")).text).toContain(
    "First Platypus Bank was connected for Ada Quill.",
  );

  await page.keyboard.press("Enter"); // the bell has the focus
  const rows = panel.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("The asset report for Ada Quill is ready.");
  await expect(rows.last()).toContainText("First Platypus Bank was connected for Ada Quill.");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(overflow).toBe(false);
  await rows.first().getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/borrower/asset-report/${borrower.id}$`));
  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();

  await other.getByRole("button", { name: /^Notifications/ }).click();
  await other.getByRole("button", { name: "Mark all as read" }).click();
  await expect(other.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();

  await other.keyboard.press("Escape");
  await other.getByLabel("Report ready").selectOption("Off");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByTestId("toast").getByText("Notification settings saved")).toBeVisible();
  await other.reload();
  await expect(other.getByLabel("Report ready")).toHaveValue("off");
});
