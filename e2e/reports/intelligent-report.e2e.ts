// The main end-to-end test: from an invitation to a file that an auditor can trust.
import { copyFile, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { findOwnBorrower, updateLoan } from "../../features/borrowers/contract.ts";
import { apiPerson } from "../api.ts";
import { borrowerIdOf, fillBorrower, generateReport } from "../borrower-pages.ts";
import { logIn } from "../login.ts";
import {
  agreeAndConnect,
  askDonor,
  DONOR,
  DEPOSITS_LOAN,
  LARGER_DEPOSIT,
  openVisit,
  signAsDonor,
  PHONE,
  SMALLER_DEPOSIT,
  visitLinkTo,
} from "../borrower-portal/visit-pages.ts";
import { untilOpen } from "../support-console.ts";

const OFFICER = "registered@example.com";

/** The smaller deposit, which the officer explains. */
async function acceptOther(desk: Page): Promise<void> {
  const finding = desk.getByRole("listitem").filter({ hasText: `The deposit of ${SMALLER_DEPOSIT} on` });
  await finding.getByRole("button", { name: /^Explain deposit/ }).click();
  const bench = desk.getByRole("dialog", { name: "Explain deposit" });
  await bench.getByLabel("Kind").selectOption("income");
  await bench.getByRole("button", { name: "Save" }).click();
  await bench.getByRole("button", { name: "Accept" }).click();
  await bench.getByLabel("Reason for accepting without a document").fill("Bonus, shown on the pay stub");
  await bench.getByRole("button", { name: "Accept without a document" }).click();
  await expect(bench.getByText("Accepted", { exact: true })).toBeVisible();
  await bench.getByRole("button", { name: "Done" }).click();
}

test("an officer invites, the borrower connects on a phone, a gift letter changes the outcome, and an auditor checks the file", async ({
  visitors,
}) => {
  const desk = await visitors.arrive();
  await logIn(desk, OFFICER);
  await desk.goto("/account/borrowers/create");
  const email = `alberta.${process.pid}.${Date.now()}@example.net`;
  await fillBorrower(desk, { firstName: "Alberta", lastName: "Charleson", email });
  await desk.getByRole("checkbox", { name: "Send the invitation now" }).check();
  await desk.getByRole("button", { name: "Create Borrower" }).click();
  const id = await borrowerIdOf(desk);
  const officer = await apiPerson(OFFICER);
  const { body: made } = await officer.send(findOwnBorrower, { id });
  const terms = await officer.send(updateLoan, { id, loan: DEPOSITS_LOAN, version: made.version });
  expect(terms.status).toBe(200);

  const phone = await visitors.arrive(PHONE);
  await openVisit(phone, await visitLinkTo(email));
  await agreeAndConnect(phone, "user_deposits");
  await expect(phone.getByText("All done. You can close this page.")).toBeVisible();

  await desk.goto(`/borrower/asset-report/${id}`);
  await generateReport(desk);
  const main = desk.getByRole("main");
  await expect(main.getByText(/once 2 open conditions are cleared/).first()).toBeVisible();

  await phone.reload();
  await signAsDonor(await visitors.arrive(PHONE), await askDonor(phone, LARGER_DEPOSIT));

  await desk.reload();
  await main
    .getByRole("listitem")
    .filter({ hasText: `The deposit of ${LARGER_DEPOSIT} on` })
    .getByRole("button", { name: /^Review answer/ })
    .first()
    .click();
  const bench = desk.getByRole("dialog", { name: "Explain deposit" });
  await expect(bench.getByText(`Typed signature: ${DONOR}`)).toBeVisible();
  await bench.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(bench.getByText("Accepted", { exact: true })).toBeVisible();
  await bench.getByRole("button", { name: "Done" }).click();
  await expect(main.getByText(/once 1 open condition is cleared/).first()).toBeVisible();
  await acceptOther(desk);
  await expect(main.getByText(/^Enough to close under FHA/).first()).toBeVisible();
  await phone.reload();
  await expect(phone.getByText("Nothing more is needed here.").first()).toBeVisible();

  const [download] = await Promise.all([
    desk.waitForEvent("download"),
    desk.getByRole("button", { name: "Download report" }).click(),
  ]);
  const bytes = await readFile(await download.path());
  const stored = path.join(os.tmpdir(), `${process.pid}-${download.suggestedFilename()}`);
  await copyFile(await download.path(), stored);

  const auditor = await visitors.arrive({ expects: /\b404\b/ });
  await auditor.goto("/verify");
  await untilOpen(auditor);
  await auditor.getByLabel("Report file").setInputFiles(stored);
  await expect(auditor.getByText(/^Issued by Keyturn for Acme Lending/)).toBeVisible();
  await expect(auditor.getByText(/^Valid\. /)).toBeVisible();

  const altered = Buffer.from(bytes);
  const middle = Math.floor(altered.length / 2);
  altered.writeUInt8(altered.readUInt8(middle) ^ 1, middle);
  await auditor
    .getByLabel("Report file")
    .setInputFiles({ name: download.suggestedFilename(), mimeType: "application/pdf", buffer: altered });
  await expect(auditor.getByText("We can't verify this file")).toBeVisible();
});
