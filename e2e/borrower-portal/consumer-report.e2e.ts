import { expect } from "@playwright/test";
import { readOrganizationSettings, updateOrganization } from "../../features/organizations/contract.ts";
import { bodyOf } from "../api.ts";
import { shareBank } from "../borrower-pages.ts";
import { test } from "../fixtures.ts";
import { newPerson } from "../new-person.ts";
import { agree, inviteBorrower, openVisit, PHONE, visitLinkTo } from "./visit-pages.ts";

test("a borrower of a lender that uses consumer reports agrees to one, says who they are and connects a bank", async ({
  visitors,
}) => {
  const officer = await newPerson();
  const settings = bodyOf(await officer.api.send(readOrganizationSettings));
  const policy = { ...settings.policy, bankDataProduct: "consumer_report" as const };
  bodyOf(await officer.api.send(updateOrganization, { ...settings, policy }));
  const borrower = await inviteBorrower(officer.api, { firstName: "Ada", lastName: "Quill" });

  const page = await visitors.arrive({ ...PHONE, expects: /409|IDENTITY_REQUIRED/ });
  await openVisit(page, await visitLinkTo(borrower.email));
  await expect(page.getByText("Plaid Check, a consumer reporting agency")).toBeVisible();
  await agree(page);
  await page.getByRole("button", { name: "Connect bank" }).click();
  await page.getByLabel("Date of birth").fill("1988-07-22");
  await page.getByLabel("Phone").fill("(415) 555-0123");
  await page.getByLabel("Street address").fill("123 Main St");
  await page.getByLabel("City").fill("Reno");
  await page.getByLabel("State", { exact: true }).fill("NV");
  await page.getByRole("button", { name: "Continue to the bank" }).click();
  await expect(page.getByLabel("ZIP code"), "what is missing is asked for").toBeFocused();
  await page.getByLabel("ZIP code").fill("89501");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(overflow).toBe(false);
  await shareBank(page, { username: "user_good" }, "Continue to the bank");
  await expect(page.getByText("First Platypus Bank")).toBeVisible();
  await expect(page.getByLabel("Date of birth")).toBeHidden();
});
