// A lender's overlay: drafted by one admin, approved by another, and shown by the next evaluation.
import { expect } from "@playwright/test";
import { updateLoan } from "../../features/borrowers/contract.ts";
import { acceptInvitation, inviteMember } from "../../features/organizations/contract.ts";
import { approveOverlay, endOverlay, listOverlays } from "../../features/underwriting/contract.ts";
import type { Call, Input } from "../../platform/contract/call.ts";
import { MEMBERSHIP_HEADER } from "../../platform/contract/call.ts";
import { sendCall } from "../../testing/http.ts";
import { findingsOn } from "../accessibility.ts";
import { apiBorrower, apiPerson, bodyOf, type Client } from "../api.ts";
import { connectBank, downloadReport, generateReport } from "../borrower-pages.ts";
import { DEPOSITS_LOAN } from "../borrower-portal/visit-pages.ts";
import { test } from "../fixtures.ts";
import { sharedStand } from "../global-setup.ts";
import { linkIn, newestMailTo, newPerson, tokenIn } from "../new-person.ts";
import { knownBy } from "../visitors.ts";

let admin: Client;
test.beforeAll(async () => {
  admin = await apiPerson("outsider@example.com");
});
test.afterAll(async () => {
  for (const { id, version, state } of bodyOf(await admin.send(listOverlays)).overlays)
    if (state === "inForce") await admin.send(endOverlay, { id, version });
});

/** A second admin of the lender, who is also in an organization of their own. */
async function aColleague() {
  const { firstName, lastName, email, api } = await newPerson();
  await admin.send(inviteMember, { firstName, lastName, email, role: "admin" });
  const token = tokenIn(linkIn(await newestMailTo(email, "Your invitation")));
  const { membershipId } = bodyOf(await api.send(acceptInvitation, { token }));
  const headers = { authorization: `bearer ${api.token}`, [MEMBERSHIP_HEADER]: membershipId };
  return <C extends Call>(call: C, input?: Input<C>) => sendCall(sharedStand().url, call, input, headers);
}

test("an admin drafts an overlay, a second admin approves it, and the next evaluation names it", async ({
  visitors,
}) => {
  const colleague = await aColleague();
  const made = await apiBorrower(admin, { firstName: "Ova", lastName: "Laid" });
  const page = await visitors.arrive(knownBy(admin));
  await page.goto("/admin/overlays");
  await page.getByRole("button", { name: "Draft an overlay" }).click();
  const dialog = page.getByRole("dialog", { name: "Draft an overlay" });
  await dialog.getByLabel("Name").fill("Lakeside overlay");
  const share = dialog.getByLabel("Large deposit, percent of monthly income");
  await share.fill("60");
  await expect(dialog.getByText("Guide: 50% · Looser")).toBeVisible();
  await dialog.getByRole("button", { name: "Save draft" }).click();
  await expect(dialog.getByText("This loosens a guide.")).toBeVisible();
  const first = dialog.getByLabel("In force from");
  const today = await first.inputValue();
  await first.fill("2020-01-01");
  await share.fill("40");
  await expect(dialog.getByText("Guide: 50% · Tighter")).toBeVisible();
  await dialog.getByRole("button", { name: "Save draft" }).click();
  await expect(dialog.getByText("Choose today or a later day")).toBeVisible();
  await first.fill(today);
  await dialog.getByRole("button", { name: "Save draft" }).click();
  await expect(dialog).toBeHidden();
  expect(await findingsOn(page)).toEqual([]);

  const row = page.getByRole("listitem").filter({ hasText: "Lakeside overlay, version" }).first();
  await expect(row).toContainText("Draft");
  await row.getByRole("button", { name: "Propose" }).click();
  const question = page.getByRole("dialog", { name: /^Propose Lakeside overlay/ });
  await expect(question.getByText("It hasn't been tested.")).toBeVisible();
  expect(await findingsOn(page)).toEqual([]);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(row).toContainText("Draft");
  await row.getByRole("button", { name: "Propose" }).click();
  await question.getByRole("button", { name: "Propose overlay" }).click();
  await expect(row).toContainText("Waiting for approval");
  await expect(row.getByRole("button", { name: "Approve" })).toHaveAttribute("aria-disabled", "true");
  const { overlays } = bodyOf(await admin.send(listOverlays));
  const { id, version, number } = overlays.find(({ state }) => state === "proposed")!; // just proposed
  expect(await admin.send(approveOverlay, { id, version })).toMatchObject({ message: "SECOND_PERSON_REQUIRED" });
  bodyOf(await colleague(approveOverlay, { id, version }));
  await page.reload();
  await expect(row).toContainText("In force");

  await admin.send(updateLoan, { id: made.id, loan: DEPOSITS_LOAN, version: made.version });
  await page.goto(`/borrower/asset-report/${made.id}`);
  await connectBank(page, { username: "user_deposits" });
  await generateReport(page);
  const name = `Lakeside overlay, version ${number}`;
  await expect(page.getByText(`Evaluated under ${name}.`)).toBeVisible();
  expect((await downloadReport(page)).text).toContain(name);
  await page.goto("/admin/audit?kind=overlay");
  await expect(page.getByText("approved an overlay").first()).toBeVisible();
});
