// A lender whose policy asks for a second person: one adds, another accepts, and both talk about it.
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { updateLoan } from "../../features/borrowers/contract.ts";
import {
  acceptInvitation,
  inviteMember,
  readOrganizationSettings,
  updateOrganization,
} from "../../features/organizations/contract.ts";
import { retrieveAssetReport } from "../../features/asset-reports/contract.ts";
import { addEvidence, confirmFact, listEvidence, reviewEvidence } from "../../features/underwriting/contract.ts";
import type { Call, Input } from "../../platform/contract/call.ts";
import { MEMBERSHIP_HEADER } from "../../platform/contract/call.ts";
import { sendCall } from "../../testing/http.ts";
import { findingsOn } from "../accessibility.ts";
import { apiBorrower, apiPerson, bodyOf, type Client } from "../api.ts";
import { connectBank, generateReport } from "../borrower-pages.ts";
import { aPdf, DEPOSITS_LOAN } from "../borrower-portal/visit-pages.ts";
import { sharedStand } from "../global-setup.ts";
import { linkIn, newestMailTo, newPerson, tokenIn } from "../new-person.ts";
import { knownBy } from "../visitors.ts";

let admin: Client;
test.beforeAll(async () => {
  admin = await apiPerson("outsider@example.com");
});
test.afterAll(() => setPolicy(false));

async function setPolicy(secondPersonAccepts: boolean): Promise<void> {
  const {
    id: _id,
    logoURL: _logo,
    createdAt: _created,
    updatedAt: _updated,
    ...settings
  } = bodyOf(await admin.send(readOrganizationSettings));
  if (settings.policy.secondPersonAccepts === secondPersonAccepts) return;
  bodyOf(await admin.send(updateOrganization, { ...settings, policy: { ...settings.policy, secondPersonAccepts } }));
}

/** A second admin of the lender, who is also in an organization of their own. */
async function aColleague() {
  const { firstName, lastName, email, api } = await newPerson();
  await admin.send(inviteMember, { firstName, lastName, email, role: "admin" });
  const token = tokenIn(linkIn(await newestMailTo(email, "Your invitation")));
  const { membershipId } = bodyOf(await api.send(acceptInvitation, { token }));
  const headers = { authorization: `bearer ${api.token}`, [MEMBERSHIP_HEADER]: membershipId };
  return <C extends Call>(call: C, input?: Input<C>) => sendCall(sharedStand().url, call, input, headers);
}

test("a colleague's evidence and confirmation wait in Reviews until a second person accepts them", async ({
  visitors,
}) => {
  const colleague = await aColleague();
  const made = await apiBorrower(admin, { firstName: "Rae", lastName: "Viewed" });
  const { disclosedLiabilities: _, ...loan } = DEPOSITS_LOAN;
  const { body: borrower } = await admin.send(updateLoan, { id: made.id, loan, version: made.version });
  const page = await visitors.arrive(knownBy(admin));
  await page.goto(`/borrower/asset-report/${borrower.id}`);
  await connectBank(page, { username: "user_deposits" });
  await generateReport(page);

  await page.goto("/admin/organization");
  await page.getByLabel("Second person accepts").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();

  const { findings, parsedReport } = bodyOf(await admin.send(retrieveAssetReport, { id: borrower.id }));
  const lines = parsedReport.items.flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions));
  const deposit = lines.find(({ amountCents }) => amountCents === -1_200_000)!; // of this bank's data
  const sale = {
    ...{ borrowerId: borrower.id, transactionId: deposit.id, kind: "sale_of_personal_asset" as const },
    ...{ sourcedCents: 1_200_000, note: "Sold the boat." },
  };
  expect(await colleague(addEvidence, { ...sale, state: "accepted" })).toMatchObject({
    message: "SECOND_PERSON_REQUIRED",
  });
  const evidence = bodyOf(await colleague(addEvidence, sale));
  const fact = { borrowerId: borrower.id, kind: "resubmitted" as const, subject: {}, reason: "Sent again." };
  bodyOf(await colleague(confirmFact, fact));
  expect(await colleague(reviewEvidence, { id: evidence.id, state: "accepted", version: 1 })).toMatchObject({
    message: "SECOND_PERSON_REQUIRED",
  });

  await page.goto("/account/reviews");
  const row = page.getByRole("listitem").filter({ hasText: "Rae Viewed" }).filter({ hasText: "$12,000.00" });
  await expect(row.getByText(/Added by Jo Journey/)).toBeVisible();
  expect(await findingsOn(page), "the reviews").toEqual([]);
  await row.getByRole("link", { name: /^Review/ }).click();
  const bench = page.getByRole("dialog", { name: "Explain deposit" });
  await expect(bench.getByText("Added by Jo Journey")).toBeVisible();
  await bench.getByRole("button", { name: "Accept" }).click();
  await bench.getByLabel("Reason for accepting without a document").fill("Saw the bill of sale in the branch.");
  await bench.getByRole("button", { name: "Accept without a document" }).click();
  await expect(bench.getByText("Accepted", { exact: true })).toBeVisible();
  await bench.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Relies on $12,000.00 of deposits accepted without documents.")).toBeVisible();

  const waiting = page.getByRole("list", { name: "Waiting for a second person" });
  await waiting.getByRole("button", { name: /^Accept:/ }).click();
  await expect(waiting).toBeHidden();
  await page.goto("/account/reviews");
  await expect(page.getByRole("heading", { level: 1, name: "Reviews" })).toBeVisible();
  await expect(row).toBeHidden();

  // What one adds oneself waits for someone else.
  bodyOf(await admin.send(reviewEvidence, { ...(await newestOf(borrower.id)), state: "rejected", reason: "Again." }));
  bodyOf(await admin.send(addEvidence, sale));
  await page.reload();
  await expect(row.getByText("Needs someone else")).toBeVisible();
  await row.getByRole("link", { name: /^Review/ }).click();
  await expect(bench.getByRole("button", { name: "Accept" })).toHaveAttribute("title", /second person/);
  await bench.getByLabel("Document", { exact: true }).last().setInputFiles(aPdf("a bill of sale"));
  await expect(bench.getByText(/Exhibit 1/).first()).toBeVisible();
  await bench.getByRole("button", { name: "Done" }).click();

  const finding = page.getByRole("listitem").filter({ hasText: "The deposit of $12,000.00 on" });
  expect(findings.length).toBeGreaterThan(0);
  await finding.getByText(/^Comments/).click();
  await finding.getByRole("button", { name: "Add a comment" }).click();
  await finding.getByLabel("Comment", { exact: true }).fill("Does the bill name the boat?");
  await finding.getByRole("button", { name: "Mention Jo Journey" }).first().click();
  await finding.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(finding.getByText("Mentioned: Jo Journey")).toBeVisible();
  expect(await findingsOn(page), "the report with a comment").toEqual([]);
});

async function newestOf(borrowerId: string): Promise<{ id: string; version: number }> {
  const { evidence } = bodyOf(await admin.send(listEvidence, { borrowerId }));
  const { id, version } = evidence.at(-1)!; // one was added
  return { id, version };
}
