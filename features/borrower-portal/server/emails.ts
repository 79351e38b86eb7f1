import { randomBytes } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { readItem } from "#features/asset-reports/server/connections/item-queries.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { personWith, readOfficer, readOwners } from "#features/borrowers/server/owner-queries.ts";
import { type BorrowerRow, lockBorrower, readBorrower } from "#features/borrowers/server/queries.ts";
import { readDocument } from "#features/underwriting/server/document-queries.ts";
import { readEvidence } from "#features/underwriting/server/evidence-queries.ts";
import { readOwnLogo } from "#features/organizations/server/logo.ts";
import { Phone } from "#platform/contract/fields.ts";
import { phoneText } from "#platform/text/phone.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { BORROWER_LINK_DAYS } from "#features/borrower-portal/contract.ts";
import {
  askedLines,
  EMAILS,
  type EmailTexts,
  fromName,
  applyText,
  OFFICER_EMAILS,
  senderDetails,
} from "#features/borrower-portal/labels.ts";
import { type EmailSender, renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { formatMoney } from "#platform/money/money.ts";
import { keepDonorToken, markGiftLinkEmailed } from "./gift-letter-queries.ts";
import { hashOfCode, newCode } from "./open-session.ts";
import { urlOfLink } from "./links.ts";
import { readConsent } from "#features/borrowers/server/consent.ts";
import {
  endLink,
  endOlder,
  keepToken,
  type LinkRow,
  markEmailed,
  readLink,
  readOpenLink,
  updateCode,
} from "#features/borrowers/server/link-queries.ts";
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import type { ReadDb, Tx } from "#platform/server/database/database.ts";
import { readTemplate } from "./email-templates.ts";
import { readWithdrawn } from "./needs.ts";
import { askedOf } from "./reminders.ts";

/**
 * Job. The token is created here and never stored, so no queue and no log contains one. Sends no email for a link that
 * has ended, for a connection that was already repaired, or about what the person has done since they were asked.
 */
export async function emailNewLink(
  ctx: Context,
  scope: Scope,
  { linkId, itemId }: { linkId: string; itemId?: string | undefined },
): Promise<void> {
  const { db } = ctx;
  const item = itemId ? await readItem(db, scope, itemId) : undefined;
  if (itemId && (!item || item.removedAt !== null || item.status === "ok")) return;
  const token = randomBytes(32).toString("base64url");
  const { link, asked } = await db.transaction(scope, async (tx) => {
    const asked = await checkAsked(tx, scope, linkId);
    if (asked?.length === 0) await endLink(tx, scope, linkId);
    return { link: await keepToken(tx, scope, linkId, sha256(token)), asked };
  });
  const borrower = link && (await readBorrower(db, scope, link.borrowerId));
  const person = borrower && personWith(borrower, link.email);
  if (!person) return;
  const from = await senderOf(ctx, scope, borrower, person.firstName);
  const words = item
    ? EMAILS.repair({
        ...from,
        bank: sanitizeDisplayName(item.institutionName),
        isBroken: item.status === "login_required",
      })
    : await withLenderText(db, scope, KIND_OF[link.cause], { ...from, list: asked ? askedLines(asked) : [] });
  const url = urlOfLink(ctx.settings.publicUrl, borrower.id, token);
  await send(ctx, {
    to: person.email,
    replyTo: from.replyTo,
    fromName: fromName(from),
    sender: from.sender,
    words,
    url,
  });
  // The email was handed over. Until now the person needed the earlier link.
  await db.transaction(scope, async (tx) => {
    await endOlder(tx, scope, link, "unopened");
    await markEmailed(tx, scope, link.id);
    await announceBorrower(tx, scope, borrower);
  });
}

async function withLenderText(
  db: ReadDb,
  scope: Scope,
  kind: keyof typeof EMAILS & (typeof KIND_OF)[keyof typeof KIND_OF],
  from: Parameters<typeof EMAILS.ask>[0],
): Promise<EmailTexts> {
  const texts = EMAILS[kind](from);
  return kind === "newLink" ? texts : applyText(texts, (await readTemplate(db, scope, kind)) ?? null, from);
}

/** What the email asks for; `undefined`: it does not depend on that. Under the lock, an answer comes before or after. */
async function checkAsked(tx: Tx, scope: Scope, linkId: string) {
  const link = await readLink(tx, scope, linkId);
  if (link?.cause !== "ask" && link?.cause !== "reminder") return undefined;
  const borrower = await lockBorrower(tx, scope, link.borrowerId);
  const isWithdrawn = (await readWithdrawn(tx, scope, link.borrowerId)).has(link.emailKey);
  if (link.cause === "reminder" && isWithdrawn) return [];
  return borrower ? askedOf(tx, scope, borrower, link.emailKey) : [];
}

/** Job. The code is created here and never stored, like the token of a link. */
export async function emailNewCode(ctx: Context, scope: Scope, { codeId }: { codeId: string }): Promise<void> {
  const { db, settings } = ctx;
  const code = newCode();
  const codeHash = hashOfCode(settings.jwtSecrets[0], codeId, code);
  const sent = await db.transaction(scope, (tx) => updateCode(tx, scope, codeId, { codeHash }));
  const borrower = sent && (await readBorrower(db, scope, sent.borrowerId));
  const link = sent && (await readOpenLink(db, scope, sent.linkId));
  const person = borrower && link && personWith(borrower, link.email);
  if (!person) return;
  const from = await senderOf(ctx, scope, borrower, person.firstName);
  const words = EMAILS.code({ ...from, code });
  await send(ctx, {
    to: person.email,
    replyTo: from.replyTo,
    fromName: fromName(from),
    sender: from.sender,
    words,
  });
}

/** Job. As `emailNewLink`, for the donor of a gift. */
export async function emailNewGiftLink(
  ctx: Context,
  scope: Scope,
  { giftLetterId }: { giftLetterId: string },
): Promise<void> {
  const { db } = ctx;
  const token = randomBytes(32).toString("base64url");
  const tokenHash = sha256(token);
  const letter = await db.transaction(scope, (tx) => keepDonorToken(tx, scope, giftLetterId, tokenHash));
  const borrower = letter && (await readBorrower(db, scope, letter.borrowerId));
  if (!borrower || borrower.status === "closed") return;
  const from = await senderOf(ctx, scope, borrower, letter.donorName);
  const words = EMAILS.giftLetter({
    ...from,
    borrower: sanitizeDisplayName(fullName(borrower)),
    amount: formatMoney(letter.amountCents, "USD"),
  });
  const url = `${ctx.settings.publicUrl}/gift-letter/${letter.id}?t=${token}`;
  await send(ctx, {
    to: letter.email,
    replyTo: from.replyTo,
    fromName: fromName(from),
    sender: from.sender,
    words,
    url,
  });
  await db.transaction(scope, (tx) => markGiftLinkEmailed(tx, scope, letter.id, tokenHash));
}

const KIND_OF = {
  invitation: "invitation",
  resent: "newLink",
  requested: "newLink",
  repair: "newLink",
  ask: "ask",
  reminder: "reminder",
} as const satisfies Record<LinkRow["cause"], "invitation" | "newLink" | "ask" | "reminder">;

/** The sender, without names that strangers typed and that may not be shown. */
async function senderOf(
  { db, settings: { productName } }: Context,
  scope: Scope,
  borrower: BorrowerRow,
  firstName: string,
) {
  const settings = await readSettings(db, scope);
  const officer = await readOfficer(db, scope, borrower);
  const lender = sanitizeDisplayName(settings.name);
  const officerName = officer && sanitizeDisplayName(fullName(officer));
  const details = senderDetails({
    ...contactOf(settings),
    address: settings.address !== null && isPlainAddress(settings.address) ? settings.address : null,
    officer: officer && officerName !== null ? { name: officerName, ...contactOf(officer) } : null,
  });
  return {
    firstName: sanitizeDisplayName(firstName),
    lender,
    officer: officerName,
    product: productName,
    days: BORROWER_LINK_DAYS,
    replyTo: settings.replyTo,
    /** None where the lender's name may not be shown. */
    sender: lender === null ? undefined : { name: lender, logo: await readOwnLogo(db, scope), details },
  };
}

/** A mail reader would make a link of a site's address. */
function isPlainAddress(address: string): boolean {
  return !/[@:/]|\.\p{L}/u.test(address);
}

function contactOf({ nmlsId, phone }: { readonly nmlsId: string | null; readonly phone: string | null }) {
  return { nmlsId, phone: phone !== null && Phone.safeParse(phone).success ? phoneText(phone) : null };
}

/** Job. */
export async function emailConsentTakenBack(
  ctx: Context,
  scope: Scope,
  { userId, consentId, itemId }: { userId: string; consentId?: string | undefined; itemId?: string | undefined },
): Promise<void> {
  const { db } = ctx;
  const consent = consentId ? await readConsent(db, scope, consentId) : undefined;
  const item = itemId ? await readItem(db, scope, itemId) : undefined;
  const borrowerId = consent?.borrowerId ?? item?.borrowerId;
  const borrower = borrowerId && (await readBorrower(db, scope, borrowerId));
  if (!borrower) return;
  const person = personWith(borrower, consent?.emailKey ?? item?.holderEmail ?? borrower.email);
  await emailOwner(ctx, scope, borrower, userId, (names) =>
    OFFICER_EMAILS.takenBack({ ...names, person: person ? sanitizeDisplayName(fullName(person)) : null }),
  );
}

/** Job. The answer's text is only on the page, not in the email. */
export async function emailAnswered(
  ctx: Context,
  scope: Scope,
  { userId, evidenceId }: { userId: string; evidenceId: string },
): Promise<void> {
  const { db } = ctx;
  const answer = await readEvidence(db, scope, evidenceId);
  const borrower = answer && (await readBorrower(db, scope, answer.borrowerId));
  if (!borrower) return;
  const person = personWith(borrower, answer.visitorEmail ?? borrower.email);
  await emailOwner(ctx, scope, borrower, userId, (names) =>
    OFFICER_EMAILS.answered({ ...names, person: person ? sanitizeDisplayName(fullName(person)) : null }),
  );
}

/** Job. A document that was removed since is not worth an email. */
export async function emailDocumentsSent(
  ctx: Context,
  scope: Scope,
  { userId, documentId }: { userId: string; documentId: string },
): Promise<void> {
  const { db } = ctx;
  const document = await readDocument(db, scope, documentId);
  const borrower = document && (await readBorrower(db, scope, document.borrowerId));
  if (!borrower) return;
  const person = personWith(borrower, document.visitorEmail ?? borrower.email);
  await emailOwner(ctx, scope, borrower, userId, (names) =>
    OFFICER_EMAILS.documents({ ...names, person: person ? sanitizeDisplayName(fullName(person)) : null }),
  );
}

/** Job. */
export async function emailConnectionBroken(
  ctx: Context,
  scope: Scope,
  { userId, itemId }: { userId: string; itemId: string },
): Promise<void> {
  const { db } = ctx;
  const item = await readItem(db, scope, itemId);
  if (!item || item.removedAt !== null || item.status === "ok") return; // repaired before the email was sent
  const borrower = await readBorrower(db, scope, item.borrowerId);
  if (!borrower) return;
  await emailOwner(ctx, scope, borrower, userId, (names) =>
    OFFICER_EMAILS.broken({
      ...names,
      bank: sanitizeDisplayName(item.institutionName),
      isBroken: item.status === "login_required",
      isAsked: repairerOf(borrower, item) !== undefined,
    }),
  );
}

/** Who should repair a connection: its holder, if the people on this loan have a page. */
export function repairerOf(borrower: BorrowerRow, { holderEmail }: { readonly holderEmail: string | null }) {
  if (borrower.status === "closed" || borrower.invitedAt === null) return undefined;
  return personWith(borrower, holderEmail ?? borrower.email);
}

/** Sends only to a user who still looks after the borrower. */
async function emailOwner(
  ctx: Context,
  scope: Scope,
  borrower: BorrowerRow,
  userId: string,
  write: (names: { firstName: string; borrower: string | null }) => EmailTexts,
): Promise<void> {
  const owner = (await readOwners(ctx.db, scope, borrower)).find((one) => one.userId === userId);
  if (!owner) return;
  const words = write({ firstName: owner.firstName, borrower: sanitizeDisplayName(fullName(borrower)) });
  const url = `${ctx.settings.publicUrl}/account/borrowers/view/${borrower.id}`;
  await send(ctx, { to: owner.email, replyTo: null, words, url });
}

function send(
  { providers: { mailer }, settings: { productName } }: Context,
  {
    to,
    replyTo,
    fromName,
    sender,
    words: { label, ...words },
    url,
  }: {
    to: string;
    replyTo: string | null;
    fromName?: string | undefined;
    sender?: EmailSender | undefined;
    words: EmailTexts;
    url?: string;
  },
): Promise<void> {
  return mailer.send({
    to,
    ...(replyTo !== null && { replyTo }),
    ...(fromName !== undefined && { fromName }),
    ...renderEmail({
      ...{ product: productName, sender, ...words },
      action: label === undefined || url === undefined ? undefined : { label, url },
    }),
  });
}
