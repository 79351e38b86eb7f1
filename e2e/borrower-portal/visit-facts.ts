// What the API knows of a borrower session: its token, its links, and the report made from it.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Borrower } from "../../features/borrowers/contract.ts";
import type { BorrowerSession, BorrowerLink } from "../../features/borrower-portal/contract.ts";
import { sendCall, type ApiPerson } from "../api.ts";

export const OFFICER = "registered@example.com";

/** The visit's token of this tab. */
export const visitToken = (page: Page) => page.evaluate(() => sessionStorage.getItem("borrowerVisit"));

export const readVisit = (token: string | null) => sendCall<BorrowerSession>("GET", "/visit", { token: token ?? "" });

export async function linksOf(officer: ApiPerson, { id }: Pick<Borrower, "id">): Promise<BorrowerLink[]> {
  return (await officer.send<BorrowerLink[]>("GET", `/account/visit-links/${id}`)).body;
}

export async function makeReport(officer: ApiPerson, { id }: Pick<Borrower, "id">): Promise<void> {
  const asked = await officer.send("POST", "/plaid/generate-asset-report", { borrowerId: id });
  expect(asked.status).toBe(202);
  const status = async () => (await officer.send<Borrower>("GET", `/account/borrower/${id}`)).body.status;
  await expect.poll(status, { timeout: 30_000 }).toBe("report-ready");
}
