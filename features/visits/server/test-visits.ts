// Owns how tests come by a visit: by the link of the mail, in a browser of its own, as the person on the loan would.
import { expect } from "vitest";
import { calls } from "#app/calls.ts";
import { someoneWith, type Lender, type Person } from "#app/test-lender.ts";
import type { TestProduct } from "#app/test-product.ts";
import { aPublicToken, type Login } from "#features/asset-reports/server/test-bank.ts";
import type { Borrower, BorrowerDetails } from "#features/borrowers/contract.ts";
import { linksIn, mailAbout } from "#features/identity/server/test-account.ts";
import { aBrowser, type TestBrowser } from "#features/identity/server/test-browser.ts";
import { CONSENT } from "#features/visits/words.ts";
import type { Input } from "#kit/contract/call.ts";
import type * as z from "zod/mini";

export interface MailedLink {
  readonly id: string;
  readonly token: string;
}

/** The link of the newest mail to this address, once so many came. */
export async function mailedLink(test: TestProduct, email: string, words = "", count = 1): Promise<MailedLink> {
  const [link] = linksIn(await mailAbout(test, email, words, count));
  return { id: link!.pathname.split("/").at(-1)!, token: link!.searchParams.get("t")! };
}

export interface TestVisit extends Pick<Person, "send"> {
  readonly borrower: Borrower;
  readonly email: string;
  readonly link: MailedLink;
  readonly token: string;
  readonly browser: TestBrowser;
}

/** Opens the link in a browser. */
export async function open(
  test: TestProduct,
  borrower: Borrower,
  email: string,
  { link, browser = aBrowser(test) }: { link?: MailedLink; browser?: TestBrowser } = {},
): Promise<TestVisit> {
  const mailed = link ?? (await mailedLink(test, email));
  const reply = await browser.send(calls.openVisit, mailed);
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  const token = reply.body.visitToken;
  return { borrower, email, link: mailed, token, browser, ...someoneWith(test, token) };
}

/** Somebody invited by this lender, whose link is open. */
export async function aVisit(
  test: TestProduct,
  lender: Lender,
  details: Partial<z.input<typeof BorrowerDetails>> = {},
): Promise<TestVisit> {
  const borrower = await invited(lender, details);
  return open(test, borrower, borrower.email);
}

export async function invited(
  lender: Lender,
  details: Partial<z.input<typeof BorrowerDetails>> = {},
): Promise<Borrower> {
  const { id } = await lender.hasBorrower(details);
  const reply = await (await lender.as("registered")).send(calls.changeBorrowerStatus, { id, status: "invited" });
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  return reply.body;
}

/** What the page sends along with a yes: the version and figures of the text that it showed. */
export async function shown(visit: Pick<TestVisit, "send">): Promise<Input<typeof calls.giveConsent>> {
  const { lender, daysRequested: days, retentionDays: keptDays } = (await visit.send(calls.findVisit)).body;
  return { version: CONSENT.version, lender: lender.name, days, keptDays };
}

export async function agree(visit: TestVisit): Promise<void> {
  const reply = await visit.send(calls.giveConsent, await shown(visit));
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
}

/** Agrees, and connects a bank as its dialog would. */
export async function share(test: TestProduct, visit: TestVisit, login: Login = {}): Promise<void> {
  await agree(visit);
  const webhook = `${test.url}/api/latest/webhooks/plaid`;
  const publicToken = await aPublicToken(test, { webhook, ...login });
  const reply = await visit.send(calls.exchangePublicToken, { borrowerId: visit.borrower.id, publicToken });
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
}
