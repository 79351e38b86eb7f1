// The borrower portal: from the email to a connected bank, an explained deposit, and withdrawn consent.
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { findOwnBorrower, notifyLender, findBorrower } from "../../features/borrowers/contract.ts";
import { listEvidence, reviewEvidence } from "../../features/underwriting/contract.ts";
import { apiPerson, type Client, withToken } from "../api.ts";
import { borrowerIdOf, fillBorrower, shareBank } from "../borrower-pages.ts";
import { logIn } from "../login.ts";
import {
  agree,
  agreeAndConnect,
  askDonor,
  aPdf,
  DONOR,
  explainDeposit,
  GOLDEN_DEPOSIT,
  GOLDEN_LOAN,
  GOLDEN_PERSON,
  inviteBorrower,
  linksOf,
  makeReport,
  OFFICER,
  openVisit,
  PHONE,
  signAsDonor,
  visitLinkTo,
  visitToken,
} from "./visit-pages.ts";

let officer: Client;
test.beforeAll(async () => void (officer = await apiPerson(OFFICER)));

const fits = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

test("a borrower invited at creation agrees on a phone and connects a bank, and the officer's page updates", async ({
  visitors,
}) => {
  const desk = await visitors.arrive();
  await logIn(desk, OFFICER);
  await desk.goto("/account/borrowers/create");
  const email = `iris.${process.pid}.${Date.now()}@example.net`;
  await fillBorrower(desk, { firstName: "Iris", lastName: "Invited", email });
  await desk.getByRole("checkbox", { name: "Send the invitation now" }).check();
  await desk.getByRole("button", { name: "Create Borrower" }).click();
  const id = await borrowerIdOf(desk);
  const visits = desk.getByRole("region", { name: "Invitations" });
  await expect(visits.getByText("Link sent")).toBeVisible();

  const phone = await visitors.arrive(PHONE);
  const link = await visitLinkTo(email);
  await phone.goto(link.href);
  await expect(phone.getByRole("button", { name: "Continue" })).toBeVisible();
  expect(phone.url()).toBe(`${link.origin}/borrower/${id}`);
  await fits(phone);
  await expect(visits.getByText("Link sent"), "nothing has happened yet").toHaveCount(1);
  await phone.getByRole("button", { name: "Continue" }).click();
  const who = phone.getByRole("region", { name: "Who asks you" });
  await expect(who.getByText("Acme Lending", { exact: true })).toBeVisible();
  await expect(visits.getByText("Opened", { exact: true }).first()).toBeVisible();
  await expect(phone.getByText("never sees your password")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Connect bank" }), "before consent").toHaveCount(0);
  await fits(phone);

  await agree(phone);
  await expect(visits.getByText("Consent given, no bank yet")).toBeVisible();
  await shareBank(phone, { username: "user_good" });
  await expect(phone.getByText("All done. You can close this page.")).toBeVisible();
  await fits(phone);
  await expect(visits.getByText("1 bank connected")).toBeVisible();
  await expect(desk.getByRole("combobox", { name: "Status" })).toHaveValue("bank-connected");
  await expect(desk.getByRole("list", { name: "Timeline" }).getByText("Iris Invited agreed")).toBeVisible();

  await phone.reload();
  await expect(phone.getByText("All done. You can close this page.")).toBeVisible();
});

test("a bank is connected within five taps of opening the link, on a page that is the lender's", async ({
  visitors,
}) => {
  const borrower = await inviteBorrower(officer);
  const phone = await visitors.arrive(PHONE);
  await phone.addInitScript(() => {
    const counted = window as Window & { taps?: number };
    counted.taps = 0;
    addEventListener("click", () => void (counted.taps = (counted.taps ?? 0) + 1), true);
  });
  await phone.goto((await visitLinkTo(borrower.email)).href);
  const isOurs = async () => {
    const who = phone.getByRole("region", { name: "Who asks you" });
    await expect(who.getByText("Acme Lending", { exact: true })).toBeVisible();
    await expect(phone.getByRole("link", { name: "Log In" })).toHaveCount(0);
    await expect(phone.getByRole("contentinfo")).toHaveCount(0);
  };
  await isOurs();
  await phone.getByRole("button", { name: "Continue" }).click();
  await isOurs();
  await agreeAndConnect(phone);
  await expect(phone.getByText("All done. You can close this page.")).toBeVisible();
  await isOurs();
  expect(await phone.evaluate(() => (window as Window & { taps?: number }).taps)).toBeLessThanOrEqual(5);
});

test("a borrower explains a deposit with a typed signature and a document, the officer sees both, and consent is withdrawn", async ({
  visitors,
}) => {
  const borrower = await inviteBorrower(officer, { ...GOLDEN_PERSON, loan: GOLDEN_LOAN });
  const phone = await visitors.arrive(PHONE);
  await openVisit(phone, await visitLinkTo(borrower.email));
  await agreeAndConnect(phone, "user_golden");
  await makeReport(officer, borrower);

  await phone.reload();
  await expect(phone.getByRole("heading", { name: `Where did ${GOLDEN_DEPOSIT} come from?` })).toBeVisible();
  await explainDeposit(phone, GOLDEN_DEPOSIT, { text: "I sold my car.", name: "Alberta Charleson" });
  const card = phone.getByRole("listitem").filter({ hasText: `Where did ${GOLDEN_DEPOSIT}` });
  await card.getByLabel(`Photo or PDF for ${GOLDEN_DEPOSIT}`).setInputFiles(aPdf("a bill of sale"));
  await expect(card.getByText("gift-letter.pdf,")).toBeVisible();
  await fits(phone);

  const { body } = await officer.send(listEvidence, { borrowerId: borrower.id });
  const [evidence] = body.evidence;
  expect(evidence).toMatchObject({
    kind: "sale_of_personal_asset",
    state: "proposed",
    isFromBorrower: true,
    letter: { text: "I sold my car.", signedName: "Alberta Charleson", disclosure: { version: expect.any(String) } },
    documents: [{ name: "gift-letter.pdf", mediaType: "application/pdf", isFromBorrower: true }],
  });
  const { id, version } = evidence!; // matched the line before
  const reason = "Please say when you sold it.";
  const rejected = await officer.send(reviewEvidence, { id, version, state: "rejected", reason });
  expect(rejected.status).toBe(200);
  await phone.reload();
  await expect(phone.getByText(reason)).toBeVisible();
  await phone.getByRole("button", { name: `Answer again: ${GOLDEN_DEPOSIT}` }).click();
  await expect(phone.getByLabel("Your letter")).toHaveValue("I sold my car.");
  await phone.getByRole("button", { name: "Cancel" }).click();

  await phone.getByRole("button", { name: "Withdraw consent" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(phone.getByText("You withdrew your consent")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Agree and continue" })).toBeVisible();
  const { body: after } = await officer.send(findOwnBorrower, { id: borrower.id });
  expect(after.items).toEqual([]);
  expect((await linksOf(officer, borrower))[0]).toMatchObject({ banks: 0, revokedAt: expect.any(String) });
});

test("a gift's donor signs on a page of their own, which shows no bank data, and adds proof of the transfer", async ({
  visitors,
}) => {
  const borrower = await inviteBorrower(officer, { ...GOLDEN_PERSON, loan: GOLDEN_LOAN });
  const phone = await visitors.arrive(PHONE);
  await openVisit(phone, await visitLinkTo(borrower.email));
  await agreeAndConnect(phone, "user_golden");
  await makeReport(officer, borrower);
  await phone.reload();
  const link = await askDonor(phone, GOLDEN_DEPOSIT);

  const donor = await visitors.arrive(PHONE);
  await signAsDonor(donor, link);
  expect(donor.url()).toBe(`${link.origin}${link.pathname}`);
  await fits(donor);
  await expect(donor.getByText(`gave Alberta Charleson ${GOLDEN_DEPOSIT} as a gift`)).toBeVisible();
  await donor.getByLabel("Proof of the transfer, photo or PDF").setInputFiles(aPdf("a wire"));
  await expect(donor.getByText("gift-letter.pdf,")).toBeVisible();
  await donor.reload();
  await expect(donor.getByText("Thank you. The letter is signed.")).toBeVisible();
  await expect(donor.getByRole("button", { name: "Sign the letter" })).toHaveCount(0);

  const { body } = await officer.send(listEvidence, { borrowerId: borrower.id });
  const [evidence] = body.evidence;
  expect(evidence).toMatchObject({
    ...{ kind: "gift", state: "proposed", noRepayment: true, hasDocument: true },
    letter: { signer: "donor", signedName: DONOR },
    documents: [{ name: "gift-letter.pdf", kind: "receipt" }],
  });
  const { id, version } = evidence!; // matched the line before
  const accepted = await officer.send(reviewEvidence, { id, version, state: "accepted", reason: null });
  expect(accepted).toMatchObject({ status: 200, body: { counts: true } });
  await phone.reload();
  await expect(phone.getByText(`${DONOR} signed the gift letter`)).toBeVisible();
  await expect(phone.getByText("Nothing more is needed here.")).toBeVisible();
  const desk = await visitors.arrive();
  await logIn(desk, OFFICER);
  await desk.goto(`/account/borrowers/view/${borrower.id}`);
  const letters = desk.getByRole("region", { name: "Gift letters" });
  await expect(letters.getByText(`${DONOR}, ${GOLDEN_DEPOSIT}`)).toBeVisible();
  await expect(letters.getByText("Signed", { exact: true }).first()).toBeVisible();
});

test("a borrower's request for a call notifies the lender, at most once an hour", async ({ visitors }) => {
  const borrower = await inviteBorrower(officer);
  const phone = await visitors.arrive(PHONE);
  await openVisit(phone, await visitLinkTo(borrower.email));
  const token = (await visitToken(phone))!; // it is open
  const notify = () => withToken(token).send(notifyLender, { id: borrower.id });
  expect(await notify()).toMatchObject({ status: 200, body: { isNew: true } });
  expect(await notify()).toMatchObject({ status: 200, body: { isNew: false } });
  const other = await inviteBorrower(officer);
  expect((await withToken(token).send(notifyLender, { id: other.id })).status).toBe(404);
  expect((await withToken(token).send(findBorrower, { id: other.id })).status).toBe(404);
  const own = await withToken(token).send(findBorrower, { id: borrower.id });
  expect(own.status).toBe(200);
  expect(own.body).not.toHaveProperty("notes");
});
