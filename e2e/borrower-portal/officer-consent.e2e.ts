// What a loan officer does before the bank dialog opens, and where the consent is printed.
import { expect } from "@playwright/test";
import { updateOrganization, readOrganizationSettings } from "../../features/organizations/contract.ts";
import { apiBorrower, apiPerson, bodyOf, type Client } from "../api.ts";
import { downloadReport, generateReport, sendBankLogIn } from "../borrower-pages.ts";
import { test } from "../fixtures.ts";
import { knownBy } from "../visitors.ts";

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };

let officer: Client;
test.beforeAll(async () => void (officer = await apiPerson("registered@example.com")));

test("an officer connects a bank only after the consent is recorded, and the report prints it", async ({
  visitors,
}) => {
  const borrower = await apiBorrower(officer, { firstName: "Paula", lastName: "Prentice" });
  const page = await visitors.arrive({ ...knownBy(officer), ...WIDE });
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  await page.getByRole("button", { name: "Connect bank" }).click();
  const step = page.getByRole("dialog", { name: "Is Paula with you?" });
  await expect(step.getByRole("radio", { name: "Not here: send a link" })).toBeChecked();
  await step.getByRole("radio", { name: "A signed authorization is in the file" }).check();
  await step.getByLabel("Date signed").fill("2026-01-05");
  await step.getByRole("button", { name: "Attest and continue" }).click();
  const bank = page.getByRole("dialog");
  await expect(bank.getByLabel("Username")).toBeVisible();
  await sendBankLogIn(bank, { username: "user_good" });
  await bank.getByRole("button", { name: "Continue" }).click();
  await generateReport(page);
  await expect(page.getByText(/Paula Prentice: attested by .+, signed Jan 5, 2026/)).toBeVisible();
  const { text } = await downloadReport(page);
  expect(text.replaceAll(/\s+/g, " ")).toContain("Paula Prentice: attested by");
  await page.goto(`/account/borrowers/view/${borrower.id}`);
  await expect(page.getByRole("list", { name: "Timeline" }).getByText(/attested to Paula Prentice's/)).toBeVisible();
});

test("a link is copied, and texted, from a phone", async ({ visitors }) => {
  const borrower = await apiBorrower(officer, { phone: "+15550100321" });
  const page = await visitors.arrive({ ...knownBy(officer), ...PHONE });
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  await page.getByRole("button", { name: "Connect bank" }).click();
  const step = page.getByRole("dialog", { name: /with you\?$/ });
  await step.getByRole("button", { name: "Create a link to copy" }).click();
  await expect(step.getByText(`/borrower/${borrower.id}?t=`)).toBeVisible();
  await step.getByRole("button", { name: "Text the link" }).click();
  await expect(page.getByTestId("toast").getByText("We texted it to (555) 010-0321.")).toBeVisible();
});

test("data of a person who is not on the loan is withheld until the officer decides", async ({ visitors }) => {
  const borrower = await apiBorrower(officer, { firstName: "Alex", lastName: "Kim" });
  // The page may read the report once more while it is being deleted.
  const page = await visitors.arrive({ ...knownBy(officer), ...WIDE, expects: /\b409\b/ });
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  await page.getByRole("button", { name: "Connect bank" }).click();
  const step = page.getByRole("dialog", { name: "Is Alex with you?" });
  await step.getByRole("radio", { name: "A signed authorization is in the file" }).check();
  await step.getByLabel("Date signed").fill("2026-01-05");
  await step.getByRole("button", { name: "Attest and continue" }).click();
  const bank = page.getByRole("dialog");
  await sendBankLogIn(bank, { username: "user_mismatch" });
  await bank.getByRole("button", { name: "Continue" }).click();
  await generateReport(page);
  const banner = page.getByRole("alert").filter({ hasText: "None of these accounts belongs to Alex Kim." });
  await expect(banner).toContainText("Gregory Ostrander");
  await expect(page.getByText("No transactions", { exact: true })).toBeVisible();
  expect((await downloadReport(page)).text.replaceAll(/\s+/g, " ")).toMatch(/Stop and verify identity\./i);
  await banner.getByRole("button", { name: "Keep: the holder is verified" }).click();
  await page.getByLabel("Reason").fill("His father, identity checked in person.");
  await page.getByRole("dialog").getByRole("button", { name: "Keep", exact: true }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText("His father, identity checked in person.")).toBeVisible();
  await page.getByRole("button", { name: "Withhold again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withhold again" }).click();
  await expect(banner).toBeVisible();
  await banner.getByRole("button", { name: "Disconnect and delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect and delete" }).click();
  await expect(page.getByText("No bank connected").first()).toBeVisible();
});

test("in person is offered where the organization allows it", async ({ visitors }) => {
  const admin = await apiPerson("outsider@example.com");
  const {
    createdAt: _made,
    updatedAt: _changed,
    id: _id,
    logoURL: _logo,
    ...settings
  } = bodyOf(await admin.send(readOrganizationSettings));
  bodyOf(await admin.send(updateOrganization, { ...settings, policy: { ...settings.policy, connectInPerson: true } }));
  const borrower = await apiBorrower(admin, { firstName: "Kim" });
  const page = await visitors.arrive({ ...knownBy(admin), ...PHONE });
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  await page.getByRole("button", { name: "Connect bank" }).click();
  const step = page.getByRole("dialog", { name: "Is Kim with you?" });
  await step.getByRole("radio", { name: /^In person/ }).check();
  await expect(step.getByText("I authorize my lender to receive this information.")).toBeVisible();
  await step.getByRole("button", { name: "Kim agrees: continue to the bank" }).click();
  await expect(page.getByRole("dialog").getByLabel("Username")).toBeVisible();
});
