// An officer plans the refresh that a closing needs, and subscribes to the days in a calendar.
import { expect } from "@playwright/test";
import ICAL from "ical.js";
import { findOwnBorrower, updateLoan } from "../../features/borrowers/contract.ts";
import { addDays, utcToday } from "../../platform/dates/days.ts";
import { apiPerson, authorizedBorrower, bodyOf } from "../api.ts";
import { connectBank, generateReport } from "../borrower-pages.ts";
import { test } from "../fixtures.ts";
import { knownBy } from "../visitors.ts";

test("an officer plans a refresh, changes and cancels it, and a calendar program reads its day", async ({
  visitors,
}) => {
  const officer = await apiPerson("registered@example.com");
  const { id } = await authorizedBorrower(officer);
  const page = await visitors.arrive(knownBy(officer));
  await page.goto(`/borrower/asset-report/${id}`);
  await connectBank(page, { username: "user_golden" });
  await generateReport(page);
  const { version } = bodyOf(await officer.send(findOwnBorrower, { id }));
  const noteDate = addDays(utcToday(), 170);
  bodyOf(await officer.send(updateLoan, { id, version, loan: { program: "fha", noteDate } }));

  await page.goto(`/account/borrowers/view/${id}`);
  const panel = page.getByRole("region", { name: "Expirations" });
  await expect(panel.getByRole("listitem").filter({ hasText: "Closing" })).toContainText("In 170 days");
  await panel.getByRole("button", { name: "Plan refresh" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It costs $10.00.");
  await dialog.getByRole("button", { name: "Plan refresh" }).click();
  await expect(panel).toContainText("It moves with the closing day.");
  await panel.getByRole("button", { name: "Change" }).click();
  const own = addDays(noteDate, -10);
  await dialog.getByLabel("Day").fill(own);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(panel.locator(`time[datetime="${own}"]`)).toBeVisible();

  await page.goto("/account/settings/calendar");
  await page.getByRole("button", { name: "Create address: Your borrowers" }).click();
  const address = (await page.getByRole("dialog", { name: "Calendar address" }).locator("code").textContent())!;
  await page.getByRole("button", { name: "Done" }).click();
  const read = async () => {
    const text = await (await fetch(address)).text();
    const events = new ICAL.Component(ICAL.parse(text) as object[]).getAllSubcomponents("vevent");
    return events.map((one) => new ICAL.Event(one)).filter(({ uid }) => uid.includes(id));
  };
  const planned = (await read()).find(({ summary }) => summary.startsWith("Refresh planned"));
  expect(planned?.startDate.toString()).toBe(own);

  await page.goto(`/account/borrowers/view/${id}`);
  await panel.getByRole("button", { name: "Cancel refresh" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel refresh" }).click();
  await expect(panel.getByRole("button", { name: "Plan refresh" })).toBeVisible();
  expect((await read()).filter(({ summary }) => summary.startsWith("Refresh planned"))).toEqual([]);

  await page.goto("/account/settings/calendar");
  await page.getByRole("button", { name: "Remove address: Your borrowers" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove address" }).click();
  await expect(page.getByRole("button", { name: "Create address: Your borrowers" })).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});
