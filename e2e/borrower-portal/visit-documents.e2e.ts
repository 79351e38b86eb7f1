// The statement route: from the email to accepted documents without a bank connection.
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { listAudit } from "../../features/organizations/contract.ts";
import { apiPerson, type Client } from "../api.ts";
import { findingsOn } from "../accessibility.ts";
import { logIn } from "../login.ts";
import { newestMailTo } from "../new-person.ts";
import { aPdf, inviteBorrower, OFFICER, openVisit, PHONE, visitLinkTo } from "./visit-pages.ts";

const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`;
const named = (name: string, words = name) => ({ ...aPdf(`${words} ${process.pid}`), name });

let officer: Client;
test.beforeAll(async () => void (officer = await apiPerson(OFFICER)));

const fits = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
const upload = (page: Page) => page.getByLabel("Bank statement, photo or PDF");

test("a borrower with uploaded statements only gets from the email to accepted documents, on phones", async ({
  visitors,
}) => {
  const borrower = await inviteBorrower(officer, { firstName: "Paula", lastName: "Papers" });
  const desk = await visitors.arrive(PHONE);
  await logIn(desk, OFFICER);
  await desk.goto(`/account/borrowers/view/${borrower.id}`);
  const next = desk.getByRole("region", { name: "Next step" });
  await expect(next.getByRole("heading", { name: "Waiting for Paula" })).toBeVisible();

  const phone = await visitors.arrive(PHONE);
  await openVisit(phone, await visitLinkTo(borrower.email));
  const [may, june] = [named("may.pdf"), named("june.pdf")];
  await upload(phone).setInputFiles([may, june]);
  await expect(phone.getByText("Sent: may.pdf and june.pdf.")).toBeVisible();
  const sent = phone.getByRole("list", { name: "Documents you sent" });
  await expect(sent.getByText("Received")).toHaveCount(2);
  await fits(phone);
  expect(await findingsOn(phone)).toEqual([]);

  await expect(desk.getByText(/review them on the borrower.s page/), "one toast for both").toBeVisible();
  await expect(next.getByRole("heading", { name: "Documents received" })).toBeVisible();
  await expect(desk.getByRole("list", { name: "Timeline" }).getByText("Paula Papers sent documents")).toBeVisible();
  const email = await newestMailTo(OFFICER, "Paula Papers: documents received");
  expect(email.text).toContain(`/account/borrowers/view/${borrower.id}`);
  await next.getByRole("button", { name: "Review documents" }).click();
  await expect(desk.getByRole("heading", { name: "Documents", exact: true })).toBeFocused();
  await fits(desk);
  expect(await findingsOn(desk)).toEqual([]);

  await desk.getByRole("button", { name: "Reject june.pdf" }).click();
  await desk.getByLabel("Reason").fill("The last page is missing.");
  await desk.getByRole("button", { name: "Reject", exact: true }).click();
  await desk.getByRole("button", { name: "Accept may.pdf" }).click();
  await expect(next.getByRole("heading", { name: "Waiting for Paula" })).toBeVisible();

  await phone.reload();
  await expect(sent.getByText("Acme Lending says: The last page is missing.")).toBeVisible();
  const whole = named("june, all pages.pdf");
  await upload(phone).setInputFiles(whole);
  await expect(phone.getByText("Sent: june, all pages.pdf.")).toBeVisible();
  await fits(phone);

  await desk.getByRole("button", { name: "Delete june.pdf" }).click();
  await desk.getByRole("button", { name: "Delete", exact: true }).click();
  const accept = desk.getByRole("button", { name: "Accept june, all pages.pdf" });
  await accept.click();
  await expect(next.getByRole("heading", { name: "All documents accepted" })).toBeVisible();
  await phone.reload();
  await expect(phone.getByText("All documents accepted")).toBeVisible();
  await expect(sent.getByText("Accepted")).toHaveCount(2);

  const download = desk.waitForEvent("download");
  await desk.getByRole("button", { name: "Download all" }).click();
  const archive = await readFile(await (await download).path());
  for (const { name, buffer } of [may, whole]) {
    expect(archive.includes(name)).toBe(true);
    expect(archive.includes(buffer)).toBe(true);
  }
  expect(archive.includes(june.buffer)).toBe(false);
});

test("a file with a virus is refused on both sides, by name, and a scanner that is down loses nothing", async ({
  visitors,
  steer,
}) => {
  const refused = /status of (?:422|502)|VIRUS_FOUND|PROVIDER_UNAVAILABLE/;
  const borrower = await inviteBorrower(officer);
  const phone = await visitors.arrive({ ...PHONE, expects: refused });
  await openVisit(phone, await visitLinkTo(borrower.email));
  await upload(phone).setInputFiles(named("infected.pdf", EICAR));
  await expect(phone.getByText("This file has a virus")).toBeVisible();
  await steer("clamav", { mode: "down" });
  await upload(phone).setInputFiles(named("clean.pdf"));
  await expect(phone.getByText("Nothing is lost")).toBeVisible();
  await steer("clamav", { mode: "ok" });
  await phone.getByRole("button", { name: "Try again" }).click();
  await expect(phone.getByText("Sent: clean.pdf.")).toBeVisible();

  const desk = await visitors.arrive({ expects: refused });
  await logIn(desk, OFFICER);
  await desk.goto(`/account/borrowers/view/${borrower.id}`);
  await desk.getByLabel("Document", { exact: true }).setInputFiles(named("infected.pdf", EICAR));
  await expect(desk.getByText("infected.pdf: the file contains a virus")).toBeVisible();
  await expect(desk.getByRole("list", { name: "Documents" }).getByRole("listitem")).toHaveCount(1);
  const admin = await apiPerson("admin@example.com");
  const { body } = await admin.send(listAudit, { objectId: borrower.id });
  expect(body.filter(({ action }) => action === "document.infected")).toHaveLength(2);
});
