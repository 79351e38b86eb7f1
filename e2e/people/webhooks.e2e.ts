import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { sharedStand } from "../global-setup.ts";
import { logIn } from "../login.ts";

test("an admin adds an endpoint, tests it, reads its deliveries, and disables and deletes it", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "admin@example.com");
  await page.goto("/admin/webhooks");
  await page.getByLabel("Endpoint URL").fill("not a URL");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByText("Enter a URL such as")).toBeVisible();
  await expect(page.getByText("Choose what the endpoint is sent")).toBeVisible();
  const { sandboxUrl } = sharedStand();
  const url = `${sandboxUrl}/webhooks/in`;
  const { host } = new URL(url);
  await page.getByLabel("Endpoint URL").fill(url);
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Add endpoint" }).click();

  const dialog = page.getByRole("dialog", { name: "Signing secret" });
  const secret = (await dialog.locator("code").textContent())!;
  expect(secret).toMatch(/^whsec_/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("body")).not.toContainText(secret);
  await fetch(`${sandboxUrl}/_steer/webhooks`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret }),
  });

  const row = page.getByRole("listitem").filter({ hasText: url });
  await expect(row).toContainText("Enabled");
  await row.getByRole("button", { name: `Send test event to ${host}` }).click();
  await row.getByRole("button", { name: `Deliveries to ${host}` }).click();
  const deliveries = page.getByRole("dialog", { name: `Deliveries to ${host}` });
  const rows = deliveries.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  const first = rows.filter({ hasText: "webhook.test" }).first(); // other tests of this lender send events too
  await expect(first).toContainText("Delivered");
  await expect(first).toContainText("HTTP 200");
  const sandboxPage = await (await fetch(sandboxUrl)).text();
  expect(sandboxPage).toContain("webhook.test");
  expect(sandboxPage).toContain("valid");
  await first.locator("summary").click();
  await expect(first).toContainText('"type": "webhook.test"');
  await first.getByRole("button", { name: "Resend webhook.test" }).click();
  await expect(first).toContainText("2 attempts");
  await deliveries.getByRole("button", { name: "Failed" }).click();
  await expect(deliveries.getByText("No deliveries")).toBeVisible();
  await deliveries.getByRole("button", { name: "Close" }).click();

  const choose = async (action: string) => {
    await row.getByRole("button", { name: `More for ${host}` }).click();
    await row.getByRole("button", { name: action, exact: true }).click();
  };
  await choose("Disable");
  await page.getByRole("button", { name: "Disable endpoint" }).click();
  await expect(row).toContainText("Disabled");
  await choose("Enable");
  await expect(row).toContainText("Enabled");
  await choose("Delete");
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(row).toBeHidden();
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  await page.goto("/admin/audit?kind=webhook");
  await expect(page.getByText("added a webhook endpoint")).toBeVisible();
});
