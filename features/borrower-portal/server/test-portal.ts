import { expect } from "vitest";
import type * as z from "zod/mini";
import { calls } from "#app/server/calls.ts";
import { type Lender, type Person, someoneWith } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";
import { aPublicToken, type Login } from "#features/asset-reports/server/test-bank.ts";
import { type Borrower, type BorrowerDetails, fullName } from "#features/borrowers/contract.ts";
import { DISCLOSURE, giftLetterText } from "#features/borrower-portal/labels.ts";
import { formatMoney } from "#platform/money/money.ts";
import { aBrowser, linksIn, mailAbout, type TestBrowser } from "#features/auth/server/test-account.ts";
import type { Input } from "#platform/contract/call.ts";

export interface EmailedLink {
  readonly id: string;
  readonly token: string;
}

/** The link of the newest email to this address, after this many emails. */
export async function mailedLink(test: TestProduct, email: string, words = "", count = 1): Promise<EmailedLink> {
  const [link] = linksIn(await mailAbout(test, email, words, count));
  return { id: link!.pathname.split("/").at(-1)!, token: link!.searchParams.get("t")! };
}

export interface TestBorrowerSession extends Pick<Person, "send"> {
  readonly borrower: Borrower;
  readonly email: string;
  readonly link: EmailedLink;
  readonly token: string;
  readonly browser: TestBrowser;
}

/** Opens the link in a browser. */
export async function open(
  test: TestProduct,
  borrower: Borrower,
  email: string,
  { link, browser = aBrowser(test) }: { link?: EmailedLink; browser?: TestBrowser } = {},
): Promise<TestBorrowerSession> {
  const mailed = link ?? (await mailedLink(test, email));
  const reply = await browser.send(calls.openVisit, mailed);
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  const token = reply.body.visitToken;
  return { borrower, email, link: mailed, token, browser, ...someoneWith(test, token) };
}

/** A visitor whom this lender invited and whose link is open. */
export async function aBorrowerSession(
  test: TestProduct,
  lender: Lender,
  details: Partial<z.input<typeof BorrowerDetails>> = {},
): Promise<TestBorrowerSession> {
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

/** What the page sends with the consent: the version and figures of the text that it showed. */
export async function shown(session: Pick<TestBorrowerSession, "send">): Promise<Input<typeof calls.giveConsent>> {
  const {
    consentText,
    lender,
    daysRequested: days,
    retentionDays: keptDays,
  } = (await session.send(calls.findVisit)).body;
  return { version: consentText.version, lender: lender.name, days, keptDays };
}

export async function agree(session: TestBorrowerSession): Promise<void> {
  const reply = await session.send(calls.giveConsent, await shown(session));
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
}

/** Gives consent, and connects a bank as its dialog would. */
export async function share(test: TestProduct, session: TestBorrowerSession, login: Login = {}): Promise<void> {
  await agree(session);
  const webhook = `${test.url}/api/latest/webhooks/plaid`;
  const publicToken = await aPublicToken(test, { webhook, ...login });
  const reply = await session.send(calls.exchangePublicToken, { borrowerId: session.borrower.id, publicToken });
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
}

type GiftAsked = Omit<Input<typeof calls.requestGiftLetter>, "id">;

export interface TestDonor extends Pick<Person, "send"> {
  readonly borrower: Borrower;
  readonly email: string;
  readonly token: string;
  /** What the page sends to sign. */
  readonly signing: Input<typeof calls.signGiftLetter>;
}

/** A donor whom the officer asked for a gift letter, with the link of their email. */
export async function aDonor(
  test: TestProduct,
  officer: Pick<Person, "send">,
  borrower: Borrower,
  asked: Partial<GiftAsked> = {},
): Promise<TestDonor> {
  const email = `maria.${crypto.randomUUID()}@example.net`;
  const gift = {
    donorName: "Maria Whitfield",
    relationship: "mother",
    email,
    transactionId: null,
    amountCents: 500_000,
  };
  const body = { ...gift, ...asked };
  const reply = await officer.send(calls.requestGiftLetter, { id: borrower.id, ...body });
  expect(reply, String(reply.message)).toMatchObject({ status: 200 });
  const { token } = await mailedLink(test, body.email, "sign a gift letter");
  return {
    ...{ borrower, email: body.email, token, signing: signingOf(borrower, body) },
    ...someoneWith(test, token),
  };
}

/** Of the letter as the donor's page shows it. */
export function signingOf(
  borrower: Pick<Borrower, "firstName" | "lastName">,
  { donorName, relationship, amountCents, transactionId }: Omit<GiftAsked, "email">,
): Input<typeof calls.signGiftLetter> {
  const facts = { address: "1 Elm Street, Springfield, IL 62701", phone: "(555) 010-7788" };
  const text = giftLetterText({
    ...{ lender: "Test Lending", borrower: fullName(borrower), donorName, relationship, ...facts },
    ...{ amount: formatMoney(amountCents, "USD"), isToCome: transactionId === null },
  });
  return { ...facts, text, signedName: donorName, disclosureVersion: DISCLOSURE.version };
}

/** What another browser sends to continue: the link, with the code of the newest email. */
export async function codeFor(
  test: TestProduct,
  { email }: Pick<Borrower, "email">,
  { link, count = 1 }: { link?: EmailedLink; count?: number } = {},
): Promise<Input<typeof calls.continueVisit>> {
  const asked = link ?? (await mailedLink(test, email));
  const reply = await aBrowser(test).send(calls.sendVisitCode, { ...asked, by: "email" });
  expect(reply, String(reply.message)).toMatchObject({ status: 204 });
  const { Subject } = await mailAbout(test, email, "Your code", count);
  return { ...asked, code: Subject.match(/\d{6}/)![0] };
}
