// The needs list: the officer asks, the borrower gets one email and answers on a phone.
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { findingsOn } from "../accessibility.ts";
import { apiPerson, type Client } from "../api.ts";
import { logIn } from "../login.ts";
import { newestMailTo } from "../new-person.ts";
import {
  agreeAndConnect,
  aPdf,
  explainDeposit,
  GOLDEN_DEPOSIT,
  GOLDEN_LOAN,
  GOLDEN_PERSON,
  inviteBorrower,
  makeReport,
  OFFICER,
  openVisit,
  PHONE,
  visitLinkTo,
} from "./visit-pages.ts";

let officer: Client;
test.beforeAll(async () => void (officer = await apiPerson(OFFICER)));

const ASKED = "needs something from you";
const fits = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

test("an officer asks about a deposit and requests a document; the borrower answers both on a phone", async ({
  visitors,
}) => {
  const borrower = await inviteBorrower(officer, { ...GOLDEN_PERSON, loan: GOLDEN_LOAN });
  const phone = await visitors.arrive(PHONE);
  await openVisit(phone, await visitLinkTo(borrower.email));
  const list = phone.getByRole("list", { name: "What Acme Lending needs from you" });
  await expect(list.getByText("Connect your bank")).toBeVisible();
  await agreeAndConnect(phone, "user_golden");
  await makeReport(officer, borrower);

  const desk = await visitors.arrive(PHONE);
  await logIn(desk, OFFICER);
  await desk.goto(`/borrower/asset-report/${borrower.id}`);
  await desk
    .getByRole("button", { name: /^Ask Alberta: / })
    .first()
    .click();
  await expect(desk.getByText(/^Asked [A-Z]/)).toBeVisible();
  const email = await newestMailTo(borrower.email, ASKED);
  expect(email.text).toContain("- Explain a deposit");
  expect(email.text).not.toContain(GOLDEN_DEPOSIT);

  await desk.goto(`/account/borrowers/view/${borrower.id}`);
  const needs = desk.getByRole("list", { name: "Needs list" });
  await expect(needs.getByText("Waiting for Alberta").first()).toBeVisible();
  await desk.getByRole("button", { name: "Request a document" }).click();
  await desk.getByLabel("Type of document").selectOption("Pay stub");
  await desk.getByRole("textbox", { name: /^Note/ }).fill("The last 30 days.");
  await desk.getByRole("button", { name: "Request by email" }).click();
  await expect(needs.getByText("Send: Pay stub")).toBeVisible();
  await fits(desk);
  expect(await findingsOn(desk)).toEqual([]);

  await expect.poll(async () => (await newestMailTo(borrower.email, ASKED)).text).toContain("Pay stub");
  await openVisit(phone, await visitLinkTo(borrower.email, ASKED));
  const progress = phone.getByText(/^1 done, \d left$/);
  await expect(progress).toBeVisible();
  const left = Number(/\d(?= left)/.exec(await progress.innerText()));
  expect(left, "the deposits to explain, and the pay stub").toBeGreaterThanOrEqual(2);
  await expect(list.getByText("The last 30 days.")).toBeVisible();
  await fits(phone);
  expect(await findingsOn(phone)).toEqual([]);
  await phone.getByLabel("Photo or PDF: Pay stub").setInputFiles({ ...aPdf("stub"), name: "stub.pdf" });
  await expect(phone.getByText(`2 done, ${left - 1} left`)).toBeVisible();
  await explainDeposit(phone, GOLDEN_DEPOSIT, { text: "I sold my old car.", name: "Alberta Charleson" });
  await expect(
    phone.getByText(left === 2 ? "Nothing is left for you to do right now." : `3 done, ${left - 2} left`),
  ).toBeVisible();

  await expect(needs.getByText("Waiting for your review")).toHaveCount(2);
  const timeline = desk.getByRole("list", { name: "Timeline" });
  await expect(timeline.getByText("Asked Alberta Charleson by email")).toHaveCount(2);
});
