import type { Context } from "#platform/server/context.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { readOwners } from "#features/borrowers/server/owner-queries.ts";
import { readBorrower } from "#features/borrowers/server/queries.ts";
import { type JobWorker, worker } from "#platform/server/jobs.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { emailAuditCopy, emailExpiring } from "./jobs.ts";
import { randomBytes } from "node:crypto";
import { longDay } from "#platform/dates/days.ts";
import { readOrganization } from "#features/directory/server/queries.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { isOpen, keepMailedToken, linkTo } from "./sharing/queries.ts";

export function assetReportMailWorkers(ctx: Context): JobWorker[] {
  return [worker(emailExpiring, (data, scope) => remind(ctx, scope, data))];
}

/** Sends only to a user who still looks after the borrower, and not if there is a newer report. */
async function remind(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  { borrowerId, userId, freshUntil }: { borrowerId: string; userId: string; freshUntil: string },
): Promise<void> {
  const borrower = await readBorrower(db, scope, borrowerId);
  if (!borrower || borrower.status === "closed" || borrower.summary?.freshUntil !== freshUntil) return;
  const owner = (await readOwners(db, scope, borrower)).find((one) => one.userId === userId);
  if (!owner) return;
  const name = sanitizeDisplayName(fullName(borrower)) ?? "your borrower";
  const day = dayWords(freshUntil);
  await mailer.send({
    to: owner.email,
    ...renderEmail({
      product: productName,
      subject: `The asset report for ${name} expires on ${day}`,
      greeting: `Hello ${owner.firstName},`,
      paragraphs: [
        `The bank data in the asset report for ${name} is valid through ${day}.`,
        "If the note date is later, refresh the report before then.",
      ],
      action: { label: "View report", url: `${publicUrl}/borrower/asset-report/${borrowerId}` },
      closing: "You're receiving this because you're the loan officer.",
    }),
  });
}

/** `March 2, 2027`. */
function dayWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}

export function auditCopyWorkers(ctx: Context): JobWorker[] {
  return [worker(emailAuditCopy, ({ copyId }, scope) => emailLink(ctx, scope, copyId))];
}

/**
 * The email has its own link, created here and never stored, so no queue contains one. A retry creates another link.
 */
async function emailLink(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  copyId: string,
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const copy = await db.transaction(scope, (tx) => keepMailedToken(tx, scope, copyId, sha256(token)));
  if (!copy || !isOpen(copy)) return;
  const { name } = await readOrganization(db, scope);
  const auditor = sanitizeDisplayName(copy.auditorName);
  await mailer.send({
    to: copy.auditorEmail,
    ...renderEmail({
      product: productName,
      subject: "An asset report was shared with you",
      greeting: auditor === null ? "Hello," : `Hello ${auditor},`,
      paragraphs: [
        `${sanitizeDisplayName(name) ?? "A lender"} shared an asset report with you for an audit.`,
        `The link works until ${longDay(copy.expiresAt)}. You'll need a passcode. The lender will give it to you separately.`,
      ],
      action: { label: "Open audit copy", url: linkTo(publicUrl, token) },
      closing: "Not expecting this? You can ignore this email. The report can't be opened without the passcode.",
    }),
  });
}
