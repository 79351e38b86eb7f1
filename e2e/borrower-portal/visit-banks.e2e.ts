// Banks in borrower sessions: two people on one loan, and a bank that requires a new sign-in.
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { retrieveAssetReport } from "../../features/asset-reports/contract.ts";
import { findOwnBorrower } from "../../features/borrowers/contract.ts";
import { apiPerson, type Client } from "../api.ts";
import { openBankDialog, sendBankLogIn } from "../borrower-pages.ts";
import { logIn } from "../login.ts";
import { linkIn, newestMailTo } from "../new-person.ts";
import { resetLogIn } from "../providers.ts";
import {
  agreeAndConnect,
  GOLDEN_LOAN,
  inviteBorrower,
  linksOf,
  makeReport,
  OFFICER,
  openVisit,
  PHONE,
  readVisit,
  visitLinkTo,
  visitToken,
} from "./visit-pages.ts";
import { sharedStand } from "../global-setup.ts";

let officer: Client;
test.beforeAll(async () => void (officer = await apiPerson(OFFICER)));

test("a co-borrower has their own link and sees only their own banks, and a shared account counts once", async ({
  visitors,
}) => {
  // The sandbox draws accounts from a person's name: two people of one name at one bank share a joint account.
  const name = { firstName: "Jamie", lastName: `Joint${process.pid}${Date.now()}` };
  const other = { ...name, email: `jamie.younger.${Date.now()}@example.net` };
  const borrower = await inviteBorrower(officer, { ...name, coBorrowers: [other], loan: GOLDEN_LOAN });
  const people = [borrower.email, other.email];
  const links = await Promise.all(people.map((email) => visitLinkTo(email)));
  expect(new Set(links.map((link) => link.searchParams.get("t"))).size).toBe(2);
  const phones: Page[] = [];
  for (const link of links) {
    const phone = await visitors.arrive(PHONE);
    phones.push(phone);
    await openVisit(phone, link);
    await agreeAndConnect(phone, "user_joint");
  }
  const visits = await Promise.all(phones.map(async (phone) => (await readVisit(await visitToken(phone))).body));
  expect(visits.map(({ email, banks }) => [email, banks.length])).toEqual(people.map((email) => [email, 1]));
  expect((await linksOf(officer, borrower)).map(({ email, banks }) => [email, banks])).toEqual(
    people.map((email) => [email, 1]),
  );

  await makeReport(officer, borrower);
  const { body: report } = await officer.send(retrieveAssetReport, { id: borrower.id });
  const masks = report.parsedReport.items.map(({ accounts }) => accounts.map(({ mask }) => mask));
  expect(masks).toEqual([masks[0], masks[0]]);
  const twice = report.figures.seenTwice; // both sign-ins are in it, by the line before
  expect(twice).toHaveLength(masks[0]!.length);
  const counted = new Set(report.funds.fannie.usableByAccount.map(({ accountId }) => accountId));
  expect(twice.map(({ accountId }) => counted.has(accountId))).not.toContain(true);

  // When one of them withdraws consent, the other's bank stays.
  const [first, second] = phones as [Page, Page]; // one for each link
  await second.getByRole("button", { name: "Withdraw consent" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(second.getByText("You withdrew your consent")).toBeVisible();
  const { body } = await officer.send(findOwnBorrower, { id: borrower.id });
  expect(body.items).toHaveLength(1);
  expect((await readVisit(await visitToken(first))).body.banks).toHaveLength(1);
});

test("a bank that requires a new sign-in is noticed, and its owner gets an email and repairs it from there", async ({
  visitors,
}) => {
  const borrower = await inviteBorrower(officer);
  const phone = await visitors.arrive(PHONE);
  await openVisit(phone, await visitLinkTo(borrower.email));
  await agreeAndConnect(phone);
  await resetLogIn(sharedStand().sandboxUrl, borrower);

  const mail = await newestMailTo(borrower.email, "needs you to sign in again");
  const desk = await visitors.arrive();
  await logIn(desk, OFFICER);
  await desk.goto(`/account/borrowers/view/${borrower.id}`);
  await expect(desk.getByText("needs a new sign-in before the report can be refreshed")).toBeVisible();

  await phone.close(); // the newer link ends its session
  const later = await visitors.arrive(PHONE);
  await openVisit(later, linkIn(mail));
  const dialog = await openBankDialog(later, "Reconnect");
  await sendBankLogIn(dialog, { username: "user_good" });
  await expect(dialog).toBeHidden();
  await expect(later.getByText("All done. You can close this page.")).toBeVisible();
  await expect(desk.getByText("needs a new sign-in before the report can be refreshed")).toBeHidden();
});
